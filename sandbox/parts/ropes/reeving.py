"""The reeving of a rope over its pulleys: where it runs, and the engine's joints that carry its steady load."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pymunk
from pymunk._chipmunk_cffi import lib

from sandbox.design.geometry import Point, cos_sin, kept_after_a_second, total
from sandbox.engine.readout import MOTION, TURNED, Numbers, asleep
from sandbox.parts.ropes.rope_path import Path, lay, path

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

GIVE = 1e-4  # of the length: so much short of it the joint takes hold, to have it while the load rests
JOINT_RECOVERS = 0.02  # of a tiny stretch, a tick: by the joint, gently, so that a hanging load can fall asleep
_FREE = 1e6  # m: a joint that long holds nothing
_STOP = 1.5  # of a wheel's radius: nearer to the axle the end of a rope can't be drawn, because of its knot
_MENDS = 1.0  # m/s at most: how fast an end comes back out of its wheel
JAMS, _FREES = 1.1, 1.3  # times as far: there the knot is wedged in, and there it is out again
_LEAST = 1e-6  # m: an end that is no farther from the axle has no direction to be wedged in by
_WOUND = 9.42  # rad: about how far a rope goes round a drum at Start, so that it never comes off in swinging about it
SAME = 1e-5  # m: the joints are left alone while the rope moves less, so that it can fall asleep
# Of a joint, by the engine's own name. Not by pymunk's properties, which take twice as long.
SET_ANCHOR_A, SET_ANCHOR_B = lib.cpSlideJointSetAnchorA, lib.cpSlideJointSetAnchorB
SET_MAX = lib.cpSlideJointSetMax

_NOWHERE = (0.0, 0.0)
# Where a joint holds its piece of rope, in the frames of its two bodies; how long, in m.
_Hold = tuple[float, float, float, float, float]


class RopeWheel(NamedTuple):
    """A pulley's wheel on the way of a rope. `carrier` is the index of the body that takes the pull on its axle."""

    run: Running
    carrier: int
    body: pymunk.Body  # that turns with the rope
    r: float


class Drum(NamedTuple):
    """A winch at an end of a rope, whose wheel is the first or the last of it: turning it winds the rope up or off."""

    wheel: RopeWheel
    turn: memoryview[float]  # rad: how far the rope turns on it, in its running states
    begun: float  # rad: its wheel's angle at Start
    winds: float  # m for each rad that it turns to the left


class _Turns:
    """The angles by which a rope turns at each wheel (rad): kept in the rope's running states, and at its ends in those
    of winches."""

    def __init__(self, views: Sequence[memoryview[float]]) -> None:
        self._views = [view[k : k + 1] for view in views for k in range(len(view))]

    def tolist(self) -> list[float]:
        return [view[0] for view in self._views]

    def __getitem__(self, k: int) -> float:
        return self._views[k][0]

    def __setitem__(self, k: int, turn: float) -> None:
        self._views[k][0] = turn


class Span(NamedTuple):
    """A rope from end to end, as the look ahead sees it: its bodies, and where in their own frames it is tied."""

    a: Numbers
    ax: float
    ay: float
    off_a: float  # m from the middle of its body
    b: Numbers
    bx: float
    by: float
    off_b: float
    length: float


class RopeData:
    """The data of one running rope: a `span`, or a `reeving`; neither if nothing that it pulls can move."""

    __slots__ = ("course", "laid", "lone", "pulled", "reeving", "settled", "span", "tied")

    def __init__(self) -> None:
        self.reeving: Reeving | None = None  # of a rope over pulleys
        self.span: Span | None = None  # of a rope without
        self.pulled: list[tuple[Running, int]] | None = None  # see `pulled`, which keeps it here
        self.settled = -1  # the tick on which its group was last solved; of use within that tick only
        self.laid = -1  # the tick on which a jerk has found out how a rope over pulleys will lie; `course` says how
        self.course: tuple[float, ...] = ()
        self.tied: dict[tuple[int, int], list[int]] | None = None  # ropes by what they pull: `rope_solver` makes it
        self.lone: Any = None  # a look ahead for how it hangs, or False; None until its first jerk


