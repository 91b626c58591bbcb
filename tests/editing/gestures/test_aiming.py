"""What a link in hand means where it points: a port that fits, the part around it, or a pulley. Metres."""

from __future__ import annotations

import math

import pytest

from sandbox.design.design import Design, End, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing.gestures.aiming import plug_at
from sandbox.editing.gestures.gesture import Plug
from sandbox.editing.picking import Socket, box_of
from tests.hands import SHIFT, Hands, hands, workshop

__all__ = ["hands"]  # a fixture

AT_USUAL_ZOOM = 7 / 120  # m: the reach in a window 1280 wide with a level of six metres
BLOCK: Point = (2.2, 1.8)
RADIUS = 0.06  # m, of the pulley block


def around(far: float) -> list[Point]:
    return [(BLOCK[0] + far * math.cos(turn / 4), BLOCK[1] + far * math.sin(turn / 4)) for turn in range(25)]


@pytest.fixture
def rope(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """A rope in hand from a ball (3); a pulley block (4), an anchor (5); the level is seen as a small screen does."""
    monkeypatch.setattr("tests.hands.REACH", AT_USUAL_ZOOM)
    b = workshop()
    b.part("pulley_block", *BLOCK)
    b.part("anchor", 3.5, 2.0)
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    return hands


@pytest.mark.parametrize("far", [0.0, 0.4 * RADIUS, 0.8 * RADIUS, 1.2 * RADIUS, 2.2 * RADIUS])
def test_a_click_on_a_small_wheel_or_near_it_leads_the_rope_over_it(rope: Hands, far: float) -> None:
    for at in around(far):
        rope.point(at)
        assert rope.editor.preview.says == "click leads it over the pulley, Shift+click ties it to its axle"
    rope.click(around(far)[7])
    rope.click(rope.port(5, "hook"))
    assert [(link.via, link.b.part) for link in rope.design.links] == [((4,), 5)]


@pytest.mark.parametrize("far", [0.0, 1.2 * RADIUS])
def test_with_shift_a_click_anywhere_on_the_wheel_ends_the_rope_at_its_axle(rope: Hands, far: float) -> None:
    rope.point(around(far)[0], SHIFT)
    assert "ends at: axle" in rope.editor.preview.says
    rope.click(around(far)[0], SHIFT)
    assert [(link.via, link.b) for link in rope.design.links] == [((), End(4, "axle"))]


def test_a_part_beside_a_wheel_is_meant_where_the_pointer_is_on_it(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.hands.REACH", AT_USUAL_ZOOM)
    b = workshop()
    b.part("pulley_block", *BLOCK)  # 4
    b.part("bowling_ball", BLOCK[0] + RADIUS + 0.12, BLOCK[1])  # 5: it almost touches the wheel
    hands.open(b.design())
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(3, "middle"))
    hands.point((BLOCK[0] + RADIUS + 0.02, BLOCK[1]))
    assert hands.editor.preview.chosen == hands.port(5, "middle")


def test_of_ports_in_one_place_the_one_that_fits_is_taken(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """A door's switch lies within the ports of a crate: for a wire only the switch can be meant."""
    monkeypatch.setattr("tests.hands.REACH", AT_USUAL_ZOOM)
    b = workshop()
    b.part("button", 3.0, 0.2)  # 4
    slider = b.part("slider", 3.0, 1.5)
    hands.open(b.design())
    switch = hands.port(slider, "signal")
    b.part("crate", switch[0] + 0.04, switch[1])  # its middle, which a wire can't end at, is five pixels off
    hands.open(b.design())
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(4, "signal"))
    for at in (switch, (switch[0] + 0.02, switch[1]), (switch[0] + 0.04, switch[1])):
        hands.point(at)
        preview = hands.editor.preview
        assert (preview.chosen, preview.why_not) == (switch, ""), at


def test_a_port_that_does_not_fit_still_says_why_where_none_fits(hands: Hands) -> None:
    b = workshop()
    b.part("button", 3.0, 0.2)  # 4
    b.part("bell", 1.0, 1.0)  # 5
    hands.open(b.design())
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(4, "signal"))
    hands.point(hands.port(3, "middle"))
    assert "joins a signal out and a signal in port" in hands.editor.preview.why_not


