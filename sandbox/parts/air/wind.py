"""Wind: the bodies that a jet of air reaches, the ones that shield them, and the force of its push. Fans, bellows and
rockets blow it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.design.geometry import total
from sandbox.engine.engine import pull_of, push_at, set_stiffness, tie_second, to_local
from sandbox.parts.kind import Jet, Kind, Point
from sandbox.parts.sight import Occluder, SeenBody, around, bodies_in, clear_between, is_clear, obstacles_in, open_to

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

GRAVITY = 9.81  # m/s^2: at which the lift is what its property says
AIR = 1.2  # kg/m^3
_DEEPEST = 0.3  # m: no part counts as deeper than this; up to there, as deep as it is high
_STIRS = 0.02  # of its weight: less wind than that moves nothing, so that it can fall asleep
_MOST_TAKEN = 0.5  # of the speed that it lacks, until the next look: light things must not be shot past the wind's
_FAR = 1e6  # m: there a fan's pushes are tied
_BESIDE = 1e-6  # m beside a beam: more than its rounding errors
NOTICED = 0.01  # of a push: a smaller change is left alone, so that what lies still in the wind is not woken


class Push(NamedTuple):
    """The push of a jet on a body: a force along the jet, `beside` the body's centre of mass by a distance (m)."""

    target: SeenBody
    x: float  # N
    y: float
    beside: Point


class _Beam:
    """The way of a jet in the world's axes. For a fixed part it is worked out once: only the speed may change."""

    __slots__ = ("axis", "box", "corners", "jet", "mouth", "obstacles")

    def __init__(self, run: Running, jet: Jet) -> None:
        self.jet = jet
        self.mouth = ox, oy = run.world(*jet.mouth)
        ex, ey = run.world(jet.mouth[0] + jet.axis[0], jet.mouth[1] + jet.axis[1])
        self.axis = ax, ay = ex - ox, ey - oy
        px, py = -ay, ax  # across the jet
        half, reach = jet.half, jet.reach
        wide = half + jet.spread * reach
        self.corners = tuple(
            (ox + along * ax + across * px, oy + along * ay + across * py)
            for along, across in ((0.0, -half), (0.0, half), (reach, -wide), (reach, wide))
        )
        self.box = around(self.corners)
        self.obstacles: list[Occluder] | None = None  # looked for when there is something that they may shield


# What a body holds into a jet: itself; how far from the mouth it is (m); how far its centre of mass is beside the axis
# (m); how high it is across the jet (m); half the jet's width there (m); and from where to where it is in the jet, as
# shares of that: how it would be seen from where the jet comes.
_Face = tuple[SeenBody, float, float, float, float, float, float]


def blow(machine: RunningMachine, run: Running, jet: Jet, lapse: float, held: bool = False) -> list[Push]:
    """Return the pushes of a jet for the next `lapse` seconds, in id order; `held`: by springs, see `keep_pushing`.

    It pushes with the drag of what it overtakes, rho / 2 * area * (wind - speed)^2, on that part of its face that
    nothing shields; and it turns what is made to catch it. Each thing counts as where it will be in
    the middle of that time: with half as many looks it then flies as if there were twice as many, or nearer.
    """
    beam = _beam(machine, run, jet)
    ax, ay = beam.axis
    px, py = -ay, ax  # across the jet
    faces = _faces(machine, run, jet, beam, lapse / 2)
    if faces and beam.obstacles is None:
        beam.obstacles = _obstacles(machine, run, beam)
    pushes = []
    for face in faces:
        target, along, off, height, edge, low, high = face
        if high <= low:
            continue
        kind, mass = target.run.kind, target.mass
        catches = kind.catches_wind
        wind = jet.speed * (1.0 - along / jet.reach)
        lacks = wind - (target.vx * ax + target.vy * ay)
        # Most of what is there is small or heavy: before looking for shelter, ask whether all the wind would stir it.
        drag = 0.5 * AIR * min(height, _DEEPEST) * lacks * lacks  # N for each m of its face
        stirs = _STIRS * GRAVITY * mass
        if not catches and (lacks <= 0.0 or drag * (high - low) * edge < stirs):
            continue
        open_, centre = _open_share(machine, run, jet, beam, face, faces)
        if catches:
            kind.on_wind(target.run, wind, open_ * edge / height, lapse, machine)
            continue
        force = min(drag * open_ * edge, _MOST_TAKEN * mass * lacks / lapse)
        if force > 0.0 and force >= stirs:
            # A thing that is hit from edge to edge is pushed at its centre; half hidden, it is turned as well.
            if held:
                force *= kind.spring_gain(target.run, machine)
            lever = centre * edge - off if open_ * edge < 0.99 * height else 0.0
            pushes.append(Push(target, force * ax, force * ay, (lever * px, lever * py)))
    return pushes


