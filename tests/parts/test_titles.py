"""What parts and links are called: by the name that their author gave them, or by kind and id."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox import parts
from sandbox.causes import cause_text
from sandbox.causes.cause_tree import BY_ITSELF, NOTHING, CauseStep, CauseTree
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.editing.stock_names import name_of_part
from sandbox.machine.overlaps import found, push_sentence
from sandbox.parts.titles import definite, help_in, mention, numbered, title_in, title_of

BALL = PartSpec(3, "bowling_ball", 1.0, 1.0, fixed=True)
KEG, OLGA = replace(BALL, name="the keg"), replace(BALL, name="Olga")
ROPE = Link(4, "rope", End(1, "a"), End(2, "b"))


def test_a_name_is_written_as_within_a_sentence_and_begins_one_with_a_capital() -> None:
    assert [title_of(spec) for spec in (BALL, KEG, OLGA)] == ["Bowling ball 3", "The keg", "Olga"]
    assert [mention(spec) for spec in (BALL, KEG, OLGA)] == ["bowling ball 3", "the keg", "Olga"]
    assert [definite(spec) for spec in (BALL, KEG, OLGA)] == ["the bowling ball 3", "the keg", "Olga"]
    assert [numbered(spec) for spec in (BALL, KEG)] == ["part 3 (Bowling ball)", "part 3 (the keg)"]
    assert (title_of(ROPE), mention(ROPE)) == ("Rope 4", "rope 4")


def test_a_part_that_is_gone_is_called_by_its_id() -> None:
    assert title_in(Design(parts=(KEG,)), 3) == "The keg"
    assert title_in(Design(parts=(KEG,)), 7) == "7"


def test_goals_and_messages_call_a_part_by_its_name() -> None:
    design = Design(parts=(replace(KEG, x=1.0, y=1.0), PartSpec(5, "crate", 1.0, 1.0)), stock={"crate": 1})
    assert parts.LevelFacts(design).title(3) == "the keg"
    assert parts.LevelFacts(design).title(5) == "the crate"
    assert name_of_part(design, design.part_by_id[3]) == "The keg"
    (overlap,) = found(design, {5})
    assert push_sentence(design, overlap).startswith("the crate 5 would push the keg, which belongs to the level")


def test_causes_call_a_part_by_its_name() -> None:
    design = Design(parts=(KEG, PartSpec(5, "crate", 1.0, 1.0)))
    tree = CauseTree([CauseStep(3, 0, NOTHING, BY_ITSELF), CauseStep(5, 40, 0, "knock")])
    assert [*cause_text.lines(design, tree.way_to(1), tree, 240)] == [
        "   0.000 s  The keg  by itself",
        "   0.167 s  Crate 5  knocked by the keg",
    ]


def test_a_part_whose_values_can_not_be_changed_is_described_as_it_is() -> None:
    workshop = Design()
    puzzle = replace(workshop, stock={})
    for kind, props, words in (
        ("polygon", {"body": "pinned", "stuff": "wood"}, "A piece of wood. It turns about its pin."),
        ("custom_ball", {"fixed": True}, "A round peg: it stays where it is."),
        ("cage", {}, parts.KINDS["cage"].help),
    ):
        spec = PartSpec(1, kind, 0.0, 0.0, props=props)
        assert help_in(puzzle, spec) == words
        assert help_in(workshop, spec) == parts.KINDS[kind].help
