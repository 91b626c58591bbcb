"""Rays of light: lines that glow in the colour of their light, along the very path that the machine follows.

The path is kept in the running states of its source, so the past, a film and a picture show it as the window does.
While nothing runs, dashed lines in the colour of their light show which way the rays of a selected source will take,
and all rays while something that light falls on is selected or in hand: see `planned_rays`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.geometry import Point, Pose, place
from sandbox.parts import KINDS, blueprint
from sandbox.parts.light.rays import BURNING, FOCUSED, WHITE, RayPath, path_in, ray_states, reach_of
from sandbox.render.effects.effect import Brush, parts_of
from sandbox.render.effects.planned_rays import PlannedRay
from sandbox.render.mark_list import ILLEGAL, LEGAL, PAPER, MarkList

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_LAMP = (255, 214, 110)  # white light of a lamp on paper: white would not be seen
_INKS = {
    1: (255, 54, 44), 2: (44, 206, 70), 4: (58, 112, 255), 3: (250, 206, 36), 5: (232, 66, 216), 6: (34, 206, 224),
    WHITE: (255, 246, 214),
}  # fmt: skip
_CORE, _FIRE = (255, 255, 244), (255, 120, 30)
# Layers from the widest to the core: half widths (m), at least so many px, and alpha of 255.
_BEAM = ((0.034, 5.0, 40), (0.022, 3.8, 60), (0.012, 2.6, 120), (0.005, 1.2, 220))  # of a lamp
_LASER = ((0.022, 4.6, 44), (0.013, 3.2, 90), (0.007, 2.0, 235), (0.0022, 0.8, 230))
_FADES = 1.2  # m: so far before its end the core of a ray ends that meets nothing
_DOT = 3.5  # px: of a planned ray whose source is off at Start, and sends nothing out before something sets it off
_SIGN = 8.0  # px: where a planned ray ends on an eye, or beside it
_EDGE, _DASH = (24, 28, 44, 110), 11.0  # of planned rays, and the length of a dash in px: no guide's are so long
_SPOT = 0.05  # m: the glow where it falls on something


class LitBulb(NamedTuple):
    """A lamp that shines to all sides, so far (m)."""

    at: Point
    reach: float


def of_run(stage: Stage) -> list[RayPath]:
    """Return the paths of all rays that are lit at a moment of a run."""
    paths = []
    for spec in parts_of(stage.design, lambda kind: bool(kind.rays)):
        for name in KINDS[spec.kind].rays:
            names = ray_states(name)
            first = stage.slot_of[spec.id, names[0]]
            if spec.id in stage.parts and stage.states[first] > 0.0:
                path = path_in(stage.states[first : first + len(names)].tolist())
                if path is not None:
                    paths.append(path)
    return paths


def bulbs_of_run(stage: Stage) -> list[LitBulb]:
    """Return the bulbs that shine all round at a moment of a run."""
    bulbs = []
    for spec in parts_of(stage.design, lambda kind: kind.bulb is not None):
        kind = KINDS[spec.kind]
        if kind.bulb is None or spec.id not in stage.parts:
            continue
        if stage.states[stage.slot_of[spec.id, kind.hums_while]] > 0.0:
            x, y, angle = stage.rows[stage.row_of[spec.id, 0], :3].tolist()
            bx, by = kind.bulb
            planned = blueprint(spec).bodies[0]
            at = place(Pose(x, y, angle), ((-bx if spec.flip else bx) - planned.x, by - planned.y))
            bulbs.append(LitBulb(at, reach_of(kind.values(spec.props))))
    return bulbs


class RayLight:
    """The rays on a canvas. Attributes to set: `paths` and `bulbs`, lit now, and `planned`, rays that would be."""

    def __init__(self, overlay: MarkList) -> None:
        self.overlay = overlay
        self.paths: list[RayPath] = []
        self.planned: list[PlannedRay] = []
        self.bulbs: list[LitBulb] = []

    def show(self, pixels: float) -> None:
        """Put the rays on the overlay; `pixels` is the number of interface pixels in a metre."""
        self.overlay.clear()
        for start, end, colours, felt, waits in self.planned:
            ink = _LAMP if colours in (0, WHITE) else _INKS[colours]
            dash = _DOT if waits else _DASH
            self.overlay.dashed(*start, *end, _EDGE, 3.4, dash)
            self.overlay.dashed(*start, *end, ink, 2.0, dash)
            if felt is not None:
                sign, tone = ("check", LEGAL) if felt else ("cross", ILLEGAL)
                self.overlay.figure("circle", *end, _SIGN, tone, 1.6, PAPER, casing=1.2)
                self.overlay.figure(sign, *end, 0.5 * _SIGN, tone, 2.0)
        brush = Brush(self.overlay, pixels)
        for (x, y), reach in self.bulbs:
            brush.glow(x, y, reach, _LAMP, 0.2)
        for path in self.paths:
            self._draw(path, brush)

    def _draw(self, path: RayPath, brush: Brush) -> None:
        laser = path.heat == BURNING or path.colours != WHITE
        ink = _INKS[path.colours] if laser else _LAMP
        layers = _LASER if laser else _BEAM
        for nth, (wide, least, alpha) in enumerate(layers):
            colour = _CORE if nth == len(layers) - 1 else ink
            points = trimmed(path, _FADES * nth / len(layers))
            self.overlay.polyline(points, (*colour, alpha), max(least, 2.0 * wide * brush.pixels))
        x, y = path.points[-1]
        if path.met:
            brush.glow(x, y, _SPOT, ink, 0.5)
        if path.heat == FOCUSED:
            brush.glow(x, y, 0.6 * _SPOT, _FIRE, 0.8)
            brush.disc(x, y, 0.14 * _SPOT, (*_CORE, 255))


def trimmed(path: RayPath, fades: float) -> list[Point]:
    """Return the corners of a path; of one that ends in the air without the last metres, so that it fades out."""
    points = list(path.points)
    if not path.met and path.heat != FOCUSED:
        (x0, y0), (x1, y1) = points[-2:]
        share = max(0.0, 1.0 - fades / max(1e-9, math.hypot(x1 - x0, y1 - y0)))
        points[-1] = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    return points
