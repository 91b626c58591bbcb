"""A jack-in-the-box, whose lid flies open once it has been wound up long enough."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.parts.drawing import TURN, arc, band, painted, slab
from sandbox.parts.kind import LOOSE, Blueprint, Body, Circle, Look, Polygon, Property, Shape
from sandbox.parts.materials import STEEL
from sandbox.parts.turning.gearing import WHEEL, Turning, axle, bodies, bolt, shaft

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_JACK = 2  # the body that flies up: the lid with the jack below it


class JackInTheBox(Turning):
    """A latch holds the lid down against a spring, until the crank has turned far enough. States: `open`."""

    name = "jack_in_the_box"
    title = "Jack-in-the-box"
    price = 14
    synonyms = "surprise, clown, box"
    hands_on = ("knock",)
    help = (
        "When its crank has been turned far enough, by a belt, the lid flies up and throws what lies on it. "
        "Once only: then the jack looks out."
    )
    source = "A spring of 24 J throws 2 kg at 4 m/s, and lid and jack, 0.4 kg, with them; what is lighter flies faster."
    cues = {"opened": "boing"}
    properties = (
        Property("turns", "Turns", 1.5, "", 0.25, 20.0, 0.25, help="Of its crank, either way, until it opens"),
        Property("energy", "Energy", 24.0, "J", 2.0, 60.0, 1.0, help="In the tense spring"),
    )
    states = ("open",)
    goal_states = ("open",)
    act_interval = 1 / 30
    width, height, crank = 0.26, 0.24, 0.05  # m
    lid, wheel = 0.4, 0.15  # kg: lid and jack; the crank
    rises, more = 0.22, 0.3  # m: how far the lid flies; how far the spring would go on

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, r = self.width, self.height, self.crank
        blue, yellow = Look("wood", (58, 108, 178)), Look("leather", (246, 202, 64), outline=0.0)
        red, skin = Look("wood", (206, 58, 50)), Look("leather", (250, 214, 178), outline=1.0)
        dark, brass = Look("rubber", (36, 38, 46), outline=0.0), Look("metal", (226, 180, 76), outline=0.9)
        coil = tuple((0.03 * (-1 if k % 2 else 1), 0.02 - 0.02 * k) for k in range(7))
        head = 0.066  # m: the middle of the jack's face
        cap = Polygon((*arc(0.05, 0.12, TURN / 2 - 0.12, 9, 0.0, head + 0.012), (0.0, head + 0.058)), 0.002)
        stars = [self._star(0.024, x, y) for x, y in ((-0.085, 0.07), (0.085, 0.07), (-0.085, -0.07), (0.085, -0.07))]
        shapes = (
            painted(band(coil, 0.008), STEEL, _JACK),
            Shape(Circle(0.05, 0.0, head), skin, _JACK, friction=0.4, restitution=0.1),
            painted(cap, red, _JACK),
            *(painted(Circle(0.007, x, head + 0.006), dark, _JACK) for x in (-0.018, 0.018)),
            painted(Circle(0.009, 0.0, head - 0.01), Look("leather", (226, 66, 60), outline=0.6), _JACK),
            painted(band(arc(0.024, 3.6, 5.8, 8, 0.0, head - 0.008), 0.005), dark, _JACK),
            Shape(slab(w + 0.014, 0.022, 0.0, h / 2 + 0.011, 0.006), red, _JACK, friction=0.6, restitution=0.1),
            Shape(slab(w, h, 0.0, 0.0, 0.006), blue, friction=0.6, restitution=0.2),
            painted(slab(w, 0.024, 0.0, -h / 2 + 0.012, 0.005), red),
            *(painted(star, yellow) for star in stars),
            painted(Circle(r + 0.012), Look("leather", (250, 244, 226), outline=0.8)),
            Shape(Circle(r), None, WHEEL, friction=0.3, restitution=0.1),
            painted(band(((0.0, 0.0), (r + 0.012, 0.0)), 0.016), brass, WHEEL),
            painted(Circle(0.015, r + 0.014), Look("rubber", (58, 60, 68)), WHEEL),
            *bolt(0.013),
        )
        return Blueprint((*bodies(self.wheel), Body("dynamic", self.lid)), shapes, (shaft(),), (axle(),))

    def _star(self, r: float, x: float, y: float) -> Polygon:
        outer, inner = arc(r, TURN / 4, TURN * 5 / 4, 6, x, y), arc(0.42 * r, TURN * 0.35, TURN * 1.35, 6, x, y)
        return Polygon(tuple(point for pair in zip(outer[:5], inner[:5], strict=True) for point in pair))

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
            if shape is not None and plan.body == _JACK:
                shape.filter = pymunk.ShapeFilter(run.id, LOOSE)
        box, jack = run.bodies[0], run.bodies[_JACK]
        home = (run.plan.bodies[_JACK].x, run.plan.bodies[_JACK].y)
        whole = self.rises + self.more
        stiffness = 2 * run.p.energy / (whole * whole - self.more * self.more)
        joints = (
            pymunk.GrooveJoint(box, jack, home, (home[0], home[1] + self.rises), (0.0, 0.0)),
            pymunk.GearJoint(box, jack, 0.0, 1.0),
            pymunk.DampedSpring(box, jack, (home[0], home[1] - 1.0), (0.0, 0.0), 1.0 + whole, stiffness, 0.5),
            pymunk.PivotJoint(box, jack, home, (0.0, 0.0)),
        )
        for joint in joints:
            joint.collide_bodies = False
        machine.tie(run, *joints)

    def act(self, run: Running, machine: RunningMachine) -> None:
        box, wheel = run.bodies[0], run.bodies[WHEEL]
        if run["open"] or wheel.is_sleeping or abs(wheel.angle - box.angle) < run.p.turns * TURN:
            return
        run["open"] = 1.0
        latch = next(joint for joint in reversed(run.joints) if isinstance(joint, pymunk.PivotJoint))
        machine.remove_joints(run, latch)
        run.bodies[_JACK].activate()
        machine.wake(run)
        machine.tell("opened", run)
