"""Tracks drawn with the mouse and bent by their points, on a real workspace without a window."""

from __future__ import annotations

import math
from typing import cast

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.design.geometry import Point, Points
from sandbox.design.values import Outlines
from sandbox.editing.gestures.track_gestures import with_point, without_point
from tests.contraptions import Builder
from tests.hands import ALT, SHIFT, Hands, hands

WAVE: Points = tuple((1.0 + k / 40, 1.0 + 0.2 * math.sin(k / 8)) for k in range(60))
BENT: Points = ((1.0, 1.0), (1.4, 0.8), (1.8, 1.0))

__all__ = ["hands"]  # a fixture


def clicked(hands: Hands, *points: Point) -> None:
    hands.toolbox.draw_track()
    for point in points:
        hands.click(point, ALT)
    hands.key("enter")


def world(hands: Hands) -> list[Point]:
    (spec,) = hands.design.parts
    return [(spec.x + x, spec.y + y) for x, y in line_of(spec)]


def line_of(spec: PartSpec) -> Points:
    (line,) = cast(Outlines, spec.props["line"])
    return line


def stocked(stock: dict[str, int | StockItem]) -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    return replace(b.design(), parts=(replace(b.parts[0], fixed=True),), stock=stock)


def test_one_stroke_is_one_track_and_one_command(hands: Hands) -> None:
    hands.toolbox.draw_track()
    hands.drag(WAVE[0], *WAVE[1:], held=ALT)
    (spec,) = hands.design.parts
    assert spec.kind == "track"
    assert hands.commands_in_file() == ["place"]
    assert hands.editor.selection.ids == (spec.id,)
    assert world(hands)[0] == pytest.approx(WAVE[0], abs=0.001)
    assert world(hands)[-1] == pytest.approx(WAVE[-1], abs=0.001)
    hands.operations.undo()
    assert hands.design.parts == ()


def test_clicks_make_a_track_too_and_backspace_takes_one_back(hands: Hands) -> None:
    hands.toolbox.draw_track()
    for point in (*BENT, (3.0, 2.0)):
        hands.click(point, ALT)
    hands.key("backspace")
    hands.key("enter")
    assert world(hands) == [pytest.approx(point, abs=1e-6) for point in BENT]


def test_a_second_click_on_the_last_point_ends_it_and_shift_keeps_to_one_axis(hands: Hands) -> None:
    hands.toolbox.draw_track()
    hands.click((1.0, 1.0), ALT)
    hands.click((1.6, 1.1), SHIFT)
    hands.click((1.6, 1.0), ALT)
    assert world(hands) == [pytest.approx((1.0, 1.0)), pytest.approx((1.6, 1.0))]


def test_dragging_a_point_bends_it_by_one_command(hands: Hands) -> None:
    clicked(hands, *BENT)
    hands.drag(hands.handle("bend", side=1), (1.4, 0.5), held=ALT)
    assert world(hands)[1] == pytest.approx((1.4, 0.5), abs=1e-6)
    assert world(hands)[0] == pytest.approx(BENT[0], abs=1e-6), "the others stay where they are"
    assert hands.commands_in_file() == ["place", "configure"]
    hands.operations.undo()
    assert world(hands)[1] == pytest.approx(BENT[1], abs=1e-6)


def test_dragging_between_two_points_puts_one_in_and_onto_a_neighbour_takes_it_out(hands: Hands) -> None:
    clicked(hands, *BENT)
    hands.drag(hands.handle("split", side=1), (1.1, 1.2), held=ALT)
    assert [round(x, 3) for x, _ in world(hands)] == [1.0, 1.1, 1.4, 1.8]
    hands.drag(hands.handle("bend", side=1), hands.handle("bend", side=2), held=ALT)
    assert [round(x, 3) for x, _ in world(hands)] == [1.0, 1.4, 1.8]


def test_del_takes_the_dragged_point_out(hands: Hands) -> None:
    clicked(hands, *BENT)
    hands.point(hands.handle("bend", side=1))
    hands.press(hands.handle("bend", side=1))
    hands.point((1.4, 0.4), ALT)
    hands.key("del")
    assert len(world(hands)) == 2


def test_one_point_more_and_one_fewer(hands: Hands) -> None:
    clicked(hands, *BENT)
    (spec,) = hands.design.parts
    more = with_point(spec)
    assert more is not None and hands.editor.carry_out(more)
    (spec,) = hands.design.parts
    assert len(world(hands)) == 4
    for left in (3, 2):
        fewer = without_point(hands.design.parts[0])
        assert fewer is not None and hands.editor.carry_out(fewer)
        assert len(world(hands)) == left
    assert without_point(hands.design.parts[0]) is None, "a line has two ends"


def test_drawing_anew_keeps_the_part_and_is_one_step(hands: Hands) -> None:
    clicked(hands, *BENT)
    before = hands.design.parts[0]
    hands.toolbox.draw_outline(before.id)
    hands.drag(WAVE[0], *WAVE[1:], held=ALT)
    assert hands.design.parts[0].id == before.id
    assert world(hands)[-1] == pytest.approx(WAVE[-1], abs=0.001)
    hands.operations.undo()
    assert hands.design.parts == (before,)


def test_a_level_limits_its_points_and_its_player_may_bend_it(hands: Hands) -> None:
    hands.open(stocked({"rail": StockItem("track", 1, "Rail", {"most": 3, "thickness": 0.05})}))
    assert hands.toolbox.track == "rail"
    comb = [(1.0 + 0.2 * k, 1.5 if k % 2 else 1.0) for k in range(5)]
    clicked(hands, *comb)
    assert "a line of 5 points, where 3 are allowed; draw a plainer one" in hands.notes[-1].text
    assert len(hands.design.parts) == 1, "only the floor"
    hands.editor.cancel()
    clicked(hands, *BENT)
    rail = hands.design.parts[-1]
    assert (rail.item, rail.props["thickness"], len(line_of(rail))) == ("rail", 0.05, 3)
    hands.drag(hands.handle("bend", side=1), (1.4, 0.5), held=ALT)
    assert hands.design.parts[-1].props["line"] != rail.props["line"]
    hands.drag(hands.handle("split", side=1), (1.1, 1.2), held=ALT)
    assert "where 3 are allowed" in hands.notes[-1].text


def test_without_a_track_in_the_stock_there_is_none_to_draw(hands: Hands) -> None:
    hands.open(stocked({"crate": 1}))
    assert hands.toolbox.track is None and not hands.toolbox.draw_track()
    assert "no track" in hands.notes[-1].text
