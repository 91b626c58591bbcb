"""Moving, turning and mirroring parts, and putting several in order: edges in line, gaps equal, in front or behind.

Pure: parts in, parts out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec.structs import replace

from sandbox.commands.commands import Layer
from sandbox.design.design import MAX_LAYER, Design, PartSpec
from sandbox.design.geometry import Box, Point, Pose, place
from sandbox.editing import snapping
from sandbox.editing.picking import box_around, box_of
from sandbox.parts import KINDS

How = Callable[[tuple[PartSpec, ...], int], tuple[PartSpec, ...]]
LEFT, BOTTOM, RIGHT, TOP = range(4)  # the places of the edges in a Box
ACROSS, UP = 0, 1


def shifted(spec: PartSpec, dx: float, dy: float) -> PartSpec:
    # Rounded to a nanometre, so that 0.1 + 0.2 does not write 0.30000000000000004 into a level.
    return replace(spec, x=round(spec.x + dx, 9), y=round(spec.y + dy, 9))


def turned(specs: tuple[PartSpec, ...], degrees: float, about: Point) -> tuple[PartSpec, ...]:
    """Parts turned together about a point, counter-clockwise."""
    pose = Pose(0.0, 0.0, math.radians(degrees))
    after = []
    for spec in specs:
        angle = snapping.radians(round(math.degrees(spec.angle) + degrees, 6))
        away = (spec.x - about[0], spec.y - about[1])
        if any(away):
            dx, dy = place(pose, away)
            spec = replace(spec, x=snapping.fine(about[0] + dx), y=snapping.fine(about[1] + dy))
        after.append(replace(spec, angle=angle))
    return tuple(after)


def mirrored(specs: tuple[PartSpec, ...], about: float) -> tuple[PartSpec, ...]:
    """Parts mirrored left to right about x = `about`; kinds that look the same mirrored only change their angle."""
    alone = len(specs) == 1
    after = []
    for spec in specs:
        x = spec.x if alone else snapping.fine(2 * about - spec.x)
        # A lone part that can't be flipped and stands straight: ask for it all the same, so that the refusal shows.
        flip = spec.flip != (KINDS[spec.kind].flips or (alone and not spec.angle))
        after.append(replace(spec, x=x, angle=-spec.angle + 0.0, flip=flip))
    return tuple(after)


def middle(specs: tuple[PartSpec, ...]) -> Point:
    """Return the point that parts are turned and mirrored about: a single part's position, or the middle of the box."""
    if len(specs) == 1:
        return specs[0].x, specs[0].y
    box = box_around(specs)
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def aligned(specs: tuple[PartSpec, ...], edge: int) -> tuple[PartSpec, ...]:
    """Move parts so that one edge (LEFT, ...) is where the group has it."""
    to = box_around(specs)[edge]
    return tuple(_by(spec, edge % 2, to - box_of(spec)[edge]) for spec in specs)


def centred(specs: tuple[PartSpec, ...], axis: int) -> tuple[PartSpec, ...]:
    """Move the middles of parts to the group's middle, along x (ACROSS) or y (UP)."""
    to = _centre(box_around(specs), axis)
    return tuple(_by(spec, axis, to - _centre(box_of(spec), axis)) for spec in specs)


def distributed(specs: tuple[PartSpec, ...], axis: int) -> tuple[PartSpec, ...]:
    """Space parts with the same gap (or overlap) from one to the next; the two outer ones stay where they are."""
    order = sorted(range(len(specs)), key=lambda index: (_centre(box_of(specs[index]), axis), index))
    boxes = [box_of(specs[index]) for index in order]
    sizes = [box[2 + axis] - box[axis] for box in boxes]
    gap = (boxes[-1][2 + axis] - boxes[0][axis] - sum(sizes)) / (len(specs) - 1)
    after, at = list(specs), boxes[0][axis]
    for index, box, size in zip(order, boxes, sizes, strict=True):
        if index not in (order[0], order[-1]):
            after[index] = _by(specs[index], axis, at - box[axis])
        at += size + gap
    return tuple(after)


def upside_down(specs: tuple[PartSpec, ...]) -> tuple[PartSpec, ...]:
    """Mirror parts top to bottom about the middle of the group."""
    about = middle(specs)
    return turned(mirrored(specs, about[0]), 180.0, about)


def raised(design: Design, specs: tuple[PartSpec, ...], to_front: bool) -> tuple[Layer, ...]:
    """Return the commands that bring parts in front of all others, or behind them; they keep their order among
    themselves.

    No commands for parts that are there already. Few layers are used: numbering starts next to the others' outermost
    layer.
    """
    chosen = {spec.id for spec in specs}
    others = [spec.layer for spec in design.parts if spec.id not in chosen]
    if not others:
        return ()
    own_layers = sorted({spec.layer for spec in specs})
    first = max(others) + 1 if to_front else min(others) - len(own_layers)
    beyond = own_layers[0] > max(others) if to_front else own_layers[-1] < min(others)
    layers = {layer: min(MAX_LAYER, max(-MAX_LAYER, first + rank)) for rank, layer in enumerate(own_layers)}
    return () if beyond else tuple(Layer(spec.id, layers[spec.layer]) for spec in specs)


def _centre(box: Box, axis: int) -> float:
    return (box[axis] + box[2 + axis]) / 2


def _by(spec: PartSpec, axis: int, far: float) -> PartSpec:
    """Move a part along one axis; a part that is there already keeps every bit."""
    if abs(far) < 1e-9:
        return spec
    return shifted(spec, far, 0.0) if axis == ACROSS else shifted(spec, 0.0, far)
