"""The author's view in the whole window: goals by pointing, stock, hints, texts, trying out and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Contained,
    Count,
    CountContained,
    Design,
    Distance,
    Faster,
    Goal,
    Gone,
    Held,
    Hint,
    HintEnd,
    Inside,
    Latched,
    LinkState,
    Moved,
    Not,
    State,
    StockItem,
    Tally,
    Touches,
    Turned,
)
from sandbox.design.no_build import NoBuildArea
from sandbox.editing import picking
from sandbox.editing.authoring import goal_areas, goal_forms
from sandbox.levels import levels
from sandbox.verify.verify import Verdict, verify
from sandbox.window.frame.status_line import advice
from tests.contraptions import Builder
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]


def yard() -> Design:
    """Floor 1, ball 2, crate 3, balloon 4, lamp 5."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("bowling_ball", 1.0, 1.2)
    b.part("crate", 2.0, 0.25)
    b.part("balloon", 3.0, 1.0)
    return b.design()


@pytest.fixture
def author(drive: Open) -> Driver:  # noqa: F811
    driver = drive(yard())
    driver.key(key.F5)
    assert driver.design.author
    return driver


def new_goal(driver: Driver, form: str, way: str = "author.new_goal") -> None:
    driver.click(way)
    driver.click(f"form.{form}")


# -- pulling by hand


def test_the_first_goal_of_a_level_takes_pulling_by_hand_away(author: Driver) -> None:
    assert author.design.allow == ("press", "grab")
    new_goal(author, "gone")
    author.click((3.0, 1.0))
    assert len(author.design.goals) == 1 and author.design.allow == ("press",)
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.goals == () and author.design.allow == ("press", "grab"), "one step"
    author.key(key.Y, key.MOD_CTRL)
    author.app.features.author.turn_to("level")
    author.frames()
    author.click("level.allow.grab")  # allowed again, on purpose
    author.app.features.author.turn_to("goals")
    author.frames()
    new_goal(author, "gone")
    author.click((1.0, 1.2))
    assert len(author.design.goals) == 2 and author.design.allow == ("press", "grab")


def test_a_condition_of_losing_and_a_level_that_has_goals_change_nothing_of_it(drive: Open) -> None:  # noqa: F811
    driver = drive(yard())
    driver.key(key.F5)
    new_goal(driver, "gone", "author.new_fail")
    driver.click((3.0, 1.0))
    assert len(driver.design.fails) == 1 and driver.design.allow == ("press", "grab")
    driver = drive(replace(yard(), goals=(Goal("It is gone", Gone(4)),)))
    driver.key(key.F5)
    new_goal(driver, "gone")
    driver.click((1.0, 1.2))
    assert len(driver.design.goals) == 2 and driver.design.allow == ("press", "grab")


# -- goals by pointing


def test_a_region_is_drawn_for_a_part_that_is_pointed_at(author: Driver) -> None:
    new_goal(author, "inside")
    assert "Click the part" in advice(author.app)
    author.click((2.0, 0.25))
    author.carry((1.0, 0.2), (1.2, 0.5), (1.5, 0.6))
    (goal,) = author.design.goals
    assert goal == Goal("The crate is in the region, for 0.5 s", Held(0.5, Inside(3, 1.0, 0.2, 1.5, 0.6)))
    assert author.commands == ["author", "together"], "with the first goal nothing may be pulled any more"
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.goals == ()


