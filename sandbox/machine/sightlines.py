"""Straight lines of sight through a machine: the first shape on a line, and whether anything moves near it.

The engine's answer to "what is first" depends on the order of its own index where two shapes begin at one point, and
it counts shapes that only sense. Here a tie goes to what the line met the last time, or else to the least id.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.design.geometry import Box, Point
from sandbox.engine.engine import EngineSpace
from sandbox.engine.layout import addresses_in
from sandbox.engine.readout import MOVING, TURNED, AwakeBodies, address_of
from sandbox.machine.joined_shapes import JoinedShapes
from sandbox.parts.plans import MOVABLE
from sandbox.parts.world import SHAPES, Met, Running

_ALL = 0xFFFFFFFF  # categories
_new = tuple.__new__  # makes a named tuple in a third of the time that its class takes
_box_of, _body_of, _angle_of = lib.cpShapeGetBB, lib.cpShapeGetBody, lib.cpBodyGetAngle
_MANY = 16  # bodies that are awake, or driven
_NEAR = 0.3  # m: more than anything goes from one look to the next, if it was at rest then


class Sightlines:
    """The questions of rays to one space, asked of the engine itself: 1 us for a line, where pymunk takes 3."""

    def __init__(self, space: EngineSpace, joined: JoinedShapes, parts: Mapping[int, Running]) -> None:
        self._space, self._engine, self._joined, self._parts = space, space._space, joined, parts
        self._filter: Any = ffi.new("cpShapeFilter *", (0, _ALL, _ALL))
        self._info: Any = ffi.new("cpSegmentQueryInfo *")
        self._reaches: dict[int, float] = {}  # by address, with the distance that a body can move between two looks

    @functools.cached_property
    def _awake(self) -> AwakeBodies:
        return AwakeBodies(self._space)

    @functools.cached_property
    def _movers(self) -> dict[int, tuple[Running, int]]:
        """The bodies that can move, by their addresses; listed when first asked for, as most machines have no rays."""
        return {
            address_of(body): (run, index)
            for run in self._parts.values()
            for index, body in enumerate(run.bodies)
            if body.body_type != pymunk.Body.STATIC
        }

    @functools.cached_property
    def _driven(self) -> list[int]:
        """Return the addresses of the bodies that are driven."""
        kinematic = pymunk.Body.KINEMATIC
        return [address for address, (run, index) in self._movers.items() if run.bodies[index].body_type == kinematic]

    def first_met(self, start: Point, end: Point, seer: Running, before: int) -> Met | None:
        """Return the first solid shape on a line that is not the seer's; of several at one point the one whose key is
        `before`, else the one with the least key.
        """
        info, group = self._info, self._filter
        group.group = seer.id
        pointer = lib.cpSpaceSegmentQueryFirst(self._engine, start, end, 0.0, group[0], info)
        if not pointer:
            return None
        met_shape = ffi.from_handle(lib.cpShapeGetUserData(pointer))
        at = info.point
        owner = self._joined.owner_at(met_shape, at.x, at.y)
        if owner is not None:
            run, shape = owner
            if run.id * SHAPES + shape == before:
                normal = info.normal
                return _new(Met, (run, shape, info.alpha, at.x, at.y, normal.x, normal.y))
        return self._among_all(start, end, seer, before)

    def first_between(
        self, start: Point, end: Point, seer: Running, target: pymunk.Body | None = None
    ) -> pymunk.Shape | None:
        """Return the first solid shape on a line that is not of the seer's group, whichever the engine meets first.

        Of the target's shapes each counts, as a flame is no solid thing and the wind still blows it out.
        """
        group = self._filter
        group.group = seer.id
        pointer = lib.cpSpaceSegmentQueryFirst(self._engine, start, end, 0.0, group[0], self._info)
        if not pointer:
            return None
        met: pymunk.Shape = ffi.from_handle(lib.cpShapeGetUserData(pointer))
        if not met.sensor or met.body is target:
            return met
        # A shape that only senses, as the field of a magnet, is in nobody's way.
        others = pymunk.ShapeFilter(group=seer.id)
        solid = [
            (hit.alpha, owner[0].id, owner[1], hit.shape)
            for hit in self._space.segment_query(start, end, 0.0, others)
            if hit.shape is not None
            and (not hit.shape.sensor or hit.shape.body is target)
            and (owner := self._joined.owner_at(hit.shape, *hit.point)) is not None
        ]
        return min(solid, key=lambda each: each[:3])[3] if solid else None

    def _among_all(self, start: Point, end: Point, seer: Running, before: int) -> Met | None:
        """Find the first shape among all on the line, because two may be equally near, or one in front may only
        sense."""
        on_line = []
        for hit in self._space.segment_query(start, end, 0.0, pymunk.ShapeFilter(group=seer.id)):
            owner = self._joined.owner_at(hit.shape, *hit.point) if hit.shape is not None else None
            if owner is not None and owner[0] is not seer and owner[0].plan.shapes[owner[1]].collides:
                on_line.append(Met(*owner, hit.alpha, *hit.point, *hit.normal))
        return min(on_line, key=lambda met: (met.share, met.key != before, met.key), default=None)

    def movers_in(self, boxes: Iterable[Box]) -> tuple[Any, ...]:
        """Return the shapes that can move and are in some boxes, each with its own box, as lines meet it now, and its
        angle; in the engine's order.
        """
        shapes_in = self._space.shapes_in
        movers: list[Any] = []
        for box in boxes:
            for shape in shapes_in(box, 0, MOVABLE):
                engines = shape._shape
                own = _box_of(engines)
                movers.append((shape, own.l, own.b, own.r, own.t, _angle_of(_body_of(engines))))
        return tuple(movers)

    def awake(self) -> bytes:
        """Return the engine's addresses of the bodies that are awake or driven, one after the other."""
        return self._awake.read()

    def is_busy(self) -> bool:
        """Tell whether so many bodies are awake or driven that it is not looked into who is where: to follow a ray
        costs less.
        """
        return self._awake.count() > _MANY

    def stirs(self, box: Box) -> bool:
        """Tell whether a loose body that is awake, or a driven body that moves, may reach into a box. The caller has
        asked `is_busy` before: of many bodies this takes longer than to follow a ray.
        """
        for address in addresses_in(self.awake()):
            if address not in self._driven and address in self._movers and self._is_near(address, box):
                return True
        return any(self._moves(address) and self._is_near(address, box) for address in self._driven)

    def _moves(self, address: int) -> bool:
        run, index = self._movers[address]
        numbers = run.numbers[index]
        _, _, vx, vy = numbers[MOVING]
        return bool(vx or vy or numbers[TURNED][1])

    def _is_near(self, address: int, box: Box) -> bool:
        run, index = self._movers[address]
        far = self._reaches.get(address)
        if far is None:
            far = self._reaches[address] = _NEAR + _reach(run, index)
        x, y, _, _ = run.numbers[index][MOVING]
        return bool(box.x0 - far < x < box.x1 + far and box.y0 - far < y < box.y1 + far)


def _reach(run: Running, index: int) -> float:
    """Return how far the solid shapes of a body reach from its middle (m)."""
    plan, body = run.plan.shapes, run.plan.bodies[index]
    return max(
        (shape.outline.reach(body.x, body.y) for shape in plan if shape.body == index and shape.collides), default=0.0
    )
