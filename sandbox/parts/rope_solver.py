"""The look ahead of ropes: what is about to be pulled too far apart loses the excess velocity first.

See `ropes` for why. Each rope is one equation: how fast its length would grow, as a sum over all that it pulls. A
rope from end to end pulls two bodies; one over pulleys pulls the axle of each wheel, too, both ways along the rope.
The wheels themselves turn without a part in this: a rope runs over them with the same pull on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.geometry import cos_sin
from sandbox.parts.base import Point
from sandbox.parts.rope_path import Path, lay, path, rim

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running, RunningLink

GIVE = 1e-4  # of the length: so much short of it the joint takes hold, to have it while the load rests
JOINT_RECOVERS = 0.02  # of a tiny stretch, a tick: by the joint, gently, so that a hanging load can fall asleep
CURVE = 0.002  # m: what a turning end may be off a straight line in one step
_RECOVERS = 0.2  # of a stretch beyond the length, a tick: by the look ahead
_HELD = 0.99  # of the length: from there on a rope counts as taut already
TOLERANCE = 1e-5  # of the length
_ROUNDS = 6  # of solving for the ropes that hang together: they turn the bodies that they pull
_ASTRAY = 4.0  # times the excess before the first round: a solution that is this bad is none
# Ropes side by side, in one line between two fixed points, or in line with the lever that they pull, have no single
# answer, or one beyond all measure. A rope that gives way a little to its own pull has: by this share of how far it
# could move its ends if it pulled them the best way; more so in the first round, less while the rest is settled.
_SOFT, _HARD = 1e-2, 1e-3
_MOST_TURN = 3.0  # rad in one step: what spins faster is nowhere in particular
_LOUD = 0.5  # N s: a jerk that can be heard
_FREE = 1e6  # m: a joint that long holds nothing
_STOP = 1.5  # of a wheel's radius: nearer to the axle the end of a rope can't be drawn, because of its knot
_MENDS = 1.0  # m/s at most: how fast a rope over pulleys comes back to its length
_SAME = 1e-5  # m: the joints of a rope over pulleys are left alone while it moves less, so that it can fall asleep

_Motion = tuple[float, float, float]  # velocity and spin
_Share = tuple["_Carrier", float, float, float]


class _Carrier:
    """A body that ropes are tied to, in plain numbers, as the look ahead moves it.

    `x, y` is the point that it turns about: its centre of mass, or the pivot by which its part hangs on something
    fixed (a seesaw's plank), which has no velocity to lose.
    """

    __slots__ = ("arm", "body", "jerked", "key", "lightness", "slewness", "vx", "vy", "w", "x", "y")

    def __init__(self, run: Running, index: int) -> None:
        body = self.body = run.bodies[index]
        self.key = (run.id, index)
        self.jerked = False
        self.arm: tuple[float, float] | None = None  # from the pivot to the centre of mass
        self.x, self.y = body.position
        self.vx, self.vy = body.velocity
        self.w = body.angular_velocity
        self.lightness = self.slewness = 0.0  # inverse mass and inverse moment of inertia
        if body.body_type != body.DYNAMIC:
            return
        self.lightness, self.slewness = 1.0 / body.mass, 1.0 / body.moment
        for joint in run.plan.joints:
            if joint.kind == "pivot" and joint.b == index and run.plan.bodies[joint.a].kind == "static":
                px, py = run.world(joint.x, joint.y, joint.a)
                self.arm = dx, dy = self.x - px, self.y - py
                self.x, self.y, self.vx, self.vy, self.lightness = px, py, 0.0, 0.0, 0.0
                self.slewness = 1.0 / (body.moment + body.mass * (dx * dx + dy * dy))

    def give(self, arm: Point) -> float:
        """The most speed (m/s) that one N s can give to a point, whichever way it pulls."""
        return self.lightness + (arm[0] * arm[0] + arm[1] * arm[1]) * self.slewness

    def ahead(self, rx: float, ry: float, dt: float) -> tuple[float, float]:
        """Where a point at (rx, ry) from `x, y` will be after the next move."""
        turn = max(-_MOST_TURN, min(_MOST_TURN, self.w * dt))
        square = turn * turn
        c = 1 - square / 2 * (
            1 - square / 12 * (1 - square / 30)
        )  # cosine and sine, exact for all but the wildest spin
        s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
        return self.x + self.vx * dt + c * rx - s * ry, self.y + self.vy * dt + c * ry + s * rx

    @property
    def motion(self) -> _Motion:
        return self.vx, self.vy, self.w

    @motion.setter
    def motion(self, motion: _Motion) -> None:
        self.vx, self.vy, self.w = motion

    def write(self) -> None:
        """Hand the new velocities to the engine."""
        if self.arm is not None:
            self.vx, self.vy = -self.w * self.arm[1], self.w * self.arm[0]
        if self.slewness:
            self.body.velocity = (self.vx, self.vy)
            self.body.angular_velocity = self.w


class _Line:
    """A rope between two carriers, in plain numbers; `look` works out all but the first four."""

    __slots__ = (
        "a",
        "arm_a",
        "arm_b",
        "b",
        "carriers",
        "excess",
        "held",
        "impulse",
        "limit",
        "nx",
        "ny",
        "ra",
        "rb",
        "reach",
        "run",
        "taut",
    )

    def __init__(self, run: RunningLink, a: _Carrier, b: _Carrier) -> None:
        self.run, self.a, self.b = run, a, b
        self.carriers: tuple[_Carrier, ...] = (a, b)
        self.impulse = 0.0  # N s, all that this look ahead has pulled
        ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
        bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
        self.ra, self.rb = (ax - a.x, ay - a.y), (bx - b.x, by - b.y)
        self.reach = a.give(self.ra) + b.give(self.rb)
        length: float = run["length"]
        dx, dy = bx - ax, by - ay
        far = math.sqrt(dx * dx + dy * dy)
        # What is too long already comes back little by little: all at once it would be shot back.
        self.limit = length + (1 - _RECOVERS) * max(0.0, far - length)
        self.held = far > _HELD * length
        if self.held:
            self._pull_along(dx / far, dy / far, self.ra, self.rb)

    def look(self, dt: float) -> None:
        """Where the next move takes the ends: too far apart by `excess`, to be pulled together along (nx, ny).

        A rope that is taut now pulls first along itself, as it lies: so a swing keeps its energy. What that leaves,
        and what will be taut only then, is pulled along the rope as it will lie: that always comes to an end.
        """
        a, b = self.a, self.b
        ax, ay = a.ahead(self.ra[0], self.ra[1], dt)
        bx, by = b.ahead(self.rb[0], self.rb[1], dt)
        dx, dy = bx - ax, by - ay
        far = max(1e-9, math.sqrt(dx * dx + dy * dy))
        self.excess = far - self.limit
        self.taut = far > (1 - 2 * GIVE) * self.run["length"]
        if not self.held or self.impulse > 0:
            ra = ax - a.x - a.vx * dt, ay - a.y - a.vy * dt
            rb = bx - b.x - b.vx * dt, by - b.y - b.vy * dt
            self._pull_along(dx / far, dy / far, ra, rb)

    def _pull_along(self, nx: float, ny: float, ra: Point, rb: Point) -> None:
        self.nx, self.ny = nx, ny
        # How far the pull goes past the points that the carriers turn about, which is where it turns them.
        self.arm_a = ra[0] * ny - ra[1] * nx
        self.arm_b = rb[0] * ny - rb[1] * nx

    def shares(self) -> Sequence[_Share]:
        """What one N s of this rope does: each carrier, and its part of the direction and of the turn."""
        return (self.a, self.nx, self.ny, self.arm_a), (self.b, -self.nx, -self.ny, -self.arm_b)

    def knots(self, dt: float) -> list[_Line]:
        """What else has to be seen to with it."""
        return []

    def pull(self, impulse: float) -> None:
        if impulse == 0:
            return  # and leave the bodies unwritten
        self.impulse += impulse
        for carrier, x, y, arm in self.shares():
            carrier.vx += impulse * x * carrier.lightness
            carrier.vy += impulse * y * carrier.lightness
            carrier.w += impulse * arm * carrier.slewness
            carrier.jerked = True


class _Reeved(_Line):
    """A rope that runs over pulleys: each wheel's carrier is pulled along both pieces that meet there, at the axle."""

    __slots__ = ("_pulls", "arms")

    def __init__(self, run: RunningLink, carriers: tuple[_Carrier, ...], dt: float) -> None:
        reeving = run.reeving
        assert reeving is not None
        self.run, self.a, self.b = run, carriers[0], carriers[-1]
        self.carriers = carriers
        self.impulse = 0.0
        points = reeving.now()
        self.arms = tuple((x - carrier.x, y - carrier.y) for carrier, (x, y) in zip(carriers, points, strict=True))
        gives = [carrier.give(arm) for carrier, arm in zip(carriers, self.arms, strict=True)]
        self.reach = gives[0] + gives[-1] + 4 * sum(gives[1:-1])
        length: float = run["length"]
        found = reeving.path(points)
        over = max(0.0, found.length - length)
        self.limit = length + max((1 - _RECOVERS) * over, over - _MENDS * dt)
        self.held = found.length > _HELD * length
        self._pulls: list[_Share] = []
        if self.held:
            self._pull(found, self.arms)

    def look(self, dt: float) -> None:
        """Where the next move takes its length; see `_Line.look`."""
        reeving = self.run.reeving
        assert reeving is not None
        points = [carrier.ahead(rx, ry, dt) for carrier, (rx, ry) in zip(self.carriers, self.arms, strict=True)]
        found = reeving.path(points)
        self.excess = found.length - self.limit
        self.taut = found.length > (1 - 2 * GIVE) * self.run["length"]
        if not self.held or self.impulse > 0:
            arms = [
                (x - carrier.x - carrier.vx * dt, y - carrier.y - carrier.vy * dt)
                for carrier, (x, y) in zip(self.carriers, points, strict=True)
            ]
            self._pull(found, arms)

    def _pull(self, found: Path, arms: Sequence[Point]) -> None:
        """One share for each carrier, though the rope may come by more than once (a block with the rope's end)."""
        shares: dict[tuple[int, int], _Share] = {}
        bx = by = 0.0  # the way on which the rope comes
        for carrier, (rx, ry), (nx, ny) in zip(self.carriers, arms, (*found.ways, (0.0, 0.0)), strict=True):
            x, y = nx - bx, ny - by
            _, sx, sy, arm = shares.get(carrier.key, (carrier, 0.0, 0.0, 0.0))
            shares[carrier.key] = carrier, sx + x, sy + y, arm + rx * y - ry * x
            bx, by = nx, ny
        self._pulls = list(shares.values())

    def shares(self) -> Sequence[_Share]:
        return self._pulls

    def knots(self, dt: float) -> list[_Line]:
        """The knots at its ends, as far as they are about to run into the wheels next to them."""
        reeving = self.run.reeving
        assert reeving is not None
        knots = (_Knot(self, end, wheel, least, dt) for end, wheel, least in reeving.least)
        return [knot for knot in knots if knot.close(dt)]


class _Knot(_Line):
    """The end of a rope that is drawn up to a wheel: the two are pushed apart, not pulled together."""

    def __init__(self, rope: _Reeved, end: int, wheel: int, least: float, dt: float) -> None:
        self.run, self.a, self.b = rope.run, rope.carriers[end], rope.carriers[wheel]
        self.carriers = (self.a, self.b)
        self.impulse = 0.0
        self.ra, self.rb = rope.arms[end], rope.arms[wheel]
        self.reach = self.a.give(self.ra) + self.b.give(self.rb)
        dx = self.b.x + self.rb[0] - self.a.x - self.ra[0]
        dy = self.b.y + self.rb[1] - self.a.y - self.ra[1]
        self.limit = min(least, math.sqrt(dx * dx + dy * dy) + _MENDS * dt)

    def close(self, dt: float) -> bool:
        self.look(dt)
        return self.excess > -0.5 * self.limit

    def look(self, dt: float) -> None:
        a, b = self.a, self.b
        ax, ay = a.ahead(self.ra[0], self.ra[1], dt)
        bx, by = b.ahead(self.rb[0], self.rb[1], dt)
        dx, dy = ax - bx, ay - by
        far = max(1e-9, math.sqrt(dx * dx + dy * dy))
        self.excess = self.limit - far
        ra = ax - a.x - a.vx * dt, ay - a.y - a.vy * dt
        rb = bx - b.x - b.vx * dt, by - b.y - b.vy * dt
        self._pull_along(dx / far, dy / far, ra, rb)


def jerk(run: RunningLink, machine: Machine) -> bool:
    """Look one step ahead at a rope that may be taut then, and at all that hang together with it.

    Returns whether this rope will be at its length.
    """
    first = _line(run, {}, machine.dt)
    first.look(machine.dt)
    if first.excess <= TOLERANCE * first.limit:
        return first.taut
    if run.settled == machine.ticks:
        return True  # with others that it hangs together with: what is left has no answer
    ropes = _together(first, machine)
    lines = [*ropes, *(knot for rope in ropes for knot in rope.knots(machine.dt))]
    _settle(lines, machine.dt)
    written: list[_Carrier] = []
    for line in lines:
        line.run.settled = machine.ticks
        if line.impulse > _LOUD and not line.run["taut"] and line in ropes:
            machine.tell("caught", line.run.b, line.impulse, line.run.a.id)
        for carrier in line.carriers:
            if carrier.jerked and carrier not in written:
                written.append(carrier)
                carrier.write()
    return True


def _settle(lines: list[_Line], dt: float) -> None:
    """Pull, round by round, until no rope will be too long.

    Ropes that leave no way out (a net that is pulled apart by its seesaws) may drive each other ever further: then
    the best round counts, which may be that of not pulling at all.
    """
    carriers = list(dict.fromkeys(carrier for line in lines for carrier in line.carriers))
    least = astray = math.inf
    best, impulses = [carrier.motion for carrier in carriers], [line.impulse for line in lines]
    for round_ in range(_ROUNDS + 1):
        for line in lines:
            line.look(dt)
        worst = max(line.excess for line in lines)
        if any(abs(carrier.w) * dt > _MOST_TURN for carrier in carriers):
            worst = max(worst, 2 * astray)
        if worst < least:
            least, best, impulses = worst, [carrier.motion for carrier in carriers], [line.impulse for line in lines]
        if all(line.excess <= TOLERANCE * line.limit for line in lines):
            break
        if round_ == 0:
            astray = _ASTRAY * worst
        if round_ == _ROUNDS or not worst <= astray:  # also when it is not a number
            break
        _pull_together(lines, dt, _SOFT if round_ == 0 else _HARD)
    for carrier, motion in zip(carriers, best, strict=True):
        carrier.motion = motion
    for line, impulse in zip(lines, impulses, strict=True):
        line.impulse = impulse


def _pull_together(lines: list[_Line], dt: float, softness: float) -> None:
    """The impulses that end all excess at once; no rope can push.

    Rope by rope, a heavy load on a light knot would take thousands of rounds: the knot has no mass to speak of,
    and each rope would hand the load back to the other.
    """
    pulling = [line for line in lines if line.impulse > 0 or line.excess > TOLERANCE * line.limit]
    while pulling:
        impulses = _solve(_couplings(pulling, softness), [line.excess / dt for line in pulling])
        slack = [line.impulse + impulse < 0 for line, impulse in zip(pulling, impulses, strict=True)]
        if not any(slack):
            for line, impulse in zip(pulling, impulses, strict=True):
                line.pull(impulse)
            return
        for line, loose in zip(pulling, slack, strict=True):
            if loose:
                line.pull(-line.impulse)
        for line in lines:
            line.look(dt)
        pulling = [line for line, loose in zip(pulling, slack, strict=True) if not loose]


def _couplings(lines: list[_Line], softness: float) -> list[dict[int, float]]:
    """For each rope: the speed (m/s) at which one N s of each other rope, by its index, draws its ends together."""
    on: dict[tuple[int, int], list[tuple[int, float, float, float]]] = {}
    rows: list[dict[int, float]] = []
    for i, line in enumerate(lines):
        row = {i: 0.0}
        for carrier, x, y, arm in line.shares():
            there = on.setdefault(carrier.key, [])
            there.append((i, x, y, arm))
            for j, other_x, other_y, other_arm in there:
                share = (x * other_x + y * other_y) * carrier.lightness + arm * other_arm * carrier.slewness
                row[j] = row.get(j, 0.0) + share
                if j != i:
                    rows[j][i] = row[j]
        row[i] = (row[i] + softness * line.reach) or 1.0
        rows.append(row)
    return rows


def _solve(rows: list[dict[int, float]], wanted: list[float]) -> list[float]:
    """Gauss's elimination on a symmetric positive matrix of few entries, each row a dict by column."""
    wanted = list(wanted)
    for i, row in enumerate(rows):
        for j in sorted(row):
            if j > i:
                factor = row[j] / row[i]
                below = rows[j]
                for k, value in row.items():
                    if k > i:
                        below[k] = below.get(k, 0.0) - factor * value
                wanted[j] -= factor * wanted[i]
    for i in reversed(range(len(rows))):
        known = sum(value * wanted[k] for k, value in rows[i].items() if k > i)
        wanted[i] = (wanted[i] - known) / rows[i][i]
    return wanted


def _line(run: RunningLink, carriers: dict[tuple[int, int], _Carrier], dt: float) -> _Line:
    """A rope with its carriers: those that are known already, and new ones, which are added to the known."""
    own = []
    for part, index in _carried_by(run):
        carrier = carriers.get((part.id, index))
        if carrier is None:
            carrier = carriers[part.id, index] = _Carrier(part, index)
        own.append(carrier)
    return _Line(run, own[0], own[1]) if run.reeving is None else _Reeved(run, tuple(own), dt)


def _carried_by(run: RunningLink) -> Sequence[tuple[Running, int]]:
    """The bodies that a rope pulls, each as its part and its index there, in the rope's order."""
    return _pulled(run, run.reeving.wheels if run.reeving is not None else ())


def _pulled(run: RunningLink, wheels: Sequence[Wheel]) -> Sequence[tuple[Running, int]]:
    return (run.a, run.port_a.body), *((wheel.run, wheel.carrier) for wheel in wheels), (run.b, run.port_b.body)


def _together(first: _Line, machine: Machine) -> list[_Line]:
    """The ropes that hang together with one by moving bodies, in id order."""
    carriers = {carrier.key: carrier for carrier in first.carriers}
    lines = {first.run.id: first}
    grew = True
    while grew:
        grew = False
        for run in machine.links.values():
            if run.id in lines or not (isinstance(run.joint, pymunk.SlideJoint) or run.reeving is not None):
                continue
            met = [carriers.get((part.id, index)) for part, index in _carried_by(run)]
            if any(carrier is not None and carrier.slewness for carrier in met):
                lines[run.id] = _line(run, carriers, machine.dt)
                grew = True
    return [lines[id_] for id_ in sorted(lines)]


class Wheel(NamedTuple):
    """A pulley's wheel on the way of a rope. `carrier` is the index of the body that takes the pull on its axle."""

    run: Running
    carrier: int
    body: pymunk.Body  # that turns with the rope
    r: float


class Reeving:
    """How a rope is laid over its wheels, and the engine's joints that carry its steady load.

    For the engine, each straight piece is a rope of its own, from rim to rim. The wheels pass the pull on from one to
    the next: they turn on their axles, and weigh little. Before each step the joints are moved to where the rope will
    touch the rims then, and each gets its share of what there is to spare; so what the rope runs on, it runs freely.
    """

    __slots__ = (
        "_ends",
        "_fixed",
        "_holding",
        "_names",
        "_run",
        "_slop",
        "_written",
        "joints",
        "least",
        "radii",
        "stops",
        "wheels",
    )

    def __init__(self, run: RunningLink, wheels: tuple[Wheel, ...]) -> None:
        self._run = run
        self.wheels = wheels
        self.radii = tuple(wheel.r for wheel in wheels)
        self._names = tuple(turn_state(k) for k in range(len(wheels)))
        self._slop = sum(self.radii) * math.pi
        bodies = [part.bodies[index] for part, index in _pulled(run, wheels)]
        places = [
            run.a.local(run.port_a.x, run.port_a.y, run.port_a.body),
            *(_axle(wheel) for wheel in wheels),
            run.b.local(run.port_b.x, run.port_b.y, run.port_b.body),
        ]
        self._ends = tuple(zip(bodies, places, strict=True))
        self._fixed = [
            (at.x, at.y) if body.body_type == body.STATIC else None
            for (body, place) in self._ends
            for at in (body.local_to_world(place),)
        ]
        points = self.now()
        self.least = tuple(  # for each end: it, the wheel next to it, and how near it can come to that one's axle
            (end, wheel, min(_STOP * self.radii[end], _apart(points[end], points[wheel])))
            for end, wheel in ((0, 1), (-1, -2))
        )
        self.joints: list[pymunk.SlideJoint] = []  # one for each straight piece
        self.stops: list[pymunk.SlideJoint] = []  # that keep its ends out of the wheels next to them
        self._holding = False
        self._written: list[tuple[float, ...]] = []

    # -- where it runs

    def now(self) -> list[Point]:
        """Where its ends and the middles of its wheels are."""
        points = []
        for (body, place), fixed in zip(self._ends, self._fixed, strict=True):
            if fixed is None:
                x, y = body.local_to_world(place)
                fixed = x, y
            points.append(fixed)
        return points

    def ahead(self, dt: float) -> list[Point]:
        """Where they will be after the next move, if straight on."""
        points = []
        for (body, place), fixed in zip(self._ends, self._fixed, strict=True):
            if fixed is None:
                (x, y), (vx, vy) = body.local_to_world(place), body.velocity_at_local_point(place)
                fixed = x + vx * dt, y + vy * dt
            points.append(fixed)
        return points

    def lay(self) -> Path:
        """Lay it over its wheels, at Start."""
        found = lay(self.now(), self.radii)
        self.keep(found)
        return found

    def path(self, points: Sequence[Point]) -> Path:
        """The way over wheels there, turned about as far as it is now."""
        run = self._run
        return path(points, self.radii, [run[name] for name in self._names])

    def keep(self, found: Path) -> None:
        """Remember how far it turns: a rope that is flung round a wheel has turned once more."""
        for name, turn in zip(self._names, found.turns, strict=True):
            self._run[name] = turn

    def surely_loose(self, points: Sequence[Point], length: float) -> bool:
        """A first look, cheap: whether it would be shorter than `length` even on its way from middle to middle."""
        total = self._slop
        for name, r in zip(self._names, self.radii, strict=True):
            total += r * abs(self._run[name])
        x, y = points[0]
        for px, py in points[1:]:
            dx, dy = px - x, py - y
            total += math.sqrt(dx * dx + dy * dy)
            x, y = px, py
        return total < length

    # -- what holds it

    def at_rest(self) -> bool:
        """Whether the engine has put to sleep what it pulls."""
        return any(body.is_sleeping for body, _ in self._ends)

    def tie(self, machine: Machine) -> None:
        """Make the joints, not holding yet; none if nothing that it pulls can move."""
        if all(fixed is not None for fixed in self._fixed):
            return
        bodies = [self._ends[0][0], *(wheel.body for wheel in self.wheels), self._ends[-1][0]]
        places = [self._ends[0][1], *((0.0, 0.0) for _ in self.wheels), self._ends[-1][1]]
        for k in range(len(bodies) - 1):
            joint = pymunk.SlideJoint(bodies[k], bodies[k + 1], places[k], places[k + 1], 0.0, _FREE)
            joint.error_bias = kept_after_a_second(1 - JOINT_RECOVERS, machine.design.world.tick_rate)
            machine.space.add(joint)
            self.joints.append(joint)
        self._written = [()] * len(self.joints)
        for end, wheel, least in self.least:
            (body, place), (carrier, axle) = self._ends[end], self._ends[wheel]
            if self._fixed[end] is None or self._fixed[wheel] is None:
                stop = pymunk.SlideJoint(body, carrier, place, axle, least, _FREE)
                machine.space.add(stop)
                self.stops.append(stop)

    def let_go(self) -> None:
        """The rope is slack: its joints hold nothing."""
        if self._holding:
            self._holding = False
            for k, joint in enumerate(self.joints):
                joint.max = _FREE
                self._written[k] = ()

    def hold(self, points: Sequence[Point], found: Path, dt: float) -> None:
        """The rope is taut: let the joints take it where it will be."""
        self._holding = True
        run = self._run
        length: float = run["length"]
        spare = (length * (1 - GIVE) - found.length) / len(self.joints)  # for each piece
        rims: list[tuple[Point | None, Point | None]] = [(None, None)]
        for wheel, off, before, after in zip(self.wheels, found.offs, found.ways, found.ways[1:], strict=False):
            c, s = cos_sin(wheel.body.angle + wheel.body.angular_velocity * dt)
            touching = (rim((0.0, 0.0), way, off) for way in (before, after))
            comes, goes = ((c * x + s * y, c * y - s * x) for x, y in touching)
            rims.append((comes, goes))
        rims.append((None, None))
        for k, joint in enumerate(self.joints):
            begin, end = rims[k][1], rims[k + 1][0]
            most = max(0.0, found.straight[k] + spare)
            wanted = (*(begin or ()), *(end or ()), most)
            known = self._written[k]
            if known and all(abs(p - q) < _SAME for p, q in zip(known, wanted, strict=True)):
                continue
            self._written[k] = wanted
            if begin is not None:
                joint.anchor_a = begin
            if end is not None:
                joint.anchor_b = end
            joint.max = most


def turn_state(k: int) -> str:
    """The name of the running number that says how far a rope turns at its `k`th wheel, in rad, to the left."""
    return f"turn {k + 1}"


def _apart(p: Point, q: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return math.sqrt(dx * dx + dy * dy)


def _axle(wheel: Wheel) -> Point:
    sheave = wheel.run.plan.sheave
    assert sheave is not None
    return wheel.run.local(sheave.x, sheave.y, wheel.carrier)


def wheel_of(run: Running) -> Wheel:
    """The wheel of a pulley's part. On a pivot its pull goes into what carries the pivot."""
    sheave = run.plan.sheave
    assert sheave is not None  # checked with the design
    carrier = next((j.a for j in run.plan.joints if j.kind == "pivot" and j.b == sheave.body), sheave.body)
    return Wheel(run, carrier, run.bodies[sheave.body], sheave.r)


def kept_after_a_second(share: float, ticks: int) -> float:
    """`share` to the power of `ticks`, by multiplication: pow is the C library's."""
    kept = 1.0
    for _ in range(ticks):
        kept *= share
    return kept
