"""Slopes: what is put on top comes out at the bottom, faster."""

from __future__ import annotations

import math
from types import SimpleNamespace

from sandbox.parts.base import Blueprint, Body, Kind, Look, Point, Polygon, Property, Shape

_LIP_SHARE = 0.4  # of the width: over this length the slope runs out level
_LIP_PIECES = 10


class Ramp(Kind):
    """A board that falls from its left end, straight, then bends level: a curve of convex pieces without a step."""

    name = "ramp"
    title = "Ramp"
    help = "Rolls things down to the right and off its level lip; flip it for the left."
    source = "As the floor: the reference surface. A slope that is steeper than 1 in 2 also lets crates slide."
    properties = (
        Property("width", "Width", 1.0, "m", 0.2, 5.0, 0.05),
        Property("height", "Height", 0.5, "m", 0.1, 3.0, 0.05),
    )
    resizes = ("width", "height")
    flips = True
    thickness = 0.04  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        top, bottom = self.edges(p.width, p.height)
        pieces = []
        for i in range(len(top) - 1):
            # Going down to the right, counter-clockwise means along the bottom first.
            pieces.append(Shape(Polygon((bottom[i], bottom[i + 1], top[i + 1], top[i])), None))
        board = Shape(Polygon((*bottom, *top[::-1])), Look("wood", (188, 128, 70)), collides=False)
        return Blueprint((Body("static"),), (*pieces, board))

    def edges(self, width: float, height: float) -> tuple[list[Point], list[Point]]:
        """The upper and the lower edge from left to right, within the box of that size about the origin."""
        t, lip = self.thickness, _LIP_SHARE * width
        slope = (height - t) / (width - lip / 2)  # the lip is a parabola: it falls half as far as the straight part
        level = -height / 2 + t
        top = [(-width / 2, height / 2)]
        bottom = [(-width / 2, height / 2 - t * math.sqrt(1 + slope * slope))]
        for piece in range(_LIP_PIECES + 1):
            left = 1.0 - piece / _LIP_PIECES  # the share of the lip that is still to come
            x, y, steep = width / 2 - left * lip, level + slope * lip * left * left / 2, slope * left
            top.append((x, y))
            scale = t / math.sqrt(1 + steep * steep)
            bottom.append((x - steep * scale, y - scale))
        return top, bottom


KINDS: tuple[Kind, ...] = (Ramp(),)
