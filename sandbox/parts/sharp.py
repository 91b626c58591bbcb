"""Sharp things: they pop the balloons that touch them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import TURN, arc, oval, painted, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import NICKEL, TIN

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_SPINES = (
    (-0.05, 0.15), (0.05, 0.15), (-0.017, 0.12), (0.017, 0.165), (-0.05, 0.09), (0.05, 0.07), (0.017, 0.07),
    (-0.017, 0.03), (0.04, 0.0), (-0.045, 0.01), (0.09, 0.1), (-0.088, 0.06),
)  # fmt: skip


def pricked(hit: Hit, machine: RunningMachine) -> bool:
    """Tell whether a part was struck by something sharp, and not by a blunt shape of that."""
    striker = machine.parts.get(hit.other)
    return striker is not None and striker.kind.pricks(striker, hit.other_shape)


class Cactus(Kind):
    name = "cactus"
    title = "Cactus"
    price = 4
    synonyms = "spikes, prickly, needle"
    help = (
        "Stands in its pot until it is pushed over. Its spines pop every balloon that touches them; its pot does not."
    )
    source = "TBE: 0.25 m x 0.4 m, 1 kg. A clay pot with earth holds most of it."
    sharp = True

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        clay, green = Look("stone", (190, 104, 70)), Look("leather", (84, 150, 84))
        rib, spine = Look("leather", (60, 118, 66), outline=0.0), Look("metal", (244, 236, 206), outline=0.0)
        pot = Polygon(((-0.062, -0.2), (0.062, -0.2), (0.088, -0.085), (-0.088, -0.085)), 0.003)
        trunk = oval(0.07, 0.12, 0.15, 32, 0.0, 0.08)
        arms = (oval(0.032, 0.05, 0.05, 24, 0.088, 0.09), oval(0.028, 0.042, 0.042, 24, -0.086, 0.055))
        shapes = [
            painted(slab(0.07, 0.03, 0.06, 0.05, 0.014), green),
            painted(slab(0.07, 0.026, -0.06, 0.022, 0.012), green),
            *(Shape(arm, green, friction=0.7, restitution=0.2) for arm in arms),
            Shape(trunk, green, friction=0.7, restitution=0.2),
            *(painted(oval(0.007, 0.095, 0.1, 16, x, 0.07), rib) for x in (-0.034, 0.0, 0.034)),
            Shape(slab(0.2, 0.032, 0.0, -0.08, 0.006), clay, friction=0.6, restitution=0.1, name="blunt"),
            Shape(pot, clay, friction=0.6, restitution=0.1, name="blunt"),
        ]
        for x, y in _SPINES:
            spike = Polygon(((x - 0.009, y - 0.004), (x + 0.009, y - 0.004), (x, y + 0.012)))
            shapes.append(painted(spike, spine))
        petals = [Circle(0.014, x, y) for x, y in arc(0.014, 0.2, TURN / 2 - 0.2, 3, 0.0, 0.2)]
        shapes += [painted(petal, Look("cloth", (236, 96, 140), outline=0.7)) for petal in petals]
        return Blueprint((Body("dynamic", 1.0),), tuple(shapes))


class NailBoard(Kind):
    name = "nail_board"
    title = "Nail board"
    price = 3
    synonyms = "spikes, needles, bed of nails"
    help = "A fixed board with its nails upwards: a balloon that comes down on them, or rises against them, pops."
    source = "TBE: 0.8 m x 0.15 m. Wire nails of 4 mm, 80 mm long."
    properties = (Property("width", "Length", 0.8, "m", 0.2, 3.0, 0.05),)
    resizes = ("width",)
    sharp = True
    board, nail = 0.05, 0.075  # m: thickness of the board; how far the nails stand out

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, t, n = p.width / 2, self.board, self.nail
        low = -(t + n) / 2
        steel, head = TIN.edged(0.8), Look("wood", (188, 132, 78))
        count = max(3, round((p.width - 0.06) / 0.055))
        shapes = [Shape(slab(p.width - 0.06, n, 0.0, low + t + n / 2), None, friction=0.9, restitution=0.1)]
        for index in range(count):
            x = (p.width - 0.07) * (index / (count - 1) - 0.5)
            nail = Polygon(((x - 0.0065, low + t - 0.01), (x + 0.0065, low + t - 0.01), (x, low + t + n)))
            shapes.append(painted(nail, steel))
        shapes.append(Shape(slab(p.width, t, 0.0, low + t / 2, 0.006), head, name="blunt"))
        for x in (-w + 0.05, w - 0.05):
            shapes.append(painted(slab(0.012, t - 0.004, x, low + t / 2), Look("wood", (140, 92, 52), outline=0.6)))
        return Blueprint((Body("static"),), tuple(shapes))


class Saw(Switched):
    """The blade is one turning disc for what touches it: friction throws it the way that the teeth run."""

    name = "saw"
    title = "Circular saw"
    price = 16
    synonyms = "buzz saw, cutter, blade"
    help = (
        "A turning blade: pops balloons, kills penguins and throws what it touches the way its teeth run. A wire "
        "switches it over while it is on; its teeth are sharp even while it stands."
    )
    source = "TBE's saw, slowed down so that one sees it: a table saw's rim runs at 50 m/s, this one at 1 to 8."
    hum = "saw"
    properties = (
        Property("radius", "Radius", 0.16, "m", 0.08, 0.4, 0.01),
        Property("speed", "Speed", 12.0, "rad/s", -20.0, 20.0, 0.5, help="Of its turning; positive: counter-clockwise"),
        Property("running", "Running at start", True, help="A wire switches it over while it is on"),
    )
    flips = True
    watts = 60.0
    sharp = True
    deadly = True

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, teeth = p.radius, 16
        points: list[Point] = []
        for k in range(teeth):
            points += arc(r, TURN * k / teeth, TURN * k / teeth, 2)[:1]
            points += arc(0.87 * r, TURN * (k + 0.12) / teeth, TURN * (k + 0.12) / teeth, 2)[:1]
            points += arc(0.9 * r, TURN * (k + 0.5) / teeth, TURN * (k + 0.5) / teeth, 2)[:1]
        dark = Look("metal", (88, 94, 106))
        bracket = Polygon(
            ((-0.4 * r, -1.12 * r), (0.4 * r, -1.12 * r), (0.14 * r, 0.1 * r), (-0.14 * r, 0.1 * r)), 0.003
        )
        slots = [Circle(0.05 * r, *arc(0.56 * r, a, a, 2)[0]) for a in (TURN * k / 5 for k in range(5))]
        shapes = (
            painted(bracket, Look("metal", (212, 92, 58))),
            Shape(Circle(r), None, 1, friction=0.8, restitution=0.2),
            painted(Polygon(tuple(points)), NICKEL, 1),
            *(painted(slot, Look("rubber", (40, 44, 52), outline=0.5), 1) for slot in slots),
            painted(Circle(0.3 * r), Look("metal", (212, 92, 58)), 1),
            painted(slab(0.34 * r, 0.09 * r, 0.0, 0.0, 0.02 * r), dark, 1),
            painted(Circle(0.09 * r), dark),
        )
        ports = (Port("signal", 0.0, -r, "signal in", title="Switch"), plug(-0.36 * r, -1.1 * r))
        return Blueprint((Body("static"), Body("kinematic")), shapes, ports)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        run.bodies[1].angular_velocity = run.facing * run.p.speed if on else 0.0


KINDS: tuple[Kind, ...] = (Cactus(), NailBoard(), Saw())
