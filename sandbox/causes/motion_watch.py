"""What moves in a machine, and what touches what, tick after tick: for reading causes, never for a run."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
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


class TickTouches:
    """What touched what in the step of a tick; the pairs are worked out only once they are asked for."""

    def __init__(self, ids: npt.NDArray[np.intp], impulses: npt.NDArray[np.float64]) -> None:
        """Take over the parts of each contact, two a row, and its impulse, in the same order."""
        self._ids, self._impulses = ids, impulses
        self._pairs: list[PartTouch] | None = None

    def __iter__(self) -> Iterator[PartTouch]:
        if self._pairs is None:
            self._pairs = [*self._worked_out()]
        return iter(self._pairs)

    def _worked_out(self) -> Iterator[PartTouch]:
        for (a, b), (x, y) in zip(self._ids.tolist(), self._impulses.tolist(), strict=True):
            if a and b and a != b and (x or y):
                yield PartTouch(a, b, math.sqrt(x * x + y * y)) if a < b else PartTouch(b, a, math.sqrt(x * x + y * y))


_NO_TOUCHES = TickTouches(np.empty((0, 2), np.intp), np.empty((0, 2)))


class MotionWatch:
    """The motion of all parts of a machine as of the last `look`."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._impulses = Impulses(machine.space)
        self._owner = np.array([*machine.row_part.tolist(), 0], np.intp)  # the last one: no part's
        reaches = self._reaches()
        (self._watched,) = (reaches >= 0.0).nonzero()  # the rows of bodies whose motion is a sign of something
        self._watched_reach, self._watched_parts = reaches[self._watched], self._owner[self._watched].tolist()
        self._motions = np.empty((len(self._watched), 6))
        self._speeds, self._turns = np.empty_like(self._watched_reach), np.empty_like(self._watched_reach)
        self._touching, self._ids = b"", np.empty((0, 2), np.intp)  # of the last contacts: the engine's ids, the parts
        self.moving: dict[int, float] = {}  # the speed of each part that moves (m/s), in id order
        self.before: dict[int, float] = {}  # the same at the look before
        self.touches = _NO_TOUCHES
        self._past: deque[TickTouches] = deque(maxlen=max(2, round(LOOK_BACK_S / machine.tick_length)))

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
        self._machine.read_rows().take(self._watched, 0, self._motions, "clip")  # which takes no array of its own
        _, y, _, vx, vy, w = self._motions.T
        speeds, turns, parts = self._speeds, self._turns, self._machine.parts
        np.multiply(vx, vx, out=speeds)
        speeds += np.multiply(vy, vy, out=turns)
        np.sqrt(speeds, out=speeds)
        np.abs(w, out=turns)
        turns *= self._watched_reach
        speeds += turns
        self.before, self.moving = self.moving, {}
        moving, owners = self.moving, self._watched_parts
        (places,) = (speeds > MOVES).nonzero()
        for place, speed, height in zip(places.tolist(), speeds[places].tolist(), y[places].tolist(), strict=True):
            part = owners[place]
            if part in parts and height > NOWHERE[1] and speed > moving.get(part, 0.0):
                moving[part] = speed
        self._past.append(self.touches)
        self.touches = self._touches()

    def _touches(self) -> TickTouches:
        impulses = self._impulses.read()
        if not len(impulses):
            return _NO_TOUCHES
        touching = self._impulses.touching()
        if touching != self._touching:
            bodies = np.frombuffer(touching, np.uintp).reshape(-1, 2)
            self._touching, self._ids = touching, self._owner[self._machine._body_rows.rows_of(bodies)]
        return TickTouches(self._ids, impulses.reshape(-1, 2).copy())

    def touched_lately(self, part: int) -> Iterator[tuple[int, int]]:
        """Yield what touches a part or did so shortly ago, with the number of ticks since then: the earliest first."""
        for back, touches in enumerate(self._past):
            for other in others(part, touches):
                yield len(self._past) - back, other
        for other in others(part, self.touches):
            yield 0, other


def others(part: int, touches: Iterable[PartTouch]) -> list[int]:
    """Return what touches a part, in id order."""
    return sorted({touch.other if touch.part == part else touch.part for touch in touches if part in touch[:2]})


def _only_leads(plan: Blueprint, body: int) -> bool:
    sheave = plan.sheave
    if sheave is None or sheave.body != body or sheave.winds:
        return False
    return any(planned.kind == "static" for planned in plan.bodies)
