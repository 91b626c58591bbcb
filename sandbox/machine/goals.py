"""The test whether a run is won or lost: goals and fail conditions after every tick. Their memory is in the hash."""

from __future__ import annotations

from typing import NamedTuple, cast

from sandbox.design.conditions import Condition
from sandbox.design.conditions.condition import Test
from sandbox.design.design import Design, Goal, conditions
from sandbox.design.geometry import total
from sandbox.engine import arrays
from sandbox.machine.machine import Machine, Rows


class GoalProgress(NamedTuple):
    """A goal as the player sees it; `share` is how far a held goal has got, 0 to 1."""

    text: str
    met: bool
    share: float


class Judge:
    """Watches one machine. `memory` holds one number for every condition in order, whether it needs it or not."""

    def __init__(self, design: Design, machine: Machine) -> None:
        self._design, self._machine = design, machine
        roots = [goal.when for goal in (*design.goals, *design.fails)]
        self.memory: Rows = arrays.zeros(sum(1 for root in roots for _ in conditions(root)) + len(roots))
        self._next = 0
        self._tests = [self._compile(root) for root in roots]
        self._sole = self._tests[0] if len(roots) == 1 else None  # asked in half of the time of a list of tests
        self._met = self.memory[self._next :]  # a number for each goal and fail condition: true on this tick?
        self._results: list[bool] = [False] * len(roots)  # the same, as found last
        self.outcome = "open"
        self.broken: Goal | None = None  # the fail condition by which it was lost: of several the first

    def update(self) -> bool:
        """Evaluate everything after a tick, and tell whether this decides the run; the first outcome stays."""
        # Every test runs on every tick: a held or latched condition must not miss one. Only a change of their results
        # decides the outcome, and on nearly all ticks there is none.
        if self._sole is not None:
            result = self._sole()
            if result is self._results[0]:
                return False
            results = [result]
        else:
            results = [test() for test in self._tests]
            if results == self._results:
                return False
        self._results = results
        self._met[:] = results
        if self.outcome != "open":
            return False
        goals = len(self._design.goals)
        if any(results[goals:]):
            self.outcome = "lost"
            self.broken = self._design.fails[results[goals:].index(True)]
        elif goals and all(results[:goals]):
            self.outcome = "won"
        return self.outcome != "open"

    def advance(self, most: int, digests: bytearray | None = None, seconds: float | None = None) -> int:
        """Let up to `most` ticks of the machine pass; judge after each, and stop on the one that decides the run, or
        after one with a hard knock or from which on nothing but the engine may have a say. Return how many have passed.

        Args:
            digests: gets the digest of the machine and of the goals' memory after each tick, if there is one.
            seconds: the length of each tick, if that is not the world's.
        """
        machine = self._machine
        if seconds is None:
            passed = machine.fast_forward(most, digests, self.memory, self.update if self._tests else None)
            if passed:
                return passed
        tick, digest, memory, tests = machine.tick, machine.digest, self.memory.data, self._tests
        passed, ended = 0, False
        while passed < most and not ended:
            tick(seconds)
            passed += 1
            ended = bool(tests and self.update()) or machine.is_quiet
            if digests is not None:
                digests += digest(memory)
                ended = ended or machine.knocked
        return passed

    def progress(self) -> list[GoalProgress]:
        """Each goal with its state, in the order of the level."""
        progress, first = [], 0
        for goal, met in zip(self._design.goals, self._met, strict=False):
            nodes = list(conditions(goal.when))
            share = float(met)
            for offset, node in enumerate(nodes):
                if not met:
                    share = max(share, node.share(float(self.memory[first + offset]), self._machine.tick_length))
            progress.append(GoalProgress(goal.text, bool(met), share))
            first += len(nodes)
        return progress

    def nearness(self) -> float:
        """Return how near the run is to being won after this tick, from 0 to 1: the mean of its goals."""
        shares, slot = [], 0
        for goal, met in zip(self._design.goals, self._met, strict=False):
            share, slot = self._nearness_of(goal.when, slot)
            shares.append(1.0 if met else share)
        return total(shares) / max(1, len(shares))

    def _nearness_of(self, condition: Condition, slot: int) -> tuple[float, int]:
        """Return the nearness of the condition whose memory is at a slot, and the slot after all within it."""
        inner, after = [], slot + 1
        for within in condition.inner:
            share, after = self._nearness_of(within, after)
            inner.append(share)
        return condition.nearness(self._machine, self.memory[slot : slot + 1], inner), after

    def _compile(self, condition: Condition) -> Test:
        slot = self._next
        self._next += 1
        inner = [self._compile(within) for within in condition.inner]
        numbers = cast("memoryview[float]", self.memory.data)  # reading one takes a third of the time of an array's
        return condition.test(self._machine, numbers[slot : slot + 1], inner)
