"""The test whether anything new still happens in a running machine: what only swings, paces or turns does nothing new.

It is a guess, for people, where `stillness` is sure: a body that has come nowhere else for some seconds, like all
others, may still be pushed out of its round by a rare meeting. Nothing is decided by it.
"""

from __future__ import annotations

import numpy as np

from sandbox.machine.machine import Machine
from sandbox.parts.world import Rows

AFTER = 6.0  # s without anything new
_EVERY = 0.25  # s between two looks
_SOON = 1.0  # s: parts that look about set alarms so near; a later one is of something to come
_TURN = 0.1  # m for a radian
_SLACK = 0.003  # m, or of a running state: what grows by less is as before


class Repetition:
    """Watches a machine and the memory of its judge; ask it every `every` ticks."""

    def __init__(self, machine: Machine, memory: Rows) -> None:
        rate = machine.design.world.tick_rate
        self.every = max(1, round(_EVERY * rate))
        self._after, self._soon = round(AFTER * rate), round(_SOON * rate)
        self._machine, self._memory = machine, memory
        self._since = machine.ticks
        self._low = self._high = self._seen()
        self._last = memory.tobytes(), machine.version

    def look(self) -> bool:
        """Tell whether nothing new has happened for a while."""
        machine, seen = self._machine, self._seen()
        grown = (seen < self._low - _SLACK) | (seen > self._high + _SLACK)
        now = self._memory.tobytes(), machine.version
        awaited = max(machine.alarms.values(), default=0.0) > machine.elapsed + self._soon
        if grown.any() or now != self._last or awaited:
            self._low, self._high = np.minimum(self._low, seen), np.maximum(self._high, seen)
            self._last, self._since = now, machine.ticks
        return machine.ticks - self._since > self._after

    def _seen(self) -> Rows:
        """Return the places and angles of all bodies, and the running states, without the states that only tell the
        time."""
        machine = self._machine
        x, y, angle = machine.read_rows()[:, :3].T
        states = machine.states.copy()
        states[machine.flowing_slots] = 0.0
        states[[machine.slot_of[alarm] for alarm in machine.alarms]] = 0.0
        return np.concatenate((x, y, _TURN * np.cos(angle), _TURN * np.sin(angle), states))
