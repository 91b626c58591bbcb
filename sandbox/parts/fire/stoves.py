"""A heater and things to heat: a gas burner, a kettle, and a block of ice."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.air.wind import Blower
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.fire.flames import Burning, flame
from sandbox.parts.fire.heat import heaters_of
from sandbox.parts.kind import Blueprint, Body, Circle, Jet, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import BRASS, DARK

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Burner(Switched, Burning):
    """States: `on` and `signals`, as of all that wires switch; and those of all that burns."""

    name = "burner"
    title = "Gas burner"
    price = 15
    synonyms = "stove, flame, fire"
    help = (
        "A strong flame that no wind blows out. A wire switches it over while it is on; plugged in, it burns only with "
        "power. It boils kettles, heats balloons, melts ice, and burns what can burn."
    )
    source = "A camping stove: 2 kW, a flame of 7 cm; its valve and its igniter take 10 W, if a cable is plugged in."
    sound = "metal"
    hum = "hum"
    properties = (Property("running", "Running at start", False, help="A wire switches it over while it is on"),)
    states = (*Switched.states, *Burning.states)
    goal_states = ("on",)
    cues: ClassVar[Mapping[str, str]] = {**Switched.cues, **Burning.cues}
    watts = 10.0
    catches_wind = False
    wick = ((0.0, 0.058), 0)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        (x, y), _ = self.wick
        blue, iron = Look("metal", (62, 112, 178)), Look("metal", (74, 80, 92))
        ring_ = Look("metal", (176, 184, 196), outline=0.9)
        orange = Look("leather", (232, 120, 40), outline=0.0)
        tank = Polygon(((-0.09, -0.1), (0.09, -0.1), (0.1, -0.03), (0.06, 0.0), (-0.06, 0.0), (-0.1, -0.03)), 0.004)
        shapes = [
            painted(slab(0.016, 0.05, 0.0, 0.02), BRASS),
            painted(slab(0.05, 0.016, -0.035, 0.018, 0.004), iron),
            painted(Circle(0.013, -0.064, 0.018), Look("metal", (206, 58, 48), outline=0.9)),
            Shape(tank, blue, friction=0.5, restitution=0.2),
            painted(slab(0.15, 0.03, 0.0, -0.06, 0.008), Look("leather", (246, 240, 226), outline=0.8)),
            painted(oval(0.012, 0.02, 0.01, 16, 0.0, -0.066), orange),
            Shape(Polygon(((-0.026, 0.034), (0.026, 0.034), (0.042, 0.056), (-0.042, 0.056)), 0.003), iron,
                  friction=0.5, restitution=0.2),
            painted(slab(0.096, 0.01, 0.0, 0.056, 0.004), ring_),
            *(painted(Circle(0.004, dx, 0.045), DARK) for dx in (-0.02, 0.0, 0.02)),
            *flame(self.flame, x, y, 1.3),
        ]  # fmt: skip
        bodies = (Body("static"), Body("kinematic", x=x, y=y))
        ports = (Port("signal", 0.05, -0.085, "signal in", title="Valve"), plug(-0.05, -0.085))
        return Blueprint(bodies, tuple(shapes), ports, spare=() if p.running else (self.flame,))

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if on:
            self.light(run, machine)
        else:
            self.put_out(run, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if run["on"]:  # otherwise no gas comes out
            super().caught(run, machine)


class Kettle(Blower):
    """States: `boiling`; and the alarms `boil` and `calms`, on which it begins and ends to boil."""

    name = "kettle"
    title = "Kettle"
    price = 12
    synonyms = "boiler, teapot, steam"
    help = (
        "Over a flame it soon boils, and blows steam out of its spout: that turns windmills, blows candles out and "
        "pushes what is light. Taken off the flame it goes on for a while."
    )
    source = (
        "2 kW bring a cup of water to the boil in 2.5 minutes, here in 2.5 s; a whistle's steam leaves at some 10 m/s. "
        "The steam pushes as a fan's wind does."
    )
    sound = "metal"
    hum = "jet"
    hums_while = "boiling"
    cues: ClassVar[Mapping[str, str]] = {"boiled": "peep", "calmed": "puff"}
    properties = (
        Property("speed", "Steam", 9.0, "m/s", 1.0, 20.0, 0.5, help="At its spout"),
        Property("reach", "Reach", 1.2, "m", 0.3, 3.0, 0.1, help="Where the steam ends"),
        Property("time", "Boils after", 2.5, "s", 0.5, 20.0, 0.5, help="Over a flame"),
    )
    flips = True
    states = ("boiling", "boil", "calms")
    goal_states = ("boiling",)
    spout, half, after = (0.19, 0.05), 0.03, 3.0  # m; s that it boils on without a flame

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, dark = Look("metal", (206, 74, 58)), Look("metal", (58, 62, 72))
        shine, base = Look("metal", (236, 132, 112), outline=0.0), Look("metal", (156, 50, 40), outline=0.9)
        x, y = self.spout
        right = ((0.11, -0.09), (0.124, -0.06), (0.116, 0.0), (0.084, 0.05), (0.05, 0.068))
        belly = Polygon((*right, *((-px, py) for px, py in reversed(right))))
        spout = Polygon(
            ((0.09, -0.03), (0.14, 0.01), (x, y - self.half), (x, y + self.half), (0.13, 0.05), (0.08, 0.03))
        )
        shapes = (
            painted(band(arc(0.098, 0.35, TURN / 2 - 0.35, 13, 0.0, 0.05), 0.02), dark),
            painted(spout, red),
            Shape(Polygon(((0.1, -0.02), (x, y - 0.02), (x, y + 0.02), (0.12, 0.045))), None,
                  friction=0.4, restitution=0.2),
            Shape(belly, red, friction=0.4, restitution=0.2),
            painted(slab(0.22, 0.014, 0.0, -0.085, 0.005), base),
            painted(Circle(0.015, 0.0, 0.092), dark),
            Shape(slab(0.1, 0.014, 0.0, 0.072, 0.005), base, friction=0.4, restitution=0.2),
            painted(band(((-0.09, -0.05), (-0.092, -0.01), (-0.07, 0.034)), 0.01), shine),
            painted(slab(0.014, 0.066, x, y, 0.004), dark),
        )  # fmt: skip
        return Blueprint((Body("static"),), shapes)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        x, y = self.spout
        return Jet((facing * (x + 0.01), y), (facing, 0.0), self.half, p.speed, p.reach)

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            machine.cancel(run, "calms")
            if not run["boiling"]:
                machine.at(run, run.p.time, "boil")
        else:
            machine.cancel(run, "boil")
            if run["boiling"]:
                machine.at(run, self.after, "calms")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        boils = alarm == "boil"
        run["boiling"] = float(boils)
        machine.tell("boiled" if boils else "calmed", run)
        if not boils:
            self.calm(run, machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        super().on_neighbour_removed(run, machine)
        if (run["boil"] or (run["boiling"] and not run["calms"])) and not heaters_of(run, machine):
            self.heated(run, False, machine)


def _streaks(w: float, h: float, low: float, high: float) -> list[Polygon]:
    """Return what lies between two heights of the two bright streaks across a block of ice."""
    streaks = []
    for at, wide in ((-0.28, 0.1), (-0.12, 0.035)):
        a, b = (w * at + 0.5 * (y + h / 2) for y in (low, high))
        right = w / 2 - 0.01
        corners = ((a, low), (a + wide * w, low), (b + wide * w, high), (b, high))
        if b + wide * w < right:
            streaks.append(Polygon(corners))
    return streaks


class IceBlock(Kind):
    """A block made of layers, each a body of its own: while something heats it, one layer after the other goes, from
    above.

    States: `melted`, the share of it that is gone; `left`, its layers; `melt`, the alarm on which the next one goes.
    """

    name = "ice_block"
    title = "Ice"
    price = 3
    synonyms = "frozen, ice cube"
    help = "So slippery that hardly anything stays on it. A flame melts it away, and what stands on it sinks."
    source = (
        "Friction of steel or wood on wet ice 0.02 to 0.05. A gas flame melts a cup of ice in minutes, here in 6 s."
    )
    sound = "glass"
    cues: ClassVar[Mapping[str, str]] = {"dripped": "tick"}
    properties = (
        Property("width", "Width", 0.3, "m", 0.1, 2.0, 0.05),
        Property("height", "Height", 0.18, "m", 0.06, 1.0, 0.02),
        Property("time", "Melts in", 6.0, "s", 1.0, 60.0, 0.5, help="Over a flame"),
    )
    resizes = ("width", "height")
    states = ("melted", "left", "melt")
    melts = True
    goal_states = ("melted",)
    layers = 6

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, count = p.width, p.height, self.layers
        tall = h / count
        ice, line = Look("rubber", (178, 214, 236), outline=0.0), Look("leather", (240, 249, 255), outline=0.0)
        edge = Look("stone", (120, 168, 204), outline=0.0)
        bodies, shapes = [], []
        for k in range(count):
            y = (k + 0.5) * tall - h / 2
            bodies.append(Body("static", y=y))
            shapes.append(Shape(slab(w, tall, 0.0, y), ice, k, friction=0.033, restitution=0.1))
            rims = [slab(0.008, tall, side * (w / 2 - 0.004), y) for side in (-1, 1)]
            if k in (0, count - 1):
                rims.append(slab(w, 0.008, 0.0, (1 if k else -1) * (h / 2 - 0.004)))
            shapes += [painted(rim, edge, k) for rim in rims]
            shapes += [painted(streak, line, k) for streak in _streaks(w, h, y - tall / 2, y + tall / 2)]
        return Blueprint(tuple(bodies), tuple(shapes))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["left"] = float(self.layers)

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            machine.at(run, run.p.time / self.layers, "melt")
        else:
            machine.cancel(run, "melt")

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run["left"] -= 1.0
        run["melted"] = 1.0 - run["left"] / self.layers
        machine.tell("dripped", run)
        if run["left"]:
            machine.take_back(run, int(run["left"]))
            machine.at(run, run.p.time / self.layers, "melt")
        else:
            machine.remove(run.id)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        if run["melt"] and not heaters_of(run, machine):
            machine.cancel(run, "melt")
