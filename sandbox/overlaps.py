"""Where parts of a design sink into each other so deeply that the machine would tear them apart.

Measured on the engine: what overlaps is pushed apart at about 6 m/s for each metre of depth, each body by half of it,
and beyond half of its size a body comes out on the wrong side: through the floor. A tenth of its size topples what
was built on it. The levels that come with the program have none deeper than 1.4 %.

A machine of its own answers, which is thrown away: whatever does not collide there, does not overlap here.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design import Design, Link, PartSpec
from sandbox.geometry import Box
from sandbox.machine import Machine, Running
from sandbox.parts.base import Blueprint, pose_of

TOO_DEEP = 0.1  # of the least extent of the smaller of two bodies
LEAST = 0.003  # m: so much is mended unseen, however small the body
NEAR = 0.01  # m: parts whose boxes are farther apart can't overlap


class Overlap(NamedTuple):
    """Two parts, how deep one is in the other (m), and where."""

    a: int
    b: int
    depth: float
    x: float
    y: float


def found(design: Design, among: Collection[int] | None = None) -> tuple[Overlap, ...]:
    """The overlaps that are too deep, by part ids; with `among` only those of these parts."""
    if among is not None:
        design = _around(design, set(among))
    machine = Machine(design)
    owners = {shape: (run, index) for run in machine.parts.values() for index, shape in enumerate(run.shapes)}
    apart = {frozenset((one.a, one.b)) for one in machine.space.constraints if not one.collide_bodies}
    deepest: dict[tuple[int, int], Overlap] = {}
    for run in machine.parts.values():
        for index, shape in enumerate(run.shapes):
            if shape is None or shape not in run.solid or not _loose(run, index):
                continue
            for met in machine.space.shape_query(shape):
                other, number = owners.get(met.shape, (run, 0)) if met.shape is not None else (run, 0)
                if other is run or met.shape not in other.solid or met.shape is None:
                    continue
                if frozenset((shape.body, met.shape.body)) in apart:
                    continue
                limit = max(LEAST, TOO_DEEP * min(_extent(run, index), _extent(other, number)))
                a, b = sorted((run.id, other.id))
                depths = [
                    (-point.distance, (point.point_a + point.point_b) / 2) for point in met.contact_point_set.points
                ]
                if all(depth <= 0.0 for depth, _ in depths):  # so the engine says of what has the very same middle
                    middle = shape.bb.center()
                    depths.append((-met.shape.point_query(middle).distance, middle))
                for depth, (x, y) in depths:
                    known = deepest.get((a, b))
                    if depth > limit and (known is None or depth > known.depth):
                        deepest[a, b] = Overlap(a, b, depth, x, y)
    wanted = None if among is None else set(among)
    return tuple(deepest[key] for key in sorted(deepest) if wanted is None or wanted.intersection(key))


def _loose(run: Running, shape: int) -> bool:
    return run.plan.bodies[run.plan.shapes[shape].body].kind == "dynamic"


def _extent(run: Running, shape: int) -> float:
    """The least extent of the body that a shape is of; endless if it can't be pushed."""
    if not _loose(run, shape):
        return float("inf")
    return extent(run.plan, run.plan.shapes[shape].body)


def extent(plan: Blueprint, body: int) -> float:
    """The shorter side of the box around a body as built, in m."""
    boxes = [shape.outline.bounds(pose_of(_HERE)) for shape in plan.shapes if shape.body == body and shape.collides]
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    return min(around.x1 - around.x0, around.y1 - around.y0)


_HERE = PartSpec(1, "", 0.0, 0.0)


def _around(design: Design, chosen: set[int]) -> Design:
    """Some parts with all that is near them or linked to them: enough to tell what they overlap."""
    boxes = {spec.id: _box(spec) for spec in design.parts}
    grown = [_grown(boxes[id_]) for id_ in sorted(chosen) if id_ in boxes]
    kept = {id_ for id_, box in boxes.items() if id_ in chosen or any(box.overlaps(own) for own in grown)}
    kept |= {part for link in design.links if chosen.intersection(link.parts) for part in link.parts}
    return replace(
        design,
        parts=tuple(spec for spec in design.parts if spec.id in kept),
        links=tuple(link for link in design.links if kept.issuperset(link.parts)),
        goals=(),
        fails=(),
    )


@lru_cache(maxsize=16384)
def _box(spec: PartSpec) -> Box:
    return catalogue.blueprint(spec).bounds(pose_of(spec))


def _grown(box: Box) -> Box:
    return Box(box.x0 - NEAR, box.y0 - NEAR, box.x1 + NEAR, box.y1 + NEAR)


def _differing(before: Design, after: Design) -> list[Link]:
    """The links that only one of two designs has, as it has them."""
    return [
        link
        for one, other in ((before, after), (after, before))
        for link in one.links
        if other.link_by_id.get(link.id) != link
    ]


class Watch:
    """The overlaps of a design that is being edited: only what has changed is looked at again."""

    def __init__(self) -> None:
        self._design: Design | None = None
        self._found: tuple[Overlap, ...] = ()

    def look(self, design: Design) -> tuple[Overlap, ...]:
        """The overlaps of a design; most quickly of the one before, with few parts changed."""
        before = self._design
        if design is before:
            return self._found
        self._design = design
        if before is None:
            self._found = found(design)
            return self._found
        known = before.part_by_id
        changed = {spec.id for spec in design.parts if known.get(spec.id) is not spec and known.get(spec.id) != spec}
        if before.links is not design.links:  # what is tied together may no longer push each other
            changed |= {part for link in _differing(before, design) for part in link.parts}
        kept = {spec.id for spec in design.parts} - changed
        new = found(design, changed) if changed else ()
        self._found = tuple(sorted((*(one for one in self._found if one.a in kept and one.b in kept), *new)))
        return self._found


__all__ = ["Overlap", "Watch", "extent", "found"]
