"""The ray gun: it shoots darts of light."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.engine.callbacks import let_float
from sandbox.parts.drawing import painted, ring, slab
from sandbox.parts.electric.switches import PullCord
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Polygon, Port, Property, Shape

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

MOST = 6  # darts in a gun
_TRIGGER, _DARTS = 1, 2  # bodies: the trigger, and the first dart


class RayGun(PullCord):
    """Shoots darts, which wait outside the machine; each flies straight on, and is gone as soon as it has struck
    something.

    States: `left`; `fired`, how many it has shot; `out`, 1 while its trigger is pulled; `locked`, the alarm until which
    it does not shoot again; and for each dart `dart 1` ..., the alarm at which it is gone if it strikes nothing.
    """

    name = "ray_gun"
    title = "Ray gun"
    price = 45
    synonyms = "blaster, phaser, beam"
    help = (
        "Each pull at its trigger, each pulse of its wire or press shoots a dart of light, as long as it has some "
        "left. A dart knocks as hard as a ball that is thrown gently, pops balloons, and lights fuses and candles."
    )
    source = "A toy of 1950. A dart of 0.05 kg at 6 m/s knocks with 0.3 N s; it falls no more than light does."
    cues = {"fired": "whoosh", "empty": "click"}
    properties = (
        Property("shots", "Shots", 3, "", 1, MOST, 1),
        Property("pull", "Pull", 4.0, "N", 0.5, 50.0, 0.5, help="A stronger pull at the trigger shoots"),
    )
    flips = True
    wants_hits = True
    sharp = True  # its darts; the gun itself is blunt
    hands_on = ("knock", "heat")
    states = ("left", "fired", "out", "locked", *(f"dart {k}" for k in range(1, MOST + 1)))
    goal_states = ("left", "fired")
    mass, travel = 0.1, 0.02  # kg of the trigger, m
    dart_mass, speed, muzzle = 0.05, 6.0, 0.215  # kg, m/s, m
    lockout, lasts, lights = 0.2, 2.5, 0.3  # s between two shots; s of flight; s of heat that a dart stands for

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        silver, red = Look("metal", (190, 200, 214)), Look("metal", (206, 62, 58))
        teal, gold = Look("metal", (52, 150, 156)), Look("metal", (228, 180, 74), outline=0.9)
        pink = Look("glow", (205, 70, 180), outline=0.9, slot="left")
        grip = Polygon(((-0.115, -0.14), (-0.06, -0.14), (-0.02, -0.02), (-0.08, -0.02)), 0.006)
        barrel = Polygon(((0.06, -0.03), (0.14, -0.014), (0.14, 0.014), (0.06, 0.03)), 0.003)
        shapes = [
            Shape(slab(0.014, 0.05, 0.012, -0.062, 0.005), gold, _TRIGGER, 0.5, 0.2, name="blunt"),
            painted(ring(0.036, 0.009, 0.008, -0.056), teal),
            Shape(grip, red, 0, 0.5, 0.2, name="blunt"),
            Shape(barrel, silver, 0, 0.5, 0.2, name="blunt"),
            *(painted(slab(0.01, h, x, 0.0, 0.004), gold) for x, h in ((0.082, 0.084), (0.108, 0.064), (0.132, 0.046))),
            Shape(slab(0.036, 0.012, 0.158, 0.0, 0.003), gold, 0, 0.5, 0.2, name="blunt"),
            Shape(Circle(0.014, 0.18, 0.0), pink, 0, 0.5, 0.2, name="blunt"),
            Shape(Circle(0.062, -0.01, 0.0), teal, 0, 0.5, 0.2, name="blunt"),
            painted(Polygon(((-0.13, 0.02), (-0.06, -0.02), (-0.04, 0.05), (-0.12, 0.075)), 0.006), red),
            painted(Circle(0.03, -0.005, 0.004), pink),
        ]
        bodies = [Body("static"), Body("dynamic", self.mass)]
        for k in range(p.shots):
            light = Look("glow", (205, 110, 190), outline=0.5, slot="fired")
            shapes.append(Shape(slab(0.07, 0.018, self.muzzle, 0.0, 0.008), light, _DARTS + k, 0.1, 0.0, name="dart"))
            bodies.append(Body("dynamic", self.dart_mass))
        ports = (
            Port("trigger", 0.012, -0.082, "rope", _TRIGGER, "Trigger"),
            Port("signal", -0.085, -0.12, "signal in", title="Shoot"),
        )
        return Blueprint(tuple(bodies), tuple(shapes), ports, spare=tuple(range(_DARTS, _DARTS + p.shots)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        run["left"] = float(run.p.shots)
        for dart in run.bodies[_DARTS:]:
            let_float(dart, damping=1.0)

    def pulled(self, run: Running, machine: RunningMachine) -> None:
        self.press(run, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["locked"]:
            return
        machine.at(run, self.lockout, "locked")
        if not run["left"]:
            machine.tell("empty", run)
            return
        run["left"] -= 1.0
        run["fired"] += 1.0
        nth = int(run["fired"])
        body = run.bodies[0]
        ax, ay = body.rotation_vector
        velocity = (run.facing * self.speed * ax, run.facing * self.speed * ay)
        machine.let_out(run, _DARTS + nth - 1, run.world(run.facing * self.muzzle, 0.0), velocity, body.angle)
        machine.at(run, self.lasts, f"dart {nth}")
        machine.tell("fired", run)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm != "locked":
            machine.take_back(run, _DARTS - 1 + int(alarm.split()[1]))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        nth = run.plan.shapes[hit.shape].body - _DARTS + 1
        if nth < 1 or not run[f"dart {nth}"]:
            return
        machine.cancel(run, f"dart {nth}")
        machine.take_back(run, _DARTS - 1 + nth)
        target = machine.parts.get(hit.other)
        if target is not None and target.kind.catches <= self.lights:
            target.kind.caught(target, machine)
