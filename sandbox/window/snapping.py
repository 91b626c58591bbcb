"""Where a dragged thing comes to rest: edges of neighbours first, the grid otherwise.

Nobody should have to hunt for a pixel: a ball dragged near a floor lies on it, a crate beside a crate touches it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.geometry import Box, Point

GRID = 0.05  # m
TURN = 15.0  # degrees
NEIGHBOUR = 0.6  # m: how far apart two things may be and still line up
_FINE = 1e-4  # m: free positions are kept to a tenth of a millimetre, so that files stay readable


class Line(NamedTuple):
    """A guide to show: two world points."""

    x0: float
    y0: float
    x1: float
    y1: float


class Snap(NamedTuple):
    """The shift to use instead of the one asked for, and the lines that say why."""

    dx: float
    dy: float
    guides: tuple[Line, ...] = ()


def to_grid(value: float, step: float = GRID) -> float:
    """The nearest multiple of a step, without the noise of binary fractions."""
    return round(round(value / step) * step, 9)


def fine(value: float) -> float:
    """A free coordinate as it is kept."""
    return to_grid(value, _FINE)


def shift(anchor: Point, box: Box, wanted: Point, others: Iterable[Box], reach: float, on: bool) -> Snap:
    """How far to move something that has been dragged by `wanted`.

    `anchor` is the point of it that the grid holds (its position), `box` what is around it before the drag,
    `others` what it may line up with, `reach` how near (metres) an edge must be to pull.
    """
    if not on:
        return Snap(fine(anchor[0] + wanted[0]) - anchor[0], fine(anchor[1] + wanted[1]) - anchor[1])
    at = Box(box.x0 + wanted[0], box.y0 + wanted[1], box.x1 + wanted[0], box.y1 + wanted[1])
    near = [other for other in others if _gap(at, other) <= NEIGHBOUR]
    pulls = [_pull(at, near, axis, reach) for axis in (0, 1)]
    shifted, guides = [], []
    for axis, pull in enumerate(pulls):
        if pull is None:
            shifted.append(to_grid(anchor[axis] + wanted[axis]) - anchor[axis])
        else:
            shifted.append(wanted[axis] + pull[0])
            guides.append(_guide(axis, pull[1], at, pull[2]))
    return Snap(shifted[0], shifted[1], tuple(guides))


def _gap(a: Box, b: Box) -> float:
    """How far two boxes are apart; 0 if they meet."""
    dx = max(a.x0 - b.x1, b.x0 - a.x1, 0.0)
    dy = max(a.y0 - b.y1, b.y0 - a.y1, 0.0)
    return math.hypot(dx, dy)


def _pull(at: Box, others: list[Box], axis: int, reach: float) -> tuple[float, float, Box] | None:
    """The smallest shift along an axis that brings an edge onto an edge: the shift, the coordinate, of what."""
    best: tuple[float, float, Box] | None = None
    for other in others:
        for mine in (at[axis], at[2 + axis]):
            for edge in (other[axis], other[2 + axis]):
                if abs(edge - mine) <= (abs(best[0]) if best else reach):
                    best = (edge - mine, edge, other)
    return best


def _guide(axis: int, at: float, a: Box, b: Box) -> Line:
    """The line on which two boxes meet, over both."""
    if axis == 0:
        return Line(at, min(a.y0, b.y0), at, max(a.y1, b.y1))
    return Line(min(a.x0, b.x0), at, max(a.x1, b.x1), at)


def turn(angle: float, on: bool) -> float:
    """An angle in radians, at the nearest 15 degrees or whole degree, between -180 (not it) and 180 degrees."""
    return radians(to_grid(math.degrees(angle), TURN if on else 1.0))


def radians(degrees: float) -> float:
    """Degrees as the radians of a design, between -pi (not it) and pi."""
    degrees = math.remainder(degrees, 360.0)
    return math.radians(180.0 if degrees == -180.0 else degrees) + 0.0


def degrees(angle: float) -> float:
    """An angle of a design in degrees, rounded to what the inspector shows and keeps."""
    return round(math.degrees(angle), 4) + 0.0
