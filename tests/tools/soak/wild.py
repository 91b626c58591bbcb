"""Random levels over the whole catalogue, and random hands while they run: each session is a function of its seed.

`play` asks a `Stage` for everything that it does, and the stage keeps the steps. What it draws at random depends on
the seed and on the session alone, so a seed gives the same session on every machine of one build.
"""

from __future__ import annotations

import math
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from typing import Any, Protocol

from msgspec.structs import replace

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import (
    CONTACT_RANGES,
    FRICTION_MIXING,
    RESTITUTION_MIXING,
    All,
    AnyCondition,
    AnyOf,
    Count,
    Design,
    Goal,
    Not,
    State,
    StockItem,
    Tally,
    World,
)
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.parts.kind import Kind, LinkKind, Port
from sandbox.parts.properties import MAX_CORNERS, MAX_LINE_POINTS, MAX_PIECES, Property
from tests.support import condition, random_command

MOST_WORK = 30_000  # parts times ticks of one session: what keeps it below a second or so
TEXTS = ("", "1", "12", "1", "0", "x", "-1", "1 2\n3", "\u00e9\u4e2d\U0001f388", "NaN", "9" * 5000)
FAR = (-1e6, -1000.0, -30.0, 30.0, 1000.0, 1e6)  # m


class Stage(Protocol):
    """Where a session is played."""

    session: Session

    def open(self, design: Design) -> None:
        """Begin the session."""

    def do(self, command: c.AnyCommand) -> bool:
        """Carry out a command; False: it was refused, or it would change nothing."""

    def advance(self, ticks: int) -> None:
        """Let time pass."""

    def collect(self, what: str) -> None:
        """Collect garbage now ("now"), at every allocation from now on ("often"), or as usual ("usual")."""


