"""The lamp: light all round, switched by its cord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import Box
from sandbox.parts.drawing import TURN, arc, band, lamp, painted, ring, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.electric.switches import PullCord
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Polygon, Port, Property, Shape
from sandbox.parts.light.glow import glow, go_dark
from sandbox.parts.light.rays import GLOW

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_LOOKS, _TURN = 8, 4  # ticks in which it looks but once what it lights; in which it looks once at its cord


class Lamp(Switched, PullCord):
    """States: `on`; `out`, 1 while its cord is pulled; `signals`, how many wires into it are on; `turned`, 1 while its
    own switch is on; `stir`, 1 while it is to look at the next moment what it lights, whatever moves; and what it
    lights (see `rays.GLOW`).
    """

    name = "lamp"
    title = "Lamp"
    price = 9
    synonyms = "light, bulb, lantern"
    help = (
        "Lights what feels light round about it, wherever nothing stands between. A rope that pulls its cord switches "
        "it over, so does a wire, and so do you when you press it. With a cable it is on while that brings power."
    )
    source = "A pendant lamp of 10 W with a pull cord, which asks for 3 N over 2 cm."
    cues = Switched.cues
    watts = 10.0
    on_with_cable = True
    pressable = True
    properties = (
        Property("reach", "Reach", 1.2, "m", 0.3, 4.0, 0.1, help="So far it lights things up"),
        Property("pull", "Pull", 3.0, "N", 0.5, 50.0, 0.5, help="A stronger pull at its cord switches it"),
        Property(
            "on", "On at start", False, help="Without a cable; its cord switches it over, and a wire while it is on"
        ),
    )
    states = ("on", "out", "signals", "turned", "stir", *GLOW)
    goal_states = ("on",)
    mass, travel = 0.1, 0.02  # kg of the cord's grip, m
    bulb = (0.0, -0.055)

    def switched_over(self, p: SimpleNamespace) -> str:
        return "on"

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        return (Circle(p.reach, *self.bulb),)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        enamel, brass = Look("metal", (56, 112, 92)), Look("metal", (222, 178, 84), outline=0.9)
        cream, dark = Look("leather", (246, 240, 222), outline=0.0), Look("metal", (64, 70, 80))
        x, y = self.bulb
        shade = Polygon(((-0.13, -0.04), (0.13, -0.04), (0.05, 0.04), (-0.05, 0.04)), 0.006)
        shapes = (
            lamp(0.034, x, y, (205, 190, 120), "on", outline=0.9),
            painted(band(((0.09, -0.05), (0.09, -0.115)), 0.005), brass, 1),
            painted(ring(0.018, 0.007, 0.09, -0.15, gap=TURN / 4), brass, 1),
            Shape(Circle(0.012, 0.09, -0.122), brass, 1, friction=0.5, restitution=0.2),
            Shape(shade, enamel, friction=0.5, restitution=0.2),
            painted(slab(0.25, 0.012, 0.0, -0.036, 0.004), cream),
            Shape(Polygon((*arc(0.05, 0.0, TURN / 2, 12, 0.0, 0.038), (-0.05, 0.034), (0.05, 0.034))), enamel,
                  friction=0.5, restitution=0.2),
            Shape(slab(0.02, 0.06, 0.0, 0.108, 0.004), dark, friction=0.5, restitution=0.2),
            Shape(slab(0.09, 0.016, 0.0, 0.142, 0.005), dark, friction=0.5, restitution=0.2),
        )  # fmt: skip
        ports = (
            Port("cord", 0.09, -0.168, "rope", 1, "Cord"),
            Port("signal", 0.0, 0.11, "signal in", title="Switch"),
            plug(0.03, 0.142),
        )
        return Blueprint((Body("static"), Body("dynamic", self.mass)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["turned"] = float(run.p.on or machine.power(run) is not None)
        super().start(run, machine)
        machine.repower(run)

    def consumes(self, run: Running) -> bool:
        return bool(run["turned"]) != (run["signals"] > 0)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        run["on"] = run["stir"] = float(on)
        if not on:
            go_dark(run, machine)

    def pulled(self, run: Running, machine: RunningMachine) -> None:
        run["turned"] = float(not run["turned"])
        self._switch_over(run, machine)
        machine.repower(run)

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.tug(run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        super().act(run, machine)
        # Its cord is looked at twice as often: it may be pulled and home again within two looks at what it lights.
        if (run["on"] or run["stir"]) and machine.ticks % _LOOKS < _TURN:
            (x, y), r = run.world(*self.bulb), run.p.reach
            sight = machine.sight
            stirs = sight.is_busy() or sight.stirs(Box(x - r, y - r, x + r, y + r))
            if stirs or run["stir"]:
                run["stir"] = float(stirs and bool(run["on"]))
                glow(run, (x, y), r, machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        run["stir"] = run["on"]
