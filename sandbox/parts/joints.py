"""Joints: what holds two points together in other ways than a rope, what turns and slides; and blades for ropes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import pymunk

from sandbox.geometry import cos_sin, total
from sandbox.parts.base import (
    Blueprint,
    Body,
    Circle,
    Hit,
    Joint,
    Kind,
    LinkKind,
    Look,
    Point,
    Polygon,
    Port,
    Property,
    Shape,
)
from sandbox.parts.electric import Switched
from sandbox.parts.outlines import TURN, band, ring, slab
from sandbox.parts.reeving import kept_after_a_second, reeving_of
from sandbox.parts.rope_path import pieces
from sandbox.parts.ropes import SHORTEST

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_RECOVERS = 0.2  # of an error, a tick: a 10 kg swing stays within 0.5 % of its rod
_FASTEST = 2.0  # m/s or rad/s: of mending an error
_STRONGEST = 3e4  # N or N m
_STIFFEST = 0.25  # stiffness * dt^2 / mass that a spring has at most: the engine's steps stay well below the swing's
_CREEP = 0.0005  # m/s: a spring that changes its length faster than this is not at rest
_STEEL, _DARK, _BRIGHT = (150, 158, 170), (84, 90, 100), (196, 202, 210)
_BRASS, _RED = (206, 166, 84), (196, 58, 50)


def _ends(run: RunningLink) -> tuple[Point, Point, float]:
    """Where a link's two ports are in the world, and how far apart (m)."""
    ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
    bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
    return (ax, ay), (bx, by), math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))


def _bodies(run: RunningLink) -> tuple[pymunk.Body, pymunk.Body] | None:
    """The two bodies of a link, or None if neither can move."""
    a, b = run.a.bodies[run.port_a.body], run.b.bodies[run.port_b.body]
    return (a, b) if pymunk.Body.DYNAMIC in (a.body_type, b.body_type) else None


def _anchors(run: RunningLink) -> tuple[Point, Point]:
    a, b = run.port_a, run.port_b
    return run.a.local(a.x, a.y, a.body), run.b.local(b.x, b.y, b.body)


def _pin(a: pymunk.Body, b: pymunk.Body, at: Point) -> pymunk.PivotJoint:
    return pymunk.PivotJoint(a, b, a.world_to_local(at), b.world_to_local(at))


def _add(run: Running | RunningLink, machine: RunningMachine, *joints: pymunk.Constraint) -> None:
    """Add joints that are stiffer than the engine's own, and bounded.

    Linkages that leave no way out must not drive each other ever faster.
    """
    for joint in joints:
        joint.error_bias = kept_after_a_second(1 - _RECOVERS, machine.world.tick_rate)
        joint.max_bias, joint.max_force = _FASTEST, _STRONGEST
    machine.add_joints(run, *joints)


_BUMP = Property("bump", "Bump each other", False, help="Else the two parts pass through each other")


class Rod(LinkKind):
    """States: `length` (m). One that is hardly longer than its own eyes is a pin through both parts."""

    name = "rod"
    title = "Link rod"
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

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        at, _, length = _ends(run)
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
        _add(run, machine, joint)


class Spring(LinkKind):
    """The engine's steps can't follow a light thing on a stiff spring: there it is as stiff as they can follow."""

    name = "spring"
    title = "Spring"
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
        rest = max(0.0, _ends(run)[2] + run.p.offset)
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
        joint: pymunk.DampedSpring | None = run.data
        if joint is None or joint.a.is_sleeping or joint.b.is_sleeping:
            return
        # The engine takes what moves at less than 4 cm/s for rest, and would let a load fall asleep well off its place.
        (ax, ay), (bx, by) = joint.a.local_to_world(joint.anchor_a), joint.b.local_to_world(joint.anchor_b)
        avx, avy = joint.a.velocity_at_local_point(joint.anchor_a)
        bvx, bvy = joint.b.velocity_at_local_point(joint.anchor_b)
        dx, dy = bx - ax, by - ay
        closing = (bvx - avx) * dx + (bvy - avy) * dy  # times the length
        if closing * closing > _CREEP * _CREEP * (dx * dx + dy * dy):
            joint.activate_bodies()


