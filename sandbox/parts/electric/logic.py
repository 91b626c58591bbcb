"""Parts that make one signal of others: the counter and the logic gate. They do nothing until a signal comes."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import Outline
from sandbox.parts.drawing import BRIGHT_GREEN_LAMP, TURN, arc, band, lamp, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import BRASS, DARK, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_RED = (222, 58, 48)

# -- the counter

# The segments of a digit go round clockwise from the top, a to f, and g is in the middle.
_SEGMENTS = "abcdefg"
_LIT = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")  # by digit
_MOST_SHOWN = 99


class PulseCounter(Kind):
    """States: `count`, `on`, and 1 for each segment of its two digits that is lit."""

    name = "counter"
    title = "Counter"
    price = 11
    synonyms = "number, pulse counter"
    help = (
        "Counts the signals that come in, and shows how many there were. From its number on its own signal is on, "
        "until a signal at its reset sets it to 0."
    )
    source = "Seven-segment digits, 13 mm wide. It counts on beyond 99, but shows no more."
    sound = "wood"
    cues = {"counted": "tick", "reached": "chime", "reset": "clack"}
    properties = (Property("number", "Number", 3, "", 1, 99, 1, help="From this many on its signal is on"),)
    states = ("count", "on", *(f"{place} {segment}" for place in ("tens", "ones") for segment in _SEGMENTS))
    goal_states = ("count", "on")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        wood, window = Look("wood", (164, 104, 58)), Look("rubber", (30, 26, 26), outline=0.8)
        shapes = (
            Shape(slab(0.22, 0.15, 0.0, 0.0, 0.014), wood),
            painted(slab(0.144, 0.124, -0.006, 0.0, 0.01), BRASS),
            painted(slab(0.13, 0.11, -0.006, 0.0, 0.006), window),
            *self._digit("tens", -0.037),
            *self._digit("ones", 0.025),
            painted(Circle(0.014, -0.094, 0.03), BRASS),
            painted(Circle(0.006, -0.094, 0.03), DARK),
            painted(Circle(0.014, -0.04, -0.07), Look("metal", _RED)),
            painted(Circle(0.006, -0.04, -0.07), DARK),
            lamp(0.016, 0.088, 0.03, BRIGHT_GREEN_LAMP, "on", outline=1.0),
            painted(Circle(0.014, 0.088, -0.03), BRASS),
            painted(Circle(0.006, 0.088, -0.03), DARK),
        )
        ports = (
            Port("signal", -0.094, 0.03, "signal in", title="Count"),
            Port("reset", -0.04, -0.07, "signal in", title="Reset", aside=True),
            Port("out", 0.088, -0.03, "signal out", title="Contact"),
        )
        return Blueprint((Body("static"),), shapes, ports)

    def _digit(self, place: str, x: float) -> tuple[Shape, ...]:
        w, h, bar = 0.019, 0.037, 0.0065  # half its width and height, and that of a segment
        across, upright = (2 * w - 0.003, 2 * bar), (2 * bar, h - 0.003)
        places = {
            "a": (across, 0.0, h), "b": (upright, w, h / 2), "c": (upright, w, -h / 2), "d": (across, 0.0, -h),
            "e": (upright, -w, -h / 2), "f": (upright, -w, h / 2), "g": (across, 0.0, 0.0),
        }  # fmt: skip
        return tuple(
            painted(
                slab(width, height, x + dx, dy, 0.004),
                Look("glow", (108, 36, 12), outline=0.0, slot=f"{place} {segment}"),
            )
            for segment, ((width, height), dx, dy) in places.items()
        )

    def start(self, run: Running, machine: RunningMachine) -> None:
        self._show(run)

    def signal_at(self, run: Running, port: str, on: bool, machine: RunningMachine) -> None:
        if not on:
            return
        reached = bool(run["on"])
        run["count"] = 0.0 if port == "reset" else run["count"] + 1.0
        run["on"] = float(run["count"] >= run.p.number)
        self._show(run)
        if bool(run["on"]) != reached:
            machine.tell("reset" if reached else "reached", run)
            machine.send(run, not reached)
        else:
            machine.tell("reset" if port == "reset" else "counted", run)

    def _show(self, run: Running) -> None:
        tens, ones = divmod(min(_MOST_SHOWN, int(run["count"])), 10)
        for place, lit in (("tens", _LIT[tens] if tens else ""), ("ones", _LIT[ones])):
            for segment in _SEGMENTS:
                run[f"{place} {segment}"] = float(segment in lit)


# -- the gate


def _bow(a: Point, over: Point, b: Point, count: int = 9) -> tuple[Point, ...]:
    """Return points on a parabola from a to b, whose ends point towards `over`."""
    points = []
    for index in range(count):
        t = index / (count - 1)
        p, q, r = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        points.append((p * a[0] + q * over[0] + r * b[0], p * a[1] + q * over[1] + r * b[1]))
    return tuple(points)


def _and_symbol() -> tuple[Polygon, ...]:
    return (Polygon(((-0.045, -0.04), *arc(0.04, -TURN / 4, TURN / 4, 13, 0.008), (-0.045, 0.04))),)


def _or_symbol(back: float = -0.05) -> tuple[Polygon, ...]:
    low, high, tip = (back, -0.042), (back, 0.042), (0.052, 0.0)
    edge = _bow(low, (0.016, -0.042), tip) + _bow(tip, (0.016, 0.042), high)[1:]
    return (Polygon(edge + _bow(high, (back + 0.034, 0.0), low)[1:-1]),)


def _xor_symbol() -> tuple[Polygon, ...]:
    return *_or_symbol(-0.036), band(_bow((-0.054, -0.042), (-0.02, 0.0), (-0.054, 0.042)), 0.008)


def _not_symbol() -> tuple[Outline, ...]:
    return Polygon(((-0.045, -0.042), (0.03, 0.0), (-0.045, 0.042))), Polygon(
        arc(0.011, 0.0, TURN * 15 / 16, 16, 0.042)
    )


def _latch_symbol() -> tuple[Polygon, ...]:
    shackle = ((-0.02, -0.005), *arc(0.02, TURN / 2, 0.0, 11, 0.0, 0.018), (0.02, -0.005))
    return band(shackle, 0.01), slab(0.066, 0.044, 0.0, -0.022, 0.006)


_SYMBOLS: dict[str, Callable[[], tuple[Outline, ...]]] = {
    "and": _and_symbol,
    "or": _or_symbol,
    "not": _not_symbol,
    "xor": _xor_symbol,
    "latch": _latch_symbol,
}


class LogicGate(Kind):
    """States: `a` and `b`, the signals that come in, and `on`, the one that goes out. Alarm: `due`, its first look."""

    name = "gate"
    title = "Logic gate"
    price = 8
    synonyms = "and gate, or gate, circuit"
    help = (
        "Makes one signal of two. And: while both are on. Or: while one of them is. Xor: while just one is. Not: while "
        "a is off. Latch: a switches it on, and b switches it off again."
    )
    source = "Symbols of ANSI/IEEE 91, and a padlock for the latch. Its signal changes in the tick in which theirs do."
    sound = "glass"
    cues = {"opened": "switch", "closed": "switch"}
    properties = (Property("rule", "Rule", "and", choices=("and", "or", "not", "xor", "latch")),)
    states = ("a", "b", "on", "due")
    goal_states = ("on",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        board, copper = Look("rubber", (34, 98, 74)), Look("metal", (206, 142, 84), outline=0.0)
        lit = Look("glow", (250, 206, 84), outline=1.0, slot="on")
        lines = [((0.0, 0.0), (0.085, 0.0)), ((-0.085, 0.036), (-0.062, 0.036), (-0.04, 0.02), (0.0, 0.02))]
        if p.rule != "not":
            lines.append(tuple((x, -y) for x, y in lines[1]))
        shapes = [
            Shape(slab(0.21, 0.13, 0.0, 0.0, 0.012), board),
            *(painted(Circle(0.0065, x, y), STEEL) for x in (-0.094, 0.094) for y in (-0.054, 0.054)),
            *(painted(band(line, 0.006), copper) for line in lines),
            *(painted(outline, lit) for outline in _SYMBOLS[p.rule]()),
        ]
        for x, y, slot in ((-0.085, 0.036, "a"), (-0.085, -0.036, "b"), (0.085, 0.0, "on")):
            shapes.append(painted(Circle(0.014, x, y), BRASS))
            shapes.append(lamp(0.008, x, y, _RED, slot, outline=0.6))
        latch = p.rule == "latch"
        ports = (
            Port("a", -0.085, 0.036, "signal in", title="In a: switches it on" if latch else "In a"),
            Port(
                "b", -0.085, -0.036, "signal in",
                title="In b: switches it off" if latch else "In b",
                aside=p.rule in ("latch", "not"),
            ),
            Port("out", 0.085, 0.0, "signal out", title="Contact"),
        )  # fmt: skip
        return Blueprint((Body("static"),), tuple(shapes), ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.rule == "not":
            machine.at(run, 0.0)  # not before all parts have started: what it switches may come after it

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._look(run, machine)

    def signal_at(self, run: Running, port: str, on: bool, machine: RunningMachine) -> None:
        self._look(run, machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        self._look(run, machine)  # a wire that is gone is off

    def _look(self, run: Running, machine: RunningMachine) -> None:
        for name in ("a", "b"):
            run[name] = float(self._comes_in(run, name, machine))
        on = self._rule(run)
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("opened" if on else "closed", run)
            machine.send(run, on)

    def _comes_in(self, run: Running, name: str, machine: RunningMachine) -> bool:
        """Tell whether a wire into a port of it is on."""
        return any(
            part is run and port.name == name and "on" in link and bool(link["on"])
            for link in machine.links_at(run)
            for part, port in ((link.a, link.port_a), (link.b, link.port_b))
        )

    def _rule(self, run: Running) -> bool:
        a, b = bool(run["a"]), bool(run["b"])
        return {
            "and": a and b,
            "or": a or b,
            "not": not a,
            "xor": a != b,
            "latch": (a or bool(run["on"])) and not b,
        }[run.p.rule]
