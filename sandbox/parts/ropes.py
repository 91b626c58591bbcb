"""Ropes, and what they are tied to.

A rope is a greatest distance between two points. The engine's own joint sees that a rope is too long only after
the bodies have moved, which for a ball at 8 m/s is 33 mm too late. So each rope looks one step ahead: a step
begins by moving everything with the velocities that the last one left, and if that would take the ends too far
apart, the excess velocity is taken out first, as an inelastic jerk along the rope. On a swing the same act bends
the path onto the circle without loss (what it adds towards the centre, the joint takes off again a step later).
Ropes that hang together by loose bodies are solved together. The joint carries the steady load, with contacts and
pivots. What is left of a stretch comes from contacts that push bodies out of one another: about a millimetre.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.parts.base import Blueprint, Body, Circle, Kind, LinkKind, Look, Point, Port, Property, Shape
from sandbox.parts.outlines import TURN, arc, band, slab

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running, RunningLink

SHORTEST = 0.02  # m: two ports may lie in one place at Start
_GIVE = 1e-4  # of the length: so much short of it the joint takes hold, to have it while the load rests
_JOINT_RECOVERS = 0.02  # of a tiny stretch, a tick: by the joint, gently, so that a hanging load can fall asleep
_RECOVERS = 0.2  # of a stretch beyond the length, a tick: by the look ahead
_HELD = 0.99  # of the length: from there on a rope counts as taut already
_TOLERANCE = 1e-5  # of the length
_CURVE = 0.002  # m: what a turning end may be off a straight line in one step
_ROUNDS = 6  # of solving for the ropes that hang together: they turn the bodies that they pull
_ASTRAY = 4.0  # times the excess before the first round: a solution that is this bad is none
# Ropes side by side, in one line between two fixed points, or in line with the lever that they pull, have no single
# answer, or one beyond all measure. A rope that gives way a little to its own pull has: by this share of how far it
# could move its ends if it pulled them the best way; more so in the first round, less while the rest is settled.
_SOFT, _HARD = 1e-2, 1e-3
_MOST_TURN = 3.0  # rad in one step: what spins faster is nowhere in particular
_LOUD = 0.5  # N s: a jerk that can be heard

_Motion = tuple[float, float, float]  # velocity and spin


class Anchor(Kind):
    name = "anchor"
    title = "Anchor"
    help = "A hook on the wall behind, for ropes. Nothing bumps into it."
    source = "A fixed point."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        steel = Look("metal", (150, 158, 170))
        hook = band(((0.0, 0.044), (0.0, 0.026), *arc(0.02, TURN / 4, -TURN / 2 + 0.6, 14)), 0.011)
        shapes = (
            Shape(slab(0.074, 0.022, 0.0, 0.054, 0.005), steel, collides=False),
            Shape(hook, Look("metal", (196, 202, 210), outline=1.0), collides=False),
            Shape(Circle(0.005, -0.025, 0.054), Look("metal", (84, 90, 100), outline=0.0), collides=False),
            Shape(Circle(0.005, 0.025, 0.054), Look("metal", (84, 90, 100), outline=0.0), collides=False),
        )
        return Blueprint((Body("static"),), shapes, (Port("hook", 0.0, -0.017, "rope", title="Hook"),))


class Rope(LinkKind):
    """States: `length` (m), and `taut` (1 when it was stretched to its length in this tick)."""

    name = "rope"
    title = "Rope"
    help = (
        "Holds two points together: they can come closer but not farther apart than they are at Start, plus the "
        "slack. It never breaks, and passes behind everything."
    )
    source = (
        "A climbing rope for body and load gives 2 % at most (EN 1891 allows 5): so does this one, in the worst jerk."
    )
    ends = ("rope", "rope")
    properties = (
        Property("slack", "Slack", 0.0, "m", 0.0, 10.0, 0.05, help="Longer than its ends are apart at Start"),
    )
    states = ("length", "taut")
    look = Look("cloth", (196, 160, 110))
    cues = {"caught": "twang"}
    cuttable = True

    def start(self, run: RunningLink, machine: Machine) -> None:
        ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
        bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
        run["length"] = length = max(SHORTEST, math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) + run.p.slack)
        a, b = run.a.bodies[run.port_a.body], run.b.bodies[run.port_b.body]
        if a.body_type != a.DYNAMIC and b.body_type != b.DYNAMIC:
            return  # between two fixed points there is nothing to hold
        anchor_a = run.a.local(run.port_a.x, run.port_a.y, run.port_a.body)
        anchor_b = run.b.local(run.port_b.x, run.port_b.y, run.port_b.body)
        joint = pymunk.SlideJoint(a, b, anchor_a, anchor_b, 0.0, length * (1 - _GIVE))
        joint.error_bias = kept_after_a_second(1 - _JOINT_RECOVERS, machine.design.world.tick_rate)
        machine.space.add(joint)
        run.joint = joint

    def act(self, run: RunningLink, machine: Machine) -> None:
        joint = run.joint
        if not isinstance(joint, pymunk.SlideJoint):
            return
        a, b = joint.a, joint.b
        if a.is_sleeping or b.is_sleeping:
            return
        # A first look, cheap: both ends straight on for one step. Most ropes hang loose, and are done here.
        (ax, ay), (bx, by) = a.local_to_world(joint.anchor_a), b.local_to_world(joint.anchor_b)
        (avx, avy), (bvx, bvy) = a.velocity_at_local_point(joint.anchor_a), b.velocity_at_local_point(joint.anchor_b)
        dx, dy = bx - ax + (bvx - avx) * machine.dt, by - ay + (bvy - avy) * machine.dt
        near = run["length"] * (1 - 2 * _GIVE) - _CURVE
        taut = 0.0
        if near <= 0 or dx * dx + dy * dy > near * near:
            taut = float(_jerk(run, machine))
        if taut != run["taut"]:
            run["taut"] = taut


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
        self.taut = far > (1 - 2 * _GIVE) * self.run["length"]
        if not self.held or self.impulse > 0:
            ra = ax - a.x - a.vx * dt, ay - a.y - a.vy * dt
            rb = bx - b.x - b.vx * dt, by - b.y - b.vy * dt
            self._pull_along(dx / far, dy / far, ra, rb)

    def _pull_along(self, nx: float, ny: float, ra: Point, rb: Point) -> None:
        self.nx, self.ny = nx, ny
        # How far the pull goes past the points that the carriers turn about, which is where it turns them.
        self.arm_a = ra[0] * ny - ra[1] * nx
        self.arm_b = rb[0] * ny - rb[1] * nx

    def shares(self) -> tuple[tuple[_Carrier, float, float, float], ...]:
        """What one N s of this rope does: each carrier, and its part of the direction and of the turn."""
        return (self.a, self.nx, self.ny, self.arm_a), (self.b, -self.nx, -self.ny, -self.arm_b)

    def pull(self, impulse: float) -> None:
        if impulse == 0:
            return  # and leave the bodies unwritten
        self.impulse += impulse
        for carrier, x, y, arm in self.shares():
            carrier.vx += impulse * x * carrier.lightness
            carrier.vy += impulse * y * carrier.lightness
            carrier.w += impulse * arm * carrier.slewness
            carrier.jerked = True


def _jerk(run: RunningLink, machine: Machine) -> bool:
    """Look one step ahead at a rope that may be taut then, and at all that hang together with it.

    Returns whether this rope will be at its length.
    """
    first = _Line(run, _Carrier(run.a, run.port_a.body), _Carrier(run.b, run.port_b.body))
    first.look(machine.dt)
    if first.excess <= _TOLERANCE * first.limit:
        return first.taut
    if run.settled == machine.ticks:
        return True  # with others that it hangs together with: what is left has no answer
    lines = _together(first, machine)
    _settle(lines, machine.dt)
    written: list[_Carrier] = []
    for line in lines:
        line.run.settled = machine.ticks
        if line.impulse > _LOUD and not line.run["taut"]:
            machine.tell("caught", line.run.b, line.impulse, line.run.a.id)
        for carrier in (line.a, line.b):
            if carrier.jerked and carrier not in written:
                written.append(carrier)
                carrier.write()
    return True


def _settle(lines: list[_Line], dt: float) -> None:
    """Pull, round by round, until no rope will be too long.

    Ropes that leave no way out (a net that is pulled apart by its seesaws) may drive each other ever further: then
    the best round counts, which may be that of not pulling at all.
    """
    carriers = list(dict.fromkeys(carrier for line in lines for carrier in (line.a, line.b)))
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
        if all(line.excess <= _TOLERANCE * line.limit for line in lines):
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
    pulling = [line for line in lines if line.impulse > 0 or line.excess > _TOLERANCE * line.limit]
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


def _together(first: _Line, machine: Machine) -> list[_Line]:
    """The ropes that hang together with one by moving bodies, in id order."""
    carriers = {first.a.key: first.a, first.b.key: first.b}
    lines = {first.run.id: first}
    grew = True
    while grew:
        grew = False
        for run in machine.links.values():
            if run.id in lines or not isinstance(run.joint, pymunk.SlideJoint):
                continue
            ends = (run.a, run.port_a.body), (run.b, run.port_b.body)
            met = [carriers.get((part.id, body)) for part, body in ends]
            if any(carrier is not None and carrier.slewness for carrier in met):
                a, b = (
                    carriers.setdefault((part.id, body), carrier or _Carrier(part, body))
                    for carrier, (part, body) in zip(met, ends, strict=True)
                )
                lines[run.id] = _Line(run, a, b)
                grew = True
    return [lines[id_] for id_ in sorted(lines)]


def kept_after_a_second(share: float, ticks: int) -> float:
    """`share` to the power of `ticks`, by multiplication: pow is the C library's."""
    kept = 1.0
    for _ in range(ticks):
        kept *= share
    return kept


KINDS: tuple[Kind, ...] = (Anchor(),)
LINKS: tuple[LinkKind, ...] = (Rope(),)
