"""The handles of the selection: the spots that turn a part or change its size, and where they stand.

World coordinates in metres. `stand_off` is how far outside a part they stand clear of it: the caller makes it from a
number of pixels and the zoom.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point, Pose, place
from sandbox.editing.picking import NOTHING, Pick, box_around, local_box
from sandbox.parts import KINDS, pose_of
from sandbox.parts.slopes.tracks import middles_of

_FREE_MIDDLE = 0.5  # of the stand-off: so far from a part's middle its size handles are at least


class Handle(NamedTuple):
    """A spot to drag, and the value that dragging changes."""

    target: Pick
    x: float
    y: float


class Stretch(NamedTuple):
    """The effect of a property on a part's box: the axis (0 x, 1 y), and the growth for each metre."""

    axis: int
    gain: float


@lru_cache(maxsize=256)
def stretch_of(kind: str, name: str) -> Stretch:
    """Return the effect of a property, by trying: a kind names the properties of its handles, not their directions."""
    prop = KINDS[kind].property(name)
    assert prop is not None
    step = (prop.high - prop.low) / 8
    boxes = [local_box(PartSpec(1, kind, 0.0, 0.0, props={name: value})) for value in (prop.low, prop.low + step)]
    grown = [(b - a) / step for a, b in ((boxes[0].x1 - boxes[0].x0, boxes[1].x1 - boxes[1].x0),
                                         (boxes[0].y1 - boxes[0].y0, boxes[1].y1 - boxes[1].y0))]  # fmt: skip
    axis = 0 if grown[0] >= grown[1] else 1
    return Stretch(axis, grown[axis] or 1.0)


def of_part(spec: PartSpec, stand_off: float) -> list[Handle]:
    """All that a part of its kind has: one to turn it, `stand_off` metres above it, two for each size, and those that
    bend a line: one on each of its points, and one between each two, out of which a new point is dragged.
    """
    kind, pose, box = KINDS[spec.kind], pose_of(spec), local_box(spec)
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    spots = []
    if kind.turns:
        spots.append(Handle(Pick("turn", spec.id), *place(pose, (middle[0], box.y1 + stand_off))))
    for name in kind.resizes:
        axis = stretch_of(spec.kind, name).axis
        # Thin parts keep a free middle, by which they are moved: their handles stand outside.
        half = max((box[2 + axis] - box[axis]) / 2, _FREE_MIDDLE * stand_off)
        for side in (1, -1):
            edge = middle[axis] + side * half
            point = (edge, middle[1]) if axis == 0 else (middle[0], edge)
            spots.append(Handle(Pick("size", spec.id, name, side), *place(pose, point)))
    if kind.bends:
        (line,) = getattr(kind.values(spec.props), kind.bends)
        for what, points, first in (("bend", line, 0), ("split", middles_of(line), 1)):
            for number, (x, y) in enumerate(points, first):
                spots.append(Handle(Pick(what, spec.id, "", number), *place(pose, (-x if spec.flip else x, y))))
    return spots


def allowed(design: Design, part: PartSpec, shown: PartSpec, stand_off: float) -> list[Handle]:
    """List the handles of a part that its level leaves to the player, where the part is `shown` now: a part from a
    stock has the handles that its item names."""
    spots = of_part(shown, stand_off)
    item = design.stock_items.get(part.item or part.kind)
    if design.free or item is None:
        return [handle for handle in spots if design.free or handle.target.what != "size"]
    names = {"size": item.resizes, "turn": ("",) if item.turns else ()}
    return [handle for handle in spots if handle.target.name in names.get(handle.target.what, ("",))]


def of_group(shown: Iterable[PartSpec], angle: float, stand_off: float) -> Handle:
    """The handle that turns a group: above the box around it. It goes round while it is dragged, by now by `angle`."""
    box = box_around(shown)
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return Handle(Pick("turn"), *place(Pose(x, y, angle), (0.0, box.y1 + stand_off - y)))


def at(spots: Iterable[Handle], point: Point, reach: float) -> Pick:
    """The nearest handle within reach of a point, or NOTHING."""
    best, best_square = NOTHING, reach * reach
    for handle in spots:
        square = (handle.x - point[0]) ** 2 + (handle.y - point[1]) ** 2
        if square <= best_square:
            best, best_square = handle.target, square
    return best