class Glue(LinkKind):
    name = "glue"
    title = "Glue"
    help = (
        "Makes one piece of two parts, as they lie to each other at Start. They need not push each other either, so "
        "that glued parts may overlap. What is glued to a hook stays where it is."
    )
    source = "Wood glue holds about 10 N/mm^2: a spot of 1 cm^2 carries 100 kg, more than anything here weighs."
    ends = ("rope", "rope")
    properties = (_BUMP,)
    radius = 0.011
    look = Look("rubber", (240, 196, 92))

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        (ax, ay), (bx, by), _ = _ends(run)
        a, b = bodies
        place = _pin(a, b, ((ax + bx) / 2, (ay + by) / 2))
        angle = pymunk.GearJoint(a, b, b.angle - a.angle, 1.0)
        place.collide_bodies = angle.collide_bodies = run.p.bump
        _add(run, machine, place, angle)


class Pin(LinkKind):
    name = "pin"
    title = "Pin"
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

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        bodies = _bodies(run)
        if bodies is None:
            return
        (ax, ay), (bx, by), _ = _ends(run)
        pivot = _pin(*bodies, ((ax + bx) / 2, (ay + by) / 2))
        pivot.collide_bodies = run.p.bump
        _add(run, machine, pivot)
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
        _add(run, machine, rail)
        if min(a.moment, b.moment) < math.inf:  # else neither ever turns
            straight = pymunk.GearJoint(b, a, a.angle - b.angle, 1.0)
            straight.collide_bodies = False
            _add(run, machine, straight)

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
                body.apply_force_at_world_point((pull * nx, pull * ny), (x, y))


class Apart(LinkKind):
    """The engine asks each joint of two bodies whether they may bump: this one only answers, and never pulls.

    As parts that hang together do, the two fall asleep and wake up together.
    """

    name = "apart"
    title = "Pass through"
    help = "The two parts pass through each other. It is seen only while you build."
    source = "TBE's NoCollision."
    ends = ("rope", "rope")
    radius = 0.0025
    loose = True
    look = Look("glow", (150, 120, 200))
    seen = False
    never = 1e9  # rad

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        for a in run.a.bodies:
            for b in run.b.bodies:
                if pymunk.Body.DYNAMIC in (a.body_type, b.body_type):
                    joint = pymunk.RotaryLimitJoint(a, b, -self.never, self.never)
                    joint.collide_bodies = False
                    machine.add_joints(run, joint)


