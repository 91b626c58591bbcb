"""Alarms of parts and links: what is due at a moment costs nothing until then.

The moment of each alarm is a running state of its owner, which is hashed as all others are; the heap beside it only
finds the next one. Alarms that are due in the same tick go by their moments, and those of one moment by id and name.
"""

from __future__ import annotations

import math
from collections.abc import Container
from heapq import heappop, heappush

from sandbox.parts.world import Running, RunningLink, RunningMachine

_LEAST = 1.0  # tick from the setting of an alarm until it is due: so none goes round and round within one tick
_FOREVER = 1 << 62  # ticks
ROUNDING = 1e-6  # ticks: more than is lost in computing when an alarm is due


class Alarms:
    """The alarms that are set. All moments are in ticks of the world since Start."""

    def __init__(self, tick_rate: int) -> None:
        self._rate = tick_rate
        self._set: dict[tuple[int, str], Running | RunningLink] = {}  # by owner and name
        self._names: dict[int, dict[str, None]] = {}  # of the alarms that an owner has ever set
        # The moments of all of them, with those that have been moved or taken back, the earliest first: until that one
        # there is nothing to work off.
        self.heap: list[tuple[float, int, str]] = []
        self._moment: float | None = None  # of the alarm that is being worked off

    @property
    def moments(self) -> dict[tuple[int, str], float]:
        """The moments of the alarms that are set, by the id of their owner and their name."""
        return {(id_, name): run[name] for (id_, name), run in self._set.items()}

    def set(self, run: Running | RunningLink, name: str, now: float, seconds: float) -> None:
        """Set an alarm of a part or link, or move it, to `seconds` from now, or from the moment of the alarm that rings
        at present."""
        begin = now if self._moment is None else self._moment
        due = begin + max(_LEAST, seconds * self._rate)
        run[name] = due
        self._set[run.id, name] = run
        self._names.setdefault(run.id, {})[name] = None
        heappush(self.heap, (due, run.id, name))

    def cancel(self, run: Running | RunningLink, name: str) -> None:
        """Take back an alarm of a part or link, if it is set."""
        if self._set.pop((run.id, name), None) is not None:
            run[name] = 0.0

    def forget(self, run: Running | RunningLink) -> None:
        """Take back all alarms of a part or link."""
        for name in self._names.pop(run.id, ()):
            self.cancel(run, name)

    def free_ticks(self, now: float) -> int:
        """Return how many ticks may pass before there is an alarm to work off."""
        while self.heap and not self._is_set(*self.heap[0]):
            heappop(self.heap)
        return max(0, math.ceil(self.heap[0][0] - ROUNDING - now)) if self.heap else _FOREVER

    def work_off(self, now: float, machine: RunningMachine, doomed: Container[int]) -> None:
        """Ring the alarms that are due, but for parts and links that are about to leave."""
        while self.heap and self.heap[0][0] <= now + ROUNDING:
            due, id_, name = heappop(self.heap)
            if not self._is_set(due, id_, name):
                continue
            run = self._set.pop((id_, name))
            run[name] = 0.0
            if id_ not in doomed:
                self._moment = due
                run.ring(name, machine)
                self._moment = None

    def _is_set(self, due: float, id_: int, name: str) -> bool:
        run = self._set.get((id_, name))
        return run is not None and run[name] == due
