"""The family of joints: links that hold two points together in other ways than a rope."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import push_at
from sandbox.engine.readout import MOTION, Numbers, asleep
from sandbox.parts.drawing import TURN
from sandbox.parts.joints.blades import Scissors, Shears
from sandbox.parts.joints.hinges import Hinge, Slider, add_stiff
from sandbox.parts.kind import Kind, LinkKind, Look, Point, Property
from sandbox.parts.ropes.ropes import SHORTEST

if TYPE_CHECKING:
    from sandbox.parts.world import RunningLink, RunningMachine

_STIFFEST = 0.25  # stiffness * dt^2 / mass that a spring has at most: the engine's steps stay well below the swing's
_CREEP = 0.0005  # m/s: a spring that changes its length faster than this is not at rest
_CREEP_LOOKS = 8  # ticks from one look at that to the next: only after many does the engine take it for rest
_BUMP = Property("bump", "Bump each other", False, help="Else the two parts pass through each other")


class Rod(LinkKind):
    """States: `length` (m). One that is hardly longer than its own eyes is a pin through both parts."""

    name = "rod"
    title = "Link rod"
    price = 3
    synonyms = "bar, stick, connecting rod"
    help = (
        "Holds two points at the distance that they have at Start: it pulls like a rope and pushes too, and turns "
        "freely at both ends. Nothing bumps into it."
    )
    source = "A rod without mass: light steel tube against the loads of this world."
    ends = ("rope", "rope")
    properties = (msgspec.structs.replace(_BUMP, default=True),)
    states = ("length",)
    radius = 0.009
    look = Look("metal", (158, 166, 178))

    def lets_pass(self, p: SimpleNamespace) -> bool:
        return not p.bump

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        at, _, length = run.ends()
        run["length"] = length
        bodies = _bodies(run)
        if bodies is None:
            return
        joint: pymunk.Constraint
        if length < SHORTEST:
            joint = _pin(*bodies, at)
        else:
            joint = pymunk.PinJoint(*bodies, *_anchors(run))
            joint.distance = length
        joint.collide_bodies = run.p.bump
        add_stiff(run, machine, joint)


class Spring(LinkKind):
    """The engine's steps can't follow a light thing on a stiff spring: there it is as stiff as they can follow."""

    name = "spring"
    title = "Spring"
    price = 4
    synonyms = "coil, elastic, bungee"
    help = (
        "Pulls two points together when they are too far apart, and pushes when they are too close. "
        "What hangs from it swings, the slower the heavier."
    )
    source = "Hooke's law, and a damper beside it. TBE's springs have 320 N/m; a door's has some 500, a pen's 200."
    ends = ("rope", "rope")
    properties = (
        Property("stiffness", "Stiffness", 320.0, "N/m", 1.0, 20000.0, 10.0),
        Property("damping", "Damping", 2.0, "N s/m", 0.0, 2000.0, 0.5, help="0: it swings for ever"),
        Property("offset", "Rest length", 0.0, "m", -2.0, 2.0, 0.01, help="Beyond how far its ends are apart at Start"),
    )
    radius = 0.024
    look = Look("coil", (168, 178, 194))

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        anchors = _anchors(run)
        rest = max(0.0, run.ends()[2] + run.p.offset)
        stiffness = self._stiffness(run, bodies, machine)
        run.data = pymunk.DampedSpring(*bodies, *anchors, rest, stiffness, run.p.damping)
        machine.add_joints(run, run.data)

    def retimed(self, run: RunningLink, machine: RunningMachine) -> None:
        joint: pymunk.DampedSpring | None = run.data
        if joint is not None:
            stiffness = self._stiffness(run, (joint.a, joint.b), machine)
            if stiffness != joint.stiffness:  # writing it wakes both
                joint.stiffness = stiffness

    def _stiffness(self, run: RunningLink, bodies: tuple[pymunk.Body, pymunk.Body], machine: RunningMachine) -> float:
        give = 0.0  # m/s that one N s between the ends can give
        for body, (x, y) in zip(bodies, _anchors(run), strict=True):
            if body.body_type == body.DYNAMIC:
                give += 1.0 / body.mass + (x * x + y * y) / body.moment
        return float(min(run.p.stiffness, _STIFFEST / (give * machine.dt * machine.dt)))

    def act(self, run: RunningLink, machine: RunningMachine) -> None:
        if machine.ticks % _CREEP_LOOKS and machine.dt == machine.tick_length:
            return
        joint: pymunk.DampedSpring | None = run.data
        a, b = run.a.numbers[run.port_a.body], run.b.numbers[run.port_b.body]
        if joint is None or asleep(a) or asleep(b):
            return
        # The engine takes what moves at less than 4 cm/s for rest, and would let a load fall asleep well off its place.
        (ax, ay, avx, avy), (bx, by, bvx, bvy) = _end(a, joint.anchor_a), _end(b, joint.anchor_b)
        dx, dy = bx - ax, by - ay
        closing = (bvx - avx) * dx + (bvy - avy) * dy  # times the length
        if closing * closing > _CREEP * _CREEP * (dx * dx + dy * dy):
            joint.activate_bodies()


def _end(body: Numbers, anchor: Point) -> tuple[float, float, float, float]:
    """Return where a point of a body's own frame is in the world, and its velocity."""
    (x, y), (ox, oy, vx, vy, _, _, _, spin, _, c, s) = anchor, body[MOTION]
    x, y = c * x - s * y, s * x + c * y
    return ox + x, oy + y, vx - spin * y, vy + spin * x


