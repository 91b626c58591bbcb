"""The spring board, which throws the things that land on it."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.readout import TURNED, asleep
from sandbox.parts.drawing import painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Joint, Kind, Look, Polygon, Property, Shape
from sandbox.parts.materials import ASH_WOOD, BRIGHT, DEPTH, PINE, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


def _leaning(run: Running) -> float:
    """Return the angle by which body 1 has turned since the start, in radians, as if the part were not flipped."""
    return float(run.facing * (run.numbers[1][TURNED][0] - run.numbers[0][TURNED][0]))


_RESTING, _TAKING, _GIVING = 0.0, 1.0, 2.0


class SpringBoard(Kind):
    """The spring is stiffer on the way up than on the way down: that is the push, as of a diver who jumps along.

    The engine stops what lands on the board dead; board and load then go down together with the energy that the
    load brought. What is laid on it only bends it: at rest it is damped, and the push is for landings.
    States: `phase`: 0 at rest, 1 from a landing to the lowest point, 2 on the way up from there; `timer`, the
    seconds left for that.
    """

    name = "spring_board"
    title = "Spring board"
    price = 10
    synonyms = "diving board, bouncer"
    hands_on = ("knock",)
    help = (
        "A board on a strong spring: throws what lands on it higher than a floor would, highest at its free end, and "
        "away from its hinge."
    )
    source = (
        "A gymnast's spring board gives back about 0.8 of the energy; the push, a toy's licence, multiplies it. "
        "The board is 0.1 m deep and 16 mm thick; pine, 500 kg/m^3."
    )
    cues = {"bounced": "boing"}
    properties = (
        Property("width", "Length", 0.6, "m", 0.4, 1.5, 0.05),
        Property("stiffness", "Stiffness", 800.0, "N m/rad", 50.0, 5000.0, 10.0, help="Of the spring at the hinge"),
        Property("push", "Push", 2.6, "", 1.0, 4.0, 0.1, help="Spring energy given back over energy taken"),
    )
    resizes = ("width",)
    flips = True
    wants_hits = True
    states = ("phase", "timer")
    height, thick = 0.16, 0.016  # m
    quiet = 0.3  # m/s: what lands slower than this has come to rest
    spring_at = 0.26  # m from the hinge
    dip, over = 0.05, 0.03  # m: that the spring gives downwards and upwards
    longest = 0.15  # s of push: a load may be too heavy to come up
    near = 0.05  # m from the hinge: nearer than this, nothing is thrown
    springy, damped = 0.015, 1.0  # damping over its critical value: in a throw, and at rest

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width / 2, self.height / 2
        hinge_x, hinge_y, at = -w + 0.02, h - self.thick / 2, -w + 0.02 + self.spring_at
        board = slab(p.width, self.thick, 0.0, hinge_y, 0.004)
        wire = Look("metal", (196, 70, 58), outline=0.8)
        coil = [painted(slab(0.064, 0.011, at, h - 0.022 - 0.0165 * turn, 0.005), wire, 1) for turn in range(5)]
        post = Polygon(((-w, -h), (-w + 0.06, -h), (hinge_x + 0.012, hinge_y), (hinge_x - 0.012, hinge_y)), 0.002)
        shapes = (
            *coil,
            Shape(slab(p.width, 0.02, 0.0, -h + 0.01, 0.004), STEEL, restitution=0.5),
            painted(slab(0.084, 0.075, at, -h + 0.0375, 0.005), Look("metal", (70, 108, 168))),
            painted(post, STEEL),
            Shape(board, ASH_WOOD, body=1, friction=0.7, restitution=0.0, name="board"),
            painted(slab(0.1, 0.005, w - 0.07, h - 0.0005, 0.002), Look("cloth", (62, 70, 84)), 1),
            painted(Circle(0.008, hinge_x, hinge_y), BRIGHT.edged(0.0)),
        )
        hinge = Joint("pivot", 0, 1, hinge_x, hinge_y, -self.dip / self.spring_at, self.over / self.spring_at)
        bodies = (Body("static"), Body("dynamic", PINE * DEPTH * p.width * self.thick))
        return Blueprint(bodies, shapes, (), (hinge,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        spring = pymunk.DampedRotarySpring(run.bodies[0], run.bodies[1], 0.0, 0.0, 0.0)
        spring.collide_bodies = False
        machine.tie(run, spring)
        self._set(run, machine, _RESTING)

    def _slew(self, run: Running) -> float:
        """The board's moment of inertia about its hinge."""
        board, arm = run.bodies[1], run.p.width / 2
        return float(board.moment + board.mass * arm * arm)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        striker = machine.parts.get(hit.other)
        if not hit.first or hit.speed < self.quiet or striker is None or run["phase"] == _GIVING:
            return
        load, board, hinge = striker.body_of(hit.other_shape), run.bodies[1], run.plan.joints[0]
        hx, hy = run.world(hinge.x, hinge.y)
        along, up = self._axes(run)
        arm = (hit.x - hx) * along[0] + (hit.y - hy) * along[1]
        if load.body_type != load.DYNAMIC or run.plan.shapes[hit.shape].body != 1 or arm < self.near:
            return
        if hit.nx * up[0] + hit.ny * up[1] < 0.5:  # from the side or from below
            return
        share = load.mass * arm * arm
        turn = hit.speed / arm * math.sqrt(share / (share + self._slew(run)))
        if turn <= -run.facing * board.angular_velocity:
            return
        spin = -run.facing * turn
        (bx, by), (vx, vy) = board.position, load.velocity
        board.angular_velocity, board.velocity = spin, (-spin * (by - hy), spin * (bx - hx))
        if run["phase"] != _TAKING:
            self._set(run, machine, _TAKING)
        gain = turn * arm + vx * hit.nx + vy * hit.ny
        load.velocity = (vx - gain * hit.nx, vy - gain * hit.ny)

    def _axes(self, run: Running) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return two directions in the world: from the hinge along the board, and up out of it."""
        c, s = cos_sin(run.bodies[1].angle)
        return (run.facing * c, run.facing * s), (-s, c)

    def act(self, run: Running, machine: RunningMachine) -> None:
        board = run.numbers[1]
        if asleep(board):
            return
        rising = run.facing * board[TURNED][1]
        if run["phase"] == _TAKING and rising > 0:
            self._set(run, machine, _GIVING)
            machine.tell("bounced", run, rising)
        elif run["phase"] == _GIVING:
            run["timer"] = max(0.0, run["timer"] - machine.dt)
            if run["timer"] == 0 or _leaning(run) > 0:
                self._set(run, machine, _RESTING)

    def _set(self, run: Running, machine: RunningMachine, phase: float) -> None:
        run["phase"], run["timer"] = phase, self.longest if phase == _GIVING else 0.0
        self._stiffen(run, self._stiffness(run, machine.dt))

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        stiffness = self._stiffness(run, machine.dt)
        if stiffness != self._stiffness(run, machine.dt_before):  # writing it wakes the board
            self._stiffen(run, stiffness)

    def _stiffness(self, run: Running, dt: float) -> float:
        """Return a stiffness that the steps can follow: beyond that, they would add energy."""
        return float(min(run.p.stiffness, self._slew(run) / (dt * dt * run.p.push)))

    def _stiffen(self, run: Running, stiffness: float) -> None:
        phase, slew = run["phase"], self._slew(run)
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedRotarySpring):
                joint.stiffness = stiffness * run.p.push if phase == _GIVING else stiffness
                joint.damping = 2 * math.sqrt(stiffness * slew) * (self.damped if phase == _RESTING else self.springy)
