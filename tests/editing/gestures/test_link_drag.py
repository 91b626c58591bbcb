"""Links dragged out of the palette, with the editor on a real workspace. Metres and radians."""

from __future__ import annotations

import pytest

from tests.hands import Hands, hands, workshop

__all__ = ["hands"]  # a fixture


@pytest.fixture
def ready(hands: Hands) -> Hands:
    """A ball (3), an anchor above it (4), a button (5); a rope has been dragged off its tile."""
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.part("button", 3.0, 0.2)
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope", held_down=True)
    return hands


def test_a_rope_is_dragged_to_a_port_and_on_to_another(ready: Hands) -> None:
    assert ready.editor.dragged_in and ready.editor.armed == "rope"
    ready.point((1.6, 1.4))
    assert ready.editor.preview.wire is None, "no port yet"
    ready.point(ready.port(3, "middle"))
    ready.point((2.0, 1.5))
    assert ready.editor.preview.wire is not None
    ready.release(ready.port(4, "hook"))
    (link,) = ready.design.links
    assert (link.kind, link.a.part, link.b.part) == ("rope", 3, 4)
    assert ready.editor.gesture is None and ready.editor.selection.ids == (link.id,)


def test_let_go_at_its_first_port_it_goes_on_with_a_click(ready: Hands) -> None:
    ready.point(ready.port(3, "middle"))
    ready.release(ready.port(3, "middle"))
    assert ready.design.links == () and not ready.editor.dragged_in
    ready.point((2.0, 1.6))
    assert ready.editor.preview.wire is not None
    ready.click(ready.port(4, "hook"))
    assert [(link.a.part, link.b.part) for link in ready.design.links] == [(3, 4)]


def test_past_one_hook_to_another_it_begins_at_the_latter_as_between_two_it_could_do_nothing(ready: Hands) -> None:
    b = workshop()
    b.part("anchor", 2.0, 2.0)
    b.part("anchor", 2.5, 2.0)
    ready.open(b.design())
    assert ready.toolbox.draw_link("rope", held_down=True)
    ready.point(ready.port(4, "hook"))
    ready.release(ready.port(5, "hook"))
    assert ready.design.links == () and ready.editor.gesture is not None
    ready.click(ready.port(3, "middle"))
    assert [(link.a.part, link.b.part) for link in ready.design.links] == [(5, 3)]


def test_let_go_anywhere_else_it_stays_in_hand(ready: Hands) -> None:
    ready.point((0.5, 1.5))
    ready.release((0.5, 1.5))
    assert ready.editor.armed == "rope" and not ready.editor.dragged_in and ready.notes == []
    ready.click(ready.port(4, "hook"))
    ready.click(ready.port(3, "middle"))
    assert [(link.a.part, link.b.part) for link in ready.design.links] == [(4, 3)]


def test_a_port_that_does_not_take_it_says_so(ready: Hands) -> None:
    ready.point(ready.port(5, "signal"))
    ready.release(ready.port(5, "signal"))
    assert ready.notes[-1].text == "A rope joins rope ports, and this is a signal out port."
    assert ready.editor.armed == "rope"


def test_dropped_elsewhere_than_on_the_canvas_it_is_gone(ready: Hands) -> None:
    assert not ready.editor.put_back() and ready.editor.cancel()
    assert ready.editor.gesture is None and ready.design.links == ()
