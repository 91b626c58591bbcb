"""Alarms: what is due at a moment is done then, in one order, and nothing runs past it."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from sandbox import parts
from sandbox.design.design import Design, PartSpec
from sandbox.machine.alarms import Alarms
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.machine.stillness import Stillness
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Property, Shape
from sandbox.parts.world import Running, RunningMachine
from tests.parts.rig import Rig

TICK = 1 / 240  # s


class Bell(Kind):
    """Rings once after its time, or again and again."""

    name = "test_bell"
    title = "Bell"
    help = "Rings."
    properties = (Property("time", "Time", 0.5, "s", 0.0, 60.0, 0.1), Property("again", "Again", False))
    states = ("rung", "due", "second")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        return Blueprint((Body("static"),), (Shape(Circle(0.05), Look("metal", (224, 176, 58))),))

    def start(self, run: Running, machine: RunningMachine) -> None:
        machine.at(run, run.p.time)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run["rung"] += 1.0
        machine.tell(alarm, run)
        if run.p.again:
            machine.at(run, run.p.time)


@pytest.fixture(autouse=True)
def bell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(parts.KINDS, Bell.name, Bell())


def rings(rig: Rig) -> list[tuple[int, int]]:
    """The tick and the part of each ring."""
    return [(event.tick, event.part) for event in rig.machine.events]


def test_it_is_due_before_the_step_that_begins_at_its_moment_and_only_once() -> None:
    rig = Rig()
    bell = rig.add("test_bell", 1.0, 1.0, time=0.5)
    assert rig.machine.states[rig.machine.slot_of[bell, "due"]] == 120.0
    rig.run(0.5)
    assert rings(rig) == [] and rig.machine.alarms
    rig.run(1.0)
    assert rings(rig) == [(120, bell)]
    assert not rig.machine.alarms and rig.state(bell, "due") == 0.0


def test_those_of_one_tick_go_by_their_moment_and_then_by_id() -> None:
    rig = Rig()
    times = (0.5, 0.4999, 0.25, 0.4999, 0.25)
    first, second, third, fourth, fifth = (rig.add("test_bell", 1.0 + k, 1.0, time=t) for k, t in enumerate(times))
    rig.run(1.0)
    assert rings(rig) == [(60, third), (60, fifth), (120, second), (120, fourth), (120, first)]


def test_the_order_in_which_they_were_set_does_not_count() -> None:
    rig = Rig()
    bells = [rig.add("test_bell", 1.0 + k, 1.0, time=10.0) for k in range(4)]
    for bell in reversed(bells):
        rig.machine.at(rig.machine.parts[bell], 0.1)
    rig.run(0.2)
    assert rings(rig) == [(24, bell) for bell in bells]


def test_one_that_is_set_again_is_moved_and_one_that_is_cancelled_is_not_due() -> None:
    rig = Rig()
    moved, cancelled, both = (rig.add("test_bell", 1.0 + k, 1.0, time=0.5) for k in range(3))
    machine = rig.machine
    machine.at(machine.parts[moved], 0.75)
    machine.cancel(machine.parts[cancelled])
    machine.cancel(machine.parts[cancelled], "second")  # which is not set
    machine.cancel(machine.parts[both])
    machine.at(machine.parts[both], 0.5)
    rig.run(1.0)
    assert rings(rig) == [(120, both), (180, moved)]
    assert rig.state(cancelled, "due") == 0.0


def test_a_part_has_one_for_each_name() -> None:
    rig = Rig()
    bell = rig.add("test_bell", 1.0, 1.0, time=0.5)
    rig.machine.at(rig.machine.parts[bell], 0.25, "second")
    rig.run(1.0)
    assert [(event.tick, event.what) for event in rig.machine.events] == [(60, "second"), (120, "due")]


def test_none_goes_round_and_round_within_a_tick() -> None:
    rig = Rig()
    bell = rig.add("test_bell", 1.0, 1.0, time=0.0, again=True)
    rig.run(11 * TICK)
    assert rings(rig) == [(tick, bell) for tick in range(1, 11)]


def test_a_part_that_leaves_takes_its_alarms_along() -> None:
    rig = Rig()
    gone, stays = (rig.add("test_bell", 1.0 + k, 1.0, time=0.5) for k in range(2))
    rig.machine.at(rig.machine.parts[gone], 0.6, "second")
    rig.run(0.1)
    rig.machine.remove(gone)
    rig.run(1.0)
    assert rings(rig) == [(120, stays)]
    assert not rig.machine.alarms and rig.state(gone, "due") == rig.state(gone, "second") == 0.0


def test_a_part_that_an_earlier_alarm_dooms_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig()
    first, second = (rig.add("test_bell", 1.0 + k, 1.0, time=0.5) for k in range(2))
    due = Bell.due

    def and_removes(self: Bell, run: Running, alarm: str, machine: RunningMachine) -> None:
        due(self, run, alarm, machine)
        machine.remove(second)

    monkeypatch.setattr(Bell, "due", and_removes)
    rig.run(1.0)
    assert rings(rig) == [(120, first)]


@pytest.mark.parametrize("steps", [(1 / 60,), (0.011, 0.1, 0.25), (0.003, 0.0007)])
def test_a_clock_keeps_time_however_long_the_steps_are(steps: tuple[float, ...]) -> None:
    rig = Rig()
    bell = rig.add("test_bell", 1.0, 1.0, time=0.07, again=True)
    machine = rig.machine
    for seconds in itertools.cycle(steps):
        before = machine.seconds
        machine.act(seconds)
        assert rig.state(bell, "rung") == int(before / 0.07 + 1e-6)
        machine.step()
        machine.react()
        machine.tidy()
        if machine.seconds > 5.0:
            break


def test_the_moment_counts_in_the_digest() -> None:
    rigs = [Rig(), Rig()]
    for rig, time in zip(rigs, (5.0, 5.1), strict=True):
        rig.add("test_bell", 1.0, 1.0, time=time)
    assert rigs[0].machine.digest() != rigs[1].machine.digest()


# -- nothing runs past it


def quiet_run(ticks: int) -> tuple[list[int], list[int]]:
    """Run a bell among others that rest, by the short way where it goes; the ticks of its rings, and each way taken."""
    design = Design(parts=(PartSpec(1, "floor", 1.0, 0.0), PartSpec(2, "test_bell", 1.0, 1.0, props={"again": True})))
    machine = Machine(parts.check(design))
    ways = []
    while machine.ticks < ticks:
        passed = machine.fast_forward(ticks - machine.ticks, bytearray(), np.zeros(0), None)
        ways.append(passed)
        if not passed:
            machine.tick()
    return [event.tick for event in machine.events], ways


def test_quiet_ticks_end_where_an_alarm_is_due() -> None:
    assert quiet_run(400) == ([120, 240, 360], [120, 0, 119, 0, 119, 0, 39])


def test_they_would_run_past_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the last."""
    monkeypatch.setattr(Alarms, "free_ticks", lambda self, now: 1000)
    assert quiet_run(400) == ([], [400])


def still_from(time: float, pending: bool) -> int:
    """The tick on which a sleeping machine with a bell is called still; the alarm may be taken back."""
    design = Design(parts=(PartSpec(1, "floor", 1.0, 0.0), PartSpec(2, "test_bell", 1.0, 1.0, props={"time": time})))
    machine = Machine(parts.check(design))
    still = Stillness(machine, Judge(design, machine).memory)
    if not pending:
        machine.cancel(machine.parts[2])
    while True:
        for _ in range(still.every):
            machine.act()
            machine.step()
        if still.look():
            return machine.ticks


def test_a_machine_is_not_still_while_an_alarm_is_set() -> None:
    assert still_from(5.0, pending=False) < 400
    assert still_from(5.0, pending=True) > 5.0 * 240
