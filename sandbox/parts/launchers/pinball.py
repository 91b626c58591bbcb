"""Parts of a pinball machine: the bumper kicks away a ball that touches it, the flipper bats it up."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import TURN, arc, lamp, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK, LEAD, STEEL, TIN

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Bumper(Kind):
    """The kick is along the line from its middle, up to its speed, and no more than its impulse can do.

    States: `lit`, from 1 at a kick down to 0.
    """

    name = "bumper"
    title = "Pinball bumper"
    price = 9
    synonyms = "pinball, kicker"
    hands_on = ("knock",)
    help = "Kicks away what touches it and lights up. Light things leave at its kick speed, heavy ones slower."
    source = "A pinball's coil kicks its 80 g ball to 2 to 3 m/s in some 10 ms."
    cues = {"kicked": "bell"}
    properties = (
        Property("radius", "Radius", 0.09, "m", 0.04, 0.3, 0.01),
        Property("kick", "Kick", 3.0, "m/s", 0.5, 8.0, 0.1, help="Speed at which a light part leaves"),
        Property("impulse", "Impulse", 3.0, "N s", 0.1, 20.0, 0.1, help="At most: what a heavy part gets"),
    )
    wants_hits = True
    states = ("lit",)
    act_interval = 1 / 30
    goal_states = ("lit",)
    glows = 0.3  # s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        white = Look("leather", (246, 242, 230), outline=0.0)
        studs = [point for at in range(8) for point in arc(0.8 * r, TURN * at / 8, TURN * at / 8, 2)[:1]]
        shapes = (
            Shape(Circle(r), Look("rubber", (52, 58, 70)), restitution=0.8),
            painted(Circle(0.9 * r), Look("leather", (206, 48, 48), outline=0.0)),
            *(painted(Circle(0.055 * r, x, y), white) for x, y in studs),
            painted(Circle(0.66 * r), TIN.edged(0.8)),
            lamp(0.56 * r, 0.0, 0.0, (250, 190, 60), "lit", outline=0.8),
        )
        return Blueprint((Body("static"),), shapes)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        striker = machine.parts.get(hit.other)
        if not hit.first or striker is None:
            return
        body = striker.body_of(hit.other_shape)
        if body.body_type != body.DYNAMIC:
            return
        vx, vy = body.velocity
        gain = min(run.p.kick - vx * hit.nx - vy * hit.ny, run.p.impulse / body.mass)
        if gain > 0:
            body.velocity = (vx + gain * hit.nx, vy + gain * hit.ny)
            run["lit"] = 1.0
            machine.tell("kicked", run, gain, hit.other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["lit"] > 0:
            run["lit"] = max(0.0, run["lit"] - run.lapse / self.glows)


class Flipper(Kind):
    """A coil turns the bat up against a stop, holds it for a moment, and a weak spring lays it down again.

    States: `up`, the seconds until it goes down, and `rest`, the seconds until it can flick again.
    """

    name = "flipper"
    title = "Flipper"
    price = 12
    synonyms = "pinball, paddle, bat"
    hands_on = ("knock",)
    help = "A bat that flicks up for a moment when something lands on it, when you press it, or at a signal."
    source = "A pinball flipper: 76 mm long, 50 degrees of travel in 20 to 30 ms; this one is three times as long."
    cues = {"flicked": "clack"}
    properties = (
        Property("width", "Length", 0.26, "m", 0.15, 0.6, 0.01),
        Property("speed", "Tip speed", 4.0, "m/s", 1.0, 10.0, 0.1, help="Of the tip when nothing heavy lies on it"),
        Property("strength", "Strength", 30.0, "N m", 1.0, 200.0, 1.0, help="Torque at most"),
        Property("lands", "When struck", True, help="Whether it flicks when something lands on it"),
    )
    resizes = ("width",)
    flips = True
    pressable = True
    wants_hits = True
    states = ("up", "rest")
    goal_states = ("up",)
    travel = 0.85  # rad
    hold, pause = 0.15, 0.35  # s: up; from the start of a flick to the next
    down_torque, down_speed = 0.6, 6.0  # N m, rad/s
    quiet = 0.2  # m/s: what lands slower than this has not landed, but lies

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        big, small = 0.028, 0.014  # m: radii at the pivot and at the tip
        x, reach, droop = -p.width / 2 + big, p.width - big - small, -0.4
        y = 0.5 * 0.38 * p.width  # so that the middle of the bat is the middle of the part
        c, s = cos_sin(droop)

        def out(along: float, up: float) -> tuple[float, float]:
            return x + c * along - s * up, y + s * along + c * up

        side = (big - small) / reach  # the flanks touch both discs: sine of their lean
        rise = math.sqrt(1 - side * side)
        flank = [
            out(big * side, -big * rise), out(reach + small * side, -small * rise),
            out(reach + small * side, small * rise), out(big * side, big * rise),
        ]  # fmt: skip
        tip = out(reach, 0.0)
        red, face = Look("rubber", (212, 56, 50)), Look("leather", (248, 236, 206), outline=0.0)
        stripe = Polygon((out(0.02, -0.013), out(reach, -0.006), out(reach, 0.006), out(0.02, 0.013)))
        plate = slab(0.075, 0.075, x, y, 0.01)
        outline = Polygon(
            (
                *arc(big, droop + 1.571 + side, droop + TURN - 1.571 - side, 20, x, y),
                *arc(small, droop - 1.571 - side, droop + 1.571 + side, 14, *tip),
            )
        )
        shapes = (
            painted(plate, LEAD),
            *(
                Shape(piece, None, body=1, friction=0.7, restitution=0.5)
                for piece in (Circle(big, x, y), Circle(small, *tip), Polygon(tuple(flank)))
            ),
            painted(outline, red, body=1),
            painted(stripe, face, body=1),
            painted(Circle(0.017, x, y), STEEL, body=1),
            painted(Circle(0.007, x, y), DARK),
        )
        pivot = Joint("pivot", 0, 1, x, y, 0.0, self.travel)
        ports = (Port("signal", x, y, "signal in", title="Coil"),)
        return Blueprint((Body("static"), Body("dynamic", 1.2 * p.width)), shapes, ports, (pivot,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        coil = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], run.facing * self.down_speed)
        coil.max_force = self.down_torque
        coil.collide_bodies = False
        machine.tie(run, coil)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["rest"] > 0:
            return
        run["up"], run["rest"] = self.hold, self.pause
        # The engine's motors turn the other way round: towards minus their rate.
        self._turn(run, -run.p.speed / run.p.width, run.p.strength)
        machine.tell("flicked", run)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["rest"] > 0 or not run.p.lands or not hit.first or hit.speed < self.quiet:
            return
        c, s = cos_sin(run.bodies[1].angle - run.facing * 0.4)
        if hit.ny * c - hit.nx * s > 0.3:  # on its upper side
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["rest"] <= 0:
            return
        run["rest"] = max(0.0, run["rest"] - machine.dt)
        if run["up"] > 0:
            run["up"] = max(0.0, run["up"] - machine.dt)
            if run["up"] == 0:
                self._turn(run, self.down_speed, self.down_torque)

    def _turn(self, run: Running, rate: float, torque: float) -> None:
        for joint in run.joints:
            if isinstance(joint, pymunk.SimpleMotor):
                joint.rate, joint.max_force = run.facing * rate, torque
