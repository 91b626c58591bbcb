"""A generator gives power while it is turned, and is harder to turn the more is taken of it."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

RPM = 6.283185307179586 / 60


def driven(*loads: str, **motor: float) -> tuple[Rig, int, int, list[int]]:
    """A motor with a belt to a generator, and loads on it."""
    rig = Rig()
    motor_id, generator = rig.add("motor", 1.0, 1.0, **motor), rig.add("generator", 2.0, 1.0)
    rig.link("belt", motor_id, "shaft", generator, "shaft")
    ids = [rig.add(load, 2.0 + k, 2.0) for k, load in enumerate(loads)]
    for load in ids:
        rig.link("cable", generator, "socket", load, "plug")
    return rig, motor_id, generator, ids


@pytest.mark.parametrize(("speed", "runs"), [(60.0, 1.0), (-60.0, 1.0), (30.0, 1.0), (20.0, 0.0)])
def test_it_gives_power_above_its_speed_whichever_way_it_turns(speed: float, runs: float) -> None:
    rig, _, generator, (fan,) = driven("fan", speed=speed)
    rig.run(2.0)
    assert (rig.state(generator, "on"), rig.state(fan, "on")) == (runs, runs)


def test_what_is_taken_of_it_brakes_it() -> None:
    """0.7 N m turn it fast without a load, and not with a fan's 40 W."""
    speeds = []
    for loads in ((), ("fan",)):
        rig, _, generator, _ = driven(*loads, torque=0.6)
        top = 0.0
        for _ in range(20):
            rig.run(0.1)
            top = rig.machine.parts[generator].bodies[1].angular_velocity
        speeds.append(abs(top) / RPM)
    assert speeds[0] == pytest.approx(60.0, abs=1.0) and speeds[1] < 45.0


def test_too_much_on_it_brakes_nothing_and_runs_nothing() -> None:
    rig, _, generator, loads = driven("fan", "conveyor", torque=0.6)
    rig.run(2.0)
    assert [rig.state(load, "on") for load in loads] == [0.0, 0.0] and rig.state(generator, "overloaded") == 1.0
    assert abs(rig.machine.parts[generator].bodies[1].angular_velocity) / RPM == pytest.approx(60.0, abs=1.0)


def test_it_stops_giving_when_its_motor_stops() -> None:
    rig = Rig()
    button = rig.add("button", 0.5, 1.0)
    motor, generator, fan = rig.add("motor", 1.0, 1.0), rig.add("generator", 2.0, 1.0), rig.add("fan", 2.0, 2.0)
    rig.link("belt", motor, "shaft", generator, "shaft")
    rig.link("cable", generator, "socket", fan, "plug")
    rig.link("wire", button, "signal", motor, "signal")
    rig.run(1.0)
    assert rig.state(fan, "on") == 1.0
    rig.machine.press(button)
    rig.run(2.0)
    assert (rig.state(generator, "on"), rig.state(fan, "on")) == (0.0, 0.0)


def test_a_hamster_that_is_woken_blows_a_ball_away() -> None:
    """What it is for: a ball wakes the hamster, its wheel turns the generator, and the fan blows."""
    rig = Rig()
    hamster, generator = rig.add("hamster_wheel", 1.0, 1.0), rig.add("generator", 1.8, 1.0)
    rig.floor()
    fan, target = rig.add("fan", 2.4, 0.23), rig.add("soccer_ball", 3.0, 0.11)
    rig.link("belt", hamster, "shaft", generator, "shaft")
    rig.link("cable", generator, "socket", fan, "plug")
    ball = rig.add("petanque_boule", 1.0, 1.6)
    assert rig.state(fan, "on") == 0.0
    rig.run(1.5)
    assert ball in rig.machine.parts and rig.state(fan, "on") == 1.0
    rig.run(1.5)
    assert rig.motion(target)[0] > 3.3
