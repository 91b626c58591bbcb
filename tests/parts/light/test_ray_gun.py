"""The ray gun shoots darts of light: pulled by a rope, by a wire or by hand."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def loaded(**props: object) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("ray_gun", 1.0, 1.0, **props)


def dart(rig: Rig, gun: int, nth: int = 1) -> tuple[float, float]:
    x, y = rig.machine.parts[gun].bodies[1 + nth].position
    return float(x), float(y)


def test_a_dart_flies_straight_on_and_knocks_what_it_hits() -> None:
    rig, gun = loaded()
    rig.floor(0.89)
    ball = rig.add("soccer_ball", 2.5, 1.0)
    rig.machine.press(gun)
    rig.run(0.1)
    assert dart(rig, gun) == (pytest.approx(1.215 + 0.6, abs=0.03), pytest.approx(1.0))
    rig.run(0.15)
    assert rig.machine.parts[gun].bodies[2].space is None, "it is gone"
    assert 0.3 < rig.motion(ball)[3] < 0.7, "0.3 N s, less what it loses on the floor"
    assert (rig.state(gun, "left"), rig.state(gun, "fired")) == (2.0, 1.0)


def test_each_pull_shoots_once_until_it_is_empty() -> None:
    def fired(load: str) -> float:
        rig, gun = loaded(shots=2)
        weight = rig.add(load, 1.012, 0.55)
        rig.link("rope", gun, "trigger", weight, "", slack=0.0)
        rig.run(1.0)
        return rig.state(gun, "fired")

    assert fired("petanque_boule") == 1.0, "a steady pull is one pull"
    assert fired("tennis_ball") == 0.0, "0.6 N are too few"
    rig, gun = loaded(shots=2)
    for _ in range(4):
        rig.machine.press(gun)
        rig.run(0.3)
    assert (rig.state(gun, "fired"), rig.state(gun, "left")) == (2.0, 0.0)
    assert len(rig.events("empty")) == 2


def test_a_timer_lets_it_pop_a_balloon_and_light_a_candle() -> None:
    rig = Rig()
    rig.floor()
    timer, balloon = rig.add("timer", 0.5, 2.0, mode="clock", time=0.4), rig.add("balloon", 2.0, 1.1)
    gun, candle = rig.add("ray_gun", 1.0, 1.0), rig.add("candle", 3.0, 1.0)
    weight = rig.add("crate", 2.0, 0.15)
    rig.link("rope", balloon, "", weight, "", slack=0.0)
    rig.link("wire", timer, "out", gun, "signal")
    rig.run(2.0)
    assert balloon not in rig.machine.parts
    assert rig.state(candle, "lit"), "the next dart gets past it"


def test_what_strikes_nothing_is_gone_after_a_while_and_takes_nothing_along() -> None:
    rig = Rig()
    gun = rig.add("ray_gun", 1.0, 1.0, 1.5707963)
    rig.machine.press(gun)
    rig.run(3.0)
    assert gun in rig.machine.parts and rig.machine.parts[gun].bodies[2].space is None
