"""Mirrors, which throw rays back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.engine.readout import FRAME
from sandbox.parts.drawing import band, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Joint, Kind, Look, Polygon, Property, Shape
from sandbox.parts.light.rays import reflected
from sandbox.parts.world import Met, Ray

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Mirror(Kind):
    """The plate hangs on a fork by its middle. A fixed one is of one piece with the fork."""

    name = "mirror"
    title = "Mirror"
    price = 6
    synonyms = "reflector"
    help = (
        "Throws rays of light back from its silver side, at the angle at which they come. A loose one turns on its "
        "fork when something pushes it, and stays as it then is."
    )
    source = "Float glass of 4 mm in a frame of wood: 0.24 m by 0.1 m weigh 0.3 kg. Its screws brake it with 0.1 N m."
    sound = "glass"
    properties = (
        Property("width", "Width", 0.24, "m", 0.1, 1.0, 0.02),
        Property("loose", "Loose", False, help="It turns when it is pushed"),
    )
    resizes = ("width",)
    throws_back: ClassVar[str] = "silver"  # the name of the shape whose upper side throws rays back
    thick, mass, brake = 0.026, 1.25, 0.1  # m; kg for each metre; N m
    silvered = 0.6  # of a shape's normal that points out of the silver side: its narrow ends throw nothing back

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, plate = p.width / 2, int(p.loose)
        gold, iron = Look("metal", (222, 170, 66)), Look("metal", (92, 100, 114))
        glass, gleam = Look("metal", (176, 216, 240), outline=0.9), Look("leather", (252, 254, 255), outline=0.0)
        fork = Polygon(((-0.022, -0.066), (0.022, -0.066), (0.01, 0.0), (-0.01, 0.0)), 0.003)
        shapes = [
            Shape(fork, iron, collides=not p.loose, friction=0.5, restitution=0.2),
            Shape(slab(0.07, 0.014, 0.0, -0.066, 0.004), iron, collides=not p.loose, friction=0.5, restitution=0.2),
            Shape(slab(p.width, 0.014, 0.0, -0.01, 0.004), Look("wood", (132, 84, 48)), plate, friction=0.5,
                  restitution=0.3),
            Shape(slab(p.width - 0.024, 0.022, 0.0, 0.007), glass, plate, friction=0.2, restitution=0.4,
                  name=self.throws_back),
            *(Shape(slab(0.014, 0.036, side * (w - 0.007), 0.0, 0.004), gold, plate, friction=0.5, restitution=0.3)
              for side in (-1, 1)),
        ]  # fmt: skip
        for x in (-0.55 * w, -0.3 * w, 0.4 * w):
            shapes.append(painted(band(((x - 0.008, -0.001), (x + 0.008, 0.015)), 0.006), gleam, plate))
        shapes.append(painted(Circle(0.011, 0.0, -0.012), gold, plate))
        bodies = (Body("static"), *((Body("dynamic", self.mass * p.width),) if p.loose else ()))
        return Blueprint(bodies, tuple(shapes), (), (Joint("pivot", 0, 1),) if p.loose else ())

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.loose:
            fork, plate = run.bodies
            brake = pymunk.SimpleMotor(fork, plate, 0.0)
            brake.max_force = self.brake
            brake.collide_bodies = False
            machine.add_joints(run, brake)

    def on_ray(self, run: Running, ray: Ray, met: Met, machine: RunningMachine) -> Ray | None:
        plan = run.plan.shapes[met.shape]
        if plan.name != self.throws_back:
            return None
        c, s, *_ = run.numbers[plan.body][FRAME]  # of its angle
        if met.ny * c - met.nx * s < self.silvered:
            return None
        return reflected(ray, met.nx, met.ny)
