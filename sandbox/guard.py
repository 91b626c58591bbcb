"""The sweep guard: what is fast enough to jump through something within one tick is stopped at its surface.

The engine first moves every body by its velocity times the tick, and looks for contacts only where it is then: a
tennis ball at 30 m/s moves by almost four times its radius in a tick of 1/240 s. So before each step the path of
every body that is fast enough is searched for what stands in it, and the body is put back by as much as the step
would carry it too far. Its velocity stays what it was: the solver then finds an ordinary contact, and stops, bounces
or topples as usual.

A body is swept as the disc about its centre of mass that its outline holds. Contacts take care of themselves as long
as that centre stays outside of what it meets, so a path is shortened only if it uses up more than a quarter of the
clearance that the centre has: rolling along a floor does not, nor does a bend that is wide for the speed.
"""

from __future__ import annotations

import struct
from array import array
from typing import Any, NamedTuple

import pymunk
from pymunk import batch
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.parts.base import Blueprint

KEPT = 0.75  # of the clearance: no path may leave less
LEAST_REACH = 0.016  # m: of what is thinner, or has its centre of mass in none of its shapes (a basket)
OVERLAP = 0.001  # m by which what was stopped overlaps what it met, so that there is a contact
TOO_FAST = 1e6  # m/s: something has blown up, and leaves the world by itself

# Of a double as the engine's machines store it, the lowest byte first, the last byte holds the sign and the upper
# seven bits of the exponent; the last two hold also the rest of it, and sixteenths of an octave.
_SLOW = bytes(byte for byte in range(256) if byte & 0x7F < 0x40)  # the last byte of what is below 2, either way
_SIEVED = 2.0  # m/s
_LANE = 2  # bytes


class Readout:
    """Some numbers of every body of a space, all at once, on every tick.

    This is `pymunk.batch.get_space_bodies` without anything that need not be made anew from tick to tick, which at 50
    bodies is more than half of its time.
    """

    def __init__(self, space: pymunk.Space, fields: batch.BodyFields) -> None:
        self._space = space  # keeps alive what the next line points to
        self._engine_space = space._space
        self._buffer = batch.Buffer()
        self._numbers = self._buffer._float_arr
        self._wanted = ffi.new("pmBatchedData *")
        self._wanted.fields = fields.value
        self._wanted.floatArray, self._wanted.intArray = self._numbers, self._buffer._int_arr
        self._read_one = ffi.addressof(lib, "pmSpaceBodyGetIteratorFuncBatched")
        self._count = -1
        self._view: Any = None

    def read(self) -> Any:
        """The numbers as they are now, as a buffer of doubles that is good until the next call."""
        numbers = self._numbers
        numbers.num = 0
        lib.cpSpaceEachBody(self._engine_space, self._read_one, self._wanted)
        if numbers.num != self._count:  # only then may the engine have moved its array
            self._count = numbers.num
            self._view = self._buffer.float_buf()
        return self._view


class Swept(NamedTuple):
    """A body that may get fast: the radius of its disc (m), and the speed (m/s) from which on its path is searched."""

    body: pymunk.Body
    reach: float
    speed: float


def reach_of(plan: Blueprint, index: int) -> float:
    """The radius in metres of the disc that a body of a blueprint is swept as."""
    body = plan.bodies[index]
    depths = [-s.outline.distance(body.x, body.y) for s in plan.shapes if s.body == index and s.collides]
    return max(LEAST_REACH, *depths)