def bins() -> Design:
    """Floor 1, ball 2, basket 3."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("tennis_ball", 1.0, 1.2)
    b.part("basket", 2.5, 0.25)
    return b.design()


def test_a_goal_inside_a_container_is_made_by_pointing_at_it(drive: Open) -> None:  # noqa: F811
    author = drive(bins())
    author.key(key.F5)
    new_goal(author, "contained")
    author.click((1.0, 1.2))
    assert "Click the container" in advice(author.app)
    assert author.app.editor.gesture is not None
    assert author.app.editor.gesture.asks.startswith("Click the container"), "the same beside the pointer"
    author.point((0.5, 0.05))
    assert "a floor is no container" in author.app.editor.preview.why_not
    author.click((0.5, 0.05))
    assert author.design.goals == (), "a floor has no hollow"
    author.click((2.5, 0.12))
    assert author.design.goals == (Goal("The tennis ball is in the basket, for 0.5 s", Held(0.5, Contained(2, 3))),)
    new_goal(author, "count_contained")
    author.key(key.TAB)
    author.key(key.TAB)
    author.key(key.RETURN)
    author.key(key.TAB)  # the only container
    author.key(key.RETURN)
    assert author.design.goals[1].when == Held(0.5, CountContained("tennis_ball", 3))


def test_a_region_around_a_container_can_be_made_to_follow_it(drive: Open) -> None:  # noqa: F811
    author = drive(bins())
    author.key(key.F5)
    new_goal(author, "inside")
    author.click((1.0, 1.2))
    author.carry((2.3, 0.1), (2.4, 0.2), (2.7, 0.4))
    assert author.design.goals[0].text == "The tennis ball is in the region, for 0.5 s"
    author.click("rule.variant.0.(0,)")
    assert author.design.goals == (Goal("The tennis ball is in the basket, for 0.5 s", Held(0.5, Contained(2, 3))),)
    author.key(key.Z, key.MOD_CTRL)
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.goals == ()
    new_goal(author, "inside")
    author.click((1.0, 1.2))
    author.carry((1.0, 0.1), (1.1, 0.2), (3.0, 0.8))
    assert author.shows("rule.goal.0") and not author.shows("rule.variant.0.(0,)"), "it is far larger than the basket"


BALL, CRATE, BALLOON = (1.0, 1.2), (2.0, 0.25), (3.0, 1.05)


@pytest.mark.parametrize(
    ("form", "clicks", "made"),
    [
        ("touches", [BALL, CRATE], Touches(2, 3)),
        ("beyond", [BALL, (1.7, 1.2)], Beyond(2, "x", "more", 1.7)),
        ("beyond", [BALL, (1.0, 0.4)], Beyond(2, "y", "less", 0.4)),
        ("distance", [BALL, CRATE, (2.5, 0.25)], Distance(2, 3, "less", 0.5)),
        ("moved", [BALL, (1.0, 0.9)], Moved(2, 0.3)),
        ("turned", [CRATE], Turned(3, 0.7853981633974483)),
        ("faster", [BALL], Faster(2, 1.0)),
        ("state", [BALLOON], State(4, "popped")),
        ("tally", [BALLOON], Tally("balloon", "popped")),
        ("gone", [BALLOON], Gone(4)),
    ],
)
def test_every_kind_of_goal_is_made_by_pointing(
    author: Driver, form: str, clicks: list[Any], made: AnyCondition
) -> None:
    new_goal(author, form)
    author.click(*clicks)
    assert [goal.when for goal in author.design.goals] == [made]
    assert author.shows("rule.goal.0")
    levels.loads(levels.dumps(author.design))


def choose(driver: Driver, field: str, index: int) -> None:
    """Choose an entry of a list, which hangs below its field."""
    driver.click(field)
    x0, y0, x1, y1 = driver.app.ui.rects[field]
    spot = (int((x0 + x1) / 2), int(driver.window.height - y1 - (index + 0.7) * 0.9 * (y1 - y0)))
    driver._event("on_mouse_motion", *spot, 0, 0)
    driver._event("on_mouse_press", *spot, mouse.LEFT, 0)
    driver._event("on_mouse_release", *spot, mouse.LEFT, 0)


def test_a_box_that_can_not_break_can_not_be_asked_whether_it_has(drive: Open) -> None:  # noqa: F811
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("cardboard_box", 1.0, 0.25, open=False)
    b.part("cardboard_box", 2.0, 0.25, open=False, breaks_at=14.0)
    author = drive(b.design())
    author.key(key.F5)
    new_goal(author, "state")
    author.point((1.0, 0.25))
    assert "can't become broken with its properties as they are" in author.app.editor.preview.why_not
    author.click((1.0, 0.25))
    assert author.design.goals == ()
    author.click((2.0, 0.25))
    assert [goal.when for goal in author.design.goals] == [State(3, "broken")]


def cords() -> Design:
    """Floor 1, candles 2 and 3, fuse 4 between them, button 5, lamp 6, wire 7 between these."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("candle", 1.0, 1.2)
    b.part("candle", 2.0, 1.2)
    b.link("fuse", 2, "fuse", 3, "fuse")
    b.part("button", 1.0, 0.4)
    b.part("lamp", 2.0, 0.5)
    b.link("wire", 5, "signal", 6, "signal")
    return b.design()


