"""The mouse, and the hole that it lives in."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.actors import Door
from sandbox.parts.animals.wants import Animal
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Polygon, Property, Shape
from sandbox.parts.materials import WHITE

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_FUR, _PALE = Look("felt", (158, 156, 168), outline=1.4), Look("felt", (214, 210, 216), outline=0.0)
_PINK, _BLUSH = Look("leather", (244, 168, 172), outline=0.9), Look("leather", (246, 182, 184), outline=0.0)
_BLACK = Look("rubber", (30, 28, 34), outline=0.0)


class Mouse(Animal):
    name = "mouse"
    title = "Mouse"
    price = 9
    synonyms = "rodent, rat"
    help = (
        "Runs to the cheese that it sees on its floor within 2 m, eats it, and then runs to its hole. It flees from "
        "a cat, slips through low gaps, and dies of a hard knock."
    )
    source = (
        "A toy's 0.3 kg, so that it presses a plate (a real one weighs 20 g). House mice trot at 0.6 m/s and sprint at "
        "3.5."
    )
    smells = "mouse"
    home = "mouse_hole"
    wants = {"cheese": 2.0, "mouse hole": 2.0}
    fears = {"cat": 1.5}
    properties = (
        Property("speed", "Speed", 0.6, "m/s", 0.1, 1.5, 0.05),
        Property("knock", "Knock", 2.0, "N s", 0.2, 20.0, 0.1, help="A harder impact kills it: 2 N s is a fall of 2 m"),
    )
    states = (*Animal.states, "home")
    goal_states = ("fed", "dead", "home")
    cues = {**Animal.cues, "noticed": "squeak", "devoured": "squeak", "arrived": "cheer"}
    mass, meal_time = 0.3, 1.0  # kg, s
    eye = (0.05, 0.0)

    def trunk(self, p: SimpleNamespace) -> Polygon:
        side = ((0.024, -0.045), (0.078, -0.02), (0.07, 0.02), (0.03, 0.045))
        return Polygon((*side, *((-x, y) for x, y in reversed(side))))

    def pictures(self, p: SimpleNamespace) -> tuple[list[Shape], ...]:
        return _running(), _nibbling()

    def pose(self, run: Running) -> int:
        return 1 if run["meal"] else 0

    def appetite(self, run: Running) -> Mapping[str, float]:
        return self.wants if run["fed"] else {"cheese": self.wants["cheese"]}

    def smells_now(self, run: Running) -> bool:
        return not run["dead"] and not run["home"]

    def eaten(self, run: Running, eater: Running, machine: RunningMachine) -> None:
        run["dead"] = 1.0
        machine.tell("devoured", run, other=eater.id)
        machine.remove(run.id)


def _head(x: float, y: float) -> list[Shape]:
    """Draw the head, its nose to the right, in front of its farther ear and behind its nearer one."""
    head = Polygon(
        ((x - 0.046, y - 0.018), (x - 0.03, y - 0.036), (x + 0.006, y - 0.036), (x + 0.036, y - 0.022),
         (x + 0.038, y - 0.012), (x + 0.016, y + 0.012), (x - 0.006, y + 0.024), (x - 0.028, y + 0.022),
         (x - 0.044, y + 0.006)), 0.003,
    )  # fmt: skip
    whiskers = [band(((x + 0.024, y - 0.018), (x + 0.008, y + end)), 0.0022) for end in (-0.01, -0.022, -0.031)]
    return [
        painted(head, _FUR),
        painted(Circle(0.026, x - 0.032, y + 0.034), _FUR),
        painted(Circle(0.016, x - 0.03, y + 0.034), _BLUSH),
        painted(Circle(0.0085, x, y + 0.004), _BLACK),
        painted(Circle(0.003, x + 0.0025, y + 0.0075), WHITE),
        painted(Circle(0.008, x - 0.006, y - 0.014), _BLUSH),
        *(painted(whisker, _BLACK) for whisker in whiskers),
        painted(Circle(0.0085, x + 0.038, y - 0.014), Look("rubber", (236, 118, 132), outline=0.8)),
    ]


def _running() -> list[Shape]:
    tail = band(
        (*arc(0.03, -TURN / 5, -TURN / 2, 9, -0.07, -0.004), *arc(0.012, 0.0, TURN / 3, 5, -0.112, 0.0)), 0.0085
    )
    return [
        painted(tail, _PINK),
        painted(Circle(0.021, 0.048, 0.032), _FUR),
        *(painted(oval(0.014, 0.008, 0.005, 16, x, -0.04), _PINK) for x in (-0.03, 0.036)),
        painted(oval(0.06, 0.046, 0.034, 36, -0.012, -0.008), _FUR),
        painted(oval(0.036, 0.014, 0.014, 24, -0.006, -0.027), _PALE),
        *_head(0.05, 0.0),
    ]


def _nibbling() -> list[Shape]:
    """Draw the mouse sitting up, with a crumb between its paws."""
    tail = band(
        (*arc(0.03, -TURN / 4, -TURN / 2, 8, -0.046, -0.01), *arc(0.012, 0.0, TURN / 3, 5, -0.088, -0.006)), 0.0085
    )
    crumb = Polygon(((0.056, -0.016), (0.084, -0.02), (0.07, 0.006)), 0.003)
    return [
        painted(tail, _PINK),
        painted(Circle(0.021, 0.018, 0.066), _FUR),
        painted(oval(0.022, 0.008, 0.005, 16, 0.01, -0.04), _PINK),
        painted(oval(0.042, 0.062, 0.03, 36, -0.014, -0.014), _FUR),
        painted(oval(0.02, 0.04, 0.026, 24, 0.004, -0.014), _PALE),
        painted(oval(0.024, 0.022, 0.018, 24, -0.028, -0.026), _FUR),
        *_head(0.02, 0.034),
        painted(band(((0.008, -0.008), (0.028, -0.018), (0.05, -0.01)), 0.016), _FUR),
        painted(crumb, Look("leather", (250, 204, 72), outline=1.0)),
        painted(oval(0.009, 0.007, 0.007, 16, 0.052, -0.006), _PINK),
        painted(oval(0.009, 0.007, 0.007, 16, 0.06, -0.018), _PINK),
    ]


class MouseHole(Door):
    """State `home`: how many mice have come home."""

    counts = "home"
    name = "mouse_hole"
    title = "Mouse hole"
    price = 3
    synonyms = "exit, burrow"
    help = "The way home for mice that have eaten: they run to it from 2 m, and are counted. Nothing bumps into it."
    source = "A mouse gets through 12 mm; a cartoon's hole is 0.14 m wide, in a skirting board of 0.18 m."
    states = ("home",)
    goal_states = ("home",)
    smells = "mouse hole"
    width, height = 0.3, 0.18  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, r = self.width / 2, self.height / 2, 0.062
        board, edge = Look("wood", (206, 168, 120)), Look("wood", (232, 204, 160), outline=1.0)
        dark = Look("rubber", (38, 30, 34), outline=1.2)
        top = -h + 0.065
        hole = Polygon((*arc(r, 0.0, TURN / 2, 24, 0.0, top), (-r, -h), (r, -h)))
        inner = Polygon((*arc(r - 0.016, 0.0, TURN / 2, 20, 0.0, top - 0.012), (-r + 0.016, -h), (r - 0.016, -h)))
        lamp = Look("glow", (110, 205, 110), outline=0.7, slot="home")
        shapes = (
            painted(slab(2 * w, 2 * h - 0.02, 0.0, -0.01), board),
            painted(slab(2 * w + 0.014, 0.03, 0.0, h - 0.015, 0.008), edge),
            painted(slab(2 * w, 0.012, 0.0, h - 0.044), edge),
            painted(hole, Look("wood", (148, 104, 66))),
            painted(inner, dark),
            painted(Circle(0.008, 0.0, top + r + 0.012), lamp),
        )
        return Blueprint((Body("static"),), shapes)
