"""What is written out for a way of being reeved goes as any rope over pulleys does, to the bit: taut, slack, and with
each jerk."""

from __future__ import annotations

import random  # noqa: TID251  (lays out the pulleys)
from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import reeved_rope, rope_group, rope_solver
from sandbox.parts.ropes.reeving import Reeving
from sandbox.parts.ropes.swing import LoneJerk
from sandbox.parts.world import RunningLink, RunningMachine
from tests.parts.rig import Rig
from tests.parts.ropes.test_lone_rope import write_with

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


def odd_ends() -> Machine:
    """Ropes over fixed wheels that end on something fixed, on what never turns, on a pivot, on a pulley's
    own hook, and on what another rope pulls, too; and balls that fall on them.
    """
    rig = Rig(width=16.0, height=4.0)
    rig.floor(width=20.0)

    def over(x: float, a: int, port_a: str, b: int, port_b: str, slack: float = 0.0) -> None:
        rig.link(
            "rope", a, port_a, b, port_b, (rig.add("pulley", x, 2.6), rig.add("pulley", x + 0.4, 2.7)), slack=slack
        )
        rig.add("bowling_ball", x + 0.1, 3.5)

    over(1.0, rig.add("anchor", 0.9, 1.5, 2.0), "hook", rig.add("weight", 2.0, 2.2), "ring")
    over(3.0, rig.add("cage", 2.9, 1.2), "ring", rig.add("weight", 3.7, 1.6, mass=3.0), "ring", 0.1)
    over(5.0, rig.add("seesaw", 5.0, 0.6), "left", rig.add("weight", 5.6, 1.6, mass=3.0), "ring")
    over(9.0, rig.add("pulley", 8.8, 1.5), "hook", rig.add("bar", 9.9, 2.0), "left", 0.3)
    crate, bar = rig.add("crate", 10.9, 1.4), rig.add("bar", 12.0, 1.5, 0.7)
    over(11.0, crate, "middle", bar, "right")
    rig.link("rope", crate, "middle", rig.add("weight", 10.7, 0.8), "ring")
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


def jerks_answered(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each jerk that is worked out in plain numbers from now on: whether before anybody asked for it."""
    unasked: list[bool] = []
    alone = rope_group.group_jerk

    def counting(*of: Any) -> LoneJerk | None:
        jerk = alone(*of)
        if jerk is None:
            return None

        def count(run: RunningLink, machine: RunningMachine, asked: bool = True, *dt: float) -> bool | None:
            answer = jerk(run, machine, asked, *dt)  # type: ignore[call-arg]
            if answer is not None:
                unasked.append(not asked)
            return answer

        return count

    monkeypatch.setattr(rope_solver, "group_jerk", counting)
    return unasked


def all_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave each rope over pulleys, and each of its jerks, to the general way from now on."""
    monkeypatch.setattr(reeved_rope, "hanging_of", lambda _: None)
    monkeypatch.setattr(rope_solver, "group_jerk", lambda *_: None)


@pytest.mark.parametrize("seconds", [None, 1 / 300])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_rope_over_fixed_wheels_goes_as_any_does(
    seed: int, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, unasked = ropes_run_over(monkeypatch), jerks_answered(monkeypatch)
    machine = hoists(seed)
    reeved = [run.data.reeving for run in machine.links.values()]
    fast, caught = digests(machine, seconds), [event for event in machine.events if event.what == "caught"]
    times = [sum(of is reeving for of in left) for reeving in reeved]
    assert 0 < sum(times[:5]) < 5 * TICKS - 100, "some of each"
    assert 0 < sum(times[5:]) < 20, "round a loose block, and on a drum: only as they get slack, and not while they are"
    assert any(unasked) and not all(unasked) and len(unasked) > 100
    all_in_general(monkeypatch)
    left.clear()
    unasked.clear()
    machine = hoists(seed)
    assert digests(machine, seconds) == fast
    assert [event for event in machine.events if event.what == "caught"] == caught
    assert len(left) == 7 * TICKS and not unasked


def test_whatever_is_at_its_ends_it_goes_as_any_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as watched:
        unasked = jerks_answered(watched)
        fast = digests(odd_ends())
    assert len(unasked) > 100
    all_in_general(monkeypatch)
    assert digests(odd_ends()) == fast


def test_rounds_that_make_it_worse_are_taken_back_as_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """With numbers by which each second round takes back what the first has pulled."""
    for name, number in (("HARD", -3.0), ("TOLERANCE", 1e-9)):
        monkeypatch.setattr(rope_solver, name, number)
        write_with(monkeypatch, name, number)
    monkeypatch.setattr(reeved_rope, "TOLERANCE", 1e-9)
    with monkeypatch.context() as watched:
        unasked = jerks_answered(watched)
        fast = digests(hoists(1))
    assert len(unasked) > 100
    all_in_general(monkeypatch)
    assert digests(hoists(1)) == fast


def test_fixed_wheels_and_ends_may_have_a_velocity_in_a_machine_that_blows_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then each jerk is left to the general way, which sees the wheel go away."""

    def blown_up(kind: str) -> list[bytes]:
        machine = odd_ends()
        digests(machine)
        for run in machine.parts.values():
            if run.kind.name == kind:
                run.bodies[0].velocity = (0.0, 20.0)
        return digests(machine)

    fast = {kind: blown_up(kind) for kind in ("pulley", "anchor", "floor")}
    assert fast["pulley"] != fast["floor"] != fast["anchor"]
    all_in_general(monkeypatch)
    assert {kind: blown_up(kind) for kind in fast} == fast


@pytest.mark.parametrize("name", ["GIVE", "HARD", "SOFT", "TOLERANCE", "HELD", "RECOVERS"])
def test_another_number_in_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(hoists(0))
    write_with(monkeypatch, name, 1.05 * rope_group.NAMES[name])
    assert digests(hoists(0)) != before
