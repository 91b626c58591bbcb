"""Turning things: motors, gears, wheels, cranks, the belts between them, and conveyors.

Every one of them has a shaft on a fixed axle (see `gearing`); gears mesh by touching, belts join any two shafts.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.parts.drawing import TURN, arc, band, lamp, oval, painted, ring, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Joint, Kind, LinkKind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BLACKENED, PEWTER, STEEL
from sandbox.parts.reactions import Knocked
from sandbox.parts.turning.conveyors import Conveyor, DrivenConveyor
from sandbox.parts.turning.gearing import (
    ADDENDUM,
    DEDENDUM,
    TOOTH,
    WHEEL,
    Belt,
    Turning,
    axle,
    bodies,
    bolt,
    flat,
    rpm,
    shaft,
    spoked,
    toothed,
)

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_ACETAL = 1410.0  # kg/m^3
_GEAR_DEPTH = 0.02  # m
_BIRCH, _WHEEL_DEPTH = 650.0, 0.04  # kg/m^3, m
_PI = TURN / 2
# What a joint leaves of an error after a second, of which it takes a third a tick: the engine's own takes a fortieth,
# and a pin that goes round would be a millimetre out at 60 rpm.
_STIFF = 1e-45


class _Size(NamedTuple):
    teeth: int
    pin: float  # m from the axle: of a crank of that size
    tint: tuple[int, int, int]

    @property
    def pitch(self) -> float:
        return TOOTH * self.teeth

    @property
    def mass(self) -> float:
        return _ACETAL * _GEAR_DEPTH * _PI * self.pitch * self.pitch


SIZES = {
    "small": _Size(8, 0.03, (226, 172, 60)),
    "medium": _Size(16, 0.07, (92, 148, 196)),
    "large": _Size(24, 0.12, (204, 98, 72)),
}
_SIZE = Property("size", "Size", "medium", choices=tuple(SIZES), help="8, 16 or 24 teeth")
_MESHES = "Gears mesh when their rims touch."
_RATIOS = "8, 16 and 24 teeth on pitch circles of 60, 120 and 180 mm radius, 20 mm thick, acetal 1410 kg/m^3."


class Gear(Turning):
    name = "gear"
    title = "Gear"
    price = 4
    synonyms = "cog, cogwheel, sprocket"
    help = f"Turns freely on its axle. {_MESHES} Its neighbour turns the other way, in the ratio of their teeth."
    source = f"{_RATIOS} Bearing friction 5 mN m."
    properties = (_SIZE,)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        size = SIZES[p.size]
        shapes = [*_gear(size), *bolt()]
        return Blueprint(bodies(size.mass), tuple(shapes), (shaft(),), (axle(),))

    def teeth(self, p: SimpleNamespace) -> int:
        return SIZES[p.size].teeth


class Wheel(Turning):
    name = "wheel"
    title = "Wheel"
    price = 5
    synonyms = "roller, flywheel, disc"
    help = (
        "A wheel on a fixed axle, and a belt disc of any size: a belt from a small one to a large one turns "
        "slower and stronger. What lies on its tyre is carried along; a rope can be tied to its rim."
    )
    source = "Birch disc, 650 kg/m^3, 40 mm thick, with a rubber tyre (friction 1). Bearing friction 5 mN m."
    properties = (Property("radius", "Radius", 0.1, "m", 0.03, 0.4, 0.01, help="Also of its belt disc"),)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        tyre, wood = Look("rubber", (58, 62, 70)), Look("wood", (214, 170, 108))
        shapes = [
            Shape(Circle(r), tyre, body=WHEEL, friction=1.0, restitution=0.3),
            *spoked(0.82 * r, 5, wood, Look("wood", (120, 84, 52), outline=0.9)),
            painted(ring(0.84 * r, 0.12 * r), wood, body=WHEEL),
            *bolt(min(0.011, 0.16 * r)),
        ]
        knob = painted(Circle(0.06 * r, 0.66 * r), BLACKENED, body=WHEEL)
        ports = (shaft(), Port("rim", 0.66 * r, 0.0, "rope", WHEEL, "Rim"))
        return Blueprint(bodies(_BIRCH * _WHEEL_DEPTH * _PI * r * r), (*shapes, knob), ports, (axle(),))

    def disc(self, p: SimpleNamespace) -> float:
        return float(p.radius)


class Motor(Switched, Turning):
    name = "motor"
    title = "Motor"
    price = 20
    synonyms = "engine, drive"
    help = (
        "Turns its pinion and what meshes with it or hangs on its belts, as fast as it is set and as strongly as its "
        "torque allows. A wire to it switches it over while it is on. Off, it turns freely."
    )
    source = "A small geared DC motor: 10 to 300 rpm, 0.5 to 5 N m (about 12 W)."
    hum = "motor"
    properties = (
        Property("speed", "Speed", 60.0, "rpm", -600.0, 600.0, 5.0, help="Counter-clockwise; negative: clockwise"),
        Property("torque", "Torque", 2.0, "N m", 0.05, 50.0, 0.05, help="The most; a heavier load slows it down"),
        Switched.running,
    )
    flips = True
    spins_by = "speed"
    states = Switched.states
    goal_states = ("on",)
    watts = 60.0
    act_interval = 0.25  # s: what rests is put to sleep after twice that
    size = SIZES["small"]

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        green, fin = Look("metal", (70, 128, 92)), Look("metal", (50, 98, 70), outline=0.6)
        shapes = [
            Shape(slab(0.24, 0.024, 0.0, -0.098, 0.005), BLACKENED),
            Shape(slab(0.2, 0.18, 0.0, 0.0, 0.03), green, restitution=0.3),
        ]
        for x in (-0.084, 0.084):
            shapes.append(painted(slab(0.012, 0.1, x, 0.0, 0.005), fin))
        shapes.append(painted(flat(0.076), Look("metal", (44, 84, 62), outline=0.9)))
        shapes += [*_gear(self.size, hub=STEEL), *bolt()]
        light = lamp(0.009, 0.076, 0.071, (90, 220, 110), "on")
        ports = (shaft(), Port("signal", 0.0, -0.086, "signal in", title="Switch"), plug(-0.09, -0.07))
        return Blueprint(bodies(self.size.mass), (*shapes, light), ports, (axle(),))

    def teeth(self, p: SimpleNamespace) -> int:
        return self.size.teeth

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["on"]:
            run.bodies[WHEEL].activate()  # to the engine what turns slowly is at rest

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if on:
            self.drive(run, run.facing * rpm(run.p.speed), run.p.torque)
        else:
            self.drive(run, 0.0, self.drag(run.p))


class HandCrank(Turning):
    """States: `on` while somebody turns it, and `timer`, the alarm on which the brake comes on."""

    name = "hand_crank"
    title = "Hand crank"
    price = 8
    synonyms = "handle, winder"
    help = "Press it, and it turns by its angle; press again, and it goes on. Between presses its brake holds."
    source = "A person cranks at 30 to 60 rpm with about 10 N m (50 N on an arm of 0.2 m)."
    hum = "wheel"
    cues = {"started": "creak", "stopped": "clack"}
    properties = (
        Property("turn", "Turn", 90.0, "°", 5.0, 720.0, 5.0, help="By which a press turns it, counter-clockwise"),
        Property("speed", "Speed", 30.0, "rpm", 5.0, 120.0, 5.0),
        Property("torque", "Torque", 10.0, "N m", 0.1, 50.0, 0.1, help="Of the hand, and of the brake"),
    )
    pressable = True
    flips = True
    spins_by = "speed"
    states = ("on", "timer")
    goal_states = ("on",)
    size = SIZES["small"]
    longest = 60.0  # s: presses beyond that are not remembered
    act_interval = 0.25  # s: what rests is put to sleep after twice that
    arm = 0.13  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, iron = Look("wood", (200, 74, 56)), Look("metal", (110, 118, 130))
        post = Polygon(((-0.09, -0.13), (0.09, -0.13), (0.034, 0.022), (-0.034, 0.022)), 0.01)
        shapes = [
            Shape(post, Look("wood", (164, 112, 66))),
            *_gear(self.size, hub=STEEL),
            painted(band(((0.0, 0.0), (self.arm, 0.0)), 0.024), iron, body=WHEEL),
            painted(Circle(0.02), iron, body=WHEEL),
            painted(Circle(0.026, self.arm), red, body=WHEEL),
            painted(Circle(0.008, self.arm), BLACKENED, body=WHEEL),
            *bolt(),
        ]
        return Blueprint(bodies(self.size.mass), tuple(shapes), (shaft(),), (axle(),))

    def teeth(self, p: SimpleNamespace) -> int:
        return self.size.teeth

    def drag(self, p: SimpleNamespace) -> float:
        return float(p.torque)

    def press(self, run: Running, machine: RunningMachine) -> None:
        # The brake comes on at the tick that is nearest to the end: half a tick before it there is the alarm.
        before = (run["timer"] + 0.5 - machine.elapsed) * machine.tick_length if run["on"] else 0.0
        turns = min(self.longest, before + run.p.turn / (6 * run.p.speed))
        machine.at(run, turns - machine.tick_length / 2, "timer")
        if not run["on"]:
            run["on"] = 1.0
            self.drive(run, run.facing * rpm(run.p.speed), run.p.torque)
            machine.tell("started", run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["on"]:
            self.stay_awake(run)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run["on"] = 0.0
        self.drive(run, 0.0, run.p.torque)
        machine.tell("stopped", run)


class HamsterWheel(Knocked, Turning):
    """States: `on` while it runs, and `timer`, for how many seconds more."""

    name = "hamster_wheel"
    title = "Hamster wheel"
    price = 16
    synonyms = "treadmill, squirrel, engine"
    help = (
        "Bump into it, or ring a bell within 2 m, and the hamster wakes and runs for a while. "
        f"{_MESHES} Asleep, it lets its wheel turn."
    )
    source = "Pets run at 40 to 80 rpm in a wheel of this size. The torque is a toy's: a real one gives 0.05 N m."
    hum = "wheel"
    cues = {"started": "peep", "stopped": "creak"}
    wakes_with = "started"
    properties = (
        Property("speed", "Speed", 40.0, "rpm", 5.0, 120.0, 5.0, help="Counter-clockwise, not flipped"),
        Property("torque", "Torque", 1.0, "N m", 0.05, 20.0, 0.05),
        Property("time", "Runs for", 8.0, "s", 0.5, 120.0, 0.5, help="After the last bump"),
        Property("push", "Push", 0.05, "N s", 0.01, 10.0, 0.01, help="A harder impact than this wakes it"),
    )
    flips = True
    spins_by = "speed"
    set_off_by = ("blast",)
    knock_over = "push"
    states = ("on", "timer")
    goal_states = ("on",)
    size = SIZES["medium"]
    hears = 2.0  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        wood, fur, ear = Look("wood", (206, 158, 96)), Look("felt", (204, 146, 82)), Look("felt", (230, 170, 150))
        legs = Polygon(((-0.16, -0.165), (0.16, -0.165), (0.02, 0.0), (-0.02, 0.0)))
        inside = self.size.pitch - DEDENDUM - 0.008
        shapes = [
            Shape(slab(0.34, 0.024, 0.0, -0.165, 0.006), BLACKENED),
            painted(legs, STEEL),
            *toothed(self.size.teeth, wood),
            painted(flat(inside), Look("cloth", (236, 226, 204), outline=0.9), body=WHEEL),
        ]
        for index in range(8):
            x, y = arc(inside - 0.008, TURN * index / 8, TURN, 2)[0]
            shapes.append(painted(Circle(0.006, x, y), Look("wood", (150, 104, 60), 0.6), body=WHEEL))
        for index in range(3):
            x, y = arc(inside, TURN * index / 3, TURN, 2)[0]
            spoke = Look("wood", (186, 140, 84), outline=0.6)
            shapes.append(painted(band(((0.0, 0.0), (x, y)), 0.009), spoke, body=WHEEL))
        shapes += _hamster(fur, ear)
        shapes += [painted(Circle(0.018), STEEL, body=WHEEL), *bolt()]
        return Blueprint(bodies(self.size.mass), tuple(shapes), (shaft(),), (axle(),))

    def teeth(self, p: SimpleNamespace) -> int:
        return self.size.teeth

    def knocked(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        self._wake_up(run, hit.impulse, hit.other, machine)

    def heard(self, run: Running, source: Running, machine: RunningMachine) -> None:
        self._wake_up(run, 0.0, source.id, machine)

    def _wake_up(self, run: Running, strength: float, other: int, machine: RunningMachine) -> None:
        """Let the part run for its time, from now on."""
        run["timer"] = run.p.time
        if not run["on"]:
            run["on"] = 1.0
            self.drive(run, run.facing * rpm(run.p.speed), run.p.torque)
            machine.tell("started", run, strength, other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["on"]:
            return
        run["timer"] = max(0.0, run["timer"] - machine.dt)
        if run["timer"] > 0:
            self.stay_awake(run)
        else:
            run["on"] = 0.0
            self.drive(run, 0.0, self.drag(run.p))
            machine.tell("stopped", run)


class CrankAndRod(Turning):
    """A crank with its rod: body 2 is the rod, 3 the slider; at Start the slider is drawn in."""

    name = "crank_rod"
    title = "Crank and rod"
    price = 7
    synonyms = "piston, connecting rod, lever"
    help = (
        "Turns turning into pushing: its pin drives a slider out and back once a turn. "
        f"{_MESHES} A belt can drive its shaft, too. A rope can be tied to the slider."
    )
    source = f"{_RATIOS} Stroke 60, 140 or 240 mm: twice the pin's distance from the axle. Steel rod 0.4 kg a metre."
    properties = (_SIZE,)
    flips = True
    settles = False
    rod_mass, slider_mass = 0.4, 0.5  # kg a metre, kg
    arm = 0.14  # m: of the slider, from the rod's joint to its head

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        size = SIZES[p.size]
        pin, rod = -size.pin, self._rod(size)
        joint = pin + rod  # where the rod holds the slider
        rail = PEWTER.edged(0.9)
        length = 2 * size.pin + 0.1
        steel, brass = Look("metal", (186, 192, 202)), Look("metal", (222, 178, 76))
        shapes = [
            painted(slab(length, 0.062, joint + length / 2 - 0.03, 0.0, 0.006), BLACKENED),
            painted(slab(length, 0.038, joint + length / 2 - 0.03, 0.0, 0.004), rail),
            *_gear(size),
            *bolt(),
            Shape(slab(self.arm, 0.026, joint + self.arm / 2, 0.0, 0.004), steel, body=3, friction=0.4),
            Shape(slab(0.024, 0.1, joint + self.arm + 0.008, 0.0, 0.006), brass, body=3, friction=0.6),
            Shape(slab(rod + 0.03, 0.022, pin + rod / 2, 0.0, 0.01), STEEL, body=2),
            painted(Circle(0.014, pin), brass, body=2),
            painted(Circle(0.005, pin), BLACKENED, body=2),
            painted(Circle(0.012, joint), brass, body=3),
            painted(Circle(0.005, joint), BLACKENED, body=3),
        ]
        joints = (axle(), Joint("pivot", WHEEL, 2, pin, 0.0), Joint("pivot", 2, 3, joint, 0.0))
        loose = (Body("dynamic", self.rod_mass * rod), Body("dynamic", self.slider_mass))
        ports = (shaft(), Port("head", joint + self.arm, 0.0, "rope", 3, "Slider"))
        return Blueprint((*bodies(size.mass), *loose), tuple(shapes), ports, joints)

    def _rod(self, size: _Size) -> float:
        """Return the rod's length in m: so long that the slider clears the teeth when it is drawn in."""
        return size.pitch + ADDENDUM + size.pin + 0.04

    def teeth(self, p: SimpleNamespace) -> int:
        return SIZES[p.size].teeth

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        frame, slider = run.bodies[0], run.bodies[3]
        x, reach = run.plan.bodies[3].x, 2 * SIZES[run.p.size].pin + 0.05
        ends = sorted((x - 0.05 * run.facing, x + reach * run.facing))
        guide = pymunk.GrooveJoint(frame, slider, (ends[0], 0.0), (ends[1], 0.0), (0.0, 0.0))
        upright = pymunk.GearJoint(frame, slider, 0.0, 1.0)
        machine.tie(run, guide, upright)
        for held in run.joints:
            held.error_bias = _STIFF


