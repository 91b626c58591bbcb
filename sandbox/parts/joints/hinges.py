"""Parts that turn or slide on a fixed base, and the stiff joints that hold them and what links join."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin, kept_after_a_second
from sandbox.parts.drawing import TURN, painted, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Joint, Look, Port, Property, Shape
from sandbox.parts.materials import BRIGHT, DARK, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_RECOVERS = 0.2  # of an error, a tick: a 10 kg swing stays within 0.5 % of its rod
_FASTEST = 2.0  # m/s or rad/s: of mending an error
_STRONGEST = 3e4  # N or N m
_BRASS = (206, 166, 84)


def add_stiff(run: Running | RunningLink, machine: RunningMachine, *joints: pymunk.Constraint) -> None:
    """Add joints that are stiffer than the engine's own, and bounded.

    Linkages that leave no way out must not drive each other ever faster.
    """
    for joint in joints:
        joint.error_bias = kept_after_a_second(1 - _RECOVERS, machine.world.tick_rate)
        joint.max_bias, joint.max_force = _FASTEST, _STRONGEST
    machine.add_joints(run, *joints)


class _Driven(Switched):
    """A part that a motor may drive; without one a wire or a cable to it does nothing."""

    flips = True
    watts = 60.0

    def start(self, run: Running, machine: RunningMachine) -> None:
        if self.has_motor(run.p):
            super().start(run, machine)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        self.drive(run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if self.has_motor(run.p):
            super().signal(run, on, machine)

    def powered(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if self.has_motor(run.p):
            super().powered(run, on, machine)

    def rating(self, p: SimpleNamespace) -> float:
        return self.watts if self.has_motor(p) else 0.0

    def switched_over(self, p: SimpleNamespace) -> str:
        return super().switched_over(p) if self.has_motor(p) else ""

    def has_motor(self, p: SimpleNamespace) -> bool:
        raise NotImplementedError(self.name)

    def drive(self, run: Running) -> None:
        """Let the motor run or stand, as the states say."""
        raise NotImplementedError(self.name)


class Hinge(_Driven):
    name = "hinge"
    title = "Hinge"
    price = 2
    synonyms = "joint, pivot, axle"
    hands_on = ("knock", "pull")
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
        steel, brass = STEEL.edged(0.9), Look("metal", _BRASS)
        arm = slab(p.width + 0.02, 0.04, p.width / 2 + 0.01, 0.0, 0.018)
        shapes = [painted(slab(0.15, 0.15, 0.0, 0.0, 0.012), Look("metal", (112, 120, 134)))]
        shapes += [painted(Circle(0.007, x, y), BRIGHT.edged(0.6)) for x in (-0.058, 0.058) for y in (-0.058, 0.058)]
        shapes += [
            Shape(arm, brass, body=1, friction=0.5, restitution=0.1),
            Shape(Circle(0.05), brass, body=1, friction=0.5, restitution=0.1),
            painted(Circle(0.012, p.width), steel, body=1),
            painted(Circle(0.005, p.width), DARK, body=1),
        ]
        if p.motor:
            case = Look("metal", (70, 112, 164), outline=0.9)
            shapes += [painted(Circle(0.036), case, body=1)]
            shapes += [painted(slab(0.008, 0.02, x, y, 0.002), DARK, body=1) for x, y in ((0.0, 0.024), (0.0, -0.024))]
        shapes += [painted(Circle(0.016), steel, body=1), painted(Circle(0.006), DARK)]
        ports = (
            Port("middle", 0.0, 0.0, "rope", 1, "Pin"),
            Port("end", p.width, 0.0, "rope", 1, "End of the arm"),
            Port("signal", 0.0, -0.062, "signal in", title="Switch"),
            plug(-0.062, 0.0),
        )
        bodies = (Body("static"), Body("dynamic", 0.31 + 1.9 * p.width))
        return Blueprint(bodies, tuple(shapes), ports, (Joint("pivot", 0, 1),))

    def start(self, run: Running, machine: RunningMachine) -> None:
        motor = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], 0.0)
        motor.max_force = run.p.torque if run.p.motor else self.friction
        machine.add_joints(run, motor)
        super().start(run, machine)

    def has_motor(self, p: SimpleNamespace) -> bool:
        return bool(p.motor)

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
    price = 4
    synonyms = "lift, rail, piston, elevator"
    hands_on = ("knock", "pull")
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
        """Return how far the carriage can go to either side of the rail's middle, in m."""
        return float(p.width / 2 - self.half - self.stop)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, x = p.width / 2, self.reach(p) * (p.begin / 50 - 1)
        shapes = [painted(slab(p.width - 0.02, 0.034, 0.0, 0.0, 0.006), STEEL)]
        shapes.append(painted(slab(p.width - 0.05, 0.008), DARK))
        for end in (-w + self.stop / 2, w - self.stop / 2):
            shapes.append(painted(slab(self.stop, 0.09, end, 0.0, 0.005), Look("metal", (104, 112, 126))))
        paint = Look("metal", (70, 112, 164) if p.motor != "none" else (92, 148, 108))
        plate = BRIGHT.edged(0.8)
        shapes.append(Shape(slab(2 * self.half, 0.1, x, 0.0, 0.012), paint, body=1, friction=0.6, restitution=0.1))
        shapes.append(painted(slab(0.07, 0.036, x, 0.0, 0.006), plate, body=1))
        for dx in (-0.056, 0.056):
            shapes.append(painted(Circle(0.017, x + dx), Look("rubber", (46, 48, 56), outline=0.8), body=1))
            shapes.append(painted(Circle(0.006, x + dx), BRIGHT.edged(0.0), body=1))
        shapes.append(painted(Circle(0.008, x), DARK, body=1))
        ports = (
            Port("carriage", x, 0.0, "rope", 1, "Carriage"),
            Port("top", x, 0.05, "rope", 1, "Top of the carriage"),
            Port("bottom", x, -0.05, "rope", 1, "Bottom of the carriage"),
            Port("signal", -w + self.stop / 2, 0.0, "signal in", title="Switch"),
            plug(w - self.stop / 2, 0.0),
        )
        return Blueprint((Body("static"), Body("dynamic", 2.0), Body("static")), tuple(shapes), ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        rail, carriage, drive = run.bodies
        reach = self.reach(run.p)
        held = (
            pymunk.GrooveJoint(rail, carriage, (-reach, 0.0), (reach, 0.0), (0.0, 0.0)),
            pymunk.GearJoint(rail, carriage, 0.0, 1.0),
        )
        add_stiff(run, machine, *held)
        if self.has_motor(run.p):
            motor = pymunk.PivotJoint(drive, carriage, (0.0, 0.0), (0.0, 0.0))
            motor.error_bias = 1.0  # keeps up with the velocity, wherever the two are
            motor.max_force = run.p.force
            machine.add_joints(run, motor)
            run["way"] = 1.0
        super().start(run, machine)

    def has_motor(self, p: SimpleNamespace) -> bool:
        return bool(p.motor != "none")

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