def _beam(machine: RunningMachine, run: Running, jet: Jet) -> _Beam:
    """Return the way of a part's jet, worked out once for a fixed part."""
    beam: _Beam | None = machine.fixed_cache.get(run.id)
    if beam is None:
        beam = _Beam(run, jet)
        if run.plan.bodies[0].kind != "dynamic":
            machine.fixed_cache[run.id] = beam
    return beam


def _obstacles(machine: RunningMachine, run: Running, beam: _Beam) -> list[Occluder]:
    """Return the fixed shapes in a beam; of one that is worked out once, without what is only in the box around it."""
    in_box = obstacles_in(machine, beam.box, run)
    if run.plan.bodies[0].kind == "dynamic":
        return in_box
    return [obstacle for obstacle in in_box if not clear_between(beam.corners, [obstacle], _BESIDE)]


def _faces(machine: RunningMachine, run: Running, jet: Jet, beam: _Beam, ahead: float) -> list[_Face]:
    """Return what the bodies in a jet will hold into it `ahead` seconds from now."""
    (ox, oy), (ax, ay) = beam.mouth, beam.axis
    px, py = -ay, ax
    half, spread, reach = jet.half, jet.spread, jet.reach
    faces: list[_Face] = []
    for target in bodies_in(machine, beam.box, run, flames=True):
        _, _, _, x, y, vx, vy, _, disc = target
        dx, dy = x + ahead * vx - ox, y + ahead * vy - oy
        along = dx * ax + dy * ay
        if 0.0 < along < reach:
            bottom, top = (-disc, disc) if disc else target.across(px, py)
            off = dx * px + dy * py
            edge = half + spread * along
            low, high = (off + bottom) / edge, (off + top) / edge
            faces.append(
                (target, along, off, top - bottom, edge, low if low > -1.0 else -1.0, high if high < 1.0 else 1.0)
            )
    return faces


def _open_share(
    machine: RunningMachine, run: Running, jet: Jet, beam: _Beam, face: _Face, faces: list[_Face]
) -> tuple[float, float]:
    """Return the share of a face that nothing shields, and the middle of that share."""
    target, along, _, _, edge, low, high = face
    open_, centre = _unshielded(low, high, along, faces)
    if open_ <= 0.0:
        return open_, centre
    if not beam.obstacles:
        return open_, centre
    sixth = (high - low) / 6.0  # three rays tell whether something fixed shields it
    first, last = low + sixth, high - sixth
    mouth, axis, half = beam.mouth, beam.axis, jet.half
    (ox, oy), (ax, ay) = mouth, axis
    px, py, mx, my = -ay, ax, ox + along * ax, oy + along * ay
    # The ends of the outer two, as `_ray` has them.
    back, front, far_back, far_front = first * half, first * edge, last * half, last * edge
    x0, y0, x1, y1 = ox + back * px, oy + back * py, mx + front * px, my + front * py
    x2, y2, x3, y3 = ox + far_back * px, oy + far_back * py, mx + far_front * px, my + far_front * py
    box = min(x0, x1, x2, x3), min(y0, y1, y2, y3), max(x0, x1, x2, x3), max(y0, y1, y2, y3)
    if is_clear(((x0, y0), (x1, y1), (x2, y2), (x3, y3)), box, beam.obstacles):
        return open_, centre
    shares = first, (low + high) / 2, last
    rays = [_ray(mouth, axis, half, along, edge, share) for share in shares]
    free = [share for share, ray in zip(shares, rays, strict=True) if open_to(machine, run, *ray, target.body)]
    return (high - low) * len(free) / len(shares), total(free) / len(free) if free else 0.0


