"""The hot-air balloon: it rises while it is warm, and sinks when it has cooled down."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.air.balloon import Balloon
from sandbox.parts.air.wind import GRAVITY
from sandbox.parts.drawing import FLAME, band, lamp, oval, painted, slab
from sandbox.parts.fire.fuses import fuse_port
from sandbox.parts.fire.heat import heaters_of
from sandbox.parts.kind import Blueprint, Body, Look, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.materials import STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class HotAirBalloon(Balloon):
    """A balloon whose lift, and with it the law of its motion, goes up and down in steps; between them nothing is
    worked out.

    States: `warmed`, 1 while something heats it; `lit`, 1 while its own burner burns; `hot`, 1 from the moment when
    its air gets warmer until it cools; `heat`, the share of its lift that it has got; `step`, the alarm on which that
    changes next; `popped`.
    """

    name = "hot_air_balloon"
    title = "Hot-air balloon"
    price = 35
    synonyms = "montgolfier, aerostat"
    help = (
        "Heated from below it rises after a while and takes along what hangs from its basket; without heat it sinks "
        "again. Its own burner, once a flame, a fuse or a press has lit it, keeps it up."
    )
    source = (
        "A model of paper and a basket, 0.3 kg. Real ones lift 3 N for each m^3 and take a minute to warm up; this one "
        "lifts more and takes 4 s, and 6 s to cool. It rises as fast as a balloon here."
    )
    sound = "card"
    cues: ClassVar[Mapping[str, str]] = {**Balloon.cues, "kindled": "whoosh", "warmed": "puff"}
    properties = (
        Property("lift", "Lift", 9.0, "N", 1.0, 60.0, 0.5, help="What it can carry when hot, beyond its own weight"),
        Property("burner", "Own burner", True, help="A flame, a fuse or a press lights it; it burns on"),
        Property("pops_at", "Tears at", 3.0, "N s", 0.05, 50.0, 0.05, help="An impact harder than this tears it"),
        Property("colour", "Colour", "yellow", choices=("red", "blue", "green", "yellow")),
    )
    pressable = True
    states = ("popped", "warmed", "lit", "hot", "heat", "step")
    goal_states = ("popped", "hot", "heat")
    catches = 0.5
    rx, up, down = 0.2, 0.21, 0.27
    weighs, every, warms, cools = 0.3, 0.1, 4.0, 6.0  # kg; s from one step to the next; s from cold to hot, and back
    basket = -0.42  # m: the middle of the basket

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        tint, low = self.tints[p.colour], self.basket
        skin, cream = Look("cloth", tint), Look("cloth", (250, 240, 214), outline=0.9)
        cord, rim = Look("cloth", (110, 84, 58), outline=0.0), Look("wood", (138, 92, 52))
        dark: Rgb = (tint[0] * 3 // 4, tint[1] * 3 // 4, tint[2] * 3 // 4)
        mouth = Polygon(((-0.058, -self.down - 0.022), (0.058, -self.down - 0.022), (0.074, -self.down + 0.028),
                         (-0.074, -self.down + 0.028)))  # fmt: skip
        shapes = [
            painted(band(((side * 0.05, -self.down), (side * 0.056, low + 0.04)), 0.005), cord) for side in (-1, 1)
        ]
        if p.burner:
            shapes += [
                lamp(0.017, 0.0, low + 0.088, FLAME, "lit", outline=0.8),
                painted(slab(0.05, 0.016, 0.0, low + 0.066, 0.004), STEEL),
            ]
        shapes += [
            Shape(oval(self.rx, self.up, self.down, 24), None, friction=0.5, restitution=0.2),
            painted(mouth, Look("cloth", dark)),
            painted(oval(self.rx, self.up, self.down, 56), skin),
            painted(oval(0.62 * self.rx, self.up, self.down, 48), cream),
            painted(oval(0.26 * self.rx, self.up, self.down, 40), skin),
            Shape(slab(0.13, 0.09, 0.0, low, 0.012), Look("wood", (196, 148, 88)), friction=0.6, restitution=0.1),
            *(painted(slab(0.116, 0.006, 0.0, low + dy), Look("wood", (150, 104, 58), outline=0.0))
              for dy in (-0.022, 0.0, 0.022)),
            painted(slab(0.146, 0.016, 0.0, low + 0.045, 0.006), rim),
        ]  # fmt: skip
        ports = (
            Port("basket", 0.0, low - 0.045, "rope", title="Basket"),
            *((fuse_port(0.0, low + 0.088),) if p.burner else ()),
        )
        return Blueprint((Body("dynamic", self.weighs), Body("static")), tuple(shapes), ports)

    def _falls(self, run: Running) -> float:
        return float(1.0 - run["heat"] * (1.0 + run.p.lift / (self.weighs * GRAVITY)))

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        run["warmed"] = float(on)
        machine.at(run, self.catches if on else 0.0, "step")

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.caught(run, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if run.p.burner and not run["lit"]:
            run["lit"] = 1.0
            machine.at(run, self.every, "step")
            machine.tell("kindled", run)

    def quenched(self, run: Running, machine: RunningMachine) -> None:
        if run["lit"]:
            run["lit"] = 0.0
            machine.at(run, 0.0, "step")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        warm = bool(run["warmed"] or run["lit"])
        if warm and not run["hot"]:
            machine.tell("warmed", run)
        run["hot"] = float(warm)
        change = self.every / self.warms if warm else -self.every / self.cools
        run["heat"] = min(1.0, max(0.0, run["heat"] + change))
        self._fly(run, machine)
        run.bodies[0].activate()
        if 0.0 < run["heat"] < 1.0:
            machine.at(run, self.every, "step")

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        if run["warmed"] and not heaters_of(run, machine):
            self.heated(run, False, machine)
