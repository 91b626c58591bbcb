"""Places labels over the canvas: wholly inside, and if possible beside the thing they name. Pure; pixels, y down."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.design.geometry import Point

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1


def beside(start: Point, end: Point, width: float, unit: float) -> list[Point]:
    """Candidate spots for the label of a guide, the best first. `unit` is a pixel at scale 1.

    An upright guide has its label at the lower end and a level one at the right end, so that two labels keep apart; an
    arm has it at its tip.
    """
    left, right = min(start[0], end[0]), max(start[0], end[0])
    top, bottom = min(start[1], end[1]), max(start[1], end[1])
    gap, high = 8 * unit, 24 * unit
    if left == right:
        return [(x, y) for y in (bottom + gap / 2, top - high - gap / 2) for x in (left + gap, left - width - gap)]
    if top == bottom:
        return [(x, y) for x in (right + gap, left - width - gap) for y in (top - high, top + gap / 2)]
    return [(end[0] + gap, end[1] - high), (end[0] - width - gap, end[1] - high)]


def settle(spots: Sequence[Point], size: Point, room: Rect, margin: float, clear_of: Sequence[Rect] = ()) -> Rect:
    """Return the first of some spots (upper left corners) where a label, moved into the room, covers nothing in
    `clear_of`; the first of all if there is none.
    """
    placed = [_inside(spot, size, room, margin) for spot in spots]
    return next((rect for rect in placed if not any(_meet(rect, obstacle) for obstacle in clear_of)), placed[0])


def _inside(spot: Point, size: Point, room: Rect, margin: float) -> Rect:
    # A label larger than the room begins at the room's upper left corner.
    x = max(min(spot[0], room[2] - size[0]), room[0] + margin)
    y = max(min(spot[1], room[3] - size[1]), room[1] + margin)
    return x, y, x + size[0], y + size[1]


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
