"""The candle: lit by what burns, blown out by wind, and at work together with other families."""

from __future__ import annotations

import math

import pytest

from tests.parts.rig import Rig


def test_it_burns_once_it_is_lit_and_costs_nothing_before() -> None:
    rig = Rig()
    candle = rig.add("candle", 1.0, 0.1)
    rig.run(0.5)
    assert rig.state(candle, "lit") == 0.0 and not rig.machine.alarms
    rig.machine.press(candle)
    rig.run(0.5)
    assert rig.state(candle, "lit") == 1.0 and len(rig.events("kindled")) == 1
    assert rig.machine.parts[candle].bodies[1].position == pytest.approx((1.0, 0.188))


@pytest.mark.parametrize("angle", [0.0, 0.4, math.pi])
def test_its_flame_stands_upright_however_it_is_turned(angle: float) -> None:
    rig = Rig()
    candles = [rig.add("candle", x, 1.0, angle, lit=lit) for x, lit in ((1.0, True), (2.0, False))]
    rig.run(0.1)
    rig.machine.press(candles[1])
    rig.run(0.1)
    for candle in candles:
        flame = rig.machine.parts[candle].bodies[1]
        assert flame.angle == 0.0
        assert flame.position.y == pytest.approx(1.0 + 0.088 * math.cos(angle))


def test_one_flame_lights_the_next() -> None:
    rig = Rig()
    low, high, far = rig.add("candle", 1.0, 0.1, lit=True), rig.add("candle", 1.05, 0.34), rig.add("candle", 1.6, 0.1)
    rig.run(0.2)
    assert rig.state(high, "lit") == 0.0
    rig.run(0.5)
    assert [rig.state(candle, "lit") for candle in (low, high, far)] == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(("speed", "lit"), [(12.0, 0.0), (3.0, 1.0)])
def test_wind_blows_it_out_and_a_draught_does_not(speed: float, lit: float) -> None:
    rig = Rig()
    rig.add("fan", 0.3, 0.23, speed=speed)
    candle = rig.add("candle", 1.0, 0.1, lit=True)
    rig.run(0.3)
    assert rig.state(candle, "lit") == lit
    assert len(rig.events("quenched")) == 1 - lit


def test_a_wall_shelters_it_from_the_wind() -> None:
    rig = Rig()
    rig.add("fan", 0.3, 0.23)
    rig.add("wall", 0.8, 0.3, height=0.6)
    candle = rig.add("candle", 1.0, 0.1, lit=True)
    rig.run(0.3)
    assert rig.state(candle, "lit") == 1.0


def test_a_flame_shelters_nothing_from_the_wind() -> None:
    runs = []
    for lit in (False, True):
        rig = Rig(gravity_y=0.0)
        rig.add("fan", 0.3, 0.23, speed=3.0)
        rig.add("candle", 0.8, 0.1, lit=lit)
        ball = rig.add("table_tennis_ball", 1.1, 0.23)
        rig.run(0.5)
        runs.append(rig.motion(ball))
    assert runs[0] == runs[1] and runs[0][3] > 0.5


def test_it_lets_a_weight_fall_on_a_switch_until_the_fan_blows_it_out() -> None:
    """What it is for: it burns the rope of a weight, whose fall switches on the fan that blows it out."""
    rig = Rig()
    rig.floor()
    hook, weight = rig.add("anchor", 2.0, 2.0), rig.add("weight", 2.0, 1.0)
    rope = rig.link("rope", hook, "hook", weight, (0.0, 0.0))
    candle = rig.add("candle", 2.0, 1.3, lit=True)
    button, fan = rig.add("button", 2.0, 0.03), rig.add("fan", 1.2, 1.43, running=False)
    rig.link("wire", button, "signal", fan, "signal")
    rig.run(2.0)
    assert rope not in rig.machine.links
    assert (rig.state(button, "on"), rig.state(fan, "on"), rig.state(candle, "lit")) == (1.0, 1.0, 0.0)
