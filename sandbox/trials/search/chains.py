"""The table of what could set off what in a level, read backwards from its goals.

It follows from what each kind takes and hands on (`editing.stimuli`), from the links that are there, and from those in
the stock. So it is known without a run: a lamp that shall light is set off by power, that by a cable from an outlet,
and so on back to what moves already.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from sandbox import parts as catalogue
from sandbox.design.design import Design, Goal, conditions
from sandbox.editing import stimuli

Node: TypeAlias = int | str  # the id of a part of the level, or the name of an item of its stock

# Stimuli that only a link carries; a turn and heat may go over one, or without.
_BY_LINK = ("pull", "signal", "power")
_MAYBE_BY_LINK = {"turn": "shaft", "heat": "fuse"}  # with the type of the ports that a link joins
_PORTS = {"pull": ("rope", "rope"), "signal": ("signal out", "signal in"), "power": ("power out", "power in")}
_CUTS = ("prick", "heat")  # stimuli that part a link


class ChainStep(NamedTuple):
    """A way to set something off: by a piece of the stock or, if `item` is empty, by a part that is there.

    `link` is the item of the stock that carries the stimulus; empty: none is needed.
    """

    item: str
    stimulus: str
    link: str = ""


class Chains:
    """What could set off what in one level.

    Attributes:
        depths: for each goal, by part and by item of the stock: the number of steps from it to a part that the goal is
            about. What no chain leads from to the goal is not in it.
        steps: whether the stock has anything that could set off a part which leads to a goal.
    """

    def __init__(self, level: Design) -> None:
        self._level = level
        items = level.stock_items
        self._links = [name for name in items if name in catalogue.LINKS and items[name].count]
        self._pieces = {
            name: item.kind for name, item in items.items() if name not in catalogue.LINKS and item.count
        }  # kinds by item
        self._joined = {(link.a.part, link.b.part) for link in level.links}
        self._joined |= {(b, a) for a, b in self._joined}
        self._to: dict[str, tuple[ChainStep, ...]] = {}
        self._from: dict[str, tuple[ChainStep, ...]] = {}
        self.depths = tuple(self._read_backwards(goal) for goal in level.goals)
        leading = {node for depths in self.depths for node in depths}
        self.steps = any(self.steps_to(spec.kind) for spec in level.parts if spec.id in leading)

    # -- from the goals back

    def _read_backwards(self, goal: Goal) -> dict[Node, int]:
        kinds: dict[Node, str] = {spec.id: spec.kind for spec in self._level.parts} | dict(self._pieces)
        depths: dict[Node, int] = dict.fromkeys(self._wanted(goal), 0)
        edge = [*depths]
        while edge:
            depth = depths[edge[0]] + 1
            before = [
                node
                for node in kinds
                if node not in depths and any(self._leads(node, kinds[node], to, kinds[to]) for to in edge)
            ]
            depths.update(dict.fromkeys(before, depth))
            edge = before
        return depths

    def _wanted(self, goal: Goal) -> Iterator[Node]:
        """Yield the parts that a goal is about, and the items of kinds that it counts."""
        for condition in conditions(goal.when):
            yield from condition.subjects(self._level)
            kind = condition.counted_kind
            if kind:
                yield from (spec.id for spec in self._level.parts if spec.kind == kind)
                yield from (name for name, of in self._pieces.items() if of == kind)

    def _leads(self, node: Node, kind: str, to: Node, other: str) -> bool:
        """Tell whether one could set off the other: both exist, or are in the stock."""
        for stimulus in shared(kind, other):
            if stimulus not in _BY_LINK or (node, to) in self._joined or self._carriers(stimulus, kind, other):
                return True
        return False

    # -- what to place

    def steps_to(self, kind: str) -> tuple[ChainStep, ...]:
        """Return the ways to set off a part of a kind with what is in the stock."""
        if kind not in self._to:
            self._to[kind] = (*self._links_alone(kind), *self._steps(kind, forwards=False))
        return self._to[kind]

    def steps_from(self, kind: str) -> tuple[ChainStep, ...]:
        """Return the pieces of the stock that a part of a kind could set off, and how."""
        if kind not in self._from:
            self._from[kind] = (*self._steps(kind, forwards=True),)
        return self._from[kind]

    def givers(self, stimulus: str) -> tuple[ChainStep, ...]:
        """Return the pieces of the stock that hand on a stimulus."""
        return tuple(
            ChainStep(item, stimulus)
            for item, kind in self._pieces.items()
            if stimulus in stimuli.of(catalogue.KINDS[kind]).gives
        )

    def _steps(self, kind: str, forwards: bool) -> Iterator[ChainStep]:
        for item, other in self._pieces.items():
            giver, taker = (kind, other) if forwards else (other, kind)
            for stimulus in shared(giver, taker):
                if stimulus not in _BY_LINK:
                    yield ChainStep(item, stimulus)
                yield from (ChainStep(item, stimulus, link) for link in self._carriers(stimulus, giver, taker))

    def _links_alone(self, kind: str) -> Iterator[ChainStep]:
        """Yield the links of the stock that some part of the level could be tied to a part of a kind by."""
        for giver in dict.fromkeys(spec.kind for spec in self._level.parts):
            for stimulus in shared(giver, kind):
                yield from (ChainStep("", stimulus, link) for link in self._carriers(stimulus, giver, kind))

    def _carriers(self, stimulus: str, giver: str, taker: str) -> list[str]:
        """Return the links of the stock that carry a stimulus from a part of one kind to one of another."""
        return [name for name in self._links if _fits(ends_of(name, stimulus), giver, taker)]


@cache
def shared(giver: str, taker: str) -> tuple[str, ...]:
    """Return the stimuli that one kind hands on and another one takes."""
    takes = stimuli.of(catalogue.KINDS[taker]).takes
    return tuple(stimulus for stimulus in stimuli.of(catalogue.KINDS[giver]).gives if stimulus in takes)


def ends_of(link: str, stimulus: str) -> tuple[str, str] | None:
    """Return the types of the ports from and to which a link carries a stimulus; None if it does not."""
    port = _MAYBE_BY_LINK.get(stimulus)
    wanted = (port, port) if port else _PORTS.get(stimulus)
    return wanted if wanted is not None and sorted(catalogue.LINKS[link].ends) == sorted(wanted) else None


def _fits(ends: tuple[str, str] | None, giver: str, taker: str) -> bool:
    return ends is not None and _has(giver, ends[0]) and _has(taker, ends[1])


@cache
def _has(kind: str, port: str) -> bool:
    of = catalogue.KINDS[kind]
    return any(planned.type == port for planned in of.blueprint(of.values({})).ports)


def parted_by(link: str) -> tuple[str, ...]:
    """Return the stimuli by which a link gives way."""
    kind = catalogue.LINKS[link]
    return tuple(name for name, does in zip(_CUTS, (kind.cuttable, kind.burns < math.inf), strict=True) if does)
