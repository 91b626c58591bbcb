"""Flaps that balls work by their weight: one opens under too much of it, one sends them left and right by turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import lamp, painted, slab
from sandbox.parts.electric.switches import load_on
from sandbox.parts.kind import Blueprint, Body, Circle, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BRIGHT, DARK, DEPTH, IRON, PINE, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class TrapDoor(Kind):
    """A latch holds the flap level until it opens; then it hangs from its hinge, until a spring draws it up again.

    States: `open`; `load` (kg), the less of the last two readings of what lies on it, so that no knock counts as a
    weight; `reading`, the last one; and `closes`, the alarm on which its spring begins to draw.
    """

    name = "trap_door"
    title = "Trap door"
    price = 9
    synonyms = "gate, hatch, flap, portcullis"
    hands_on = ("knock",)
    set_off_by = ("weight",)
    help = (
        "Holds what is light and drops what is heavy: it opens under more than its mass, at a signal, or when you "
        "press it. A second later it closes, if nothing is in its way."
    )
    source = "A loft hatch with a ball catch lets go at 1 to 5 kg. Flap of pine, 26 mm thick."
    cues = {"opened": "clack", "closed": "click"}
    properties = (
        Property("width", "Width", 0.4, "m", 0.2, 1.0, 0.05, help="Of the flap"),
        Property("mass", "Holds", 2.0, "kg", 0.05, 30.0, 0.05, help="It opens under more than this"),
        Property("stays", "Stays open", False, help="Else it closes after a second"),
    )
    resizes = ("width",)
    flips = True
    pressable = True
    states = ("open", "load", "reading", "closes")
    goal_states = ("open",)
    act_interval = 1 / 30
    thick, opens_by = 0.026, 1.45  # m, rad
    waits = 1.0  # s until it closes
    draws = 1.6  # times the torque that the flap's own weight needs

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, t = p.width / 2, self.thick
        wood, dark = Look("wood", (214, 156, 92), outline=1.0), IRON.edged(0.9)
        brass = Look("metal", (236, 190, 76), outline=0.9)
        boards = [painted(slab(0.016, t + 0.012, x, -0.004, 0.003), dark, 1) for x in (-0.5 * w, 0.5 * w)]
        catch = Polygon(((w - 0.03, -t / 2 - 0.008), (w + 0.02, -t / 2 - 0.016), (w + 0.02, -t / 2)), 0.003)
        shapes = (
            Shape(slab(2 * w - 0.006, t, 0.0, 0.0, 0.003), wood, 1, friction=0.5, restitution=0.1, name="flap"),
            *boards,
            Shape(slab(0.06, t + 0.01, -w - 0.032, -0.004, 0.005), IRON, friction=0.5, restitution=0.2),
            Shape(slab(0.06, t + 0.01, w + 0.032, -0.004, 0.005), IRON, friction=0.5, restitution=0.2),
            painted(Circle(0.013, -w, 0.0), STEEL),
            painted(Circle(0.005, -w, 0.0), DARK),
            painted(catch, brass),
            lamp(0.008, w + 0.034, -0.002, (250, 180, 60), "open", outline=0.8),
        )
        mass = PINE * DEPTH * 2 * w * t
        joint = Joint("pivot", 0, 1, -w, 0.0, -self.opens_by, 0.0)
        ports = (Port("signal", w + 0.05, -0.006, "signal in", title="Catch"),)
        return Blueprint((Body("static"), Body("dynamic", mass)), shapes, ports, (joint,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        self._latch(run, machine)

    def _latch(self, run: Running, machine: RunningMachine) -> None:
        frame, flap = run.bodies
        x, y = run.plan.bodies[1].x, run.plan.bodies[1].y
        flap.position, flap.angle = frame.local_to_world((x, y)), frame.angle
        flap.velocity, flap.angular_velocity = (0.0, 0.0), 0.0
        w = run.facing * run.p.width / 2
        catch = pymunk.PivotJoint(frame, flap, (w, 0.0), (w - x, -y))
        catch.collide_bodies = False
        machine.add_joints(run, catch)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["open"]:
            return
        run["open"], run["load"], run["reading"] = 1.0, 0.0, 0.0
        machine.remove_joints(run, run.joints[-1])
        run.bodies[1].activate()
        machine.wake(run)
        machine.tell("opened", run)
        if not run.p.stays:
            machine.at(run, self.waits, "closes")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        frame, flap = run.bodies
        c, s = cos_sin(frame.angle)
        across = abs(machine.world.gravity_x * s - machine.world.gravity_y * c)
        torque = max(0.05, self.draws * flap.mass * across * run.p.width / 2)
        spring = pymunk.SimpleMotor(frame, flap, -run.facing * 4.0)
        spring.max_force, spring.collide_bodies = torque, False
        machine.add_joints(run, spring)
        flap.activate()

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["open"]:
            if not run["closes"] and not run.p.stays:
                self._close(run, machine)
            return
        flap = run.bodies[1]
        if flap.is_sleeping:
            return
        reading = load_on(flap, machine)
        run["load"], run["reading"] = min(reading, run["reading"]), reading
        if run["load"] > run.p.mass:
            self.press(run, machine)

    def _close(self, run: Running, machine: RunningMachine) -> None:
        """Latch the flap, if its spring has brought it home."""
        frame, flap = run.bodies
        if abs(flap.angle - frame.angle) < 0.02:
            machine.remove_joints(run, run.joints[-1])
            self._latch(run, machine)
            run["open"] = 0.0
            machine.tell("closed", run)


class Diverter(Kind):
    """A rocker with a fin above its axle: whichever way it leans, it stays, and a ball meets the arm that is up.

    States: `side`, 1 while it sends the next ball to the right, and `turns`, how often it has tipped over.
    """

    name = "diverter"
    title = "Diverter"
    price = 10
    synonyms = "switch, flap, points, sorter, gate"
    help = (
        "Sends balls left and right by turns: each one that falls on it rolls off its raised arm, and tips it over for "
        "the next. Two in a row halve a stream twice."
    )
    source = "A marble adder's toggle, of ash; its fin's weight holds it over to one side."
    cues = {"tipped": "clack"}
    properties = (Property("width", "Width", 0.3, "m", 0.12, 0.8, 0.01, help="From tip to tip"),)
    resizes = ("width",)
    flips = True
    states = ("side", "turns")
    goal_states = ("turns",)
    act_interval = 1 / 30
    leans = 0.42  # rad, either way
    mass, usual = 0.12, 0.3  # kg, at this width in m
    friction = 0.3

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w = p.width / 2
        t = 0.055 * p.width
        c, s = cos_sin(self.leans)
        wood, fin = Look("wood", (222, 174, 112), outline=1.0), Look("wood", (206, 104, 66), outline=1.0)
        arms = Polygon(((-w, -t / 2), (w, -t / 2), (w, t / 2), (-w, t / 2)), 0.002)
        blade = Polygon(((-t / 2, 0.0), (t / 2, 0.0), (0.3 * t, 0.52 * p.width), (-0.3 * t, 0.52 * p.width)), 0.002)
        plate, steel = Look("metal", (92, 102, 118)), BRIGHT.edged(0.9)
        shapes = (
            painted(Polygon(((-0.3 * w, -0.62 * w), (0.3 * w, -0.62 * w), (0.12 * w, 0.0), (-0.12 * w, 0.0)), 0.004),
                  plate),
            Shape(_leaning(arms, c, s), wood, 1, friction=self.friction, restitution=0.1),
            Shape(_leaning(blade, c, s), fin, 1, friction=self.friction, restitution=0.1),
            painted(_leaning(Polygon(tuple((x, 0.86 * y) for x, y in blade.points)), c, s),
                  Look("wood", (216, 130, 84), outline=0.0), 1),
            painted(Circle(1.1 * t), steel, 1),
            painted(Circle(0.4 * t), DARK),
        )  # fmt: skip
        scale = p.width / self.usual
        joint = Joint("pivot", 0, 1, 0.0, 0.0, -2 * self.leans, 0.0)
        return Blueprint((Body("static"), Body("dynamic", self.mass * scale * scale)), shapes, (), (joint,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["side"] = float(run.facing > 0.0)

    def act(self, run: Running, machine: RunningMachine) -> None:
        frame, rocker = run.bodies
        if rocker.is_sleeping:
            return
        # It stands leaning to the left as it is built (the fin's tip is on the left), so its right arm is up.
        turned = run.facing * (rocker.angle - frame.angle)
        right = (run.facing > 0.0) == (turned > -self.leans)
        past = abs(turned + self.leans) > 0.5 * self.leans
        if past and right != bool(run["side"]):
            run["side"] = float(right)
            run["turns"] += 1.0
            machine.tell("tipped", run)


def _leaning(outline: Polygon, c: float, s: float) -> Polygon:
    """Return an outline turned about the origin by the angle with this cosine and sine."""
    return Polygon(tuple((c * x - s * y, s * x + c * y) for x, y in outline.points), outline.rounding)