class _Driven(Switched):
    """What a motor may drive; without one a wire to it does nothing."""

    flips = True

    def start(self, run: Running, machine: RunningMachine) -> None:
        if self.has_motor(run):
            super().start(run, machine)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        self.drive(run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if self.has_motor(run):
            super().signal(run, on, machine)

    def has_motor(self, run: Running) -> bool:
        raise NotImplementedError(self.name)

    def drive(self, run: Running) -> None:
        """Let the motor run or stand, as the states say."""
        raise NotImplementedError(self.name)


class Hinge(_Driven):
    name = "hinge"
    title = "Hinge"
    help = (
        "An arm that turns about a pin in the wall behind. Glue something to it, or tie a rod or rope to its end. With "
        "a motor it turns by itself; a wire switches the motor over, and while that stands it holds the arm."
    )
    source = (
        "Steel strip 40 x 6 mm (1.9 kg a metre) on a disc of 0.31 kg, in a bearing that takes 0.01 N m. "
        "A geared motor of 100 W gives some 20 N m."
    )
    properties = (
        Property("width", "Arm", 0.2, "m", 0.1, 1.5, 0.05, help="From the pin to the end"),
        Property("motor", "Motor", False, help="Without one it turns freely"),
        Property("speed", "Speed", 90.0, "°/s", -1440.0, 1440.0, 10.0, help="Counter-clockwise; negative: clockwise"),
        Property("torque", "Torque", 20.0, "N m", 0.1, 500.0, 1.0, help="At most: what is heavier stops it"),
        Switched.running,
    )
    resizes = ("width",)
    states = ("on", "signals")
    friction = 0.01  # N m: the arm comes to rest after some twenty swings

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        steel, brass = Look("metal", _STEEL, outline=0.9), Look("metal", _BRASS)
        dark = Look("metal", _DARK, outline=0.0)
        arm = slab(p.width + 0.02, 0.04, p.width / 2 + 0.01, 0.0, 0.018)
        shapes = [Shape(slab(0.15, 0.15, 0.0, 0.0, 0.012), Look("metal", (112, 120, 134)), collides=False)]
        shapes += [
            Shape(Circle(0.007, x, y), Look("metal", _BRIGHT, outline=0.6), collides=False)
            for x in (-0.058, 0.058)
            for y in (-0.058, 0.058)
        ]
        shapes += [
            Shape(arm, brass, body=1, friction=0.5, restitution=0.1),
            Shape(Circle(0.05), brass, body=1, friction=0.5, restitution=0.1),
            Shape(Circle(0.012, p.width), steel, body=1, collides=False),
            Shape(Circle(0.005, p.width), dark, body=1, collides=False),
        ]
        if p.motor:
            case = Look("metal", (70, 112, 164), outline=0.9)
            shapes += [Shape(Circle(0.036), case, body=1, collides=False)]
            shapes += [
                Shape(slab(0.008, 0.02, x, y, 0.002), Look("metal", _DARK, outline=0.0), body=1, collides=False)
                for x, y in ((0.0, 0.024), (0.0, -0.024))
            ]
        shapes += [Shape(Circle(0.016), steel, body=1, collides=False), Shape(Circle(0.006), dark, collides=False)]
        ports = (
            Port("middle", 0.0, 0.0, "rope", 1, "Pin"),
            Port("end", p.width, 0.0, "rope", 1, "End of the arm"),
            Port("signal", 0.0, -0.062, "signal in", title="Switch"),
        )
        bodies = (Body("static"), Body("dynamic", 0.31 + 1.9 * p.width))
        return Blueprint(bodies, tuple(shapes), ports, (Joint("pivot", 0, 1),))

    def start(self, run: Running, machine: RunningMachine) -> None:
        motor = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], 0.0)
        motor.max_force = run.p.torque if run.p.motor else self.friction
        machine.add_joints(run, motor)
        super().start(run, machine)

    def has_motor(self, run: Running) -> bool:
        return bool(run.p.motor)

    def drive(self, run: Running) -> None:
        motor = run.joints[-1]
        assert isinstance(motor, pymunk.SimpleMotor)
        motor.rate = -run.facing * run.p.speed * TURN / 360 * run["on"]  # the engine counts the other way


