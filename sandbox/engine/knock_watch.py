"""A watch for hard knocks: the moments at which the velocity of a body jumps. Recordings keep the whole state there."""

from __future__ import annotations

import math
from typing import Any

from sandbox.engine import arrays

_LOOKS = 40  # a second
_LEAST = 4  # steps between two looks
_JUMP = 1.0  # m/s within a look, besides what gravity gives: two metres of a fall give a bowling ball six times as much
_GRAVITIES = 2.0  # times what gravity gives within a look
# Rows of bodies that knocks may add to a recording: so many at first, and so many more with each second, up to the
# same. A row is at most 48 bytes. A machine of more bodies has the states of each second only: a minute of a hundred
# that fall and come to rest stays below 40 kB.
_ROWS_AT_MOST, _ROWS_A_SECOND = 100.0, 25.0
_ROW = 6  # numbers of a body's motion
_ROW_BYTES = 8 * _ROW
_NONE: arrays.Floats = arrays.zeros((0, 2))  # velocities of no body


class KnockWatch:
    """A watch over the bodies of one space; `every` is the number of steps between two looks.

    A look costs 3 us at 100 bodies, so it is no part of every step. Nothing that it finds has a say in a run.
    """

    def __init__(self, step: float, gravity: tuple[float, float]) -> None:
        """Begin to watch; `step` is the length of a step (s)."""
        self.every = max(_LEAST, round(1.0 / (_LOOKS * step)))
        within = self.every * step
        fall = math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1]) * within
        self._jump = _GRAVITIES * fall + (_JUMP if fall < _JUMP else fall)  # worlds in pixels fall by hundreds
        self._refill = _ROWS_A_SECOND * within
        self._left = _ROWS_AT_MOST
        self._before = _NONE

    def sees(self, motion: Any) -> bool:
        """Look at the present motion: has a body been knocked since the last look?

        Bodies that come, go or fall asleep may look like it. False too where a recording has as many states as it may.

        Args:
            motion: a buffer of doubles with x, y, angle, vx, vy, w of each body, one body after the other.
        """
        bodies = memoryview(motion).nbytes // _ROW_BYTES
        self._left = left = min(_ROWS_AT_MOST, self._left + self._refill)
        if bodies > _ROWS_AT_MOST or not bodies:  # no state of so many may be kept
            self._before = _NONE
            return False
        # A copy, as the engine's next reading goes to the same place. The fewest calls of numpy count here: a step has
        # taken the processor's caches from their code, so each takes 2 us.
        now = arrays.frombuffer(motion, arrays.float64).reshape(-1, _ROW)[:, 3:5].copy()
        before, self._before = self._before, now
        if before.shape != now.shape or left < bodies:
            return False
        change = now - before
        jump = self._jump
        if not (change.item(change.argmax()) > jump or change.item(change.argmin()) < -jump):
            return False
        self._left -= bodies
        return True


def watch(step: float, gravity: tuple[float, float]) -> KnockWatch | None:
    """Return a watch; None where arrays are plain ones, which would take too long."""
    return KnockWatch(step, gravity) if arrays.HAS_NUMPY else None
