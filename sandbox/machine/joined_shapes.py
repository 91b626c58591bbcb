"""Finds the part that is touched where the outlines of several parts have been joined to one.

The engine sees the joined outline, and knows nothing of the parts. Their own outlines, as they were, are kept in a
space beside the machine's, in which nothing moves and which is only asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import pymunk

from sandbox.design.geometry import Box, Polygon, localise
from sandbox.engine.engine import EngineSpace
from sandbox.machine.joining import FLUSH
from sandbox.parts.kind import pose_of
from sandbox.parts.world import Running

Owner = tuple[Running, int]  # a part, and the index of a shape in its blueprint


class _Member(NamedTuple):
    """A shape that was joined to others: its part, its index there, the box around it in the world (m)."""

    run: Running
    shape: int
    box: Box


class JoinedShapes:
    """The joined shapes of one machine, each with the parts that it is made of, beside the owners of all others."""

    def __init__(self, owners: Mapping[pymunk.Shape, Owner]) -> None:
        self._owners = owners
        self._members: dict[pymunk.Shape, tuple[_Member, ...]] = {}
        self._runs: set[int] = set()  # the ids of their parts

    def note(self, shape: pymunk.Shape, members: Iterable[Owner]) -> None:
        """Take down a shape that is built in place of several."""
        self._members[shape] = row = tuple(_Member(*owner, _box(*owner)) for owner in members)
        self._runs.update(member.run.id for member in row)

    def __contains__(self, shape: pymunk.Shape) -> bool:
        """Tell whether a shape is built in place of several."""
        return shape in self._members

    def holds(self, run: Running) -> bool:
        """Tell whether any of a part's shapes is joined to others."""
        return run.id in self._runs

    def owner_at(self, shape: pymunk.Shape, x: float, y: float) -> Owner | None:
        """Return the owner of a shape at a world point on it (m): of several parts that meet there, the least id."""
        members = self._members.get(shape) if self._members else None
        if members is None:
            return self._owners.get(shape)
        near = [member for member in members if member.box.contains(x, y)] or members
        nearest = near[0] if len(near) == 1 else min(near, key=lambda member: _distance(member, x, y))
        return nearest.run, nearest.shape

    def touched_by(self, shape: pymunk.Shape) -> list[Running]:
        """Return the parts that a shape touches or overlaps by outlines which are joined to others in the machine."""
        if not self._members:
            return []
        space, runs = self._apart
        return [runs[info.shape] for info in space.shape_query(shape) if info.shape in runs]

    @cached_property
    def _apart(self) -> tuple[EngineSpace, dict[pymunk.Shape, Running]]:
        """Return the outlines as drawn, and the part of each;
        built when first asked for, as most machines never are.
        """
        space, runs = EngineSpace(), dict[pymunk.Shape, Running]()
        members = {(each.run.id, each.shape): each.run for row in self._members.values() for each in row}
        for (_, index), run in sorted(members.items(), key=lambda item: item[0]):
            plan, body = run.plan.shapes[index], pymunk.Body(body_type=pymunk.Body.STATIC)
            assert isinstance(plan.outline, Polygon)
            stands = run.bodies[plan.body]
            body.position, body.angle = stands.position, stands.angle
            corners = [run.local(x, y, plan.body) for x, y in plan.outline.points]
            shape = pymunk.Poly(body, corners, radius=plan.outline.rounding)
            runs[shape] = run
            space.add(body, shape)
        return space, runs


def _box(run: Running, index: int) -> Box:
    x0, y0, x1, y1 = run.plan.shapes[index].outline.bounds(pose_of(run.spec))
    return Box(x0 - FLUSH, y0 - FLUSH, x1 + FLUSH, y1 + FLUSH)


def _distance(member: _Member, x: float, y: float) -> float:
    outline = member.run.plan.shapes[member.shape].outline
    return outline.distance(*localise(pose_of(member.run.spec), (x, y)))
