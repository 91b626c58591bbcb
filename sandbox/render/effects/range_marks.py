"""Marks of where a part acts that does not touch it yet: dashed circles around the selected parts while nothing runs.

A blast's reach, a lamp's light, the point where a lens burns, what a flame heats, where a fist gets to; around an
animal how far it hears a bell, and around a bell the circles of all who would hear it, since it has to stand in one of
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Circle, place
from sandbox.parts import KINDS, blueprint
from sandbox.parts.kind import pose_of
from sandbox.render.mark_list import GUIDE, MarkList

_LEAST = 3.5  # px: a focus is smaller than a dash
_DASH = 6.0  # px
_SMALL = 9.0  # px
_FILL = (*GUIDE[:3], 90)
FLAME = "flame"  # the name of the shape that is hot


def of_design(design: Design, ids: Collection[int]) -> list[Circle]:
    """Return the circles of the parts with these ids, in the world."""
    chosen = [spec for spec in design.parts if spec.id in ids]
    circles = [circle for spec in chosen for circle in (*_around(spec), *_hot(spec))]
    if any(KINDS[spec.kind].rings for spec in chosen):
        listeners = (spec for spec in design.parts if KINDS[spec.kind].hears and spec.id not in ids)
        circles += [Circle(KINDS[spec.kind].hears, spec.x, spec.y) for spec in listeners]
    return circles


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
    """The circles on a canvas. Attribute to set: `circles`, in the world."""

    def __init__(self, overlay: MarkList) -> None:
        self.overlay = overlay
        self.circles: list[Circle] = []

    def show(self, pixels: float) -> None:
        """Put the circles on the overlay; `pixels` is the number of interface pixels in a metre."""
        self.overlay.clear()
        for circle in self.circles:
            radius = max(_LEAST, circle.r * pixels)
            if radius < _SMALL:  # dashes would be dots
                self.overlay.figure("circle", circle.x, circle.y, radius, GUIDE, 1.8, _FILL, casing=1.4)
            else:
                self.overlay.figure("circle", circle.x, circle.y, radius, GUIDE, 1.4, dash=min(_DASH, radius))
