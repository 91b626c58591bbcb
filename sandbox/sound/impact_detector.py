"""Detects impacts for the sounds: which bodies were struck, and how hard, from the jumps of velocities between two
samples.

The machine records contacts only for parts that ask for them; recording every contact on every tick would cost time
even while sound is off. An impact shows without that: it changes a velocity much faster than gravity, ropes and winds
do.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Circle
from sandbox.machine.machine import Machine
from sandbox.parts.kind import Blueprint

LEAST = 0.25  # m/s: slower impacts are not heard
STEADY = 3.0  # m/s^2, beyond gravity, that may come from anything but an impact
AGAIN = 0.07  # s: after an impact a body has no other for so long
MOST = 6  # impacts of one sample, the hardest
LONGEST = 0.3  # s between two samples: impacts of a longer gap are dropped

_Numbers = npt.NDArray[np.float64]


class Impact(NamedTuple):
    """An impact of a body of `part` on `other` (also a part) near x, y (m). `energy` in joules: half impulse times
    speed.
    """

    part: int
    other: int
    x: float
    y: float
    energy: float
    size: float  # m, how far the body reaches from its middle


class ImpactDetector:
    """Samples a machine now and then and returns the impacts in between."""

    def __init__(self) -> None:
        self._machine: Machine | None = None
        self._ticks = 0
        self._lay_out(0)

    def _lay_out(self, count: int) -> None:
        self._rows: _Numbers = np.zeros((count, 6))
        self._steady: _Numbers = np.zeros(count)  # m/s^2 at the last sample: a steady acceleration is no impact
        self._deaf: _Numbers = np.zeros(count)  # s
        self._mass: _Numbers = np.zeros(count)
        self._reach: _Numbers = np.zeros(count)
        self._loose = np.zeros(count, bool)
        self._body: list[tuple[int, int]] = [(0, 0)] * count

    def look(self, machine: Machine | None) -> list[Impact]:
        """Return the hardest impacts since the last call, the hardest first. `machine.rows` must be up to date."""
        if machine is None:
            self._machine = None
            return []
        if machine is not self._machine:
            self._begin(machine)
            return []
        seconds = (machine.ticks - self._ticks) * machine.dt
        if seconds <= 0.0:
            return []
        before, now = self._rows, machine.rows[:-1]
        self._ticks, self._rows = machine.ticks, now.copy()
        if seconds > LONGEST:
            self._steady[:] = 0.0
            return []
        turned = np.abs(now[:, 5] - before[:, 5]) * 0.5 * self._reach
        dvx, dvy = now[:, 3] - before[:, 3], now[:, 4] - before[:, 4]
        world = machine.design.world
        # A body in flight gains speed by gravity in the meantime; a resting one does not.
        flown = np.hypot(dvx - seconds * world.gravity_x, dvy - seconds * world.gravity_y)
        jumps = np.maximum(np.minimum(np.hypot(dvx, dvy), flown), turned)
        heard = jumps - 1.5 * seconds * self._steady
        self._steady = jumps / seconds
        self._deaf -= seconds
        struck = np.flatnonzero((heard > LEAST + STEADY * seconds) & self._loose & (self._deaf <= 0.0))
        if not struck.size:
            return []
        return self._tell(machine, struck, heard, dvx, dvy, before, seconds)

    def _begin(self, machine: Machine) -> None:
        self._machine, self._ticks = machine, machine.ticks
        self._lay_out(len(machine.rows) - 1)
        self._rows = machine.rows[:-1].copy()
        for (part, index), row in machine.row_of.items():
            self._body[row] = (part, index)
            run = machine.parts.get(part)
            if run is not None and run.plan.bodies[index].kind == "dynamic":
                self._loose[row] = True
                self._mass[row] = run.plan.bodies[index].mass
                self._reach[row] = _reach(run.plan, index)

    def _tell(
        self,
        machine: Machine,
        struck: npt.NDArray[np.intp],
        heard: _Numbers,
        dvx: _Numbers,
        dvy: _Numbers,
        before: _Numbers,
        seconds: float,
    ) -> list[Impact]:
        by_pair: dict[tuple[int, int], Impact] = {}
        energies = 0.5 * self._mass[struck] * heard[struck] ** 2
        for row, energy in sorted(zip(struck.tolist(), energies.tolist(), strict=True), key=lambda of: -of[1])[:MOST]:
            part, body = self._body[row]
            x, y, *_ = self._rows[row].tolist()
            speed = math.hypot(*before[row, 3:5].tolist(), *self._rows[row, 3:5].tolist())
            push = math.hypot(dvx[row], dvy[row]) or 1.0
            reach = self._reach[row] * 1.3 + 0.01 + speed * seconds
            # The other body is on the side opposite to the push.
            struck_part = machine.beside(part, body, -dvx[row] / push, -dvy[row] / push, float(reach))
            self._deaf[row] = AGAIN
            if struck_part is None:
                continue  # a rope has stopped it, or a gust
            pair = (min(part, struck_part), max(part, struck_part))
            by_pair.setdefault(pair, Impact(part, struck_part, x, y, float(energy), float(self._reach[row])))
        return list(by_pair.values())


def _reach(plan: Blueprint, body: int) -> float:
    """Distance from a body's middle to its farthest point (m)."""
    middle = plan.bodies[body]
    farthest = 0.01
    for shape in plan.shapes:
        if shape.body == body and shape.collides:
            outline = shape.outline.moved(-middle.x, -middle.y)
            if isinstance(outline, Circle):
                farthest = max(farthest, math.hypot(outline.x, outline.y) + outline.r)
            else:
                farthest = max(farthest, *(math.hypot(x, y) for x, y in outline.points))
    return farthest
