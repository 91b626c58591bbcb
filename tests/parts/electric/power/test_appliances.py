"""A toaster throws what lies on it, once it has power and somebody has pushed it down."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def toaster(load: str = "", cable: bool = True, on: bool = True, **props: object) -> tuple[Rig, int, int, int]:
    """A toaster on an outlet, and something that drops on it."""
    rig = Rig()
    rig.floor()
    outlet, device = rig.add("outlet", 1.0, 0.5, on=on), rig.add("toaster", 2.0, 0.095, **props)
    if cable:
        rig.link("cable", outlet, "right", device, "plug")
    thing = rig.add(load, 2.0, 0.6) if load else 0
    return rig, outlet, device, thing


@pytest.mark.parametrize(("load", "height"), [("domino", 0.46), ("crate", 0.3), ("petanque_boule", 0.46)])
def test_it_throws_what_fell_on_it_after_its_time(load: str, height: float) -> None:
    rig, _, device, thing = toaster(load, time=1.5)
    rig.run(1.5)
    assert rig.state(device, "toasting") == 1.0
    rests = rig.motion(thing)[1]
    top = rig.highest(thing, 1.2)
    assert rig.state(device, "popped") >= 1.0
    assert top - rests > 0.8 * height


@pytest.mark.parametrize(("cable", "on"), [(False, True), (True, False)])
def test_without_power_it_does_nothing(cable: bool, on: bool) -> None:
    rig, _, device, thing = toaster("domino", cable, on, time=0.5)
    rig.machine.press(device)
    rig.run(1.5)
    assert (rig.state(device, "toasting"), rig.state(device, "popped")) == (0.0, 0.0)
    assert rig.highest(thing, 0.5) < 0.5


def test_what_is_light_does_not_push_it_and_what_leans_on_its_side_neither() -> None:
    rig, _, device, _ = toaster("table_tennis_ball")
    ball = rig.add("petanque_boule", 2.4, 0.04)
    rig.machine.parts[ball].bodies[0].velocity = (-2.0, 0.0)
    rig.run(1.0)
    assert rig.state(device, "toasting") == 0.0


def test_its_slices_go_down_while_it_toasts() -> None:
    rig, _, device, _ = toaster(time=1.0)
    slices = rig.machine.parts[device].bodies[1]
    heights = [slices.position.y]
    rig.machine.press(device)
    heights.append(slices.position.y)
    rig.run(1.2)
    heights.append(slices.position.y)
    assert heights[0] == heights[2] and heights[1] == pytest.approx(heights[0] - 0.05)


def test_it_lets_go_when_its_power_goes_and_throws_nothing() -> None:
    rig, outlet, device, thing = toaster("domino", time=2.0)
    rig.run(1.0)
    assert rig.state(device, "toasting") == 1.0
    rig.machine.press(outlet)
    assert rig.state(device, "toasting") == 0.0
    rig.run(3.0)
    assert rig.state(device, "popped") == 0.0 and rig.motion(thing)[1] < 0.4


def test_it_takes_power_only_while_it_toasts() -> None:
    rig = Rig()
    battery, device = rig.add("battery", 1.0, 1.0, time=10.0), rig.add("toaster", 2.0, 1.0, time=2.4)
    rig.link("cable", battery, "socket", device, "plug")
    rig.run(2.0)
    assert rig.state(battery, "left") == 1.0
    rig.machine.press(device)
    rig.run(5.0)
    assert rig.state(battery, "left") == pytest.approx(0.8, abs=0.005)


def test_a_plate_under_a_ball_has_a_toaster_throw_another() -> None:
    """What it is for: a signal of a plate, power of an outlet, and something flies."""
    rig = Rig()
    rig.floor()
    plate, outlet = rig.add("pressure_plate", 0.5, 0.01, mass=0.5), rig.add("outlet", 1.2, 0.6)
    device = rig.add("toaster", 2.0, 0.3, -0.35, time=0.5, speed=5.0)
    rig.link("wire", plate, "signal", device, "signal")
    rig.link("cable", outlet, "right", device, "plug")
    rig.add("petanque_boule", 0.5, 0.3)
    domino = rig.add("domino", 2.04, 0.52, -0.35)
    rig.run(2.5)
    assert rig.state(device, "popped") == 1.0 and rig.motion(domino)[0] > 2.4
