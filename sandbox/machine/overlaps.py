"""Find parts of a design that overlap so deeply that the machine would push them apart violently.

Measured on the engine: overlapping bodies are pushed apart at about 6 m/s for each metre of depth, each by half of it,
and beyond half of its size a body comes out on the wrong side: through the floor. A depth of a tenth of its size is
enough to topple a stack built on it. The levels that come with the program have no overlap deeper than 1.4 %.

A part that the player has placed may touch a loose part of the level, but not push it at Start:
an overlap that would be corrected invisibly is a wedge that sets a ball rolling. What overlaps by no more than the
world's `slop` is left alone by the engine.

The test assembles a machine of its own, which is thrown away: pairs that do not collide there do not overlap here.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import lru_cache, reduce
from typing import NamedTuple

import pymunk
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Box
from sandbox.machine.assembly import Assembly
from sandbox.parts.kind import Blueprint, pose_of
from sandbox.parts.titles import definite
from sandbox.parts.world import Running

TOO_DEEP = 0.1  # depth, as a share of the least extent of the smaller of two bodies
LEAST = 0.003  # m: an overlap up to this depth is corrected invisibly, however small the body
TOUCHING = 0.0001  # m beyond the slop: how exactly parts can be laid against each other
NEAR = 0.01  # m: parts whose boxes are farther apart can't overlap
# A few thousand parts heaped up in one place, which a small file can hold, are millions of pairs. What can be built by
# hand stays below these figures: 10,000 loose parts side by side touch each other 60,000 times.
MOST_MET = 100_000  # pairs of shapes that are looked at: two or three seconds
_MOST_COMPARED = 4_000_000  # pairs of parts whose boxes are compared to find out which are near

_Place = tuple[Running, int]  # a shape: its part, and its index in the part's blueprint


class Overlap(NamedTuple):
    """Two overlapping parts, the depth (m), the place (m), and the loose part of the level that is pushed, or 0."""

    a: int
    b: int
    depth: float
    x: float
    y: float
    pushed: int = 0


def found(design: Design, among: Collection[int] | None = None) -> tuple[Overlap, ...]:
    """Return the overlaps that are too deep, by part ids; with `among` only those of these parts.

    Of a heap with more than `MOST_MET` pairs that touch, the rest is not looked at.
    """
    if among is not None and len(among) * len(design.parts) <= _MOST_COMPARED:
        design = _around(design, set(among))
        if len(design.parts) < 2:
            return ()  # nothing is near
    chosen = set(design.part_by_id if among is None else among)
    machine = Assembly(design)
    machine.start()
    apart = {frozenset((joint.a, joint.b)) for joint in machine.space.constraints if not joint.collide_bodies}
    extents = {
        shape: _extent(run, index)
        for run in machine.parts.values()
        for index, shape in enumerate(run.shapes)
        if shape in run.solid
    }
    deepest: dict[tuple[int, int], Overlap] = {}
    for one, other, met in _meetings(machine):
        (run, index), neighbour = one, other[0]
        if run.id not in chosen and neighbour.id not in chosen:
            continue
        shape = run.shapes[index]
        assert shape is not None and met.shape is not None
        if frozenset((shape.body, met.shape.body)) in apart:
            continue
        pushed = _pushed(design, one, other)
        limit = max(LEAST, TOO_DEEP * min(extents[shape], extents[met.shape]))
        if pushed:
            limit = min(limit, design.world.slop + TOUCHING)
        a, b = sorted((run.id, neighbour.id))
        for depth, (x, y) in _depths(shape, met):
            overlap, deepest_yet = Overlap(a, b, depth, x, y, pushed), deepest.get((a, b))
            if depth > limit and (deepest_yet is None or _rank(overlap) > _rank(deepest_yet)):
                deepest[a, b] = overlap
    return tuple(deepest[key] for key in sorted(deepest))


def _meetings(machine: Assembly) -> Iterator[tuple[_Place, _Place, pymunk.ShapeQueryInfo]]:
    """Yield each solid shape of a loose body, as a part and an index, with each solid shape of another part that it
    touches, and the engine's answer about the two; of a heap no more than `MOST_MET`."""
    owners = {shape: (run, index) for run in machine.parts.values() for index, shape in enumerate(run.shapes)}
    left = MOST_MET
    for run in machine.parts.values():
        for index, shape in enumerate(run.shapes):
            if shape is None or shape not in run.solid or not _loose(run, index):
                continue
            if left < 0:
                return
            met_by_shape = machine.space.shape_query(shape)
            left -= len(met_by_shape)
            for met in met_by_shape:
                if met.shape is not None and met.shape in owners:
                    neighbour, number = owners[met.shape]
                    if neighbour is not run and met.shape in neighbour.solid:
                        yield (run, index), (neighbour, number), met


def _depths(shape: pymunk.Shape, met: pymunk.ShapeQueryInfo) -> list[tuple[float, pymunk.Vec2d]]:
    """Return how deep two shapes overlap (m), at one or two points."""
    depths = [(-point.distance, (point.point_a + point.point_b) / 2) for point in met.contact_point_set.points]
    if all(depth <= 0.0 for depth, _ in depths):  # the engine's answer for shapes with the same middle
        assert met.shape is not None
        middle = shape.bb.center()
        depths.append((-met.shape.point_query(middle).distance, middle))
    return depths


def _rank(overlap: Overlap) -> tuple[float, float, float]:
    """Return what the deepest overlap has most of; of equal depths (flat sides) the engine's order must not decide."""
    return overlap.depth, -overlap.x, -overlap.y


