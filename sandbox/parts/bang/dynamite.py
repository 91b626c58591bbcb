"""Dynamite, the detonator that sets it off, and a bottle that flies off by itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.engine.engine import push_forward, set_mass
from sandbox.engine.readout import MOVING, asleep
from sandbox.parts.air.wind import blow, push
from sandbox.parts.bang.blast import Fused, blast_properties, fuse_property
from sandbox.parts.drawing import BRIGHT_GREEN_LAMP, band, lamp, painted, slab
from sandbox.parts.fire.fuses import fuse_port, spark
from sandbox.parts.kind import Blueprint, Body, Hit, Jet, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import GUNMETAL
from sandbox.parts.pace import turn
from sandbox.parts.sight import keep_up

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_NUMBER = Property("number", "Number", "", high=12, help="A detonator lights all dynamite with its own; empty: none")


class Dynamite(Fused):
    name = "dynamite"
    title = "Dynamite"
    price = 10
    synonyms = "tnt, explosive, blast"
    hands_on = ("blast",)
    help = (
        "Lit by a signal, a flame, a press or another blast, it goes off when its fuse has burnt down, and throws what "
        "is near; what stands behind something else gets less. It pops balloons."
    )
    source = (
        "TBE: 13 fragments of 61 g at 20 m/s that bounce off, 32 N s in all directions together, over at 2 m; here "
        "three times that. The share of a thing is the angle that it fills, as seen from the dynamite."
    )
    sound = "card"
    hum = "fuse"
    hums_while = "lit"
    cues = {"lit": "fizz", "exploded": "bang"}
    properties = (fuse_property(1.0), *blast_properties(strength=100.0, reach=2.0), _NUMBER)
    fuse_time = "fuse"
    states = ("lit", "due", "exploded")
    goal_states = ("lit", "exploded")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, paper = Look("cloth", (204, 54, 44)), Look("leather", (240, 226, 190), outline=0.0)
        w, h, stick = 0.2, 0.18, 0.06
        shapes = [Shape(slab(w, h, rounding=0.012), None, friction=0.6, restitution=0.1)]
        for y in (-stick, 0.0, stick):
            shapes.append(painted(slab(w, stick, 0.0, y, 0.012), red))
            shapes.append(painted(slab(0.008, stick - 0.012, -w / 2 + 0.014, y, 0.003), paper))
            shapes.append(painted(slab(0.008, stick - 0.012, w / 2 - 0.014, y, 0.003), paper))
        for x in (-0.045, 0.045):
            shapes.append(painted(slab(0.022, h + 0.006, x, 0.0, 0.004), Look("rubber", (52, 52, 60))))
        fuse = band(((w / 2 - 0.01, stick), (w / 2 + 0.02, stick + 0.012), (w / 2 + 0.034, stick + 0.046)), 0.009)
        shapes.append(painted(fuse, Look("cloth", (196, 180, 140), outline=0.8)))
        shapes.append(spark(0.011, w / 2 + 0.036, stick + 0.052))
        ports = (
            Port("signal", -0.05, 0.0, "signal in", title="Igniter"),
            fuse_port(w / 2 + 0.036, stick + 0.052, title="Fuse"),
        )
        return Blueprint((Body("dynamic", 0.8),), tuple(shapes), ports)


class Detonator(Kind):
    """The plunger slides in a groove, held up by a force; once it is down, nothing holds it any more."""

    name = "detonator"
    title = "Detonator box"
    price = 14
    synonyms = "plunger, trigger, blasting machine"
    help = (
        "When its plunger is pushed down, by something heavy or by you, it sends a signal after a delay. Wire it to "
        "dynamite, or to anything that can be switched; dynamite with its number hears it without a wire."
    )
    source = "TBE: travel 0.1 m, held up by 120 N at most; here 60 N, the weight of a bowling ball."
    cues = {"pressed": "click"}
    properties: ClassVar[tuple[Property, ...]] = (
        Property("delay", "Delay", 1.0, "s", 0.0, 20.0, 0.1, help="From the push to the signal"),
        Property("push", "Push", 60.0, "N", 5.0, 300.0, 5.0, help="What it takes to push the plunger down"),
        _NUMBER,
    )
    pressable = True
    states: ClassVar[tuple[str, ...]] = ("pushed", "due", "on")
    goal_states: ClassVar[tuple[str, ...]] = ("pushed", "on")
    travel = 0.08  # m
    down = 0.85  # of it: where the contact is

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        wood, steel = Look("wood", (150, 66, 48)), Look("metal", (182, 190, 200))
        yellow = Look("leather", (240, 208, 80), outline=0.0)
        bolt = Polygon(
            ((0.012, 0.034), (-0.03, -0.018), (-0.004, -0.014), (-0.014, -0.056), (0.03, 0.0), (0.004, -0.004))
        )
        shapes = (
            painted(slab(0.018, 0.2, 0.0, 0.12), steel, 1),
            Shape(slab(0.17, 0.032, 0.0, 0.226, 0.014), Look("wood", (72, 60, 56)), 1, friction=0.7, restitution=0.1),
            Shape(slab(0.24, 0.2, 0.0, -0.01, 0.006), wood),
            painted(slab(0.252, 0.022, 0.0, 0.087, 0.005), GUNMETAL),
            painted(slab(0.252, 0.022, 0.0, -0.107, 0.005), GUNMETAL),
            painted(bolt, yellow),
            lamp(0.012, 0.082, 0.05, (236, 70, 52), "pushed"),
            lamp(0.012, 0.082, 0.012, BRIGHT_GREEN_LAMP, "on"),
        )
        ports = (Port("signal", -0.085, -0.06, "signal out", title="Contact"),)
        return Blueprint((Body("static"), Body("dynamic", 0.3)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        box, plunger = run.bodies
        top = (run.plan.bodies[1].x, run.plan.bodies[1].y)
        bottom = (top[0], top[1] - self.travel)
        groove = pymunk.GrooveJoint(box, plunger, top, bottom, (0.0, 0.0))
        straight = pymunk.RotaryLimitJoint(box, plunger, 0.0, 0.0)
        hold = pymunk.PivotJoint(box, plunger, top, (0.0, 0.0))
        hold.max_force = run.p.push + 9.81 * run.plan.bodies[1].mass
        for joint in (groove, straight, hold):
            joint.collide_bodies = False
            machine.add_joints(run, joint)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["pushed"]:
            self._push(run, machine)
            box, plunger = run.bodies
            x, y = box.local_to_world((0.0, -2.0)) - box.position
            plunger.velocity = (x, y)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["pushed"] and not asleep(run.numbers[1]):
            x, y, _, _ = run.numbers[1][MOVING]
            depth = run.plan.bodies[1].y - run.bodies[0].world_to_local((x, y))[1]
            if depth > self.down * self.travel:
                self._push(run, machine)

    def _push(self, run: Running, machine: RunningMachine) -> None:
        run["pushed"] = 1.0
        run.joints[-1].max_force = 0.0
        machine.tell("pressed", run)
        if run.p.delay > 0.0:
            machine.at(run, run.p.delay)
        else:
            self._send(run, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._send(run, machine)

    def _send(self, run: Running, machine: RunningMachine) -> None:
        run["on"] = 1.0
        machine.send(run, True)
        if run.p.number:
            for listener in machine.listed(_by_number).get(run.p.number, ()):
                listener.kind.signal(listener, True, machine)


def _by_number(machine: RunningMachine) -> dict[str, list[Running]]:
    """List the dynamite with each number, in id order."""
    by_number: dict[str, list[Running]] = {}
    for run in machine.parts_of(lambda kind: isinstance(kind, Dynamite)):
        by_number.setdefault(run.p.number, []).append(run)
    return by_number


class RocketBottle(Kind):
    """States: `shaken` (s until the jet breaks out), `fuel` (1 full to 0 empty), `firing`."""

    name = "rocket_bottle"
    title = "Rocket bottle"
    price = 15
    synonyms = "rocket, missile, soda rocket"
    help = (
        "Cola and mint, neck down: struck hard, pressed or switched, it flies off on its jet until it is empty. "
        "The jet pushes what stands in it."
    )
    source = (
        "TBE: a blow of 0.6 N s, then 0.4 s, then 6 to 11 N for 3.2 s out of 1.7 kg. Here the jet is stronger and "
        "carries the bottle, and the blow harder, so that it can stand on a shelf that shakes."
    )
    hum = "jet"
    hums_while = "firing"
    cues = {"shaken": "shake", "fired": "whoosh", "stopped": "puff"}
    properties = (
        Property("thrust", "Thrust", 26.0, "N", 2.0, 80.0, 1.0, help="Of the jet; full, it weighs 17 N"),
        Property("burn", "Jet lasts", 2.0, "s", 0.2, 10.0, 0.1),
        Property("knock", "Knock", 2.0, "N s", 0.1, 20.0, 0.1, help="A harder blow sets it off"),
    )
    pressable = True
    wants_hits = True
    hit_threshold = "knock"
    states = ("shaken", "fuel", "firing")
    goal_states = ("fuel", "firing")
    mass, empty, delay = 1.7, 0.2, 0.4  # kg full; kg without cola; s from the blow to the jet
    neck, jet_out, jet_in = -0.2, -0.29, -0.07  # m: mouth of the neck; the jet's middle, and where it hides
    jet_speed, jet_reach = 14.0, 0.9  # m/s, m
    act_interval = 1 / 60  # s: its thrust comes in so short pulses
    looks = 1 / 15  # s: so often it looks what its jet pushes
    flask = Polygon(
        (
            (-0.075, -0.06), (-0.03, -0.15), (0.03, -0.15), (0.075, -0.06),
            (0.078, 0.18), (0.06, 0.22), (-0.06, 0.22), (-0.078, 0.18),
        ),
        0.003,
    )  # fmt: skip

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        cola, label = Look("rubber", (92, 44, 30)), Look("leather", (214, 48, 48), outline=0.8)
        fin, foam = Look("metal", (232, 176, 60)), Look("glow", (224, 196, 160), slot="firing", outline=0.7)
        left = Polygon(((-0.075, -0.04), (-0.13, -0.2), (-0.13, -0.24), (-0.115, -0.24), (-0.055, -0.09)))
        jet = Polygon(
            (
                (-0.018, self.jet_in + 0.09),
                (-0.03, self.jet_in - 0.06),
                (0.0, self.jet_in - 0.09),
                (0.03, self.jet_in - 0.06),
                (0.018, self.jet_in + 0.09),
            ),
            0.002,
        )
        shapes = (
            painted(jet, foam, 1),
            Shape(slab(0.046, 0.06, 0.0, -0.17, 0.004), Look("rubber", (240, 240, 236)), friction=0.5, restitution=0.1),
            Shape(left, fin, friction=0.5, restitution=0.1),
            Shape(left.mirrored(), fin, friction=0.5, restitution=0.1),
            Shape(self.flask, cola, friction=0.5, restitution=0.1),
            painted(slab(0.158, 0.11, 0.0, 0.07, 0.004), label),
            painted(
                Polygon(((-0.06, 0.045), (0.0, 0.07), (0.06, 0.06), (0.06, 0.075), (0.0, 0.085), (-0.06, 0.06))),
                Look("leather", (250, 246, 238), outline=0.0),
            ),
            painted(slab(0.012, 0.07, -0.05, 0.165, 0.005), Look("rubber", (150, 92, 70), outline=0.0)),
        )
        ports = (
            Port("signal", 0.0, 0.19, "signal in", title="Igniter"),
            Port("tail", 0.0, self.neck, "rope", title="Neck"),
            fuse_port(0.0, self.neck + 0.02, title="Fuse"),
        )
        return Blueprint((Body("dynamic", self.mass), Body("kinematic", 0.0, 0.0, self.jet_in)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["fuel"] = 1.0

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["fuel"] == 1.0 and not run["shaken"] and not run["firing"]:
            run["shaken"] = self.delay
            machine.tell("shaken", run)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        self.press(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.impulse > run.p.knock:
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["shaken"] > 0.0:
            run["shaken"] = max(0.0, run["shaken"] - run.lapse)
            if run["shaken"] == 0.0:
                run["firing"] = 1.0
                machine.tell("fired", run, run.p.thrust)
        lapse = turn(run, machine, self.looks)
        if run["firing"]:
            self._burn(run, lapse, machine)
        elif asleep(run.numbers[0]):
            return
        if lapse:
            body, jet = run.bodies
            keep_up(body, jet, run.local(0.0, self.jet_out if run["firing"] else self.jet_in), 0.0)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        return Jet((0.0, self.neck), (0.0, -1.0), 0.03, self.jet_speed, self.jet_reach)

    def _burn(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        """Push the rocket on; its jet is felt, and it gets lighter, for `lapse` seconds at a time, or not now."""
        body, dt = run.bodies[0], machine.dt
        run["fuel"] = fuel = max(0.0, run["fuel"] - run.lapse / run.p.burn)
        if lapse:
            share = (self.empty + (self.mass - self.empty) * fuel) / self.mass
            set_mass(body, self.mass * share, run.plan.bodies[0].moment * share)
        push_forward(body, (0.0, run.lapse / dt * run.p.thrust))
        if lapse:
            push(blow(machine, run, self.jet(run.p, run.facing), lapse), lapse / dt)
        if fuel == 0.0:
            run["firing"] = 0.0
            machine.tell("stopped", run)


KINDS: tuple[Kind, ...] = (Dynamite(), Detonator(), RocketBottle())
