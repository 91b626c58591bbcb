"""The way of a rope over wheels: straight from rim to rim, and round each wheel as far as it has to turn there.

Plain numbers, for the running rope, for blades and for the picture alike. At each wheel the rope keeps to its side
of it for good: 1 where it turns to the left (the wheel is on the left of the way), -1 to the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sandbox.geometry import Point, bearing, cos_sin

_TURN = 6.283185307179586  # rad
_ARC = 0.3  # rad: between two points of an arc that stands for a curve
_TINY = 1e-9  # m


class Path(NamedTuple):
    """Where a rope runs. The straight pieces are one more than the wheels."""

    length: float  # m, of the straight pieces and the arcs
    straight: tuple[float, ...]  # m, of each straight piece
    ways: tuple[Point, ...]  # the direction of each straight piece
    wraps: tuple[float, ...]  # rad on each wheel; below 0 where the rope comes off the wheel to its other side


def sides(points: Sequence[Point]) -> tuple[int, ...]:
    """On which side of a rope each wheel is if the rope turns the shorter way: `points` are its ends and all middles.

    Where it comes straight back the way it went it keeps the side of the wheel before.
    """
    found: list[int] = []
    for (px, py), (x, y), (qx, qy) in zip(points, points[1:], points[2:], strict=False):
        turn = (x - px) * (qy - y) - (y - py) * (qx - x)
        if abs(turn) < _TINY:
            turn = found[-1] if found else 1
        found.append(1 if turn > 0 else -1)
    return tuple(found)


def path(
    points: Sequence[Point], radii: Sequence[float], sides_: Sequence[int], wraps: Sequence[float] | None = None
) -> Path:
    """The way from the first of `points` round wheels of these `radii` to the last.

    Args:
        wraps: how far it was wrapped a little earlier, so that whole turns are kept; without it, less than one.
    """
    straight: list[float] = []
    ways: list[Point] = []
    off, last = 0.0, len(radii)  # how far to the left of the way the middle of the last wheel was
    for index in range(last + 1):
        x, y = points[index]
        dx, dy = points[index + 1][0] - x, points[index + 1][1] - y
        square = dx * dx + dy * dy
        next_off = radii[index] * sides_[index] if index < last else 0.0
        across = next_off - off
        off = next_off
        # A point within a wheel is taken to be at its rim: the rope can't get any shorter there.
        left = square - across * across
        if left > _TINY * _TINY:
            length = math.sqrt(left)
        else:
            far = math.sqrt(square)
            length, across = 0.0, math.copysign(far, across)
            if far < _TINY:
                dx, dy, square = _TINY, 0.0, _TINY * _TINY
                across = math.copysign(_TINY, across)
        straight.append(length)
        ways.append(((length * dx + across * dy) / square, (length * dy - across * dx) / square))
    turned: list[float] = []
    total = straight[0]
    for index in range(last):
        (px, py), (qx, qy) = ways[index], ways[index + 1]
        wrap = sides_[index] * bearing(px * qx + py * qy, px * qy - py * qx)
        if wraps is None:
            wrap = wrap if wrap > -_TURN / 4 else wrap + _TURN
        else:
            wrap += _TURN * round((wraps[index] - wrap) / _TURN)
        turned.append(wrap)
        total += radii[index] * wrap + straight[index + 1]
    return Path(total, tuple(straight), tuple(ways), tuple(turned))


def rim(middle: Point, way: Point, r: float, side: int) -> Point:
    """Where a straight piece with this direction touches the wheel about `middle`."""
    return middle[0] + side * r * way[1], middle[1] - side * r * way[0]


def polyline(
    points: Sequence[Point], radii: Sequence[float], sides_: Sequence[int], wraps: Sequence[float] | None = None
) -> tuple[tuple[Point, ...], ...]:
    """The straight pieces and the arcs of a rope in turn, each as its points."""
    found = path(points, radii, sides_, wraps)
    pieces: list[tuple[Point, ...]] = []
    begin = points[0]
    for index, (r, side) in enumerate(zip(radii, sides_, strict=True)):
        middle, way = points[index + 1], found.ways[index]
        touch = rim(middle, way, r, side)
        pieces += [(begin, touch), _arc(middle, touch, side * found.wraps[index])]
        begin = rim(middle, found.ways[index + 1], r, side)
    return (*pieces, (begin, points[-1]))


def _arc(middle: Point, begin: Point, turn: float) -> tuple[Point, ...]:
    dx, dy = begin[0] - middle[0], begin[1] - middle[1]
    count = 1 + math.floor(abs(turn) / _ARC)
    points = [begin]
    for index in range(1, count + 1):
        c, s = cos_sin(turn * index / count)
        points.append((middle[0] + c * dx - s * dy, middle[1] + s * dx + c * dy))
    return tuple(points)
