"""Questions about single shapes and contacts, put straight to the engine.

The same that pymunk's own methods answer, from the same functions of the engine and so with the same bits, but without
the objects that those make of each answer: a distance takes 0.4 us, not 2. It uses pymunk's inner names, which is safe
as its version is pinned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.engine.callbacks import callback_of

_NEAREST = ffi.new("cpPointQueryInfo *")
_HIT = ffi.new("cpSegmentQueryInfo *")
_ONE, _TWO = ffi.new("cpShape *[1]"), ffi.new("cpShape *[1]")

_MINE, _THEIRS = ffi.new("cpBody *[1]"), ffi.new("cpBody *[1]")


def distance_of(shape: pymunk.Shape, point: tuple[float, float]) -> float:
    """Return the distance in m of a point from a shape, below 0 within it, as the engine placed the shape last."""
    distance: float = lib.cpShapePointQuery(shape._shape, point, _NEAREST)
    return distance


def share_to_touch(
    shape: pymunk.Shape, start: tuple[float, float], end: tuple[float, float], radius: float
) -> float | None:
    """Return the share of a straight path (m) after which a disc touches a shape; None if it does not."""
    if not lib.cpShapeSegmentQuery(shape._shape, start, end, radius, _HIT):
        return None
    share: float = _HIT.alpha
    return share


def box_of(shape: pymunk.Shape) -> tuple[float, float, float, float]:
    """Return the box about a shape as the engine placed it last: left, bottom, right, top (m)."""
    box = lib.cpShapeGetBB(shape._shape)
    return box.l, box.b, box.r, box.t


def velocity_of(body: pymunk.Body) -> tuple[float, float]:
    """Return the velocity of a body in m/s."""
    velocity = lib.cpBodyGetVelocity(body._body)
    return velocity.x, velocity.y


class Meeting(NamedTuple):
    """The engine's report on two shapes that touch, as seen from the first."""

    first: pymunk.Shape
    second: pymunk.Shape
    nx: float  # the direction in which the first meets the second
    ny: float
    points: int  # how many
    x: float  # m: one of them, on the first
    y: float
    jx: float  # N s: the impulse of the last step
    jy: float


def meeting_of(arbiter: pymunk.Arbiter) -> Meeting:
    """Return what an arbiter tells, which is good only within the callback that it was given to."""
    engines = arbiter._arbiter
    lib.cpArbiterGetShapes(engines, _ONE, _TWO)
    first, second = ffi.from_handle(lib.cpShapeGetUserData(_ONE[0])), ffi.from_handle(lib.cpShapeGetUserData(_TWO[0]))
    touching, impulse = lib.cpArbiterGetContactPointSet(engines), lib.cpArbiterTotalImpulse(engines)
    normal, at = touching.normal, touching.points[0].pointA
    return Meeting(first, second, normal.x, normal.y, touching.count, at.x, at.y, impulse.x, impulse.y)


def shapes_that_meet(arbiter: pymunk.Arbiter) -> tuple[pymunk.Shape, pymunk.Shape]:
    """Return the two shapes of an arbiter, as `pymunk.Arbiter.shapes` does in three times as long."""
    lib.cpArbiterGetShapes(arbiter._arbiter, _ONE, _TWO)
    return ffi.from_handle(lib.cpShapeGetUserData(_ONE[0])), ffi.from_handle(lib.cpShapeGetUserData(_TWO[0]))


def closing_at(arbiter: pymunk.Arbiter, met: Meeting) -> float:
    """Return the speed (m/s) at which two shapes close in on each other at the point of their meeting."""
    lib.cpArbiterGetBodies(arbiter._arbiter, _MINE, _THEIRS)
    a = lib.cpBodyGetVelocityAtWorldPoint(_MINE[0], (met.x, met.y))
    b = lib.cpBodyGetVelocityAtWorldPoint(_THEIRS[0], (met.x, met.y))
    return float((a.x - b.x) * met.nx + (a.y - b.y) * met.ny)


def greatest_closing(arbiter: pymunk.Arbiter) -> float:
    """Return the greatest speed (m/s) at which two shapes close in on each other where they touch; at least 0."""
    lib.cpArbiterGetBodies(arbiter._arbiter, _MINE, _THEIRS)
    touching, most = lib.cpArbiterGetContactPointSet(arbiter._arbiter), 0.0
    nx, ny = touching.normal.x, touching.normal.y
    for k in range(touching.count):
        a = lib.cpBodyGetVelocityAtWorldPoint(_MINE[0], touching.points[k].pointA)
        b = lib.cpBodyGetVelocityAtWorldPoint(_THEIRS[0], touching.points[k].pointB)
        most = max(most, (a.x - b.x) * nx + (a.y - b.y) * ny)
    return most


def other_body(arbiter: pymunk.Arbiter) -> object:
    """Return the engine's name of the body that the one whose arbiters are gone through meets: equal if it is one."""
    lib.cpArbiterGetBodies(arbiter._arbiter, _MINE, _THEIRS)
    return _THEIRS[0]


def bodies_ahead(body: pymunk.Body, way: float, steep: float) -> list[pymunk.Body]:
    """Return the bodies that a body touches ahead of it, unsorted: where the direction to them is as level as `steep`.
    `way` is 1 for to the right, -1 for to the left.
    """
    _sought[:] = way, steep
    _ahead.clear()
    if _NOTE_AHEAD is not None:
        lib.cpBodyEachArbiter(body._body, _NOTE_AHEAD, ffi.NULL)
    else:
        body.each_arbiter(lambda arbiter: _note_ahead(None, arbiter._arbiter, None))
    return _ahead[:]


_sought = [0.0, 0.0]  # the way and the steepness, in the call that goes on
_ahead: list[pymunk.Body] = []  # in that call


def _note_ahead(_body: object, arbiter: Any, _data: object) -> None:
    way, steep = _sought
    if lib.cpArbiterGetNormal(arbiter).x * way > steep:  # of most contacts, which are with a floor, no more is asked
        lib.cpArbiterGetShapes(arbiter, _ONE, _TWO)
        _ahead.append(ffi.from_handle(lib.cpShapeGetUserData(_TWO[0])).body)


_NOTE_AHEAD = callback_of("cpBodyArbiterIteratorFunc", _note_ahead)
