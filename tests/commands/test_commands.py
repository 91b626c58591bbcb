"""The commands: one written form each way, and a sentence for everything that can't be done."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.links import connection_refusal
from sandbox.commands.session import Session
from sandbox.design.design import (
    MAX_ID,
    Design,
    End,
    Goal,
    Gone,
    Held,
    Hint,
    HintEnd,
    Inside,
    Link,
    Par,
    PartSpec,
    State,
    StockItem,
    Unused,
    canonical_text,
    from_plain,
    to_plain,
)
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels

FREE = Design(
    parts=(PartSpec(1, "floor", 1.0, 0.0), PartSpec(2, "crate", 1.0, 0.5), PartSpec(3, "crate", 2.0, 0.5)),
    next_id=4,
)
PUZZLE = Design(
    parts=(PartSpec(1, "crate", 1.0, 0.5, fixed=True),),
    stock={"crate": 1},
    allow=(),
    next_id=2,
)
ONE_OF_EACH: list[c.AnyCommand] = [
    c.Place("crate", 1.0, 2.0, 0.5, False, {}),
    c.Move(2, 1.0, 2.0, -0.5),
    c.Resize(1, 1.0, 0.0, {"width": 2.0}),
    c.Configure(1, "width", 1.5),
    c.Connect("rope", 4, "top", 5, "knot", {"slack": 0.1}),
    c.Connect("rope", 4, "top", 5, "knot", {}, (6, 7)),
    c.Disconnect(6),
    c.Delete(2),
    c.Paste((PartSpec(1, "crate", 0.0, 0.0),), (Link(2, "rope", End(1, "a"), End(3, "b")),), 0.5, 0.5),
    c.SetWorld(0.0, -1.62),
    c.SetWorld(friction_mixing="root", restitution_mixing="greater", bounce_from=1.0, iterations=40),
    c.Undo(),
    c.Redo(),
    c.Join("Ann"),
    c.Start(),
    c.Press(7),
    c.Grab(2, 1.0, 0.5),
    c.Drag(1.5, 0.75),
    c.Release(),
    c.Stop(),
    c.Layer(2, -3),
    c.Lock(2),
    c.Name(2, "the keg"),
    c.Together((c.Move(2, 1.0, 2.0), c.Connect("rope", 4, "top", 5, "knot"), c.Delete(2))),
    c.Author(),
    c.TryOut(),
    c.SetGoals((Goal("There", Held(0.5, Inside(2, 0.0, 0.0, 1.0, 1.0))),), (Goal("Gone", Gone(3)),)),
    c.SetStock({"crate": 2, "long-bar": StockItem("bar", 1, "Long bar", {"width": 2.0}, 0.5, ("width",), False)}),
    c.SetStock(None),
    c.SetHints((Hint("Here", "crate", 1.0, 2.0, 0.25),)),
    c.SetTexts("Drop", "A ball falls."),
    c.SetInsight("What hangs in the air falls."),
    c.Allow(("press",)),
    c.SetFixed(2, True),
    c.SetPar(Par(2, 4.5, Goal("Without a crate", Unused("crate")))),
    c.SetPuzzle(True, Clues("The ball first.", "Ropes help."), (PuzzleAim("Cheap", price=20),)),
    c.SetScene("harbour"),
    c.AllowForecast(True),
    c.Group((2, 3)),
    c.Ungroup((2, 3)),
    c.SetNoBuild((NoBuildArea(1.0, 0.0, 2.0, 1.0),)),
]


WITHOUT = Goal("Without a crate", Unused("crate"))


def test_there_are_24_for_players_and_fourteen_for_authors() -> None:
    assert len(c.COMMANDS) == 38
    assert {type(command) for command in ONE_OF_EACH} == set(c.COMMANDS.values())


# The names that commands and their fields have in files of commands, in the order of recordings, which have no names.
WRITTEN = {
    "place": "kind x y angle flip props item",
    "move": "part x y angle flip",
    "resize": "part x y size",
    "configure": "id name value",
    "connect": "kind a a_port b b_port props via a_at b_at",
    "disconnect": "link",
    "delete": "part",
    "paste": "parts links dx dy",
    "set_world": "gravity_x gravity_y air width height friction_mixing"
    " restitution_mixing bounce_from slop recovery rest_speed rest_turn iterations",
    "undo": "",
    "redo": "",
    "join": "name",
    "start": "",
    "press": "part",
    "grab": "part x y",
    "drag": "x y",
    "release": "",
    "stop": "",
    "layer": "part layer",
    "lock": "part locked",
    "name": "part name",
    "together": "edits",
    "author": "",
    "try_out": "",
    "set_goals": "goals fails",
    "set_stock": "stock",
    "set_hints": "hints",
    "set_texts": "title text",
    "set_insight": "insight",
    "allow": "names",
    "set_fixed": "id fixed",
    "set_par": "par",
    "set_puzzle": "open clues aims",
    "set_scene": "scene",
    "allow_forecast": "forecast",
    "group": "parts",
    "ungroup": "parts",
    "set_no_build": "areas",
}


def test_the_names_in_files_are_these_whatever_the_classes_are_called() -> None:
    assert {name: " ".join(cls.own_fields()) for name, cls in c.COMMANDS.items()} == WRITTEN
    for command in ONE_OF_EACH:
        name, fields = c.to_plain(command)[0], list(c.to_json(0, command))
        assert fields == ["tick", "do", *(field for field in WRITTEN[name].split() if field in fields)]


def families(cls: type[c.Command]) -> set[type[c.Command]]:
    """All classes below one that have a name in files."""
    below = {inner for sub in cls.__subclasses__() for inner in families(sub)}
    return below | {cls} if cls.__struct_config__.tag else below


def test_no_class_is_left_out_of_its_modules_tuple() -> None:
    # The inputs of other programs are of a session of their own, and no file of a contraption may hold one.
    of_contraptions = {cls for cls in families(c.Command) if not cls.__module__.startswith("sandbox.worlds.")}
    assert of_contraptions == set(c.COMMANDS.values())


def test_a_command_is_of_one_family_and_only_edits_may_be_together() -> None:
    for cls in c.COMMANDS.values():
        of_design = c.Edit | c.Undo | c.Redo | c.Join
        assert (cls.live, cls.changes_design) == (issubclass(cls, c.Live), issubclass(cls, of_design))
    for command in ONE_OF_EACH:
        together = ["together", [c.to_plain(command)]]
        if isinstance(command, c.SingleEdit):
            assert c.from_plain(together) == c.Together((command,))
        else:
            with pytest.raises(BadFile, match="does not fit"):
                c.from_plain(together)


@pytest.mark.parametrize(
    ("command", "phrase", "mark", "sound"),
    [
        (c.Place("bowling_ball", 1.0, 2.0), "Place bowling ball", "edit", "placed"),
        (c.Move(2, 1.0, 2.0), "Move 2", "edit", "moved"),
        (c.SetWorld(), "Set world", "edit", "moved"),
        (c.Undo(), "Undo", "edit", "undone"),
        (c.Start(), "Start", "start", "started"),
        (c.Press(7), "Press 7", "press", ""),
        (c.Grab(2, 1.0, 0.5), "Grab 2", "hand", ""),
        (c.Drag(1.5, 0.75), "Drag", "", ""),
        (c.Together((c.Move(2, 1.0, 2.0), c.Delete(3))), "Together", "edit", "moved"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, c.Command) else "",
)
def test_how_people_know_a_command(command: c.AnyCommand, phrase: str, mark: str, sound: str) -> None:
    assert (command.phrase, command.mark, command.sound) == (phrase, mark, sound)


def test_several_edits_are_heard_and_told_apart_as_what_they_are() -> None:
    both = c.Together((c.Delete(3), c.SetFixed(2, True)))
    assert [single.sound for single in both.singles] == ["deleted", "moved"]
    assert [single.for_authors for single in both.singles] == [False, True]
    assert [single.verb for single in c.Start().singles] == ["start"]


@pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: type(command).__name__)
def test_both_written_forms_give_it_back(command: c.AnyCommand) -> None:
    assert c.unpack(c.pack(command)) == command
    assert c.from_json(c.to_json(12, command), "line 1") == (12, command)


def test_a_rope_over_no_pulley_is_written_as_before_there_were_any() -> None:
    plain = c.Connect("rope", 4, "top", 5, "knot", {"slack": 0.1})
    assert c.to_plain(plain) == ["connect", "rope", 4, "top", 5, "knot", {"slack": 0.1}]
    assert "via" not in c.to_json(0, plain)
    assert c.to_plain(c.Connect("rope", 4, "top", 5, "knot", {}, (6, 7)))[-2:] == [{}, [6, 7]]
    assert "via" not in canonical_text(Link(2, "rope", End(1, "a"), End(3, "b")))  # end hashes are taken over it
    assert "via=(4,)" in canonical_text(Link(2, "rope", End(1, "a"), End(3, "b"), via=(4,)))


def test_edits_together_are_all_or_none_and_each_sees_the_one_before() -> None:
    both = c.Together((c.Place("crate", 3.0, 0.5), c.Move(4, 3.5, 0.5)))
    assert c.edit(FREE, both).part_by_id[4].x == 3.5
    with pytest.raises(Refused, match="part 9 does not exist"):
        c.edit(FREE, c.Together((c.Move(2, 0.0, 0.0), c.Move(9, 0.0, 0.0))))
    assert c.to_plain(both) == [
        "together",
        [["place", "crate", 3.0, 0.5, 0.0, False, {}, ""], ["move", 4, 3.5, 0.5, 0.0, False]],
    ]
    with pytest.raises(BadFile, match="does not fit"):  # nothing is nested
        c.from_plain(["together", [c.to_plain(both)]])


def test_a_locked_part_stays_as_it_is_until_it_is_unlocked() -> None:
    locked = c.edit(FREE, c.Lock(2))
    for command in (c.Move(2, 0.0, 0.0), c.Configure(2, "width", 0.2), c.Delete(2), c.Layer(2, 1)):
        with pytest.raises(Refused, match="is locked; unlock it first"):
            c.edit(locked, command)
    assert c.edit(locked, c.Move(3, 0.0, 0.0)).part_by_id[3].x == 0.0
    assert c.edit(locked, c.Lock(2, False)) == FREE
    with pytest.raises(Refused, match="belongs to the level"):
        c.edit(PUZZLE, c.Lock(1))


def test_layers_and_locks_are_kept_in_the_file_and_leave_no_trace_where_there_are_none() -> None:
    changed = c.edit(c.edit(FREE, c.Layer(2, 5)), c.Lock(2))
    assert from_plain(to_plain(changed)) == changed
    assert "layer=5, locked=True" in canonical_text(changed.part_by_id[2])
    assert "layer" not in canonical_text(FREE.part_by_id[2])  # end hashes are taken over it
    copied = c.edit(changed, c.Paste((changed.part_by_id[2],), (), 1.0, 0.0)).parts[-1]
    assert (copied.layer, copied.locked) == (5, False)
    with pytest.raises(BadFile, match="does not fit"):
        c.from_plain(["layer", 2, 1001])


def test_a_name_is_kept_in_the_file_and_leaves_no_trace_where_there_is_none() -> None:
    named = c.edit(FREE, c.Name(2, " the keg "))
    assert named.part_by_id[2].name == "the keg"
    assert from_plain(to_plain(named)) == named
    assert "name='the keg'" in canonical_text(named.part_by_id[2])
    assert canonical_text(c.edit(named, c.Name(2, ""))) == canonical_text(FREE)
    assert c.edit(named, c.Paste((named.part_by_id[2],), (), 1.0, 0.0)).parts[-1].name == "the keg"
    with pytest.raises(Refused, match=r"part 2 \(the keg\) is locked"):
        c.edit(c.edit(named, c.Lock(2)), c.Move(2, 0.0, 0.0))
    with pytest.raises(Refused, match="belongs to the level"):
        c.edit(PUZZLE, c.Name(1, "the keg"))
    for name in ("x" * 41, "two\nlines", "bell\x07"):
        with pytest.raises(BadFile, match="command name does not fit"):
            c.from_plain(["name", 2, name])


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_every_bit_of_a_number_is_packed(x: float, y: float) -> None:
    assert c.unpack(c.pack(c.Drag(x, y))) == c.Drag(x, y)


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        (["jump"], "unknown command 'jump'; known are place,"),
        (["plac"], "unknown command 'plac'; is 'place' meant"),
        ([], "unknown command"),
        ("press", "does not fit"),
        (["press", True], "does not fit"),
        (["press", 0], "does not fit"),
        (["press", 7, 8], "does not fit"),
        (["press", 2**40], "whole numbers go up to"),
        (["drag", math.nan, 0.0], "not a finite number"),
        (["drag", 1e7, 0.0], "numbers go from"),
        (["place", "x" * 5000, 0.0, 0.0], "longer than 4096 bytes"),
    ],
)
def test_refuses_what_is_no_command(plain: object, says: str) -> None:
    with pytest.raises(BadFile, match=says):
        c.from_plain(plain)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"do": "press", "part": 7}, "a command line looks like"),
        ({"tick": -1, "do": "press", "part": 7}, "tick must be"),
        ({"tick": 1.5, "do": "press", "part": 7}, "tick must be"),
        ({"tick": 1, "do": "press"}, "press needs part"),
        ({"tick": 1, "do": "press", "part": 7, "hard": 1}, "no field 'hard'"),
        ([], "a command line looks like"),
        ({"tick": 1, "do": "together", "edits": 5}, "does not fit: Expected `array`, got `int` - at `edits`"),
    ],
)
def test_refuses_bad_lines_with_their_place(line: object, says: str) -> None:
    with pytest.raises(BadFile, match=f"line 3: .*{says}"):
        c.from_json(line, "line 3")


def test_edits_make_new_designs() -> None:
    placed = c.edit(FREE, c.Place("crate", 3.0, 0.5))
    assert placed.part_by_id[4].x == 3.0
    assert placed.next_id == 5
    assert len(FREE.parts) == 3
    moved = c.edit(FREE, c.Move(2, 1.25, 0.5, 0.1))
    assert moved.part_by_id[2].angle == 0.1
    gone = c.edit(FREE, c.Delete(2))
    assert [part.id for part in gone.parts] == [1, 3]
    assert gone.next_id == 4  # an id is never used twice
    moon = c.edit(FREE, c.SetWorld(0.0, -1.62))
    assert moon.world.gravity_y == -1.62


def test_properties_are_kept_in_canonical_form() -> None:
    wide = c.edit(FREE, c.Configure(1, "width", 2))
    assert wide.part_by_id[1].props == {"width": 2.0}
    default = next(p.default for p in c.parts.KINDS["floor"].properties if p.name == "width")
    assert c.edit(wide, c.Configure(1, "width", default)).part_by_id[1].props == {}


def test_deleting_a_part_takes_its_links_along() -> None:
    joined = c.edit(c.edit(FREE, c.Place("anchor", 1.0, 2.0)), c.Place("basket", 1.0, 1.0))
    port = c.parts.blueprint(joined.part_by_id[5]).ports[0].name
    anchor = c.parts.blueprint(joined.part_by_id[4]).ports[0].name
    joined = c.edit(joined, c.Connect("rope", 4, anchor, 5, port))
    assert len(joined.links) == 1
    assert c.edit(joined, c.Delete(5)).links == ()
    assert c.edit(joined, c.Disconnect(6)).links == ()
    with pytest.raises(Refused, match="already joined"):
        c.edit(joined, c.Connect("rope", 4, anchor, 5, port))


def test_paste_gives_new_ids_and_keeps_the_links_among_the_group() -> None:
    anchor = c.parts.blueprint(PartSpec(1, "anchor", 0, 0)).ports[0].name
    basket = c.parts.blueprint(PartSpec(1, "basket", 0, 0)).ports[0].name
    group = c.Paste(
        (PartSpec(70, "anchor", 0.0, 1.0), PartSpec(90, "basket", 0.0, 0.0)),
        (Link(5, "rope", End(90, basket), End(70, anchor)),),
        dx=1.0,
    )
    pasted = c.edit(FREE, group)
    assert [(part.id, part.kind, part.x) for part in pasted.parts[3:]] == [(4, "anchor", 1.0), (5, "basket", 1.0)]
    assert (pasted.links[0].a.part, pasted.links[0].b.part) == (5, 4)


ROPED = Design(
    parts=(
        PartSpec(1, "anchor", 1.0, 2.0), PartSpec(2, "pulley", 1.5, 2.0), PartSpec(3, "pulley_block", 2.0, 1.0),
        PartSpec(4, "weight", 2.5, 1.0), PartSpec(5, "crate", 3.0, 1.0),
    ),
    links=(Link(6, "rope", End(1, "hook"), End(4, "ring"), via=(3, 2)),),
    next_id=7,
)  # fmt: skip


def test_a_rope_is_laid_over_pulleys() -> None:
    bare = c.edit(ROPED, c.Disconnect(6))
    again = c.edit(bare, c.Connect("rope", 1, "hook", 4, "ring", via=(3, 2)))
    assert again.links[0].via == (3, 2) and again.links[0].parts == (1, 4, 3, 2)
    assert from_plain(to_plain(again)) == again


@pytest.mark.parametrize("part", [1, 2, 3, 4])
def test_a_rope_goes_with_each_part_that_it_hangs_on(part: int) -> None:
    assert c.edit(ROPED, c.Delete(part)).links == ()
    assert c.edit(ROPED, c.Delete(5)).links == ROPED.links


def test_a_rope_of_the_level_keeps_its_pulley() -> None:
    links = (Link(6, "rope", End(1, "hook"), End(4, "ring"), {}, True, (3, 2)),)
    level = Design(parts=ROPED.parts, links=links, stock={}, next_id=7)
    with pytest.raises(Refused, match=r"link 6 .* belongs to the level"):
        c.edit(level, c.Delete(2))


def test_paste_lays_a_rope_over_the_copies_of_its_pulleys() -> None:
    pasted = c.edit(ROPED, c.Paste(ROPED.parts[:4], ROPED.links, 0.5, 0.0))
    assert pasted.links[1].parts == (7, 10, 9, 8)
    with pytest.raises(Refused, match="or runs over one"):
        c.edit(ROPED, c.Paste((ROPED.parts[0], ROPED.parts[3]), ROPED.links))


@pytest.mark.parametrize(
    ("design", "command", "says"),
    [
        (ROPED, c.Connect("rope", 1, "hook", 3, "axle", {}, (9,)), "part 9 does not exist"),
        (ROPED, c.Connect("rope", 1, "hook", 3, "axle", {}, (5,)), "part 5 .* is no pulley"),
        (ROPED, c.Connect("rope", 1, "hook", 3, "axle", {}, (2, 2)), "only once, and over part 2 twice"),
        (ROPED, c.Connect("rope", 1, "hook", 3, "axle", {}, (2, 3)), "can't begin or end at the very pulley"),
        (ROPED, c.Connect("rope", 1, "hook", 3, "axle", {}, (2,) * 17), "up to 16 pulleys"),
        (ROPED, c.Connect("rod", 1, "hook", 3, "axle", {}, (2,)), "a link rod can't run over pulleys"),
        (FREE, c.Place("nothing", 0.0, 0.0), "unknown kind 'nothing'"),
        (FREE, c.Move(9, 0.0, 0.0), "part 9 does not exist"),
        (FREE, c.Resize(2, 0.0, 0.0, {"mass": 2.0}), "can't be resized"),
        (FREE, c.Configure(1, "width", 1e5), "it goes from"),
        (FREE, c.Configure(1, "width", "wide"), "must be a number"),
        (FREE, c.Configure(1, "colour", 1), "has no property 'colour'"),
        (FREE, c.Connect("rope", 1, "a", 2, "b"), "has no port"),
        (FREE, c.Connect("chain", 1, "a", 2, "b"), "no link kind 'chain'"),
        (FREE, c.Connect("rope", 1, "a", 1, "b"), "two different parts"),
        (FREE, c.Disconnect(1), "link 1 does not exist"),
        (FREE, c.SetWorld(gravity_y=-1000.0), "gravity_y is -1000; it goes from"),
        (FREE, c.SetWorld(air=1.5), "air is 1.5; it goes from"),
        (FREE, c.SetWorld(width=0.0), "width is 0; it goes from"),
        (FREE, c.SetWorld(friction_mixing="sum"), "one of product, root"),
        (FREE, c.SetWorld(slop=1.0), "slop is 1; it goes from 1e-05 to 0.01 m"),
        (PUZZLE, c.Move(1, 0.0, 0.0), "belongs to the level"),
        (PUZZLE, c.Delete(1), "belongs to the level"),
        (PUZZLE, c.Place("tennis_ball", 0.0, 0.0), "no tennis ball is left"),
        (PUZZLE, c.SetWorld(), "can't be changed"),
    ],
)
def test_says_why_not(design: Design, command: c.Edit, says: str) -> None:
    with pytest.raises(Refused, match=says):
        c.edit(design, command)


def test_parts_from_the_stock_come_as_they_are() -> None:
    used = c.edit(PUZZLE, c.Place("crate", 2.0, 0.5))
    for command in (c.Resize(2, 2.0, 0.5, {"width": 0.5}), c.Configure(2, "width", 0.5)):
        with pytest.raises(Refused, match="can't be"):
            c.edit(used, command)


def test_the_stock_runs_out_and_a_part_can_be_put_back() -> None:
    used = c.edit(PUZZLE, c.Place("crate", 2.0, 0.5))
    with pytest.raises(Refused, match="no crate is left"):
        c.edit(used, c.Place("crate", 3.0, 0.5))
    assert c.edit(used, c.Delete(2)).left_in_stock("crate") == 1


def test_a_part_that_a_goal_is_about_stays() -> None:
    goal = Design(parts=FREE.parts, goals=(Goal("There", Inside(2, 0, 0, 1, 1)),), next_id=4)
    with pytest.raises(Refused, match="the goal 'There' is about part 2"):
        c.edit(goal, c.Delete(2))


def test_a_part_on_a_rope_of_the_level_stays() -> None:
    """Deleting it would take the rope along."""
    hook, ball = PartSpec(1, "anchor", 1.0, 1.0, fixed=True), PartSpec(2, "bowling_ball", 1.0, 0.5)
    rope = Link(3, "rope", End(1, "hook"), End(2, "middle"), fixed=True)
    level = Design(parts=(hook, ball), links=(rope,), stock={}, next_id=4)
    with pytest.raises(Refused, match=r"link 3 \(Rope\) belongs to the level"):
        c.edit(level, c.Delete(2))


def test_a_level_that_has_used_up_its_ids_takes_no_more_parts() -> None:
    last = c.edit(Design(next_id=MAX_ID - 1), c.Place("crate", 1.0, 1.0))
    assert from_plain(to_plain(last)) == last
    with pytest.raises(Refused, match="used up its ids"):
        c.edit(last, c.Place("crate", 1.0, 1.0))


# -- links from the stock

HOOKS = tuple(PartSpec(number, "anchor", float(number), 1.0, fixed=True) for number in (1, 2))
BALL = PartSpec(3, "bowling_ball", 1.5, 0.5, fixed=True)
TIE = c.Connect("rope", 1, "hook", 3, "middle")


def test_a_rope_of_the_stock_comes_as_it_is() -> None:
    level = Design(parts=(*HOOKS, BALL), stock={"rope": 1}, next_id=4)
    tied = c.edit(level, TIE)
    for command, design in (
        (replace(TIE, props={"slack": 1.0}), level),
        (c.Configure(4, "slack", 1.0), tied),
    ):
        with pytest.raises(Refused, match="links from the stock come as they are; slack of a rope can't be set"):
            c.edit(design, command)


def test_in_free_building_a_rope_can_be_lengthened() -> None:
    level = Design(parts=(*HOOKS, BALL), next_id=4)
    assert c.edit(c.edit(level, TIE), c.Configure(4, "slack", 1.0)).links[0].props == {"slack": 1.0}


def test_links_of_an_item_come_with_its_properties() -> None:
    level = parts.check(Design(parts=(*HOOKS, BALL), stock={"rope": StockItem("rope", 2, props={"slack": 0.5})}))
    tied = c.edit(level, TIE)
    assert tied.links[0].props == {"slack": 0.5} and tied.left_in_stock("rope") == 1
    assert c.edit(tied, c.Connect("rope", 2, "hook", 3, "middle", {"slack": 0.5})).left_in_stock("rope") == 0


def test_a_belt_of_the_stock_can_be_crossed() -> None:
    shafts = (PartSpec(1, "motor", 1.0, 1.0, fixed=True), PartSpec(2, "gear", 2.0, 1.0, fixed=True))
    level = Design(parts=shafts, stock={"belt": 1}, next_id=3)
    belt = c.edit(level, c.Connect("belt", 1, "shaft", 2, "shaft"))
    assert c.edit(belt, c.Configure(3, "crossed", True)).links[0].props == {"crossed": True}


@pytest.mark.parametrize(
    ("stock", "says"),
    [
        ({"long": StockItem("rope")}, "item 'long' is a link; name it 'rope'"),
        ({"rope": StockItem("rope", resizes=("slack",))}, "can have a count and props, nothing else"),
        ({"rope": StockItem("rope", props={"width": 1.0})}, "stock item 'rope': a rope has no property 'width'"),
    ],
)
def test_what_an_item_of_links_can_not_be(stock: dict[str, StockItem], says: str) -> None:
    with pytest.raises(BadFile, match=says):
        parts.check(Design(stock=stock))


# -- stock items

ITEMS = Design(
    stock={
        "crate": 1,
        "long-bar": StockItem("bar", 2, "Long bar", {"width": 2.0}, 0.5, ("width",), False),
        "short-bar": StockItem("bar", 1, "", {"width": 0.5}),
    },
)


def test_an_item_of_the_stock_comes_with_its_properties() -> None:
    placed = c.edit(ITEMS, c.Place("bar", 1.0, 1.0, 0.5, item="long-bar"))
    (spec,) = placed.parts
    assert (spec.props, spec.item) == ({"width": 2.0}, "long-bar")
    assert (placed.left_in_stock("long-bar"), placed.left_in_stock("short-bar")) == (1, 1)
    assert from_plain(to_plain(placed)) == placed
    named = c.edit(ITEMS, c.Place("crate", 1.0, 1.0, item="crate"))
    assert named == c.edit(ITEMS, c.Place("crate", 1.0, 1.0)), "what is named as its kind has one form only"


def test_an_item_is_sized_and_turned_only_as_it_may_be() -> None:
    placed = c.edit(ITEMS, c.Place("bar", 1.0, 1.0, 0.5, props={"width": 1.5}, item="long-bar"))
    assert placed.parts[0].props == {"width": 1.5}
    sized = c.edit(placed, c.Resize(1, 1.0, 1.0, {"width": 1.0}))
    assert sized.parts[0].props.get("width", 1.0) == 1.0
    assert c.edit(sized, c.Move(1, 2.0, 1.0, 0.5)).parts[0].x == 2.0
    other = c.edit(ITEMS, c.Place("bar", 1.0, 1.0, 0.7, item="short-bar"))
    assert c.edit(other, c.Move(1, 1.0, 1.0, 0.2)).parts[0].angle == 0.2


def test_a_copy_of_an_item_comes_out_of_the_stock_too() -> None:
    placed = c.edit(ITEMS, c.Place("bar", 1.0, 1.0, 0.5, props={"width": 1.5}, item="long-bar"))
    twice = c.edit(placed, c.Paste(placed.parts, (), 0.5))
    assert twice.left_in_stock("long-bar") == 0 and twice.parts[1].props == {"width": 1.5}
    with pytest.raises(Refused, match="no long bar is left"):
        c.edit(twice, c.Paste(placed.parts, (), 0.5))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (c.Place("bar", 0.0, 0.0), "no birch bar is left"),  # it must be told which
        (c.Place("bar", 0.0, 0.0, item="iron-bar"), "no birch bar is left"),
        (c.Place("crate", 0.0, 0.0, item="short-bar"), "is of the kind 'bar', not 'crate'"),
        (c.Place("bar", 0.0, 0.0, props={"height": 0.2}, item="short-bar"), "come as they are"),
        (c.Place("bar", 0.0, 0.0, props={"width": 0.6}, item="short-bar"), "come as they are"),
        (c.Place("bar", 0.0, 0.0, item="long-bar"), "the long bar of the stock can't be turned"),
    ],
)
def test_what_the_stock_does_not_give(command: c.Place, says: str) -> None:
    with pytest.raises(Refused, match=says):
        c.edit(ITEMS, command)


def test_what_can_not_be_done_to_what_has_been_placed() -> None:
    placed = c.edit(ITEMS, c.Place("bar", 1.0, 1.0, 0.5, item="long-bar"))
    placed = c.edit(placed, c.Place("bar", 1.0, 2.0, item="short-bar"))
    for command, says in (
        (c.Move(1, 1.0, 1.0, 0.4), "can't be turned"),
        (c.Resize(1, 1.0, 1.0, {"height": 0.1}), "can't be resized"),
        (c.Resize(2, 1.0, 1.0, {"width": 0.6}), "can't be resized"),
        (c.Configure(1, "width", 1.0), "can't be changed in this level"),
    ):
        with pytest.raises(Refused, match=says):
            c.edit(placed, command)


# -- what authors do

AUTHOR = c.edit(PUZZLE, c.Author())
THERE = Goal("There", Inside(1, 0.0, 0.0, 1.0, 1.0))


def test_an_author_edits_what_belongs_to_the_level_and_what_is_placed_belongs_to_it() -> None:
    moved = c.edit(AUTHOR, c.Move(1, 2.0, 0.5))
    assert moved.part_by_id[1].x == 2.0
    placed = c.edit(moved, c.Place("bar", 1.0, 1.0, 0.5))
    assert placed.part_by_id[2].fixed
    assert c.edit(placed, c.TryOut()) == replace(placed, author=False)
    assert "author" not in canonical_text(PUZZLE), "end hashes of levels are taken over it"


def test_a_level_that_gets_its_first_stock_keeps_what_is_built() -> None:
    level = c.edit(c.edit(FREE, c.Author()), c.SetStock({"crate": 2}))
    assert all(part.fixed for part in level.parts)
    assert c.edit(level, c.TryOut()).left_in_stock("crate") == 2
    given = c.edit(level, c.SetFixed(2, False))
    assert c.edit(given, c.TryOut()).left_in_stock("crate") == 1, "one is in the level already"
    more = c.edit(given, c.SetStock({"crate": 3}))
    assert not more.part_by_id[2].fixed


def test_goals_hints_texts_and_rules_are_set_whole() -> None:
    level = c.edit(AUTHOR, c.SetGoals((THERE,), (Goal("Lost", Gone(1)),)))
    level = c.edit(level, c.SetHints((Hint("Here", "crate", 1.0, 1.0),)))
    level = c.edit(level, c.SetTexts("Mine", "Read this."))
    level = c.edit(level, c.SetInsight("Two hands are better than one."))
    level = c.edit(level, c.Allow(("grab",)))
    level = c.edit(level, c.SetPar(Par(2, 4.5, WITHOUT)))
    assert level.par == Par(2, 4.5, WITHOUT) and level.par.stars == 3
    assert c.edit(level, c.SetPar(Par())).par is None, "a par that asks for nothing is none"
    assert (level.goals, level.fails[0].text, len(level.hints)) == ((THERE,), "Lost", 1)
    assert (level.title, level.text, level.allow) == ("Mine", "Read this.", ("grab",))
    assert level.insight == "Two hands are better than one."
    assert levels.digest(level) == levels.digest(replace(level, insight="")), "it runs alike"


def test_a_level_becomes_an_open_puzzle_and_an_ordinary_one_again() -> None:
    aims = (PuzzleAim("Without the crate", without=("crate",)),)
    puzzle = c.edit(AUTHOR, c.SetPuzzle(True, Clues("The crate first."), aims))
    assert (puzzle.open, puzzle.clues, puzzle.aims) == (True, Clues("The crate first."), aims)
    assert c.edit(puzzle, c.SetPuzzle(True, Clues())).clues is None, "clues that say nothing are none"
    assert c.edit(puzzle, c.SetPuzzle(False)) == AUTHOR
    with pytest.raises(Refused, match="it asks to do without 'crate', which is not in the stock"):
        c.edit(puzzle, c.SetStock({}))


def test_the_scene_is_set_by_an_author_or_a_free_builder_and_taken_back() -> None:
    session = Session(FREE)
    session.do(c.SetScene("mill"))
    assert session.design.scene == "mill"
    session.do(c.Undo())
    assert session.design == FREE
    session.do(c.Redo())
    assert session.design.scene == "mill" and levels.as_run(session.design) == levels.as_run(FREE)
    assert c.edit(AUTHOR, c.SetScene("rink")).scene == "rink"


def test_a_level_allows_the_forecast_or_not() -> None:
    assert FREE.shows_forecast and AUTHOR.shows_forecast and not PUZZLE.shows_forecast
    puzzle = replace(c.edit(AUTHOR, c.AllowForecast(True)), author=False)
    assert puzzle.stock is not None and puzzle.shows_forecast
    assert "forecast" in to_plain(puzzle)
    assert to_plain(replace(puzzle, forecast=False)) == to_plain(replace(AUTHOR, author=False))


def test_a_part_that_a_hint_ties_a_link_to_stays() -> None:
    hints = (
        Hint("", "crate", 3.0, 1.0),
        Hint("", "spring", a=HintEnd(1, port="middle"), b=HintEnd(hint=1, port="middle")),
    )
    level = c.edit(AUTHOR, c.SetHints(hints))
    assert c.unpack(c.pack(c.SetHints(hints))) == c.SetHints(hints)
    with pytest.raises(Refused, match="hint 2 ties a spring to part 1; take the hint away first"):
        c.edit(level, c.Delete(1))
    assert c.edit(c.edit(level, c.SetHints(hints[:1])), c.Delete(1)).parts == AUTHOR.parts[1:]


@pytest.mark.parametrize(
    ("design", "command", "says"),
    [
        (PUZZLE, c.SetGoals(()), "only its author can change its goals"),
        (PUZZLE, c.SetStock(None), "only its author"),
        (PUZZLE, c.SetHints(()), "only its author"),
        (PUZZLE, c.SetTexts("Mine"), "only its author"),
        (PUZZLE, c.Allow(("grab",)), "only its author"),
        (PUZZLE, c.SetPar(Par(2)), "only its author"),
        (PUZZLE, c.SetPuzzle(True), "only its author"),
        (AUTHOR, c.SetPuzzle(False, Clues("The ball first.")), "the level has clues, which only an open puzzle has"),
        (AUTHOR, c.SetPuzzle(True, Clues(piece=1)), "piece is 1, and the level has no hints"),
        (AUTHOR, c.SetPuzzle(True, None, (PuzzleAim("Ours"),)), "aim 1 \\('Ours'\\): it asks for nothing"),
        (PUZZLE, c.SetScene("mill"), "only its author"),
        (AUTHOR, c.SetScene("moon"), "scene is 'moon'; it is one of paper, playroom"),
        (PUZZLE, c.AllowForecast(True), "only its author"),
        (PUZZLE, c.SetFixed(1, False), "only its author can say what belongs to it"),
        (PUZZLE, c.TryOut(), "only its author can try a level out"),
        (AUTHOR, c.Author(), "in its author's hands already"),
        (AUTHOR, c.SetFixed(9, True), "there is no part or link 9"),
        (AUTHOR, c.SetGoals((Goal("There", Gone(9)),)), "goal 'There' is about part 9, which does not exist"),
        (AUTHOR, c.SetGoals((Goal("On", State(1, "on")),)), "a crate has no state 'on'"),
        (AUTHOR, c.SetGoals((), (Goal("On", State(1, "on")),)), "has no state 'on'"),
        (AUTHOR, c.SetStock({"crate": -1}), "it holds -1 of 'crate'"),
        (AUTHOR, c.SetStock({"gold": 1}), "unknown kind 'gold'"),
        (AUTHOR, c.SetHints((Hint("", "gold", 0.0, 0.0),)), "unknown kind 'gold'"),
        (AUTHOR, c.SetHints((Hint("", "crate", 0.0, 0.0, item="big"),)), "'big', which is not in the stock"),
        (AUTHOR, c.Allow(("fly",)), "allow names 'fly'"),
        (AUTHOR, c.SetPar(Par(challenge=Goal("Ours", Gone(9)))), "goal 'Ours' is about part 9, which does not exist"),
        (AUTHOR, c.SetPar(Par(challenge=Goal("Ours", Unused("gold")))), "'Ours': it forbids the unknown kind 'gold'"),
    ],
)
def test_what_an_author_is_told(design: Design, command: c.Edit, says: str) -> None:
    with pytest.raises(Refused, match=says):
        c.edit(design, command)


def test_the_question_whether_two_ends_can_be_joined_has_the_answer_of_the_command() -> None:
    """The window asks it of every port while a link is drawn, and lets the command be carried out only then."""
    anchors = (PartSpec(1, "anchor", 0.0, 1.0), PartSpec(2, "anchor", 1.0, 1.0), PartSpec(3, "ramp", 2.0, 1.0))
    level, hooks = Design(parts=anchors, next_id=4), Link(4, "rope", End(1, "hook"), End(2, "hook"))
    back = replace(hooks, a=hooks.b, b=hooks.a)
    answers = []
    for design, link in (
        (level, hooks),
        (level, replace(hooks, b=hooks.a)),
        (level, replace(hooks, kind="wire")),
        (replace(level, stock={"rope": 1}), hooks),
        (replace(level, stock={"rope": 0}), hooks),
        (replace(level, links=(back,), next_id=5), replace(hooks, id=5)),
    ):
        try:
            Session(design).do(c.Connect.of(link, link.a.part, link.b.part, ()))
            answers.append("")
        except Refused as refused:
            answers.append(str(refused))
        assert connection_refusal(design, link) == answers[-1]
    assert [bool(answer) for answer in answers] == [False, True, True, False, True, True]
