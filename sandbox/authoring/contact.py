"""Distances that an outline can travel along an axis until it touches another: the geometry of "on" and "beside"."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sandbox import parts as catalogue
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Box, Circle, Outline, Point, Pose, cos_sin, place
from sandbox.parts.kind import pose_of

_CORNERS = 256  # of the polygon that stands for a circle: it is 8 um off for a radius of 0.1 m
_ROUND = 32  # of the circle at each corner of a rounded polygon
_TOUCH = 1e-9  # m

Points = npt.NDArray[np.float64]  # (N, 2) m
# Each way, the matrix that turns the plane so that the way leads down.
DOWN = np.array([[1.0, 0.0], [0.0, 1.0]])
UP = np.array([[1.0, 0.0], [0.0, -1.0]])
LEFT = np.array([[0.0, 1.0], [1.0, 0.0]])
RIGHT = np.array([[0.0, 1.0], [-1.0, 0.0]])


def outlines(spec: PartSpec) -> list[Points]:
    """Return the closed outlines of a part's solid shapes in the world; of all that is drawn if nothing is."""
    plan = catalogue.blueprint(spec)
    present = [shape for shape in plan.shapes if shape.body not in plan.spare]
    shapes = [shape for shape in present if shape.collides] or [shape for shape in present if shape.look] or present
    return [_corners(shape.outline, pose_of(spec)) for shape in shapes]


def box_around(spec: PartSpec) -> Box:
    """Return the box around a part's solid shapes in the world."""
    points = np.concatenate(outlines(spec))
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return Box(x0, y0, x1, y1)


def _corners(outline: Outline, pose: Pose) -> Points:
    if isinstance(outline, Circle):
        return np.array(_ring(place(pose, (outline.x, outline.y)), outline.r, _CORNERS))
    placed = [place(pose, point) for point in outline.points]
    if not outline.rounding:
        return np.array(placed)
    return np.array(_hull([point for corner in placed for point in _ring(corner, outline.rounding, _ROUND)]))


def _ring(middle: Point, radius: float, count: int) -> list[Point]:
    turns = [cos_sin(2 * math.pi * k / count) for k in range(count)]
    return [(middle[0] + radius * c, middle[1] + radius * s) for c, s in turns]


def _hull(points: list[Point]) -> list[Point]:
    """Return the convex hull of points, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(along: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in along:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0.0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def travel(moving: list[Points], standing: list[Points], way: Points) -> float | None:
    """Return how far (m) outlines can move before they touch others; None if they pass them by.

    They may begin beyond the others, or in a gap between them.
    """
    a, b = ([points @ way.T for points in group] for group in (moving, standing))
    ahead = [_drops(points, edges) for points in a for edges in b]
    ahead += [-_drops(points * [1.0, -1.0], edges * [1.0, -1.0], -1.0) for points in b for edges in a]
    distances = np.concatenate(ahead) if ahead else np.zeros(0)
    distances = distances[distances >= -_TOUCH]
    return float(distances.min()) if len(distances) else None


def _drops(points: Points, outline: Points, sign: float = 1.0) -> Points:
    """Return the heights of points above each edge of an outline that lies below or above them."""
    start, end = outline, np.roll(outline, -1, axis=0)
    x = points[:, 0][:, None]
    low, high = np.minimum(start[:, 0], end[:, 0]), np.maximum(start[:, 0], end[:, 0])
    run = np.where(end[:, 0] == start[:, 0], 1.0, end[:, 0] - start[:, 0])
    heights = start[:, 1] + (x - start[:, 0]) / run * (end[:, 1] - start[:, 1])
    across = (x >= low) & (x <= high) & (low < high)
    drops: Points = (points[:, 1][:, None] - heights)[across]
    return sign * drops
