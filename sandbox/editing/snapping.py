"""Snapping of dragged things: to edges and middles of neighbours first, to the grid otherwise.

It spares the user single pixels: a ball dragged near a floor lies on it, a crate beside a crate touches it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandbox.design.geometry import Box, Point
from sandbox.parts.turning.gearing import MESH

GRID = 0.05  # m
GRID_ARM = 0.12  # m: the grid's guides reach so far from what they hold
TURN = 15.0  # degrees
NEIGHBOUR = 0.6  # m: how far apart two things may be and still line up
BOTH = 3.0  # times as far as one gear do two of them attract a third: where it meshes with one alone, all stand still
_SAME = 1e-9  # m: what differs by less is the same
_FINE = 1e-4  # m: free positions are kept to a tenth of a millimetre, so that files stay readable


class Snaps(NamedTuple):
    """The kinds of snapping that are on. True if any is."""

    grid: bool = True
    edges: bool = True  # of other parts, and their middles, and gears into mesh
    angles: bool = True

    def __bool__(self) -> bool:
        return any(self)


NO_SNAPS = Snaps(False, False, False)


class GuideLine(NamedTuple):
    """A guide to show: two world points, and a label."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str = ""


class Neighbour(NamedTuple):
    """Something whose edges and middle attract: its box, its title, and whether it is solid all over that box."""

    box: Box
    title: str = ""
    solid: bool = False


class Snap(NamedTuple):
    """The shift to use instead of the requested one, and the guides that explain it."""

    dx: float
    dy: float
    guides: tuple[GuideLine, ...] = ()


def to_grid(value: float, step: float = GRID) -> float:
    """Return the nearest multiple of a step, without the noise of binary fractions."""
    return round(round(value / step) * step, 9)


def fine(value: float) -> float:
    """Round a coordinate that snaps to nothing to the precision of stored ones."""
    return to_grid(value, _FINE)


def shift(anchor: Point, box: Box, wanted: Point, others: Iterable[Neighbour], reach: float, snaps: Snaps) -> Snap:
    """Return how far to move something that has been dragged by `wanted`.

    `anchor` is the point of it that snaps to the grid (its position), `box` its box before the drag, `others` what it
    may line up with, `reach` how near (metres) an edge or a middle must be to attract.
    """
    at = Box(box.x0 + wanted[0], box.y0 + wanted[1], box.x1 + wanted[0], box.y1 + wanted[1])
    near = [neighbour for neighbour in others if gap(at, neighbour.box) <= NEIGHBOUR] if snaps.edges else []
    by = [0.0, 0.0]
    guides, ruled = [], []
    for axis in (0, 1):
        drawn = pull((at[axis], at[2 + axis]), near, axis, reach, at)
        drawn = centre(at, near, axis, abs(drawn.by) if drawn else reach) or drawn
        if drawn is not None:
            by[axis] = wanted[axis] + drawn.by
            at = _moved(at, axis, drawn.by)
            guides.append(guide(axis, drawn, at))
        elif snaps.grid:
            by[axis] = to_grid(anchor[axis] + wanted[axis]) - anchor[axis]
            ruled.append(axis)
        else:
            by[axis] = fine(anchor[axis] + wanted[axis]) - anchor[axis]
    guides += _grid_guides((anchor[0] + by[0], anchor[1] + by[1]), ruled)
    return Snap(by[0], by[1], tuple(guides))


def _grid_guides(at: Point, axes: list[int]) -> list[GuideLine]:
    """Return short arms along the lines of the grid that hold a point."""
    arms: list[GuideLine] = []
    for axis in axes:
        text = "" if arms else "grid"
        if axis == 0:
            arms.append(GuideLine(at[0], at[1] - GRID_ARM, at[0], at[1] + GRID_ARM, text))
        else:
            arms.append(GuideLine(at[0] - GRID_ARM, at[1], at[0] + GRID_ARM, at[1], text))
    return arms


class Rim(NamedTuple):
    """A gear that others may mesh with: its axle, and the radius of its pitch circle, in m."""

    x: float
    y: float
    radius: float


def mesh(anchor: Point, wanted: Point, radius: float, rims: Sequence[Rim], reach: float) -> Snap | None:
    """Return how far to move a gear that has been dragged by `wanted`, so that it meshes; None if no gear is near
    enough.

    If it can mesh with two gears within `BOTH` times `reach` (m) it does, otherwise with the nearest within `reach`.
    Neither edges nor the grid would ever bring two pitch circles into touch.
    """
    x, y = anchor[0] + wanted[0], anchor[1] + wanted[1]
    off = [(abs(math.hypot(x - rim.x, y - rim.y) - rim.radius - radius), rim) for rim in rims]
    places: list[tuple[Point, tuple[Rim, ...]]] = []
    for a, b in itertools.combinations([rim for by, rim in off if by <= BOTH * reach], 2):
        places += [(point, (a, b)) for point in _both(a, b, radius) if math.dist(point, (x, y)) <= BOTH * reach]
    if not places:
        places = [(_beside(rim, radius, x, y), (rim,)) for by, rim in off if by <= reach]
    if not places:
        return None
    (to_x, to_y), with_ = min(places, key=lambda candidate: math.dist(candidate[0], (x, y)))
    to_x, to_y = fine(to_x), fine(to_y)
    return Snap(
        to_x - anchor[0], to_y - anchor[1], tuple(GuideLine(to_x, to_y, rim.x, rim.y, "in mesh") for rim in with_)
    )


