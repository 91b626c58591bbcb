"""What a fuse sends off: the cannon and the firework."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.parts.rig import Rig

# -- cannon


def ball_of(rig: Rig, cannon: int) -> Any:
    return rig.machine.parts[cannon].bodies[1]


@pytest.mark.parametrize(("flip", "way"), [(False, 1.0), (True, -1.0)])
@pytest.mark.parametrize("aim", [0.0, 30.0, 80.0])
def test_it_fires_its_ball_the_way_that_it_aims_half_a_second_later(flip: bool, way: float, aim: float) -> None:
    rig = Rig(gravity_y=0.0)
    cannon = rig.add("cannon", 2.0, 1.0, flip=flip, aim=aim, speed=5.0)
    rig.machine.press(cannon)
    rig.run(0.45)
    assert rig.state(cannon, "fired") == 0.0
    rig.run(0.15)
    assert (rig.state(cannon, "fired"), rig.state(cannon, "left")) == (1.0, 0.0)
    angle = aim * math.pi / 180
    assert ball_of(rig, cannon).velocity == pytest.approx((way * 5.0 * math.cos(angle), 5.0 * math.sin(angle)))


def test_empty_it_only_clicks_and_fires_what_has_rolled_in() -> None:
    rig = Rig()
    empty, full = (rig.add("cannon", 1.0, y, aim=60.0, loaded=False) for y in (1.0, 3.0))
    ball = rig.add("tennis_ball", 1.125, 3.4)
    rig.run(1.0)
    assert math.dist(rig.motion(ball)[:2], (1.0, 3.03)) < 0.12, "it has rolled down to the breech"
    for cannon in (empty, full):
        rig.machine.press(cannon)
    rig.run(0.55)
    assert (rig.state(empty, "fired"), rig.state(full, "fired")) == (0.0, 1.0)
    assert len(rig.events("clicked")) == 1 and math.hypot(*rig.motion(ball)[3:5]) == pytest.approx(7.0, abs=0.6)


def test_a_ball_in_its_muzzle_goes_instead_of_its_own() -> None:
    rig = Rig()
    cannon, ball = rig.add("cannon", 1.0, 1.0, aim=60.0), rig.add("tennis_ball", 1.125, 1.4)
    rig.run(1.0)
    rig.machine.press(cannon)
    rig.run(0.6)
    assert rig.state(cannon, "left") == 1.0 and rig.motion(ball)[1] > 1.5
    rig.machine.press(cannon)
    rig.run(0.6)
    assert rig.state(cannon, "left") == 0.0 and rig.state(cannon, "fired") == 2.0


def test_nothing_sets_it_off_but_fire_a_signal_or_a_press() -> None:
    rig = Rig()
    cannon = rig.add("cannon", 1.0, 1.0)
    rig.add("candle", 0.86, 0.7)
    rig.add("baseball", 0.84, 1.6)
    rig.run(2.0)
    assert rig.state(cannon, "fired") == 0.0


def test_a_match_fires_it_by_a_fuse_and_its_ball_breaks_a_wall() -> None:
    """What it is for: a small flame here becomes a hard blow over there."""
    rig = Rig()
    rig.floor()
    match, cannon = rig.add("spring_match", 0.3, 0.15), rig.add("cannon", 1.0, 0.16, aim=10.0)
    wall = rig.add("brittle_wall", 2.4, 0.4)
    rig.link("fuse", match, "fuse", cannon, "fuse", speed=1.0)
    rig.run(0.5)
    rig.machine.press(match)
    rig.run(3.0)
    assert rig.state(cannon, "fired") == 1.0 and rig.state(wall, "broken") > 0.0


def test_a_crate_on_a_button_fires_it_through_a_wall_at_a_bowling_pin() -> None:
    """What it is for: it opens a way, and what stands behind it falls."""
    rig = Rig()
    rig.floor()
    cannon, button = rig.add("cannon", 1.0, 0.16, aim=5.0, speed=9.0), rig.add("button", 0.3, 0.04)
    rig.link("wire", button, "signal", cannon, "signal")
    rig.add("crate", 0.3, 0.6, width=0.2, height=0.2)
    wall, pin = rig.add("brittle_wall", 2.2, 0.4), rig.add("bowling_pin", 2.8, 0.19)
    rig.run(3.0)
    assert rig.state(cannon, "fired") == 1.0 and rig.state(wall, "broken") > 0.0
    assert abs(rig.motion(pin)[2]) > 1.0


# -- firework


def test_it_stands_on_its_stick_until_it_is_lit() -> None:
    rig = Rig()
    rig.floor()
    firework = rig.add("firework", 1.0, 0.29)
    rig.run(3.0)
    assert rig.motion(firework)[:3] == pytest.approx((1.0, 0.28, 0.0), abs=0.1)
    assert rig.machine.parts[firework].bodies[0].is_sleeping


@pytest.mark.parametrize("angle", [0.0, 0.6])
def test_it_rises_the_way_that_it_points_and_bursts(angle: float) -> None:
    rig = Rig(gravity_y=0.0)
    firework = rig.add("firework", 2.0, 1.0, angle)
    rig.machine.press(firework)
    rig.run(0.61)
    x0, y0 = rig.motion(firework)[:2]
    rig.run(1.1)
    x, y, turned, vx, vy, _ = rig.motion(firework)
    assert turned == pytest.approx(angle) and math.hypot(vx, vy) > 3.5
    assert y > y0 + 2.0 and (x < x0 - 1.0) == (angle > 0.0)
    rig.run(0.2)
    assert firework not in rig.machine.parts and rig.state(firework, "exploded") == 1.0
    assert len(rig.events("exploded")) == 1


def test_its_burst_pops_a_balloon_that_is_near_and_leaves_a_far_one() -> None:
    rig = Rig(gravity_y=0.0)
    firework = rig.add("firework", 1.0, 1.0, rise=0.3, strength=20.0)
    near, far = rig.add("balloon", 1.2, 2.1), rig.add("balloon", 3.5, 2.1)
    rig.machine.press(firework)
    rig.run(1.0)
    assert near not in rig.machine.parts and far in rig.machine.parts


def test_it_pulls_a_switch_up_by_its_stick() -> None:
    """What it is for: a flame lights it, and its rope switches on what it is tied to."""
    rig = Rig()
    rig.floor()
    flint, firework = rig.add("flint", 1.0, 0.5), rig.add("firework", 1.085, 0.85)
    for x in (1.02, 1.16):
        rig.add("fixed_block", x, 0.48, width=0.05, height=0.2)
    switch, fan = rig.add("rope_switch", 1.06, 0.2, math.pi), rig.add("fan", 3.0, 0.6, running=False)
    rig.link("rope", firework, "stick", switch, "ring")
    rig.link("wire", switch, "signal", fan, "signal")
    rig.run(0.5)
    assert rig.state(fan, "on") == 0.0
    rig.machine.press(flint)
    rig.run(2.0)
    assert rig.state(firework, "lit") == 1.0 and rig.state(fan, "on") == 1.0
