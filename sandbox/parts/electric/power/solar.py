"""A solar panel, which turns light that falls on it into power for the parts on its cables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import DIM_GREEN_LAMP, lamp, painted, slab
from sandbox.parts.electric.power.sources import PowerSource, fuse_lamp, socket
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Polygon, Port, Property, Shape
from sandbox.parts.light.cells import FILTERS, LightSensitive, passes
from sandbox.parts.materials import CHROME, DARK

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_USUAL = (38, 74, 138)  # the tint of cells that take any light


class SolarPanel(PowerSource, LightSensitive):
    """States: `lit`, 1 while light of its colour falls on its cells; and `overloaded`."""

    name = "solar_panel"
    title = "Solar panel"
    price = 22
    synonyms = "photovoltaic, solar cell"
    help = (
        "Gives power while light falls on its cells, of a torch, a lamp or a laser. With a colour set only light of "
        "just that colour counts: red and green together are yellow, all three are white."
    )
    source = "A panel of 0.3 m^2 gives 60 W in full sun; that a torch is enough for it is a game's."
    sound = "glass"
    properties = (
        Property("colour", "Colour", "any", choices=tuple(FILTERS), help="Of the light that counts"),
        Property("watts", "Power", 60.0, "W", 5.0, 1000.0, 5.0, help="It gives no more than this, however bright"),
    )
    flips = True
    lit_shape = "cells"
    states = ("lit", "overloaded")
    goal_states = ("lit", "overloaded")
    columns, rows = 6, 2  # of cells, as they are drawn

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        tint = _USUAL if p.colour == "any" else FILTERS[p.colour]
        cell = Look("metal", tint, outline=0.0)
        post = Look("metal", (92, 100, 114))

        def tilted(*points: tuple[float, float]) -> Polygon:
            """Return an outline on the panel, by points along and across it."""
            return Polygon(tuple((0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y + 0.03) for x, y in points))

        def tile(left: float, right: float, low: float, high: float) -> Polygon:
            return tilted((left, low), (right, low), (right, high), (left, high))

        half, deep = 0.19, 0.055
        shapes = [
            Shape(slab(0.024, 0.14, 0.0, -0.06), post, friction=0.5, restitution=0.2),
            Shape(tile(-half, half, -deep, deep), CHROME, friction=0.4, restitution=0.2, name="cells"),
        ]
        wide, high = (2 * half - 0.02) / self.columns, (2 * deep - 0.02) / self.rows
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = -half + 0.01 + column * wide, -deep + 0.01 + row * high
                shapes.append(painted(tile(x + 0.002, x + wide - 0.002, y + 0.002, y + high - 0.002), cell))
        shapes += [
            Shape(slab(0.17, 0.07, 0.0, -0.145, 0.01), post, friction=0.5, restitution=0.2),
            *socket(0.0, -0.145, 0.024),
            *fuse_lamp(0.056, -0.145),
            painted(Circle(0.0095, -0.056, -0.145), DARK),
            lamp(0.007, -0.056, -0.145, DIM_GREEN_LAMP, "lit", outline=0.0),
        ]
        return Blueprint((Body("static"),), tuple(shapes), (Port("socket", 0.0, -0.145, "power out", title="Socket"),))

    def takes(self, p: SimpleNamespace, colours: int) -> bool:
        return passes(p.colour, colours)

    def lit_by(self, run: Running, colours: int, white: bool, machine: RunningMachine) -> None:
        lit = float(self.takes(run.p, colours))
        if lit != run["lit"]:
            run["lit"] = lit
            machine.repower(run)

    def gives(self, run: Running, machine: RunningMachine) -> float:
        return float(run.p.watts) * run["lit"]
