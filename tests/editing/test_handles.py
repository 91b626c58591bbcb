"""The handles of what is selected: which there are, where they stand, which is meant. Metres and radians."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from sandbox.design.design import PartSpec, StockItem
from sandbox.editing import handles
from sandbox.editing.picking import NOTHING, Pick, box_around
from tests.hands import OFF, Hands, hands, workshop

__all__ = ["hands"]  # a fixture


def test_a_handle_turns_with_its_part_and_stands_clear_of_it() -> None:
    crate = PartSpec(1, "crate", 1.0, 1.0, math.pi / 2)
    spots = {handle.target: (handle.x, handle.y) for handle in handles.of_part(crate, OFF)}
    assert spots[Pick("turn", 1)] == pytest.approx((1.0 - 0.15 - OFF, 1.0)), "what was above is left of it now"
    assert spots[Pick("size", 1, "width", 1)] == pytest.approx((1.0, 1.15))


def test_the_nearest_handle_within_reach_is_meant() -> None:
    spots = handles.of_part(PartSpec(1, "crate", 1.0, 1.0), OFF)
    assert handles.at(spots, (1.14, 1.0), 0.02) == Pick("size", 1, "width", 1)
    assert handles.at(spots, (1.0, 1.0), 0.02) is NOTHING


def test_the_handle_of_a_group_stands_above_the_box_around_it() -> None:
    specs = workshop().design().parts[1:]
    box = box_around(specs)
    handle = handles.of_group(specs, 0.0, OFF)
    assert (handle.x, handle.y) == pytest.approx(((box.x0 + box.x1) / 2, box.y1 + OFF))


def test_an_item_of_the_stock_has_the_handles_that_it_says(hands: Hands) -> None:
    bar = StockItem("bar", 2, "Long bar", {"width": 2.0}, 0.0, ("width",), False)
    hands.open(replace(workshop().design(), stock={"long-bar": bar, "domino": 1}))
    assert hands.toolbox.arm("long-bar", held_down=False)
    assert hands.editor.armed == "long-bar"
    hands.click((1.5, 1.5))
    placed = hands.design.parts[-1]
    assert (placed.kind, placed.item, placed.props) == ("bar", "long-bar", {"width": 2.0})
    assert {(handle.target.what, handle.target.name) for handle in hands.editor.handles(0.2)} == {("size", "width")}
    hands.toolbox.arm("domino", held_down=False)
    hands.click((3.0, 1.5))
    assert {handle.target.what for handle in hands.editor.handles(0.2)} == {"turn"}


def test_the_handle_of_a_group_goes_round_with_it(hands: Hands) -> None:
    hands.open(workshop().design())
    hands.editor.selection.ids = (2, 3)
    (handle,) = hands.editor.handles(OFF)
    box = hands.editor.selection.box
    assert box is not None
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    assert handle[1:] == pytest.approx((middle[0], box.y1 + OFF))
    far = handle.y - middle[1]
    hands.press((handle.x, handle.y))
    hands.point((middle[0] + far, middle[1]))
    (turned,) = hands.editor.handles(OFF)
    assert turned[1:] == pytest.approx((middle[0] + far, middle[1])), "a quarter turn, clockwise"
    assert hands.editor.turned_by == pytest.approx(-math.pi / 2)
    hands.release((middle[0] + far, middle[1]))
    assert hands.commands_in_file() == ["together"]
    assert hands.editor.turned_by == 0.0
