"""Baits, which animals run to and eat up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.drawing import oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Polygon, Shape

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Bait(Kind):
    """A loose thing that is gone once it has been eaten. State `eaten`."""

    cues = {"eaten": "pop"}
    flips = True
    states = ("eaten",)
    goal_states = ("eaten",)
    mass: ClassVar[float]  # kg

    def smells_now(self, run: Running) -> bool:
        return not run["eaten"]

    def eaten(self, run: Running, eater: Running, machine: RunningMachine) -> None:
        run["eaten"] = 1.0
        machine.tell("eaten", run, other=eater.id)
        machine.remove(run.id)


class Cheese(Bait):
    name = "cheese"
    title = "Cheese"
    price = 2
    synonyms = "bait, food"
    help = "Bait: a mouse that sees it on its floor runs to it and eats it up."
    source = "A wedge of Emmental, 13 cm long and as thick as a thumb: 0.15 kg."
    smells = "cheese"
    mass = 0.15

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        face, top = Look("leather", (250, 204, 72), outline=1.4), Look("leather", (255, 228, 128), outline=1.2)
        hole, rind = Look("leather", (222, 156, 40), outline=0.0), Look("leather", (232, 150, 52), outline=1.0)
        front = Polygon(((-0.064, -0.036), (0.064, -0.036), (0.064, 0.016), (-0.064, -0.002)), 0.003)
        upper = Polygon(((-0.064, -0.001), (0.064, 0.016), (0.032, 0.04)), 0.003)
        body = Polygon(((-0.064, -0.036), (0.064, -0.036), (0.064, 0.016), (0.032, 0.04), (-0.064, -0.001)), 0.003)
        shapes = (
            Shape(body, None, friction=0.6, restitution=0.1),
            painted(upper, top),
            painted(front, face),
            painted(slab(0.01, 0.05, 0.06, -0.011, 0.003), rind),
            painted(Circle(0.0125, -0.022, -0.018), hole),
            painted(Circle(0.009, 0.03, -0.004), hole),
            painted(Circle(0.0065, 0.01, -0.026), hole),
            painted(Circle(0.005, -0.048, -0.022), hole),
            painted(oval(0.01, 0.004, 0.004, 16, 0.026, 0.024), hole),
        )
        return Blueprint((Body("dynamic", self.mass),), shapes)


class Bone(Bait):
    name = "bone"
    title = "Bone"
    price = 2
    synonyms = "bait, food"
    help = "Bait: a dog that sees it on its floor within 2 m trots to it and eats it up."
    source = "A marrow bone for dogs, 18 cm long: 0.25 kg."
    sound = "wood"
    smells = "bone"
    mass = 0.25

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        ivory, shade = Look("leather", (250, 242, 222), outline=1.4), Look("leather", (226, 210, 176), outline=0.0)
        ends = [(side * 0.07, up * 0.019) for side in (-1, 1) for up in (-1, 1)]
        whole = Polygon(((-0.09, -0.03), (-0.07, -0.041), (0.07, -0.041), (0.09, -0.03), (0.09, 0.03), (0.07, 0.041),
                         (-0.07, 0.041), (-0.09, 0.03)))  # fmt: skip
        shapes = (
            Shape(whole, None, friction=0.5, restitution=0.1),
            *(painted(Circle(0.022, x, y), ivory) for x, y in ends),
            painted(slab(0.13, 0.032, 0.0, 0.0, 0.006), ivory),
            *(painted(Circle(0.018, x, y), Look("leather", ivory.tint, outline=0.0)) for x, y in ends),
            painted(slab(0.15, 0.02, 0.0, 0.0, 0.006), Look("leather", ivory.tint, outline=0.0)),
            painted(oval(0.05, 0.003, 0.003, 16, 0.0, -0.009), shade),
        )
        return Blueprint((Body("dynamic", self.mass),), shapes)
