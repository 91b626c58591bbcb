"""What moves in a machine, and what touches what, tick after tick: for reading causes, never for a run."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.engine.readout import Impulses
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE
from sandbox.parts.plans import Blueprint

MOVES = 0.06  # m/s, of the middle of a body or of its rim: slower ones are at rest
LOOK_BACK_S = 0.1  # a touch so long ago may have begun a motion: what tips over takes a while


class PartTouch(NamedTuple):
    """Two parts that touch, the lower id first, and the impulse between them in the last step (N s)."""

    part: int
    other: int
    impulse: float


class MotionWatch:
    """The motion of all parts of a machine as of the last `look`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._impulses = Impulses(machine.space)
        self._owner = np.array([*machine.row_part.tolist(), 0], np.intp)  # the last one: no part's
        self._reach = self._reaches()
        self.moving: dict[int, float] = {}  # the speed of each part that moves (m/s), in id order
        self.before: dict[int, float] = {}  # the same at the look before
        self.touches: list[PartTouch] = []
        self._past: deque[tuple[int, list[PartTouch]]] = deque(maxlen=max(2, round(LOOK_BACK_S / machine.tick_length)))

    def _reaches(self) -> npt.NDArray[np.float64]:
        """Return how far each body reaches from its middle (m); negative for one whose motion is no sign of anything.

        That is a fixed one, and the wheel of a fixed pulley, which only leads a rope.
        """
        reaches = np.full(len(self._machine.row_part), -1.0)
        for run in self._machine.parts.values():
            for index, body in enumerate(run.plan.bodies):
                if body.kind != "static" and not _only_leads(run.plan, index):
                    outlines = (shape.outline for shape in run.plan.shapes if shape.body == index)
                    reach = max((outline.reach(body.x, body.y) for outline in outlines), default=0.0)
                    reaches[self._machine.row_of[run.id, index]] = reach
        return reaches

    def look(self) -> None:
        """Read the machine after a tick."""
        rows = self._machine.read_rows()
        speeds = np.sqrt(rows[:, 3] * rows[:, 3] + rows[:, 4] * rows[:, 4]) + abs(rows[:, 5]) * self._reach
        moves = (speeds > MOVES) & (self._reach >= 0.0) & (rows[:, 1] > NOWHERE[1])
        self.before, self.moving = self.moving, {}
        rows_moving = np.flatnonzero(moves)
        for part, speed in zip(self._owner[rows_moving].tolist(), speeds[rows_moving].tolist(), strict=True):
            if part in self._machine.parts:
                self.moving[part] = max(self.moving.get(part, 0.0), speed)
        self._past.append((self._machine.ticks, self.touches))
        self.touches = [*self._touches()]

    def _touches(self) -> Iterator[PartTouch]:
        impulses = self._impulses.read().reshape(-1, 2)
        bodies = np.frombuffer(self._impulses.touching(), np.uintp).reshape(-1, 2)
        if not len(bodies):
            return
        ids = self._owner[self._machine._body_rows.rows_of(bodies)].tolist()
        for (a, b), (x, y) in zip(ids, impulses.tolist(), strict=True):
            if a and b and a != b and (x or y):
                yield PartTouch(a, b, math.sqrt(x * x + y * y)) if a < b else PartTouch(b, a, math.sqrt(x * x + y * y))

    def touched_lately(self, part: int) -> Iterator[tuple[int, int]]:
        """Yield what touches a part or did so shortly ago, with the number of ticks since then: the earliest first."""
        for back, (_, touches) in enumerate(self._past):
            for other in others(part, touches):
                yield len(self._past) - back, other
        for other in others(part, self.touches):
            yield 0, other


def others(part: int, touches: list[PartTouch]) -> list[int]:
    """Return what touches a part, in id order."""
    return sorted({touch.other if touch.part == part else touch.part for touch in touches if part in touch[:2]})


def _only_leads(plan: Blueprint, body: int) -> bool:
    sheave = plan.sheave
    if sheave is None or sheave.body != body or sheave.winds:
        return False
    return any(planned.kind == "static" for planned in plan.bodies)
