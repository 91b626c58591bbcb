"""A run that is read for its causes: the same run again, bit for bit, in a machine that reports what it does.

The run that is played or recorded is not touched by this. A second one is run from the same design with the same
commands; the reader sees what its behaviours do to each other, and what its bodies do after each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pymunk

from sandbox.causes.call_tracer import Act, CallTracer
from sandbox.causes.cause_tree import CauseStep, CauseTree
from sandbox.causes.ledger import ALONE, Ledger
from sandbox.causes.start_tracer import StartTracer
from sandbox.causes.traced_kinds import traced
from sandbox.commands.driver import Driver, RunSpan, Timed, ignore_refusal, runs
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.machine.machine import Machine
from sandbox.machine.sightlines import Sightlines
from sandbox.machine.signals import Signals
from sandbox.parts.world import Running, RunningLink, RunningMachine


class _TracedSignals(Signals):
    """Signals that are handed out in the name of their sender, also those that had to wait."""

    calls: CallTracer

    def send(self, run: Running, on: bool, machine: RunningMachine) -> None:
        self._acts[run.id] = self.calls.sending(run)
        super().send(run, on, machine)

    def attach(self, calls: CallTracer) -> None:
        """Begin to report."""
        self.calls = calls
        self._acts: dict[int, Act] = {}  # by sender

    def _hand_out(self, run: Running, on: bool, again: bool, machine: RunningMachine) -> None:
        with self.calls.at_work(self._acts[run.id]):
            super()._hand_out(run, on, again, machine)


class _TracedSightlines(Sightlines):
    """Lines of sight that report what stands in the way of who looks along them."""

    calls: CallTracer
    machine: Machine

    def attach(self, calls: CallTracer, machine: Machine) -> None:
        """Begin to report."""
        self.calls, self.machine = calls, machine

    def first_between(
        self, start: Point, end: Point, seer: Running, target: pymunk.Body | None = None
    ) -> pymunk.Shape | None:
        met = super().first_between(start, end, seer, target)
        owner = self.machine.owner(met) if met is not None else None
        if owner is not None:
            self.calls.blocked(seer, end, owner[0])
        return met


class TracedMachine(Machine):
    """A machine that reports what sets off what. It runs exactly as any other one of the same design."""

    def __init__(self, design: Design, seed: int = 0) -> None:
        self._calls: CallTracer | None = None
        self._starts: StartTracer | None = None
        super().__init__(design, seed)
        self.ledger = ledger = Ledger(self)
        calls = CallTracer(self, ledger)
        self._starts = StartTracer(self, ledger, calls)
        runs: list[Any] = [*self.parts.values(), *self.links.values()]
        kinds = {run.kind.name: run.kind for run in runs}
        reporting = {name: traced(kind, calls) for name, kind in kinds.items()}
        for run in runs:
            run.kind = reporting[run.kind.name]
        signals = _TracedSignals(self._link_ends)
        signals.attach(calls)
        sight = _TracedSightlines(self.space, self._joined, self.parts)
        sight.attach(calls, self)
        self._signals, self._calls, self.sight = signals, calls, sight
        for id_ in self.parts:
            if ledger.hums(id_):
                ledger.set_off(id_, ALONE)

    def _see_whether_quiet(self) -> None:
        self._quiet = False  # each tick is looked at, so none is left to the engine alone

    def tick(self, seconds: float | None = None) -> None:
        super().tick(seconds)
        if self._starts is not None:
            self._starts.look()

    def step(self) -> None:
        super().step()
        if self._starts is not None:
            self._starts.stepped()

    def tell(self, what: str, run: Running, strength: float = 0.0, other: int = 0, at: Point | None = None) -> None:
        super().tell(what, run, strength, other, at)
        if self._calls is not None:
            self._calls.told(what, run, other)

    def at(self, run: Running | RunningLink, seconds: float, alarm: str = "due") -> None:
        super().at(run, seconds, alarm)
        if self._calls is not None:
            self._calls.alarm_set(run, alarm)

    def reweigh(self, run: Running, index: int, more: float) -> None:
        super().reweigh(run, index, more)
        act = self._calls.acts[-1] if self._calls is not None and self._calls.acts else None
        if act is None or self._starts is None:
            return
        if act.part != run.id:
            self._starts.pushed(run.id, act)
        elif run.id in self.ledger.current:  # a sack that leaks is at work, and may rise by that
            self.ledger.resume(run.id, self.ledger.current[run.id])

    def remove(self, id_: int) -> None:
        if self._calls is not None:
            self._calls.removed(id_)
        super().remove(id_)

    def add_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        super().add_joints(run, *joints)
        if self._calls is not None and self._starts is not None and self._calls.acts:
            self._starts.joined(self._calls.acts[-1], joints)


class TracedSession(Session):
    """A session whose runs are read for their causes."""

    machine: TracedMachine | None
    winning_chain: Sequence[CauseStep] = ()  # the longest chain of causes up to the win of the last run that has won

    def build_machine(self) -> TracedMachine:
        return TracedMachine(self.design, self.seed)

    @property
    def causes(self) -> CauseTree:
        """The causes in the run that goes on, with ticks since its Start; empty if nothing runs."""
        return self.machine.ledger.tree if self.machine is not None else CauseTree()

    def _decide(self, outcome: str) -> None:
        super()._decide(outcome)
        if outcome == "won":
            self.winning_chain = self.causes.chain()


def causes_of_run(
    design: Design, seed: int, commands: Sequence[Timed], ticks: int, number: int | None = None
) -> tuple[Design, RunSpan, CauseTree] | None:
    """Run a session again, and read the causes in one of its runs.

    Args:
        ticks: the last tick of the session.
        number: of the run, from 1; None: the last one.

    Returns:
        The design that was run, from when to when, and the causes; None if the session has no such run.
    """
    spans = runs(commands, ticks)
    index = len(spans) - 1 if number is None else number - 1
    if not 0 <= index < len(spans):
        return None
    span = spans[index]
    ran, _, causes = causes_until(design, seed, commands, span.end.tick, span.end.commands)
    return ran, span, causes


def causes_until(
    design: Design, seed: int, commands: Sequence[Timed], tick: int, count: int
) -> tuple[Design, int, CauseTree]:
    """Run a session again up to a moment: a tick, and the number of commands given by then.

    Returns:
        The design as it is then, the tick of the last Start, and the causes in the run that goes on, if one does.
    """
    session = TracedSession(design, seed)
    Driver(session, commands, ignore_refusal).to(tick, count)
    return session.design, session.start_tick, session.causes
