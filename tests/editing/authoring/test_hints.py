"""Lists of hints: made of what was built, in another order, without one; and told in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import edit, of_hints
from sandbox.design.design import Design, End, Hint, HintEnd, Link, PartSpec
from sandbox.design.open_puzzle import Clues
from sandbox.editing.authoring import hints
from sandbox.parts import check_rules
from tests.contraptions import Builder


def roped(fixed: tuple[int, ...] = (1, 2, 3)) -> Design:
    """Anchor 1, pulleys 2 and 3; the player's weight 4 hangs on rope 5 over both."""
    b = Builder()
    b.part("anchor", 0.5, 2.0)
    b.part("pulley", 1.0, 2.2)
    b.part("pulley", 2.0, 2.2)
    b.part("weight", 2.5, 0.5)
    b.link("rope", 1, "hook", 4, "ring")
    design = b.design()
    return replace(
        design,
        parts=tuple(replace(spec, fixed=spec.id in fixed) for spec in design.parts),
        links=tuple(replace(link, via=(2, 3)) for link in design.links),
        stock={"weight": 1, "pulley": 2, "rope": 1},
    )


WEIGHT = Hint("", "weight", 2.5, 0.5)
ROPE = Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(hint=1, port="ring"), via=(HintEnd(2), HintEnd(3)))


def emptied(design: Design) -> Design:
    """What a player finds."""
    return replace(
        design,
        parts=tuple(spec for spec in design.parts if spec.fixed),
        links=tuple(link for link in design.links if link.fixed),
    )


def test_what_was_placed_is_told_in_the_order_of_placing() -> None:
    built = roped()
    assert hints.of_what_was_placed(built) == (WEIGHT, ROPE)
    told = hints.of_what_was_placed(roped(fixed=(1, 2)))
    assert [hint.kind for hint in told] == ["pulley", "weight", "rope"]
    assert told[2].via == (HintEnd(2), HintEnd(hint=1))
    assert told[2].b == HintEnd(hint=2, port="ring")


def test_texts_stay_with_what_they_are_about() -> None:
    old = (replace(WEIGHT, text="Heavy"), replace(ROPE, text="Tied"))
    assert hints.of_what_was_placed(replace(roped(), hints=old)) == old
    moved = (replace(WEIGHT, text="Heavy", x=1.0), replace(ROPE, text="Tied"))
    assert [hint.text for hint in hints.of_what_was_placed(replace(roped(), hints=moved))] == ["", "Tied"]


def test_who_follows_the_hints_builds_the_same() -> None:
    built = roped()
    level = check_rules(replace(emptied(built), hints=hints.of_what_was_placed(built)))
    for command in of_hints(level):
        level = edit(level, command)
    assert [(spec.kind, spec.x, spec.y) for spec in level.parts] == [(s.kind, s.x, s.y) for s in built.parts]
    ((link,), (wanted,)) = level.links, built.links
    weight = next(spec.id for spec in level.parts if spec.kind == "weight")
    assert (link.a, link.b.part, link.b.port, link.via) == (wanted.a, weight, "ring", (2, 3))


def test_selected_parts_take_the_links_among_them_along() -> None:
    built = roped()
    made = hints.with_built(built, [built.part_by_id[4]], built.links)
    assert made == (WEIGHT, ROPE)
    alone = hints.with_built(built, [], built.links)
    assert alone[0].b == HintEnd(4, port="ring"), "no hint places it, so it is the level's"


def test_without_a_hint_what_is_tied_to_it_goes_too_and_numbers_follow() -> None:
    ball = Hint("", "bowling_ball", 1.0, 1.0)
    listed = (ball, WEIGHT, replace(ROPE, b=HintEnd(hint=2, port="ring")))
    assert hints.without(listed, 0) == (WEIGHT, ROPE)
    assert hints.without(listed, 1) == (ball,)
    assert hints.without(listed, 2) == (ball, WEIGHT)