class Glue(LinkKind):
    name = "glue"
    title = "Glue"
    price = 2
    synonyms = "weld, fix, stick together"
    help = (
        "Makes one piece of two parts, as they lie to each other at Start. They need not push each other either, so "
        "that glued parts may overlap. What is glued to a hook stays where it is."
    )
    source = "Wood glue holds about 10 N/mm^2: a spot of 1 cm^2 carries 100 kg, more than anything here weighs."
    ends = ("rope", "rope")
    properties = (_BUMP,)
    radius = 0.011
    look = Look("rubber", (240, 196, 92))

    def lets_pass(self, p: SimpleNamespace) -> bool:
        return not p.bump

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        (ax, ay), (bx, by), _ = run.ends()
        a, b = bodies
        place = _pin(a, b, ((ax + bx) / 2, (ay + by) / 2))
        angle = pymunk.GearJoint(a, b, b.angle - a.angle, 1.0)
        place.collide_bodies = angle.collide_bodies = run.p.bump
        add_stiff(run, machine, place, angle)


class Pin(LinkKind):
    name = "pin"
    title = "Pin"
    price = 2
    synonyms = "axle, pivot, joint"
    help = (
        "Joins two parts so that they turn about one point, half way between its ends. With a motor the part that it "
        "was drawn from turns against the other one; at speed 0 that is a brake."
    )
    source = "A bolt of 8 mm through both parts, without friction. A geared motor of 100 W gives some 20 N m."
    ends = ("rope", "rope")
    properties = (
        Property("motor", "Motor", False, help="Without one it turns freely"),
        Property("speed", "Speed", 90.0, "°/s", -3600.0, 3600.0, 10.0, help="Counter-clockwise; negative: clockwise"),
        Property("torque", "Torque", 20.0, "N m", 0.01, 10000.0, 1.0, help="At most: what is heavier stops it"),
        _BUMP,
    )
    radius = 0.012
    look = Look("rubber", (150, 158, 170))

    def lets_pass(self, p: SimpleNamespace) -> bool:
        return not p.bump

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        (ax, ay), (bx, by), _ = run.ends()
        pivot = _pin(*bodies, ((ax + bx) / 2, (ay + by) / 2))
        pivot.collide_bodies = run.p.bump
        add_stiff(run, machine, pivot)
        if run.p.motor:
            motor = pymunk.SimpleMotor(*bodies, run.p.speed * TURN / 360)
            motor.max_force = run.p.torque
            motor.collide_bodies = run.p.bump
            machine.add_joints(run, motor)


