"""The hot-air balloon: warm it rises, cold it sinks; with its own burner it stays up."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def over_a_burner(**props: object) -> tuple[Rig, int, int]:
    """A balloon that stands on two blocks, with its basket over a burner."""
    rig = Rig()
    rig.floor()
    for x in (0.82, 1.18):
        rig.add("fixed_block", x, 0.1, width=0.2, height=0.24)
    return rig, rig.add("burner", 1.0, 0.1, running=True), rig.add("hot_air_balloon", 1.0, 0.69, **props)


def test_heat_lights_its_burner_and_it_rises_for_good() -> None:
    rig, _, balloon = over_a_burner()
    rig.run(0.3)
    assert rig.state(balloon, "lit") == rig.state(balloon, "heat") == 0.0
    rig.run(5.0)
    assert (rig.state(balloon, "lit"), rig.state(balloon, "hot"), rig.state(balloon, "heat")) == (1.0, 1.0, 1.0)
    x, y, angle, _, speed, _ = rig.motion(balloon)
    assert (x, angle) == pytest.approx((1.0, 0.0), abs=0.01) and y > 1.5 and speed == pytest.approx(1.0, abs=0.1)


def test_without_a_burner_it_comes_down_again() -> None:
    rig, _, balloon = over_a_burner(burner=False)
    assert rig.highest(balloon, 3.0) > 0.8
    rig.run(1.2)
    assert rig.motion(balloon)[1] < 0.75


def test_cold_it_stands_where_it_is_and_sleeps() -> None:
    rig = Rig()
    rig.floor()
    balloon = rig.add("hot_air_balloon", 1.0, 0.47)
    rig.run(3.0)
    assert rig.machine.parts[balloon].bodies[0].is_sleeping and not rig.machine.alarms
    rig.machine.press(balloon)
    rig.run(3.0)
    assert rig.motion(balloon)[1] > 1.0


def test_a_flame_that_is_taken_away_warms_it_no_more() -> None:
    rig, burner, balloon = over_a_burner(burner=False, lift=1.0)
    rig.run(0.7)
    assert rig.state(balloon, "hot") == 1.0
    rig.machine.remove(burner)
    rig.run(0.5)
    assert (rig.state(balloon, "warmed"), rig.state(balloon, "hot")) == (0.0, 0.0)
    rig.run(3.0)
    assert rig.state(balloon, "heat") == 0.0 and not rig.machine.alarms


@pytest.mark.parametrize(("mass", "rises"), [(0.7, True), (1.1, False)])
def test_it_carries_what_its_lift_says(mass: float, rises: bool) -> None:
    rig = Rig()
    rig.floor()
    balloon = rig.add("hot_air_balloon", 1.0, 1.0)
    load = rig.add("custom_ball", 1.0, 0.06, radius=0.05, mass=mass)
    rig.link("rope", balloon, "basket", load, (0.0, 0.0))
    rig.machine.press(balloon)
    rig.run(7.0)
    assert (rig.motion(load)[1] > 0.3) == rises


def test_needles_tear_it_and_a_soft_touch_does_not() -> None:
    rig = Rig()
    soft, torn = rig.add("hot_air_balloon", 1.0, 1.0), rig.add("hot_air_balloon", 3.0, 1.0)
    rig.add("fixed_block", 1.0, 2.0, width=1.0, height=0.2)
    rig.add("nail_board", 3.0, 2.0, 3.14159)
    for balloon in (soft, torn):
        rig.machine.press(balloon)
    rig.run(5.0)
    assert soft in rig.machine.parts and torn not in rig.machine.parts


def test_a_fuse_lights_it_and_its_rope_switches_what_it_pulls() -> None:
    """What it is for: a fire that pulls, a long way off."""
    rig = Rig()
    rig.floor()
    match, balloon = rig.add("spring_match", 0.3, 0.15), rig.add("hot_air_balloon", 1.0, 0.47)
    switch, fan = rig.add("rope_switch", 1.6, 0.6, 3.14159), rig.add("fan", 2.6, 0.6, running=False)
    rig.link("fuse", match, "fuse", balloon, "fuse", speed=1.0)
    rig.link("rope", balloon, "basket", switch, "ring")
    rig.link("wire", switch, "signal", fan, "signal")
    rig.run(1.0)
    assert rig.state(fan, "on") == 0.0
    rig.machine.press(match)
    rig.run(6.0)
    assert rig.state(balloon, "lit") == 1.0 and rig.state(fan, "on") == 1.0
