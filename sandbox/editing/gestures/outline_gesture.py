"""Drawing a free outline: a gesture of many clicks, one for each corner, that ends where it began."""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandbox.commands.commands import Configure, Move, Place, Resize, SingleEdit
from sandbox.design.design import Design, PartSpec, Values
from sandbox.design.geometry import Box, Point, Points
from sandbox.editing import snapping
from sandbox.editing.gestures.gesture import DROP, END, GHOST, Gesture, GestureContext, KeyOf, Outcome, Preview, refusal
from sandbox.editing.keys import Modifiers
from sandbox.parts import KINDS, fit_part

MOST_CORNERS = 12
CLOSE = 1.5  # times reach: a click so near to the first corner ends the outline
LEAST_SIZE = 0.01  # m


class DrawOutline(Gesture):
    """Corners clicked one after the other: a new part of `kind`, or another outline for the part `of`."""

    advice_first = True
    kept_when_refused = True  # the corners are not lost, and can be taken back

    def __init__(self, kind: str, of: PartSpec | None = None) -> None:
        self.kind = kind
        self.of = of
        self.corners: Points = ()
        self._to: Point | None = None
        self._guides: tuple[snapping.GuideLine, ...] = ()

    @property
    def armed(self) -> str:
        return self.kind

    @property
    def at_rest(self) -> bool:
        return bool(self.corners) and self._to in (None, self.corners[-1])

    @property
    def closed(self) -> bool:
        """True if there are enough corners to end it."""
        return len(self.corners) >= 3

    def follow(self, to: Point, held: Modifiers, scene: GestureContext) -> None:
        if self.closed and self._near_start(to, scene.reach):
            self._to, self._guides = self.corners[0], ()
            return
        others = scene.neighbours(() if self.of is None else (self.of.id,))
        others += [snapping.Neighbour(Box(x, y, x, y), "a corner") for x, y in self.corners]
        point = Box(0.0, 0.0, 0.0, 0.0)
        snap = snapping.shift((0.0, 0.0), point, to, others, scene.reach, scene.snaps(held))
        self._to, self._guides = (snapping.fine(snap.dx), snapping.fine(snap.dy)), snap.guides
        if held.shift and self.corners:  # along one axis from the last corner
            x, y = self.corners[-1]
            across = abs(self._to[0] - x) >= abs(self._to[1] - y)
            self._to = (self._to[0], y) if across else (x, self._to[1])

    def _near_start(self, to: Point, reach: float) -> bool:
        x, y = self.corners[0]
        return math.hypot(to[0] - x, to[1] - y) <= CLOSE * reach

    def leave(self) -> None:
        self._to, self._guides = None, ()

    def press(self, at: Point, held: Modifiers, scene: GestureContext) -> Outcome:
        """Put a corner where the pointer is. That ends the outline if it is back at its start, or full."""
        if self._to is None or (self.corners and self._to == self.corners[-1]):
            return self.stay()
        if self.closed and self._to == self.corners[0]:
            return END
        self.corners = (*self.corners, self._to)
        return END if len(self.corners) == MOST_CORNERS else self.stay()

    def release(self, at: Point | None, held: Modifiers, scene: GestureContext) -> Outcome:
        return self.stay()

    def key(self, name: str, held: Modifiers, scene: GestureContext) -> Outcome | None:
        """Close the outline by Enter; take back the last corner by Backspace, or put the outline away."""
        if name == "enter":
            return END if self.closed else self.stay()
        if name not in ("backspace", "del"):
            return None
        if not self.corners:
            return DROP
        self.corners = self.corners[:-1]
        return self.stay()

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

    def selects(self, design: Design) -> tuple[int, ...] | None:
        return (design.next_id,) if self.of is None else None

    def advice(self, key_of: KeyOf) -> str:
        how = "Click the first corner or press Enter to close it" if self.closed else "Click corner after corner"
        return f"{how}; Backspace takes the last one back, Shift keeps to one axis, Esc gives up."

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
