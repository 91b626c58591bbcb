"""Free outlines drawn point by point, on a real workspace without a window."""

from __future__ import annotations

from sandbox.design.geometry import Point
from tests.hands import ALT, FREE, SHIFT, Hands, hands

TRIANGLE: tuple[Point, ...] = ((1.0, 1.0), (1.6, 1.0), (1.3, 1.4))


__all__ = ["hands"]  # a fixture


def draw(hands: Hands, *corners: Point) -> None:
    hands.toolbox.arm("polygon", held_down=False)
    for corner in corners:
        hands.click(corner, ALT)


def test_a_click_for_each_corner_and_one_on_the_first_makes_a_part(hands: Hands) -> None:
    draw(hands, *TRIANGLE)
    assert hands.design.parts == ()
    hands.click((1.005, 1.0))
    (spec,) = hands.design.parts
    assert (spec.x, spec.y) == (1.3, 1.2)
    assert (spec.props["width"], spec.props["height"]) == (0.6, 0.4)
    assert spec.props["outline"] == (((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),)
    assert hands.editor.selection.ids == (spec.id,)
    hands.operations.undo()
    assert hands.design.parts == ()


def test_the_twelfth_corner_closes_it(hands: Hands) -> None:
    comb = [(1.0 + 0.1 * k, 1.2 if k % 2 else 1.4) for k in range(10)]
    draw(hands, *comb, (1.9, 0.8), (1.0, 0.8))
    assert len(hands.design.parts) == 1
    assert hands.editor.gesture is None


def test_enter_closes_and_backspace_takes_back(hands: Hands) -> None:
    draw(hands, *TRIANGLE, (9.0, 9.0))
    hands.key("backspace")
    hands.key("enter")
    assert hands.design.parts[0].props["width"] == 0.6
    draw(hands, (0.0, 0.0))
    hands.key("enter")
    assert hands.editor.armed == "polygon", "one corner is no outline"
    hands.key("backspace")
    hands.key("backspace")
    assert hands.editor.gesture is None


def test_edges_that_cross_are_told_and_nothing_is_lost(hands: Hands) -> None:
    draw(hands, (1.0, 1.0), (2.0, 2.0), (2.0, 1.0), (1.0, 2.0))
    assert "cross" in hands.editor.preview.why_not
    hands.key("enter")
    assert hands.design.parts == ()
    assert "cross" in hands.notes[-1].text
    hands.key("backspace")
    hands.key("enter")
    assert len(hands.design.parts) == 1


def test_corners_snap_to_the_grid_and_shift_keeps_to_one_axis(hands: Hands) -> None:
    hands.toolbox.arm("polygon", held_down=False)
    hands.click((1.012, 0.988))
    hands.click((1.49, 1.06), SHIFT)
    hands.click((1.52, 1.49))
    hands.key("enter")
    spec = hands.design.parts[0]
    assert (spec.props["width"], spec.props["height"]) == (0.5, 0.5)


def test_drawing_anew_keeps_the_part_and_is_one_step(hands: Hands) -> None:
    draw(hands, *TRIANGLE)
    hands.key("enter")
    before = hands.design.parts[0]
    hands.toolbox.draw_outline(before.id)
    for corner in ((2.0, 1.0), (2.8, 1.0), (2.8, 1.4), (2.0, 1.4)):
        hands.click(corner, ALT)
    hands.key("enter")
    (after,) = hands.design.parts
    assert after.id == before.id
    assert (after.x, after.y, after.props["width"]) == (2.4, 1.2, 0.8)
    hands.operations.undo()
    assert hands.design.parts == (before,)


def test_dragged_out_of_the_palette_it_comes_with_the_usual_outline(hands: Hands) -> None:
    hands.toolbox.arm("polygon", held_down=True)
    hands.point((1.0, 1.0))
    hands.release((1.0, 1.0), FREE)
    assert hands.design.parts[0].props == {}
