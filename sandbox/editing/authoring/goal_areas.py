"""The areas of goals below the parts (regions, lines, distances) as an author drags them, and the places of labels.

Pure: it knows the few shapes of `design.conditions.condition`, and no condition by name.
"""

from __future__ import annotations

import math

from sandbox.design.conditions import Condition
from sandbox.design.conditions.condition import Area, Boundary, Hollow, Region
from sandbox.design.design import Design
from sandbox.design.geometry import Point, Points
from sandbox.editing import snapping
from sandbox.editing.handles import Handle
from sandbox.editing.picking import Pick
from sandbox.parts import hollow_at

LEAST = 0.02  # m: a region that is drawn smaller is a click that slipped
STEP = 0.01  # m: what is not on the grid


class AsPlaced:
    """The positions of parts as they were placed."""

    def __init__(self, design: Design) -> None:
        self._design = design

    def origin(self, part: int) -> Point:
        spec = self._design.part_by_id[part]
        return spec.x, spec.y

    def hollow(self, part: int) -> Points:
        return hollow_at(self._design.part_by_id[part])


def area_of(design: Design, condition: Condition) -> Area | None:
    """Return the area that a condition draws below the parts as they were placed."""
    return condition.area(design, AsPlaced(design))


def handles(design: Design, condition: Condition, index: int) -> list[Handle]:
    """List the spots to drag of a simple condition; `index` says which one of its goal it is."""

    def spot(name: str, x: float, y: float) -> Handle:
        return Handle(Pick("rule", index + 1, name), x, y)

    area = area_of(design, condition)
    if area is None or isinstance(area, Hollow):
        return []  # a hollow goes where its container goes
    if isinstance(area, Region):
        return region_handles(area, "rule", index + 1)
    if isinstance(area, Boundary):
        middle = (design.world.height if area.axis == "x" else design.world.width) * 0.65
        return [spot("value", *((area.value, middle) if area.axis == "x" else (middle, area.value)))]
    upright = area.axis == "y"
    return [spot("value", area.x, area.y + area.size) if upright else spot("value", area.x + area.size, area.y)]


def region_handles(area: Region, what: str, number: int) -> list[Handle]:
    """List the spots to drag of a rectangle: its corners, and its middle for all of it."""
    x0, y0, x1, y1 = area
    spots = [(f"{a}{b}", x, y) for a, x in (("x0", x0), ("x1", x1)) for b, y in (("y0", y0), ("y1", y1))]
    spots.append(("all", (x0 + x1) / 2, (y0 + y1) / 2))
    return [Handle(Pick(what, number, name), x, y) for name, x, y in spots]


def dragged_region(area: Region, name: str, start: Point, to: Point) -> Region:
    """Return a rectangle with its handle of a name dragged from one point to another."""
    return _moved(area, start, to) if name == "all" else _cornered(area, name, to)


def dragged(design: Design, condition: Condition, name: str, start: Point, to: Point) -> Condition:
    """Return the condition with its handle of a name dragged from one point to another."""
    area = area_of(design, condition)
    if area is None or isinstance(area, Hollow):
        return condition
    if isinstance(area, Region):
        return condition.reshaped(dragged_region(area, name, start, to))
    if isinstance(area, Boundary):
        return condition.reshaped(area._replace(value=to[0] if area.axis == "x" else to[1]))
    away = max(LEAST, snapping.to_grid(math.hypot(to[0] - area.x, to[1] - area.y), STEP))
    return condition.reshaped(area._replace(size=away))


def _moved(area: Region, start: Point, to: Point) -> Region:
    dx, dy = snapping.fine(to[0] - start[0]), snapping.fine(to[1] - start[1])
    return Region(*map(snapping.fine, (area.x0 + dx, area.y0 + dy, area.x1 + dx, area.y1 + dy)))


def _cornered(area: Region, name: str, to: Point) -> Region:
    """Return a region with one corner elsewhere; dragged past the other one, it is turned round."""
    after = area._replace(**{name[:2]: to[0], name[2:]: to[1]})
    x0, x1 = sorted((after.x0, after.x1))
    y0, y1 = sorted((after.y0, after.y1))
    return Region(x0, y0, max(x1, x0 + LEAST), max(y1, y0 + LEAST))


def label_spot(design: Design, condition: Condition) -> Point | None:
    """Return where a condition's label is; None if it is about a part only, and its badge says it."""
    area = area_of(design, condition)
    if area is None:
        return None
    if isinstance(area, Region):
        return area.x0, area.y1
    if isinstance(area, Hollow):
        return min(x for x, _ in area.points), max(y for _, y in area.points)
    if isinstance(area, Boundary):
        across = design.world.height * 0.85 if area.axis == "x" else design.world.width * 0.05
        return (area.value, across) if area.axis == "x" else (across, area.value)
    return area.x, area.y + area.size
