"""Reports: a bell rings when it is struck, pulled or signalled; a tachometer switches on while its shaft turns fast."""

from __future__ import annotations

import math

import pytest

from tests.parts.rig import Rig


def test_a_bell_rings_when_a_ball_knocks_against_it() -> None:
    rig = Rig()
    bell, ball = rig.add("bell", 1.0, 1.0), rig.add("baseball", 0.7, 0.9)
    rig.machine.parts[ball].bodies[0].velocity = (2.0, 0.5)
    rig.run(0.4)
    assert rig.state(bell, "rung") >= 1.0 and rig.events("rang")


def test_a_ball_that_falls_on_its_bracket_rings_it_too() -> None:
    """Nobody can see why a blow on the iron above the bowl should not shake it."""
    rig = Rig()
    bell, ball = rig.add("bell", 1.0, 1.0), rig.add("bowling_ball", 1.05, 1.6)
    rig.run(0.3)
    assert rig.state(bell, "rung") == 0.0
    rig.run(0.15)
    assert rig.motion(ball)[1] < 1.2, "it has come down on it"
    assert rig.state(bell, "rung") == 1.0


@pytest.mark.parametrize("degrees", [0, 5, 15, -30, 45, 60, -90, 120, 180])
def test_on_a_bracket_that_is_askew_it_hangs_plumb_and_rings_only_if_something_does_ring_it(degrees: int) -> None:
    rig = Rig()
    bell = rig.add("bell", 1.0, 1.0, math.radians(degrees))
    rig.run(3.0)
    assert rig.state(bell, "rung") == 0.0
    rig.machine.press(bell)
    rig.run(1.0)
    assert rig.state(bell, "rung") >= 1.0


def test_in_a_world_that_pulls_sideways_it_hangs_sideways() -> None:
    rig = Rig(gravity_x=9.81, gravity_y=0.0)
    bell = rig.add("bell", 1.0, 1.0, math.radians(60))
    rig.run(2.0)
    yoke, bowl = rig.machine.parts[bell].bodies
    assert rig.state(bell, "rung") == 0.0 and bowl.angle == pytest.approx(math.pi / 2, abs=0.02)
    assert bowl.position.x > yoke.position.x + 0.05


def test_a_faint_touch_does_not_ring_it() -> None:
    rig = Rig()
    bell, ball = rig.add("bell", 1.0, 1.0, knock=0.5), rig.add("table_tennis_ball", 0.7, 0.9)
    rig.machine.parts[ball].bodies[0].velocity = (2.0, 0.5)
    rig.run(0.6)
    assert rig.state(bell, "rung") == 0.0


def test_a_falling_weight_rings_it_by_a_rope() -> None:
    """What it is for: ropes and signals come together at it."""
    rig = Rig()
    bell, pulley, bucket = rig.add("bell", 1.0, 2.0), rig.add("pulley", 1.6, 1.8), rig.add("bucket", 1.6, 1.2)
    rig.link("rope", bell, "clapper", bucket, "bail", via=(pulley,))
    rig.run(1.5)
    assert rig.state(bell, "rung") >= 1.0


def test_a_signal_and_a_press_ring_it_and_it_comes_to_rest() -> None:
    rig = Rig()
    bell, button = rig.add("bell", 1.0, 1.0), rig.add("button", 2.0, 1.0)
    rig.link("wire", button, "signal", bell, "signal")
    rig.run(2.0)
    assert rig.state(bell, "rung") == 0.0, "left alone it is silent"
    rig.machine.press(button)
    rig.run(0.5)
    once = rig.state(bell, "rung")
    rig.machine.press(bell)
    rig.run(0.5)
    assert once >= 1.0 and rig.state(bell, "rung") > once


@pytest.mark.parametrize(("x", "wakes"), [(2.8, 1.0), (3.2, 0.0)])
def test_it_wakes_a_hamster_within_two_metres_whose_wheel_turns_a_shaft(x: float, wakes: float) -> None:
    """The bell starts a drive far off, without any wire."""
    rig = Rig()
    bell = rig.add("bell", 1.0, 2.0)
    hamster, tacho = rig.add("hamster_wheel", x, 2.0), rig.add("tacho", x + 0.6, 2.0)
    rig.link("belt", hamster, "shaft", tacho, "shaft")
    rig.run(0.5)
    assert rig.state(hamster, "on") == 0.0
    rig.machine.press(bell)
    rig.run(2.0)
    assert rig.state(hamster, "on") == rig.state(tacho, "on") == wakes


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_a_tachometer_switches_on_above_its_speed_and_off_below(way: float) -> None:
    """What it is for: a motor that has come up to speed lets go of a hook."""
    rig = Rig()
    motor, tacho = rig.add("motor", 1.0, 1.0, speed=way * 60.0, running=False), rig.add("tacho", 1.5, 1.0, speed=30.0)
    hook, weight = rig.add("release_hook", 2.2, 1.5), rig.add("weight", 2.2, 1.0)
    rope = rig.link("rope", hook, "hook", weight, "ring")
    rig.link("belt", motor, "shaft", tacho, "shaft")
    rig.link("wire", tacho, "signal", hook, "signal")
    button = rig.add("button", 0.3, 0.3)
    rig.link("wire", button, "signal", motor, "signal")
    rig.run(0.5)
    assert rig.state(tacho, "on") == 0.0 and rope in rig.machine.links
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.state(tacho, "on") == 1.0 and rope not in rig.machine.links
    needle = rig.machine.parts[tacho].bodies[2].angle
    assert way * needle > 1.0
    rig.machine.press(button)
    rig.run(4.0)
    assert rig.state(tacho, "on") == 0.0


def test_a_slow_shaft_does_not_switch_it_on() -> None:
    rig = Rig()
    motor, tacho = rig.add("motor", 1.0, 1.0, speed=25.0), rig.add("tacho", 1.5, 1.0, speed=30.0)
    rig.link("belt", motor, "shaft", tacho, "shaft")
    rig.run(2.0)
    assert rig.state(tacho, "on") == 0.0
