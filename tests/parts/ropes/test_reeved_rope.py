"""A rope over fixed wheels that is taut and stays so goes as any rope over pulleys does, to the bit."""

from __future__ import annotations

import random  # noqa: TID251  (lays out the pulleys)
from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import reeved_rope
from sandbox.parts.ropes.reeving import Reeving
from tests.parts.rig import Rig

SEEDS = range(6)
TICKS = 500


def hoists(seed: int) -> Machine:
    """Weights and bars that hang and sway from ropes over one to three pulleys, tight and slack, up to the wheels; a
    rope round a loose block, one on a winch, and balls that fall among them.
    """
    dice, rig = random.Random(seed), Rig(width=14.0, height=4.0, gravity_y=(-9.81, -9.81, -30.0)[seed % 3])
    for x in (5.0, 15.0):
        rig.add("floor", x, -0.05, width=10.0)
    for k in range(5):
        x = 1.0 + 2.0 * k
        count = dice.choice((1, 2, 2, 3))
        wheels = tuple(
            rig.add("pulley", x + 0.35 * j, 3.0 + dice.choice((0.0, -0.3, 0.3)), radius=dice.choice((0.05, 0.1)))
            for j in range(count)
        )
        left, right = x + dice.uniform(-0.4, 0.0), x + 0.35 * (count - 1) + dice.uniform(0.0, 0.4)
        load = rig.add("weight", left, dice.uniform(1.2, 2.7), mass=dice.uniform(1.0, 3.0))
        kind, port = dice.choice((("weight", "ring"), ("bar", "left"), ("crate", "middle")))
        other = rig.add(kind, right, dice.uniform(1.2, 2.2), dice.uniform(-0.5, 0.5))
        rig.link("rope", load, "ring", other, port, wheels, slack=dice.choice((0.0, 0.0, 0.1)))
        rig.add("bowling_ball", x + dice.uniform(-0.3, 0.6), 3.7)
    block, high = rig.add("pulley_block", 11.5, 2.0), rig.add("pulley", 11.8, 3.0)
    via = (block, high)
    rig.link("rope", rig.add("anchor", 11.4, 3.0), "hook", rig.add("weight", 11.9, 1.5), "ring", via)
    winch = rig.add("winch", 13.0, 2.0)
    rig.link("rope", rig.add("weight", 13.04, 0.8), "ring", winch, "rope")
    return rig.machine


def digests(machine: Machine, seconds: float | None = None) -> list[bytes]:
    ended = []
    for _ in range(TICKS):
        machine.act(seconds)
        machine.step()
        machine.react()
        machine.tidy()
        ended.append(machine.digest())
    return ended


def ropes_run_over(monkeypatch: pytest.MonkeyPatch) -> list[Reeving]:
    """The ropes that have been left to the general way, from now on, one for each time."""
    seen: list[Reeving] = []
    general = reeved_rope.run_over

    def count(run: Any, reeving: Reeving, machine: Any) -> None:
        seen.append(reeving)
        general(run, reeving, machine)

    monkeypatch.setattr(reeved_rope, "run_over", count)
    return seen


@pytest.mark.parametrize("seconds", [None, 1 / 300])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_rope_over_fixed_wheels_goes_as_any_does(
    seed: int, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = ropes_run_over(monkeypatch)
    machine = hoists(seed)
    reeved = [run.data.reeving for run in machine.links.values()]
    steady, caught = digests(machine, seconds), [event for event in machine.events if event.what == "caught"]
    times = [sum(of is reeving for of in left) for reeving in reeved]
    assert sum(times[:5]) < 5 * TICKS - 100 and min(times) > 0, "some of each"
    assert times[5:] == [TICKS, TICKS], "round a loose block, and on a drum"
    monkeypatch.setattr(reeved_rope, "steady_act", lambda *_: None)
    left.clear()
    machine = hoists(seed)
    assert digests(machine, seconds) == steady
    assert [event for event in machine.events if event.what == "caught"] == caught
    assert len(left) == 7 * TICKS


@pytest.mark.parametrize("name", ["GIVE", "bearing", "cos_sin"])
def test_another_number_in_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(hoists(0))
    right = getattr(reeved_rope, name)
    wrong = 1.05 * right if isinstance(right, float) else lambda *of: right(*(number + 1e-9 for number in of))
    monkeypatch.setattr(reeved_rope, name, wrong)
    assert digests(hoists(0)) != before
