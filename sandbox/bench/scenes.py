"""Designs that are measured: a pile that falls into a box and settles, and halls of parts that never rest.

Nothing in them may fall asleep, unless a size is measured: a sleeping pile costs the engine next to nothing, and a
ratio to next to nothing is meaningless.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from sandbox import parts
from sandbox.design.design import RULES, Design, End, Link, PartSpec, Value, Values, World

KINDS = ("crate", "soccer_ball", "crate", "tennis_ball", "crate", "bowling_ball")
CRATE = 0.2  # m
SPACING = 0.25  # m between neighbours of the pile: the widest of them, and some air
HEADROOM = 2.0  # m of the box above the pile


def pile(bodies: int, sleep: bool = False) -> Design:
    """Return a design with this many loose bodies, row upon row, above the floor of a walled box."""
    columns = max(4, round((bodies * 1.6) ** 0.5))
    rows = -(-bodies // columns)
    width, height = columns * SPACING + 0.3, rows * SPACING + HEADROOM
    specs = [
        PartSpec(1, "floor", width / 2, 0.05, props={"width": min(20.0, width)}),
        PartSpec(2, "wall", 0.05, height / 2 + 0.1, props={"height": min(20.0, height)}),
        PartSpec(3, "wall", width - 0.05, height / 2 + 0.1, props={"height": min(20.0, height)}),
    ]
    for index in range(bodies):
        row, column = divmod(index, columns)
        kind = KINDS[index % len(KINDS)]
        # Every other row is shifted a little, so that the pile does not stand as columns.
        x, y = 0.15 + (column + 0.4 + 0.2 * (row % 2)) * SPACING, 0.25 + row * SPACING
        props: Values = {"width": CRATE, "height": CRATE} if kind == "crate" else {}
        specs.append(PartSpec(len(specs) + 1, kind, x, y, props=props))
    world = World(width=width, height=height, sleep=sleep)
    return parts.check(Design(title=f"Pile of {bodies}", world=world, parts=tuple(specs), next_id=len(specs) + 1))


class _Site:
    """Builds a design of stalls of one size, side by side and row above row, each with a floor and two walls."""

    width, height, columns, wall = 2.0, 1.5, 10, 0.1  # m; stalls in a row; m

    def __init__(self) -> None:
        self.parts: list[PartSpec] = []
        self.links: list[Link] = []
        self.stalls = 0
        self._x = self._y = 0.0

    def stall(self, slope: float = 0.0) -> None:
        """Begin the next stall; its floor rises to the right by `slope` radians."""
        row, column = divmod(self.stalls, self.columns)
        self.stalls += 1
        self._x, self._y = column * self.width, row * self.height
        w, t = self.width, self.wall
        self.put("floor", w / 2, t / 2 + slope * w / 2, slope, width=w)
        for x in (t / 2, w - t / 2):
            self.put("wall", x, t + self.height / 2, width=t, height=self.height - t)

    def put(self, kind: str, x: float, y: float, angle: float = 0.0, flip: bool = False, **props: Value) -> int:
        """Add a part at a place of the present stall; return its id."""
        spec = PartSpec(self._next, kind, self._x + x, self._y + y, angle, flip, props)
        self.parts.append(spec)
        return spec.id

    def link(
        self, kind: str, a: int, a_port: str, b: int, b_port: str, via: tuple[int, ...] = (), **props: Value
    ) -> None:
        self.links.append(Link(self._next, kind, End(a, a_port), End(b, b_port), props, via=via))

    @property
    def _next(self) -> int:
        return len(self.parts) + len(self.links) + 1

    def design(self, title: str) -> Design:
        rows = -(-self.stalls // self.columns)
        world = World(width=self.columns * self.width, height=rows * self.height, sleep=False)
        bare = Design(title=title, world=world, parts=tuple(self.parts), links=tuple(self.links))
        return parts.check(replace(bare, next_id=self._next, rules=RULES))


def _fan(site: _Site) -> None:
    """Balls roll down to the fan and are blown up again."""
    site.stall(slope=0.12)
    site.put("fan", 0.4, 0.45, 0.12)
    for x, kind in ((0.9, "volleyball"), (1.2, "soccer_ball"), (1.5, "basketball")):
        site.put(kind, x, 0.5)


def _conveyor(site: _Site) -> None:
    """Crates and a ball are carried to the wall, and the belt goes on running under them."""
    site.stall()
    site.put("conveyor", 1.0, 0.4, width=1.7)
    for x, y in ((0.4, 0.57), (0.75, 0.57), (0.4, 0.78), (0.75, 0.78)):
        site.put("crate", x, y, width=0.2, height=0.2)
    site.put("basketball", 1.1, 0.6)


def _motor(site: _Site) -> None:
    """A motor turns a gear, a belt takes that to a conveyor with a load."""
    site.stall()
    site.put("motor", 1.0, 1.2, speed=-60.0)
    gear = site.put("gear", 1.18, 1.2)
    driven = site.put("driven_conveyor", 1.0, 0.4, width=1.7, flip=True)
    site.link("belt", gear, "shaft", driven, "shaft")
    for x in (0.5, 0.9, 1.3):
        site.put("crate", x, 0.57, width=0.2, height=0.2)


def _rope(site: _Site) -> None:
    """Two ropes over two pulleys each, with a weight at each end that swings."""
    site.stall()
    for left, right, y in ((0.4, 0.9, 1.35), (1.1, 1.6, 1.35)):
        pulleys = site.put("pulley", left, y), site.put("pulley", right, y)
        loads = site.put("weight", left - 0.1, 0.6, mass=2.0), site.put("weight", right + 0.1, 0.8, mass=2.0)
        site.link("rope", loads[0], "ring", loads[1], "ring", via=pulleys)


def _balloon(site: _Site) -> None:
    """A balloon takes up a crate as far as its rope lets it, and sways there."""
    site.stall()
    balloon = site.put("balloon", 1.0, 1.1)
    crate = site.put("crate", 0.8, 0.5, width=0.1, height=0.1)
    anchor = site.put("anchor", 1.2, 0.2, 3.14)
    site.link("rope", balloon, "knot", crate, "middle")
    site.link("rope", crate, "middle", anchor, "hook")


def _walker(site: _Site) -> None:
    """A penguin walks to and fro and shoves what is in its way."""
    site.stall()
    site.put("walker", 0.5, 0.3)
    site.put("tennis_ball", 1.2, 0.2)
    site.put("soccer_ball", 1.6, 0.3)
    site.put("cardboard_box", 0.9, 0.25, width=0.2, height=0.2, open=False)


def _light(site: _Site) -> None:
    """A weight swings through the ray of a torch, which a mirror throws onto a photocell; that switches a lamp."""
    site.stall()
    site.put("flashlight", 0.35, 0.35, on=True)
    site.put("mirror", 1.2, 0.35, 0.785)
    cell = site.put("photocell", 1.2, 1.2, -1.571)
    lamp = site.put("lamp", 0.4, 1.2, reach=0.5)
    anchor, weight = site.put("anchor", 1.0, 1.3), site.put("weight", 1.4, 0.75, mass=2.0)
    site.link("rope", anchor, "hook", weight, "ring")
    site.link("wire", cell, "signal", lamp, "signal")


def _bells(site: _Site) -> None:
    """Two timers ring two bells in turn, and a dog trots to each that it hears."""
    site.stall()
    site.put("dog", 1.0, 0.3)
    for x, seconds in ((0.3, 3.0), (1.7, 2.0)):
        timer, bell = site.put("timer", x, 1.2, mode="clock", time=seconds), site.put("bell", x, 0.8)
        site.link("wire", timer, "out", bell, "signal")


def _power(site: _Site) -> None:
    """A motor drives a generator by a belt, and this a fan by a cable; balls roll down to it and are blown up again."""
    site.stall(slope=0.12)
    motor = site.put("motor", 0.5, 1.2, speed=-60.0, torque=20.0)
    generator = site.put("generator", 1.1, 1.2)
    fan = site.put("fan", 0.4, 0.45, 0.12)
    site.link("belt", motor, "shaft", generator, "shaft")
    site.link("cable", generator, "socket", fan, "plug")
    for x, kind in ((0.9, "volleyball"), (1.2, "soccer_ball"), (1.5, "basketball")):
        site.put(kind, x, 0.5)


def _flame(site: _Site) -> None:
    """A burner boils a kettle, whose steam turns a windmill; over a candle a balloon rises, cools and sinks again."""
    site.stall()
    site.put("burner", 0.35, 0.2, running=True)
    site.put("kettle", 0.35, 0.45)
    site.put("windmill", 0.95, 0.45)
    site.put("candle", 1.6, 0.2, lit=True)
    balloon, anchor = site.put("hot_air_balloon", 1.6, 0.7, burner=False), site.put("anchor", 1.3, 0.2, 3.14)
    site.link("rope", balloon, "basket", anchor, "hook", slack=0.1)


_Hall = tuple[tuple[Callable[[_Site], None], int], ...]
# Builders of stalls, and how many of each: fifty parts and ropes that are active throughout. These are two in a stall
# of `_rope` and of `_light`, three in one of `_bells` and of `_power`, and five in one of `_flame`.
ACTIVE: _Hall = (
    (_fan, 3), (_conveyor, 3), (_motor, 4), (_rope, 2), (_balloon, 4), (_walker, 4),
    (_light, 3), (_bells, 2), (_power, 2), (_flame, 2),
)  # fmt: skip
ACTIVE_PARTS = 50  # in that hall
# As many of the kinds that there were before rays, timers, power, flames and animals.
MECHANICAL: _Hall = (
    (_fan, 9), (_conveyor, 9), (_motor, 8), (_rope, 4), (_balloon, 8), (_walker, 8),
)  # fmt: skip


def active(kinds: _Hall = ACTIVE) -> Design:
    """Return a design of active parts, each in a stall with its own loads; by default fifty. Nothing falls asleep."""
    site = _Site()
    for build, count in kinds:
        for _ in range(count):
            build(site)
    return site.design("Active parts")


def halls(count: int) -> Design:
    """Return a design with as many halls of fifty active parts in one."""
    return active(tuple((build, count * stalls) for build, stalls in ACTIVE))
