"""Rays of light: lines that glow in the colour of their light, along the very path that the machine follows.

The path is kept in the running states of its source, so the past, a film and a picture show it as the window does.
While nothing runs, dashed lines in the colour of their light show which way the rays of a selected source will take,
and all rays while something that light falls on is selected or in hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Circle, Point, Polygon, Pose, localise, place
from sandbox.editing import stimuli
from sandbox.editing.picking import segment_distance
from sandbox.parts import KINDS, blueprint
from sandbox.parts.base import pose_of
from sandbox.parts.light.rays import BURNING, COLOURS, FOCUSED, LEGS, WHITE, RayPath, path_in, ray_states, reach_of
from sandbox.render.effects.effect import Brush
from sandbox.render.overlay import Colour, Overlay
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
_TOUCH = 0.0005  # m: so near to something a line has met it
_EDGE, _DASH = (24, 28, 44, 110), 11.0  # of planned rays, and the length of a dash in px: no guide's are so long
_SPOT = 0.05  # m: the glow where it falls on something


class PlannedRay(NamedTuple):
    """A leg of a ray that a part would send out, up to the first solid thing in its way or to its full reach."""

    start: Point
    end: Point
    ink: Colour  # the colour that it is drawn in


class LitBulb(NamedTuple):
    """A lamp that shines to all sides, so far (m)."""

    at: Point
    reach: float


def of_run(stage: Stage) -> list[RayPath]:
    """Return the paths of all rays that are lit at a moment of a run."""
    paths = []
    for spec in stage.design.parts:
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
    for spec in stage.design.parts:
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


def of_design(design: Design, ids: Iterable[int]) -> list[PlannedRay]:
    """Return the rays that the parts with these ids would send out; all rays if light does something to one of them.

    A ray goes on from mirror to mirror, and ends at the first other thing.
    """
    chosen = [design.part_by_id[id_] for id_ in ids if id_ in design.part_by_id]
    takes_light = any("light" in stimuli.of(KINDS[spec.kind]).takes for spec in chosen)
    sources = design.parts if takes_light else chosen
    return [leg for spec in sources for name in KINDS[spec.kind].rays for leg in _planned(design, spec, name)]


def _planned(design: Design, spec: PartSpec, name: str) -> list[PlannedRay]:
    """Return the legs of the ray of that name that a part would send out."""
    kind, facing, pose = KINDS[spec.kind], -1.0 if spec.flip else 1.0, pose_of(spec)
    aim, values = kind.rays[name], kind.values(spec.props)
    colours, reach = COLOURS.get(getattr(values, "colour", name), WHITE), reach_of(values)
    ink = _LAMP if colours == WHITE else _INKS[colours]
    start = place(pose, (facing * aim.x, aim.y))
    end = place(pose, (facing * (aim.x + reach * aim.dx), aim.y + reach * aim.dy))
    legs: list[PlannedRay] = []
    source = spec.id
    while len(legs) < LEGS:
        far, hit = _first_met(design, source, start, end)
        left = math.dist(start, end)
        share = far / left if left else 0.0
        at = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        legs.append(PlannedRay(start, at, ink))
        onward = _thrown_back(hit, start, end) if hit is not None else None
        if hit is None or onward is None:
            break
        source, start, rest = hit.spec.id, at, (left - far) / left
        end = at[0] + rest * onward[0], at[1] + rest * onward[1]
    return legs


class _Hit(NamedTuple):
    """A shape of a part as it stands in the design, which a line has met."""

    spec: PartSpec
    name: str


def _first_met(design: Design, source: int, start: Point, end: Point) -> tuple[float, _Hit | None]:
    """Return how far a straight line from a part gets before it meets another as they stand in the design (m), and
    what that is."""
    free, hit = math.dist(start, end), None
    for spec in design.parts:
        if spec.id == source:
            continue
        off = segment_distance((spec.x, spec.y), start, end)
        pose = pose_of(spec)
        for shape in blueprint(spec).shapes:
            if shape.collides and off <= shape.outline.reach(0.0, 0.0):
                gone = _free_way(shape.outline, localise(pose, start), localise(pose, end), free)
                if gone < free:
                    free, hit = gone, _Hit(spec, shape.name)
    return free, hit


def _thrown_back(hit: _Hit, start: Point, end: Point) -> Point | None:
    """Return the vector of a line from start to end as what it has met throws it back; None if it does not."""
    pose, silver = pose_of(hit.spec), KINDS[hit.spec.kind].throws_back
    (ax, ay), (bx, by) = localise(pose, start), localise(pose, end)
    if not silver or hit.name != silver or by >= ay:
        return None
    origin, thrown = place(pose, (0.0, 0.0)), place(pose, (bx - ax, ay - by))
    return thrown[0] - origin[0], thrown[1] - origin[1]


def _free_way(outline: Circle | Polygon, a: Point, b: Point, most: float) -> float:
    """Return how far one gets from a towards b before an outline, at most so far (m). Each step is as long as the
    distance to the outline, so that none leads across it.
    """
    far = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    gone = 0.0
    while gone < most:
        clear = outline.distance(a[0] + gone * ux, a[1] + gone * uy)
        if clear < _TOUCH:
            return gone
        gone += clear
    return most


class RayLight:
    """The rays on a canvas. Attributes to set: `paths` and `bulbs`, lit now, and `planned`, rays that would be."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self.paths: list[RayPath] = []
        self.planned: list[PlannedRay] = []
        self.bulbs: list[LitBulb] = []

    def show(self, pixels: float) -> None:
        """Put the rays on the overlay; `pixels` is the number of interface pixels in a metre."""
        self.overlay.clear()
        for start, end, ink in self.planned:
            self.overlay.dashed(*start, *end, _EDGE, 3.4, _DASH)
            self.overlay.dashed(*start, *end, ink, 2.0, _DASH)
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


__all__ = ["LitBulb", "PlannedRay", "RayLight", "bulbs_of_run", "of_design", "of_run", "trimmed"]