def test_a_goal_about_a_fuse_is_made_by_pointing_at_it_and_edited_in_its_form(drive: Open) -> None:  # noqa: F811
    author = drive(cords())
    author.key(key.F5)
    new_goal(author, "link_state")
    assert "Click the link" in advice(author.app)
    wire, fuse = (picking.cord(author.design, author.design.link_by_id[link])[8] for link in (7, 4))
    author.point(wire)
    assert "a wire has no states that a goal could ask for" in author.app.editor.preview.why_not
    author.click(wire)
    assert author.design.goals == ()
    author.click(fuse)
    assert author.design.goals == (Goal("The fuse is burning", LinkState(4, "burning")),)
    choose(author, "rule.state.()", 2)
    assert author.design.goals == (Goal("The fuse is burnt out", LinkState(4, "burnt out")),)
    levels.loads(levels.dumps(author.design))
    new_goal(author, "link_state", "author.new_fail")
    author.key(key.TAB)  # the only link that can be asked
    author.key(key.RETURN)
    assert [fail.when for fail in author.design.fails] == [LinkState(4, "burning")]


def test_a_goal_about_a_link_needs_one(author: Driver) -> None:
    new_goal(author, "link_state")
    assert author.app.editor.gesture is None
    assert "about a fuse, and there is none yet" in author.said


def test_what_can_not_be_pointed_at_says_why(author: Driver) -> None:
    new_goal(author, "state")
    author.point(CRATE)
    assert "no states that a goal could ask for" in author.app.editor.preview.why_not
    author.click(CRATE)
    assert author.design.goals == () and author.app.editor.gesture is not None
    author.key(key.ESCAPE)
    assert author.app.editor.gesture is None


def test_a_goal_is_made_by_keys_alone(author: Driver) -> None:
    author.key(key.F8, key.MOD_SHIFT)
    for _ in range(2):
        author.key(key.DOWN)
    author.key(key.RETURN)  # past a line
    author.key(key.TAB)
    author.key(key.TAB)
    author.key(key.RETURN)  # part 2, the ball
    author.key(key.RIGHT)
    author.key(key.RETURN)
    assert author.design.goals[0].when == Beyond(2, "x", "more", 1.55)
    author.key(key.F8, key.MOD_CTRL)
    author.key(key.RETURN)  # in a region
    for symbol in (key.TAB, key.TAB, key.TAB, key.RETURN, key.RIGHT, key.RETURN, key.RIGHT, key.UP, key.RETURN):
        author.key(symbol)
    (fail,) = author.design.fails
    assert fail.when == Held(0.5, Inside(3, 2.55, 0.25, 2.6, 0.3))
    author.key(key.DELETE, key.MOD_CTRL)
    assert author.design.fails == () and len(author.design.goals) == 1


# -- the form


