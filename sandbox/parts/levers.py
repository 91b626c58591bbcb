"""Levers and springs: what goes down here sends something up there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.base import Blueprint, Body, Circle, Hit, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.blocks import BIRCH, DEPTH
from sandbox.parts.outlines import TURN, slab

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running

_STEEL = Look("metal", (150, 158, 170))


class Seesaw(Kind):
    name = "seesaw"
    title = "Seesaw"
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
            Shape(fulcrum, _STEEL),
            Shape(plank, Look("wood", (210, 166, 104)), body=1, friction=0.6, restitution=0.15),
            Shape(Circle(0.017), Look("metal", (96, 102, 114)), collides=False),
            Shape(Circle(0.006), Look("metal", (196, 202, 210), outline=0.0), collides=False),
        )
        ports = (
            Port("left", -w + 0.025, 0.0, "rope", 1, "Left end"),
            Port("right", w - 0.025, 0.0, "rope", 1, "Right end"),
        )
        # The pivot goes through the plank's centre of mass: empty, it stays as it is left.
        bodies = (Body("static"), Body("dynamic", BIRCH * DEPTH * p.width * t))
        return Blueprint(bodies, shapes, ports, (Joint("pivot", 0, 1, 0.0, 0.0, -limit, limit),))


class Trampoline(Kind):
    """The engine stops what lands on the bed dead; the bed then gives back what it took, times `bounce`."""

    name = "trampoline"
    title = "Trampoline"
    help = "Throws back what lands on it, even a bowling ball. What is laid on it gently stays lying."
    source = "Bounce: a good bed returns about 0.9 of the speed; more than 1 is a toy's licence, bounded at 8 m/s."
    properties = (
        Property("width", "Width", 0.6, "m", 0.3, 3.0, 0.05),
        Property("bounce", "Bounce", 0.95, "", 0.1, 1.5, 0.05, help="Speed up divided by speed down"),
    )
    resizes = ("width",)
    listens = True
    height = 0.2  # m
    top_speed = 8.0  # m/s: it throws nothing faster than this (3.3 m high)
    quiet = 0.2  # m/s: what lands slower than this has come to rest

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, pad = p.width / 2, self.height / 2, 0.02
        rail = Look("rubber", (44, 104, 186))
        inner = w - 2 * pad
        bed = slab(2 * inner, 0.05, 0.0, h - 0.025)  # thick enough that nothing that lands gets its middle under it
        mat = slab(2 * inner + pad, 0.012, 0.0, h - 0.006)
        springs = [
            Shape(slab(0.006, 0.04, x, h - 0.03), Look("metal", (176, 184, 194), outline=0.6), collides=False)
            for x in _spread(2 * inner, 0.07)
        ]
        legs = [
            Shape(Polygon(_lean(side * (w - pad), h - pad, side * (w - 0.2 * w - pad), -h)), _STEEL)
            for side in (-1.0, 1.0)
        ]
        shapes = (
            *legs,
            Shape(slab(2 * inner, 0.012, 0.0, h - 0.05), _STEEL),
            *springs,
            Shape(bed, None, friction=0.7, restitution=0.0, name="bed"),
            Shape(mat, Look("cloth", (40, 44, 54)), collides=False),
            Shape(Circle(pad, -w + pad, h - pad), rail, restitution=0.5),
            Shape(Circle(pad, w - pad, h - pad), rail, restitution=0.5),
        )
        return Blueprint((Body("static"),), shapes)

    def struck(self, run: Running, hit: Hit, machine: Machine) -> None:
        if not hit.first or hit.speed < self.quiet or run.plan.shapes[hit.shape].name != "bed":
            return
        other = machine.parts.get(hit.other)
        if other is None:
            return
        body = other.bodies[other.plan.shapes[hit.other_shape].body]
        if body.body_type != body.DYNAMIC:
            return
        # The impulse that stopped it, given back through its centre of mass: through the contact, a crate that
        # lands on a corner would be spun up from nothing. What friction or a second shape adds does not count.
        vx, vy = body.velocity
        rising = vx * hit.nx + vy * hit.ny
        wanted = min(run.p.bounce * hit.speed, self.top_speed)
        gain = min(run.p.bounce * hit.impulse / body.mass, wanted - max(0.0, rising))
        if gain > 0:
            body.velocity = (vx + gain * hit.nx, vy + gain * hit.ny)
            machine.tell("bounced", run, gain, hit.other)


def _spread(length: float, gap: float) -> list[float]:
    """Places along a length, about `gap` apart, the same to both sides of its middle."""
    count = max(2, round(length / gap))
    return [length * ((index + 0.5) / count - 0.5) for index in range(count)]


def _lean(x: float, y: float, foot_x: float, foot_y: float) -> tuple[tuple[float, float], ...]:
    """A leg 20 mm wide from its foot up to (x, y), counter-clockwise."""
    return ((foot_x - 0.01, foot_y), (foot_x + 0.01, foot_y), (x + 0.01, y), (x - 0.01, y))


KINDS: tuple[Kind, ...] = (Seesaw(), Trampoline())