def _beside(rim: Rim, radius: float, x: float, y: float) -> Point:
    """Return the place nearest to (x, y) where a gear meshes with one other."""
    far = math.hypot(x - rim.x, y - rim.y)
    apart = (rim.radius + radius) / far if far else 0.0
    return rim.x + apart * (x - rim.x), rim.y + apart * (y - rim.y)


def _both(a: Rim, b: Rim, radius: float) -> tuple[Point, ...]:
    """Return the places, none or two, where a gear meshes with two others."""
    far = math.hypot(b.x - a.x, b.y - a.y)
    reach_a, reach_b = a.radius + radius, b.radius + radius
    if not far or far > reach_a + reach_b + MESH:
        return ()
    along = (far * far + reach_a * reach_a - reach_b * reach_b) / (2 * far)
    across = math.sqrt(max(0.0, reach_a * reach_a - along * along))
    ux, uy = (b.x - a.x) / far, (b.y - a.y) / far
    x, y = a.x + along * ux, a.y + along * uy
    return (x - across * uy, y + across * ux), (x + across * uy, y - across * ux)


def gap(a: Box, b: Box) -> float:
    """Return the distance between two boxes; 0 if they meet."""
    dx = max(a.x0 - b.x1, b.x0 - a.x1, 0.0)
    dy = max(a.y0 - b.y1, b.y0 - a.y1, 0.0)
    return math.hypot(dx, dy)


class Pull(NamedTuple):
    """An edge or middle attracted to another: the shift along its axis, the coordinate, and which edge of which
    neighbour."""

    by: float
    to: float
    edge: int  # as in a Box; 4: the middle
    of: Neighbour


_SIDES = ("left", "bottom", "right", "top", "middle")
_MIDDLE = 4


def pull(
    coordinates: Sequence[float], others: Iterable[Neighbour], axis: int, reach: float, box: Box | None = None
) -> Pull | None:
    """Return the smallest shift along an axis that brings one of some coordinates onto an edge.

    `box`: what is shifted. No edge pulls it into something solid: a plate is to lie on the floor, and not, a little
    farther down, flush in it.
    """
    best: Pull | None = None
    for neighbour in others:
        for coordinate in coordinates:
            for edge in (axis, 2 + axis):
                by = neighbour.box[edge] - coordinate
                if abs(by) > (abs(best.by) if best else reach):
                    continue
                if box is None or not _is_buried(_moved(box, axis, by), neighbour):
                    best = Pull(by, neighbour.box[edge], edge, neighbour)
    return best


def _moved(box: Box, axis: int, by: float) -> Box:
    dx, dy = (by, 0.0) if axis == 0 else (0.0, by)
    return Box(box.x0 + dx, box.y0 + dy, box.x1 + dx, box.y1 + dy)


def _is_buried(box: Box, neighbour: Neighbour) -> bool:
    """Tell whether all of a box lies in something solid."""
    solid = neighbour.box
    x_within = solid.x0 - _SAME <= box.x0 and box.x1 <= solid.x1 + _SAME
    return neighbour.solid and x_within and solid.y0 - _SAME <= box.y0 and box.y1 <= solid.y1 + _SAME


def centre(box: Box, others: Iterable[Neighbour], axis: int, less_than: float) -> Pull | None:
    """Return the smallest shift along an axis that aligns the middles of two boxes; None if none is smaller than an
    edge's shift: where both fit, the edge is shown."""
    best: Pull | None = None
    for neighbour in others:
        to = middle(neighbour.box, axis)
        by = to - middle(box, axis)
        if abs(by) < (abs(best.by) if best else less_than) - _SAME and not _is_buried(_moved(box, axis, by), neighbour):
            best = Pull(by, to, _MIDDLE, neighbour)
    return best


def middle(box: Box, axis: int) -> float:
    return (box[axis] + box[2 + axis]) / 2


def guide(axis: int, drawn: Pull, a: Box) -> GuideLine:
    """Return the line on which two boxes meet, or that goes through both middles, across both boxes."""
    b, at = drawn.of.box, drawn.to
    text = f"{_SIDES[drawn.edge]} of {drawn.of.title}" if drawn.of.title else ""
    if axis == 0:
        return GuideLine(at, min(a.y0, b.y0), at, max(a.y1, b.y1), text)
    return GuideLine(min(a.x0, b.x0), at, max(a.x1, b.x1), at, text)


def radians(degrees: float) -> float:
    """Convert degrees to the radians of a design, between -pi (exclusive) and pi."""
    degrees = math.remainder(degrees, 360.0)
    return math.radians(180.0 if degrees == -180.0 else degrees) + 0.0


def degrees(angle: float) -> float:
    """Convert an angle of a design to degrees, rounded as the inspector shows and stores it."""
    return round(math.degrees(angle), 4) + 0.0