class Reeving:
    """The lay of a rope over its wheels, and the engine's joints that carry its steady load.

    For the engine, each straight piece is a rope of its own, from rim to rim. The wheels pass the pull on from one to
    the next: they turn on their axles, and weigh little. Before each step the joints are moved to where the rope will
    touch the rims then, and each gets its share of what there is to spare; so what the rope runs on, it runs freely.
    """

    __slots__ = (
        "_begun", "_drums", "_ends", "_fixed", "_run", "engines", "free", "holding", "jams",
        "joints", "least", "loose", "radii", "slop", "spins", "still", "stops", "turned", "wheels", "written",
    )  # fmt: skip

    def __init__(
        self, run: RunningLink, pulleys: tuple[RopeWheel, ...], drums: tuple[Drum | None, Drum | None] = (None, None)
    ) -> None:
        first, last = ((drum.wheel,) if drum is not None else () for drum in drums)
        self._run = run
        self.wheels = wheels = (*first, *pulleys, *last)
        self.radii = tuple(wheel.r for wheel in wheels)
        self._drums = drums
        self._begun = 0.0  # m: its length at Start
        # The pieces that only stand for what is wound up on a drum: they hold nothing.
        self.free = frozenset(k for k, drum in ((0, drums[0]), (len(wheels), drums[1])) if drum is not None)
        turns = run.numbers_from(turn_state(0), len(pulleys)) if pulleys else memoryview(b"").cast("d")
        self.turned = (
            turns
            if drums == (None, None)
            else _Turns([*(drum.turn for drum in drums[:1] if drum), turns, *(drum.turn for drum in drums[1:] if drum)])
        )  # rad, as its states say
        self.slop = total(self.radii) * math.pi  # m: of how far its turns may change in `surely_loose`
        bodies = [part.bodies[index] for part, index in pulled(run, wheels)]
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
        self.still: list[Point] = [at or _NOWHERE for at in self._fixed]  # (what moves is put in its place each time)
        self.loose: list[tuple[int, Numbers, float, float]] = [  # what can move: which end or wheel it is, and where
            (k, part.numbers[index], *place)
            for k, ((part, index), place) in enumerate(zip(pulled(run, wheels), places, strict=True))
            if self._fixed[k] is None
        ]
        self.spins = [wheel.run.numbers[wheel.run.bodies.index(wheel.body)] for wheel in wheels]
        points = self.now()
        self.least = tuple(  # for each end: it, the wheel next to it, and how near it can come to that one's axle
            (end, wheel, min(_STOP * self.radii[end], _apart(points[end], points[wheel])))
            for end, wheel in ((0, 1), (-1, -2))
        )
        self.joints: list[pymunk.SlideJoint] = []  # one for each straight piece
        self.engines: list[Any] = []  # the same by the engine's own names
        self.stops: list[pymunk.SlideJoint] = []  # that keep its ends out of the wheels next to them
        self.jams: list[pymunk.GrooveJoint | None] = [None, None]  # that hold its ends where they are wedged in
        self.holding = False
        self.written: list[_Hold | None] = []  # what each joint was told last

    # -- where it runs

    @property
    def winds(self) -> bool:
        """True if a drum winds the rope up or off."""
        return self._drums != (None, None)

    @property
    def held_by(self) -> tuple[tuple[pymunk.Body, Point], ...]:
        """The bodies that its ends and its wheels are on, in its order, and where on each."""
        return self._ends

    def now(self) -> list[Point]:
        """Return the points at which the rope's ends and the middles of its wheels are."""
        return self.ahead(0.0)

    def ahead(self, dt: float) -> list[Point]:
        """Return where the wheels will be after `dt` seconds, each moving straight on."""
        points = self.still[:]
        for k, numbers, lx, ly in self.loose:
            x, y, vx, vy, _, _, _, w, _, c, s = numbers[MOTION]
            rx, ry = c * lx - s * ly, s * lx + c * ly
            points[k] = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
        return points

    def lay(self) -> Path:
        """Lay the rope over its wheels, at Start. From a drum it comes off on the side to which that winds."""
        points, (first, last) = self.now(), self._drums
        if first is None and last is None:
            course = lay(points, self.radii)
        else:
            begin, end = int(first is not None), len(points) - int(last is not None)
            turns = list(lay(points[begin:end], self.radii[begin : end - 2]).turns)
            if first is not None:
                turns.insert(0, -math.copysign(_WOUND, first.winds))
            if last is not None:
                turns.append(math.copysign(_WOUND, last.winds))
            course = self.path_of(points, turns)
        self.keep(course)
        self._begun = course.span
        return course

    def path_of(self, points: Sequence[Point], turns: Sequence[float]) -> Path:
        """Return the way over wheels at `points`, after some rounds in which what is hardly bent finds its place."""
        course = path(points, self.radii, turns)
        for _ in range(3):
            course = path(points, self.radii, course.turns)
        return course

    def wind(self, dt: float) -> None:
        """Change the rope's length by the turning of its drums, to the length after `dt` more seconds."""
        wound = 0.0
        for drum in self._drums:
            if drum is not None:
                angle, spin = drum.wheel.run.numbers[drum.wheel.run.bodies.index(drum.wheel.body)][TURNED]
                wound += drum.winds * (angle + spin * dt - drum.begun)
        if self.free:
            self._run["length"] = self._begun + self._run.p.slack - wound

    def path(self, points: Sequence[Point]) -> Path:
        """Return the rope's way over its wheels at `points`, turned as far as it has turned at each by now."""
        return path(points, self.radii, self.turned.tolist())

    def keep(self, found: Path) -> None:
        """Remember how far the wheel turns: a rope that is flung round a wheel has turned once more."""
        for k, turn in enumerate(found.turns):
            self.turned[k] = turn

    def surely_loose(self, points: Sequence[Point], length: float) -> bool:
        """Tell cheaply whether the rope would be shorter than `length` even if it ran from middle to middle of its
        wheels."""
        if self.holding:  # it has just been taut
            return False
        most = self.slop
        for turn, r in zip(self.turned.tolist(), self.radii, strict=True):
            most += r * abs(turn)
        x, y = points[0]
        for px, py in points[1:]:
            dx, dy = px - x, py - y
            most += math.sqrt(dx * dx + dy * dy)
            x, y = px, py
        return most < length

    # -- what holds it

    def at_rest(self) -> bool:
        """Tell whether the engine has put to sleep a body that the rope pulls."""
        return any(asleep(numbers) for _, numbers, _, _ in self.loose)

    def tie(self, machine: RunningMachine) -> None:
        """Make the joints, not holding yet; none if nothing that it pulls can give way."""
        if not self.free and all(body.body_type != pymunk.Body.DYNAMIC for body, _ in self._ends):
            return
        bodies = [self._ends[0][0], *(wheel.body for wheel in self.wheels), self._ends[-1][0]]
        places = [self._ends[0][1], *((0.0, 0.0) for _ in self.wheels), self._ends[-1][1]]
        for k in range(len(bodies) - 1):
            joint = pymunk.SlideJoint(bodies[k], bodies[k + 1], places[k], places[k + 1], 0.0, _FREE)
            joint.error_bias = kept_after_a_second(1 - JOINT_RECOVERS, machine.world.tick_rate)
            machine.add_joints(self._run, joint)
            self.joints.append(joint)
            self.engines.append(joint._constraint)
        self.written = [None] * len(self.joints)
        for end, wheel, least in self.least:
            (body, place), (carrier, axle) = self._ends[end], self._ends[wheel]
            if self._give(end, wheel):
                stop = pymunk.SlideJoint(body, carrier, place, axle, least, _FREE)
                stop.max_bias = _MENDS
                machine.add_joints(self._run, stop)
                self.stops.append(stop)

    def jam(self, points: Sequence[Point], taut: bool, machine: RunningMachine) -> None:
        """Wedge an end that is drawn up to its wheel in the block: it can go back, but not round the wheel."""
        for k, (end, wheel, least) in enumerate(self.least):
            jam = self.jams[k]
            (x, y), (ax, ay) = points[end], points[wheel]
            dx, dy, near = ax - x, ay - y, JAMS * least
            if jam is None and dx * dx + dy * dy >= near * near:
                continue
            far = math.sqrt(dx * dx + dy * dy)
            if jam is not None and (not taut or far > _FREES * least):
                machine.remove_joints(self._run, jam)
                self.jams[k] = None
            elif jam is None and taut and far < JAMS * least and self._fixed[end] is None and self._give(end, wheel):
                points_now = self.now()
                if max(far, _LEAST) <= _apart(points_now[end], points_now[wheel]):
                    self.jams[k] = wedged = self._wedge(points_now[end], end, wheel)
                    machine.add_joints(self._run, wedged)
                    self._run.joints[:] = self.constraints()  # they leave the engine in this order

    def _give(self, end: int, wheel: int) -> bool:
        """Tell whether an end or the wheel next to it gives way to a push; the engine takes no joint between others."""
        return any(self._ends[k][0].body_type == pymunk.Body.DYNAMIC for k in (end, wheel))

    def _wedge(self, at: Point, end: int, wheel: int) -> pymunk.GrooveJoint:
        (body, place), (carrier, axle) = self._ends[end], self._ends[wheel]
        x, y = carrier.world_to_local(at)
        dx, dy = x - axle[0], y - axle[1]
        near, far = (axle[0] + dx / 2, axle[1] + dy / 2), (axle[0] + 3 * dx, axle[1] + 3 * dy)
        groove = pymunk.GrooveJoint(carrier, body, near, far, place)
        groove.max_bias = _MENDS
        return groove

    def constraints(self) -> list[pymunk.Constraint]:
        """Return all joints of the rope, in the order in which they leave the engine."""
        return [*self.joints, *self.stops, *(jam for jam in self.jams if jam is not None)]

    def let_go(self) -> None:
        """Let the joints hold nothing, because the rope is slack."""
        if self.holding:
            self.holding = False
            for k, joint in enumerate(self.joints):
                joint.max = _FREE
                self.written[k] = None

    def hold(self, points: Sequence[Point], found: Path, dt: float) -> None:
        """Let the joints hold the taut rope where it will be after `dt` seconds."""
        self.holding = True
        run = self._run
        length: float = run["length"]
        spare = (length * (1 - GIVE) - found.span) / (len(self.joints) - len(self.free))  # for each piece that holds
        ways, straight, offs, written, last = found.ways, found.straight, found.offs, self.written, len(self.wheels)
        px = py = 0.0  # where a piece begins: on a wheel, in the wheel's own frame
        for k, joint in enumerate(self.engines):
            qx = qy = nx = ny = 0.0
            if k < last:  # where it ends on the next wheel, and where the rope leaves that one
                angle, spin = self.spins[k][TURNED]
                c, s = cos_sin(angle + spin * dt)
                off, (x, y) = offs[k], ways[k]
                x, y = off * y, -off * x
                qx, qy = c * x + s * y, c * y - s * x
                x, y = ways[k + 1]
                x, y = off * y, -off * x
                nx, ny = c * x + s * y, c * y - s * x
            most = max(0.0, straight[k] + spare)
            hold = written[k]
            if k not in self.free and (hold is None or differ(hold, px, py, qx, qy, most)):
                written[k] = px, py, qx, qy, most
                if k > 0:
                    SET_ANCHOR_A(joint, (px, py))
                if k < last:
                    SET_ANCHOR_B(joint, (qx, qy))
                SET_MAX(joint, most)
            px, py = nx, ny


