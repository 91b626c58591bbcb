"""The way of a rope over wheels: straight from rim to rim, and round each wheel as far as it has to turn there.

Plain numbers, for the running rope, for blades and for the picture alike. A rope turns the shorter way round each
wheel, and stays between its cheeks for good: where it is no longer bent it slips across the axle, little by little,
and is then bent the other way, round the other side. It may also be wound up, once and again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sandbox.design.geometry import Point, bearing, cos_sin

WHOLE_TURN = 6.283185307179586  # rad
HALF_TURN = WHOLE_TURN / 2
SLIPS = 0.2  # rad: bent by less it does not lie in the groove, but nearer to the axle
_ARC = 0.3  # rad: between two points of an arc that stands for a curve
TINY = 1e-9  # m or rad
TINY_SQUARE = TINY * TINY


class Path(NamedTuple):
    """The course of a rope. The straight pieces are one more than the wheels."""

    span: float  # m, of the straight pieces and the arcs
    straight: tuple[float, ...]  # m, of each straight piece
    ways: tuple[Point, ...]  # the direction of each straight piece
    turns: tuple[float, ...]  # rad on each wheel; positive to the left
    offs: tuple[float, ...]  # m, how far to the left of the rope the middle of each wheel is


def lay(points: Sequence[Point], radii: Sequence[float]) -> Path:
    """Lay a rope from the first of `points` over wheels of these radii, whose middles come next, to the last.

    Where it comes straight back the way it went, it turns as at the wheel before; at the first wheel, to the left.
    """
    turns: list[float] = []
    for (px, py), (x, y), (qx, qy) in zip(points, points[1:], points[2:], strict=False):
        ax, ay, bx, by = x - px, y - py, qx - x, qy - y
        turn = bearing(ax * bx + ay * by, ax * by - ay * bx)
        if abs(turn) > WHOLE_TURN / 2 - TINY:
            turn = math.copysign(turn, turns[-1] if turns else 1.0)
        turns.append(turn)
    course = path(points, radii, turns)
    for _ in range(3):  # what is hardly bent has to find its place
        course = path(points, radii, course.turns)
    return course


def path(points: Sequence[Point], radii: Sequence[float], turns: Sequence[float]) -> Path:
    """The way of a rope that was laid before; `turns` says how far it was turned at each wheel a little earlier."""
    straight: list[float] = []
    ways: list[Point] = []
    turned: list[float] = []
    offs: list[float] = []
    total = before = bx = by = 0.0  # before: of the wheel that the piece begins at; bx, by: the way of the last piece
    (x, y), last = points[0], len(radii)
    for k in range(last + 1):  # piece by piece
        off = 0.0
        if k < last:
            r, bent = radii[k], turns[k] / SLIPS
            off = r if bent >= 1.0 else -r if bent <= -1.0 else r * bent
            offs.append(off)
        (px, py), (x, y) = (x, y), points[k + 1]
        length, wx, wy = straight_piece(x - px, y - py, off - before)
        straight.append(length)
        ways.append((wx, wy))
        if k:
            turn = bearing(bx * wx + by * wy, bx * wy - by * wx)
            was = turns[k - 1] - turn
            if was > HALF_TURN or was < -HALF_TURN:
                turn += WHOLE_TURN * round(was / WHOLE_TURN)
            turned.append(turn)
            total += before * turn + length
        else:
            total = length
        before, bx, by = off, wx, wy
    return Path(total, tuple(straight), tuple(ways), tuple(turned), tuple(offs))


def straight_piece(dx: float, dy: float, across: float) -> tuple[float, float, float]:
    """Return the length (m) and the direction of a straight piece.

    Args:
        dx, dy: from the middle of the wheel where it begins, or from its end, to that where it ends (m).
        across: how much farther to the left of it the second is than the first (m).
    """
    square = dx * dx + dy * dy
    left = square - across * across
    if not left > TINY_SQUARE:
        return drawn_in(dx, dy, square, across)
    length = math.sqrt(left)
    return length, (length * dx + across * dy) / square, (length * dy - across * dx) / square


def drawn_in(dx: float, dy: float, square: float, across: float) -> tuple[float, float, float]:
    """Return the same of a piece without length: a point within a wheel is taken to be at its rim, for the rope can't
    get any shorter there.
    """
    if square < TINY_SQUARE:
        dx, dy, square = TINY, 0.0, TINY_SQUARE
    across = math.copysign(math.sqrt(square), across)
    return 0.0, (0.0 * dx + across * dy) / square, (0.0 * dy - across * dx) / square


def rim(middle: Point, way: Point, off: float) -> Point:
    """Return where a straight piece with this direction touches the wheel about `middle`."""
    return middle[0] + off * way[1], middle[1] - off * way[0]


def pieces(points: Sequence[Point], found: Path) -> list[tuple[Point, ...]]:
    """Return the straight pieces and the arcs of a rope in turn, each as its points."""
    drawn: list[tuple[Point, ...]] = []
    begin = points[0]
    for k, (off, turn) in enumerate(zip(found.offs, found.turns, strict=True)):
        middle = points[k + 1]
        touch = rim(middle, found.ways[k], off)
        drawn += [(begin, touch), _arc(middle, touch, turn)]
        begin = rim(middle, found.ways[k + 1], off)
    return [*drawn, (begin, points[-1])]


def _arc(middle: Point, begin: Point, turn: float) -> tuple[Point, ...]:
    dx, dy = begin[0] - middle[0], begin[1] - middle[1]
    count = 1 + math.floor(abs(turn) / _ARC)
    points = [begin]
    for index in range(1, count + 1):
        c, s = cos_sin(turn * index / count)
        points.append((middle[0] + c * dx - s * dy, middle[1] + s * dx + c * dy))
    return tuple(points)
