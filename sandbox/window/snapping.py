"""Where a dragged thing comes to rest: edges of neighbours first, the grid otherwise.

Nobody should have to hunt for a pixel: a ball dragged near a floor lies on it, a crate beside a crate touches it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandbox.geometry import Box, Point
from sandbox.parts.shafts import MESH

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


class Rim(NamedTuple):
    """A gear that others may mesh with: its axle, and the radius of its pitch circle, in m."""

    x: float
    y: float
    radius: float


def mesh(anchor: Point, wanted: Point, radius: float, rims: Sequence[Rim], reach: float) -> Snap | None:
    """How far to move a gear that has been dragged by `wanted`, so that it meshes; None if no gear is near enough.

    Where it can mesh with two gears within `reach` (m) it does, otherwise with the nearest. Neither edges nor the grid
    would ever bring two pitch circles to touch.
    """
    x, y = anchor[0] + wanted[0], anchor[1] + wanted[1]
    near = [rim for rim in rims if abs(math.hypot(x - rim.x, y - rim.y) - rim.radius - radius) <= reach]
    found: list[tuple[Point, tuple[Rim, ...]]] = []
    for a, b in itertools.combinations(near, 2):
        found += [(point, (a, b)) for point in _both(a, b, radius) if math.dist(point, (x, y)) <= reach]
    if not found:
        found = [(_beside(rim, radius, x, y), (rim,)) for rim in near]
    if not found:
        return None
    (to_x, to_y), with_ = min(found, key=lambda one: math.dist(one[0], (x, y)))
    to_x, to_y = fine(to_x), fine(to_y)
    return Snap(to_x - anchor[0], to_y - anchor[1], tuple(Line(to_x, to_y, rim.x, rim.y) for rim in with_))


def _beside(rim: Rim, radius: float, x: float, y: float) -> Point:
    """The place nearest to (x, y) where a gear meshes with one other."""
    far = math.hypot(x - rim.x, y - rim.y)
    apart = (rim.radius + radius) / far if far else 0.0
    return rim.x + apart * (x - rim.x), rim.y + apart * (y - rim.y)


def _both(a: Rim, b: Rim, radius: float) -> tuple[Point, ...]:
    """The places, none or two, where a gear meshes with two others."""
    far = math.hypot(b.x - a.x, b.y - a.y)
    reach_a, reach_b = a.radius + radius, b.radius + radius
    if not far or far > reach_a + reach_b + MESH:
        return ()
    along = (far * far + reach_a * reach_a - reach_b * reach_b) / (2 * far)
    across = math.sqrt(max(0.0, reach_a * reach_a - along * along))
    ux, uy = (b.x - a.x) / far, (b.y - a.y) / far
    x, y = a.x + along * ux, a.y + along * uy
    return (x - across * uy, y + across * ux), (x + across * uy, y - across * ux)


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
