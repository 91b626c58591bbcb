"""Proposals of links: between ports of fitting types, over pulleys in the order in which a rope would lie."""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Sequence

from sandbox import parts as catalogue
from sandbox.commands.links import settable
from sandbox.design.design import Design, Value, conditions
from sandbox.design.geometry import Point
from sandbox.parts.kind import LinkKind
from sandbox.trials.candidate import Reference, Tie, TieEnd
from sandbox.trials.search.numbers import Numbers
from sandbox.trials.search.scene import ScenePort, SceneWheel, Surroundings

_UNDER_WHEEL = 0.2  # m: a thing at most this far to the side of a pulley hangs under it
_MOST_ORDERED = 5  # pulleys of which all orders are compared


def proposed(
    numbers: Numbers, scene: Surroundings, item: str, others: Sequence[Tie], moved: frozenset[int]
) -> Tie | None:
    """Propose a link of a kind; None if no two ports fit.

    Args:
        others: the links that there are already: their ports are mostly left alone.
        moved: the level's parts that were set in motion.
    """
    kind = catalogue.LINKS[item]
    wheels = scene.wheels() if kind.bends else []
    starts = scene.ports(kind.ends[0])
    if not starts:
        return None
    taken = _taken(scene, others)
    a = numbers.weighted(starts, [_weight(scene, port, wheels, taken, moved) for port in starts])
    ends = [port for port in scene.ports(kind.ends[1]) if port.part != a.part and (port.loose or a.loose)]
    ends = ends or [port for port in scene.ports(kind.ends[1]) if port.part != a.part]
    if not ends:
        return None
    b = numbers.weighted(ends, [_weight(scene, port, wheels, taken, moved) for port in ends])
    via = _route(numbers, a, b, wheels) if wheels else ()
    return Tie(item, TieEnd(a.part, a.name), TieEnd(b.part, b.name), via, new_props(numbers, scene.level, kind))


def joined(
    numbers: Numbers,
    scene: Surroundings,
    item: str,
    types: tuple[str, str],
    others: Sequence[Tie],
    a: Container[Reference] | None = None,
    b: Container[Reference] | None = None,
) -> Tie | None:
    """Propose a link of a kind from one of some parts to one of some others; None if no two ports fit.

    Args:
        types: of the ports, as in `chains.ends_of`.
        others: as in `proposed`.
        a, b: the parts that it may begin and end at; None: any.
    """
    starts = [port for port in scene.ports(types[0]) if a is None or port.part in a]
    ends = [port for port in scene.ports(types[1]) if b is None or port.part in b]
    kind, taken = catalogue.LINKS[item], _taken(scene, others)
    wheels = scene.wheels() if kind.bends else []
    starts = [port for port in starts if any(_joinable(port, end, types) for end in ends)]
    if not starts:
        return None
    start = numbers.weighted(starts, [_weight(scene, port, wheels, taken, frozenset()) for port in starts])
    ends = [port for port in ends if _joinable(start, port, types)]
    end = numbers.weighted(ends, [_weight(scene, port, wheels, taken, frozenset()) for port in ends])
    via = _route(numbers, start, end, wheels) if wheels else ()
    props = new_props(numbers, scene.level, kind)
    return Tie(item, TieEnd(start.part, start.name), TieEnd(end.part, end.name), via, props)


def _joinable(a: ScenePort, b: ScenePort, types: tuple[str, str]) -> bool:
    """Tell whether a link between two ports does anything: a rope between two fast ones does not."""
    return a.part != b.part and (types[0] != "rope" or a.loose or b.loose)


def _taken(scene: Surroundings, others: Sequence[Tie]) -> set[tuple[int, str]]:
    """Return the ports that links end at already."""
    taken = {(end.part, end.port) for tie in others for end in (tie.a, tie.b)}
    return taken | {(end.part, end.port) for link in scene.level.links for end in (link.a, link.b)}


def rerouted(numbers: Numbers, scene: Surroundings, tie: Tie) -> Tie:
    """Lead a link over other pulleys, between the same ends."""
    kind = catalogue.LINKS[tie.item]
    ports = {(port.part, port.name): port for end in kind.ends for port in scene.ports(end)}
    a, b = ports.get((tie.a.part, tie.a.port)), ports.get((tie.b.part, tie.b.port))
    if a is None or b is None or not kind.bends:
        return Tie(tie.item, tie.a, tie.b, tie.via, new_props(numbers, scene.level, kind))
    return Tie(tie.item, tie.a, tie.b, _route(numbers, a, b, scene.wheels()), tie.props)


def new_props(numbers: Numbers, level: Design, kind: LinkKind) -> dict[str, Value]:
    """Choose the properties of a link that the player may set: switches, choices, and numbers now and then."""
    props: dict[str, Value] = {}
    names = settable(level, kind)
    for prop in kind.properties:
        if prop.name not in names:
            continue
        if prop.type == "switch" and numbers.chance(0.5):
            props[prop.name] = not prop.default
        elif prop.type == "choice" and numbers.chance(0.3):
            props[prop.name] = numbers.one_of(prop.choices)
        elif prop.type == "number" and numbers.chance(0.1):
            props[prop.name] = round(numbers.between(prop.low, prop.high), 2)
    return props


def _weight(
    scene: Surroundings,
    port: ScenePort,
    wheels: Sequence[SceneWheel],
    taken: set[tuple[int, str]],
    moved: frozenset[int],
) -> float:
    """Return how likely a link shall end at a port.

    What was just placed is there to be tied; so is what a goal is about, what moves, and what stands under a pulley.
    """
    weight = 3.0 if port.part < 0 else 1.0
    if any(wheel.part == port.part for wheel in wheels) and not port.loose:
        weight *= 0.1  # the hook of a pulley that hangs fast: such a pulley is there for its wheel
    if port.part in goal_parts(scene):
        weight *= 2.0
    if port.part in moved:
        weight *= 2.0
    if any(abs(wheel.x - port.x) <= _UNDER_WHEEL and wheel.y > port.y for wheel in wheels):
        weight *= 3.0
    return weight * (0.15 if (port.part, port.name) in taken else 1.0)


def goal_parts(scene: Surroundings) -> set[int]:
    """Return the parts that the goals are about."""
    return {part for goal in scene.level.goals for within in conditions(goal.when) for part in within.parts}


def _route(numbers: Numbers, a: ScenePort, b: ScenePort, wheels: Sequence[SceneWheel]) -> tuple[int, ...]:
    """Choose pulleys to run over, mostly those just placed, and mostly in the order of the shortest way."""
    if numbers.chance(0.12):
        return ()
    every = numbers.chance(0.4)
    chosen = [wheel for wheel in wheels if every or numbers.chance(0.85 if wheel.part < 0 else 0.5)]
    chosen = [wheel for wheel in chosen if wheel.part not in (a.part, b.part)]
    if numbers.chance(0.15) or len(chosen) > _MOST_ORDERED:
        return tuple(wheel.part for wheel in numbers.shuffled(chosen))
    shortest = min(itertools.permutations(chosen), key=lambda order: _length(a, order, b))
    return tuple(wheel.part for wheel in shortest)


def _length(a: ScenePort, order: Sequence[SceneWheel], b: ScenePort) -> float:
    points: list[Point] = [(a.x, a.y), *((wheel.x, wheel.y) for wheel in order), (b.x, b.y)]
    length = 0.0
    for start, end in itertools.pairwise(points):
        length += math.dist(start, end)
    return length
