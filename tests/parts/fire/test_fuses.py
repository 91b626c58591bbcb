"""The fuse: it burns along its cord at its own speed, both ways from where it was lit, and lights what it ends at."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def two_candles(lit: bool = True, speed: float = 1.0) -> tuple[Rig, int, int, int]:
    """Two candles with a fuse of about a metre between them."""
    rig = Rig()
    a, b = rig.add("candle", 1.0, 1.0, lit=lit), rig.add("candle", 2.0, 1.0)
    return rig, a, b, rig.link("fuse", a, "fuse", b, "fuse", speed=speed)


@pytest.mark.parametrize("speed", [0.5, 1.0])
def test_it_takes_its_length_over_its_speed(speed: float) -> None:
    rig, _, far, fuse = two_candles(speed=speed)
    length = rig.machine.links[fuse]["length"]
    assert 1.0 < length < 1.1
    rig.run(length / speed - 0.05)
    assert rig.state(far, "lit") == 0.0 and fuse in rig.machine.links
    rig.run(0.1)
    assert rig.state(far, "lit") == 1.0 and fuse not in rig.machine.links


def test_it_does_not_burn_by_itself() -> None:
    rig, _, far, fuse = two_candles(lit=False)
    rig.run(2.0)
    assert rig.state(far, "lit") == 0.0 and fuse in rig.machine.links and not rig.machine.alarms


def test_a_flame_in_its_middle_burns_it_both_ways() -> None:
    rig, a, b, fuse = two_candles(lit=False)
    rig.add("candle", 1.25, 0.89, lit=True)
    rig.run(0.4)
    assert rig.state(fuse, "burning") == 1.0 and rig.state(fuse, "start") == pytest.approx(0.26, abs=0.02)
    rig.run(0.3)
    assert (rig.state(a, "lit"), rig.state(b, "lit")) == (1.0, 0.0)
    rig.run(0.6)
    assert rig.state(b, "lit") == 1.0
    assert len(rig.events("sparked")) == 1 and not rig.events("burnt")


def test_a_cut_fuse_lights_nothing() -> None:
    rig, _, far, fuse = two_candles()
    scissors = rig.add("scissors", 1.45, 0.99)
    rig.run(0.2)
    rig.machine.press(scissors)
    rig.run(2.0)
    assert fuse not in rig.machine.links and rig.state(far, "lit") == 0.0 and not rig.events("exploded")


@pytest.mark.parametrize("water", [True, False])
def test_its_fire_goes_out_under_water(water: bool) -> None:
    rig, _, far, fuse = two_candles()
    if water:
        rig.add("water_tank", 2.0, 1.0, width=0.8)
    rig.run(2.0)
    assert fuse not in rig.machine.links and rig.state(far, "lit") == (0.0 if water else 1.0)


def test_what_is_gone_at_its_end_takes_it_along() -> None:
    rig, near, far, fuse = two_candles()
    rig.run(0.2)
    rig.machine.remove(near)
    rig.run(2.0)
    assert fuse not in rig.machine.links and rig.state(far, "lit") == 0.0


def test_one_flame_sets_off_dynamite_and_that_a_rocket_bottle() -> None:
    """What it is for: fires that follow one another, told apart by the lengths of their fuses."""
    rig = Rig()
    rig.floor()
    candle, dynamite, bottle = (
        rig.add("candle", 1.0, 0.1),
        rig.add("dynamite", 1.5, 0.09),
        rig.add("rocket_bottle", 2.5, 0.24),
    )
    rig.link("fuse", candle, "fuse", dynamite, "fuse", speed=2.0)
    rig.link("fuse", dynamite, "fuse", bottle, "fuse", speed=2.0)
    rig.run(1.0)
    assert rig.state(dynamite, "lit") == rig.state(bottle, "firing") == 0.0
    rig.machine.press(candle)
    rig.run(0.5)
    assert rig.state(dynamite, "lit") == 1.0 and rig.state(bottle, "firing") == 0.0
    rig.run(1.0)
    assert rig.state(bottle, "firing") == 1.0
