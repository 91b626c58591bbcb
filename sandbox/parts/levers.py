"""Levers and springs, which send one thing up when another goes down."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.parts.drawing import TURN, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BIRCH, BRIGHT, DARK, DEPTH, GUNMETAL, LEAD, LIGHT_WOOD, SILVER, STEEL, TIN

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Seesaw(Kind):
    name = "seesaw"
    title = "Seesaw"
    price = 7
    synonyms = "teeter-totter, lever, balance"
    set_off_by = ("weight",)
    hands_on = ("knock", "pull")
    help = "A plank on a pivot, level until one side is heavier. A fall on one end throws up what lies on the other."
    source = "Birch plank, 650 kg/m^3, 40 mm thick, 0.1 m deep (2.6 kg a metre), on a pivot without friction."
    properties = (
        Property("width", "Length", 1.2, "m", 0.4, 4.0, 0.05),
        Property("tilt", "Tilt", 20.0, "°", 5.0, 45.0, 1.0, help="How far it tips to either side"),
    )
    resizes = ("width",)
    height, thickness = 0.2, 0.04  # m: of the pivot above the foot; of the plank

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, t, h = p.width / 2, self.thickness, self.height
        limit = p.tilt * TURN / 360
        fulcrum = Polygon(((-0.1, -h), (0.1, -h), (0.016, -t / 2), (-0.016, -t / 2)), 0.003)
        plank = slab(p.width, t, rounding=0.006)
        shapes = (
            Shape(fulcrum, STEEL),
            Shape(plank, LIGHT_WOOD, body=1, friction=0.6, restitution=0.15),
            painted(Circle(0.017), GUNMETAL),
            painted(Circle(0.006), BRIGHT.edged(0.0)),
        )
        ports = (
            Port("left", -w + 0.025, 0.0, "rope", 1, "Left end"),
            Port("right", w - 0.025, 0.0, "rope", 1, "Right end"),
        )
        # The pivot goes through the plank's centre of mass: empty, it stays as it is left.
        bodies = (Body("static"), Body("dynamic", BIRCH * DEPTH * p.width * t))
        return Blueprint(bodies, shapes, ports, (Joint("pivot", 0, 1, 0.0, 0.0, -limit, limit),))


class _OnBearing(Kind):
    """A lever: body 1 turns on a pivot of body 0; the bearing's friction lets it come to rest."""

    friction_help = "What the bearing takes from its turning"

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.friction <= 0:
            return
        bearing = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], 0.0)
        bearing.max_force = run.p.friction
        machine.add_joints(run, bearing)


class RotatingBar(_OnBearing):
    name = "rotating_bar"
    title = "Rotating bar"
    price = 6
    synonyms = "turnstile, spinner, propeller"
    set_off_by = ("weight",)
    hands_on = ("knock", "pull")
    help = "A plank on a pivot through its middle, free to turn all the way round: a gate, a paddle, a lever."
    source = (
        "Birch plank, 650 kg/m^3, 50 mm thick, 0.1 m deep (3.3 kg a metre; TBE's weighs 4). A ball bearing of "
        "20 mm under 30 N takes 0.001 N m, a plain one (0.1 to 0.2) up to 0.05."
    )
    properties = (
        Property("width", "Length", 1.0, "m", 0.2, 4.0, 0.05),
        Property("friction", "Bearing friction", 0.02, "N m", 0.0, 5.0, 0.01, help=_OnBearing.friction_help),
    )
    resizes = ("width",)
    thickness = 0.05  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        end = p.width / 2 - 0.025
        screws = [painted(Circle(0.006, x, y), DARK) for x in (-0.032, 0.032) for y in (-0.032, 0.032)]
        plank = slab(p.width, self.thickness, rounding=0.006)
        shapes = (
            painted(slab(0.09, 0.09, rounding=0.012), LEAD),
            *screws,
            Shape(plank, LIGHT_WOOD, body=1, friction=0.5, restitution=0.15),
            painted(Circle(0.021), STEEL, body=1),
            painted(Circle(0.009), Look("metal", (66, 72, 82), outline=0.0)),
        )
        ports = (
            Port("left", -end, 0.0, "rope", 1, "Left end"),
            Port("right", end, 0.0, "rope", 1, "Right end"),
        )
        bodies = (Body("static"), Body("dynamic", BIRCH * DEPTH * p.width * self.thickness))
        return Blueprint(bodies, shapes, ports, (Joint("pivot", 0, 1),))