@pytest.mark.parametrize("dropped", [False, True])
def test_on_the_body_of_a_part_a_link_takes_the_nearest_port_that_fits(hands: Hands, dropped: bool) -> None:
    b = workshop()
    bar = b.part("bar", 3.0, 1.5, width=1.0)  # 4: with a port at each end
    hands.open(b.design())
    left, right = hands.port(bar, "left"), hands.port(bar, "right")
    ball = (2.07, 1.07)  # on the ball, beyond the pull of its middle
    on_bar = (left[0] + 0.3, left[1]), (right[0] - 0.3, right[1])
    if dropped:
        hands.editor.selection.ids = (3,)
        hands.press(hands.tap(3, "middle"))
    else:
        assert hands.toolbox.draw_link("rope")
        hands.point(ball)
        assert (hands.editor.preview.chosen, hands.editor.preview.says) == (
            hands.port(3, "middle"),
            "begins at: middle",
        )
        hands.click(ball)
    for at, port in zip(on_bar, (left, right), strict=True):
        hands.point(at)
        assert hands.editor.preview.chosen == port, "it is shown before"
    hands.release(on_bar[1]) if dropped else hands.click(on_bar[1])
    assert [(link.a.part, link.b) for link in hands.design.links] == [(3, End(bar, "right"))]


@pytest.mark.parametrize(("rule", "ends"), [("and", ["a", "b"]), ("or", ["a", "b"]), ("latch", ["a", "a"])])
def test_wires_on_the_middle_of_a_gate_take_its_ports_in_turn_but_for_what_switches_a_latch_off(
    hands: Hands, rule: str, ends: list[str]
) -> None:
    b = workshop()
    buttons = [b.part("button", x, 0.2) for x in (1.0, 3.0)]
    gate = b.part("gate", 2.0, 1.8, rule=rule)
    hands.open(b.design())
    for button in buttons:
        assert hands.toolbox.draw_link("wire")
        hands.click(hands.port(button, "signal"))
        hands.click((2.0, 1.8))
    assert [link.b for link in hands.design.links] == [End(gate, port) for port in ends]


# -- ports that fit and ports that do not

AT: Point = (1.0, 1.0)
REACH = 0.1  # m


def plug(right: float, why_not: str = "", part: int = 1) -> Plug:
    """A port so far to the right of where one points."""
    return Plug(Socket(End(part, ""), "shaft", "Shaft", AT[0] + right, AT[1]), why_not)


def test_a_port_that_fits_wins_over_a_nearer_one_that_does_not_as_long_as_it_is_near() -> None:
    refused = plug(0.5 * REACH, "it can't", part=2)
    near, far = plug(1.3 * REACH), plug(2.0 * REACH)
    assert plug_at((near, refused), AT, REACH, Design()) == near
    assert plug_at((far, refused), AT, REACH, Design()) == refused


def test_to_be_on_the_part_where_a_link_begins_means_nothing_yet() -> None:
    design = Design(parts=(PartSpec(1, "crate", *AT), PartSpec(2, "crate", *AT)))
    own = plug(3.0 * REACH, "it begins here", part=1)
    assert plug_at((own,), AT, REACH, design, from_part=1) is None
    assert plug_at((own,), AT, REACH, design, from_part=2) == own


@pytest.mark.parametrize(("off", "ends"), [(0.012, 4), (0.03, 0)])
def test_a_thin_part_is_meant_by_a_click_a_little_beside_it(hands: Hands, off: float, ends: int) -> None:
    """The leaf of a trap door is 4 px high in a wide room, and its port at its far end."""
    hands.open(workshop_with_trap_door())
    x, _ = hands.port(4, "signal")
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(5, "signal"))
    hands.click((x - 0.35, box_of(hands.part(4)).y1 + off))
    assert [link.b.part for link in hands.design.links] == [ends][: bool(ends)]


def workshop_with_trap_door() -> Design:
    b = workshop()
    b.part("trap_door", 2.5, 1.5)  # 4
    b.part("button", 3.5, 0.2)  # 5
    return b.design()


@pytest.mark.parametrize(
    ("at", "port"),
    [
        ((2.0, 1.5), "signal"),  # its middle
        ((1.935, 1.475), "signal"),  # half way from one to the other
        ((1.97, 1.48), "signal"),  # rather nearer to the other
        ((1.96, 1.43), "reset"),
        ((1.965, 1.438), "reset"),
        ((1.955, 1.41), "reset"),
    ],
)
def test_the_reset_of_a_counter_has_to_be_meant(hands: Hands, at: Point, port: str) -> None:
    b = workshop()
    button, counter = b.part("button", 1.0, 0.136), b.part("counter", 2.0, 1.5)
    hands.open(b.design())
    assert hands.toolbox.draw_link("wire")
    hands.click(hands.port(button, "signal"))
    hands.click(at)
    (wire,) = hands.design.links
    assert (wire.b.part, wire.b.port) == (counter, port)
