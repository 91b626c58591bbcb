"""The removal of parts, links and single bodies from a running machine: between two steps, in id order."""

from __future__ import annotations

from collections.abc import Callable

import pymunk

from sandbox.design.design import World
from sandbox.engine import arrays
from sandbox.engine.engine import EngineSpace
from sandbox.engine.readout import ANGLE
from sandbox.machine.guard import SweepGuard
from sandbox.machine.hand import Hands
from sandbox.machine.link_ends import LinkEnds
from sandbox.machine.rows import NOWHERE, BodyRows
from sandbox.parts.world import Running, RunningLink

WORLD_MARGIN = 10.0  # m around the level; what gets farther away has left the world and is removed

_AWAY = arrays.array((*NOWHERE, 0.0, 0.0, 0.0, 0.0))  # the row of a body that is not there
_ANGLE_IN_ROW = 2

Tell = Callable[[str, Running], None]


def in_world(world: World, x: float, y: float) -> bool:
    """Tell whether a point is in the world or near it; False for nan as well."""
    return -WORLD_MARGIN < x < world.width + WORLD_MARGIN and -WORLD_MARGIN < y < world.height + WORLD_MARGIN


class Removals:
    """Takes out what is `doomed`; changes the machine's own `parts`, `links`, rows and owners of shapes."""

    def __init__(
        self,
        world: World,
        space: EngineSpace,
        parts: dict[int, Running],
        links: dict[int, RunningLink],
        link_ends: LinkEnds,
        owners: dict[pymunk.Shape, tuple[Running, int]],
        rows: BodyRows,
        hands: Hands,
        guard: SweepGuard,
    ) -> None:
        self._world, self._space, self._parts, self._owners = world, space, parts, owners
        self._links, self._link_ends = links, link_ends
        self._rows, self._hands, self._guard = rows, hands, guard
        self.doomed: dict[int, None] = {}  # ids of parts and links that go after this step

    def carry_out(self) -> list[Running]:
        """Take out all that is doomed, in id order: joints first, then shapes, then bodies. Return the parts."""
        gone = [run for id_ in sorted(self.doomed) if (run := self._take_out(id_)) is not None]
        self.doomed.clear()
        return gone

    def take_back(self, run: Running, index: int) -> None:
        """Take one body of a part, with the links that end at it, out of the machine, unless it is out already."""
        body, row = run.bodies[index], self._rows.row_of[run.id, index]
        if body.space is None:
            return
        for link in self._link_ends.at(run):
            if (run, index) in ((link.a, link.port_a.body), (link.b, link.port_b.body)):
                self._take_out(link.id)
        self._hands.drop_body(body)
        shapes = run.shapes_of(index)
        left = run.solid[:]
        for shape in shapes:
            if shape in left:
                left.remove(shape)
        run.solid = left
        # Only the part's angle stays as it was; reading all rows for that would take longer than the rest.
        rows = self._rows.rows
        rows[row] = _AWAY
        rows[row, _ANGLE_IN_ROW] = run.numbers[index][ANGLE]
        self._space.remove_body(body, shapes)
        self._rows.bodies[row] = None
        if index == run.main:  # goals are about what is left of it
            run.follow(next((number for number, left in enumerate(run.bodies) if left.space is not None), index))

    def doom_leavers(self, motion: bytes, tell: Tell) -> bool:
        """Doom the parts that have left the world, given the motion of all bodies as read now.

        Returns whether there were any; of a part's spare bodies, those that have left are out already.
        """
        world = self._world
        x, y = arrays.frombuffer(motion, arrays.float64).reshape(-1, 6)[:, :2].T
        if (
            min(x.min(), y.min()) > -WORLD_MARGIN
            and x.max() < world.width + WORLD_MARGIN
            and y.max() < world.height + WORLD_MARGIN
        ):
            return False  # the usual case, without asking who is where; never so with nan
        rows = self._rows.read()
        inside = (
            (rows[:, 0] > -WORLD_MARGIN)
            & (rows[:, 0] < world.width + WORLD_MARGIN)
            & (rows[:, 1] > -WORLD_MARGIN)
            & (rows[:, 1] < world.height + WORLD_MARGIN)
        )  # False for nan as well: what has blown up leaves
        leavers = arrays.flatnonzero(~inside[:-1])
        for row in leavers:
            self._doom(int(row), tell)
        return bool(leavers.size)

    def doom_bodies(self, bodies: list[pymunk.Body], tell: Tell) -> None:
        """Doom the parts of some bodies, in the order of their rows."""
        self._rows.read()
        for row in sorted(row for row, body in enumerate(self._rows.bodies) if body in bodies):
            self._doom(row, tell)

    def _doom(self, row: int, tell: Tell) -> None:
        """Let the part of a row leave the world; of its spare bodies only that one."""
        run = self._parts.get(int(self._rows.row_part[row]))
        body = self._rows.bodies[row]
        if run is not None and body is not None and body.body_type == pymunk.Body.DYNAMIC:
            index = row - self._rows.row_of[run.id, 0]
            if index in run.plan.spare:
                self.take_back(run, index)
                return
            if run.id not in self.doomed:
                tell("left", run)
            self.doomed[run.id] = None

    def _take_out(self, id_: int) -> Running | None:
        if id_ in self._links:
            link = self._links.pop(id_)
            self._link_ends.forget(link)
            self._space.remove(*link.joints)
            return None
        run = self._parts.pop(id_, None)
        if run is None:
            return None
        rows = self._rows.read()
        for link in self._link_ends.at(run):
            self._take_out(link.id)
        self._hands.drop_part(id_)
        for index, body in enumerate(run.bodies):
            row = self._rows.row_of[id_, index]
            self._rows.bodies[row] = None
            if not arrays.isfinite(rows[row]).all():
                rows[row] = (*NOWHERE, 0.0, 0.0, 0.0, 0.0)
            self._guard.forget(body)
        shapes = [shape for shape in run.shapes if shape is not None]
        for shape in shapes:
            del self._owners[shape]
        bodies = [body for body in run.bodies if body.space is not None]
        self._space.remove(*run.joints, *[shape for shape in shapes if shape.body in bodies], *bodies)
        return run