def _ray(mouth: Point, axis: Point, half: float, along: float, edge: float, share: float) -> tuple[Point, Point]:
    """Return the line from the mouth to a face, at a share of the jet's half width, here and there."""
    (ox, oy), (ax, ay) = mouth, axis
    back, front = share * half, share * edge
    return (ox + back * -ay, oy + back * ax), (ox + along * ax + front * -ay, oy + along * ay + front * ax)


def _unshielded(low: float, high: float, along: float, faces: list[_Face]) -> tuple[float, float]:
    """Return the share of a face that nothing loose and nearer to the mouth hides, and the middle of that share."""
    free: list[tuple[float, float]] | None = None
    for target, nearer, _, _, _, left, right in faces:
        if nearer < along and left < high and right > low and target.mass < math.inf:  # a flame shields nothing
            free = [(low, high)] if free is None else free
            free = [
                (a, b) for start, end in free for a, b in ((start, min(end, left)), (max(start, right), end)) if b > a
            ]
    if free is None:
        return (high - low, (high - low) * (low + high) / 2 / (high - low)) if high > low else (high - low, 0.0)
    open_ = moment = 0.0
    for a, b in free:
        open_ += b - a
        moment += (b - a) * (a + b) / 2
    return open_, moment / open_ if open_ > 0.0 else 0.0


def push(pushes: list[Push], ticks: float = 1.0) -> None:
    """Apply the pushes once, each with the impulse of `ticks` ticks."""
    for target, fx, fy, (dx, dy) in pushes:
        push_at(target.body, (ticks * fx, ticks * fy), (target.x + dx, target.y + dy))


def keep_pushing(run: Running, pushes: list[Push], machine: RunningMachine) -> None:
    """Keep pushing until the next call, each body by a soft spring to a point so far away that the force is the same
    wherever the body goes. The engine does that by itself, and what lies still in the wind can sleep.
    """
    springs = {joint.b: joint for joint in run.joints if isinstance(joint, pymunk.DampedSpring)}
    if not (pushes or springs):
        return
    base = run.bodies[0]
    for target, fx, fy, (dx, dy) in pushes:
        force = math.sqrt(fx * fx + fy * fy)
        stiffness, body = force / _FAR, target.body
        spring = springs.pop(body, None)
        at = to_local(body, (target.x + dx, target.y + dy)) if dx or dy else (0.0, 0.0)
        if spring is None:
            x, y = base.position
            far = base.world_to_local((x + _FAR * fx / force, y + _FAR * fy / force))
            spring = pymunk.DampedSpring(base, body, far, at, 0.0, stiffness, 0.0)
            machine.add_joints(run, spring)
            continue
        stiffness_before, tied = pull_of(spring)
        if abs(stiffness_before - stiffness) > NOTICED * stiffness:
            set_stiffness(spring, stiffness)
        if tied != at:
            tie_second(spring, at)
    for spring in springs.values():
        machine.remove_joints(run, spring)


class Pusher(Kind):
    """A fixed part that pushes others from afar, see `keep_pushing`; what switches that off calls `calm`."""

    def calm(self, run: Running, machine: RunningMachine) -> None:
        """Push nothing any more."""
        keep_pushing(run, [], machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        for joint in [joint for joint in run.joints if joint.b.space is None]:
            machine.remove_joints(run, joint)


class Blower(Pusher):
    """A fixed part that blows its jet while its state `hums_while` is on."""

    act_interval = 1 / 15  # s: so often it looks whom its wind reaches; oftener, a balloon flies the same way

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run[self.hums_while]:
            beam: _Beam | None = machine.fixed_cache.get(run.id)
            jet = self.jet(run.p, run.facing) if beam is None else beam.jet
            assert jet is not None
            keep_pushing(run, blow(machine, run, jet, run.lapse, held=True), machine)
