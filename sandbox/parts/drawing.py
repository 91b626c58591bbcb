"""Shapes for drawings of parts: arcs, rings and bands, worked out with the exact `cos_sin`; lamps; shapes that are only
seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.design.geometry import Circle, Outline, Point, Polygon, cos_sin
from sandbox.parts.plans import Look, Rgb, Shape

TURN = 6.283185307179586  # rad
MAX_POINTS = 64  # what the canvas can draw of one polygon

# Colours of lamps and flames that several families have.
GREEN_LAMP: Rgb = (90, 200, 90)
DIM_GREEN_LAMP: Rgb = (70, 190, 84)
BRIGHT_GREEN_LAMP: Rgb = (96, 214, 96)
FLAME: Rgb = (236, 122, 26)


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
        if not dx and not dy:  # the line goes back the way it came
            dx, dy = bx - x, by - y
        scale = width / 2 / math.sqrt(dx * dx + dy * dy)
        left.append((x - dy * scale, y + dx * scale))
        right.append((x + dy * scale, y - dx * scale))
    return Polygon(tuple(right + left[::-1]))


def slab(width: float, height: float, x: float = 0.0, y: float = 0.0, rounding: float = 0.0) -> Polygon:
    """An upright rectangle about (x, y) of that outer size; the rounding is cut to what the size allows."""
    rounding = min(rounding, 0.45 * width, 0.45 * height)
    w, h = width / 2 - rounding, height / 2 - rounding
    return Polygon(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), rounding)


def painted(outline: Outline, look: Look | None, body: int = 0, name: str = "") -> Shape:
    """Return a shape that is only seen: nothing touches it."""
    return Shape(outline, look, body, collides=False, name=name)


def lamp(
    r: float, x: float, y: float, tint: Rgb, slot: str, outline: float = 1.6, body: int = 0, name: str = ""
) -> Shape:
    """Return a round lamp that glows as bright as the running state `slot` says, from 0 to 1."""
    return painted(Circle(r, x, y), Look("glow", tint, outline, slot), body, name)


def sensor(outline: Outline, name: str, body: int = 0) -> Shape:
    """Return a shape that is not seen and stops nothing, but tells its part what is in it."""
    return Shape(outline, None, body, collides=False, name=name, senses=True)
