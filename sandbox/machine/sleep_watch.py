"""Waking of bodies that sleep beside something that moves away.

The engine wakes a sleeping body when something touches it, or when what it touched as it fell asleep moves. A ball
that leans on a gate may touch it only now and then: if it falls asleep in between, the gate can be lifted, and the ball
stays in the air. So the neighbours of each body that falls asleep are remembered, with where they are, and once one of
them has moved away, the body is woken.

All of this happens between two steps, in the order of rows. While no body is awake a look is one comparison.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import pymunk

from sandbox.engine.engine import EngineSpace
from sandbox.engine.layout import addresses_in
from sandbox.engine.readout import AwakeBodies, address_of, sleep_group
from sandbox.machine.rows import BodyRows

LOOK_EVERY = 12  # ticks: much less than the time after which a body at rest falls asleep
NEAR = 0.001  # m between two surfaces: contacts that come and go open by less
MOVED = 0.001  # m
PASSED = 0.1  # m at most that a neighbour is taken to have moved between two looks


class _Neighbour(NamedTuple):
    """A body beside a sleeping one, its distance when that fell asleep, and its pose when that was last measured."""

    sleeper: pymunk.Body
    body: pymunk.Body
    gap: float  # m
    x: float
    y: float
    angle: float
    arm: float  # m from its centre to the sleeper's: a turn moves its surface there by as much times the angle


class SleepWatch:
    """Watches the neighbours of all sleeping bodies of one space."""

    def __init__(self, space: EngineSpace, rows: BodyRows) -> None:
        self._space, self._rows = space, rows
        self._awake_bodies = AwakeBodies(space)
        self._awake = self._awake_bodies.read()
        self._neighbours: list[_Neighbour] = []
        self._has_driven = False  # kinematic ones, which move though no body is awake

    @property
    def all_awake(self) -> bool:
        """True if surely no body sleeps."""
        return self._awake_bodies.all_awake

    def look(self, lapse: float) -> None:
        """Wake bodies that sleep beside one that has moved; `lapse` is the time since the last look in s."""
        awake = self._awake_bodies.read()
        if awake != self._awake:
            before, self._awake = self._awake, awake
            self._note_sleepers(before, awake, lapse)
        if self._neighbours and (awake or self._has_driven):
            self._wake_where_parted()

    def wake_beside(self, shapes: list[pymunk.Shape]) -> None:
        """Wake bodies that sleep beside shapes that have just been removed."""
        if self.all_awake:
            return
        beside = {
            met.body
            for shape in shapes
            for met in self._space.shapes_in(_grown(shape.bb, NEAR), 0, pymunk.ShapeFilter.ALL_MASKS())
            if met.body is not None and met.body.is_sleeping and _gap(shape, met) <= NEAR
        }
        self._activate(beside)

    def _note_sleepers(self, before: bytes, awake: bytes, lapse: float) -> None:
        """Remember the neighbours of the bodies that have fallen asleep, and forget those of bodies that have woken."""
        addresses = {*addresses_in(before)}.difference(addresses_in(awake))
        present = self._rows.bodies if addresses else []
        fallen = [body for body in present if body is not None and address_of(body) in addresses]
        self._neighbours = [pair for pair in self._neighbours if pair.sleeper.is_sleeping]
        hurried: set[pymunk.Body] = set()
        for sleeper in (body for body in fallen if body.is_sleeping):
            for body, gap in self._beside(sleeper).items():
                arm = _length(body.position - sleeper.position)
                if gap <= NEAR:
                    self._neighbours.append(_Neighbour(sleeper, body, gap, *body.position, body.angle, arm))
                elif (
                    not body.is_sleeping
                    and gap <= NEAR + (_length(body.velocity) + abs(body.angular_velocity) * arm) * lapse
                ):
                    hurried.add(sleeper)  # the body has moved away since the sleeper fell asleep, or may have
        self._has_driven = any(pair.body.body_type == pymunk.Body.KINEMATIC for pair in self._neighbours)
        self._activate(hurried)

    def _beside(self, sleeper: pymunk.Body) -> dict[pymunk.Body, float]:
        """Return the bodies near a sleeping one that can move by themselves, and their distances from it (m)."""
        gaps: dict[pymunk.Body, float] = {}
        group = sleep_group(sleeper)
        for shape in sleeper.shapes:
            if shape.sensor:
                continue
            for met in self._space.bb_query(_grown(shape.bb, NEAR + PASSED), shape.filter):
                body = met.body
                if body is None or body is sleeper or met.sensor or body.body_type == pymunk.Body.STATIC:
                    continue
                if body.is_sleeping and sleep_group(body) == group:
                    continue
                gap = _gap(shape, met)
                gaps[body] = min(gap, gaps.get(body, math.inf))
        return gaps

    def _wake_where_parted(self) -> None:
        """Wake sleeping bodies that have got farther from a neighbour; a neighbour that turns or comes nearer is only
        noted."""
        parted: set[pymunk.Body] = set()
        for index, pair in enumerate(self._neighbours):
            body = pair.body
            shift = _length(body.position - (pair.x, pair.y))
            if shift + abs(body.angle - pair.angle) * pair.arm <= MOVED:
                continue
            if min(_gap(a, b) for a in pair.sleeper.shapes for b in body.shapes) > pair.gap + MOVED / 2:
                parted.add(pair.sleeper)
            x, y = body.position
            self._neighbours[index] = pair._replace(x=x, y=y, angle=body.angle)
        if parted:
            self._neighbours = [pair for pair in self._neighbours if pair.sleeper not in parted]
            self._activate(parted)

    def _activate(self, bodies: set[pymunk.Body]) -> None:
        """Wake bodies in the order of their rows."""
        for body in self._rows.bodies if bodies else ():
            if body is not None and body in bodies and body.is_sleeping:
                body.activate()


def _grown(box: pymunk.BB, by: float) -> pymunk.BB:
    return pymunk.BB(box.left - by, box.bottom - by, box.right + by, box.top + by)


def _length(vector: pymunk.Vec2d) -> float:
    """Return the length of a vector. The engine's own takes it from the C library, which differs between machines."""
    return math.sqrt(vector.x * vector.x + vector.y * vector.y)


def _gap(a: pymunk.Shape, b: pymunk.Shape) -> float:
    """Return the distance between the surfaces of two shapes (m); less than 0 if they overlap."""
    return min(_least_distance(a, b), _least_distance(b, a))


def _least_distance(a: pymunk.Shape, b: pymunk.Shape) -> float:
    """Return the least distance of a's centre or corners from b's surface, less a's radius (m)."""
    assert a.body is not None
    corners = _corners(a)
    radius: float = a.radius
    return min(b.point_query(a.body.local_to_world(corner)).distance for corner in corners) - radius


def _corners(shape: pymunk.Shape) -> list[pymunk.Vec2d]:
    """Return the points about which a shape is rounded by its radius, in its body's frame."""
    if isinstance(shape, pymunk.Poly):
        return shape.get_vertices()
    return [shape.a, shape.b] if isinstance(shape, pymunk.Segment) else [shape.offset]