def test_a_goals_text_numbers_and_conditions_are_edited_in_its_form(author: Driver) -> None:
    new_goal(author, "moved")
    author.click(BALL, (1.0, 0.9))
    author.click("rule.goal.text")
    author.key(key.A, key.MOD_CTRL)
    author.type("Away with it")
    author.click("rule.latched.()")
    assert author.design.goals == (Goal("Away with it", Latched(Moved(2, 0.3))),)
    author.click("rule.latched.()", "rule.not.()")
    assert author.design.goals[0].when == Not(Moved(2, 0.3))
    author.click("rule.or.()")
    author.click("form.gone")
    author.click(BALLOON)
    assert author.design.goals[0].when == AnyOf((Not(Moved(2, 0.3)), Gone(4)))
    author.click("rule.drop.(1,)")
    assert author.design.goals[0].when == Not(Moved(2, 0.3))
    author.press("rule.by.(0,)")
    author.drag((1.0, 1.0))  # to the left of the panel, far
    author.release((1.0, 1.0))
    moved = author.design.goals[0].when
    assert isinstance(moved, Not) and isinstance(moved.of, Moved) and moved.of.by < 0.3
    steps = author.commands.count("set_goals")
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.goals[0].when == Not(Moved(2, 0.3)), "the whole drag is one step"
    assert author.commands.count("set_goals") == steps


def test_a_region_is_dragged_by_its_handles(author: Driver) -> None:
    new_goal(author, "count")
    author.click(CRATE)
    author.carry((1.0, 0.2), (1.2, 0.5), (1.5, 0.6))
    author.carry((1.5, 0.6), (1.6, 0.7), (1.7, 0.8))
    assert author.design.goals[0].when == Held(0.5, Count("crate", 1.0, 0.2, 1.7, 0.8))
    author.carry((1.35, 0.5), (1.6, 0.7), (1.85, 0.9))
    assert author.design.goals[0].when == Held(0.5, Count("crate", 1.5, 0.6, 2.2, 1.2))
    assert author.commands[-2:] == ["set_goals", "set_goals"]


def test_deleting_a_goal_and_going_through_them(author: Driver) -> None:
    for clicks in ([BALL], [CRATE]):
        new_goal(author, "faster")
        author.click(*clicks)
    assert author.app.features.author.chosen == (False, 1)
    author.key(key.F8)
    assert author.app.features.author.chosen == (False, 0)
    author.click("rule.delete")
    assert [goal.when for goal in author.design.goals] == [Faster(3, 1.0)]


# -- stock, hints, texts


def test_a_part_is_given_though_shift_is_let_go_before_the_next_frame(author: Driver) -> None:
    """On a busy machine a click and the release of the key come between two frames."""
    author.key(key.F7)
    author.click("stock.begin")
    author.hold(key.MOD_SHIFT)
    author.press("part.bowling_ball")
    spot = author.at("part.bowling_ball")
    author.window.dispatch_event("on_mouse_release", *spot, mouse.LEFT, key.MOD_SHIFT)
    author.window.dispatch_event("on_key_release", key.LSHIFT, key.MOD_SHIFT)
    author.held = 0
    author.frames(4)
    assert author.design.stock == {"bowling_ball": 1} and author.app.editor.armed is None


def test_a_stock_makes_what_is_built_the_levels(author: Driver) -> None:
    author.key(key.F7)
    author.click("stock.begin")
    assert author.design.stock == {} and all(spec.fixed for spec in author.design.parts)
    author.hold(key.MOD_SHIFT)
    author.click("part.bowling_ball", "part.bowling_ball")
    author.hold(0)
    assert author.design.stock == {"bowling_ball": 2} and author.app.editor.armed is None
    author.click("stock.less.bowling_ball")
    author.click((2.0, 0.25))
    author.key(key.I, key.MOD_CTRL)
    assert author.design.stock == {"bowling_ball": 1, "crate": 1}
    author.click("stock.turns")
    assert author.design.stock["crate"] == StockItem("crate", 1, turns=False)
    author.click("stock.resizes.width", "stock.turns")
    assert author.design.stock["crate"] == StockItem("crate", 1, resizes=("width",))
    author.click("stock.delete")
    assert author.design.stock == {"bowling_ball": 1}
    author.click((2.0, 0.25))
    author.key(key.B, key.MOD_CTRL | key.MOD_SHIFT)
    assert not author.part(3).fixed and author.part(2).fixed


