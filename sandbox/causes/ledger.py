"""The ledger of what has been set off in a run: which part is at what, since when, and because of what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandbox.causes.cause_tree import BY_ITSELF, NOTHING, CauseStep, CauseTree
from sandbox.machine.machine import Machine

REST_S = 0.25  # of rest: what moves or acts after it has been set off anew


class Origin(NamedTuple):
    """What sets a part off: the number of a step, how, and over which link."""

    cause: int
    how: str
    link: int = 0


ALONE = Origin(NOTHING, BY_ITSELF)


class Ledger:
    """The steps of the parts of one machine, as far as it has run."""

    def __init__(self, machine: Machine) -> None:
        self.tree = CauseTree()
        self.steps = self.tree.steps
        self.current: dict[int, int] = {}  # the number of the last step of each part
        self._machine = machine
        self._last: dict[int, int] = {}  # when each part moved or acted last (ticks)
        self._rest = round(REST_S / machine.tick_length)  # ticks

    def set_off(self, part: int, origin: Origin) -> int:
        """Note that a part moves or acts now because of something; return the number of the step that this belongs to.

        The first cause wins: what is at something already goes on with it, unless it began by itself. Nothing is set
        off by what it has itself set off.
        """
        now, current = self._machine.ticks, self.current.get(part)
        if origin.cause != NOTHING and self.steps[origin.cause].part == part:
            origin = ALONE
        goes_on = current is not None and self.is_lively(part)
        self._last[part] = now
        if goes_on and current is not None and not (self.is_free(part) and self._is_new(current, origin.cause)):
            return current
        self.steps.append(CauseStep(part, now, *origin))
        self.current[part] = number = len(self.steps) - 1
        return number

    def _is_new(self, number: int, cause: int) -> bool:
        """Tell whether a cause is none that a step has itself set off."""
        if cause == NOTHING:
            return False
        while cause > number:
            cause = self.steps[cause].cause
        return cause != number

    def resume(self, part: int, number: int) -> int:
        """Note that a part goes on now with an earlier step, as when its alarm is due; return its number."""
        self.current[part], self._last[part] = number, self._machine.ticks
        return number

    def starting(self, parts: Iterable[int]) -> list[int]:
        """Note of parts that move that they go on, and return those that have neither moved nor acted just now."""
        now, last, rest, starting = self._machine.ticks, self._last, self._rest, []
        for part in parts:
            if now - last.get(part, -rest - 1) > rest:
                starting.append(part)
            elif part in self.current:
                last[part] = now
        return starting

    def is_free(self, part: int) -> bool:
        """Tell whether a part is at something that began by itself: then it may still get a cause."""
        number = self.current.get(part, NOTHING)
        return number != NOTHING and self.steps[number].how == BY_ITSELF

    def is_lively(self, part: int) -> bool:
        """Tell whether a part has moved or acted just now."""
        return part in self._last and self._machine.ticks - self._last[part] <= self._rest

    def hums(self, part: int) -> bool:
        """Tell whether a part is one that runs, and does: a motor, a conveyor, a fan, ..."""
        run = self._machine.parts.get(part)
        if run is None or not run.kind.hum or run.kind.hums_while not in run:
            return False
        return run[run.kind.hums_while] != 0.0

    def is_active(self, part: int) -> bool:
        """Tell whether a part moves, acts or runs now, so that it may be a cause."""
        return part in self.current and (self.is_lively(part) or self.hums(part))
