"""Lasers, whose rays of one colour burn the things that they meet."""

from __future__ import annotations

from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import lamp, painted, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.fire import heat
from sandbox.parts.kind import Blueprint, Body, Look, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.light.rays import BURNING, COLOURS, Illumination, ray_states
from sandbox.parts.plans import Aim

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_TINTS: dict[str, Rgb] = {"red": (205, 52, 44), "green": (48, 186, 70), "blue": (62, 106, 205)}


class Laser(RaySource, Switched):
    name = "laser"
    title = "Laser"
    price = 30
    synonyms = "beam, ray"
    help = (
        "A ray of one colour that burns: it pops balloons, burns through ropes, and lights candles and fuses. Solid "
        "things stop it, mirrors turn it. A wire switches it over while it is on."
    )
    source = "A diode of 1 W, focused: it pops a balloon at once and burns through twine in half a second."
    hum = "hum"
    watts = 20.0
    cues = {**Switched.cues, **heat.CUES}
    properties = (
        Property("colour", "Colour", "red", choices=tuple(_TINTS)),
        Property("reach", "Reach", 8.0, "m", 1.0, 20.0, 0.5, help="So far its ray goes, with all its turns"),
        Switched.running,
    )
    flips = True
    states = (*RaySource.STATES, *RaySource.BURNS, "signals", *ray_states("ray"))
    goal_states = ("on",)
    rays = MappingProxyType({"ray": Aim(0.176, 0.0)})

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        steel, dark = Look("metal", (150, 160, 176)), Look("metal", (58, 64, 78))
        tint = _TINTS[p.colour]
        ring = Look("leather", tint, outline=0.8)
        foot = Polygon(((-0.09, -0.1), (0.06, -0.1), (0.03, -0.04), (-0.06, -0.04)), 0.004)
        shapes = (
            Shape(foot, dark, friction=0.6, restitution=0.2),
            Shape(slab(0.23, 0.1, -0.045, 0.0, 0.012), steel, friction=0.5, restitution=0.2),
            *(painted(slab(0.008, 0.074, -0.13 + 0.016 * k, 0.0, 0.003), dark) for k in range(4)),
            painted(slab(0.02, 0.104, 0.03, 0.0, 0.004), ring),
            Shape(slab(0.07, 0.058, 0.1, 0.0, 0.006), dark, friction=0.5, restitution=0.2),
            Shape(slab(0.03, 0.034, 0.148, 0.0, 0.004), steel, friction=0.5, restitution=0.2),
            lamp(0.012, 0.16, 0.0, tint, "on", outline=0.8),
            lamp(0.014, -0.035, 0.02, tint, "on", outline=0.8),
        )
        ports = (Port("signal", -0.16, 0.0, "signal in", title="Switch"), plug(-0.1, -0.1))
        return Blueprint((Body("static"),), shapes, ports)

    def colours(self, run: Running, name: str) -> int:
        return COLOURS[run.p.colour]

    def heat_of(self, run: Running) -> int:
        return BURNING

    def planned(self, p: SimpleNamespace, name: str, falling: Illumination) -> tuple[int, int]:
        return COLOURS[p.colour], BURNING

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        self.shine(run, on, machine)
