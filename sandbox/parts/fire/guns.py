"""Parts that a fuse sends off: a cannon, and a firework that rises and bursts."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import push_at
from sandbox.engine.readout import MOTION, TURNED
from sandbox.parts.bang.blast import Fused
from sandbox.parts.drawing import FLAME, TURN, band, lamp, painted, sensor, slab
from sandbox.parts.fire.fuses import FuseLit, fuse_port, spark
from sandbox.parts.kind import Blueprint, Body, Circle, Flight, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK, STEEL
from sandbox.parts.sight import keep_beside, keep_up
from sandbox.parts.transport.passing import passengers

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_direction = functools.lru_cache(maxsize=64)(cos_sin)  # of fireworks, which never turn


class Cannon(FuseLit):
    """The barrel is hollow, so what fits can roll into it. Its own ball waits outside the machine.

    States: `lit`, 1 while its charge burns; `left`, 1 while its own ball is in it; `fired`, how often it has fired;
    and the alarm `due`, on which it fires next.
    """

    name = "cannon"
    title = "Cannon"
    price = 40
    synonyms = "gun, artillery"
    help = (
        "Lit by a fuse, a flame, a signal or a press, it fires its ball half a second later. Empty, it fires what has "
        "rolled into its muzzle."
    )
    source = (
        "A ball of 12 cm in diameter and 2.4 kg: hollow iron. Real ones leave at 400 m/s; 7 m/s throws this one 4 m "
        "far, and it hits with 17 N s."
    )
    sound = "iron"
    cues: ClassVar[Mapping[str, str]] = {"lit": "fizz", "shot": "bang", "clicked": "click"}
    properties = (
        Property("speed", "Speed", 7.0, "m/s", 2.0, 15.0, 0.1, help="At the muzzle"),
        Property("aim", "Aim", 30.0, "°", 0.0, 80.0, 1.0, help="Above the level"),
        Property("loaded", "Loaded", True, help="With a ball of its own"),
    )
    flips = True
    hands_on = ("knock",)
    hands_out = True
    states = ("lit", "left", "fired", "due")
    goal_states = ("fired",)
    fuse_time = 0.5  # s
    ball, mass = 0.06, 2.4  # m, kg
    pivot: Point = (0.0, 0.03)
    breech, muzzle, bore, wall = -0.16, 0.25, 0.068, 0.022  # m along the barrel from the pivot; half width, m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        iron, light = Look("metal", (66, 70, 82)), Look("metal", (112, 118, 134), outline=0.0)
        wood, rim = Look("wood", (150, 100, 58)), Look("wood", (112, 72, 42))
        b, m, h, t = self.breech, self.muzzle, self.bore, self.wall
        outer = ((b + 0.02, -h - t), (m - 0.03, -h - 0.012), (m, -h - t), (m, h + t), (m - 0.03, h + 0.012),
                 (b + 0.02, h + t), (b - 0.015, 0.6 * h), (b - 0.015, -0.6 * h))  # fmt: skip
        back = slab(0.06, 2 * (h + t), b + 0.03)
        sides = [slab(m - b, t, (m + b) / 2, side * (h + t / 2)) for side in (-1, 1)]
        inside = slab(m - b - 0.08, 2 * h - 0.03, (m + b + 0.06) / 2)
        trail = Polygon(((-0.22, -0.13), (0.1, -0.13), (0.07, 0.03), (-0.02, 0.03)), 0.004)
        x, y = self._turned(p, (b + 0.035, h + t + 0.004))
        ball = (Shape(Circle(self.ball), iron, 1, friction=0.5, restitution=0.3),
                painted(Circle(0.015, -0.02, 0.022), light, 1))  # fmt: skip
        shapes = (
            *ball,
            Shape(trail, wood, friction=0.6, restitution=0.1),
            sensor(self._laid(p, inside), name="bore"),
            *(Shape(self._laid(p, part), None, friction=0.4, restitution=0.2) for part in (back, *sides)),
            painted(self._laid(p, Polygon(outer)), iron),
            painted(self._laid(p, slab(0.018, 2 * (h + t) + 0.006, b + 0.07, 0.0, 0.005)), iron),
            painted(self._laid(p, slab(0.26, 0.014, 0.03, 0.45 * h, 0.006)), light),
            painted(Circle(0.03, *self._turned(p, (b - 0.03, 0.0))), iron),
            lamp(0.011, x, y, FLAME, "lit", outline=0.7),
            Shape(Circle(0.095, 0.02, -0.06), rim, friction=0.6, restitution=0.1),
            painted(Circle(0.074, 0.02, -0.06), wood),
            *(painted(self._spoke(k), rim) for k in range(3)),
            painted(Circle(0.022, 0.02, -0.06), STEEL),
            painted(Circle(0.008, 0.02, -0.06), DARK),
        )
        ports = (Port("signal", -0.12, -0.1, "signal in", title="Trigger"), fuse_port(x, y))
        return Blueprint((Body("static"), Body("dynamic", self.mass)), shapes, ports, spare=(1,))

    def _spoke(self, k: int) -> Polygon:
        c, s = cos_sin(TURN * k / 6)
        return band(((0.02 - 0.074 * c, -0.06 - 0.074 * s), (0.02 + 0.074 * c, -0.06 + 0.074 * s)), 0.012)

    def _turned(self, p: SimpleNamespace, point: Point) -> Point:
        """Return where a point of the barrel, from its pivot, is in the part's frame."""
        c, s = cos_sin(p.aim * TURN / 360)
        return self.pivot[0] + c * point[0] - s * point[1], self.pivot[1] + s * point[0] + c * point[1]

    def _laid(self, p: SimpleNamespace, outline: Polygon) -> Polygon:
        return Polygon(tuple(self._turned(p, point) for point in outline.points), outline.rounding)

    def flight(self, p: SimpleNamespace) -> Flight:
        seat, tip = self._turned(p, (0.0, 0.0)), self._turned(p, (self.muzzle, 0.0))
        share = p.speed / self.muzzle
        return Flight(*seat, share * (tip[0] - seat[0]), share * (tip[1] - seat[1]), self.ball)

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["left"] = float(run.p.loaded)

    def quenched(self, run: Running, machine: RunningMachine) -> None:
        run["lit"] = 0.0
        machine.cancel(run)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run["lit"] = 0.0
        bore = next(s for plan, s in zip(run.plan.shapes, run.shapes, strict=True) if plan.name == "bore")
        tip_x, tip_y = self._turned(run.p, (self.muzzle, 0.0))
        seat_x, seat_y = self._turned(run.p, (0.0, 0.0))
        muzzle, seat = run.world(run.facing * tip_x, tip_y), run.world(run.facing * seat_x, seat_y)
        far = math.sqrt((muzzle[0] - seat[0]) * (muzzle[0] - seat[0]) + (muzzle[1] - seat[1]) * (muzzle[1] - seat[1]))
        shot = (run.p.speed * (muzzle[0] - seat[0]) / far, run.p.speed * (muzzle[1] - seat[1]) / far)
        inside = passengers(machine, bore, run)
        for passenger in inside:
            passenger.body.activate()
            passenger.body.velocity = shot
        if not inside and run["left"]:
            run["left"] = 0.0
            machine.let_out(run, 1, seat, shot)
        elif not inside:
            machine.tell("clicked", run)
            return
        run["fired"] += 1.0
        machine.tell("shot", run, run.p.speed, at=muzzle)


