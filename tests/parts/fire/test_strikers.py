"""What lights itself: the match on its spring and the flint."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def hung_match(mass: float) -> tuple[Rig, int]:
    """A match whose pin is pulled over a pulley by something that heavy."""
    rig = Rig()
    match, pulley = rig.add("spring_match", 1.0, 1.0), rig.add("pulley", 1.34, 0.962)
    ball = rig.add("custom_ball", 1.4, 0.7, radius=0.05, mass=mass)
    rig.link("rope", match, "pin", ball, (0.0, 0.0), via=(pulley,))
    return rig, match


@pytest.mark.parametrize(("mass", "struck"), [(0.1, 0.0), (0.4, 1.0), (6.0, 1.0)])
def test_a_pull_of_more_than_two_newtons_sets_it_off(mass: float, struck: float) -> None:
    rig, match = hung_match(mass)
    rig.run(1.0)
    assert (rig.state(match, "struck"), rig.state(match, "lit")) == (struck, struck)


def test_it_jumps_up_burns_for_its_time_and_works_once() -> None:
    rig = Rig()
    match = rig.add("spring_match", 1.0, 1.0, burns=2.0)
    rig.machine.press(match)
    rig.run(0.1)
    assert rig.state(match, "lit") == 0.0
    rig.run(0.4)
    flame = rig.machine.parts[match].bodies[1].position
    assert rig.state(match, "lit") == 1.0 and flame == pytest.approx((1.0, 1.212), abs=0.01)
    rig.run(2.0)
    rig.machine.press(match)
    rig.run(0.5)
    assert rig.state(match, "lit") == 0.0 and rig.state(match, "struck") == 1.0
    assert not rig.machine.alarms


@pytest.mark.parametrize(("flip", "side"), [(False, -1.0), (True, 1.0)])
@pytest.mark.parametrize(("speed", "struck"), [(0.5, 0.0), (4.0, 1.0)])
def test_a_knock_on_its_catch_sets_it_off_if_it_is_hard_enough(
    flip: bool, side: float, speed: float, struck: float
) -> None:
    rig = Rig(gravity_y=0.0)
    match, ball = rig.add("spring_match", 1.0, 1.0, flip=flip), rig.add("tennis_ball", 1.0 + side * 0.2, 1.0)
    rig.machine.parts[ball].bodies[0].velocity = (-side * speed, 0.0)
    rig.run(0.5)
    assert rig.state(match, "struck") == struck


def test_it_pushes_what_lies_on_it() -> None:
    rig = Rig()
    match, ball = rig.add("spring_match", 1.0, 1.0), rig.add("tennis_ball", 1.0, 1.131)
    rig.machine.press(match)
    assert rig.highest(ball, 0.5) > 1.28


def test_a_flame_lights_it_where_it_is() -> None:
    rig = Rig()
    rig.add("candle", 1.0, 1.0, lit=True)
    match = rig.add("spring_match", 1.0, 1.25)
    rig.run(0.6)
    assert rig.state(match, "lit") == 1.0
    assert rig.machine.parts[match].bodies[1].position.y == pytest.approx(1.342, abs=0.01)


def hung_weight(rig: Rig, x: float) -> tuple[int, int]:
    """A weight that hangs in a rope down from 2 m, over a pressure plate; returns the rope and the plate."""
    hook, weight, plate = rig.add("anchor", x, 2.0), rig.add("weight", x, 0.4), rig.add("pressure_plate", x, 0.1)
    return rig.link("rope", hook, "hook", weight, "ring"), plate


def test_a_pull_strikes_the_match_that_burns_the_rope_of_a_weight() -> None:
    """What it is for: what one rope pulls burns the next one through, and a plate feels what falls."""
    rig, match = hung_match(1.0)
    rope, plate = hung_weight(rig, 1.02)
    rig.run(0.8)
    assert rope in rig.machine.links and rig.state(match, "lit") == 1.0
    rig.run(1.5)
    assert rope not in rig.machine.links and rig.state(plate, "on") == 1.0


# -- flint


@pytest.mark.parametrize(("height", "lit"), [(0.05, 0.0), (0.6, 1.0)])
def test_a_hard_blow_strikes_the_flint(height: float, lit: float) -> None:
    rig = Rig()
    flint = rig.add("flint", 1.0, 1.0)
    rig.add("baseball", 0.94, 1.082 + height)
    rig.run(1.0)
    assert rig.state(flint, "lit") == lit


def test_it_goes_out_and_can_be_struck_again() -> None:
    rig = Rig()
    flint = rig.add("flint", 1.0, 1.0, burns=1.0)
    for _ in range(2):
        rig.machine.press(flint)
        rig.run(0.5)
        assert rig.state(flint, "lit") == 1.0
        rig.run(0.7)
        assert rig.state(flint, "lit") == 0.0
    assert len(rig.events("kindled")) == len(rig.events("quenched")) == 2


def test_a_blow_lights_the_candle_above_that_burns_the_rope_of_a_weight() -> None:
    """What it is for: a ball that falls becomes a flame, and the flame lets a weight fall on a plate."""
    rig = Rig()
    flint, candle = rig.add("flint", 1.0, 1.0), rig.add("candle", 1.085, 1.16)
    rope, plate = hung_weight(rig, 1.095)
    rig.add("petanque_boule", 0.92, 1.6)
    rig.run(0.2)
    assert rig.state(flint, "lit") == 0.0
    rig.run(0.7)
    assert rig.state(candle, "lit") == 1.0 and rope in rig.machine.links
    rig.run(1.5)
    assert rope not in rig.machine.links and rig.state(plate, "on") == 1.0
