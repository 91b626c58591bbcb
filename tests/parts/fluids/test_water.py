"""Water: wood and balls full of air float, iron and stone sink, and all fall softly."""

from __future__ import annotations

import math

import pytest

from tests.parts.rig import Rig


def dropped(kind: str, height: float = 0.3, seconds: float = 6.0) -> tuple[Rig, int, int]:
    """A part that has been dropped into a tank of water a metre deep, which stands on a floor."""
    rig = Rig()
    rig.floor(-0.5)
    tank = rig.add("water_tank", 1.5, 0.0, width=1.6, height=1.0)
    part = rig.add(kind, 1.5, 0.5 + height)
    rig.run(seconds)
    return rig, tank, part


@pytest.mark.parametrize("kind", ["soccer_ball", "tennis_ball", "bar", "domino", "styrofoam_block", "walker", "pillow"])
def test_what_is_lighter_than_water_floats(kind: str) -> None:
    rig, _, part = dropped(kind)
    assert 0.25 < rig.motion(part)[1] < 0.65


@pytest.mark.parametrize("kind", ["cannon_ball", "weight", "i_beam", "bowling_ball", "bottle_crate", "bucket"])
def test_what_is_heavier_sinks_to_the_ground(kind: str) -> None:
    rig, _, part = dropped(kind)
    assert rig.motion(part)[1] < -0.25


@pytest.mark.parametrize("kind", ["soccer_ball", "bar", "weight"])
def test_what_floats_or_lies_on_the_ground_falls_asleep(kind: str) -> None:
    rig, _, part = dropped(kind, seconds=12.0)
    assert rig.machine.parts[part].bodies[0].is_sleeping


def test_what_falls_in_splashes_and_falls_softly() -> None:
    """What it is for: a flask of nitroglycerine survives a fall into it that a floor would not forgive."""
    rig, _, flask = dropped("nitro", 1.2)
    assert flask in rig.machine.parts and rig.events("splashed")
    other = Rig()
    other.floor(0.5)
    flask = other.add("nitro", 1.5, 1.7)
    other.run(2.0)
    assert flask not in other.machine.parts


def test_it_puts_out_the_fuse_of_a_bomb_that_rolls_into_it() -> None:
    for water in (True, False):
        rig = Rig()
        rig.floor(-0.5)
        if water:
            rig.add("water_tank", 1.5, 0.0, height=1.0)
        bomb = rig.add("bomb", 1.5, 0.8)
        rig.machine.press(bomb)
        rig.run(4.0)
        assert (bomb in rig.machine.parts) is water
        assert not water or rig.state(bomb, "lit") == 0.0


@pytest.mark.parametrize("water", [True, False])
def test_nothing_takes_fire_under_it(water: bool) -> None:
    rig = Rig()
    if water:
        rig.add("water_tank", 1.5, 0.0, width=1.6)
    burning, pressed = rig.add("candle", 1.2, 0.0, lit=True), rig.add("candle", 1.8, 0.0)
    rope = rig.link("rope", rig.add("anchor", 1.0, 0.9), "hook", rig.add("anchor", 2.0, 0.9), "hook")
    above = rig.add("candle", 1.5, 0.72, lit=True)
    rig.run(0.2)
    rig.machine.press(pressed)
    rig.run(2.0)
    assert [rig.state(part, "lit") for part in (burning, pressed)] == ([0.0, 0.0] if water else [1.0, 1.0])
    assert rig.state(above, "lit") == 1.0 and rope not in rig.machine.links, "above the water things burn"


def test_a_weight_that_sinks_pulls_its_rope_with_less_than_its_weight() -> None:
    rig = Rig()
    rig.add("water_tank", 1.0, 0.5, width=0.8, height=0.9)
    pulley = rig.add("pulley", 1.0, 1.6)
    block, load = rig.add("domino", 1.0, 0.5), rig.add("custom_ball", 2.0, 1.0, mass=0.5)
    rig.link("rope", block, (0.0, 0.0), load, (0.0, 0.0), via=(pulley,))
    rig.run(2.0)
    assert rig.motion(load)[1] < 1.0, "a domino of 1.3 kg floats, so half a kilogram keeps the rope tight"


def test_without_gravity_it_lifts_nothing() -> None:
    rig = Rig(gravity_y=0.0)
    rig.add("water_tank", 1.0, 0.5, width=0.8, height=0.9)
    ball = rig.add("soccer_ball", 1.0, 0.5)
    rig.run(1.0)
    assert rig.motion(ball)[1] == pytest.approx(0.5, abs=1e-9)


def test_a_fish_whose_bowl_breaks_above_it_is_saved() -> None:
    """What it is for, with animals: the tank below takes the fish."""
    for water in (True, False):
        rig = Rig()
        rig.floor(-0.5)
        if water:
            rig.add("water_tank", 1.5, 0.0, height=1.0)
        else:
            rig.add("floor", 1.5, 0.4)
        bowl = rig.add("fish_bowl", 1.5, 0.8)
        rig.add("bowling_ball", 1.5, 1.8)
        rig.run(4.0)
        assert rig.state(bowl, "broken") == 1.0
        assert (rig.state(bowl, "saved") == 1.0) is water


def test_what_the_engine_can_not_compute_with_any_more_leaves_the_water_and_harms_nothing() -> None:
    rig, tank, part = dropped("weight", seconds=1.0)
    rig.machine.parts[part].bodies[0].velocity = (math.nan, math.nan)
    water = rig.machine.parts[tank]
    water.kind.act(water, rig.machine)
    rig.run(0.1)
    assert part not in rig.machine.parts and tank in rig.machine.parts
