"""Arrows at what a knock sets off, while it is selected or in hand: they point at the piece that has to be struck."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import reduce

from sandbox.design.design import PartSpec
from sandbox.design.geometry import Box, Point, Pose, place
from sandbox.parts import KINDS, blueprint, pose_of
from sandbox.render.mark_list import MarkList
from sandbox.render.marks.turning_marks import Arrow, draw_arrow

_FAR, _NEAR = 0.14, 0.025  # m: from the piece to both ends of its arrow


def show(overlay: MarkList, specs: Iterable[PartSpec]) -> None:
    """Draw the arrows of parts as they are shown."""
    for spec in specs:
        arrow = arrow_of(spec)
        if arrow is not None:
            draw_arrow(overlay, arrow)


def arrow_of(spec: PartSpec) -> Arrow | None:
    """Return the arrow of a part; None if no piece of it has to be struck."""
    struck_on = KINDS[spec.kind].struck_on
    if not struck_on:
        return None
    plan, origin = blueprint(spec), Pose(0.0, 0.0, 0.0)
    boxes = [shape.outline.bounds(origin) for shape in plan.shapes if shape.name == struck_on and shape.collides]
    piece, (mx, my) = reduce(Box.union, boxes), _middle(plan.bounds(origin))
    x, y = _middle(piece)
    if abs(x - mx) >= abs(y - my):  # from the side on which it is, straight on
        way, edge = (math.copysign(1.0, x - mx), 0.0), (piece.x1 - piece.x0) / 2
    else:
        way, edge = (0.0, math.copysign(1.0, y - my)), (piece.y1 - piece.y0) / 2
    pose = pose_of(spec)
    tail, head = (place(pose, (x + way[0] * (edge + far), y + way[1] * (edge + far))) for far in (_FAR, _NEAR))
    return Arrow((tail, head), math.atan2(head[1] - tail[1], head[0] - tail[0]))


def _middle(box: Box) -> Point:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
