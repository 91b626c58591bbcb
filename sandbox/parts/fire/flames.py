"""Flames: what has a wick, burns once it is lit, and heats what its flame touches until it is blown out."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.engine.engine import to_world
from sandbox.parts.drawing import FLAME, band, oval, painted, ring, sensor, slab
from sandbox.parts.fire import heat
from sandbox.parts.fire.fuses import fuse_port, light_fuses
from sandbox.parts.fluids.water import under_water
from sandbox.parts.kind import LOOSE, Blueprint, Body, Circle, Look, Point, Polygon, Property, Shape
from sandbox.parts.light.glow import glow, go_dark
from sandbox.parts.light.rays import GLOW
from sandbox.parts.materials import BRASS

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_HOT, _RISE = 0.035, 0.045  # m: radius of the hot part of a flame; its middle above the wick
# The tip is drawn 16 mm below the top of what is hot: the glow around it makes a flame look so much taller, and what it
# seems to touch has to get hot.
_OUTER: tuple[Point, ...] = ((0.0, -0.012), (0.013, -0.006), (0.019, 0.008), (0.017, 0.02), (0.01, 0.038), (0.0, 0.064))
_INNER: tuple[Point, ...] = ((0.0, -0.006), (0.007, -0.002), (0.01, 0.008), (0.008, 0.018), (0.0, 0.034))


def flame(body: int, x: float, y: float, size: float = 1.0) -> tuple[Shape, ...]:
    """Return a flame on a wick at x, y: the shapes that are drawn, and the hot circle by which the flame touches
    things."""

    def tongue(right: tuple[Point, ...]) -> Polygon:
        left = tuple((-dx, dy) for dx, dy in reversed(right[1:-1]))
        return Polygon(tuple((x + size * dx, y + size * dy) for dx, dy in (*right, *left)))

    return (
        painted(tongue(_OUTER), Look("glow", FLAME, outline=0.7, slot="lit"), body),
        painted(tongue(_INNER), Look("glow", (255, 216, 110), outline=0.0, slot="lit"), body),
        sensor(Circle(size * _HOT, x, y + size * _RISE), body=body, name="flame"),
    )


class Burning(heat.Wicked):
    """A part with one flame, a body that is in the machine while it burns, upright however the part is turned.

    States: `lit`; `look`, the alarm on which it next looks at what it heats and lights; those of `heat`; and those of
    its light (see `rays.GLOW`).
    """

    states: ClassVar[tuple[str, ...]] = ("lit", "look", *heat.STATES, *GLOW)
    goal_states: ClassVar[tuple[str, ...]] = ("lit",)
    cues: ClassVar[Mapping[str, str]] = {"kindled": "fizz", "quenched": "puff", **heat.CUES}
    catches_wind = True
    catches = 0.3
    blown_out_by: ClassVar[float] = 3.0  # m/s of wind
    lights: ClassVar[float] = 0.6  # m: so far it is bright enough for what feels light
    flame: ClassVar[int] = 1  # index of the flame's body, whose middle is at the wick

    def start(self, run: Running, machine: RunningMachine) -> None:
        for shape in run.shapes:
            if shape is not None and shape.sensor:
                shape.filter = pymunk.ShapeFilter(run.id, LOOSE)  # so that the wind finds it

    def light(self, run: Running, machine: RunningMachine) -> None:
        """Let the flame burn, if it does not yet and is not under water."""
        if run["lit"]:
            return
        if under_water(self.place_of_wick(run), machine):
            machine.take_back(run, self.flame)  # at Start it may burn already
            return
        run["lit"] = 1.0
        fire = run.bodies[self.flame]
        if fire.space is None:  # at Start it may burn already
            machine.let_out(run, self.flame, self.place_of_wick(run))
            machine.tell("kindled", run)
        fire.angle = 0.0
        machine.at(run, 0.0, "look")
        light_fuses(run, machine)

    def put_out(self, run: Running, machine: RunningMachine) -> None:
        """Let the flame go out, if it burns."""
        if run["lit"]:
            run["lit"] = 0.0
            machine.cancel(run, "look")
            heat.let_go(run, machine)
            go_dark(run, machine)
            machine.tell("quenched", run)
        machine.take_back(run, self.flame)  # also that of one without power at Start

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "look":
            self._heat(run, machine)

    def _heat(self, run: Running, machine: RunningMachine) -> None:
        """Heat the things that the flame touches, and look again a little later."""
        hot = next(shape for shape in run.shapes if shape is not None and shape.sensor)
        assert isinstance(hot, pymunk.Circle)
        x, y = to_world(run.bodies[self.flame], hot.offset)
        machine.at(run, heat.LOOK, "look")
        targets, links = heat.touching(run, hot, machine), heat.crossing(x, y, hot.radius, machine)
        heat.warm(run, targets, links, heat.LOOK, machine, (x, y))
        glow(run, (x, y), self.lights, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        self.light(run, machine)

    def quenched(self, run: Running, machine: RunningMachine) -> None:
        self.put_out(run, machine)

    def on_wind(self, run: Running, wind: float, share: float, lapse: float, machine: RunningMachine) -> None:
        if wind > self.blown_out_by and share > 0.3:
            self.put_out(run, machine)


class Candle(Burning):
    """States: `lit`, and those of all that burns."""

    name = "candle"
    title = "Candle"
    price = 2
    synonyms = "flame, fire, light"
    help = (
        "Burns once a flame, a hot ray or a press has lit it. It burns ropes through, pops balloons and lights what "
        "can burn; wind blows it out."
    )
    source = (
        "A candle's flame is 3 to 5 cm high, and hot far above that; 3 m/s of wind, a breath, blow it out. Cotton rope "
        "catches in a second or so; what is of wood, steel or stone doesn't."
    )
    sound = "ivory"
    properties = (Property("lit", "Lit at start", False),)
    pressable = True
    wick = ((0.0, 0.088), 0)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        wax, drip = Look("leather", (246, 236, 208)), Look("leather", (255, 250, 234), outline=0.5)
        shadow = Look("metal", (150, 110, 34), outline=0.0)
        (x, y), _ = self.wick
        dish = Polygon(((-0.06, -0.1), (0.06, -0.1), (0.082, -0.074), (-0.082, -0.074)), 0.003)
        shapes = (
            painted(ring(0.022, 0.008, 0.088, -0.076, gap=2.6), BRASS),
            painted(band(((x, 0.066), (x + 0.002, 0.078), (x, y)), 0.006), Look("rubber", (52, 46, 44), outline=0.0)),
            Shape(slab(0.056, 0.152, 0.0, -0.006, 0.006), wax, friction=0.5, restitution=0.1),
            painted(oval(0.03, 0.01, 0.012, 24, 0.0, 0.068), drip),
            painted(slab(0.011, 0.05, -0.02, 0.046, 0.0055), drip),
            painted(slab(0.01, 0.03, 0.018, 0.054, 0.005), drip),
            Shape(dish, BRASS, friction=0.5, restitution=0.2),
            painted(slab(0.07, 0.012, 0.0, -0.072, 0.005), Look("metal", (240, 204, 110), outline=0.7)),
            painted(slab(0.1, 0.005, 0.0, -0.092), shadow),
            *flame(self.flame, x, y),
        )
        bodies = (Body("static"), Body("kinematic", x=x, y=y))
        return Blueprint(bodies, shapes, (fuse_port(x, y),), spare=() if p.lit else (self.flame,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        if run.p.lit:
            self.light(run, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.light(run, machine)
