"""The rays that the parts of a design would send out, while nothing runs: dashed lines in the colours of their light.

Each bends where the run would bend it, as every part is asked what it asks itself in a run (`Kind.on_ray`), and a part
that makes new light of what falls on it is given the colours of the rays that end there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple, cast

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Circle, Point, Polygon, cos_sin, localise, place
from sandbox.editing import stimuli
from sandbox.editing.picking import segment_distance
from sandbox.engine.readout import FRAME
from sandbox.parts import KINDS, blueprint
from sandbox.parts.kind import Kind, pose_of
from sandbox.parts.light.cells import LightSensitive
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.light.rays import LEGS, Illumination, added, reach_of
from sandbox.parts.plans import Aim
from sandbox.parts.world import Met, Ray, Running, RunningMachine

_TOUCH = 0.0005  # m: so near to something a line has met it
_DARK = Illumination()
_TILT = 1e-5  # m to each side of a point, from which the slope of an outline is measured there


class PlannedRay(NamedTuple):
    """A leg of a ray that a part would send out, up to the first solid thing in its way or to its full reach.

    `colours` are bits, see `light.rays`; 0 if no light falls on the part that would make this one of it. `felt`: its
    end is on the eye of a part on which this light does something (True), or beside that eye (False); None elsewhere.
    `waits`: the part that sends it out is off at Start.
    """

    start: Point
    end: Point
    colours: int
    felt: bool | None = None
    waits: bool = False


class _Course(NamedTuple):
    """The way of a ray: its corners (m), and the parts and shapes that it meets, one on each."""

    corners: list[Point]
    met: list[Met]


def of_design(design: Design, ids: Iterable[int]) -> list[PlannedRay]:
    """Return the rays that the parts with these ids would send out, and those of parts that make new light of them; all
    rays if light does something to one of them.

    Of rays without a colour, as no light falls on what would send them out, only those of these parts are among them.
    """
    chosen = [design.part_by_id[id_] for id_ in ids if id_ in design.part_by_id]
    takes_light = any("light" in stimuli.of(KINDS[spec.kind]).takes for spec in chosen)
    everywhere = [spec for spec in design.parts if KINDS[spec.kind].rays]
    lit = _lit(design, everywhere if takes_light else [spec for spec in chosen if KINDS[spec.kind].rays])
    if not takes_light:
        shown = {spec.id for spec in chosen}
        if _lit_by(lit, shown) != shown:  # other light may fall there as well
            lit = _lit(design, everywhere)
            shown = _lit_by(lit, shown)
            lit = [ray for ray in lit if ray[0].id in shown]
    rays: list[PlannedRay] = []
    for spec, colours, course in lit:
        if colours or spec in chosen:
            kind = KINDS[spec.kind]
            waits = kind.is_off(kind.values(spec.props))
            rays += [PlannedRay(start, end, colours, waits=waits) for start, end in pairwise(course.corners)]
            rays[-1] = rays[-1]._replace(felt=_felt(course, colours))
    return rays


def _felt(course: _Course, colours: int) -> bool | None:
    """Tell whether a ray ends on the eye of a part on which light of these colours does something; see `PlannedRay`."""
    if not colours or len(course.met) < len(course.corners) - 1:
        return None  # it ends in the air
    met = course.met[-1]
    kind = met.run.kind
    if not isinstance(kind, LightSensitive):
        return None
    if kind.lit_shape and met.run.plan.shapes[met.shape].name != kind.lit_shape:
        return False
    return True if kind.takes(met.run.p, colours) else None  # with another ray it may be the colour that is asked for


def _lit_by(lit: list[tuple[PartSpec, int, _Course]], ids: set[int]) -> set[int]:
    """Return the ids of parts, and of those that make new light of what they send out, and so on."""
    reached = set(ids)
    while True:
        courses = [course for spec, colours, course in lit if colours and spec.id in reached]
        more = {met.run.id for course in courses for met in course.met if met.run.kind.rays}
        if more <= reached:
            return reached
        reached |= more


def _lit(design: Design, sources: list[PartSpec]) -> list[tuple[PartSpec, int, _Course]]:
    """Return the rays that parts would send out, with their colours: what falls on a part may come from another one
    on which light falls, so they are followed again until no more light is added.
    """
    falling: dict[int, Illumination] = {}
    known: dict[tuple[int, str, int, int], _Course] = {}
    while True:
        before, lit = dict(falling), []
        for spec in sources:
            kind = KINDS[spec.kind]
            assert isinstance(kind, RaySource)
            for name in kind.rays:
                light = kind.planned(kind.values(spec.props), name, before.get(spec.id, _DARK))
                course = known.get((spec.id, name, *light))
                if course is None:
                    course = known[(spec.id, name, *light)] = _course(design, spec, kind, name, *light)
                lit.append((spec, light[0], course))
                for met in course.met if light[0] else ():
                    felt = met.run.kind.lit_shape
                    if not felt or met.run.plan.shapes[met.shape].name == felt:
                        falling[met.run.id] = added(falling.get(met.run.id, _DARK), *light)
        if falling == before:
            return lit


class _PartAtRest:
    """A part of the design that answers `Kind.on_ray` as a running part would."""

    def __init__(self, spec: PartSpec) -> None:
        self.id, self.spec, self.kind = spec.id, spec, KINDS[spec.kind]
        self.p, self.plan, self.pose = self.kind.values(spec.props), blueprint(spec), pose_of(spec)
        c, s = cos_sin(spec.angle)
        self.numbers = []
        for body in self.plan.bodies:
            numbers = [0.0] * FRAME.stop
            numbers[FRAME] = [c, s, -s, c, *place(self.pose, (body.x, body.y))]
            self.numbers.append(numbers)

    def world(self, x: float, y: float, body: int = 0) -> Point:
        """Return where a point of the part's frame is in the world."""
        return place(self.pose, (x, y))


