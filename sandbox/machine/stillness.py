"""The test whether anything can still change in a running machine: a run that stands still need not be run on.

The rule, and why it is safe. All loose bodies sleep, so the engine changes nothing until something wakes one; all
driven bodies stand; no part has set an alarm; and no running state and no goal's memory has changed for longer than
the rarest look of any part. Each part has then acted at least once on this very state and changed nothing, and a part
keeps no other memory (see `parts.kind`): so it never will. Two things are left out: states that flow at a constant
rate, which are only drawn (a belt's travel), and the player's hand, so this is for runs without commands.

A body that wakes is awake for at least `SLEEP_AFTER`, and two looks are closer together than that: none is missed.
"""

from __future__ import annotations

import pymunk

from sandbox.machine.building import SLEEP_AFTER
from sandbox.machine.machine import Machine
from sandbox.parts.world import Rows

_RAREST = 64  # ticks, or more than 0.25 s: the rarest look of any part, see `Kind.act_interval` and `parts.actors`


class Stillness:
    """Watches a machine and the memory of its judge; ask it every `every` ticks."""

    def __init__(self, machine: Machine, memory: Rows) -> None:
        rate = machine.design.world.tick_rate
        self.every = max(1, int(0.4 * SLEEP_AFTER * rate))  # ticks
        self._rarest = max(_RAREST, rate // 4 + 1)
        self._machine, self._memory = machine, memory
        self._since = 0  # the tick from which on all has been as it is now
        self._last: tuple[bytes, bytes, int] | None = None
        self._mover: pymunk.Body | None = None

    def look(self) -> bool:
        """Tell whether nothing can change any more."""
        machine = self._machine
        if machine.alarms or not self._asleep():
            self._last = None
            return False
        states = machine.states.copy()
        states[machine.flowing_slots] = 0.0
        now = states.tobytes(), self._memory.tobytes(), machine.version
        if now != self._last:
            self._last, self._since = now, machine.ticks
            return False
        return machine.ticks - self._since > self._rarest

    def _asleep(self) -> bool:
        space = self._machine.space
        if self._mover is not None and self._mover.space is space and _moves(self._mover):
            return False  # things that moved at the last look mostly still do
        self._mover = next((body for body in space.bodies if _moves(body)), None)
        return self._mover is None


def _moves(body: pymunk.Body) -> bool:
    if body.body_type == pymunk.Body.DYNAMIC:
        return not body.is_sleeping
    return body.body_type == pymunk.Body.KINEMATIC and any((*body.velocity, body.angular_velocity))
