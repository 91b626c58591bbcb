"""Appliances, which do nothing without a cable that brings them power."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import band, painted, sensor, slab
from sandbox.parts.electric.switched import plug
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import CHROME, RED_RUBBER, STEEL
from sandbox.parts.reactions import Knocked
from sandbox.parts.transport.passing import passengers

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Toaster(Knocked):
    """States: `toasting`; `popped`, how often it has thrown; and `due`, the alarm on which it throws.

    Its slices and its lever are a body that nothing bumps into: they go down and up with the states.
    """

    name = "toaster"
    title = "Toaster"
    price = 17
    synonyms = "bread, toast"
    help = (
        "With power from a cable: what lands on it pushes its slices down, as does a signal or your press; after its "
        "time they jump up, and throw what lies on it."
    )
    source = "A toaster's spring, made strong: up to 3 m/s, and no more than 9 J; its lever asks for some 5 N."
    hum = "ticking"
    hums_while = "toasting"
    cues = {"pushed": "clack", "jumped": "boing"}
    properties = (
        Property("time", "Time", 4.0, "s", 0.2, 60.0, 0.1, help="From the push to the jump"),
        Property("push", "Push", 0.3, "N s", 0.01, 10.0, 0.01, help="What lands harder than this pushes it down"),
        Property("speed", "Throws at", 3.0, "m/s", 0.5, 8.0, 0.1, help="Heavy things less fast"),
    )
    flips = True
    pressable = True
    knock_over, knocked_at = "push", "case"
    states = ("toasting", "popped", "due")
    goal_states = ("toasting", "popped")
    hands_on = ("knock",)
    needs_power = True
    watts = 50.0
    width, height, sinks = 0.28, 0.19, 0.05  # m; m by which the slices go down
    energy = 9.0  # J at most

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width / 2, self.height / 2
        dark = Look("metal", (58, 62, 72), outline=0.0)
        crust, crumb = Look("leather", (150, 92, 44), outline=1.0), Look("leather", (226, 172, 98), outline=0.0)
        bread = ((-0.07, -0.06), (0.07, -0.06), (0.07, 0.04), (0.055, 0.058), (-0.055, 0.058), (-0.07, 0.04))
        slice_ = Polygon(tuple((x, h + 0.01 + y) for x, y in bread), 0.008)
        inner = Polygon(tuple((0.84 * x, h + 0.01 + 0.84 * y) for x, y in bread), 0.008)
        body = Polygon(((-w, -h), (w, -h), (w, h - 0.05), (w - 0.03, h), (-w + 0.03, h), (-w, h - 0.05)))
        shapes = (
            sensor(slab(self.width - 0.04, 0.03, 0.0, h + 0.016), name="top"),
            painted(slice_, crust, 1),
            painted(inner, crumb, 1),
            Shape(body, CHROME, friction=0.6, restitution=0.1, name="case"),
            painted(slab(self.width - 0.07, 0.012, 0.0, h - 0.006, 0.004), dark),
            painted(slab(self.width - 0.08, 0.006, 0.0, h - 0.005, 0.002),
                  Look("glow", (205, 104, 40), outline=0.0, slot="toasting")),
            painted(slab(self.width + 0.012, 0.024, 0.0, -h + 0.012, 0.006), dark),
            *(painted(band(((x - 0.045, -0.02), (x, 0.012), (x + 0.045, -0.02)), 0.008),
                    STEEL.edged(0.0)) for x in (-0.05, 0.05)),
            painted(slab(0.012, 0.11, w + 0.001, 0.012, 0.004), dark),
            painted(slab(0.036, 0.022, w + 0.014, 0.048, 0.008), RED_RUBBER, 1),
            painted(Circle(0.011, w - 0.032, -0.05), STEEL.edged(0.8)),
        )  # fmt: skip
        ports = (plug(-w, -h + 0.03), Port("signal", w, -h + 0.03, "signal in", title="Push"))
        return Blueprint((Body("static"), Body("kinematic")), shapes, ports)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if machine.power(run) and not run["toasting"]:
            self._set(run, 1.0, machine)
            machine.at(run, run.p.time)
            machine.tell("pushed", run)

    def knocked(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        c, s = cos_sin(run.bodies[0].angle)
        if c * hit.ny - s * hit.nx > 0.5:  # from above
            self.press(run, machine)

    def consumes(self, run: Running) -> bool:
        return bool(run["toasting"])

    def powered(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if not on and run["toasting"]:
            machine.cancel(run)
            self._set(run, 0.0, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._set(run, 0.0, machine)
        run["popped"] += 1.0
        machine.tell("jumped", run, run.p.speed)
        c, s = cos_sin(run.bodies[0].angle)
        ux, uy = -s, c
        for _, body in passengers(machine, run.shapes[0], run):
            speed = min(run.p.speed, math.sqrt(2 * self.energy / body.mass))
            vx, vy = body.velocity
            gain = max(0.0, speed - (vx * ux + vy * uy))
            body.velocity = (vx + gain * ux, vy + gain * uy)

    def _set(self, run: Running, toasting: float, machine: RunningMachine) -> None:
        run["toasting"] = toasting
        run.bodies[1].position = run.bodies[0].local_to_world((0.0, -self.sinks * toasting))
        machine.repower(run)
