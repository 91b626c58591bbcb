"""Lamps and candles light what feels light round about them, in free sight."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.parts.light import glow
from tests.parts.rig import Rig


def lit(x: float, y: float, angle: float = 0.0, shield: bool = False, **props: object) -> bool:
    """Tell whether a lamp at (2, 2) lights a photocell that looks to the right."""
    rig = Rig()
    rig.floor()
    rig.add("lamp", 2.0, 2.0, **{"on": True, **props})
    cell = rig.add("photocell", x, y, angle, x > 2.0)
    if shield:
        rig.add("wall", (x + 2.0) / 2, 1.9, width=0.05, height=0.8)
    rig.run(0.1)
    return bool(rig.state(cell, "on"))


def test_it_lights_what_is_near_and_turned_to_it_and_not_shielded() -> None:
    assert lit(1.2, 1.9) and lit(2.8, 1.9)
    assert not lit(0.6, 1.9), "too far away"
    assert lit(0.6, 1.9, reach=2.0)
    assert not lit(1.2, 1.9, shield=True)
    assert not lit(1.2, 1.9, angle=3.14159265), "it looks away"
    assert not lit(1.2, 1.9, on=False)


def test_a_rope_that_pulls_its_cord_switches_it_over() -> None:
    rig = Rig()
    rig.floor()
    lamp, cell = rig.add("lamp", 2.0, 2.0), rig.add("photocell", 1.4, 1.9)
    weight = rig.add("petanque_boule", 2.09, 1.3)
    rig.link("rope", lamp, "cord", weight, "", slack=0.0)
    rig.run(1.0)
    assert rig.state(lamp, "on") and rig.state(cell, "on")


def test_with_a_cable_it_is_on_while_that_brings_power() -> None:
    rig = Rig()
    lamp, cell = rig.add("lamp", 2.0, 2.0), rig.add("photocell", 1.4, 1.9)
    outlet = rig.add("outlet", 3.0, 2.0, rocker=True)
    rig.link("cable", outlet, "left", lamp, "plug")
    rig.run(0.1)
    on = bool(rig.state(outlet, "on"))
    assert bool(rig.state(lamp, "on")) == on == bool(rig.state(cell, "on"))
    rig.machine.press(outlet)
    rig.run(0.1)
    assert bool(rig.state(lamp, "on")) == (not on) == bool(rig.state(cell, "on"))


def test_what_moves_before_it_takes_its_light_away_for_a_while() -> None:
    rig = Rig()
    lamp, cell = rig.add("lamp", 2.0, 2.0, on=True), rig.add("photocell", 1.2, 1.945)
    counter = rig.add("counter", 4.0, 2.0)
    rig.link("wire", cell, "signal", counter, "signal")
    rig.add("petanque_boule", 1.5, 2.6)
    rig.run(1.0)
    assert rig.state(counter, "count") == 2.0, "at the start, and when the ball has passed"
    assert rig.state(lamp, "on")


@pytest.mark.parametrize("kind", ["prism", "mixer"])
def test_what_makes_rays_of_rays_makes_none_of_its_light(kind: str) -> None:
    rig = Rig()
    rig.add("lamp", 1.5, 2.0, on=True)
    glass = rig.add(kind, 2.2, 2.0)
    rig.run(0.1)
    assert not rig.state(glass, "on")


@pytest.mark.parametrize(("x", "seen"), [(1.5, True), (1.2, False)])
def test_a_candle_lights_what_is_near_while_it_burns_and_a_fan_puts_it_out(x: float, seen: bool) -> None:
    rig = Rig()
    candle, cell = rig.add("candle", 2.0, 1.0, lit=True), rig.add("photocell", x, 1.1)
    button, fan = rig.add("button", 3.5, 2.0), rig.add("fan", 3.0, 1.1, flip=True, running=False)
    rig.link("wire", button, "signal", fan, "signal")
    rig.run(0.2)
    assert bool(rig.state(cell, "on")) == seen
    rig.machine.press(button)
    rig.run(0.5)
    assert not rig.state(candle, "lit") and not rig.state(cell, "on")


def test_to_leave_out_what_is_fixed_beyond_its_reach_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def hashes() -> list[bytes]:
        rig = Rig(width=26.0)
        rig.floor()
        rig.add("lamp", 2.0, 2.0, on=True)
        rig.add("candle", 3.2, 1.8, lit=True)
        for k in range(24):
            rig.add("photocell", 0.9 + 0.4 * k if k < 8 else k, 1.7)
        for k in range(4):
            rig.add("petanque_boule", 1.5 + 0.4 * k, 2.3 + 0.2 * k)
        seen: list[bytes] = []
        rig.run(1.5, lambda: seen.append(rig.machine.digest()))
        return seen

    looked_at = []
    near = glow._Feelings.near

    def counted(feelings: glow._Feelings, *about: Any) -> list[Any]:
        looked_at.append(len(near(feelings, *about)))
        return near(feelings, *about)

    monkeypatch.setattr(glow._Feelings, "near", counted)
    special = hashes()
    assert looked_at and min(looked_at) > 0 and max(looked_at) < 16
    monkeypatch.setattr(glow._Feelings, "near", lambda feelings, *about: feelings._grid._things)
    assert hashes() == special