def test_a_hint_is_recorded_by_showing_and_dragged(drive: Open) -> None:  # noqa: F811
    author = drive(replace(yard(), stock={"domino": 2}))
    author.key(key.F5)
    author.app.features.author.turn_to("hints")
    author.frames()
    author.click("hint.show.domino", (1.5, 0.2))
    assert author.design.hints == (Hint("", "domino", 1.5, 0.2),)
    assert len(author.design.parts) == 4, "nothing is placed"
    author.click("hint.text.0")
    author.type("Here")
    author.carry((1.5, 0.2), (1.6, 0.2), (1.75, 0.3))
    assert author.design.hints == (Hint("Here", "domino", 1.75, 0.3),)
    author.click("hint.show.domino", (2.5, 0.2), "hint.up.1")
    assert [hint.x for hint in author.design.hints] == [2.5, 1.75]
    author.click("hint.delete.0")
    assert [hint.text for hint in author.design.hints] == ["Here"]
    author.click((2.0, 0.25))
    author.key(key.I, key.MOD_CTRL | key.MOD_SHIFT)
    assert author.design.hints[-1] == Hint("", "crate", 2.0, 0.25)


def test_a_hint_about_a_link_is_recorded_by_showing_also_to_a_part_of_another_hint(drive: Open) -> None:  # noqa: F811
    author = drive(replace(yard(), stock={"bowling_ball": 1, "rope": 1}))
    author.key(key.F5)
    author.app.features.author.turn_to("hints")
    author.frames()
    author.click("hint.show.bowling_ball", (3.0, 2.0))
    author.click("hint.show.rope")
    assert len(author.app.editor.preview.plugs) == 4, "ball, crate, balloon, and the ball that the first hint places"
    author.click((2.0, 0.25), (3.0, 2.0))
    rope = Hint("", "rope", a=HintEnd(3, port="middle"), b=HintEnd(hint=1, port="middle"))
    assert author.design.hints[1] == rope
    assert author.design.links == () and len(author.design.parts) == 4, "nothing is built"
    assert author.app.editor.selection.ids == ()
    assert [handle.target.id for handle in author.app.features.author.handles()] == [1], (
        "a link has no place to be dragged to"
    )
    assert len(author.app.features.author_panel.labels()) == 2
    author.click("hint.up.1")
    assert author.design.hints[1] == rope, "it can't be told before the part that it is tied to"
    author.click("hint.text.1")
    author.type("Tie it")
    author.click((1.5, 1.5))
    assert author.design.hints[1].text == "Tie it"
    author.click((2.0, 0.25))
    author.key(key.DELETE)
    assert "Hint 2 ties a rope to part 3" in author.said
    author.click("hint.delete.0")
    assert author.design.hints == (), "the rope had nothing to be tied to any more"
    author.key(key.Z, key.MOD_CTRL)
    assert len(author.design.hints) == 2


def test_a_hint_about_a_link_is_recorded_by_keys_alone(drive: Open) -> None:  # noqa: F811
    author = drive(replace(yard(), stock={"rope": 1}))
    author.key(key.F5)
    author.app.features.author.show_hint("rope")
    author.frames()
    for symbol in (key.TAB, key.RETURN, key.TAB, key.RETURN):
        author.key(symbol)
    (hint,) = author.design.hints
    assert (hint.kind, hint.a, author.design.links) == ("rope", HintEnd(2, port="middle"), ())
    assert hint.b in (HintEnd(3, port="middle"), HintEnd(4, port="knot"))


def test_a_link_that_is_selected_becomes_a_hint(drive: Open) -> None:  # noqa: F811
    b = Builder()
    b.part("anchor", 1.0, 2.0)
    b.part("weight", 1.5, 0.5)
    b.link("rope", 1, "hook", 2, "ring")
    author = drive(replace(b.design(), stock={"rope": 1, "weight": 1}))
    author.key(key.F5)
    author.app.editor.selection.ids = (3,)
    author.key(key.I, key.MOD_CTRL | key.MOD_SHIFT)
    assert author.design.hints == (Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(2, port="ring")),)


