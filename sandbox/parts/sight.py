"""Finds the bodies that wind and blasts reach: the ones in a box, in id order, and their sides that are open to a
point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import pymunk
from pymunk._chipmunk_cffi import lib

from sandbox.engine.readout import MASS_TO_VELOCITY, reader_of
from sandbox.parts.kind import FIXED, Point

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts.world import Running, RunningMachine


_Box = tuple[float, float, float, float]  # left, bottom, right, top
_ANYTHING = pymunk.ShapeFilter.ALL_MASKS()
_new = tuple.__new__  # makes a named tuple in a third of the time that its class takes


class SeenBody(NamedTuple):
    """A body of a part, where it is and goes, and its shapes that are in the box."""

    run: Running
    body: pymunk.Body
    shapes: tuple[tuple[int, pymunk.Shape], ...]  # index in the part's blueprint, shape
    x: float  # of its centre of mass
    y: float
    vx: float  # m/s
    vy: float
    mass: float  # kg
    disc: float  # its radius if it is one disc about its centre, else 0

    def across(self, nx: float, ny: float) -> tuple[float, float]:
        """Return how far a body reaches along a direction, back and ahead (m from its centre of mass), by its boxes."""
        if self.disc:
            return -self.disc, self.disc
        at = nx * self.x + ny * self.y
        low, high = 1e300, -1e300
        for _, shape in self.shapes:
            box = lib.cpShapeGetBB(shape._shape)
            left, bottom, right, top = box.l, box.b, box.r, box.t
            middle = (nx * (left + right) + ny * (bottom + top)) / 2 - at
            if isinstance(shape, pymunk.Circle):
                half = shape.radius
            else:
                half = (abs(nx) * (right - left) + abs(ny) * (top - bottom)) / 2
            if middle - half < low:
                low = middle - half
            if middle + half > high:
                high = middle + half
        return low, high


class Occluder(NamedTuple):
    """Something fixed: its box, and the sides of its outline as `nx, ny, at`: points with nx x + ny y > at are past."""

    box: _Box
    sides: tuple[tuple[float, float, float], ...] = ()


def bodies_in(
    machine: RunningMachine, box: pymunk.BB, seer: Running, fixed: bool = False, flames: bool = False
) -> list[SeenBody]:
    """Return the bodies of other parts with a shape in a box: loose ones, with `fixed` all that want hits, and with
    `flames` those by which fixed parts catch the wind, whose shapes sense and are of the category `LOOSE`.

    Sorted by our ids: the engine's order is its own affair, and waking sleepers is an order that it remembers. A body
    whose velocity is no number any more is not among them.
    """
    mask = _ANYTHING if fixed else _ANYTHING ^ FIXED
    return bodies_among(machine.shapes_in(box, seer, mask), machine, seer, fixed, flames)


def bodies_among(
    shapes: list[pymunk.Shape], machine: RunningMachine, seer: Running, fixed: bool = False, flames: bool = False
) -> list[SeenBody]:
    """Return the bodies that shapes are of, if `bodies_in` would: for who has asked for the shapes already."""
    roles = machine.listed(_roles)
    by_body: dict[tuple[int, int], tuple[_Carrier | None, list[tuple[int, pymunk.Shape]]]] = {}
    for shape in shapes:
        key, index, role, carrier = roles.get(shape) or _note_role(shape, roles, machine)
        if role == _LOOSE or (role == _FLAME and flames) or (role == _WANTS_HITS and fixed):
            if key in by_body:
                by_body[key][1].append((index, shape))
            else:
                by_body[key] = carrier, [(index, shape)]
    targets = []
    for key in sorted(by_body):
        carrier, seen = by_body[key]
        if carrier is None or carrier[0] is seer:
            continue
        run, body, disc, read = carrier
        mass, _, _, _, _, _, x, y, vx, vy = read()
        if math.isfinite(vx + vy):  # else it leaves the machine before the next step
            if len(seen) > 1:
                seen.sort()
            targets.append(_new(SeenBody, (run, body, tuple(seen), x, y, vx, vy, mass, disc)))
    return targets


class _Carrier(NamedTuple):
    """The body that carries a shape, with its part, its radius as in `SeenBody`, and a reader of its numbers."""

    run: Running
    body: pymunk.Body
    disc: float
    read: Callable[[], list[float]]  # `MASS_TO_VELOCITY`


_UNSEEN, _LOOSE, _WANTS_HITS, _FLAME = range(4)


class _Role(NamedTuple):
    """The role of a shape for wind and blasts, which never changes: its part and body by their numbers, its index in
    the blueprint, and for whom it counts: for all, for those who ask for fixed things that want hits, or for flames.
    """

    key: tuple[int, int]
    shape: int
    seen: int
    carrier: _Carrier | None  # None if it is of no part


_Roles = dict[pymunk.Shape, _Role]


def _roles(machine: RunningMachine) -> _Roles:
    """Begin a list of the roles of shapes, each of which is added when it is first met."""
    return {}


def _note_role(shape: pymunk.Shape, roles: _Roles, machine: RunningMachine) -> _Role:
    owner = machine.owner(shape)
    if owner is None:
        roles[shape] = role = _Role((0, 0), 0, _UNSEEN, None)
        return role
    run, index = owner
    plan = run.plan.shapes[index]
    if plan.collides:
        loose = run.plan.bodies[plan.body].kind == "dynamic"
        seen = _LOOSE if loose else _WANTS_HITS if run.wants_hits else _UNSEEN
    else:
        seen = _FLAME if run.kind.catches_wind else _UNSEEN
    carrier = _Carrier(
        run, run.bodies[plan.body], run.discs[plan.body], reader_of(run.numbers[plan.body], MASS_TO_VELOCITY)
    )
    roles[shape] = role = _Role((run.id, plan.body), index, seen, carrier)
    return role


def loose_in(machine: RunningMachine, box: pymunk.BB, seer: Running) -> list[tuple[Running, int]]:
    """Return the loose bodies of other parts with a solid shape in a box, each as its part and its index there.

    They are sorted as those of `bodies_in`, which costs more as it tells more about each.
    """
    bodies: dict[tuple[int, int], Running] = {}
    for shape in machine.shapes_in(box, seer, _ANYTHING ^ FIXED):
        owner = machine.owner(shape)
        if owner is not None and owner[0] is not seer:
            run, index = owner
            plan = run.plan.shapes[index]
            if plan.collides and run.plan.bodies[plan.body].kind == "dynamic":
                bodies[run.id, plan.body] = run
    return [(bodies[key], key[1]) for key in sorted(bodies)]


_Occluders = dict[pymunk.Shape, Occluder | None]


def obstacles_in(machine: RunningMachine, box: pymunk.BB, seer: Running) -> list[Occluder]:
    """Return the fixed shapes in a box, unsorted. A fixed part may cache the result."""
    occluders = machine.listed(_occluders)
    in_box = []
    for shape in machine.shapes_in(box, seer, FIXED):
        occluder = occluders[shape] if shape in occluders else _note_occluder(shape, occluders, machine)
        if occluder is not None:
            in_box.append(occluder)
    return in_box


def _occluders(machine: RunningMachine) -> _Occluders:
    """Begin a list of what never moves, to which each shape is added when it is first met; None for a sensor."""
    return {}


def _note_occluder(shape: pymunk.Shape, occluders: _Occluders, machine: RunningMachine) -> Occluder | None:
    occluder, owner = None if shape.sensor else _obstacle(shape), machine.owner(shape)
    if owner is not None:
        run, index = owner
        if run.plan.bodies[run.plan.shapes[index].body].kind == "static":  # else it may be driven elsewhere
            occluders[shape] = occluder
    return occluder


def clear_between(corners: tuple[Point, ...], obstacles: list[Occluder], beside: float = 0.0) -> bool:
    """Tell, without asking the engine, whether surely nothing fixed is between some points, or so near to that (m)."""
    if not obstacles:
        return True
    xs, ys = zip(*corners, strict=True)
    box = min(xs) - beside, min(ys) - beside, max(xs) + beside, max(ys) + beside
    return is_clear(corners, box, obstacles, beside)


def is_clear(corners: tuple[Point, ...], box: _Box, obstacles: list[Occluder], beside: float = 0.0) -> bool:
    """Tell the same of points with a box around them that is known."""
    low_x, low_y, high_x, high_y = box
    for (left, bottom, right, top), sides in obstacles:
        if left <= high_x and low_x <= right and bottom <= high_y and low_y <= top:
            for nx, ny, at in sides:
                for x, y in corners:
                    if nx * x + ny * y <= at + beside:
                        break
                else:
                    break  # all of them are past this side
            else:
                return False
    return True


def around(corners: tuple[Point, ...]) -> pymunk.BB:
    """Return the box around some points."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return pymunk.BB(min(xs), min(ys), max(xs), max(ys))


