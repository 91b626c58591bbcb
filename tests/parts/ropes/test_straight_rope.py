"""A rope that ties something to a fixed point goes as any rope from end to end does, to the bit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandbox.bench.kind_meter import CallCounter
from sandbox.engine.readout import ASLEEP
from sandbox.machine.machine import Machine
from sandbox.parts.ropes import straight_rope
from sandbox.parts.ropes.reeving import RopeData, Span
from tests.parts.rig import Rig
from tests.parts.ropes.test_lone_rope import SEEDS, digests, swings


def kites() -> Machine:
    """Balloons on ropes to the ground, by their knots and by what they carry; and balls that fall on them."""
    rig = Rig(width=8.0, height=4.0)
    rig.floor()
    for x, lift in ((1.0, 1.5), (2.5, 0.6), (4.0, 2.5)):
        balloon, anchor = rig.add("balloon", x, 1.0, lift=lift), rig.add("anchor", x + 0.4, 0.2, 3.14)
        crate = rig.add("crate", x - 0.2, 0.5, width=0.1, height=0.1)
        rig.link("rope", anchor, "hook", balloon, "knot", slack=0.1)
        rig.link("rope", balloon, "knot", crate, "middle")
        rig.link("rope", crate, "middle", rig.add("anchor", x - 0.6, 0.2, 3.14), "hook", slack=0.05)
        rig.add("bowling_ball", x + 0.1, 3.5)
    return rig.machine


@pytest.mark.parametrize("scene", [*(lambda seed=seed: swings(seed) for seed in SEEDS[:4]), kites])
def test_a_rope_to_something_fixed_goes_as_any_does(scene: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tethered = digests(scene())
    monkeypatch.setattr(straight_rope, "_tethered_act", lambda *_, loose: loose)
    assert digests(scene()) == tethered


def test_a_fixed_point_elsewhere_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before, right = digests(swings(0)), straight_rope._turned_about
    monkeypatch.setattr(straight_rope, "_turned_about", lambda *of: (right(*of)[0] + 0.02, right(*of)[1]))
    assert digests(swings(0)) != before


def hanging() -> Rig:
    """A weight on a rope from the wall, another that hangs below it, a slack rope to a ball on the floor, and a tight
    one between two crates there; all at rest within two seconds, until a ball is thrown at them.
    """
    rig = Rig(width=8.0, height=4.0)
    rig.floor()
    high, low = rig.add("weight", 1.0, 1.2), rig.add("weight", 1.0, 0.6)
    rig.link("rope", rig.add("anchor", 1.0, 1.8), "hook", high, "ring")
    rig.link("rope", high, "ring", low, "ring")
    rig.link("rope", rig.add("bowling_ball", 2.0, 0.11), "middle", rig.add("anchor", 2.0, 1.0), "hook", slack=0.3)
    crates = [rig.add("crate", x, 0.1, width=0.2, height=0.2) for x in (3.0, 3.5)]
    rig.link("rope", crates[0], "middle", crates[1], "middle")
    return rig


def test_what_rests_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And again when a step is of another length, or something has come to life: to the bit as if on each tick."""

    def run() -> tuple[list[bytes], int]:
        rig = hanging()
        machine, dt = rig.machine, rig.machine.dt
        seen = digests(machine) + digests(machine)
        assert all(body.is_sleeping for part in machine.parts.values() for body in part.bodies if body.mass < 100.0)
        with CallCounter() as counter:
            for act in machine._acting_links:
                act(machine, dt)
            calls = counter.read() - 1  # that to the counter
        for seconds in (1 / 100, 1 / 240, 1 / 300, None):
            machine.act(seconds)
            seen.append(machine.digest())
        for part in machine.parts.values():
            if part.kind.name != "anchor":
                part.bodies[0].velocity = (1.5, 2.0)
                seen += digests(machine)
        return seen, calls

    once, calls = run()
    assert calls == 4, "each rope is called, and calls nothing"
    monkeypatch.setattr(straight_rope, "ASLEEP", 6)  # where the engine keeps a number that is always 0
    always, calls = run()
    assert once == always and calls > 8


class Tied:
    """A rope of 1 m between two bodies whose numbers can be set here, as the engine's can't while they sleep."""

    def __init__(self, loose: bool) -> None:
        self.data, self._taut = RopeData(), memoryview(bytearray(8)).cast("d")
        self.a, self.b = (memoryview(bytearray(8 * 32)).cast("d") for _ in range(2))
        span = Span(self.a, 0.0, 0.0, 0.0, self.b, 0.0, 0.0, 0.0, 1.0)
        act = straight_rope._loose_act(self, span)
        if not loose:
            moving = (self.a, 0.0, 0.0, 0.0)
            act = straight_rope._tethered_act(self, span, moving, self.b, (0.0, 0.0), loose=act)
        self._act, self._asleep = act, (self.a, self.b) if loose else (self.a,)

    def numbers_from(self, _name: str, _count: int) -> memoryview[float]:
        return self._taut

    def taut_at(self, x: float, speed: float, dt: float, asleep: bool) -> float:
        """Put one end at x, with a speed, and return whether the rope is taut after a look."""
        self.a[8], self.a[10] = x, speed
        for numbers in self._asleep:
            numbers[ASLEEP] = float(asleep)
        self._act(SimpleNamespace(ticks=0), dt)
        return self._taut[0]


@pytest.mark.parametrize("loose", [False, True])
def test_what_rests_is_looked_at_again_after_it_was_awake_and_in_a_step_of_another_length(loose: bool) -> None:
    dt, rope = 1 / 240, Tied(loose)
    assert rope.taut_at(1.0, 0.0, dt, asleep=True) == 1.0
    assert rope.taut_at(0.5, 0.0, dt, asleep=True) == 1.0, "no look, for what sleeps does not come elsewhere"
    assert rope.taut_at(1.0, 0.0, dt, asleep=False) == 1.0
    assert rope.taut_at(0.5, 0.0, dt, asleep=True) == 0.0
    assert rope.taut_at(0.5, 50.0, dt, asleep=True) == 0.0
    assert rope.taut_at(0.5, 50.0, 1 / 100, asleep=True) == 1.0


def test_what_is_fixed_may_have_a_velocity_in_a_machine_that_blows_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the rope goes as any does, to the bit."""

    def blown_up() -> list[bytes]:
        machine = kites()
        before = digests(machine)
        for run in machine.parts.values():
            if run.kind.name == "anchor":
                run.bodies[0].velocity = (0.0, 20.0)  # so that taut ropes would be slack a step later
        after = digests(machine)
        assert after[-1] != before[-1]
        return after

    tethered = blown_up()
    monkeypatch.setattr(straight_rope, "_tethered_act", lambda *_, loose: loose)
    assert blown_up() == tethered
