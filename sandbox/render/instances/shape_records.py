"""Turns the shapes of a blueprint into the numbers of their instances, without any library.

Outlines are turned into their own frame: origin in the middle, x along the grain.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from sandbox.design.geometry import Circle, Outline, Point, Polygon
from sandbox.parts.kind import Blueprint, Look, Shape
from sandbox.render.instances.forms import BOX, CIRCLE, MAX_POINTS, POLYGON, SOLID

MATERIALS = {  # the numbers by which the shader knows them
    "wood": 0, "metal": 1, "rubber": 2, "stone": 3, "felt": 4, "leather": 5, "cloth": 6, "plastic": 7, "glow": 8,
}  # fmt: skip
_BELT, _BELT_BACK = 9, 10  # rubber whose look has a slot
_DEEPEST_BEVEL = 0.009  # m
_ROUNDED_BEVEL = 0.022  # m: of materials that are cast or turned, not cut
_SMOOTH = 12  # points: from here on a polygon stands for a curve
_FLAT, _PAINT, _BLOWN = 0.0, -1.0, -2.0  # in place of a ball's radius
_AXIAL = 1e-9  # of a unit vector: so near to an axis it is on it
_SAME, _RELATIVE = 1e-9, 1e-5  # m, and of a coordinate: so far a corner may be off
# Place, size, form, look and ball of a shape, and its tint: the fields of an instance.
Record = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...], tuple[float, ...], tuple[float, ...],
               tuple[int, ...]]  # fmt: skip


class ShapeRecords(NamedTuple):
    """The instances of one blueprint. Polygons are counted from 0; seed and style of each record are left at 0."""

    records: list[Record]
    bodies: list[int]
    slots: tuple[tuple[int, str], ...]  # which record shows which running state
    polygons: tuple[tuple[Point, ...], ...]


def records_of(plan: Blueprint, flip: bool) -> ShapeRecords:
    """Return the instances of a blueprint's shapes, in the frames of their bodies."""
    records: list[Record] = []
    slots: list[tuple[int, str]] = []
    polygons: list[tuple[Point, ...]] = []
    drawn = [(index, shape) for index, shape in enumerate(plan.shapes) if shape.look is not None]
    for index, shape in drawn:
        assert shape.look is not None
        if shape.look.slot:
            slots.append((len(records), shape.look.slot))
        records.append(_record(plan, index, flip, polygons))
    return ShapeRecords(records, [shape.body for _, shape in drawn], tuple(slots), tuple(polygons))


def _record(plan: Blueprint, index: int, flip: bool, polygons: list[tuple[Point, ...]]) -> Record:
    """Return one shape as an instance, seed and style left at 0; a polygon's points are appended to `polygons`."""
    shape = plan.shapes[index]
    look, body = shape.look, plan.bodies[shape.body]
    assert look is not None
    outline = shape.outline.moved(-body.x, -body.y)
    frame = _frame(outline)
    row = count = 0
    if frame.form == POLYGON:
        assert isinstance(outline, Polygon)
        row, count = len(polygons), len(outline.points)
        polygons.append(tuple(frame.localise(point) for point in outline.points))
    rounded = count > _SMOOTH and look.material in ("leather", "plastic")
    bevel = min(_ROUNDED_BEVEL if rounded else _DEEPEST_BEVEL, 0.45 * min(frame.half))
    return (
        (*frame.middle, *frame.axis),
        (*frame.half, frame.rounding, bevel),
        (frame.form, row, count, _material(look, flip)),
        (0.0, look.outline, 0.0, SOLID),
        _ball(plan, index, frame),
        (*look.tint, 255),
    )


def _material(look: Look, flip: bool) -> int:
    if look.material == "rubber" and look.slot:
        return _BELT_BACK if flip else _BELT
    return MATERIALS[look.material]


def _is_ball(shape: Shape) -> bool:
    if shape.look is None or not isinstance(shape.outline, Circle):
        return False
    material = shape.look.material
    return material in ("metal", "plastic", "glow", "rubber") or (material in ("felt", "leather") and shape.collides)


def _ball(plan: Blueprint, index: int, frame: _Frame) -> tuple[float, float, float]:
    """Return the ball whose roundness a shape shows, its own or the one it is painted on: middle (in its frame) and
    radius.
    """
    shape = plan.shapes[index]
    look, body = shape.look, plan.bodies[shape.body]
    assert look is not None
    if not shape.collides:
        for under in plan.shapes[:index]:
            ball = under.outline
            if under.body == shape.body and under.collides and isinstance(ball, Circle) and _is_ball(under):
                x, y = frame.localise((ball.x - body.x, ball.y - body.y))
                if x * x + y * y < ball.r * ball.r:
                    return x, y, ball.r
    if _is_ball(shape):
        return 0.0, 0.0, frame.half[0]
    if not shape.collides and look.outline == 0.0 and look.material != "metal":
        return 0.0, 0.0, _PAINT
    many = isinstance(shape.outline, Polygon) and len(shape.outline.points) > _SMOOTH
    return 0.0, 0.0, _BLOWN if look.material == "rubber" and many else _FLAT


class _Frame(NamedTuple):
    """The frame in which the shader measures an outline: its middle, the direction of its grain, half extents along
    both axes.
    """

    form: int
    middle: Point
    axis: Point
    half: Point
    rounding: float

    def localise(self, point: Point) -> Point:
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        return self.axis[0] * x + self.axis[1] * y, self.axis[0] * y - self.axis[1] * x


def _frame(outline: Outline) -> _Frame:
    if isinstance(outline, Circle):
        return _Frame(CIRCLE, (outline.x, outline.y), (1.0, 0.0), (outline.r, outline.r), 0.0)
    if len(outline.points) > MAX_POINTS:
        raise ValueError(f"an outline of {len(outline.points)} points is drawn; the shader reads up to {MAX_POINTS}")
    points = outline.points
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise((*points, points[0]))]
    lengths = [math.hypot(*edge) for edge in edges]
    longest = 0 if lengths[0] >= 0.999 * max(lengths) else lengths.index(max(lengths))
    c, s = edges[longest][0] / lengths[longest], edges[longest][1] / lengths[longest]
    if c < -_AXIAL or (abs(c) <= _AXIAL and s < 0):
        c, s = -c, -s  # up stays up: belts run the right way round
    along, across = [c * x + s * y for x, y in points], [c * y - s * x for x, y in points]
    u, v = (min(along) + max(along)) / 2, (min(across) + max(across)) / 2
    half = (max(along) - min(along)) / 2 + outline.rounding, (max(across) - min(across)) / 2 + outline.rounding
    form = BOX if _is_box(along, across) else POLYGON
    return _Frame(form, (c * u - s * v, s * u + c * v), (c, s), half, outline.rounding)


def _is_box(along: list[float], across: list[float]) -> bool:
    """Tell whether points are the four corners of their own bounding box."""
    if len(along) != 4:
        return False
    corners = set()
    for u, v in zip(along, across, strict=True):
        right, top = u > (min(along) + max(along)) / 2, v > (min(across) + max(across)) / 2
        off = abs(u - (max(along) if right else min(along))), abs(v - (max(across) if top else min(across)))
        if max(off) > _SAME + _RELATIVE * max(map(abs, (u, v))):
            return False
        corners.add((right, top))
    return len(corners) == 4