def test_a_link_is_not_told_before_what_it_ties() -> None:
    ball = Hint("", "bowling_ball", 1.0, 1.0)
    assert hints.earlier((WEIGHT, ROPE), 1) is None
    assert hints.earlier((WEIGHT, ROPE), 0) is None
    assert hints.earlier((WEIGHT, ball, ROPE), 2) == (WEIGHT, ROPE, ball)
    assert hints.earlier((WEIGHT, ball, ROPE), 1) == (ball, WEIGHT, replace(ROPE, b=HintEnd(hint=2, port="ring")))


@pytest.mark.parametrize(
    ("hint", "first", "then"),
    [
        (WEIGHT, "A weight helps here.", "A weight helps here."),
        (replace(WEIGHT, text="Heavy."), "A weight helps here.", "Heavy."),
        (ROPE, "A rope helps here.", "A rope joins the anchor and the weight of hint 1, over 2 pulleys."),
        (
            Hint("", "rope", a=HintEnd(2, port="hook"), b=HintEnd(3, port="hook")),
            "A rope helps here.",
            "A rope joins one pulley and another.",
        ),
        (replace(ROPE, text="Tie it."), "A rope helps here.", "Tie it."),
        (replace(WEIGHT, kind="scissors"), "Scissors help here.", "Scissors help here."),
    ],
)
def test_a_hint_is_told_in_words(hint: Hint, first: str, then: str) -> None:
    design = replace(emptied(roped()), hints=(WEIGHT, hint))
    with_decoy = replace(design, stock={"crate": 1})
    assert (hints.at_step(with_decoy, hint, 1), hints.at_step(design, hint, 2)) == (first, then)


def test_its_number_stands_at_a_part_and_half_way_along_a_link() -> None:
    design = replace(emptied(roped()), hints=(WEIGHT, ROPE))
    assert hints.middle(design, 0) == (2.5, 0.5)
    half_way = hints.middle(design, 1)
    assert half_way is not None and 0.5 < half_way[0] < 2.5 and half_way[1] > 1.0
    shafts = [HintEnd(id_, port="shaft") for id_ in (1, 2)]
    b = Builder()
    b.part("gear", 1.0, 1.0)
    b.part("gear", 2.0, 1.5)
    belted = replace(b.design(), hints=(Hint("", "belt", a=shafts[0], b=shafts[1]),))
    assert hints.middle(belted, 0) == (1.5, 1.25)
    gone = replace(design, parts=design.parts[1:])
    assert hints.middle(gone, 1) is None


def lift() -> Design:
    """A level with two hints, for a ball and a ramp; nothing is placed."""
    stock = {"bowling_ball": 1, "ramp": 1}
    tips = (Hint("", "bowling_ball", 1.0, 1.5), Hint("", "ramp", 2.0, 1.0, angle=0.5))
    return Design(stock=stock, hints=tips)


def with_part(design: Design, kind: str, x: float, y: float, angle: float = 0.0) -> Design:
    spec = PartSpec(design.next_id, kind, x, y, angle)
    return replace(design, parts=(*design.parts, spec), next_id=design.next_id + 1)


def test_hints_are_shown_step_by_step() -> None:
    assert [hints.next_step(lift(), shown) for shown in range(7)] == [1, 2, 3, 4, 5, 6, None]
    assert hints.steps_left(lift(), 0) == 6


def test_what_is_in_place_needs_no_hint() -> None:
    design = with_part(lift(), "bowling_ball", 1.01, 1.5)
    assert hints.is_done(design, 0) and not hints.is_done(design, 1)
    assert hints.next_step(design, 0) == 4 and hints.steps_left(design, 0) == 3
    design = with_part(design, "ramp", 2.0, 1.0, 0.5)
    assert hints.next_step(design, 0) is None
    assert not hints.is_done(with_part(lift(), "ramp", 2.0, 1.0, 0.0), 1), "it must be turned, too"


