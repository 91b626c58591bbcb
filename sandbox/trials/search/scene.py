"""The scene that a new part is placed in: the level's parts and those placed so far, their surfaces and their ports."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import Design, PartSpec, Values
from sandbox.design.geometry import Box, Circle, Point, Pose, cos_sin, place, place_all
from sandbox.errors import BadFile
from sandbox.parts.kind import Blueprint, Kind, pose_of
from sandbox.trials.candidate import Candidate, Placement, Reference

_UNDER = 1e-6  # m


class ScenePort(NamedTuple):
    """A port of a part in the scene, where it is, and whether what carries it is loose."""

    part: Reference
    name: str
    type: str
    x: float
    y: float
    loose: bool


class SceneWheel(NamedTuple):
    """A pulley's wheel in the scene (m)."""

    part: Reference
    x: float
    y: float
    r: float


@lru_cache(maxsize=4096)
def box_of(spec: PartSpec) -> Box:
    """Return the box around a part."""
    return catalogue.blueprint(spec).bounds(pose_of(spec))


@lru_cache(maxsize=4096)
def _solids(spec: PartSpec) -> tuple[tuple[Point, ...] | Circle, ...]:
    """Return the outlines of a part that others can lie on, in the world."""
    pose = pose_of(spec)
    solids: list[tuple[Point, ...] | Circle] = []
    for shape in catalogue.blueprint(spec).shapes:
        if not shape.collides:
            continue
        if isinstance(shape.outline, Circle):
            x, y = place(pose, (shape.outline.x, shape.outline.y))
            solids.append(Circle(shape.outline.r, x, y))
        else:
            solids.append(tuple(place_all(pose, shape.outline.points)))
    return tuple(solids)


def _crossings(solid: tuple[Point, ...] | Circle, x: float) -> tuple[float, float] | None:
    """Return the lowest and the highest y of an outline above a world x; None if it is not there."""
    if isinstance(solid, Circle):
        square = solid.r * solid.r - (x - solid.x) * (x - solid.x)
        return (solid.y - square**0.5, solid.y + square**0.5) if square > 0.0 else None
    heights = []
    for (ax, ay), (bx, by) in zip(solid, solid[1:] + solid[:1], strict=True):
        if (ax - x) * (bx - x) <= 0.0 and ax != bx:
            heights.append(ay + (by - ay) * (x - ax) / (bx - ax))
    return (min(heights), max(heights)) if heights else None


class Surroundings:
    """The parts about a new one: those of the level by their ids, those of a candidate by their references."""

    def __init__(self, level: Design, candidate: Candidate) -> None:
        self.level = level
        self.specs: dict[Reference, PartSpec] = {spec.id: spec for spec in level.parts}
        for index, placement in enumerate(candidate.placements):
            spec = spec_of(level, placement)
            if spec is not None:
                self.specs[-1 - index] = spec

    def below(self, x: float, y: float) -> float | None:
        """Return the height of the first surface under a point; None if nothing is there."""
        tops = [crossed[1] for crossed in self._crossed(x) if crossed[1] <= y + _UNDER]
        return max(tops, default=None)

    def above(self, x: float, y: float) -> float | None:
        """Return the height of the first surface over a point; None if nothing is there."""
        bottoms = [crossed[0] for crossed in self._crossed(x) if crossed[0] >= y - _UNDER]
        return min(bottoms, default=None)

    def _crossed(self, x: float) -> list[tuple[float, float]]:
        solids = [
            solid for spec in self.specs.values() if (box := box_of(spec)).x0 <= x <= box.x1 for solid in _solids(spec)
        ]
        return [crossed for solid in solids if (crossed := _crossings(solid, x)) is not None]

    def ports(self, type_: str) -> list[ScenePort]:
        """Return the ports of a type."""
        places = []
        for part, spec in self.specs.items():
            plan = catalogue.blueprint(spec)
            for port in plan.ports:
                if port.type == type_:
                    x, y = place(pose_of(spec), (port.x, port.y))
                    places.append(ScenePort(part, port.name, type_, x, y, plan.bodies[port.body].kind == "dynamic"))
        return places

    def port_at(self, part: Reference, name: str) -> Point:
        """Return where a port is (m)."""
        spec = self.specs[part]
        port = next(port for port in catalogue.blueprint(spec).ports if port.name == name)
        return place(pose_of(spec), (port.x, port.y))

    def wheels(self) -> list[SceneWheel]:
        """Return the wheels that a rope can run over."""
        wheels = []
        for part, spec in self.specs.items():
            sheave = catalogue.blueprint(spec).sheave
            if sheave is not None:
                wheels.append(SceneWheel(part, *place(pose_of(spec), (sheave.x, sheave.y)), sheave.r))
        return wheels


def spec_of(level: Design, placement: Placement) -> PartSpec | None:
    """Return the part that a placement becomes; None if it can't be."""
    item = level.stock_items[placement.item]
    try:
        props = {**item.props, **placement.props}
        return catalogue.fit_part(
            PartSpec(1, item.kind, placement.x, placement.y, placement.angle, placement.flip, props)
        )
    except BadFile:
        return None


def plan_of(kind: Kind, props: Values, flip: bool) -> Blueprint | None:
    """Return the blueprint of a part of a kind; None if there is none with such properties."""
    spec = PartSpec(1, kind.name, 0.0, 0.0, 0.0, flip, props)
    try:
        return catalogue.blueprint(catalogue.fit_part(spec))
    except BadFile:
        return None


def extents(plan: Blueprint, angle: float) -> Box:
    """Return the box around a part that stands at (0, 0)."""
    return plan.bounds(Pose(0.0, 0.0, angle))


def turned(angle: float, x: float, y: float) -> Point:
    """Turn a vector by an angle."""
    c, s = cos_sin(angle)
    return c * x - s * y, s * x + c * y
