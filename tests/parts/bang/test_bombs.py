"""A bomb rolls and goes off when its fuse has burnt down; nitroglycerine must be moved gently."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def test_a_bomb_goes_off_three_seconds_after_it_is_lit_and_not_unlit() -> None:
    rig = Rig()
    rig.floor()
    bomb, other = rig.add("bomb", 1.0, 0.091), rig.add("bomb", 6.0, 0.091)
    rig.machine.press(bomb)
    rig.run(2.9)
    assert bomb in rig.machine.parts and rig.state(bomb, "lit") == 1.0
    rig.run(0.2)
    assert bomb not in rig.machine.parts and rig.state(bomb, "exploded") == 1.0
    assert other in rig.machine.parts and rig.state(other, "lit") == 0.0


def test_a_lit_bomb_rolls_down_a_ramp_and_breaks_the_wall_below() -> None:
    """What it is for: it carries a blast to where it is wanted, along slopes, past what it must spare."""
    for lit in (True, False):
        rig = Rig()
        rig.floor()
        rig.add("floor", 0.7, 0.8, angle=-0.3, width=1.0)
        bomb, wall = rig.add("bomb", 0.4, 1.2), rig.add("brittle_wall", 3.2, 0.4)
        if lit:
            rig.machine.press(bomb)
        rig.run(4.0)
        assert (rig.state(wall, "broken") > 0.0) is lit


def test_a_cord_lights_a_bomb() -> None:
    rig = Rig()
    rig.floor()
    candle, bomb = rig.add("candle", 0.5, 0.1), rig.add("bomb", 1.0, 0.091, fuse=1.0)
    rig.link("fuse", candle, "fuse", bomb, "fuse", speed=1.0)
    rig.run(1.0)
    assert rig.state(bomb, "lit") == 0.0
    rig.machine.press(candle)
    rig.run(1.0)
    assert rig.state(bomb, "lit") == 1.0
    rig.run(1.0)
    assert rig.state(bomb, "exploded") == 1.0


def test_a_blast_lights_a_bomb_with_a_short_fuse() -> None:
    rig = Rig()
    dynamite, bomb = rig.add("dynamite", 1.0, 1.0, fuse=0.0), rig.add("bomb", 1.6, 1.0)
    rig.machine.press(dynamite)
    rig.run(0.2)
    assert rig.state(bomb, "exploded") == 1.0


@pytest.mark.parametrize(("fall", "knock", "explodes"), [(0.2, 0.8, False), (0.8, 0.8, True), (0.8, 5.0, False)])
def test_nitroglycerine_bears_a_short_fall_and_no_long_one(fall: float, knock: float, explodes: bool) -> None:
    rig = Rig()
    rig.floor()
    nitro = rig.add("nitro", 1.0, 0.09 + fall, knock=knock)
    rig.run(1.0)
    assert (rig.state(nitro, "exploded") == 1.0) is explodes
    assert (nitro in rig.machine.parts) is not explodes


def test_a_conveyor_carries_it_and_a_ball_that_falls_on_it_sets_it_off() -> None:
    rig = Rig()
    belt = rig.add("conveyor", 1.0, 0.5, width=2.0)
    nitro = rig.add("nitro", 0.5, 0.7)
    rig.run(1.0)
    assert nitro in rig.machine.parts and rig.motion(nitro)[0] > 0.6, "a running belt moves it gently"
    other = Rig()
    other.floor()
    nitro, balloon = other.add("nitro", 1.0, 0.09), other.add("balloon", 1.4, 0.5)
    other.link("rope", balloon, "knot", other.add("anchor", 1.4, 0.25), "hook")
    other.add("baseball", 1.0, 2.4)
    other.run(1.5)
    assert other.state(nitro, "exploded") == 1.0 and other.state(balloon, "popped") == 1.0
    assert belt in rig.machine.parts


def test_one_flask_sets_off_the_next() -> None:
    rig = Rig()
    rig.floor()
    row = [rig.add("nitro", 1.0 + 0.5 * k, 0.09) for k in range(5)]
    far = rig.add("nitro", 6.0, 0.09)
    rig.add("bowling_ball", 1.0, 1.0)
    rig.run(1.0)
    assert [rig.state(part, "exploded") for part in (*row, far)] == [1.0] * 5 + [0.0]


def test_a_candle_and_a_fuse_light_it_and_its_own_fuse_lights_the_next() -> None:
    """What it is for, with fire: a chain of cords and bombs, each going off in its turn."""
    rig = Rig()
    rig.floor()
    button, match = rig.add("button", 0.2, 0.5), rig.add("dynamite", 0.6, 0.091, fuse=5.0)
    first, second = rig.add("bomb", 1.6, 0.091, fuse=5.0), rig.add("bomb", 2.2, 0.091, fuse=5.0)
    rig.link("wire", button, "signal", match, "signal")
    rig.link("fuse", match, "fuse", first, "fuse", speed=2.0)
    cord = rig.link("fuse", first, "fuse", second, "fuse", speed=2.0)
    rig.run(0.5)
    assert [rig.state(part, "lit") for part in (first, second)] == [0.0, 0.0]
    rig.machine.press(button)
    rig.run(0.3)
    assert rig.state(first, "lit") == 0.0
    rig.run(1.2)
    assert [rig.state(part, "lit") for part in (first, second)] == [1.0, 1.0]
    assert cord not in rig.machine.links


def test_a_flame_under_nitroglycerine_sets_it_off() -> None:
    for lit in (True, False):
        rig = Rig()
        rig.floor(0.2)
        rig.add("candle", 1.0, 0.3, lit=lit)
        nitro, anchor = rig.add("nitro", 1.0, 0.56), rig.add("anchor", 1.0, 1.0)
        rig.link("rope", nitro, "cap", anchor, "hook")
        rig.run(2.0)
        assert (rig.state(nitro, "exploded") == 1.0) is lit