class Firework(Fused):
    """Never turns, so that it flies the way that it was placed, at full speed while nothing blocks it.

    States: `lit`; `rising`; `due`, the alarm on which it goes on; `exploded`.
    """

    name = "firework"
    title = "Firework"
    price = 8
    synonyms = "rocket, cracker"
    help = (
        "Lit by a fuse, a flame, a press or a blast, it rises the way that it points, takes along what is tied to its "
        "stick, and bursts: a small blast with a big show."
    )
    source = (
        "A rocket of 0.15 kg: a real one pushes with 10 to 20 N for a second and bursts 50 m high. This one is held to "
        "4 m/s, so that it stays in sight."
    )
    sound = "card"
    hum = "jet"
    hums_while = "rising"
    cues: ClassVar[Mapping[str, str]] = {"lit": "fizz", "fired": "whoosh", "exploded": "bang"}
    properties = (
        Property("show", "Show", "star", choices=("star", "willow", "ring")),
        Property("rise", "Rises for", 1.2, "s", 0.1, 5.0, 0.1),
        Property("speed", "Speed", 4.0, "m/s", 1.0, 8.0, 0.5),
        Property("strength", "Strength", 5.0, "N s", 1.0, 30.0, 0.5, help="Of its blast, in all directions together"),
        Property("reach", "Reach", 0.5, "m", 0.2, 2.0, 0.1, help="Where its blast ends"),
    )
    hands_on = ("blast",)
    states = ("lit", "rising", "due", "exploded")
    goal_states = ("lit", "rising", "exploded")
    fuse_time, chain = 0.6, math.inf  # s: a blast lights it as anything else does
    mass, thrust, grip = 0.15, 15.0, 20.0  # kg; N at most; 1/s: how fast it gets its speed
    tail = -0.09  # m: where its fire is

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        blue, red = Look("leather", (52, 84, 176)), Look("leather", (216, 58, 52))
        gold, stick = Look("leather", (248, 206, 84), outline=0.0), Look("wood", (206, 166, 108), outline=1.0)
        fire = Look("glow", (250, 176, 60), outline=0.0, slot="rising")
        y = self.tail
        tongue = Polygon(((-0.022, y), (0.0, y - 0.13), (0.022, y)))
        cone = Polygon(((-0.046, 0.06), (0.046, 0.06), (0.0, 0.14)), 0.003)
        cord = band(((0.006, y + 0.01), (0.02, y - 0.02), (0.046, y - 0.022)), 0.007)
        shapes = (
            painted(tongue, fire, 1),
            Shape(slab(0.014, 0.3, -0.026, -0.13), stick, friction=0.5, restitution=0.1),
            painted(cord, Look("cloth", (206, 190, 148), outline=0.6)),
            spark(0.01, 0.05, y - 0.022),
            Shape(slab(0.066, 0.16, 0.0, -0.012, 0.005), blue, friction=0.5, restitution=0.2),
            *(painted(band(((-0.032, h), (0.032, h + 0.03)), 0.016), gold) for h in (-0.075, -0.03, 0.015)),
            Shape(cone, red, friction=0.5, restitution=0.2),
        )
        bodies = (Body("dynamic", self.mass, upright=True), Body("kinematic", y=y))
        ports = (
            fuse_port(0.05, y - 0.022),
            Port("signal", 0.0, -0.012, "signal in", title="Igniter"),
            Port("stick", -0.026, -0.27, "rope", title="Stick"),
        )
        return Blueprint(bodies, shapes, ports, spare=(1,))

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if run["rising"]:
            self.explode(run, machine)
            return
        run["rising"] = 1.0
        run.bodies[0].activate()
        machine.let_out(run, 1, run.world(0.0, self.tail))
        machine.at(run, run.p.rise)
        machine.tell("fired", run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["rising"] or run["exploded"]:
            return
        body, world, mass = run.bodies[0], machine.world, run.plan.bodies[0].mass
        x, y, vx, vy, _, _, angle, spin, _, _, _ = run.numbers[0][MOTION]
        c, s = _direction(angle)
        lacks = run.p.speed - (vy * c - vx * s)
        push = min(self.thrust, max(0.0, self.grip * mass * lacks))
        force = (-s * push - mass * world.gravity_x, c * push - mass * world.gravity_y)
        push_at(body, force, (x, y))
        turned, turns = run.numbers[1][TURNED]
        follow = keep_beside if turned == angle and turns == spin == 0.0 else keep_up
        follow(body, run.bodies[1], run.local(0.0, self.tail))