def test_of_a_part_that_is_elsewhere_the_first_step_says_nothing_new() -> None:
    assert hints.next_step(with_part(lift(), "bowling_ball", 3.0, 0.5), 0) == 2


def test_where_the_palette_says_which_part_it_is_the_first_step_has_the_words_of_the_hint() -> None:
    tip, ramp = lift().hints
    design = replace(lift(), hints=(replace(tip, text="Into the air."), ramp))
    assert [hints.at_step(design, design.hints[0], step) for step in (1, 2, 3)] == ["Into the air."] * 3
    assert hints.at_step(design, ramp, 1) == "A ramp helps here.", "it has no words"
    elsewhere = with_part(design, "bowling_ball", 3.0, 0.5)
    assert hints.next_step(elsewhere, 0) == 1, "the words are news of a part that is placed elsewhere, too"
    decoy = replace(design, stock={"bowling_ball": 2, "ramp": 1})
    assert hints.at_step(decoy, decoy.hints[0], 1) == "A bowling ball helps here.", "one of two"
    assert hints.next_step(with_part(decoy, "bowling_ball", 3.0, 0.5), 0) == 2


def test_a_link_is_in_place_between_the_two_parts_that_its_hint_names() -> None:
    parts = (PartSpec(1, "anchor", 1.0, 2.0, fixed=True), PartSpec(2, "bowling_ball", 1.0, 1.0))
    tie = Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(0, 1, "middle"))
    design = Design(parts=parts, next_id=3, hints=(Hint("", "bowling_ball", 1.0, 1.0), tie))
    assert not hints.is_done(design, 1)
    tied = replace(design, links=(Link(3, "rope", End(2, "middle"), End(1, "hook")),), next_id=4)
    assert hints.is_done(tied, 1)
    assert not hints.is_done(replace(tied, parts=(parts[0], replace(parts[1], x=2.0))), 1), "another ball"


def test_a_part_is_shown_where_it_goes_until_it_is_there() -> None:
    assert hints.places(lift(), 2) == ()
    assert [(spec.kind, spec.x, spec.y) for spec in hints.places(lift(), 3)] == [("bowling_ball", 1.0, 1.5)]
    assert hints.places(with_part(lift(), "bowling_ball", 1.0, 1.5), 3) == ()


# -- open levels


def is_open(design: Design, piece: int = 1) -> Design:
    return replace(design, hints=(WEIGHT, ROPE), open=True, clues=Clues("First the gate.", "Ropes help.", piece))


def test_an_open_level_has_three_steps_for_all_of_it_and_shows_one_piece_of_its_authors_machine() -> None:
    design = is_open(emptied(roped()))
    shown, says = 0, []
    while (step := hints.next_step(design, shown)) is not None:
        shown = step
        says.append((hints.texts_shown(design, shown), [spec.kind for spec in hints.places(design, shown)]))
    piece = "A weight is one piece of a way: the scene shows its place."
    assert says == [
        (["First the gate."], []),
        (["First the gate.", "Ropes help."], []),
        (["First the gate.", "Ropes help.", piece], ["weight"]),
    ]
    assert [hints.is_exact(design, index, 99) for index in range(2)] == [True, False], "and never the rest"
    closed = replace(design, open=False)
    assert hints.steps_left(closed, 0) == 6 and hints.is_exact(closed, 1, 99), "as any other level shows all"
    author = replace(design, author=True)
    assert hints.steps_left(author, 0) == 6, "as its author sees all"


def test_a_clue_that_is_missing_or_followed_is_no_step() -> None:
    built = is_open(roped())
    assert hints.is_done(built, 0) and hints.steps_left(built, 0) == 2
    without = replace(built, clues=Clues("", "Ropes help.", 0))
    assert (hints.next_step(without, 0), hints.next_step(without, 2)) == (2, None)
    assert hints.next_step(replace(built, clues=None), 0) is None
