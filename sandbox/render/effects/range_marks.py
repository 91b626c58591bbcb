"""Marks of where a part acts that does not touch it yet: dashed circles around the selected parts while nothing runs.

A blast's reach, a lamp's light, the point where a lens burns, what a flame heats, where a fist gets to; around an
animal how far it hears a bell, and around a bell the circles of all who would hear it, since it has to stand in one of
them. Along the floor of an animal, how far it sees what it wants; so does a bait, for each animal that wants it.
A dashed curve is the way of a shot, with a ring where it would strike: see `planned_flights`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Circle, Pose, place
from sandbox.parts import KINDS, blueprint
from sandbox.parts.animals.wants import Animal
from sandbox.parts.kind import pose_of
from sandbox.render.effects.planned_flights import FlightPath
from sandbox.render.mark_list import GUIDE, MarkList

_LEAST = 3.5  # px: a focus is smaller than a dash
_DASH = 6.0  # px
_SMALL = 9.0  # px
_FILL = (*GUIDE[:3], 90)
_ABOVE = 0.03  # m: of a span above its floor
_BAR = 6.0  # px: half of the bar at its end
FLAME = "flame"  # the name of the shape that is hot


class FloorSpan(NamedTuple):
    """A piece of a floor (m), from where an animal stands to the farthest thing that it sees on one side."""

    near: float
    far: float
    y: float


def of_design(design: Design, ids: Collection[int]) -> list[Circle | FloorSpan]:
    """Return the ranges of the parts with these ids, in the world."""
    return [*_circles(design, ids), *_spans(design, ids)]


def _circles(design: Design, ids: Collection[int]) -> list[Circle]:
    chosen = [spec for spec in design.parts if spec.id in ids]
    circles = [circle for spec in chosen for circle in (*_around(spec), *_hot(spec))]
    if any(KINDS[spec.kind].rings for spec in chosen):
        listeners = (spec for spec in design.parts if KINDS[spec.kind].hears and spec.id not in ids)
        circles += [Circle(KINDS[spec.kind].hears, spec.x, spec.y) for spec in listeners]
    return circles


def _spans(design: Design, ids: Collection[int]) -> list[FloorSpan]:
    """Return how far along its floor each animal sees that is chosen, or that wants what is chosen."""
    kinds = {spec.kind for spec in design.parts} | {item.kind for item in design.stock_items.values()}
    smells = {KINDS[name].smells for name in kinds if name in KINDS}
    chosen = {KINDS[spec.kind].smells for spec in design.parts if spec.id in ids}
    spans: list[FloorSpan] = []
    for spec in design.parts:
        kind = KINDS[spec.kind]
        if isinstance(kind, Animal):
            there = smells if spec.id in ids else chosen
            reaches = {reach for smell, reach in kind.wants.items() if smell in there}
            spans += [span for reach in sorted(reaches) for span in _sides(spec, reach)]
    return spans


def _sides(spec: PartSpec, reach: float) -> tuple[FloorSpan, FloorSpan]:
    """Return how far a part sees to its left and to its right, from the ends of what is solid of it."""
    trunk = next(shape for shape in blueprint(spec).shapes if shape.collides)
    box = trunk.outline.bounds(Pose(spec.x, spec.y, 0.0))
    return FloorSpan(box.x0, box.x0 - reach, box.y0 + _ABOVE), FloorSpan(box.x1, box.x1 + reach, box.y0 + _ABOVE)


def _around(spec: PartSpec) -> list[Circle]:
    kind, facing = KINDS[spec.kind], -1.0 if spec.flip else 1.0
    pose = pose_of(spec)
    return [
        Circle(circle.r, *place(pose, (facing * circle.x, circle.y))) for circle in kind.ranges(kind.values(spec.props))
    ]


def _hot(spec: PartSpec) -> Iterator[Circle]:
    """Yield the circles that a part's flames heat: above their wicks, however the part is turned."""
    plan, pose = blueprint(spec), pose_of(spec)
    for shape in plan.shapes:
        if shape.name == FLAME and isinstance(shape.outline, Circle):
            wick, hot = plan.bodies[shape.body], shape.outline
            x, y = place(pose, (wick.x, wick.y))
            yield Circle(hot.r, x + hot.x - wick.x, y + hot.y - wick.y)


class RangeMarks:
    """The ranges on a canvas. Attribute to set: `ranges`, in the world."""

    def __init__(self, overlay: MarkList) -> None:
        self.overlay = overlay
        self.ranges: list[Circle | FloorSpan | FlightPath] = []

    def show(self, pixels: float) -> None:
        """Put the ranges on the overlay; `pixels` is the number of interface pixels in a metre."""
        self.overlay.clear()
        for marked in self.ranges:
            if isinstance(marked, FloorSpan):
                self._show_span(marked, pixels)
            elif isinstance(marked, FlightPath):
                self._show_flight(marked, pixels)
            else:
                self._show_circle(marked, pixels)

    def _show_circle(self, circle: Circle, pixels: float) -> None:
        radius = max(_LEAST, circle.r * pixels)
        if radius < _SMALL:  # dashes would be dots
            self.overlay.figure("circle", circle.x, circle.y, radius, GUIDE, 1.8, _FILL, casing=1.4)
        else:
            self.overlay.figure("circle", circle.x, circle.y, radius, GUIDE, 1.4, dash=min(_DASH, radius))

    def _show_span(self, span: FloorSpan, pixels: float) -> None:
        """Draw a dashed line with a bar at its far end."""
        half = _BAR / pixels
        self.overlay.dashed(span.near, span.y, span.far, span.y, GUIDE, 1.4, _DASH)
        self.overlay.line(span.far, span.y - half, span.far, span.y + half, GUIDE, 1.8)

    def _show_flight(self, path: FlightPath, pixels: float) -> None:
        """Draw every other stroke of a curve, and a ring as large as what flies at its end."""
        for (x0, y0), (x1, y1) in [*pairwise(path.points)][::2]:
            self.overlay.line(x0, y0, x1, y1, GUIDE, 1.6)
        self.overlay.figure("circle", *path.points[-1], max(_LEAST, path.r * pixels), GUIDE, 1.4)
