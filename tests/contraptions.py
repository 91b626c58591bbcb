"""Designs that tests of the picture draw."""

from __future__ import annotations

from sandbox import parts
from sandbox.design import design as document
from sandbox.design.design import Beyond, Design, End, Goal, Inside, Link, PartSpec, Value, World


class Builder:
    """Puts parts and links together and hands out their ids."""

    def __init__(self) -> None:
        self.parts: list[PartSpec] = []
        self.links: list[Link] = []
        self.goals: list[Goal] = []

    def part(self, kind: str, x: float, y: float, angle: float = 0.0, flip: bool = False, **props: Value) -> int:
        self.parts.append(PartSpec(self._next(), kind, x, y, angle, flip, props))
        return self.parts[-1].id

    def link(self, kind: str, a: int, a_port: str, b: int, b_port: str, **props: Value) -> int:
        self.links.append(Link(self._next(), kind, End(a, a_port), End(b, b_port), props))
        return self.links[-1].id

    def design(self, width: float = 4.0, height: float = 2.25) -> Design:
        world = World(width=width, height=height)
        whole = Design(parts=tuple(self.parts), links=tuple(self.links), goals=tuple(self.goals), world=world)
        return parts.check(document.check(whole))

    def _next(self) -> int:
        return len(self.parts) + len(self.links) + 1


def everything() -> Design:
    """A contraption with every part and link of the first set, and both kinds of goal marks."""
    b = Builder()
    b.part("floor", 2.0, 0.1, width=3.8)
    b.part("wall", 0.06, 1.15, width=0.08, height=2.0)
    b.part("wall", 3.94, 1.15, width=0.08, height=2.0)
    b.part("ramp", 0.62, 1.75, width=0.9, height=0.4)
    bowling_ball = b.part("bowling_ball", 0.25, 2.1)
    b.part("soccer_ball", 0.55, 1.99)
    b.part("tennis_ball", 0.78, 1.82)
    conveyor = b.part("conveyor", 1.62, 1.25, width=1.0)
    b.part("floor", 2.6, 1.13, width=0.5, height=0.05)
    button = b.part("button", 2.6, 1.2)
    b.link("wire", button, "signal", conveyor, "signal")
    for x in (1.3, 1.55):
        b.part("crate", x, 1.42, width=0.2, height=0.2)
    b.part("seesaw", 1.0, 0.35, width=1.0)
    b.part("weight", 0.65, 0.48)
    b.part("trampoline", 1.85, 0.25)
    for index, colour in enumerate(("red", "blue", "green", "plain", "red")):
        b.part("domino", 2.3 + index * 0.12, 0.3, colour=colour)
    b.part("crate", 2.97, 0.3)
    pin, _, _ = (b.part("bowling_pin", x, 0.34) for x in (3.3, 3.46, 3.62))
    basket = b.part("basket", 3.2, 1.5)
    for x, rim in ((2.95, "left"), (3.45, "right")):
        b.link("rope", b.part("anchor", x, 2.05), "hook", basket, rim)
    bar = b.part("bar", 2.2, 1.5, width=0.6)
    b.link("rope", b.part("balloon", 2.15, 2.0), "knot", bar, "left")
    b.link("rope", b.part("balloon", 2.5, 1.75, colour="blue", lift=2.0), "knot", bar, "right", slack=0.15)
    swing = b.part("bar", 1.4, 0.75, 0.2, width=0.5)
    b.link("rope", b.part("anchor", 1.1, 1.0), "hook", swing, "left", slack=0.35)
    b.link("rope", b.part("anchor", 1.75, 1.05), "hook", swing, "right", slack=0.1)
    b.goals.append(Goal("A pin falls", Inside(pin, 3.05, 0.15, 3.8, 0.55)))
    b.goals.append(Goal("The ball gets to the right", Beyond(bowling_ball, "x", "more", 2.9)))
    return b.design()


def pile(count: int = 60) -> Design:
    """Crates dropped on each other: contacts everywhere, and much turning."""
    b = Builder()
    b.part("floor", 2.0, 0.1, width=3.8)
    for index in range(count):
        row, column = divmod(index, 6)
        b.part("crate", 1.5 + 0.17 * column + 0.03 * (row % 3), 0.3 + 0.17 * row, 0.1 * column, width=0.15, height=0.15)
    return b.design(4.0, 3.0)
