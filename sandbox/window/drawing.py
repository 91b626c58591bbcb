"""Drawing a free outline: a gesture of many clicks, one for each corner, that ends where it began."""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.commands import Configure, Move, Place, Resize, SingleEdit
from sandbox.design import Design, PartSpec, Values
from sandbox.geometry import Box, Point, Points
from sandbox.parts import KINDS, fit_part
from sandbox.window import snapping
from sandbox.window.gestures import GHOST, Gesture, Preview, Scene, refusal
from sandbox.window.keys import Held

MOST_CORNERS = 12
CLOSE = 1.5  # times reach: a click so near to the first corner ends the outline
LEAST_SIZE = 0.01  # m


class DrawOutline(Gesture):
    """Corners clicked one after the other: a new part of `kind`, or another outline for the part `of`."""

    def __init__(self, kind: str, of: PartSpec | None = None) -> None:
        self.kind = kind
        self.of = of
        self.corners: Points = ()
        self._to: Point | None = None
        self._guides: tuple[snapping.Line, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether there are corners enough to end it."""
        return len(self.corners) >= 3

    def follow(self, to: Point, held: Held, scene: Scene) -> None:
        if self.closed and self._near_start(to, scene.reach):
            self._to, self._guides = self.corners[0], ()
            return
        own = self.of.id if self.of is not None else None
        others = scene.neighbours((own,) if own is not None else ())
        others += [snapping.Neighbour(Box(x, y, x, y), "a corner") for x, y in self.corners]
        here = Box(0.0, 0.0, 0.0, 0.0)
        snap = snapping.shift((0.0, 0.0), here, to, others, scene.reach, scene.snaps(held))
        self._to, self._guides = (snapping.fine(snap.dx), snapping.fine(snap.dy)), snap.guides
        if held.shift and self.corners:  # along one axis from the last corner
            x, y = self.corners[-1]
            across = abs(self._to[0] - x) >= abs(self._to[1] - y)
            self._to = (self._to[0], y) if across else (x, self._to[1])

    def _near_start(self, to: Point, reach: float) -> bool:
        x, y = self.corners[0]
        return math.hypot(to[0] - x, to[1] - y) <= CLOSE * reach

    def leave(self) -> None:
        """The pointer is over a panel."""
        self._to, self._guides = None, ()

    def click(self) -> bool:
        """Put a corner where the pointer is. True if that ends the outline: it is back at its start, or full."""
        if self._to is None or (self.corners and self._to == self.corners[-1]):
            return False
        if self.closed and self._to == self.corners[0]:
            return True
        self.corners = (*self.corners, self._to)
        return len(self.corners) == MOST_CORNERS

    def drop_corner(self) -> None:
        """Take the last corner back."""
        self.corners = self.corners[:-1]

    def edits(self) -> tuple[SingleEdit, ...]:
        return self._edits(self.corners)

    def _edits(self, corners: Points) -> tuple[SingleEdit, ...]:
        if len(corners) < 3:
            return ()
        x, y, size, outline = _framed(corners)
        prop = KINDS[self.kind].drawn
        if self.of is None:
            return (Place(self.kind, x, y, props={**size, prop: (outline,)}),)
        return (  # as drawn: whatever it was turned and flipped before
            Move(self.of.id, x, y),
            Resize(self.of.id, x, y, size),
            Configure(self.of.id, prop, (outline,)),
        )

    def preview(self, design: Design) -> Preview:
        line = self.corners if self._to is None else (*self.corners, self._to)
        corners: Points = tuple(dict.fromkeys(line))
        edits = self._edits(corners)
        why = refusal(design, edits)
        ghost = () if why or not edits else (self._as_part(corners),)
        return Preview(ghost, why, self._guides, corners=line)

    def _as_part(self, corners: Points) -> PartSpec:
        x, y, size, outline = _framed(corners)
        spec = self.of or PartSpec(GHOST, self.kind, x, y)
        props = {**spec.props, **size, KINDS[self.kind].drawn: (outline,)}
        return fit_part(replace(spec, x=x, y=y, angle=0.0, flip=False, props=props))


def _framed(corners: Points) -> tuple[float, float, Values, Points]:
    """The middle of an outline's box, its size, and its corners in shares of that."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    width, height = (max(LEAST_SIZE, snapping.fine(max(of) - min(of))) for of in (xs, ys))
    x, y = snapping.fine((max(xs) + min(xs)) / 2), snapping.fine((max(ys) + min(ys)) / 2)
    outline = tuple((round((px - x) / width, 9), round((py - y) / height, 9)) for px, py in corners)
    return x, y, {"width": width, "height": height}, outline


__all__ = ["MOST_CORNERS", "DrawOutline"]
