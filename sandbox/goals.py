"""Is it solved, is it lost: goals and fail conditions, evaluated after every tick; their memory is in the hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sandbox.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Count,
    Design,
    Distance,
    Faster,
    Gone,
    Held,
    Inside,
    Latched,
    Moved,
    Not,
    State,
    Tally,
    Touches,
    Turned,
    conditions,
)
from sandbox.machine import Machine, Rows

Test = Callable[[], bool]


class Progress(NamedTuple):
    """A goal as the player sees it; `share` is how far a held goal has got, 0 to 1."""

    text: str
    met: bool
    share: float


class Judge:
    """Watches one machine. `memory` holds, for every condition in order, ticks held or whether it has latched."""

    def __init__(self, design: Design, machine: Machine) -> None:
        self._design, self._machine = design, machine
        roots = [goal.when for goal in (*design.goals, *design.fails)]
        self.memory: Rows = np.zeros(sum(1 for root in roots for _ in conditions(root)) + len(roots))
        self._next = 0
        self._tests = [self._compile(root) for root in roots]
        self._met = self.memory[self._next :]  # a number for each goal and fail condition: true on this tick?
        self.outcome = "open"

    @property
    def judges(self) -> bool:
        """Whether there is anything to evaluate."""
        return bool(self._tests)

    def update(self) -> None:
        """Evaluate everything after a tick; the first outcome stays."""
        if not self._tests:
            return
        # Every test runs on every tick: a held or latched condition must not miss one.
        results = [test() for test in self._tests]
        self._met[:] = results
        if self.outcome == "open":
            goals = len(self._design.goals)
            if any(results[goals:]):
                self.outcome = "lost"
            elif goals and all(results[:goals]):
                self.outcome = "won"

    def progress(self) -> list[Progress]:
        """Each goal with its state, in the order of the level."""
        shown, first = [], 0
        for goal, met in zip(self._design.goals, self._met, strict=False):
            nodes = list(conditions(goal.when))
            share = float(met)
            for offset, node in enumerate(nodes):
                if isinstance(node, Held) and not met:
                    need = _ticks(node.seconds, self._machine.tick_length)
                    share = max(share, min(1.0, float(self.memory[first + offset]) / need))
            shown.append(Progress(goal.text, bool(met), share))
            first += len(nodes)
        return shown

    def _compile(self, condition: AnyCondition) -> Test:
        slot = self._next
        self._next += 1
        machine, memory = self._machine, self.memory
        if isinstance(condition, All):
            return _combined(all, [self._compile(inner) for inner in condition.of])
        if isinstance(condition, AnyOf):
            return _combined(any, [self._compile(inner) for inner in condition.of])
        if isinstance(condition, Not):
            inner = self._compile(condition.of)
            return lambda: not inner()
        if isinstance(condition, Held):
            need = _ticks(condition.seconds, machine.tick_length)
            return _held(self._compile(condition.of), memory, slot, need, machine)
        if isinstance(condition, Latched):
            return _latched(self._compile(condition.of), memory, slot)
        return _simple(condition, machine)


def _ticks(seconds: float, tick: float) -> int:
    return max(1, round(seconds / tick))


def _combined(rule: Callable[[list[bool]], bool], tests: list[Test]) -> Test:
    def test() -> bool:
        results = [test() for test in tests]  # all of them, always: see `Judge.update`
        return rule(results)

    return test


def _held(inner: Test, memory: Rows, slot: int, need: int, machine: Machine) -> Test:
    def test() -> bool:
        memory[slot] = min(memory[slot] + machine.dt / machine.tick_length, need) if inner() else 0.0
        return bool(memory[slot] >= need)

    return test


def _latched(inner: Test, memory: Rows, slot: int) -> Test:
    def test() -> bool:
        if inner():  # asked on every tick: it may hold memory of its own
            memory[slot] = 1.0
        return bool(memory[slot])

    return test


def _simple(condition: AnyCondition, machine: Machine) -> Test:
    """A condition without memory, as a test of the machine."""
    if isinstance(condition, Inside):
        region = condition
        return lambda: region.part in machine.parts and _within(machine, region.part, region)
    if isinstance(condition, Touches):
        part, other = condition.part, condition.other
        return lambda: machine.touching(part, other)
    if isinstance(condition, Beyond):
        line, axis = condition, 0 if condition.axis == "x" else 1
        sign = 1.0 if condition.side == "more" else -1.0
        if line.origin:
            return lambda: sign * machine.origin(line.part)[axis] > sign * line.value
        return lambda: sign * machine.motion(line.part)[axis] > sign * line.value
    if isinstance(condition, Distance | Moved | Gone | Tally):
        return _of_origins(condition, machine)
    if isinstance(condition, State):
        slot, on = machine.slot_of[condition.part, condition.state], condition.on
        return lambda: bool(machine.states[slot]) is on
    if isinstance(condition, Turned):
        part, least = condition.part, abs(condition.angle)
        start = machine.design.part_by_id[part].angle
        return lambda: abs(machine.motion(part)[2] - start) >= least
    if isinstance(condition, Faster):
        part, square = condition.part, condition.speed * condition.speed

        def faster() -> bool:
            motion = machine.motion(part)
            return part in machine.parts and motion[3] * motion[3] + motion[4] * motion[4] > square

        return faster
    assert isinstance(condition, Count)
    counted = condition
    ids = [spec.id for spec in machine.design.parts if spec.kind == condition.kind]
    return lambda: sum(1 for i in ids if i in machine.parts and _within(machine, i, counted)) >= counted.at_least


def _of_origins(condition: Distance | Moved | Gone | Tally, machine: Machine) -> Test:
    """A condition about where parts have got to, or whether they are still there."""
    if isinstance(condition, Gone):
        part = condition.part
        return lambda: part not in machine.parts
    if isinstance(condition, Tally):
        tally = condition
        slots = [machine.slot_of[spec.id, tally.state] for spec in machine.design.parts if spec.kind == tally.kind]
        return lambda: sum(1 for slot in slots if bool(machine.states[slot]) is tally.on) >= tally.at_least
    if isinstance(condition, Moved):
        moved, start = condition, machine.design.part_by_id[condition.part]

        def has_moved() -> bool:
            x, y = machine.origin(moved.part)
            dx = x - start.x if moved.axis != "y" else 0.0
            dy = y - start.y if moved.axis != "x" else 0.0
            return dx * dx + dy * dy > moved.by * moved.by

        return has_moved
    pair = condition
    sign = 1.0 if pair.side == "more" else -1.0

    def far() -> bool:
        (ax, ay), (bx, by) = machine.origin(pair.part), machine.origin(pair.other)
        square = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
        return sign * square > sign * pair.value * pair.value

    return far


def _within(machine: Machine, part: int, region: Inside | Count) -> bool:
    x, y = machine.motion(part)[:2]
    return region.x0 <= x <= region.x1 and region.y0 <= y <= region.y1
