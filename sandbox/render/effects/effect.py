"""The base of all short effects, and the brush that they are drawn with.

Each effect is a pure function of the time since its tick, so a pause holds it, slow motion slows it, and the same run
always shows the same. With reduced motion nothing flashes and nothing flies: a ring marks the place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.parts import KINDS
from sandbox.parts.kind import Kind
from sandbox.render.mark_list import Colour, MarkList

FALL = 9.81  # m/s^2
PARTS_ROPES = frozenset({"cut", "freed", "burnt"})  # events that say where a rope, their `other`, has come apart
_DENSEST = 0.97  # of a glow in its middle
INK = (58, 62, 72)


class Brush(NamedTuple):
    """An overlay, and the scale that turns metres into its pixels."""

    overlay: MarkList
    pixels: float  # interface pixels in a metre

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        self.overlay.figure("circle", x, y, max(0.5, r * self.pixels), colour, 0.0, colour)

    def glow(self, x: float, y: float, r: float, colour: tuple[int, ...], alpha: float) -> None:
        """Draw a disc that is densest in its middle and fades out to its rim."""
        self.overlay.glow(x, y, max(0.5, r * self.pixels), shade(colour, min(_DENSEST, alpha)))

    def ring(self, x: float, y: float, r: float, colour: Colour, width: float = 2.0) -> None:
        self.overlay.figure("circle", x, y, max(0.5, r * self.pixels), colour, width)

    def stroke(self, a: Point, b: Point, colour: Colour, width: float) -> None:
        """Draw a line `width` metres wide, but never thinner than a pixel."""
        self.overlay.line(*a, *b, colour, max(1.0, width * self.pixels))


def parts_of(design: Design, wanted: Callable[[Kind], bool]) -> list[PartSpec]:
    """Return the parts of those kinds that are wanted, in id order; it goes through no others."""
    by_kind = design.parts_by_kind
    parts = [spec for name, specs in by_kind.items() if wanted(KINDS[name]) for spec in specs]
    return sorted(parts, key=lambda spec: spec.id)


def shade(colour: tuple[int, ...], alpha: float) -> Colour:
    return colour[0], colour[1], colour[2], round(255 * min(1.0, max(0.0, alpha)))


def spread(number: int, seed: int = 0) -> float:
    """Pseudo-random number from 0 to 1, the same for the same arguments: an integer hash (triple32's constants)."""
    mixed = (number * 0x9E3779B1 + seed * 0x85EBCA77 + 0x1B56C4E9) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 17) * 0xED5AD4BB) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 11) * 0xAC4C1B51) & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0x100000000


def sparks(brush: Brush, x: float, y: float, age: float, still: bool, first: int = 0) -> None:
    """Draw the sparks that fly from something that fizzes; those from different points have different numbers."""
    brush.glow(x, y, 0.022, (255, 226, 140), 0.6)
    moment = int(age * 30.0)  # each spark is seen for a thirtieth of a second
    for number in () if still else range(first, first + 6):
        way, far = math.tau * spread(number, moment), 0.02 + 0.045 * spread(number + 17, moment)
        c, s = math.cos(way), math.sin(way)
        brush.stroke((x + 0.4 * far * c, y + 0.4 * far * s), (x + far * c, y + far * s), (255, 190, 60), 0.004)


class Effect:
    """An effect that is visible for `life` seconds from the tick of its event."""

    life = 0.5

    def __init__(self, tick: int) -> None:
        self.tick = tick

    @property
    def over(self) -> bool:
        """True once the effect has ended before its time."""
        return False

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        """Draw the effect as it is `age` seconds after its tick."""
