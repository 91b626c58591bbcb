"""An airship, which flies level to and fro, and pushes things in its way or carries things that hang from it."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.engine.readout import MOVING
from sandbox.engine.shape_queries import bodies_ahead
from sandbox.parts.bang.blast import Explosive, blast, is_blast
from sandbox.parts.drawing import TURN, oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BROWN_WOOD, DARK
from sandbox.parts.sharp import pricked
from sandbox.parts.sight import keep_up

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_FAR = 1000.0  # m: there the springs are tied that carry it and drive it, so that they pull in one direction
_TAIL = 2  # the body of its fins and propeller, which swing round when it turns


class Airship(Explosive):
    """Flies by two springs in place of its gas and its propeller, so that nothing of it acts on every tick.

    States: `way`, 1 to the right or -1 to the left; `pushes`, the alarm on which it turns if it is stopped; `burns`,
    the alarm on which it goes off; `popped`; `exploded`, after a blast or a flame has set it on fire.
    """

    name = "blimp"
    title = "Airship"
    price = 40
    synonyms = "zeppelin, dirigible"
    set_off_by = ("prick",)
    hands_on = ("blast",)
    help = (
        "Flies level, slowly, and turns round where something stops it. It pushes light things along and tows "
        "what hangs from it. Spines pop it; a flame or a blast sets its gas on fire."
    )
    source = (
        "A toy airship of 60 cm with hydrogen: its gas bears its 0.25 kg, its propeller pushes with 2 N. A load makes "
        "it fly lower: by 10 cm for each newton."
    )
    sound = "rubber"
    hum = "wheel"
    hums_while = "way"
    cues = {"turned": "creak", "popped": "pop", "exploded": "bang"}
    properties = (
        Property("speed", "Speed", 0.4, "m/s", 0.1, 1.5, 0.05),
        Property("force", "Force", 2.0, "N", 0.5, 10.0, 0.1, help="Of its propeller"),
    )
    flips = True
    catches = 0.0
    states = ("way", "pushes", "burns", "popped", "exploded")
    goal_states = ("popped", "exploded")
    act_interval = 1 / 30
    mass, stiffness, sways = 0.25, 10.0, 3.0  # kg; N/m and N s/m: what keeps it level
    fire, fire_reach = 10.0, 0.8  # N s and m: of its gas
    patience, blocked = 0.4, 0.25  # s that it pushes; of its speed: then it turns, if it is slower than that
    steep = 0.5  # of the direction to what it bumps into that is level
    upright, righted = 0.3, 2.0  # N m; rad/s at most

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        silver, red = Look("cloth", (212, 216, 222)), Look("cloth", (206, 66, 56))
        rib = Look("leather", (150, 156, 168), outline=0.0)
        cabin, glass = Look("metal", (92, 70, 58)), Look("leather", (188, 222, 236), outline=0.6)
        fins = Polygon(((-0.2, 0.02), (-0.31, 0.12), (-0.34, 0.12), (-0.32, 0.0), (-0.34, -0.12), (-0.31, -0.12),
                        (-0.2, -0.02)), 0.003)  # fmt: skip
        hull = oval(0.3, 0.115, 0.115, 44)
        shapes = (
            painted(fins, red, _TAIL),
            painted(slab(0.012, 0.1, -0.345, 0.0, 0.005), BROWN_WOOD, _TAIL),
            painted(Circle(0.011, -0.34), DARK.edged(0.6), _TAIL),
            Shape(slab(0.15, 0.055, 0.0, -0.13, 0.018), cabin, friction=0.5, restitution=0.1),
            *(painted(slab(0.026, 0.022, x, -0.132, 0.004), glass) for x in (-0.042, 0.0, 0.042)),
            Shape(oval(0.3, 0.115, 0.115, 20), None, friction=0.4, restitution=0.1),
            painted(hull, silver),
            painted(slab(0.5, 0.02, 0.0, 0.0, 0.008), red),
            *(painted(slab(0.005, 0.2, x), rib) for x in (-0.1, 0.1)),
        )
        port = Port("keel", 0.0, -0.16, "rope", title="Keel")
        return Blueprint((Body("dynamic", self.mass), Body("static"), Body("kinematic")), shapes, (port,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        ship, air = run.bodies[:2]
        turns = TURN * round(run.spec.angle / TURN)
        upright = pymunk.GearJoint(air, ship, turns - run.spec.angle, 1.0)
        upright.max_force, upright.max_bias = self.upright, self.righted
        gx, gy = machine.world.gravity_x, machine.world.gravity_y
        (x, y), pull = ship.position, math.sqrt(gx * gx + gy * gy)
        ux, uy = (-gx / pull, -gy / pull) if pull else (0.0, 1.0)
        over = air.world_to_local((x + _FAR * ux, y + _FAR * uy))
        rest = _FAR - self.mass * pull / self.stiffness
        gas = pymunk.DampedSpring(air, ship, over, (0.0, 0.0), rest, self.stiffness, self.sways)
        drive = pymunk.DampedSpring(
            air, ship, (0.0, 0.0), (0.0, 0.0), 0.0, run.p.force / _FAR, run.p.force / run.p.speed
        )
        machine.add_joints(run, upright, gas, drive)
        self._head(run, run.facing)

    def _head(self, run: Running, way: float) -> None:
        """Fly that way from now on: 1 to the right, -1 to the left."""
        run["way"] = way
        ship, air = run.bodies[:2]
        x, y = ship.position
        run.joints[-1].anchor_a = air.world_to_local((x + way * _FAR, y))
        self._swing(run)

    def _swing(self, run: Running) -> None:
        ship, _, tail = run.bodies
        keep_up(ship, tail, (0.0, 0.0), 0.0 if run["way"] * run.facing > 0.0 else TURN / 2)

    def act(self, run: Running, machine: RunningMachine) -> None:
        ship = run.bodies[0]
        if ship.is_sleeping:
            return
        self._swing(run)
        if not run["pushes"] and self._is_slow(run) and bodies_ahead(ship, run["way"], self.steep):
            machine.at(run, self.patience, "pushes")

    def _is_slow(self, run: Running) -> bool:
        return bool(run.numbers[0][MOVING][2] * run["way"] < self.blocked * run.p.speed)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["popped"] or run["exploded"]:
            return
        if is_blast(hit, machine):
            self.caught(run, machine)
        elif pricked(hit, machine):
            run["popped"] = 1.0
            machine.tell("popped", run, hit.impulse, hit.other)
            machine.remove(run.id)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "burns":
            self._burn(run, machine)
        elif self._is_slow(run):
            self._head(run, -run["way"])
            machine.tell("turned", run)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if not run["popped"] and not run["burns"]:
            machine.at(run, 0.0, "burns")

    def _burn(self, run: Running, machine: RunningMachine) -> None:
        run["exploded"] = 1.0
        machine.tell("exploded", run, self.fire)
        machine.remove(run.id)
        blast(run, self.fire, self.fire_reach, machine)