class Hammer(_OnBearing):
    """A hammer in balance while upright: the bearing holds it against less than half a degree of lean."""

    name = "hammer"
    title = "Hammer"
    price = 8
    synonyms = "mallet, sledge"
    hands_on = ("knock", "pull")
    help = "Stands on a pivot at the end of its handle until something nudges it: then it falls over and strikes hard."
    source = "TBE: 2 kg on a pivot at the handle's end. Sledge hammers have heads of 1 to 9 kg on 0.4 to 0.9 m."
    properties = (
        Property("mass", "Mass", 2.0, "kg", 0.5, 10.0, 0.1),
        Property("height", "Height", 0.5, "m", 0.3, 1.0, 0.05),
        Property("friction", "Bearing friction", 0.05, "N m", 0.0, 5.0, 0.01, help=_OnBearing.friction_help),
    )
    resizes = ("height",)
    head, tall, thick = 0.2, 0.1, 0.024  # m: length and height of the head; thickness of the handle

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        h, pin = p.height / 2, 0.02  # the pivot is so high above its foot
        reach = p.height - pin - self.tall
        y = h - self.tall / 2
        iron = Look("metal", (92, 98, 112))
        bracket = Polygon(((-0.05, -h), (0.05, -h), (0.018, -h + 0.038), (-0.018, -h + 0.038)), 0.002)
        handle = slab(self.thick, reach + 0.02, 0.0, -h + pin + reach / 2, 0.008)
        shapes = (
            Shape(handle, Look("wood", (214, 168, 104)), body=1, friction=0.4, restitution=0.1),
            Shape(slab(self.head, self.tall, 0.0, y, 0.012), iron, body=1, friction=0.3, restitution=0.1),
            painted(slab(0.024, self.tall, -self.head / 2 + 0.012, y, 0.006), SILVER, body=1),
            painted(slab(0.024, self.tall, self.head / 2 - 0.012, y, 0.006), SILVER, body=1),
            painted(slab(self.thick, 0.016, 0.0, h - 0.004, 0.003), Look("wood", (188, 140, 80)), 1),
            painted(bracket, STEEL),
            painted(Circle(0.009, 0.0, -h + pin), Look("metal", (66, 72, 82), outline=0.0)),
        )
        port = Port("head", 0.0, y, "rope", 1, "Head")
        pivot = Joint("pivot", 0, 1, 0.0, -h + pin)
        return Blueprint((Body("static"), Body("dynamic", p.mass)), shapes, (port,), (pivot,))


class Trampoline(Kind):
    """The engine stops what lands on the bed dead; the bed then gives back what it took, times `bounce`."""

    name = "trampoline"
    title = "Trampoline"
    price = 9
    synonyms = "bouncer, springy"
    hands_on = ("knock", "pull")
    help = "Throws back what lands on it, even a bowling ball. What is laid on it gently stays lying."
    source = "Bounce: a good bed returns about 0.9 of the speed; more than 1 is a toy's licence, bounded at 8 m/s."
    sound = "cloth"
    cues = {"bounced": "boing"}
    properties = (
        Property("width", "Width", 0.6, "m", 0.3, 3.0, 0.05),
        Property("bounce", "Bounce", 0.95, "", 0.1, 1.5, 0.05, help="Speed up divided by speed down"),
    )
    resizes = ("width",)
    wants_hits = True
    height = 0.2  # m
    top_speed = 8.0  # m/s: it throws nothing faster than this (3.3 m high)
    quiet = 0.2  # m/s: what lands slower than this has come to rest

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, pad = p.width / 2, self.height / 2, 0.02
        rail = Look("rubber", (44, 104, 186))
        inner = w - 2 * pad
        bed = slab(2 * inner, 0.05, 0.0, h - 0.025)  # thick enough that nothing that lands gets its middle under it
        mat = slab(2 * inner + pad, 0.012, 0.0, h - 0.006)
        springs = [painted(slab(0.006, 0.04, x, h - 0.03), TIN.edged(0.6)) for x in _spread(2 * inner, 0.07)]
        legs = [
            Shape(Polygon(_lean(side * (w - pad), h - pad, side * (w - 0.2 * w - pad), -h)), STEEL)
            for side in (-1.0, 1.0)
        ]
        shapes = (
            *legs,
            Shape(slab(2 * inner, 0.012, 0.0, h - 0.05), STEEL),
            *springs,
            Shape(bed, None, friction=0.7, restitution=0.0, name="bed"),
            painted(mat, Look("cloth", (40, 44, 54))),
            Shape(Circle(pad, -w + pad, h - pad), rail, restitution=0.5),
            Shape(Circle(pad, w - pad, h - pad), rail, restitution=0.5),
        )
        return Blueprint((Body("static"),), shapes)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if not hit.first or hit.speed < self.quiet or run.plan.shapes[hit.shape].name != "bed":
            return
        striker = machine.parts.get(hit.other)
        if striker is None:
            return
        body = striker.body_of(hit.other_shape)
        if body.body_type != body.DYNAMIC:
            return
        # The impulse that stopped it, given back through its centre of mass: through the contact, a crate that
        # lands on a corner would be spun up from nothing. What friction or a second shape adds does not count.
        vx, vy = body.velocity
        rising = vx * hit.nx + vy * hit.ny
        bounce = min(run.p.bounce * hit.speed, self.top_speed)
        gain = min(run.p.bounce * hit.impulse / body.mass, bounce - max(0.0, rising))
        if gain > 0:
            body.velocity = (vx + gain * hit.nx, vy + gain * hit.ny)
            machine.tell("bounced", run, gain, hit.other)


def _spread(length: float, gap: float) -> list[float]:
    """Return places along a length, about `gap` apart, the same to both sides of its middle."""
    count = max(2, round(length / gap))
    return [length * ((index + 0.5) / count - 0.5) for index in range(count)]


def _lean(x: float, y: float, foot_x: float, foot_y: float) -> tuple[tuple[float, float], ...]:
    """A leg 20 mm wide from its foot up to (x, y), counter-clockwise."""
    return ((foot_x - 0.01, foot_y), (foot_x + 0.01, foot_y), (x + 0.01, y), (x - 0.01, y))


KINDS: tuple[Kind, ...] = (Seesaw(), RotatingBar(), Hammer(), Trampoline())