def _gear(size: _Size, hub: Look | None = None) -> list[Shape]:
    """A gear of that size with its spokes."""
    look = Look("metal", size.tint)
    r, g, b = size.tint
    back = Look("metal", (int(0.55 * r), int(0.55 * g), int(0.55 * b)), outline=0.9)
    inside = size.pitch - DEDENDUM - 0.012
    return [*toothed(size.teeth, look), *spoked(inside, 5 if size.teeth > 8 else 4, hub or look, back)]


def _hamster(fur: Look, ear: Look) -> list[Shape]:
    """Draw a hamster that runs to the right, at the bottom of the wheel."""
    shapes = [painted(Circle(0.007, -0.047, -0.05), ear)]
    for x in (-0.03, -0.014, 0.012, 0.028):
        shapes.append(painted(slab(0.009, 0.02, x, -0.078, 0.004), ear))
    shapes += [
        painted(oval(0.044, 0.03, 0.024, 28, -0.002, -0.052), fur),
        painted(Circle(0.008, 0.03, -0.015), ear),
        painted(oval(0.025, 0.021, 0.018, 24, 0.038, -0.037), fur),
        painted(Circle(0.0035, 0.046, -0.032), Look("rubber", (24, 22, 26), outline=0.0)),
        painted(Circle(0.0035, 0.063, -0.039), ear),
    ]
    return shapes


KINDS: tuple[Kind, ...] = (
    Motor(),
    Gear(),
    Wheel(),
    CrankAndRod(),
    HandCrank(),
    HamsterWheel(),
    Conveyor(),
    DrivenConveyor(),
)
LINKS: tuple[LinkKind, ...] = (Belt(),)
