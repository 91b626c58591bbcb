"""Explosives that go off by a fuse of their own or by a knock: a round bomb, and a flask of nitroglycerine."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.bang.blast import Explosive, Fused, blast_properties, fuse_property, is_blast
from sandbox.parts.drawing import TURN, arc, band, painted, slab
from sandbox.parts.fire.fuses import fuse_port, spark
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Polygon, Port, Property, Shape

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Bomb(Fused):
    """A ball with a cap and a fuse that go round with it; only the ball collides, so that the bomb rolls. States:
    `lit`; `due`, the alarm on which it goes off; `exploded`.
    """

    name = "bomb"
    title = "Round bomb"
    price = 12
    synonyms = "explosive, grenade"
    hands_on = ("blast",)
    help = (
        "Rolls like a ball, and goes off when its fuse has burnt down. A flame, a fuse cord or a press lights it, "
        "and another blast does so almost at once; water puts it out."
    )
    source = "A hollow iron ball of 18 cm with walls of 2 mm: 1.5 kg. Its blast is a little weaker than dynamite's."
    sound = "iron"
    magnetic = True
    hum = "fuse"
    hums_while = "lit"
    cues = {"lit": "fizz", "quenched": "puff", "exploded": "bang"}
    properties = (fuse_property(3.0), *blast_properties(strength=80.0, reach=1.8))
    fuse_time = "fuse"
    states = ("lit", "due", "exploded")
    goal_states = ("lit", "exploded")
    radius, mass = 0.09, 1.5  # m, kg

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = self.radius
        iron, brass = Look("metal", (52, 54, 64)), Look("metal", (196, 160, 86), outline=1.0)
        bright = Look("metal", (150, 158, 174), outline=0.0)
        x, y = arc(r, TURN / 8, TURN / 8, 2)[0]
        cord = ((1.0 * x, 1.0 * y), (1.34 * x, 1.28 * y), (1.5 * x, 1.66 * y), (1.86 * x, 1.84 * y))
        cap = band(((0.9 * x, 0.9 * y), (1.16 * x, 1.16 * y)), 0.05)
        shapes = (
            painted(band(cord, 0.011), Look("cloth", (206, 188, 144), outline=0.8)),
            spark(0.014, 1.9 * x, 1.86 * y),
            painted(cap, brass),
            Shape(Circle(r), iron, friction=0.5, restitution=0.3),
            painted(band(arc(0.7 * r, 2.1, 3.3, 9), 0.012), bright),
            painted(Circle(0.007, *arc(0.7 * r, 3.6, 3.6, 2)[0]), bright),
        )
        return Blueprint((Body("dynamic", self.mass),), shapes, (fuse_port(1.9 * x, 1.86 * y),))

    def quenched(self, run: Running, machine: RunningMachine) -> None:
        if run["lit"] and not run["exploded"]:
            run["lit"] = 0.0
            machine.cancel(run)
            machine.tell("quenched", run)


class Nitro(Explosive):
    """Goes off on the tick after the blow, so that one blast does not run within another. States: `due`, the alarm
    for that; `exploded`.
    """

    name = "nitro"
    title = "Nitroglycerine"
    price = 25
    synonyms = "explosive, bottle, tnt"
    hands_on = ("blast",)
    help = (
        "Goes off at the slightest blow, by heat or by another blast. Move it gently: on a conveyor, by a rope at its "
        "cork, without weight, or land it on a pillow."
    )
    source = (
        "A glass flask of 0.15 l with its cork: 0.3 kg. Bottles of it went off when dropped by some 0.4 m, which is "
        "0.8 N s."
    )
    sound = "glass"
    cues = {"exploded": "bang"}
    properties = (
        Property("knock", "Knock", 0.8, "N s", 0.1, 10.0, 0.1, help="A harder impact than this sets it off"),
        *blast_properties(strength=60.0, reach=1.2),
    )
    hit_threshold = "knock"
    catches = 0.0
    states = ("due", "exploded")
    mass = 0.3  # kg

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        glass, clear = Look("leather", (206, 226, 230), outline=1.4), Look("leather", (238, 246, 246), outline=0.0)
        oil, red = Look("leather", (238, 190, 44), outline=0.6), Look("leather", (206, 46, 40), outline=0.8)
        cone = Polygon(((-0.075, -0.09), (0.075, -0.09), (0.019, 0.035), (-0.019, 0.035)), 0.004)
        fill = Polygon(((-0.066, -0.083), (0.066, -0.083), (0.036, -0.012), (-0.036, -0.012)), 0.003)
        sign = Polygon(((0.0, -0.082), (0.034, -0.048), (0.0, -0.014), (-0.034, -0.048)), 0.002)
        mark = Polygon(((-0.005, -0.044), (0.005, -0.044), (0.008, -0.024), (-0.008, -0.024)))
        shapes = (
            Shape(slab(0.03, 0.034, 0.0, 0.09, 0.005), Look("wood", (186, 132, 78), outline=1.0), friction=0.5,
                  restitution=0.05),
            Shape(slab(0.038, 0.06, 0.0, 0.056), glass, friction=0.4, restitution=0.05),
            Shape(cone, glass, friction=0.4, restitution=0.05),
            painted(fill, oil),
            painted(slab(0.05, 0.01, 0.0, 0.078, 0.004), clear),
            painted(band(((-0.05, -0.05), (-0.022, 0.012)), 0.008), clear),
            painted(sign, red),
            painted(mark, clear),
            painted(Circle(0.0055, 0.0, -0.058), clear),
        )  # fmt: skip
        return Blueprint((Body("dynamic", self.mass),), shapes, (Port("cap", 0.0, 0.1, "rope", title="Cork"),))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if (hit.impulse > run.p.knock or is_blast(hit, machine)) and not run["exploded"]:
            machine.at(run, 0.0)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if not run["exploded"]:
            machine.at(run, 0.0)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self.explode(run, machine)
