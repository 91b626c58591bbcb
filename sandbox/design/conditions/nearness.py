"""Measures of nearness to a goal, from 0 to 1, for conditions to answer by. They only compare runs: no run depends on
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from sandbox.design.conditions.condition import Observed
from sandbox.design.geometry import total

_STIRRED = 0.02  # m: a part that is farther from its place has left it


class Rectangle(Protocol):
    """A region of the world (m)."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


def near(distance: float) -> float:
    """Return the nearness of a thing at a distance (m) from the place where it should be."""
    return 1.0 / (1.0 + max(0.0, distance))


def best_of(shares: Iterable[float], count: int) -> float:
    """Return the mean of the greatest of some nearnesses; what is missing of their number counts as 0."""
    return total(sorted(shares, reverse=True)[: max(1, count)]) / max(1, count)


def outside(machine: Observed, part: int, region: Rectangle) -> float:
    """Return the distance of a part's centre of mass from a region (m); 0 within it."""
    x, y = machine.motion(part)[:2]
    dx, dy = max(region.x0 - x, x - region.x1, 0.0), max(region.y0 - y, y - region.y1, 0.0)
    return math.sqrt(dx * dx + dy * dy)


def apart(machine: Observed, part: int, other: int) -> float:
    """Return the distance of the origins of two parts (m)."""
    (ax, ay), (bx, by) = machine.origin(part), machine.origin(other)
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


def of_others(machine: Observed, part: int) -> float:
    """Return the nearness to a part of what has left its place: something has to get there to change the part."""
    least = math.inf
    for spec in machine.movers:
        if spec.id != part and spec.id in machine.parts:
            x, y = machine.origin(spec.id)
            if abs(x - spec.x) + abs(y - spec.y) > _STIRRED:
                least = min(least, apart(machine, spec.id, part))
    return near(least)
