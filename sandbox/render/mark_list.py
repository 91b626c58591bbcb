"""Marks over or under the parts: ports, handles, guides (goals and hints are in `marks`). Sized in pixels.

A mark stays until `clear`; points are in the world (metres), sizes in interface pixels, so marks keep their size at any
zoom. Meaning never rests on colour alone: each state has its own shape or line.

Nothing here needs a library: a browser gets its marks from the same code as the window. `overlay` adds what takes many
marks at once.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise

from sandbox.design.geometry import Box, Point
from sandbox.render.players import PlayerSign, sign_of

Colour = tuple[int, int, int] | tuple[int, int, int, int]

# The light theme's colours; other themes replace each one (`colours`) and keep the mark's alpha.
ACCENT: Colour = (18, 107, 237)
LEGAL: Colour = (22, 150, 84)
ILLEGAL: Colour = (206, 52, 44)
GOAL: Colour = (214, 120, 20)
MET: Colour = (28, 146, 82)
GUIDE: Colour = (216, 72, 140)
INK: Colour = (46, 56, 74)
PAPER: Colour = (255, 255, 255, 235)
FORECAST: Colour = (78, 64, 120, 150)
NO_COLOUR: Colour = (0, 0, 0, 0)
LOCK = 10.0  # px: the radius of a lock's sign
_OVERLAP_FILL: Colour = (206, 52, 44, 40)
_WARNING = 10.0  # px: the radius of a warning sign
_LEAST_OVERLAP = 0.02  # m: smaller ones are drawn this large

SEGMENT, RECTANGLE, CIRCLE, _SQUARE, _DIAMOND, _TRIANGLE, _CROSS, _CHECK, _ROTATE, _LOCK, _GLOW, _PAUSE = range(12)
FIGURES = {
    "circle": CIRCLE, "square": _SQUARE, "diamond": _DIAMOND, "triangle": _TRIANGLE, "cross": _CROSS,
    "check": _CHECK, "rotate": _ROTATE, "lock": _LOCK, "glow": _GLOW, "pause": _PAUSE,
}  # fmt: skip

_PORTS = {"signal out": "triangle", "signal in": "square", "power out": "diamond", "power in": "diamond"}

Quad = tuple[float, float, float, float]
Figure = tuple[str, float, float, float, Colour, float]  # its name, x, y, radius (px), colour and angle
Mark = tuple[Quad, Quad, Colour, Colour, Quad]
_ROW = struct.Struct("<8f8B4f")  # as MARK_INSTANCE of `overlay`


class MarkList:
    """A list of marks. `changed` says whether it has changed since whoever reads it set that to False."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self.changed = False
        self._signs: Mapping[tuple[int, int, int], tuple[int, int, int]] = {}

    def wear(self, signs: Mapping[tuple[int, int, int], tuple[int, int, int]]) -> None:
        """Set the theme's replacements for the marks' colours."""
        self._signs = signs
        self.changed = True

    def __len__(self) -> int:
        return len(self._marks)

    def clear(self) -> None:
        """Remove all marks."""
        self.changed = self.changed or len(self) > 0
        self._marks.clear()

    def packed(self) -> bytes:
        """Return the marks as instances, in the order in which they are drawn, in the colours of the theme."""
        return b"".join(
            _ROW.pack(*ends, *sizes, *self._rgba(ink), *self._rgba(fill), *more)
            for ends, sizes, ink, fill, more in self._marks
        )

    def _add(
        self, ends: tuple[float, float, float, float], sizes: tuple[float, float, float, float], ink: Colour,
        fill: Colour = NO_COLOUR, angle: float = 0.0, hatch: float = 0.0, casing: float = 0.0,
    ) -> None:  # fmt: skip
        self._marks.append((ends, sizes, ink, fill, (angle, hatch, casing, 0.0)))
        self.changed = True

    # -- primitives

    def line(
        self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 2.0, casing: float = 0.0
    ) -> None:
        """Draw a stroke with round ends; `casing` is the width of a white border that sets it off."""
        self._add((x0, y0, x1, y1), (SEGMENT, 0.0, width, 0.0), colour, casing=casing)

    def dashed(
        self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 1.5, dash: float = 6.0
    ) -> None:
        """Draw a dashed stroke; `dash` is the length of a dash in pixels."""
        self._add((x0, y0, x1, y1), (SEGMENT, 0.0, width, dash), colour)

    def polyline(self, points: Sequence[Point], colour: Colour, width: float = 2.0) -> None:
        """Draw strokes from point to point."""
        for (x0, y0), (x1, y1) in pairwise(points):
            self.line(x0, y0, x1, y1, colour, width)

    def rect(
        self, x0: float, y0: float, x1: float, y1: float, colour: Colour, width: float = 2.0, fill: Colour = NO_COLOUR,
        dash: float = 0.0, hatch: float = 0.0, rounding: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a box by two corners, with an optional fill, dashed border, or hatching every `hatch` pixels."""
        self._add((x0, y0, x1, y1), (RECTANGLE, rounding, width, dash), colour, fill, hatch=hatch)

    def figure(
        self, name: str, x: float, y: float, r_px: float, colour: Colour, width: float = 2.0, fill: Colour = NO_COLOUR,
        angle: float = 0.0, dash: float = 0.0, casing: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw a figure at a point, by its name; a triangle points towards `angle`, and "pause" is two bars."""
        self._add((x, y, x, y), (FIGURES[name], r_px, width, dash), colour, fill, angle, casing=casing)

    def ring(
        self, x: float, y: float, r_px: float, colour: Colour, width: float = 2.0, fill: Colour = NO_COLOUR
    ) -> None:
        self.figure("circle", x, y, r_px, colour, width, fill)

    def disc(self, x: float, y: float, r_px: float, colour: Colour) -> None:
        self.figure("circle", x, y, r_px, colour, 0.0, colour)

    def glow(self, x: float, y: float, r_px: float, colour: Colour) -> None:
        """Draw a disc that is densest in its middle, as dense as `colour`, and fades out to its rim."""
        self.figure("glow", x, y, r_px, colour, 0.0, colour)

    def figures(self, figures: Sequence[Figure]) -> None:
        """Add many filled figures at once."""
        for name, x, y, r_px, colour, angle in figures:
            self.figure(name, x, y, r_px, colour, 0.0, colour, angle)

    # -- what the editor shows

    def port(self, x: float, y: float, type_: str, state: str = "open", angle: float = 0.0) -> None:
        """Draw a port of a part: rope ports are round, signal ports triangles (out) and squares (in), those of power
        diamonds.

        `state` is "open", "hovered", "legal" (a link may end here: bigger, with a dot) or "illegal" (a cross, whatever
        the type of the port, so that it looks like none that takes the link).
        """
        shape = _PORTS.get(type_, "circle")
        r = {"open": 5.0, "hovered": 7.0, "legal": 7.0, "illegal": 5.0}[state]
        colour = {"open": INK, "hovered": ACCENT, "legal": LEGAL, "illegal": ILLEGAL}[state]
        if state == "illegal":
            self.figure("cross", x, y, r, colour, 2.8, casing=1.8)
            return
        self.figure(shape, x, y, r, colour, 2.0, PAPER, angle, casing=1.2)
        if state != "open":
            self.disc(x, y, 2.6, colour)

    def handle(self, x: float, y: float, hot: bool = False, angle: float = 0.0) -> None:
        """Draw a square handle, for resizing along `angle`."""
        self.figure("square", x, y, 6.5 if hot else 5.0, ACCENT, 1.8, ACCENT if hot else PAPER, angle, casing=1.0)

    def rotate_handle(self, x: float, y: float, from_x: float, from_y: float, hot: bool = False) -> None:
        """Draw a round arrow to drag, on a stalk from the part's middle."""
        self.line(from_x, from_y, x, y, ACCENT, 1.5, casing=1.0)
        self.figure("circle", x, y, 11.0, ACCENT, 1.8, ACCENT if hot else PAPER, casing=1.0)
        self.figure("rotate", x, y, 5.0, PAPER if hot else ACCENT, 1.8)

    def lock(self, x: float, y: float) -> None:
        """Draw the sign of a locked part."""
        self.figure("circle", x, y, LOCK, INK, 1.6, PAPER, casing=1.2)
        self.figure("lock", x, y, 6.0, INK, 0.0, INK)

    def group(self, box: Box, gap: float) -> None:
        """Draw the common outline of a group of parts, `gap` metres outside the box around them."""
        self.rect(box.x0 - gap, box.y0 - gap, box.x1 + gap, box.y1 + gap, ACCENT, 1.6, dash=9.0, rounding=6.0)

    def overlaps(self, pairs: Sequence[tuple[Box, Box, Point]]) -> None:
        """Draw overlaps of parts: hatching where the boxes of two parts meet, and a warning sign at a point."""
        for a, b, _ in pairs:
            box = _grown(Box(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)))
            self.rect(*box, ILLEGAL, 1.6, _OVERLAP_FILL, dash=5.0, hatch=7.0)
        for _, _, (x, y) in pairs:
            self.warning(x, y)

    def warning(self, x: float, y: float) -> None:
        """Draw a warning sign: a triangle with a cross in it."""
        self.figure("triangle", x, y, _WARNING, ILLEGAL, 2.0, PAPER, 1.5707963, casing=1.4)
        self.figure("cross", x, y, _WARNING * 0.35, ILLEGAL, 2.0)

    def guide(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw an alignment line."""
        self.dashed(x0, y0, x1, y1, GUIDE, 1.3, 5.0)

    def band(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw the rubber band of a selection."""
        self.rect(x0, y0, x1, y1, ACCENT, 1.4, (18, 107, 237, 34), dash=5.0)

    def cursor(self, x: float, y: float) -> None:
        """Draw the keyboard's pointer: a ring with cross hairs, the same in every theme."""
        self.figure("circle", x, y, 11.0, ACCENT, 2.0, casing=1.4)
        self.figure("cross", x, y, 5.0, ACCENT, 1.6, casing=1.0)

    def hand(self, x: float, y: float, to_x: float, to_y: float, player: int = 0) -> None:
        """Draw a player's hand at (to_x, to_y) that pulls a body by the point (x, y)."""
        sign = sign_of(player)
        self.line(x, y, to_x, to_y, sign.colour, 2.4, casing=1.2)
        self.figure("circle", x, y, 4.0, sign.colour, 2.0, PAPER, casing=1.0)
        self.player(sign, to_x, to_y)

    def player(self, sign: PlayerSign, x: float, y: float) -> None:
        """Draw the sign of a player."""
        self.figure(sign.shape, x, y, sign.size, sign.colour, 2.2, (*sign.colour, 70), casing=1.2)
        if sign.mark:
            self.figure(sign.mark, x, y, 5.0, sign.colour, 2.0, sign.colour, casing=1.2)

    def chosen_by(self, sign: PlayerSign, box: Box, gap: float) -> None:
        """Frame a part that another player has selected, `gap` metres outside the box around it."""
        self.rect(box.x0 - gap, box.y0 - gap, box.x1 + gap, box.y1 + gap, sign.colour, 2.4, dash=7.0, rounding=4.0)

    def arrow(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw an arrow from a point to another."""
        self.line(x, y, to_x, to_y, ACCENT, 5.0, casing=2.0)
        self.figure("triangle", to_x, to_y, 12.0, ACCENT, 1.5, ACCENT, math.atan2(to_y - y, to_x - x), casing=2.0)

    def wire_in_hand(self, points: Sequence[Point], legal: bool) -> None:
        """Draw a link on its way from a port to the pointer, perhaps over pulleys."""
        colour = LEGAL if legal else INK
        for (x0, y0), (x1, y1) in pairwise(points):
            self.dashed(x0, y0, x1, y1, colour, 2.4, 8.0)
        self.disc(*points[-1], 4.0, colour)

    def trace(self, points: Sequence[Point]) -> None:
        """Draw an open dashed line: the link of a hint."""
        for (x0, y0), (x1, y1) in pairwise(points):
            self.dashed(x0, y0, x1, y1, ACCENT, 2.2, 6.0)

    def outline(self, points: Sequence[Point], colour: Colour = ACCENT, width: float = 1.5) -> None:
        """Draw a closed dashed figure: a hint, or the place where a part was."""
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            self.dashed(x0, y0, x1, y1, colour, width, 5.0)

    def _rgba(self, colour: Colour) -> tuple[int, ...]:
        red, green, blue = self._signs.get(colour[:3], colour[:3])
        return red, green, blue, colour[3] if len(colour) == 4 else 255


def _grown(box: Box) -> Box:
    """Grow a box to the smallest size that is visible."""
    x, y = (max(0.0, _LEAST_OVERLAP - (high - low)) / 2 for low, high in ((box.x0, box.x1), (box.y0, box.y1)))
    return Box(box.x0 - x, box.y0 - y, box.x1 + x, box.y1 + y)
