"""Turns the shapes of a blueprint into instances of the body mesh.

Outlines are turned into their own frame: origin in the middle, x along the grain.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Circle, Outline, Point, Polygon
from sandbox.parts.kind import Blueprint, Look, Shape
from sandbox.render.instances.layout import BODY_STATIC, BOX, CIRCLE, MAX_POINTS, POLYGON, SOLID, Indices, Placed, Rows

MATERIALS = {  # the numbers by which the shader knows them
    "wood": 0, "metal": 1, "rubber": 2, "stone": 3, "felt": 4, "leather": 5, "cloth": 6, "plastic": 7, "glow": 8,
}  # fmt: skip
_BELT, _BELT_BACK = 9, 10  # rubber whose look has a slot
_DEEPEST_BEVEL = 0.009  # m
_ROUNDED_BEVEL = 0.022  # m: of materials that are cast or turned, not cut
_SMOOTH = 12  # points: from here on a polygon stands for a curve
_FLAT, _PAINT, _BLOWN = 0.0, -1.0, -2.0  # in place of a ball's radius
Record = tuple[object, ...]


class Stamp(NamedTuple):
    """The instances of one blueprint, ready to be copied for each part that has it."""

    plan: Blueprint
    records: npt.NDArray[np.void]  # of BODY_STATIC; polygons are counted from 0
    bodies: Indices
    slots: tuple[tuple[int, str], ...]  # which record shows which running state
    polygons: tuple[tuple[Point, ...], ...]


_stamps: dict[tuple[int, bool], Stamp] = {}  # by the blueprint's address: the stamp keeps it alive
_MOST_STAMPS = 4096


def stamp_of(part: Placed) -> Stamp:
    key = id(part.plan), part.flip
    stamp = _stamps.get(key)
    if stamp is None:
        if len(_stamps) >= _MOST_STAMPS:
            _stamps.clear()
        stamp = _stamps[key] = _make_stamp(part.plan, part.flip)
    return stamp


def _make_stamp(plan: Blueprint, flip: bool) -> Stamp:
    records: list[Record] = []
    slots: list[tuple[int, str]] = []
    polygons: list[tuple[Point, ...]] = []
    drawn = [(index, shape) for index, shape in enumerate(plan.shapes) if shape.look is not None]
    for index, shape in drawn:
        assert shape.look is not None
        if shape.look.slot:
            slots.append((len(records), shape.look.slot))
        records.append(_record(plan, index, flip, polygons))
    bodies: Indices = np.array([shape.body for _, shape in drawn], np.intp)
    return Stamp(plan, np.array(records, BODY_STATIC), bodies, tuple(slots), tuple(polygons))


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


def slotted(shown: list[Placed], stamps: list[Stamp], counts: list[int]) -> list[tuple[int, int]]:
    """Pairs of instance index and state slot, for the instances that show a state."""
    pairs, first = [], 0
    for part, stamp, count in zip(shown, stamps, counts, strict=True):
        pairs += [(first + record, part.slots[name]) for record, name in stamp.slots if name in part.slots]
        first += count
    return pairs


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
    points = np.array(outline.points)
    edges = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    longest = 0 if lengths[0] >= 0.999 * lengths.max() else int(lengths.argmax())
    axis = edges[longest] / lengths[longest]
    if axis[0] < -1e-9 or (abs(axis[0]) <= 1e-9 and axis[1] < 0):
        axis = -axis  # up stays up: belts run the right way round
    c, s = float(axis[0]), float(axis[1])
    along, across = c * points[:, 0] + s * points[:, 1], c * points[:, 1] - s * points[:, 0]
    u, v = float(along.min() + along.max()) / 2, float(across.min() + across.max()) / 2
    half = float(np.ptp(along)) / 2 + outline.rounding, float(np.ptp(across)) / 2 + outline.rounding
    form = BOX if _is_box(along, across) else POLYGON
    return _Frame(form, (c * u - s * v, s * u + c * v), (c, s), half, outline.rounding)


def _is_box(along: Rows, across: Rows) -> bool:
    """Tell whether points are the four corners of their own bounding box."""
    if len(along) != 4:
        return False
    right, top = along > (along.min() + along.max()) / 2, across > (across.min() + across.max()) / 2
    square = all(np.allclose(a, np.where(b, a.max(), a.min()), atol=1e-9) for a, b in ((along, right), (across, top)))
    return square and len({*zip(right.tolist(), top.tolist(), strict=True)}) == 4