def test_texts_rules_and_the_world(author: Driver) -> None:
    author.app.features.author.turn_to("level")
    author.frames()
    author.click("level.title")
    author.key(key.A, key.MOD_CTRL)
    author.type("The yard")
    author.click("level.text")
    author.type("Put it away.")
    author.click("level.allow.grab")
    author.click("level.forecast")
    assert author.design.forecast
    assert (author.design.title, author.design.text, author.design.allow) == ("The yard", "Put it away.", ("press",))
    assert author.shows("world.gravity_y") and author.shows("level.tick_rate")
    assert author.workspace.control.use_tick_rate(120)
    author.frames()
    assert author.design.world.tick_rate == author.workspace.document.session.tick_rate == 120
    assert author.design.author and author.design.title == "The yard" and author.workspace.document.dirty


# -- trying out


def solvable() -> Design:
    """A crate is to come down where the player drops one; there is one in the stock."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    goals = (Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5)),)
    floor = replace(b.design().parts[0], fixed=True)
    return replace(b.design(), parts=(floor,), goals=goals, stock={"crate": 1}, title="Down")


def test_trying_out_is_as_a_player_has_it_and_the_way_back_loses_nothing(drive: Open) -> None:  # noqa: F811
    driver = drive(solvable())
    driver.key(key.F5)
    driver.click("part.domino", (3.0, 0.3))
    authored = driver.design
    driver.key(key.F5)
    assert not driver.design.author and driver.workspace.document.session.trying_out and not driver.shows("part.domino")
    driver.click((3.0, 0.3))
    driver.key(key.DELETE)
    assert "belongs to the level" in driver.said
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.SPACE)
    driver.seconds(1.0)
    assert driver.workspace.document.session.outcome == "won"
    assert driver.workspace.wins.solved == frozenset()
    driver.key(key.F5)  # stops the machine, too
    assert driver.design == authored
    driver.key(key.Z, key.MOD_CTRL)
    assert len(driver.design.parts) == 1, "what was done before the try can be undone"
    path = driver.workspace.document.recording_path
    assert path is not None
    driver.workspace.close()
    report = verify(path)
    assert report.verdict is Verdict.PASS and report.compared > 100


def test_a_try_becomes_hints(drive: Open) -> None:  # noqa: F811
    driver = drive(solvable())
    driver.key(key.F5)
    driver.key(key.F5)
    driver.click("part.crate", (0.6, 0.5))
    driver.click("author.keep_hints")
    assert driver.design.author and driver.design.hints == (Hint("", "crate", 0.6, 0.5),)
    assert driver.app.features.author.tab == "hints" and len(driver.design.parts) == 1


def test_what_was_placed_in_the_last_try_is_put_back_by_a_key_and_as_one_step(drive: Open) -> None:  # noqa: F811
    driver = drive(solvable())
    driver.key(key.F5)
    driver.key(key.F5)
    assert not driver.shows("author.put_back")
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.F5)
    driver.key(key.F5)
    assert len(driver.design.parts) == 1
    driver.click("author.put_back")
    assert (driver.design.parts[1].x, driver.design.parts[1].y) == (0.6, 0.5)
    assert not driver.shows("author.put_back"), "it is there"
    driver.key(key.Z, key.MOD_CTRL)
    assert len(driver.design.parts) == 1
    driver.key(key.J, key.MOD_CTRL)
    assert len(driver.design.parts) == 2
    driver.key(key.SPACE)
    driver.seconds(1.0)
    assert driver.workspace.document.session.outcome == "won"


# -- conditions within conditions


NESTED = All((Latched(Gone(4)), Held(1.0, AnyOf((Faster(2, 1.0), Not(Moved(3, 0.2)))))))


def test_conditions_are_found_put_and_taken_out_by_their_paths() -> None:
    paths = goal_forms.simple_paths(NESTED)
    assert paths == [(0, 0), (1, 0, 0), (1, 0, 1, 0)]
    assert [goal_forms.at(NESTED, path) for path in paths] == [Gone(4), Faster(2, 1.0), Moved(3, 0.2)]
    assert goal_forms.at(goal_forms.put(NESTED, paths[1], Gone(2)), paths[1]) == Gone(2)
    assert goal_forms.without(NESTED, paths[2]) == All((Latched(Gone(4)), Held(1.0, Faster(2, 1.0))))
    assert goal_forms.without(NESTED, paths[0]) == NESTED.of[1]
    assert goal_forms.without(Held(1.0, Gone(4)), (0,)) is None
    assert goal_forms.joined(NESTED, (1, 0, 0), Gone(2), All) == goal_forms.put(
        NESTED, (1, 0, 0), All((Faster(2, 1.0), Gone(2)))
    )


def test_every_condition_is_told_in_words() -> None:
    design = yard()
    assert goal_forms.text_of(design, NESTED).startswith(
        "The balloon is gone (once is enough) and the bowling ball is faster"
    )
    assert (
        goal_forms.text_of(design, Distance(2, 3, "less", 0.5))
        == "The bowling ball is nearer than 0.50 m from the crate"
    )
    assert goal_forms.text_of(design, Tally("balloon", "popped", True, 2)) == "2 of the kind balloon are popped"


def test_a_handle_of_a_region_that_is_dragged_past_the_other_turns_it_round() -> None:
    box = Inside(3, 1.0, 0.2, 1.5, 0.6)
    over = goal_areas.dragged(yard(), box, "x0y0", (1.0, 0.2), (2.0, 0.4))
    assert over == Inside(3, 1.5, 0.4, 2.0, 0.6)


# -- areas without building


def test_an_area_is_drawn_listed_dragged_deleted_and_brought_back(author: Driver) -> None:
    author.key(key.N, key.MOD_CTRL | key.MOD_SHIFT)
    author.carry((1.0, 1.5), (1.2, 1.6), (1.5, 2.0))
    assert author.design.no_build == (NoBuildArea(1.0, 1.5, 1.5, 2.0),)
    author.carry((1.25, 1.75), (1.3, 1.8), (1.5, 1.75))
    assert author.design.no_build == (NoBuildArea(1.25, 1.5, 1.75, 2.0),)
    author.click("author.new_no_build")
    author.carry((2.5, 1.5), (3.0, 1.6), (3.5, 2.0))
    second = NoBuildArea(2.5, 1.5, 3.5, 2.0)
    assert author.design.no_build == (NoBuildArea(1.25, 1.5, 1.75, 2.0), second)
    author.click("level.area.0", "author.delete_no_build")
    assert author.design.no_build == (second,)
    author.key(key.DELETE, key.MOD_CTRL | key.MOD_SHIFT)
    assert author.design.no_build == () and not author.shows("author.delete_no_build")
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.no_build == (second,)
    assert author.commands == ["author", *["set_no_build"] * 5, "undo"]


def test_the_selected_area_is_sized_by_its_corners_and_each_is_selected_at_its_middle(author: Driver) -> None:
    for x in (1.0, 2.5):
        author.key(key.N, key.MOD_CTRL | key.MOD_SHIFT)
        author.carry((x, 1.5), (x + 0.1, 1.6), (x + 0.5, 2.0))
    first, second = author.design.no_build
    author.carry((1.5, 1.5), (1.6, 1.4), (1.75, 1.25))
    assert author.design.no_build == (first, second), "the first is not selected: its corner is free space"
    author.click((1.25, 1.75))
    author.carry((1.5, 1.5), (1.6, 1.4), (1.75, 1.25))
    assert author.design.no_build == (NoBuildArea(1.0, 1.25, 1.75, 2.0), second)