class SweepGuard:
    """Watches the bodies of one space, and holds them back before each step.

    As long as nothing is fast it only looks, and that must cost next to nothing on every tick: one byte of each
    component of each velocity is looked at, and more only if there is one that says so.
    """

    def __init__(self, space: pymunk.Space, dt: float) -> None:
        self._space, self._dt = space, dt
        self._velocities = Readout(space, batch.BodyFields.VELOCITY)
        self._by_id = batch.Buffer()
        self._swept: dict[int, Swept] = {}
        self._sieves = True  # whether none need be watched from less than 2 m/s on
        self._order = b""
        self._ordered: list[Swept | None] = []
        self._magnitude = self._lift = self._top = 0

    def watch(self, bodies: list[tuple[pymunk.Body, float]]) -> None:
        """From now on guard these: a body and its reach in metres."""
        self._swept = {body.id: Swept(body, reach, KEPT * reach / self._dt) for body, reach in bodies}
        self._sieves = all(_along_an_axis(one.speed) >= _SIEVED for one in self._swept.values())
        self._order = b""

    def hold_back(self) -> None:
        """Shorten the path that the next step takes, where it leads through something."""
        if self._sieves and not bytes(self._velocities.read())[7::8].translate(None, _SLOW):
            return
        # All are found before the first is put back, so that each of them sees the others as the step will.
        held = [(one.body, *cut) for one in self._fast() if (cut := self._cut(one)) is not None]
        for body, dx, dy in held:
            x, y = body.position
            body.position = (x - dx, y - dy)

    # -- who is fast

    def _fast(self) -> list[Swept]:
        """Who may be at their speed or above it: a compare of all velocities at once, within a large integer."""
        self._by_id.clear()
        batch.get_space_bodies(self._space, batch.BodyFields.BODY_ID | batch.BodyFields.VELOCITY, self._by_id)
        order = bytes(self._by_id.int_buf())
        if order != self._order:
            self._line_up(order)
        lanes = array("H", bytes(self._by_id.float_buf()))[3::4].tobytes()
        over = (int.from_bytes(lanes, "little") & self._magnitude) + self._lift & self._top
        if not over:
            return []
        flags = over.to_bytes(len(lanes), "little")
        found: list[Swept] = []
        at = flags.find(b"\x80")
        while at >= 0:
            one = self._ordered[at // (2 * _LANE)]
            if one is not None:
                found.append(one)
            at = flags.find(b"\x80", at // (2 * _LANE) * 2 * _LANE + 2 * _LANE)
        return found

    def _line_up(self, order: bytes) -> None:
        """Lay out the bounds in the engine's order of bodies, which changes whenever one falls asleep or wakes."""
        self._order = order
        self._ordered = [self._swept.get(address) for (address,) in struct.iter_unpack("=Q", order)]
        lifts = [0 if one is None else 0x8000 - _upper(_along_an_axis(one.speed)) for one in self._ordered]
        self._lift = int.from_bytes(array("H", [lift for lift in lifts for _ in "xy"]).tobytes(), "little")
        self._magnitude = int.from_bytes(b"\xff\x7f" * (2 * len(lifts)), "little")
        self._top = int.from_bytes(b"\x00\x80" * (2 * len(lifts)), "little")

    # -- what is in the way

    def _cut(self, one: Swept) -> tuple[float, float] | None:
        """By how much the next step would carry a body too far, a vector in metres; None if it may go all the way."""
        vx, vy = one.body.velocity
        square = vx * vx + vy * vy
        if not one.speed * one.speed <= square <= TOO_FAST * TOO_FAST:
            return None
        dx, dy = vx * self._dt, vy * self._dt
        share = self._share(one, dx, dy)
        return None if share is None else (dx - share * dx, dy - share * dy)

    def _share(self, one: Swept, dx: float, dy: float) -> float | None:
        """The share of a path that a body may go, up to its first touch; None if nothing is in its way."""
        start = x, y = one.body.position
        box = pymunk.BB(min(x, x + dx), min(y, y + dy), max(x, x + dx), max(y, y + dy))
        near = []
        for shape in self._space.bb_query(_grown(box, one.reach), pymunk.ShapeFilter()):
            if self._is_solid(one.body, shape):
                gap = shape.point_query(start).distance
                if gap > 0.0:  # what is already around its centre can't be kept out
                    near.append((gap, shape))
        core = KEPT * min((gap for gap, _ in near), default=0.0)
        core = min(core, KEPT * one.reach)
        shares = []
        for gap, shape in near:
            moves, body = (dx, dy), shape.body
            if body is not None and body.body_type != pymunk.Body.STATIC:
                ux, uy = body.velocity_at_world_point(start)
                moves = dx - ux * self._dt, dy - uy * self._dt
            end = x + moves[0], y + moves[1]
            hit = shape.segment_query(start, end, core)
            if hit is not None:
                touch = shape.segment_query(start, end, one.reach - OVERLAP) if gap > one.reach - OVERLAP else hit
                shares.append((touch or hit).alpha)
        return min(shares, default=None)

    @staticmethod
    def _is_solid(mine: pymunk.Body, shape: pymunk.Shape) -> bool:
        """Whether the engine would let a shape push a body."""
        body = shape.body
        if body is None or body is mine or shape.sensor:
            return False
        if all(own.filter.rejects_collision(shape.filter) for own in mine.shapes):
            return False
        return all(joint.collide_bodies or body not in (joint.a, joint.b) for joint in mine.constraints)


def _along_an_axis(speed: float) -> float:
    """What the greater component of a velocity is at least: a root of a half of its speed, rounded down."""
    return 0.7071 * speed


def _upper(number: float) -> int:
    """The upper two bytes of a positive double."""
    return int.from_bytes(struct.pack("<d", number)[6:], "little")


def _grown(box: pymunk.BB, by: float) -> pymunk.BB:
    return pymunk.BB(box.left - by, box.bottom - by, box.right + by, box.top + by)


__all__ = ["Readout", "SweepGuard", "Swept", "reach_of"]