def play(seed: int, wild: bool, stage: Stage) -> None:
    """The whole session of a seed."""
    chance = random.Random(2 * seed + wild)
    count = 40 + int(chance.random() * 60) if chance.random() < 0.03 else int(2 ** chance.uniform(1, 4.7))
    ticks = min(int(80 * 2 ** chance.uniform(0, 5.2)), MOST_WORK // count)
    world = some_world(chance, wild)
    if chance.random() < 0.4:
        scratch = _Scratch()
        try:
            build(chance, wild, scratch, world, count)
        except Exception:
            stage.open(scratch.session.design)  # for who makes smaller what has failed
            raise
        stage.open(_as_level(chance, scratch.session.design))
    else:
        build(chance, wild, stage, world, count)
    stage.collect("now")
    hands(chance, wild, stage, ticks)


# -- building


class _Scratch:
    """Somewhere to build a level that is loaded later."""

    def open(self, design: Design) -> None:
        self.session = Session(design)

    def do(self, command: c.AnyCommand) -> bool:
        try:
            return self.session.do(command)
        except Refused:
            return False

    def advance(self, ticks: int) -> None:
        self.session.advance(ticks)

    def collect(self, what: str) -> None:
        pass


def some_design(chance: random.Random, count: int) -> Design:
    """A wild level of so many parts."""
    scratch = _Scratch()
    build(chance, True, scratch, some_world(chance, True), count)
    return scratch.session.design


def build(chance: random.Random, wild: bool, stage: Stage, world: World, count: int) -> None:
    """A level of so many parts about a few places, with links between them, by commands."""
    stage.open(Design(world=world))
    kinds = list(parts.KINDS.values())
    if chance.random() < 0.5:  # few kinds: then more of them have to do with each other
        kinds = chance.sample(kinds, chance.randint(1, 6))
    if chance.random() < (0.5 if wild else 0.9):
        stage.do(c.Place("floor", 2.0, 0.05, props={"width": chance.choice((2.0, 4.0, 20.0))}))
    places = [(chance.uniform(0.2, 3.8), chance.uniform(0.2, 2.3)) for _ in range(chance.randint(1, 4))]
    spread = chance.choice((0.0, 0.02, 0.2, 0.5, 1.0) if wild else (0.3, 0.6, 1.0))  # m
    often = chance.choice((0.0, 0.1, 0.5, 1.0) if wild else (0.0, 0.1, 0.2))  # a property is set
    for _ in range(count):
        kind = chance.choice(kinds)
        x, y = (at + chance.gauss(0.0, spread) for at in chance.choice(places))
        if wild and chance.random() < 0.01:
            x = chance.choice(FAR)
        angle = 0.0
        if kind.turns and chance.random() < 0.4:
            angle = chance.choice((math.pi / 2, -math.pi / 2, math.pi, chance.uniform(-4, 4)))
        if wild and kind.turns and chance.random() < 0.01:
            angle = chance.choice(FAR)
        flip = kind.flips and chance.random() < 0.5
        stage.do(c.Place(kind.name, x, y, angle, flip, some_props(chance, kind, often, wild)))
        if chance.random() < 0.02:
            stage.advance(1)
    links(chance, wild, stage, int(count * chance.choice((0.0, 0.3, 1.0, 2.0))), often)
    if chance.random() < 0.2:
        author(chance, stage)


def links(chance: random.Random, wild: bool, stage: Stage, count: int, often: float) -> None:
    """So many links, of which some are refused, between ports, and points, of the parts there are."""
    design = stage.session.design
    ports = [(part.id, port) for part in design.parts for port in parts.blueprint(part).ports]
    pulleys = [part.id for part in design.parts if parts.blueprint(part).sheave is not None]
    for _ in range(count):
        kind = chance.choice(list(parts.LINKS.values()))
        ends = [_end(chance, wild, design, ports, wanted) for wanted in kind.ends]
        if None in ends:
            continue
        (a, a_port, a_at), (b, b_port, b_at) = ends
        via = ()
        if kind.bends and pulleys and chance.random() < 0.7:
            via = tuple(
                chance.sample(pulleys, chance.randint(1, min(len(pulleys), 4 if chance.random() < 0.9 else 16)))
            )
        for _ in range(chance.choice((1, 1, 1, 2))):  # a second one of another kind, between the same two
            stage.do(c.Connect(kind.name, a, a_port, b, b_port, some_props(chance, kind, often, wild), via, a_at, b_at))
            kind = chance.choice([other for other in parts.LINKS.values() if other.ends == kind.ends])
            via = via if kind.bends else ()


def _end(
    chance: random.Random, wild: bool, design: Design, ports: list[tuple[int, Port]], wanted: str
) -> tuple[int, str, tuple[float, float] | None] | None:
    """A port of the type that a link wants, or a point of a part: its id, the name of the port, the point."""
    fits = [(id_, port.name, None) for id_, port in ports if port.type == wanted]
    if wanted != "rope" or (fits and chance.random() < 0.5):
        return chance.choice(fits) if fits else None
    if not design.parts:
        return None
    id_ = chance.choice(design.parts).id
    if chance.random() < 0.3:
        return id_, "", None
    reach = chance.choice((0.02, 0.2, 2.0, 50.0) if wild else (0.05, 0.2))  # m
    return id_, "", (chance.gauss(0.0, reach), chance.gauss(0.0, reach))


def some_world(chance: random.Random, wild: bool) -> World:
    """A world: the usual one, one that differs in a few settings, or one at its bounds."""
    often = chance.choice((0.0, 0.2, 0.7) if wild else (0.0, 0.1))
    usual = World()
    drawn: dict[str, Any] = {
        "gravity_x": edge(chance, -100.0, 100.0, 0.0), "gravity_y": edge(chance, -100.0, 100.0, -9.81),
        "air": edge(chance, 0.0, 0.99, 0.0), "width": edge(chance, 0.1, 1000.0, 4.0),
        "height": edge(chance, 0.1, 1000.0, 2.5), "tick_rate": chance.choice((60, 61, 120, 480, 1000)),
        "sleep": chance.random() < 0.5, "friction_mixing": chance.choice(FRICTION_MIXING),
        "restitution_mixing": chance.choice(RESTITUTION_MIXING),
    }  # fmt: skip
    for name, (low, high, _) in CONTACT_RANGES.items():
        value = edge(chance, low, high, getattr(usual, name))
        drawn[name] = round(value) if name == "iterations" else value
    if not wild:
        drawn |= {"gravity_x": chance.uniform(-2, 2), "gravity_y": chance.uniform(-12, 2), "width": 4.0, "height": 2.5}
    return replace(usual, **{name: value for name, value in drawn.items() if chance.random() < often})


def some_props(chance: random.Random, kind: Kind | LinkKind, often: float, wild: bool) -> dict[str, Any]:
    """Values for some of the properties of a kind, many of them at and near their bounds."""
    drawn: dict[str, Any] = {}
    for prop in kind.properties:
        if chance.random() < often:
            value = some_value(chance, prop, wild)
            if prop.refuse(value) is None:
                drawn[prop.name] = value
    return drawn


def some_value(chance: random.Random, prop: Property, wild: bool) -> Any:
    """A value for a property; it may be refused."""
    if prop.type == "switch":
        return chance.random() < 0.5
    if prop.type == "choice":
        return chance.choice(prop.choices)
    if prop.type == "text":
        return chance.choice(TEXTS)[: int(prop.high)]
    if prop.type == "line":
        count = chance.choice((1, 2, 3, 8, MAX_LINE_POINTS + wild))
        return (tuple((chance.uniform(-1, 1), chance.uniform(-1, 1)) for _ in range(count)),)
    if prop.type == "outline":
        pieces = chance.choice((1, 1, 1, 2, 3, MAX_PIECES)) if wild else 1
        return tuple(_polygon(chance, prop.high, wild) for _ in range(pieces))
    value = edge(chance, prop.low, prop.high, prop.default) if wild else chance.uniform(prop.low, prop.high)
    return round(value) if prop.type == "whole" else value


def edge(chance: random.Random, low: float, high: float, usual: float) -> float:
    """A number of a range: a bound, what is next to one, the usual value, or any, small ones more often."""
    return chance.choice((
        low, high, usual, math.nextafter(low, high), math.nextafter(high, low), chance.uniform(low, high),
        low + (high - low) * 10 ** chance.uniform(-6, 0), max(low, min(high, 0.0)),
    ))  # fmt: skip


def _polygon(chance: random.Random, most: float, wild: bool) -> tuple[tuple[float, float], ...]:
    """Corners about a point, each farther round than the one before, so that edges rarely cross; some are slivers."""
    corners = chance.choice((3, 4, 4, 6, MAX_CORNERS))
    size = most * 10 ** chance.uniform(-3.5 if wild else -1.5, 0)
    flat = 10 ** chance.uniform(-3, 0) if wild and chance.random() < 0.3 else 1.0
    x, y = (chance.choice((0.0, chance.uniform(-size, size), chance.uniform(-most, most))) for _ in "xy")
    round_ = sorted(chance.uniform(0, 2 * math.pi) for _ in range(corners))
    reach = [size * chance.uniform(0.2, 1.0) for _ in round_]
    points = [(x + r * math.cos(a), y + flat * r * math.sin(a)) for r, a in zip(reach, round_)]
    return tuple((max(-most, min(most, px)), max(-most, min(most, py))) for px, py in points)


# -- goals, and what else a level holds


def goal(chance: random.Random, design: Design, depth: int = 0) -> AnyCondition:
    """A goal's condition of any kind, about parts and states that are there more often than not."""
    with_states = [part for part in design.parts if parts.KINDS[part.kind].goal_states]
    roll = chance.random()
    if with_states and roll < 0.3:
        part = chance.choice(with_states)
        state = chance.choice(parts.KINDS[part.kind].goal_states)
        by_part, by_kind = State(part.id, state), Tally(part.kind, state, chance.random() < 0.5, chance.randint(0, 3))
        return chance.choice((by_part, by_kind))
    if depth < 4 and roll < 0.5:
        inner = tuple(goal(chance, design, depth + 1) for _ in range(chance.randint(1, 3)))
        return chance.choice((All(inner), AnyOf(inner), Not(inner[0])))
    if roll < 0.6:
        return Count(chance.choice(design.parts).kind if design.parts else "crate", -1e6, 0.0, 1e6, 2.0, 1)
    return condition(chance, design)


def _goals(chance: random.Random, design: Design) -> tuple[Goal, ...]:
    return tuple(Goal(f"Goal {n}", goal(chance, design)) for n in range(chance.randint(0, 3)))


def author(chance: random.Random, stage: Stage) -> None:
    """What an author does to a level, and a try at it as a player has it."""
    stage.do(c.Author())
    stage.do(c.SetGoals(_goals(chance, stage.session.design), _goals(chance, stage.session.design)))
    if chance.random() < 0.3:
        stage.do(c.SetStock(_stock(chance)))
    if chance.random() < 0.5:
        stage.do(c.TryOut())


def _stock(chance: random.Random) -> dict[str, int | StockItem]:
    kinds = chance.sample(list(parts.KINDS.values()), 3)
    return {kind.name: chance.randint(0, 3) for kind in kinds} | {"own": StockItem(kinds[0].name, 2), "rope": 2}


def _as_level(chance: random.Random, design: Design) -> Design:
    """The level that a file with this design gives, with goals and a stock where they fit."""
    more: dict[str, Any] = {"goals": _goals(chance, design), "fails": _goals(chance, design)}
    if chance.random() < 0.1:
        more["stock"] = _stock(chance)
    if chance.random() < 0.1:
        more["allow"] = chance.choice(((), ("press",), ("grab",)))
    for name, value in more.items():
        try:
            design = parts.check(replace(design, **{name: value}))
            levels.loads(levels.dumps(design))
        except BadFile:
            design = replace(design, **{name: getattr(Design(), name)})
    return levels.loads(levels.dumps(design))


# -- hands


def hands(chance: random.Random, wild: bool, stage: Stage, ticks: int) -> None:
    """Start the machine, and meddle with it for so many running ticks."""
    session = stage.session
    stage.do(c.Start())
    pause = chance.choice((3, 20, 100, 400))  # ticks
    for _ in range(120):  # of whatever it does at most: nothing that is refused lets time pass
        left = ticks - session.running_ticks
        if left <= 0:
            break
        stage.advance(min(left, chance.randint(0, pause) if chance.random() < 0.9 else chance.randint(0, 3)))
        if session.running:
            meddle(chance, wild, stage)
            continue
        for _ in range(chance.randint(0, 4)):
            stage.do(random_command(chance, session))
        if wild and chance.random() < 0.2:
            stage.do(c.SetWorld.of(some_world(chance, wild)))
        if chance.random() < 0.2:
            links(chance, wild, stage, 2, 0.5)
        stage.do(c.Start())
    if session.running and chance.random() < 0.5:
        stage.do(c.Stop())
    stage.collect("now")


def meddle(chance: random.Random, wild: bool, stage: Stage) -> None:
    """One thing that a hand does to a running machine; or a collection of garbage."""
    session, machine = stage.session, stage.session.machine
    assert machine is not None
    ids = [part.id for part in session.design.parts] or [1]
    id_ = chance.choice(list(machine.parts) or ids) if chance.random() < 0.95 else chance.choice(ids)
    roll = chance.random()
    if machine.held_by() is not None and roll < 0.5:
        x, y = machine.hand_of() or (0.0, 0.0)
        if wild and chance.random() < 0.1:
            x, y = chance.choice(FAR), chance.choice(FAR)
        stage.do(c.Drag(x + chance.gauss(0.0, 0.3), y + chance.gauss(0.0, 0.3)))
    elif machine.held_by() is not None and roll < 0.6:
        stage.do(c.Release())
    elif roll < 0.6:
        x, y = machine.motion(id_)[:2] if id_ in machine.parts else (1.0, 1.0)
        far = wild and chance.random() < 0.05
        reach = 1000.0 if far else 0.05
        x, y = (max(-1e6, min(1e6, at + chance.gauss(0.0, reach))) for at in (x, y))
        stage.do(c.Grab(id_, x, y))
    elif roll < 0.85:
        pressable = [run.id for run in machine.parts.values() if run.kind.pressable]
        stage.do(c.Press(chance.choice(pressable or ids)))
    elif roll < 0.93:
        stage.do(c.Stop())
    else:
        stage.collect(chance.choice(("now", "now", "often", "usual")))