def differ(known: _Hold, px: float, py: float, qx: float, qy: float, most: float) -> bool:
    """Tell whether a joint would hold its piece of rope noticeably elsewhere, or longer or shorter."""
    was_px, was_py, was_qx, was_qy, was_most = known
    return not (
        -SAME < was_px - px < SAME
        and -SAME < was_py - py < SAME
        and -SAME < was_qx - qx < SAME
        and -SAME < was_qy - qy < SAME
        and -SAME < was_most - most < SAME
    )


def pulled(run: RunningLink, wheels: Sequence[RopeWheel] | None = None) -> list[tuple[Running, int]]:
    """Return the bodies that a rope pulls, each as its part and its index there, in the rope's order."""
    if wheels is not None:
        middle = [(wheel.run, wheel.carrier) for wheel in wheels]
        return [(run.a, run.port_a.body), *middle, (run.b, run.port_b.body)]
    data = run.data
    if not isinstance(data, RopeData):
        return pulled(run, ())
    if data.pulled is None:
        data.pulled = pulled(run, data.reeving.wheels if data.reeving is not None else ())
    return data.pulled


def reeving_of(run: RunningLink) -> Reeving | None:
    """Return how a link is laid over its pulleys; None if it runs over none."""
    return run.data.reeving if isinstance(run.data, RopeData) else None


def turn_state(k: int) -> str:
    """Return the name of the running number that says how far a rope turns at its `k`th wheel, in rad, to the left."""
    return f"turn {k + 1}"


def _apart(p: Point, q: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return math.sqrt(dx * dx + dy * dy)


def _axle(wheel: RopeWheel) -> Point:
    sheave = wheel.run.plan.sheave
    assert sheave is not None
    return wheel.run.local(sheave.x, sheave.y, wheel.carrier)


def wheel_of(run: Running) -> RopeWheel:
    """Return the wheel of a pulley. The pull on a wheel with a pivot goes into the body that carries the pivot."""
    sheave = run.plan.sheave
    assert sheave is not None  # checked with the design
    carrier = next((j.a for j in run.plan.joints if j.kind == "pivot" and j.b == sheave.body), sheave.body)
    return RopeWheel(run, carrier, run.bodies[sheave.body], sheave.r)
