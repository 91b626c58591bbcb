"""Parts that light themselves: a match that jumps up on its spring, and a flint that is struck."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.parts.drawing import TURN, band, painted, ring, slab
from sandbox.parts.electric.switches import drawn_home
from sandbox.parts.fire.flames import Burning, flame
from sandbox.parts.fire.fuses import fuse_port
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BRASS
from sandbox.parts.reactions import Knocked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class BurningDown(Burning):
    """A part whose flame goes out by itself, `burns` seconds after it was lit.

    States: besides those of all that burns `out`, the alarm on which it goes out.
    """

    states: ClassVar[tuple[str, ...]] = (*Burning.states, "out")

    def light(self, run: Running, machine: RunningMachine) -> None:
        if not run["lit"]:
            super().light(run, machine)
            if run["lit"]:
                machine.at(run, run.p.burns, "out")

    def put_out(self, run: Running, machine: RunningMachine) -> None:
        super().put_out(run, machine)
        machine.cancel(run, "out")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "out":
            self.put_out(run, machine)
        else:
            super().due(run, alarm, machine)


_BOX, _FLAME, _STICK, _PIN = range(4)


class SpringMatch(Knocked, BurningDown):
    """The stick slides in a groove, and the pin in another; while the pin is in, the stick is held down.

    States: besides those of all that burns down `struck`, 1 once the pin is out, and `top`, the alarm on which the
    stick has got to the top and catches fire.
    """

    name = "spring_match"
    title = "Match on a spring"
    price = 6
    synonyms = "lighter, fire, igniter"
    help = (
        "A rope pulls its pin out, or a knock hits its catch: then the match jumps up and burns for a while. It pushes "
        "what is above it, and lights what its flame touches. It works once."
    )
    source = (
        "A safety match of 9 cm burns for 8 to 20 s. The spring pushes with some 3 N: the stick, 0.1 kg with its "
        "holder, jumps at 2 m/s, 0.2 N s."
    )
    sound = "card"
    cues: ClassVar[Mapping[str, str]] = {**Burning.cues, "sprung": "twang"}
    properties = (
        Property("burns", "Burns for", 8.0, "s", 0.5, 60.0, 0.5),
        Property("pull", "Pull", 2.0, "N", 0.5, 50.0, 0.5, help="A stronger pull draws its pin out"),
        Property("knock", "Knock", 0.1, "N s", 0.01, 5.0, 0.01, help="A harder impact on its catch opens it"),
    )
    flips = True
    pressable = True
    set_off_by = ("blast",)
    knock_over, struck_on = "knock", "catch"
    states = (*BurningDown.states, "struck", "top")
    goal_states = ("lit", "struck")
    act_interval = 1 / 60
    hands_on = ("knock",)
    wick = ((0.0, 0.092), _STICK)
    rise, jump = 0.12, 0.15  # m; s until it is at the top
    mass, pin, travel, returns = 0.1, 0.1, 0.015, 0.5  # kg of the stick and of the pin; m of the pin; m/s at most
    # The spring below the stick: how far below it is tied and how much longer it would be (m), N/m, N s/m.
    below, pressed, stiffness, damping = 1.0, 0.3, 12.0, 0.4

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        blue, cream = Look("leather", (58, 96, 166)), Look("leather", (248, 238, 210), outline=0.8)
        strip = Look("stone", (96, 62, 50), outline=0.6)
        wood, red = Look("wood", (226, 190, 128), outline=0.9), Look("leather", (206, 54, 44))
        mark = Polygon(
            ((0.0, -0.07), (0.018, -0.062), (0.022, -0.044), (0.012, -0.02), (0.002, 0.004), (-0.006, -0.022),
             (-0.014, -0.03), (-0.022, -0.046), (-0.017, -0.062))
        )  # fmt: skip
        (x, y), _ = self.wick
        shapes = (
            Shape(slab(0.013, 0.18, 0.0, -0.015, 0.003), wood, _STICK, 0.5, 0.1),
            Shape(Circle(0.017, 0.0, 0.08), red, _STICK, 0.5, 0.1),
            painted(slab(0.06, 0.009, 0.065, 0.022), BRASS, _PIN),
            painted(ring(0.018, 0.007, 0.106, 0.022, gap=TURN / 2), BRASS, _PIN),
            Shape(slab(0.02, 0.02, 0.072, 0.022, 0.004), BRASS, _PIN, 0.5, 0.1),
            Shape(slab(0.12, 0.18, 0.0, -0.04, 0.006), blue, _BOX, 0.5, 0.1),
            painted(slab(0.084, 0.11, 0.0, -0.035, 0.006), cream),
            painted(mark, Look("leather", (232, 120, 40), outline=0.8)),
            painted(slab(0.12, 0.018, 0.0, -0.115), strip),
            painted(slab(0.03, 0.012, 0.0, 0.044, 0.003), Look("rubber", (40, 50, 76), outline=0.0)),
            Shape(slab(0.018, 0.06, -0.069, 0.0, 0.005), BRASS, friction=0.5, restitution=0.2, name="catch"),
            painted(Circle(0.005, -0.069, 0.0), Look("metal", (110, 84, 40), outline=0.0)),
            *flame(_FLAME, x, y),
        )
        bodies = (
            Body("static"), Body("kinematic", x=x, y=y), Body("dynamic", self.mass), Body("dynamic", self.pin),
        )  # fmt: skip
        ports = (Port("pin", 0.124, 0.022, "rope", _PIN, "Pin"), fuse_port(x, y - 0.012, _STICK))
        return Blueprint(bodies, shapes, ports, spare=(_FLAME,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        drawn_home(run, _PIN, (run.facing * self.travel, 0.0), run.p.pull, self.returns, machine)
        box, stick, plan = run.bodies[_BOX], run.bodies[_STICK], run.plan.bodies[_STICK]
        groove = pymunk.GrooveJoint(box, stick, (plan.x, plan.y), (plan.x, plan.y + self.rise), (0.0, 0.0))
        machine.tie(
            run, *map(_apart, (groove, pymunk.GearJoint(box, stick, 0.0, 1.0), _held(box, stick, (plan.x, plan.y))))
        )

    def act(self, run: Running, machine: RunningMachine) -> None:
        pin = run.bodies[_PIN]
        if run["struck"] or pin.is_sleeping:
            return
        x, _ = run.bodies[_BOX].world_to_local(pin.position)
        if run.facing * (x - run.plan.bodies[_PIN].x) > 0.85 * self.travel:
            self._spring(run, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        self._spring(run, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if not run["struck"]:
            run["struck"] = 1.0
            self.light(run, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "top":
            self.light(run, machine)
        else:
            super().due(run, alarm, machine)

    def _spring(self, run: Running, machine: RunningMachine) -> None:
        """Let the stick go: its spring drives it up."""
        if run["struck"]:
            return
        run["struck"] = 1.0
        box, stick, plan = run.bodies[_BOX], run.bodies[_STICK], run.plan.bodies[_STICK]
        machine.remove_joints(run, run.joints[-1])
        spring = pymunk.DampedSpring(
            box, stick, (plan.x, plan.y - self.below), (0.0, 0.0), self.below + self.pressed, self.stiffness,
            self.damping,
        )  # fmt: skip
        machine.tie(run, _apart(spring))
        stick.activate()
        machine.at(run, self.jump, "top")
        machine.tell("sprung", run)


def _apart(joint: pymunk.Constraint) -> pymunk.Constraint:
    joint.collide_bodies = False
    return joint


def _held(base: pymunk.Body, body: pymunk.Body, at: tuple[float, float]) -> pymunk.PivotJoint:
    return pymunk.PivotJoint(base, body, at, (0.0, 0.0))


class Flint(Knocked, BurningDown):
    """States: those of all that burns down."""

    name = "flint"
    title = "Flint and tinder"
    price = 5
    synonyms = "lighter, spark, igniter"
    help = (
        "Struck hard, it makes sparks that light its tinder for a while: let something heavy fall on its steel, or "
        "press it. It can be struck again and again."
    )
    source = "A blow with a fire steel: some 0.3 N s. A nest of dry tinder flares for a few seconds."
    sound = "stone"
    properties = (
        Property("push", "Push", 0.3, "N s", 0.01, 10.0, 0.01, help="A harder impact strikes sparks"),
        Property("burns", "Burns for", 6.0, "s", 0.5, 60.0, 0.5),
    )
    flips = True
    pressable = True
    set_off_by = ("blast",)
    knock_over, struck_on = "push", "flint"
    catches = 0.5
    wick = ((0.085, -0.03), 0)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        (x, y), _ = self.wick
        grey, light = Look("stone", (84, 92, 104)), Look("stone", (132, 140, 152), outline=0.0)
        steel, wood = Look("metal", (176, 184, 196)), Look("wood", (150, 104, 62))
        straw, shade = Look("wood", (232, 196, 112), outline=0.0), Look("wood", (186, 140, 70), outline=0.0)
        stone = Polygon(
            ((-0.115, -0.054), (-0.005, -0.054), (0.012, -0.03), (-0.01, 0.012), (-0.1, 0.012), (-0.125, -0.02))
        )
        face = Polygon(((-0.01, 0.012), (-0.04, 0.004), (-0.026, -0.04), (0.012, -0.03)))
        curl = ((-0.092, 0.04), (-0.106, 0.032), (-0.096, 0.018), (-0.014, 0.018), (-0.004, 0.032), (-0.018, 0.04))
        lines = (
            ((-0.052, -0.05), (0.03, -0.012), shade), ((0.05, -0.05), (-0.028, -0.01), shade),
            ((-0.03, -0.052), (0.046, -0.026), straw), ((0.03, -0.05), (-0.05, -0.03), straw),
            ((-0.04, -0.05), (0.008, 0.0), straw), ((0.042, -0.05), (0.0, -0.004), straw),
            ((-0.05, -0.048), (0.05, -0.046), shade), ((-0.012, -0.05), (0.02, -0.006), straw),
        )  # fmt: skip
        straws = [painted(band(((x + ax, ay), (x + bx, by)), 0.009), look) for (ax, ay), (bx, by), look in lines]
        shapes = (
            Shape(slab(0.27, 0.022, 0.0, -0.065, 0.005), wood, friction=0.6, restitution=0.1),
            Shape(stone, grey, friction=0.6, restitution=0.2, name="flint"),
            painted(face, light),
            Shape(slab(0.11, 0.034, -0.055, 0.028, 0.01), None, friction=0.4, restitution=0.3, name="flint"),
            painted(band(curl, 0.012), steel),
            *straws,
            *flame(1, x, y, 1.2),
        )
        return Blueprint((Body("static"), Body("kinematic", x=x, y=y)), shapes, (fuse_port(x, y),), spare=(1,))

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.light(run, machine)
