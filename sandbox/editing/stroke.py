"""Smoothing of a line that was drawn by hand: few points, through which a track goes where the hand went.

A hand trembles, and a pointer tells where it is in whole pixels. So the stroke is first taken at even steps and
averaged with its neighbours; then points are chosen where the curve through those chosen so far is farthest off, until
it is nowhere farther off than the tolerance. Pure.
"""

from __future__ import annotations

import math
from itertools import pairwise

from sandbox.design.geometry import Point, Points
from sandbox.parts.properties import MAX_LINE_POINTS
from sandbox.parts.slopes.tracks import curve_through

TOLERANCE = 0.01  # m between the smoothed stroke and the track
_STEPS = 2  # of the even walk, in each length of the tolerance
_MOST_STEPS = 1200
_ROUNDS = 8  # of averaging: a tremble shorter than the tolerance is smoothed away
LEAST_SPAN = 0.02  # m between two points


def smoothed(stroke: Points, tolerance: float = TOLERANCE, most: int = MAX_LINE_POINTS) -> Points:
    """Return the points of a track along a stroke, its ends included; none if the stroke has no length.

    Args:
        tolerance: how far the curve through the points may be from the stroke, once that is averaged (m).
        most: the greatest number of points; with so many the curve may be farther off.
    """
    walk = _averaged(_even(stroke, tolerance / _STEPS))
    if len(walk) < 2:
        return ()
    chosen = [0, len(walk) - 1]
    while len(chosen) < most:
        curve = _spans([walk[index] for index in chosen])
        off, at = max(
            (_off(walk[index], span), index)
            for span, (start, end) in zip(curve, pairwise(chosen), strict=True)
            for index in range(start, end + 1)
        )
        if off <= tolerance:
            break
        near = min(math.dist(walk[at], walk[index]) for index in chosen)
        if near < LEAST_SPAN:
            break
        chosen = sorted({*chosen, at})
    return tuple(walk[index] for index in chosen)


def _even(stroke: Points, step: float) -> list[Point]:
    """Return points along a stroke at even steps, with its ends."""
    length = math.fsum(math.dist(a, b) for a, b in pairwise(stroke))
    if length < LEAST_SPAN:
        return []
    step = max(step, length / _MOST_STEPS)
    walk, left = [stroke[0]], step
    for a, b in pairwise(stroke):
        piece = math.dist(a, b)
        while piece >= left > 0.0:
            share = left / piece
            a = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            walk.append(a)
            piece -= left
            left = step
        left -= piece
    if math.dist(walk[-1], stroke[-1]) > step / 2:
        walk.append(stroke[-1])
    else:
        walk[-1] = stroke[-1]
    return walk


def _averaged(walk: list[Point]) -> list[Point]:
    """Return a walk with each point averaged with its neighbours, and its ends where they are."""
    for _ in range(_ROUNDS):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(walk, walk[1:], walk[2:], strict=False)
        ]
        walk = [*walk[:1], *inner, *walk[-1:]] if len(walk) > 2 else walk
    return walk


def _spans(points: list[Point]) -> list[Points]:
    """Return the curve through points, cut at them."""
    curve = curve_through(tuple(points))
    spans, start = [], 0
    for point in points[1:]:
        end = curve.index(point, start + 1)
        spans.append(curve[start : end + 1])
        start = end
    return spans


def _off(point: Point, curve: Points) -> float:
    """Return how far a point is from a curve (m)."""
    return min(_from_piece(point, a, b) for a, b in pairwise(curve))


def _from_piece(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(a[0] + along * dx - point[0], a[1] + along * dy - point[1])
