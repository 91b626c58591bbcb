"""Balloons, which rise because lift and drag are their law of motion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.engine.callbacks import set_law
from sandbox.engine.readout import SPEED_X, SPEED_Y
from sandbox.parts.air.wind import GRAVITY
from sandbox.parts.drawing import TURN, oval, painted
from sandbox.parts.kind import Blueprint, Body, Hit, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.sharp import pricked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_RISE = 1.0  # m/s: how fast any balloon rises with nothing tied to it
_SKIN, _DRAGGED = 0.02, 0.01  # kg; kg for each N: of the air that goes along with it
_UPRIGHT_TORQUE = 0.1  # N m: turns a free balloon's knot down, and gives way to any rope
_UPRIGHT_SPEED = 3.0  # rad/s at most


class Balloon(Kind):
    """A balloon whose lift and drag are its law of motion (a velocity function of the engine): it can come to rest."""

    name = "balloon"
    title = "Balloon"
    price = 2
    synonyms = "float, helium"
    set_off_by = ("prick",)
    help = (
        "Rises and takes along what is tied to its knot. It pops when it is squeezed, hit hard, pricked or touched by "
        "a flame."
    )
    source = (
        "Pops at TBE's 1.8 N s. A real party balloon (27 x 36 cm) lifts 0.14 N and rises at 1 m/s or more; "
        "these lift more, and their drag is such that they rise no faster."
    )
    cues: ClassVar[Mapping[str, str]] = {"popped": "pop"}
    properties: ClassVar[tuple[Property, ...]] = (
        Property("lift", "Lift", 6.0, "N", 0.1, 60.0, 0.1, help="What it can carry, beyond its own weight"),
        Property("pops_at", "Pops at", 1.8, "N s", 0.05, 50.0, 0.05, help="An impact harder than this pops it"),
        Property("colour", "Colour", "red", choices=("red", "blue", "green", "yellow")),
    )
    tints = {"red": (222, 60, 60), "blue": (66, 122, 214), "green": (76, 172, 92), "yellow": (240, 196, 60)}
    states: ClassVar[tuple[str, ...]] = ("popped",)
    goal_states: ClassVar[tuple[str, ...]] = ("popped",)
    wants_hits = True
    hit_threshold = "pops_at"
    catches = 0.0
    rx, up, down = 0.13, 0.14, 0.18  # m: half width, and height above and below its widest place

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        tint = self.tints[p.colour]
        skin = Look("rubber", tint)
        knot_y = -self.down
        knot = Polygon(
            ((-0.006, knot_y + 0.003), (-0.014, knot_y - 0.018), (0.014, knot_y - 0.018), (0.006, knot_y + 0.003))
        )
        shine = oval(0.016, 0.03, 0.03, 20).points
        tilted = tuple((0.9 * x - 0.35 * y - 0.062, 0.35 * x + 0.9 * y + 0.062) for x, y in shine)
        light = tuple(min(255, c + 70) for c in tint)
        shapes = (
            painted(knot, skin),
            Shape(oval(self.rx, self.up, self.down, 24), None, friction=0.6, restitution=0.3),
            painted(oval(self.rx, self.up, self.down, 56), skin),
            painted(Polygon(tilted), Look("rubber", (light[0], light[1], light[2]), outline=0.0)),
        )
        # The second body is the still air: what the balloon rights itself against.
        bodies = (Body("dynamic", _SKIN + _DRAGGED * p.lift), Body("static"))
        return Blueprint(bodies, shapes, (Port("knot", 0.0, knot_y - 0.008, "rope", title="Knot"),))

    def start(self, run: Running, machine: RunningMachine) -> None:
        body = run.bodies[0]
        self._fly(run, machine)
        turns = TURN * round(run.spec.angle / TURN)
        upright = pymunk.GearJoint(run.bodies[1], body, turns - run.spec.angle, 1.0)
        upright.max_force, upright.max_bias = _UPRIGHT_TORQUE, _UPRIGHT_SPEED
        machine.add_joints(run, upright)

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        self._fly(run, machine)

    def _fly(self, run: Running, machine: RunningMachine) -> None:
        """Give the balloon's body its law of motion."""
        body, scale = run.bodies[0], self._falls(run)
        world, drag = machine.world, self._drag(run, machine)
        lifts = ffi.new("cpVect *", (world.gravity_x * scale, world.gravity_y * scale))[0]
        engines, numbers, sqrt, update = body._body, run.numbers[0], math.sqrt, lib.cpBodyUpdateVelocity

        # On every tick, for every balloon: past pymunk's own layers this takes half the time.
        def update_velocity(_body: object, _gravity: object, damping: float, dt: float) -> None:
            # Through the arguments alone: setting a velocity in here would keep the body from ever coming to rest.
            vx, vy = numbers[SPEED_X], numbers[SPEED_Y]
            update(engines, lifts, damping / (1.0 + drag * sqrt(vx * vx + vy * vy)), dt)

        set_law(body, update_velocity)

    def _falls(self, run: Running) -> float:
        """Return how many times as fast as a stone it falls: less than 0, so it falls upwards."""
        return float(-(run.p.lift / run.bodies[0].mass) / GRAVITY)

    def _drag(self, run: Running, machine: RunningMachine) -> float:
        """Return the balloon's quadratic drag in s/m: a tick leaves v / (1 + drag v) of v."""
        push = run.p.lift / run.bodies[0].mass
        share = min(0.9, push * machine.dt / _RISE)  # of its speed at _RISE that drag must take in a tick, as lift adds
        return float(share / (1 - share) / _RISE)

    def spring_gain(self, run: Running, machine: RunningMachine) -> float:
        vx, vy = run.bodies[0].velocity
        return 1.0 + self._drag(run, machine) * math.sqrt(vx * vx + vy * vy)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.impulse > run.p.pops_at or pricked(hit, machine):
            self._pop(run, hit.impulse, hit.other, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        self._pop(run, 0.0, 0, machine)

    def _pop(self, run: Running, impulse: float, other: int, machine: RunningMachine) -> None:
        if not run["popped"]:
            run["popped"] = 1.0
            machine.tell("popped", run, impulse, other)
            machine.remove(run.id)
