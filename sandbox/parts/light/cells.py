"""The photocell, which does something when light falls on it, and its base."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import GREEN_LAMP, TURN, arc, lamp, painted, slab
from sandbox.parts.electric.switches import SwitchContact
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.light.rays import COLOURS, falling_on
from sandbox.parts.materials import DARK, TIN

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

FILTERS: dict[str, Rgb] = {
    "any": (72, 62, 104), "red": (206, 48, 44), "green": (44, 158, 66), "blue": (44, 92, 206),
    "yellow": (222, 186, 40), "magenta": (190, 60, 170), "cyan": (40, 170, 190), "white": (226, 230, 236),
}  # fmt: skip
_FIRST_LOOK = 0.05  # s after Start: by then all rays that are on at Start have been followed


class LightSensitive(Kind):
    """A part on which light does something. Its `lit_by` must do nothing if called again with the same light."""

    def takes(self, p: SimpleNamespace, colours: int) -> bool:
        """Tell whether light of these colours does something to a part with these properties."""
        return True

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        self.look(run, machine)  # a lamp that is gone is dark

    def look(self, run: Running, machine: RunningMachine) -> None:
        """Note what light falls on the cell now."""
        light = falling_on(run, machine)
        self.lit_by(run, light.colours, light.white, machine)


def _moon(r: float, x: float, y: float) -> Polygon:
    """Return a crescent about (x, y), open to the right. Only to be drawn: it is not convex."""
    rim = arc(r, 0.15 * TURN, 0.85 * TURN, 16, x, y)
    bite = arc(0.82 * r, 0.78 * TURN, 0.22 * TURN, 12, x + 0.45 * r, y)
    return Polygon((*rim, *bite))


def passes(filter_: str, colours: int) -> bool:
    """Tell whether light of these colours is what a filter asks for: any light, or one of just its colour."""
    return colours != 0 if filter_ == "any" else colours == COLOURS[filter_]


class Photocell(LightSensitive, SwitchContact):
    """States: `on`; `lit`, 1 while light of its colour falls on its eye. Alarm: `due`, the first look of a dark one."""

    name = "photocell"
    title = "Photocell"
    price = 12
    synonyms = "light sensor, solar cell, detector"
    help = (
        "Sends a signal while light falls on its eye, or, with the moon on it, while none does. With a colour set only "
        "light of just that colour counts: red and green together are yellow, all three are white."
    )
    source = "A photodiode under a filter of coloured glass; its contact switches within 1/60 s."
    sound = "glass"
    properties = (
        Property("colour", "Colour", "any", choices=tuple(FILTERS), help="Of the light that counts"),
        Property("mode", "On while", "lit", choices=("lit", "dark")),
    )
    flips = True
    lit_shape = "eye"
    states = ("on", "lit", "due")
    goal_states = ("on", "lit")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        housing, steel = Look("metal", (58, 66, 82)), TIN.edged(0.9)
        r, g, b = FILTERS[p.colour]
        glint = Look("leather", (min(255, r + 90), min(255, g + 90), min(255, b + 90)), outline=0.0)
        shapes = (
            Shape(Circle(0.05, 0.03, 0.0), Look("metal", FILTERS[p.colour]), friction=0.3, restitution=0.3, name="eye"),
            painted(Circle(0.012, 0.058, 0.018), glint),
            Shape(slab(0.09, 0.13, -0.03, 0.0, 0.014), housing, friction=0.5, restitution=0.3),
            Shape(slab(0.022, 0.12, 0.016, 0.0, 0.005), steel, friction=0.5, restitution=0.3),
            *(painted(Circle(0.005, 0.016, y), DARK) for y in (-0.048, 0.048)),
            lamp(0.013, -0.036, 0.034, GREEN_LAMP, "on", outline=0.8),
            painted(slab(0.05, 0.012, -0.034, -0.023 if p.mode == "dark" else -0.002, 0.003),
                  Look("leather", FILTERS[p.colour], outline=0.6)),
        )  # fmt: skip
        if p.mode == "dark":
            shapes += (painted(_moon(0.016, -0.036, 0.003), Look("leather", (236, 226, 178), outline=0.0)),)
        ports = (Port("signal", -0.036, -0.04, "signal out", title="Contact"),)
        return Blueprint((Body("static"),), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.mode == "dark":
            machine.at(run, _FIRST_LOOK)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self.look(run, machine)

    def takes(self, p: SimpleNamespace, colours: int) -> bool:
        return passes(p.colour, colours)

    def lit_by(self, run: Running, colours: int, white: bool, machine: RunningMachine) -> None:
        run["lit"] = float(self.takes(run.p, colours))
        if not run["due"]:
            self.switch(run, bool(run["lit"]) != (run.p.mode == "dark"), machine)