class Guide(LinkKind):
    """States: `push` (N), the steady part of what the motor does.

    The axis is fixed to the part at the second end, and turns with it. The motor acts on both parts before each step:
    at once by most of what they lack of its speed, and little by little by what keeps on slowing them.
    """

    name = "guide"
    title = "Guide"
    price = 3
    synonyms = "rail, slide, groove"
    help = (
        "Lets the part that it was drawn from slide along a straight line, and not turn, against the other one. The "
        "line may end, and a motor may drive it. The two pass through each other."
    )
    source = "A rail without friction. A garage door opener pulls some 600 N."
    ends = ("rope", "rope")
    properties = (
        Property("angle", "Direction", 0.0, "°", -360.0, 360.0, 5.0, help="Of the line at Start: 0 is to the right"),
        Property("low", "Way back", 0.0, "m", -20.0, 0.0, 0.05, help="Both 0: the line has no ends"),
        Property("high", "Way ahead", 0.0, "m", 0.0, 20.0, 0.05, help="Both 0: the line has no ends"),
        Property("motor", "Motor", False, help="Without one it slides freely"),
        Property("speed", "Speed", 0.3, "m/s", -10.0, 10.0, 0.05, help="Ahead; negative: back; 0: a brake"),
        Property("force", "Force", 200.0, "N", 0.1, 10000.0, 10.0, help="At most: what is heavier stops it"),
    )
    states = ("push",)
    radius = 0.006
    look = Look("metal", (120, 168, 140))
    endless = 1000.0  # m
    least = 1e-4  # m: a shorter line has no direction to the engine
    at_once, steadily = 0.5, 0.1  # of the speed that is lacking, in one tick

    def lets_pass(self, p: SimpleNamespace) -> bool:
        return True

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        a, b = bodies
        x, y = (
            a.position
        )  # the line through its centre of mass: as it never turns, any other of its points keeps one too
        c, s = cos_sin(run.p.angle * TURN / 360)
        low, high = (run.p.low, run.p.high) if run.p.low or run.p.high else (-self.endless, self.endless)
        high = max(high, low + self.least)
        groove = [b.world_to_local((x + along * c, y + along * s)) for along in (low, high)]
        run.data = rail = pymunk.GrooveJoint(b, a, groove[0], groove[1], (0.0, 0.0))
        rail.collide_bodies = False
        add_stiff(run, machine, rail)
        if min(a.moment, b.moment) < math.inf:  # else neither ever turns
            straight = pymunk.GearJoint(b, a, a.angle - b.angle, 1.0)
            straight.collide_bodies = False
            add_stiff(run, machine, straight)

    def act(self, run: RunningLink, machine: RunningMachine) -> None:
        joint: pymunk.GrooveJoint | None = run.data
        if not run.p.motor or joint is None or joint.a.is_sleeping or joint.b.is_sleeping:
            return
        b, a = joint.a, joint.b
        x, y = a.local_to_world(joint.anchor_b)
        fx, fy = b.local_to_world(joint.groove_a)
        tx, ty = b.local_to_world(joint.groove_b)
        length = math.sqrt((tx - fx) * (tx - fx) + (ty - fy) * (ty - fy)) or 1.0  # (far out, the two may fall into one)
        nx, ny = (tx - fx) / length, (ty - fy) / length
        (avx, avy), (bvx, bvy) = a.velocity_at_world_point((x, y)), b.velocity_at_world_point((x, y))
        lacks = run.p.speed - (avx - bvx) * nx - (avy - bvy) * ny
        give = 0.0  # m/s that one N s between the two gives them along the line
        for body in (a, b):
            if body.body_type == body.DYNAMIC:
                px, py = body.position
                arm = (x - px) * ny - (y - py) * nx
                give += 1.0 / body.mass + arm * arm / body.moment
        most = run.p.force
        stops = lacks / give / machine.dt  # N that would make good for it within this tick
        push = max(-most, min(most, run["push"] + self.steadily * stops))
        force = max(-most, min(most, push + self.at_once * stops))
        if push != run["push"]:
            run["push"] = push
        for body, pull in ((a, force), (b, -force)):
            if pull and body.body_type == body.DYNAMIC:
                push_at(body, (pull * nx, pull * ny), (x, y))


class Apart(LinkKind):
    """The engine asks each joint of two bodies whether they may bump: this one only answers, and never pulls.

    As parts that hang together do, the two fall asleep and wake up together.
    """

    name = "apart"
    title = "Pass through"
    price = 1
    synonyms = "ghost, no collision, ignore"
    help = "The two parts pass through each other. It is seen only while you build."
    source = "TBE's NoCollision."
    ends = ("rope", "rope")
    radius = 0.0025
    loose = True
    look = Look("glow", (150, 120, 200))
    seen = False
    never = 1e9  # rad

    def lets_pass(self, p: SimpleNamespace) -> bool:
        return True

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        for a in run.a.bodies:
            for b in run.b.bodies:
                if pymunk.Body.DYNAMIC in (a.body_type, b.body_type):
                    joint = pymunk.RotaryLimitJoint(a, b, -self.never, self.never)
                    joint.collide_bodies = False
                    machine.add_joints(run, joint)


def _bodies(run: RunningLink) -> tuple[pymunk.Body, pymunk.Body] | None:
    """The two bodies of a link, or None if neither can move."""
    a, b = run.a.bodies[run.port_a.body], run.b.bodies[run.port_b.body]
    return (a, b) if pymunk.Body.DYNAMIC in (a.body_type, b.body_type) else None


def _anchors(run: RunningLink) -> tuple[Point, Point]:
    a, b = run.port_a, run.port_b
    return run.a.local(a.x, a.y, a.body), run.b.local(b.x, b.y, b.body)


def _pin(a: pymunk.Body, b: pymunk.Body, at: Point) -> pymunk.PivotJoint:
    return pymunk.PivotJoint(a, b, a.world_to_local(at), b.world_to_local(at))


KINDS: tuple[Kind, ...] = (Hinge(), Slider(), Scissors(), Shears())
LINKS: tuple[LinkKind, ...] = (Rod(), Spring(), Glue(), Pin(), Guide(), Apart())
