"""The equations of the look ahead of ropes: one line for each rope, and the bodies that it pulls, in plain numbers.

A rope from end to end pulls two bodies; one over pulleys pulls the axle of each wheel, too, both ways along the rope.
The wheels themselves turn without a part in this: a rope runs over them with the same pull on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sandbox.design.geometry import Point, total
from sandbox.engine.engine import set_motion
from sandbox.engine.readout import INERTIA_TO_SPIN
from sandbox.parts.kind import Joint
from sandbox.parts.ropes.reeving import GIVE, pulled, reeving_of
from sandbox.parts.ropes.rope_path import Path

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink

RECOVERS = 0.2  # of a stretch beyond the length, a tick: by the look ahead
HELD = 0.99  # of the length: from there on a rope counts as taut already
MOST_TURN = 3.0  # rad in one step: what spins faster is nowhere in particular
MENDS = 1.0  # m/s at most: how fast a rope over pulleys comes back to its length
# Of solving, in `rope_solver`, `rope_group` and `swing`:
TOLERANCE = 1e-5  # of the length
CURVE = 0.002  # m: what a turning end may be off a straight line in one step
ROUNDS = 6  # of solving for the ropes that hang together: they turn the bodies that they pull
ASTRAY = 4.0  # times the excess before the first round: a solution that is this bad is none
# Ropes side by side, in one line between two fixed points, or in line with the lever that they pull, have no single
# answer, or one beyond all measure. A rope that gives way a little to its own pull has: by this share of how far it
# could move its ends if it pulled them the best way; more so in the first round, less while the rest is settled.
SOFT, HARD = 1e-2, 1e-3
LOUD = 0.5  # N s: a jerk that can be heard
Motion = tuple[float, float, float]  # velocity and spin
Share = tuple["Carrier", float, float, float]


class Carrier:
    """A body that ropes are tied to, in plain numbers, as the look ahead moves it.

    `x, y` is the point that it turns about: its centre of mass, or the pivot by which its part hangs on something
    fixed (a seesaw's plank), which has no velocity to lose.
    """

    __slots__ = ("arm", "body", "jerked", "key", "lightness", "slewness", "vx", "vy", "w", "x", "y")
    lightness: float  # inverse mass and inverse moment of inertia: what cannot move has 0
    slewness: float

    def __init__(self, run: Running, index: int) -> None:
        self.body = run.bodies[index]
        numbers = run.numbers[index]
        self.key = (run.id, index)
        self.jerked = False
        self.arm: tuple[float, float] | None = None  # from the pivot to the centre of mass
        mass, self.lightness, moment, self.slewness, _, _, self.x, self.y, self.vx, self.vy, _, _, _, self.w = numbers[
            INERTIA_TO_SPIN
        ]
        if not (self.lightness and run.plan.joints):
            return
        for joint in pivots_of(run, index):
            px, py = run.world(joint.x, joint.y, joint.a)
            self.arm = dx, dy = self.x - px, self.y - py
            self.x, self.y, self.vx, self.vy, self.lightness = px, py, 0.0, 0.0, 0.0
            self.slewness = 1.0 / (moment + mass * (dx * dx + dy * dy))

    def give(self, arm: Point) -> float:
        """Return the most speed (m/s) that one N s can give to a point, whichever way it pulls."""
        return self.lightness + (arm[0] * arm[0] + arm[1] * arm[1]) * self.slewness

    def ahead(self, rx: float, ry: float, dt: float) -> tuple[float, float]:
        """Return where a point at (rx, ry) from `x, y` will be after the next move."""
        turn = self.w * dt
        if not turn <= MOST_TURN:  # or not a number
            turn = MOST_TURN
        elif turn < -MOST_TURN:
            turn = -MOST_TURN
        square = turn * turn
        c = 1 - square / 2 * (
            1 - square / 12 * (1 - square / 30)
        )  # cosine and sine, exact for all but the wildest spin
        s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
        return self.x + self.vx * dt + c * rx - s * ry, self.y + self.vy * dt + c * ry + s * rx

    @property
    def motion(self) -> Motion:
        return self.vx, self.vy, self.w

    @motion.setter
    def motion(self, motion: Motion) -> None:
        self.vx, self.vy, self.w = motion

    def write(self) -> None:
        """Hand the new velocities to the engine."""
        if self.arm is not None:
            self.vx, self.vy = -self.w * self.arm[1], self.w * self.arm[0]
        if self.slewness:
            set_motion(self.body, self.vx, self.vy, self.w)


class RopeLine:
    """A rope between two carriers, in plain numbers; `look` works out all but the first four."""

    __slots__ = (
        "_near", "a", "arm_a", "arm_b", "b", "carriers", "excess", "held", "impulse", "limit", "nx", "ny", "ra", "rb",
        "reach", "run", "taut",
    )  # fmt: skip

    def __init__(self, run: RunningLink, a: Carrier, b: Carrier) -> None:
        self.run, self.a, self.b = run, a, b
        self.carriers: tuple[Carrier, ...] = (a, b)
        self.impulse = 0.0  # N s, all that this look ahead has pulled
        ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
        bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
        self.ra, self.rb = (ax - a.x, ay - a.y), (bx - b.x, by - b.y)
        self.reach = a.give(self.ra) + b.give(self.rb)
        length: float = run["length"]
        dx, dy = bx - ax, by - ay
        far = math.sqrt(dx * dx + dy * dy)
        self.limit = length_limit(far, length)
        self._near = (1 - 2 * GIVE) * length
        self.held = far > HELD * length
        if self.held:
            self._pull_along(dx / far, dy / far, self.ra, self.rb)

    def look(self, dt: float) -> None:
        """Find where the next move takes the ends: too far apart by `excess`, to be pulled together along (nx, ny).

        A rope that is taut now pulls first along itself, as it lies: so a swing keeps its energy. What that leaves,
        and what will be taut only then, is pulled along the rope as it will lie: that always comes to an end.
        """
        a, b = self.a, self.b
        ax, ay = a.ahead(self.ra[0], self.ra[1], dt)
        bx, by = b.ahead(self.rb[0], self.rb[1], dt)
        dx, dy = bx - ax, by - ay
        far = max(1e-9, math.sqrt(dx * dx + dy * dy))
        self.excess = far - self.limit
        self.taut = far > self._near
        if not self.held or self.impulse > 0:
            self.nx, self.ny = nx, ny = dx / far, dy / far
            self.arm_a = (ax - a.x - a.vx * dt) * ny - (ay - a.y - a.vy * dt) * nx
            self.arm_b = (bx - b.x - b.vx * dt) * ny - (by - b.y - b.vy * dt) * nx

    def _pull_along(self, nx: float, ny: float, ra: Point, rb: Point) -> None:
        self.nx, self.ny = nx, ny
        # How far the pull goes past the points that the carriers turn about, which is where it turns them.
        self.arm_a = ra[0] * ny - ra[1] * nx
        self.arm_b = rb[0] * ny - rb[1] * nx

    def shares(self) -> Sequence[Share]:
        """Return the effect of one N s of this rope: each carrier, and its part of the direction and of the turn."""
        return (self.a, self.nx, self.ny, self.arm_a), (self.b, -self.nx, -self.ny, -self.arm_b)

    def knots(self, dt: float) -> list[RopeLine]:
        """Return the knots that have to be solved together with the line."""
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


class ReevedLine(RopeLine):
    """A rope that runs over pulleys: each wheel's carrier is pulled along both pieces that meet there, at the axle."""

    __slots__ = ("_pulls", "arms")

    def __init__(self, run: RunningLink, carriers: tuple[Carrier, ...], dt: float) -> None:
        reeving = reeving_of(run)
        assert reeving is not None
        self.run, self.a, self.b = run, carriers[0], carriers[-1]
        self.carriers = carriers
        self.impulse = 0.0
        points = reeving.now()
        self.arms = tuple((x - carrier.x, y - carrier.y) for carrier, (x, y) in zip(carriers, points, strict=True))
        gives = [carrier.give(arm) for carrier, arm in zip(carriers, self.arms, strict=True)]
        self.reach = gives[0] + gives[-1] + 4 * total(gives[1:-1])
        length: float = run["length"]
        course = reeving.path(points)
        over = max(0.0, course.span - length)
        self.limit = length + max((1 - RECOVERS) * over, over - MENDS * dt)
        self.held = course.span > HELD * length
        self._pulls: list[Share] = []
        if self.held:
            self._pull(course, self.arms)

    def look(self, dt: float) -> None:
        """Find where the next move takes its length; see `RopeLine.look`."""
        reeving = reeving_of(self.run)
        assert reeving is not None
        points = [carrier.ahead(rx, ry, dt) for carrier, (rx, ry) in zip(self.carriers, self.arms, strict=True)]
        course = reeving.path(points)
        self.excess = course.span - self.limit
        self.taut = course.span > (1 - 2 * GIVE) * self.run["length"]
        if not self.held or self.impulse > 0:
            arms = [
                (x - carrier.x - carrier.vx * dt, y - carrier.y - carrier.vy * dt)
                for carrier, (x, y) in zip(self.carriers, points, strict=True)
            ]
            self._pull(course, arms)

    def _pull(self, found: Path, arms: Sequence[Point]) -> None:
        """Sum up one share for each carrier, which the rope may pass more than once (a block with the rope's end)."""
        shares: dict[tuple[int, int], Share] = {}
        ways = ((0.0, 0.0), *found.ways, (0.0, 0.0))
        pulls = [(nx - bx, ny - by) for (bx, by), (nx, ny) in pairwise(ways)]
        for carrier, (rx, ry), (x, y) in zip(self.carriers, arms, pulls, strict=True):
            _, sx, sy, arm = shares.get(carrier.key, (carrier, 0.0, 0.0, 0.0))
            shares[carrier.key] = carrier, sx + x, sy + y, arm + rx * y - ry * x
        self._pulls = list(shares.values())

    def shares(self) -> Sequence[Share]:
        return self._pulls

    def knots(self, dt: float) -> list[RopeLine]:
        """Return the knots at its ends that are about to run into the wheels next to them."""
        reeving = reeving_of(self.run)
        assert reeving is not None
        knots = (KnotLine(self, end, wheel, least, dt) for end, wheel, least in reeving.least)
        return [knot for knot in knots if knot.close(dt)]


class KnotLine(RopeLine):
    """The end of a rope that is drawn up to a wheel: the two are pushed apart, not pulled together."""

    def __init__(self, rope: ReevedLine, end: int, wheel: int, least: float, dt: float) -> None:
        self.run, self.a, self.b = rope.run, rope.carriers[end], rope.carriers[wheel]
        self.carriers = (self.a, self.b)
        self.impulse = 0.0
        self.ra, self.rb = rope.arms[end], rope.arms[wheel]
        self.reach = self.a.give(self.ra) + self.b.give(self.rb)
        dx = self.b.x + self.rb[0] - self.a.x - self.ra[0]
        dy = self.b.y + self.rb[1] - self.a.y - self.ra[1]
        self.limit = min(least, math.sqrt(dx * dx + dy * dy) + MENDS * dt)

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


def pivots_of(run: Running, index: int) -> Iterator[Joint]:
    """Yield the pivots by which a body of a part hangs on something fixed."""
    for joint in run.plan.joints:
        if joint.kind == "pivot" and joint.b == index and run.plan.bodies[joint.a].kind == "static":
            yield joint


def hangs_on_pivot(run: Running, index: int) -> bool:
    """Tell whether a body of a part hangs on something fixed by a pivot."""
    return any(True for _ in pivots_of(run, index))


def length_limit(far: float, length: float) -> float:
    """Return the length in m that a rope that is `far` long may have after the next move.

    What is too long already comes back little by little: all at once it would be shot back.
    """
    return length + (1 - RECOVERS) * (far - length) if far > length else length


def line_of(run: RunningLink, carriers: dict[tuple[int, int], Carrier], dt: float) -> RopeLine:
    """Make the line of a rope, with its carriers from `carriers`; new ones are added there."""
    pulled_carriers = []
    for part, index in pulled(run):
        carrier = carriers.get((part.id, index))
        if carrier is None:
            carrier = carriers[part.id, index] = Carrier(part, index)
        pulled_carriers.append(carrier)
    return (
        RopeLine(run, pulled_carriers[0], pulled_carriers[1])
        if reeving_of(run) is None
        else ReevedLine(run, tuple(pulled_carriers), dt)
    )