def _box(shape: pymunk.Shape) -> _Box:
    box = shape.bb
    return box.left, box.bottom, box.right, box.top


def _obstacle(shape: pymunk.Shape) -> Occluder:
    if not isinstance(shape, pymunk.Poly | pymunk.Segment) or shape.body is None:
        return Occluder(_box(shape))
    outline = shape.get_vertices() if isinstance(shape, pymunk.Poly) else [shape.a, shape.b]
    corners = [shape.body.local_to_world(corner) for corner in outline]
    sides = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
        if not length:  # far from the origin, two corners may fall into one
            continue
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        sides.append((nx, ny, nx * x0 + ny * y0 + shape.radius))
    return Occluder(_box(shape), tuple(sides))


def open_to(machine: RunningMachine, seer: Running, start: Point, end: Point, body: pymunk.Body) -> pymunk.Shape | bool:
    """Tell whether nothing stands between `start` and a point of `body`; if its own shape is met first, return that.

    The seer's own shapes are in no way if they are of the group of its id.
    """
    met = machine.sight.first_between(start, end, seer, body)
    if met is None:
        return True
    return met if met.body is body else False


# Looked up once, as each look at what walks asks for all of them.
_angle_of, _spin_of, _to_world = lib.cpBodyGetAngle, lib.cpBodyGetAngularVelocity, lib.cpBodyLocalToWorld
_velocity_at, _set_velocity = lib.cpBodyGetVelocityAtWorldPoint, lib.cpBodySetVelocity
_set_angle, _set_spin, _set_position = lib.cpBodySetAngle, lib.cpBodySetAngularVelocity, lib.cpBodySetPosition


def keep_up(body: pymunk.Body, follower: pymunk.Body, at: Point, angle: float = 0.0) -> None:
    """Put a kinematic follower, which is only looked at, at a point of a body's own frame, turned by `angle` to it."""
    leader, kinematic = body._body, follower._body
    keep_beside(body, follower, at)
    _set_angle(kinematic, _angle_of(leader) + angle)
    _set_spin(kinematic, _spin_of(leader))


def keep_beside(body: pymunk.Body, follower: pymunk.Body, at: Point) -> None:
    """Put a kinematic follower at a point of a body's own frame as `keep_up` does, if it is turned as that already."""
    leader, kinematic = body._body, follower._body  # past pymunk's layers: it is done so often
    place = _to_world(leader, at)
    _set_position(kinematic, place)
    _set_velocity(kinematic, _velocity_at(leader, place))
