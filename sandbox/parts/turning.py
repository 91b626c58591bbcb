"""Turning things: belts (wheels and gears are to come into this family)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.geometry import cos_sin
from sandbox.parts.base import Blueprint, Body, Circle, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.outlines import slab

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running

_DIAGONAL = 0.7071067811865476  # sqrt(1/2)
# Which way each stretch of the belt runs when the top runs to the right, in the part's frame. At the ends the belt
# turns by half a circle, and the engine knows one direction for a shape: the one that fits best where cargo touches.
_STRETCHES = {
    "top": (1.0, 0.0),
    "right": (_DIAGONAL, -_DIAGONAL),
    "bottom": (-1.0, 0.0),
    "left": (_DIAGONAL, _DIAGONAL),
}
TREAD = 1.0  # m: the travel begins again at 0 after each metre


class Conveyor(Kind):
    name = "conveyor"
    title = "Conveyor"
    help = (
        "A belt that carries what lies on it; its underside runs back. A wire to it switches it over: "
        "a running belt stops, a standing one runs, until the signal ends."
    )
    source = "Rubber belt on steel rollers; factory belts run at 0.2 to 2 m/s. Friction of rubber 0.8 to 1."
    properties = (
        Property("width", "Length", 1.0, "m", 0.3, 5.0, 0.05),
        Property("speed", "Speed", 0.5, "m/s", -3.0, 3.0, 0.1, help="Of the top, to the right; negative: to the left"),
        Property("running", "Running at start", True),
    )
    resizes = ("width",)
    flips = True
    states = ("on", "travel", "signals")
    goal_states = ("on",)
    radius = 0.06  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, reach = self.radius, p.width / 2 - self.radius  # reach: of the rollers' axles from the middle
        belt = tuple(
            Shape(outline, None, friction=1.0, restitution=0.2, name=name)
            for name, outline in (
                ("top", Polygon(((-reach, 0.0), (reach, 0.0), (reach, r), (-reach, r)))),
                ("bottom", Polygon(((-reach, -r), (reach, -r), (reach, 0.0), (-reach, 0.0)))),
                ("left", Circle(r, -reach)),
                ("right", Circle(r, reach)),
            )
        )
        rubber = Look("rubber", (62, 66, 74), slot="travel")
        frame, steel = Look("metal", (214, 170, 62), outline=0.9), Look("metal", (168, 176, 188), outline=0.9)
        drawn = [Shape(slab(p.width, 2 * r, rounding=0.98 * r), rubber, collides=False)]
        drawn.append(Shape(slab(2 * reach + 0.03, 1.1 * r, rounding=0.5 * r), frame, collides=False))
        for x in (-reach, reach):
            drawn.append(Shape(Circle(0.4 * r, x), steel, collides=False))
            drawn.append(Shape(Circle(0.12 * r, x), Look("metal", (84, 90, 100), outline=0.0), collides=False))
        ports = (Port("signal", 0.0, 0.0, "signal in", title="Switch"),)
        return Blueprint((Body("static"),), (*belt, *drawn), ports)

    def start(self, run: Running, machine: Machine) -> None:
        self._set(run, run.p.running)

    def signal(self, run: Running, on: bool, machine: Machine) -> None:
        run["signals"] += 1.0 if on else -1.0  # two wires may end here: it is switched while either is on
        wanted = run.p.running != (run["signals"] > 0)
        if wanted != bool(run["on"]):
            self._set(run, wanted)
            machine.wake(run)
            machine.tell("started" if wanted else "stopped", run)

    def act(self, run: Running, machine: Machine) -> None:
        if run["on"]:
            run["travel"] = (run["travel"] + run.p.speed * machine.dt) % TREAD

    def _set(self, run: Running, on: bool) -> None:
        """Let the belt's surface run or stand. Surface velocities are in the world's axes."""
        run["on"] = float(on)
        speed = run.p.speed if on else 0.0
        c, s = cos_sin(run.spec.angle)
        for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
            if shape is not None:
                x, y = _STRETCHES[plan.name]
                x, y = run.facing * x * speed, y * speed
                shape.surface_velocity = (c * x - s * y, s * x + c * y)


KINDS: tuple[Kind, ...] = (Conveyor(),)
