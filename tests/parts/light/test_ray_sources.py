"""Sources of rays: what switches them."""

from __future__ import annotations

import pytest

from sandbox.parts.light.rays import path_of
from tests.parts.rig import Rig


@pytest.mark.parametrize(("drop", "on"), [(0.5, True), (0.02, False)])
def test_a_knock_on_its_button_switches_a_torch_on(drop: float, on: bool) -> None:
    rig = Rig()
    torch = rig.add("flashlight", 1.0, 1.0)
    rig.add("tennis_ball", 0.955, 1.08 + drop)
    rig.run(0.15 + drop / 2)
    assert bool(rig.state(torch, "on")) == on
    assert (path_of(rig.machine.parts[torch], "ray") is not None) == on


def test_a_knock_elsewhere_does_not() -> None:
    rig = Rig()
    torch = rig.add("flashlight", 1.0, 1.0)
    rig.add("bowling_ball", 1.2, 1.6)
    rig.run(0.6)
    assert not rig.state(torch, "on")


def test_a_wire_switches_it_over_while_it_is_on() -> None:
    rig = Rig()
    button = rig.add("button", 3.0, 1.0, mode="hold", hold=0.5)
    torch, lit = rig.add("flashlight", 1.0, 1.0), rig.add("flashlight", 1.0, 2.0, on=True)
    rig.link("wire", button, "signal", torch, "signal")
    rig.link("wire", button, "signal", lit, "signal")
    rig.run(0.05)
    assert (rig.state(torch, "on"), rig.state(lit, "on")) == (0.0, 1.0)
    rig.machine.press(button)
    rig.run(0.1)
    assert (rig.state(torch, "on"), rig.state(lit, "on")) == (1.0, 0.0)
    assert rig.state(lit, "ray_legs") == 0.0
    rig.run(0.6)
    assert (rig.state(torch, "on"), rig.state(lit, "on")) == (0.0, 1.0)


def test_a_flipped_torch_shines_the_other_way() -> None:
    rig = Rig()
    torch = rig.add("flashlight", 3.0, 1.0, flip=True, on=True)
    rig.run(0.05)
    (x, y), (end, _) = path_of(rig.machine.parts[torch], "ray").points
    assert (x, y) == pytest.approx((2.832, 1.0)) and end == pytest.approx(2.832 - 2.5)
