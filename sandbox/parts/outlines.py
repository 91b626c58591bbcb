"""Outlines that several families draw with: arcs, rings and bands, worked out with the exact `cos_sin`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.design.geometry import Point, Polygon, cos_sin

TURN = 6.283185307179586  # rad
MAX_POINTS = 64  # what the canvas can draw of one polygon


def arc(r: float, start: float, end: float, count: int, x: float = 0.0, y: float = 0.0) -> tuple[Point, ...]:
    """Return `count` points on a circle about (x, y), from angle `start` to `end` (rad), both ends included."""
    points = []
    for index in range(count):
        c, s = cos_sin(start + (end - start) * index / (count - 1))
        points.append((x + r * c, y + r * s))
    return tuple(points)


def oval(rx: float, up: float, down: float, count: int = 32, x: float = 0.0, y: float = 0.0) -> Polygon:
    """A half ellipse of height `up` on one of height `down`, both of half width `rx`: convex and smooth."""
    points = []
    for index in range(count):
        c, s = cos_sin(TURN * index / count)
        points.append((x + rx * c, y + (up if s > 0 else down) * s))
    return Polygon(tuple(points))


def ring(r: float, thickness: float, x: float = 0.0, y: float = 0.0, gap: float = -TURN / 4) -> Polygon:
    """A ring about (x, y), cut through by a hairline at angle `gap` (a polygon has no hole). Only to be drawn."""
    outer = arc(r, gap + 0.01, gap + TURN - 0.01, 28, x, y)
    inner = arc(r - thickness, gap + 0.01, gap + TURN - 0.01, 28, x, y)
    return Polygon(outer + inner[::-1])


def band(points: Sequence[Point], width: float) -> Polygon:
    """A band of constant width along a line of points. Only to be drawn: it is not convex where the line bends."""
    left, right = [], []
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, index - 1)], points[min(last, index + 1)]
        dx, dy = bx - ax, by - ay
        scale = width / 2 / math.sqrt(dx * dx + dy * dy)
        left.append((x - dy * scale, y + dx * scale))
        right.append((x + dy * scale, y - dx * scale))
    return Polygon(tuple(right + left[::-1]))


def slab(width: float, height: float, x: float = 0.0, y: float = 0.0, rounding: float = 0.0) -> Polygon:
    """An upright rectangle about (x, y) of that outer size; the rounding is cut to what the size allows."""
    rounding = min(rounding, 0.45 * width, 0.45 * height)
    w, h = width / 2 - rounding, height / 2 - rounding
    return Polygon(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), rounding)