def _course(design: Design, spec: PartSpec, kind: RaySource, name: str, colours: int, heat: int) -> _Course:
    """Follow the ray of that name that a part would send out, with such light."""
    aim: Aim = kind.rays[name]
    facing, pose = -1.0 if spec.flip else 1.0, pose_of(spec)
    x, y = place(pose, (facing * aim.x, aim.y))
    ahead = place(pose, (facing * (aim.x + aim.dx), aim.y + aim.dy))
    ray: Ray | None = Ray(x, y, ahead[0] - x, ahead[1] - y, reach_of(kind.values(spec.props)), colours, heat)
    course = _Course([(x, y)], [])
    seer = spec.id
    while ray is not None and len(course.corners) <= LEGS:
        met = _first_met(design, seer, ray)
        if met is None:
            course.corners.append((ray.x + ray.reach * ray.dx, ray.y + ray.reach * ray.dy))
            break
        course.corners.append((met.x, met.y))
        course.met.append(met)
        ray, seer = _onward(met, ray), met.run.id
    return course


def _onward(met: Met, ray: Ray) -> Ray | None:
    """Return a ray as the part that it has met hands it on; None: it ends there."""
    kind = met.run.kind
    if type(kind).on_ray is Kind.on_ray:
        return None
    arriving = ray._replace(x=met.x, y=met.y, reach=ray.reach * (1.0 - met.share))
    return kind.on_ray(met.run, arriving, met, cast(RunningMachine, None))  # which of them asks no machine


def _first_met(design: Design, seer: int, ray: Ray) -> Met | None:
    """Return the first solid shape on a ray that is not the seer's, as all parts stand in the design."""
    start, end = (ray.x, ray.y), (ray.x + ray.reach * ray.dx, ray.y + ray.reach * ray.dy)
    free, first = ray.reach, None
    for spec in design.parts:
        if spec.id == seer:
            continue
        off = segment_distance((spec.x, spec.y), start, end)
        pose, plan = pose_of(spec), blueprint(spec)
        for index, shape in enumerate(plan.shapes):
            if shape.collides and shape.body not in plan.spare and off <= shape.outline.reach(0.0, 0.0):
                gone = _free_way(shape.outline, localise(pose, start), localise(pose, end), free)
                if gone < free:
                    free, first = gone, (spec, index)
    if first is None:
        return None
    spec, index = first
    x, y = ray.x + free * ray.dx, ray.y + free * ray.dy
    run = cast(Running, _PartAtRest(spec))
    return Met(run, index, free / ray.reach, x, y, *_normal(run.plan.shapes[index].outline, spec, (x, y)))


def _free_way(outline: Circle | Polygon, a: Point, b: Point, most: float) -> float:
    """Return the free distance from a towards b before an outline, at most `most` metres. Each step is as long as the
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


def _normal(outline: Circle | Polygon, spec: PartSpec, point: Point) -> Point:
    """Return the vector of length 1 that points out of an outline at a world point beside it: there its distance
    grows the fastest.
    """
    x, y = localise(pose_of(spec), point)
    nx = outline.distance(x + _TILT, y) - outline.distance(x - _TILT, y)
    ny = outline.distance(x, y + _TILT) - outline.distance(x, y - _TILT)
    long = math.hypot(nx, ny) or 1.0
    c, s = cos_sin(spec.angle)
    return (c * nx - s * ny) / long, (s * nx + c * ny) / long