def pushes(design: Design) -> tuple[Overlap, ...]:
    """Return where parts that the player has placed would push loose parts of the level at the start."""
    placed = {spec.id for spec in design.parts if not spec.fixed}
    if not placed or design.free:
        return ()
    return tuple(overlap for overlap in found(design, placed) if overlap.pushed)


def push_sentence(design: Design, overlap: Overlap) -> str:
    """Say which placed part would push which part of the level, and what to do about it."""
    placed, pushed = (
        definite(design.part_by_id[id_])
        for id_ in ((overlap.a, overlap.b) if overlap.b == overlap.pushed else (overlap.b, overlap.a))
    )
    return (
        f"{placed} would push {pushed}, which belongs to the level, by {1000 * overlap.depth:.1f} mm at the "
        "start; move it away, so that it touches it at most"
    )


def _pushed(design: Design, one: tuple[Running, int], other: tuple[Running, int]) -> int:
    """Return the loose part of the level that overlaps a part which the player has placed; 0 if neither is one."""
    if design.free or one[0].spec.fixed == other[0].spec.fixed:
        return 0
    run, shape = one if one[0].spec.fixed else other
    return run.id if _loose(run, shape) else 0


def _loose(run: Running, shape: int) -> bool:
    return run.plan.bodies[run.plan.shapes[shape].body].kind == "dynamic"


def _extent(run: Running, shape: int) -> float:
    """Least extent (m) of the body that a shape belongs to; infinite if the body can't be pushed."""
    if not _loose(run, shape):
        return float("inf")
    return extent(run.plan, run.plan.shapes[shape].body)


def extent(plan: Blueprint, body: int) -> float:
    """Shorter side (m) of the bounding box of a body as built."""
    boxes = [shape.outline.bounds(pose_of(_HERE)) for shape in plan.shapes if shape.body == body and shape.collides]
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    return min(around.x1 - around.x0, around.y1 - around.y0)


_HERE = PartSpec(1, "", 0.0, 0.0)
_NOWHERE = Box(math.inf, math.inf, -math.inf, -math.inf)  # meets no other one, and adds nothing to it


def _around(design: Design, chosen: set[int]) -> Design:
    """Reduce a design to some parts with neighbours, and to these neighbours: enough to find the overlaps of those
    parts.

    Parts that are linked to each other may not collide: of these, all that the link needs is there, too.
    """
    boxes = {spec.id: _boxes(spec) for spec in design.parts}
    near: set[int] = set()
    for id_ in sorted(chosen.intersection(boxes)):
        around = [other for other, box in boxes.items() if other != id_ and _near(boxes[id_], box)]
        near.update(around, (id_,) if around else ())
    for link in design.links:
        if len(near.intersection(link.parts)) > 1:
            near.update(link.parts)
    return replace(
        design,
        parts=tuple(spec for spec in design.parts if spec.id in near),
        links=tuple(link for link in design.links if near.issuperset(link.parts)),
        goals=(),
        fails=(),
    )


class _Boxes(NamedTuple):
    """The boxes in the world of all shapes of a part that collide, each grown by half of `NEAR`."""

    around: Box
    loose: tuple[Box, ...]  # the boxes of bodies that can be pushed
    firm: tuple[Box, ...]


@lru_cache(maxsize=16384)
def _boxes(spec: PartSpec) -> _Boxes:
    plan, pose = catalogue.blueprint(spec), pose_of(spec)
    boxes: dict[bool, list[Box]] = {True: [], False: []}
    for shape in plan.shapes:
        if shape.collides:
            x0, y0, x1, y1 = shape.outline.bounds(pose)
            grown = Box(x0 - NEAR / 2, y0 - NEAR / 2, x1 + NEAR / 2, y1 + NEAR / 2)
            boxes[plan.bodies[shape.body].kind == "dynamic"].append(grown)
    return _Boxes(reduce(Box.union, boxes[True] + boxes[False], _NOWHERE), tuple(boxes[True]), tuple(boxes[False]))


def _near(boxes: _Boxes, others: _Boxes) -> bool:
    """Tell whether shapes of two parts are near each other, of which one at least can be pushed."""
    if not boxes.around.overlaps(others.around):
        return False
    if any(box.overlaps(other) for box in boxes.loose for other in others.loose + others.firm):
        return True
    return any(box.overlaps(other) for box in boxes.firm for other in others.loose)


def _differing(before: Design, after: Design) -> list[Link]:
    """Links that only one of two designs has, or has differently."""
    return [
        link
        for design, counterpart in ((before, after), (after, before))
        for link in design.links
        if counterpart.link_by_id.get(link.id) != link
    ]


class Watch:
    """The overlaps of a design that is being edited: only changed parts are tested again."""

    def __init__(self) -> None:
        self._design: Design | None = None
        self._found: tuple[Overlap, ...] = ()

    def look(self, design: Design) -> tuple[Overlap, ...]:
        """Return the overlaps of a design; quick if only few parts differ from the design of the last call."""
        before = self._design
        if design is before:
            return self._found
        self._design = design
        if before is None:
            self._found = found(design)
            return self._found
        olds = before.part_by_id
        changed = {spec.id for spec in design.parts if olds.get(spec.id) is not spec and olds.get(spec.id) != spec}
        if before.links is not design.links:  # a link may switch the collision of its two parts off or on
            changed |= {part for link in _differing(before, design) for part in link.parts}
        same = {spec.id for spec in design.parts} - changed
        new = found(design, changed) if changed else ()
        self._found = tuple(sorted((*(old for old in self._found if old.a in same and old.b in same), *new)))
        return self._found