class Slider(_Driven):
    """States, besides: `way`, 1 or -1 as its speed says or against it, 0 when it has arrived.

    The motor is a joint to a third body: a fixed one with a velocity, which the engine never moves but lets the
    carriage keep up with, as strongly as the joint may pull.
    """

    name = "slider"
    title = "Slider"
    help = (
        "A carriage on a rail, which carries what lies on it or hangs from it. With a motor it goes to and fro or one "
        "way; a wire switches the motor over, and while that stands it holds the carriage."
    )
    source = "Carriage of steel and rubber, 2 kg, on rollers without friction. A garage door opener pulls some 600 N."
    properties = (
        Property("width", "Rail", 0.8, "m", 0.3, 4.0, 0.05),
        Property("begin", "Carriage", 50.0, "%", 0.0, 100.0, 5.0, help="Where on its way it is at Start"),
        Property("motor", "Motor", "none", choices=("none", "one way", "to and fro")),
        Property("speed", "Speed", 0.3, "m/s", -3.0, 3.0, 0.05, help="At first to the right; negative: to the left"),
        Property("force", "Force", 200.0, "N", 1.0, 2000.0, 10.0, help="At most: what is heavier stops it"),
        Switched.running,
    )
    resizes = ("width",)
    states = ("on", "signals", "way")
    half, stop = 0.08, 0.02  # m: of the carriage; the stop at each end of the rail
    near = 0.003  # m: it has come to the end of its way

    def reach(self, p: SimpleNamespace) -> float:
        """How far the carriage can go to either side of the rail's middle, in m."""
        return float(p.width / 2 - self.half - self.stop)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, x = p.width / 2, self.reach(p) * (p.begin / 50 - 1)
        steel, dark = Look("metal", _STEEL), Look("metal", _DARK, outline=0.0)
        shapes = [Shape(slab(p.width - 0.02, 0.034, 0.0, 0.0, 0.006), steel, collides=False)]
        shapes.append(Shape(slab(p.width - 0.05, 0.008), dark, collides=False))
        for end in (-w + self.stop / 2, w - self.stop / 2):
            shapes.append(Shape(slab(self.stop, 0.09, end, 0.0, 0.005), Look("metal", (104, 112, 126)), collides=False))
        paint = Look("metal", (70, 112, 164) if p.motor != "none" else (92, 148, 108))
        plate = Look("metal", _BRIGHT, outline=0.8)
        shapes.append(Shape(slab(2 * self.half, 0.1, x, 0.0, 0.012), paint, body=1, friction=0.6, restitution=0.1))
        shapes.append(Shape(slab(0.07, 0.036, x, 0.0, 0.006), plate, body=1, collides=False))
        for dx in (-0.056, 0.056):
            shapes.append(
                Shape(Circle(0.017, x + dx), Look("rubber", (46, 48, 56), outline=0.8), body=1, collides=False)
            )
            shapes.append(Shape(Circle(0.006, x + dx), Look("metal", _BRIGHT, outline=0.0), body=1, collides=False))
        shapes.append(Shape(Circle(0.008, x), dark, body=1, collides=False))
        ports = (
            Port("carriage", x, 0.0, "rope", 1, "Carriage"),
            Port("top", x, 0.05, "rope", 1, "Top of the carriage"),
            Port("bottom", x, -0.05, "rope", 1, "Bottom of the carriage"),
            Port("signal", -w + self.stop / 2, 0.0, "signal in", title="Switch"),
        )
        return Blueprint((Body("static"), Body("dynamic", 2.0), Body("static")), tuple(shapes), ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        rail, carriage, drive = run.bodies
        reach = self.reach(run.p)
        held = (
            pymunk.GrooveJoint(rail, carriage, (-reach, 0.0), (reach, 0.0), (0.0, 0.0)),
            pymunk.GearJoint(rail, carriage, 0.0, 1.0),
        )
        _add(run, machine, *held)
        if self.has_motor(run):
            motor = pymunk.PivotJoint(drive, carriage, (0.0, 0.0), (0.0, 0.0))
            motor.error_bias = 1.0  # keeps up with the velocity, wherever the two are
            motor.max_force = run.p.force
            machine.add_joints(run, motor)
            run["way"] = 1.0
        super().start(run, machine)

    def has_motor(self, run: Running) -> bool:
        return bool(run.p.motor != "none")

    def drive(self, run: Running) -> None:
        speed = run.facing * run.p.speed * run["way"] * run["on"]
        c, s = cos_sin(run.spec.angle)
        run.bodies[2].velocity = (c * speed, s * speed)
        run.bodies[1].activate()

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["on"] or not run["way"]:
            return
        x = run.facing * run.bodies[0].world_to_local(run.bodies[1].position).x
        ahead = x if run.p.speed * run["way"] > 0 else -x
        if ahead > self.reach(run.p) - self.near and run.p.speed:
            run["way"] = -run["way"] if run.p.motor == "to and fro" else 0.0
            self.drive(run)


_THICK = 0.006  # m: half a rope
_PIECES = 8  # of a slack rope, as blades see it


def _cut(run: Running, area: Polygon, machine: RunningMachine) -> float:
    """Cut every rope that passes through an area in the part's frame; returns how many."""
    cut = 0.0
    body = run.bodies[run.main]
    cx, cy = body.position
    far = max(math.sqrt(x * x + y * y) for x, y in area.points) + area.rounding + _THICK
    for link in machine.links.values():
        if link.kind.cuttable:
            for course in _courses(link, machine, cx, cy, far):
                local = [(run.facing * x, y) for x, y in map(body.world_to_local, course)]
                if any(_passes(p, q, area) for p, q in itertools.pairwise(local)):
                    machine.remove(link.id)
                    machine.tell("cut", run, other=link.id)
                    cut += 1.0
                    break
    return cut


def _courses(link: RunningLink, machine: RunningMachine, x: float, y: float, far: float) -> Iterator[list[Point]]:
    """Where the pieces of a rope run in the world that may come near x, y, each as its points."""
    reeving = reeving_of(link)
    if reeving is None:
        ends = _ends(link)
        yield _course(ends[0], ends[1], link["length"], machine, x, y, far)
        return
    points = reeving.now()
    way = reeving.path(points)
    # What it has to spare hangs from the longer pieces more.
    spare = max(0.0, link["length"] - way.span) / (total(way.straight) or 1.0)
    for index, piece in enumerate(pieces(points, way)):
        if index % 2:
            yield [point for point in piece if abs(point[0] - x) < 2 * far and abs(point[1] - y) < 2 * far]
        else:
            long_ = way.straight[index // 2] * (1 + spare)
            yield _course(piece[0], piece[1], long_, machine, x, y, far)


def _course(a: Point, b: Point, length: float, machine: RunningMachine, x: float, y: float, far: float) -> list[Point]:
    """How a piece of rope hangs: straight if taut, else about as it is drawn; nothing if not near x, y."""
    (ax, ay), (bx, by) = a, b
    spare = length * length - (bx - ax) * (bx - ax) - (by - ay) * (by - ay)
    sag = math.sqrt(0.1875 * spare) if spare > 0 else 0.0  # a parabola's, from its length
    reach = far + sag
    if not (min(ax, bx) - reach < x < max(ax, bx) + reach and min(ay, by) - reach < y < max(ay, by) + reach):
        return []
    gx, gy = machine.world.gravity_x, machine.world.gravity_y
    pull = math.sqrt(gx * gx + gy * gy)
    if sag < _THICK:
        return [(ax, ay), (bx, by)]
    gx, gy = (gx / pull, gy / pull) if pull else (0.0, -1.0)
    course = []
    for index in range(_PIECES + 1):
        t = index / _PIECES
        drop = 4 * sag * t * (1 - t)
        course.append((ax + (bx - ax) * t + gx * drop, ay + (by - ay) * t + gy * drop))
    return course


def _passes(p: Point, q: Point, area: Polygon) -> bool:
    """Whether a piece of rope touches an area: one end is in it, or its middle line comes close to an edge."""
    margin = area.rounding + _THICK
    if area.distance(*p) <= _THICK:
        return True
    corners = area.points
    return any(_apart(p, q, r, s) <= margin * margin for r, s in zip(corners, corners[1:] + corners[:1], strict=True))


def _apart(p: Point, q: Point, r: Point, s: Point) -> float:
    """The square of the least distance of two straight lines p to q and r to s, in m^2."""
    if _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0:
        return 0.0
    return min(_off(p, r, s), _off(q, r, s), _off(r, p, q), _off(s, p, q))


def _side(p: Point, q: Point, at: Point) -> float:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


def _off(at: Point, p: Point, q: Point) -> float:
    ex, ey, wx, wy = q[0] - p[0], q[1] - p[1], at[0] - p[0], at[1] - p[1]
    square = ex * ex + ey * ey
    t = min(1.0, max(0.0, (wx * ex + wy * ey) / square)) if square else 0.0
    dx, dy = wx - t * ex, wy - t * ey
    return dx * dx + dy * dy


class Scissors(Kind):
    """States: `cut`, how many ropes it has cut; `timer`, the seconds until the blades are open again.

    The two halves are bodies that nothing bumps into; they are turned only while the blades close and open.
    """

    name = "scissors"
    title = "Scissors"
    help = (
        "Snaps shut when something falls on its handles, when you press it or when a wire tells it to, and cuts every "
        "rope between its blades. Then it opens again."
    )
    source = "The Incredible Machine's scissors: bumped, they cut. Household scissors of 30 cm; a snip takes 0.1 s."
    cues = {"snipped": "snip", "cut": "snip"}
    properties = (Property("push", "Push", 0.08, "N s", 0.01, 10.0, 0.01, help="A harder impact than this shuts it"),)
    flips = True
    pressable = True
    wants_hits = True
    hit_threshold = math.inf
    states = ("cut", "timer")
    goal_states = ("cut",)
    blade, opening = 0.17, 0.36  # m from the rivet to the tips; rad to either side
    shuts, shut, opens = 0.06, 0.3, 0.2  # s

    def mouth(self) -> Polygon:
        """Where a rope is between the blades, in the part's frame."""
        c, s = cos_sin(self.opening)
        x, y = self.blade * c, self.blade * s
        return Polygon(((0.015, 0.0), (x, -y), (x, y)))

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        halves = [*self._half(1), *(self._below(shape) for shape in self._half(2))]
        handles = [Shape(Circle(0.046, -0.13, y), None, friction=0.5, restitution=0.3) for y in (-0.062, 0.062)]
        rivet = (
            Shape(Circle(0.012), Look("metal", _BRIGHT, outline=0.9), collides=False),
            Shape(Circle(0.004), Look("metal", _DARK, outline=0.0), collides=False),
        )
        bodies = (Body("static"), Body("kinematic"), Body("kinematic"))
        ports = (Port("signal", 0.0, 0.0, "signal in", title="Snip"),)
        return Blueprint(bodies, (*handles, *halves, *rivet), ports)

    def _half(self, body: int) -> list[Shape]:
        """The upper blade with the lower handle, open."""
        c, s = cos_sin(self.opening)

        def open_(*points: Point) -> Polygon:
            return Polygon(tuple((c * x - s * y, s * x + c * y) for x, y in points))

        blade = open_((-0.02, -0.011), (0.02, -0.006), (self.blade, 0.0), (0.13, 0.014), (0.06, 0.02), (0.0, 0.017))
        shank = band(((0.012, 0.006), (-0.03, -0.012), (-0.07, -0.034), (-0.1, -0.046)), 0.021)
        red = Look("rubber", _RED)
        return [
            Shape(shank, red, body=body, collides=False),
            Shape(ring(0.046, 0.017, -0.13, -0.062, 0.4), red, body=body, collides=False),
            Shape(blade, Look("metal", _BRIGHT), body=body, collides=False),
        ]

    def _below(self, shape: Shape) -> Shape:
        """The same, mirrored at the axis."""
        outline = shape.outline
        assert isinstance(outline, Polygon)
        turned = Polygon(tuple((x, -y) for x, y in reversed(outline.points)), outline.rounding)
        return Shape(turned, shape.look, body=shape.body, collides=False)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["timer"] <= 0:
            run["timer"] = self.shuts + self.shut + self.opens
            machine.tell("snipped", run)
            cut = _cut(run, self.mouth(), machine)
            if cut:
                run["cut"] += cut

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.first and hit.impulse > run.p.push:
            self.press(run, machine)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["timer"] <= 0:
            return
        left = run["timer"] = max(0.0, run["timer"] - machine.dt)
        since = self.shuts + self.shut + self.opens - left
        turned = run.facing * self.opening * min(1.0, since / self.shuts, left / self.opens)
        run.bodies[1].angle = run.spec.angle - turned
        run.bodies[2].angle = run.spec.angle + turned


class Shears(Kind):
    """States: `cut`, how many ropes it has cut. What moves faster than 12 m/s across the blades may get past them."""

    name = "shears"
    title = "Shears"
    help = (
        "Blades so sharp that they cut every rope that touches them. Fixed, they wait for a rope to swing by; loose, "
        "they can be dropped on one."
    )
    source = "Hedge shears: blades of 25 cm, 0.9 kg."
    cues = {"cut": "snip"}
    properties = (Property("loose", "Loose", False, help="They fall, and can be thrown"),)
    flips = True
    states = ("cut",)
    goal_states = ("cut",)
    edge = slab(0.27, 0.05, 0.155, 0.0)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        steel, wood = Look("metal", _BRIGHT), Look("wood", (176, 118, 64))
        upper = Polygon(((-0.01, 0.004), (0.29, 0.026), (0.27, 0.034), (0.12, 0.032), (-0.01, 0.024)))
        blades = (Polygon(tuple((x, -y) for x, y in reversed(upper.points))), upper)
        grips = [band(((0.01, side * 0.008), (-0.06, -side * 0.02), (-0.11, -side * 0.05)), 0.014) for side in (1, -1)]
        handles = [
            band(((-0.1, -side * 0.044), (-0.17, -side * 0.082), (-0.25, -side * 0.112)), 0.027) for side in (1, -1)
        ]
        solid = (
            Polygon(((-0.01, -0.026), (0.0, -0.03), (0.28, -0.036), (0.28, 0.036), (0.0, 0.03), (-0.01, 0.026))),
            *(Polygon(points) for points in self._grips()),
        )
        shapes = [Shape(outline, None, friction=0.5, restitution=0.1) for outline in solid]
        shapes += [Shape(outline, steel, collides=False) for outline in grips]
        shapes += [Shape(outline, wood, collides=False) for outline in handles]
        shapes += [Shape(outline, steel, collides=False) for outline in blades]
        shapes.append(Shape(Circle(0.014, 0.005), Look("metal", _STEEL, outline=0.9), collides=False))
        shapes.append(Shape(Circle(0.005, 0.005), Look("metal", _DARK, outline=0.0), collides=False))
        body = Body("dynamic", 0.9) if p.loose else Body("static")
        return Blueprint((body,), tuple(shapes))

    def _grips(self) -> tuple[tuple[Point, ...], ...]:
        """The two handles as they push, counter-clockwise."""
        upper = ((-0.25, 0.098), (0.0, -0.012), (0.01, 0.01), (-0.245, 0.126))
        return upper, tuple((x, -y) for x, y in reversed(upper))

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not machine.links or (machine.ticks and not self._anything_moves(run, machine)):
            return
        cut = _cut(run, self._area(run), machine)
        if cut:
            run["cut"] += cut

    def _area(self, run: Running) -> Polygon:
        """The edge in the frame of its body, not flipped."""
        own = run.plan.bodies[0]
        return self.edge.moved(-run.facing * own.x, -own.y)

    def _anything_moves(self, run: Running, machine: RunningMachine) -> bool:
        return any(
            not _rests(body)
            for link in machine.links.values()
            if link.kind.cuttable
            for body in (*_strung_on(link), run.bodies[0])
        )


def _strung_on(link: RunningLink) -> Iterator[pymunk.Body]:
    """The bodies that a rope is tied to, and the wheels that it runs over."""
    yield link.a.bodies[link.port_a.body]
    yield link.b.bodies[link.port_b.body]
    reeving = reeving_of(link)
    if reeving is not None:
        yield from (wheel.body for wheel in reeving.wheels)


def _rests(body: pymunk.Body) -> bool:
    return body.body_type == body.STATIC or body.is_sleeping


KINDS: tuple[Kind, ...] = (Hinge(), Slider(), Scissors(), Shears())
LINKS: tuple[LinkKind, ...] = (Rod(), Spring(), Glue(), Pin(), Guide(), Apart())
