"""The figures that goals and fail conditions are drawn with: regions, hollows, lines, circles, badges and flags."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.design.conditions.condition import Boundary, Radius
from sandbox.design.geometry import Box, Point, Points
from sandbox.parts.drawing import TURN, arc
from sandbox.render.mark_list import GOAL, ILLEGAL, MET, PAPER, Colour, MarkList

_SIDES = 49  # of a circle, and one: an even number of strokes
_FORBIDDEN_FILL = 22  # of 255: how opaque an area to keep out of is


class Tone(NamedTuple):
    """The way a goal is drawn: open, met, or (a fail condition) forbidden."""

    colour: Colour
    sign: str  # open, met or forbidden
    bold: bool = False  # the one that its author has in hand

    @property
    def width(self) -> float:
        return (2.4 if self.sign == "met" else 2.0) + (1.4 if self.bold else 0.0)


OPEN, DONE, FORBIDDEN = Tone(GOAL, "open"), Tone(MET, "met"), Tone(ILLEGAL, "forbidden")


def badge(overlay: MarkList, at: Point, sign: str, tone: Tone, size: float) -> None:
    """Draw the sign of a goal at a part; `size` is 1 for a usual one."""
    x, y = at
    overlay.figure("circle", x, y, size * (11.5 if tone.bold else 10.0), tone.colour, 2.0, PAPER, casing=1.4)
    if tone.sign == "met":
        overlay.figure("check", x, y, size * 5.0, tone.colour, 2.4)
    elif sign == "disc":
        overlay.disc(x, y, size * 4.0, tone.colour)
    else:
        filled = tone.colour if sign in ("diamond", "triangle") else (0, 0, 0, 0)
        overlay.figure(sign, x, y, size * 4.5, tone.colour, 1.8, filled)
    if tone.sign == "forbidden":
        overlay.figure("cross", x, y, size * 9.0, tone.colour, 1.8)


def region(overlay: MarkList, box: Box, tone: Tone) -> None:
    """Draw a region to get into: hatched with a dashed border; met: filled, solid, with a check mark; to keep out of:
    dashed and faintly filled."""
    if tone.sign == "met":
        overlay.rect(*box, tone.colour, tone.width, (28, 146, 82, 52), rounding=7.0)
    elif tone.sign == "forbidden":
        overlay.rect(*box, tone.colour, tone.width, (*tone.colour[:3], _FORBIDDEN_FILL), dash=9.0, rounding=7.0)
    else:
        overlay.rect(*box, tone.colour, tone.width, dash=9.0, hatch=13.0, rounding=7.0)


def hollow(overlay: MarkList, points: Points, tone: Tone) -> None:
    """Draw the hollow of a container as a region is drawn, however it is turned."""
    if tone.sign == "met":
        overlay.polyline((*points, points[0]), tone.colour, tone.width)
        return
    overlay.outline(points, tone.colour, tone.width)
    for (x0, y0), (x1, y1) in _hatching(points, 0.055) if tone.sign != "forbidden" else ():
        overlay.line(x0, y0, x1, y1, (*tone.colour[:3], 110), 1.0)


def _hatching(points: Points, gap: float) -> list[tuple[Point, Point]]:
    """Return strokes across a polygon, rising to the right at 45 degrees, `gap` metres from each other."""
    levels = [y - x for x, y in points]
    strokes: list[tuple[Point, Point]] = []
    for number in range(math.ceil(min(levels) / gap), math.floor(max(levels) / gap) + 1):
        level, crossed = number * gap, []
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
            a, b = ay - ax - level, by - bx - level
            if (a < 0.0) != (b < 0.0):
                share = a / (a - b)
                crossed.append((ax + share * (bx - ax), ay + share * (by - ay)))
        crossed.sort()
        strokes += zip(crossed[::2], crossed[1::2], strict=False)
    return strokes


def line(overlay: MarkList, boundary: Boundary, span: tuple[float, float], tone: Tone) -> None:
    """Draw a line to get past, with arrows that show which way; `span` is its extent along the other axis."""
    axis, side, value = boundary
    low, high = span
    ends = (value, low, value, high) if axis == "x" else (low, value, high, value)
    if tone.sign == "met":
        overlay.line(*ends, tone.colour, tone.width)
    else:
        overlay.dashed(*ends, tone.colour, tone.width, 9.0)
    angle = (0.0 if side == "more" else math.pi) + (0.0 if axis == "x" else math.pi / 2)
    for share in (0.2, 0.5, 0.8):
        at = low + share * (high - low)
        x, y = (value, at) if axis == "x" else (at, value)
        overlay.figure("triangle", x, y, 7.0, tone.colour, 1.0, tone.colour, angle, casing=1.2)


def _ring(overlay: MarkList, x: float, y: float, radius: float, tone: Tone) -> None:
    points = arc(radius, 0.0, TURN, _SIDES, x, y)
    if tone.sign == "met":
        overlay.polyline(points, tone.colour, tone.width)
    else:
        for a, b in zip(points[0:-1:2], points[1::2], strict=True):
            overlay.line(*a, *b, tone.colour, tone.width)


def distance(overlay: MarkList, area: Radius, of: Point, tone: Tone) -> None:
    """Draw a circle about the other part, a stroke between the two, and arrows that show which way."""
    x, y, size = area.x, area.y, area.size
    _ring(overlay, x, y, size, tone)
    overlay.dashed(*of, x, y, tone.colour, 1.4, 5.0)
    overlay.disc(x, y, 3.5, tone.colour)
    inward = area.side == "less"
    for quarter in range(4):
        angle = TURN * (quarter / 4 + 0.125)
        spot = (x + size * math.cos(angle), y + size * math.sin(angle))
        overlay.figure("triangle", *spot, 6.0, tone.colour, 1.0, tone.colour, angle + (math.pi if inward else 0.0),
                       casing=1.2)  # fmt: skip


def moved(overlay: MarkList, area: Radius, tone: Tone) -> None:
    """Draw a circle about the place of a part at the start, or two lines if only one axis counts."""
    x, y, by, axis = area.x, area.y, area.size, area.axis
    overlay.figure("cross", x, y, 4.0, tone.colour, 1.6, casing=1.0)
    if axis == "any":
        _ring(overlay, x, y, by, tone)
    else:
        for way in (-1, 1):
            ends = (x + way * by, y - by, x + way * by, y + by) if axis == "x" else (
                x - by, y + way * by, x + by, y + way * by)  # fmt: skip
            overlay.dashed(*ends, tone.colour, tone.width, 9.0)
    for quarter in range(4):
        if axis != "any" and (quarter % 2 == 0) != (axis == "x"):
            continue
        angle = TURN * quarter / 4
        spot = (x + by * math.cos(angle), y + by * math.sin(angle))
        overlay.figure("triangle", *spot, 6.0, tone.colour, 1.0, tone.colour, angle, casing=1.2)


def flag(overlay: MarkList, x: float, y: float, tone: Tone) -> None:
    """Draw the sign at the end of a mark."""
    if tone.sign == "met":
        overlay.figure("circle", x, y, 9.5, tone.colour, 1.0, tone.colour, casing=1.6)
        overlay.figure("check", x, y, 5.0, PAPER, 2.4)
    elif tone.sign == "forbidden":
        overlay.figure("circle", x, y, 8.5, tone.colour, 2.0, PAPER, casing=1.2)
        overlay.figure("cross", x, y, 4.0, tone.colour, 2.2)
    else:
        overlay.figure("circle", x, y, 8.5 if tone.bold else 7.0, tone.colour, 2.2, PAPER, casing=1.2)
