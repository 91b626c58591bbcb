"""New candidates: made from nothing, along chains, by changing one, or by putting two together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.trials.candidate import Candidate, Placement, Reference, Tie, TieEnd
from sandbox.trials.judging import Waypoint
from sandbox.trials.search import places, ties
from sandbox.trials.search.archive import Archive, Entry
from sandbox.trials.search.growth import ChainGrowth, Ground
from sandbox.trials.search.numbers import Numbers
from sandbox.trials.search.scene import Surroundings

_TRIES = 4  # of a proposal that may find nothing


@dataclass(frozen=True)
class _Parent:
    """The things of a parent's run that proposals are made from."""

    paths: Sequence[Waypoint]
    moved: frozenset[int]
    order: tuple[Reference, ...] = ()  # all that was set off, in that order
    unmet: tuple[int, ...] = ()  # goals


class Proposals:
    """Makes candidates for one level."""

    def __init__(self, level: Design, numbers: Numbers) -> None:
        self.level, self.numbers = level, numbers
        self._items = level.stock_items
        self._growth = ChainGrowth(level, numbers)

    def next(self, archive: Archive) -> Candidate:
        """Make a candidate: half of them by changing one, a quarter from nothing, a quarter from two."""
        share, parent = self.numbers.fraction(), archive.choose(self.numbers)
        if share < 0.5 and parent.candidate.size:
            return self.changed(parent)
        if share < 0.75 or len(archive.entries) < 2:
            return self._grown(parent) if self._growth.chains.steps and self.numbers.chance(0.6) else self.new(parent)
        return self.combined(parent, archive.partner(parent, self.numbers))

    # -- from nothing

    def new(self, parent: Entry) -> Candidate:
        """Make a candidate from nothing, of the whole stock or of a part of the stock."""
        numbers = self.numbers
        left = self._left(Candidate())
        if numbers.chance(0.6):
            share = numbers.between(0.3, 0.9)
            left = [name for name in left if numbers.chance(share)] or [numbers.one_of(left)]
        return self._extended(Candidate(), left, _of(parent))

    def _grown(self, parent: Entry) -> Candidate:
        """Make a candidate from nothing along chains, and then perhaps add some of the rest."""
        of = _of(parent)
        candidate = Candidate()
        while self.numbers.chance(0.7) or not candidate.size:
            longer = self._along(candidate, of)
            if longer is candidate:
                return candidate if candidate.size else self.new(parent)
            candidate = longer
        if self.numbers.chance(0.3):
            left = self._left(candidate)
            share = self.numbers.between(0.2, 0.8)
            candidate = self._extended(candidate, [name for name in left if self.numbers.chance(share)], of)
        return candidate

    def _along(self, candidate: Candidate, parent: _Parent) -> Candidate:
        """Add to a candidate backwards from a goal, or forwards from what was set off."""
        ground = Ground(parent.paths, parent.order, parent.unmet)
        grow = self._growth.backwards if self.numbers.chance(0.6) else self._growth.forwards
        return grow(candidate, ground)

    def _left(self, candidate: Candidate) -> list[str]:
        """List the rest of the stock, each item as often as it is left: parts before links."""
        used = Counter(candidate.used)
        names = [
            name for name, item in self._items.items() for _ in range(min(item.count, 40) - used[name]) if item.count
        ]
        return sorted(names, key=lambda name: name in catalogue.LINKS)

    def _extended(self, candidate: Candidate, names: Sequence[str], parent: _Parent) -> Candidate:
        """Add items of the stock to a candidate, the parts in a random order."""
        parts = self.numbers.shuffled([name for name in names if name not in catalogue.LINKS])
        for name in (*parts, *(name for name in names if name in catalogue.LINKS)):
            candidate = self._with(candidate, name, parent)
        return candidate

    def _with(self, candidate: Candidate, name: str, parent: _Parent) -> Candidate:
        """Add one item to a candidate; the same candidate if there is no place for it."""
        scene = Surroundings(self.level, candidate)
        if name in catalogue.LINKS:
            tie = ties.proposed(self.numbers, scene, name, candidate.ties, parent.moved)
            return candidate if tie is None else Candidate(candidate.placements, (*candidate.ties, tie))
        placement = self._placed(scene, name, parent)
        return candidate if placement is None else Candidate((*candidate.placements, placement), candidate.ties)

    def _placed(self, scene: Surroundings, name: str, parent: _Parent) -> Placement | None:
        for _ in range(_TRIES):
            part = places.shaped(self.numbers, name, self._items[name])
            if part is not None:
                return places.proposed(self.numbers, scene, part, parent.paths)
        return None

    # -- by changing one

    def changed(self, parent: Entry) -> Candidate:
        """Change a candidate in one respect, or in a few."""
        candidate, of = parent.candidate, _of(parent)
        candidate = self._change(candidate, of)
        while self.numbers.chance(0.35):
            candidate = self._change(candidate, of)
        return candidate

    def _change(self, candidate: Candidate, parent: _Parent) -> Candidate:
        numbers, left = self.numbers, self._left(candidate)
        ways = ("shift", "place", "turn", "leave", "add", "fill", "tie", "grow")
        placements, links = float(bool(candidate.placements)), float(bool(candidate.ties))
        more = float(bool(left))
        grows = 2.5 * more * bool(self._growth.chains.steps)
        weights = 3.5 * placements, 2.0 * placements, 1.0 * placements, 0.6, 1.5 * more, 1.5 * more, 1.5 * links, grows
        way = numbers.weighted(ways, weights)
        if way == "grow":
            return self._along(candidate, parent)
        if way == "add":
            return self._with(candidate, numbers.one_of(left), parent)
        if way == "fill":
            return self._extended(candidate, left, parent)
        if way == "leave":
            return self._less(candidate)
        if way == "tie":
            return self._retied(candidate, parent)
        return self._moved(candidate, way, parent) if candidate.placements else candidate

    def _less(self, candidate: Candidate) -> Candidate:
        """Leave one part or link out."""
        if not candidate.size:
            return candidate
        index = self.numbers.below(candidate.size)
        placements = len(candidate.placements)
        return candidate.without_placement(index) if index < placements else candidate.without_tie(index - placements)

    def _moved(self, candidate: Candidate, way: str, parent: _Parent) -> Candidate:
        """Shift a part, place it anew, or turn it."""
        numbers = self.numbers
        index = numbers.below(len(candidate.placements))
        placement = candidate.placements[index]
        if way == "shift":
            return candidate.with_placement(index, places.jittered(numbers, placement))
        if way == "place":
            others = replace(placement, x=-100.0, y=-100.0)  # out of its own way
            new = self._placed(
                Surroundings(self.level, candidate.with_placement(index, others)), placement.item, parent
            )
            return candidate if new is None else candidate.with_placement(index, new)
        item = self._items[placement.item]
        kind = catalogue.KINDS[item.kind]
        if kind.flips and numbers.chance(0.4):
            placement = replace(placement, flip=not placement.flip)
        elif item.resizes and numbers.chance(0.5):
            name = numbers.one_of(item.resizes)
            placement = replace(placement, props={**placement.props, name: places.new_size(numbers, kind, name)})
        else:
            placement = replace(placement, angle=places.new_angle(numbers, kind, item))
        return candidate.with_placement(index, placement)

    def _retied(self, candidate: Candidate, parent: _Parent) -> Candidate:
        """Tie a link anew, or lead it over other pulleys."""
        index = self.numbers.below(len(candidate.ties))
        rest, tie = candidate.without_tie(index), candidate.ties[index]
        scene = Surroundings(self.level, candidate)
        new = (
            ties.rerouted(self.numbers, scene, tie)
            if self.numbers.chance(0.4)
            else ties.proposed(self.numbers, scene, tie.item, rest.ties, parent.moved)
        )
        return rest if new is None else Candidate(rest.placements, (*rest.ties, new))

    # -- from two

    def combined(self, first: Entry, second: Entry) -> Candidate:
        """Take what two candidates have, as far as the stock goes; and then perhaps change it."""
        sources = [first.candidate, second.candidate]
        order = [(source, index) for source in (0, 1) for index in range(len(sources[source].placements))]
        left = Counter(self._left(Candidate()))
        placements: list[Placement] = []
        new: dict[tuple[int, Reference], Reference] = {}
        for source, index in self.numbers.shuffled(order):
            placement = sources[source].placements[index]
            if placement in placements:
                new[source, -1 - index] = -1 - placements.index(placement)
            elif left[placement.item]:
                left[placement.item] -= 1
                placements.append(placement)
                new[source, -1 - index] = -len(placements)
        links: list[Tie] = []
        every = [(source, tie) for source in (0, 1) for tie in sources[source].ties]
        for source, tie in self.numbers.shuffled(every):
            renamed = _renamed(tie, {part: to for (side, part), to in new.items() if side == source})
            if renamed is not None and left[tie.item] and renamed not in links:
                left[tie.item] -= 1
                links.append(renamed)
        candidate = Candidate(tuple(placements), tuple(links))
        of = _Parent((*first.paths, *second.paths), frozenset((*first.moved, *second.moved)), first.order, first.unmet)
        return candidate if self.numbers.chance(0.6) else self._change(candidate, of)


def _of(entry: Entry) -> _Parent:
    return _Parent(entry.paths, frozenset(entry.moved), entry.order, entry.unmet)


def _renamed(tie: Tie, new: dict[Reference, Reference]) -> Tie | None:
    """Return a link with new references; None if a part that it needs is not there."""
    names = {part: part if part > 0 else new.get(part) for part in tie.references}
    if None in names.values():
        return None
    a, b, *via = (names[part] or 0 for part in tie.references)
    return Tie(tie.item, TieEnd(a, tie.a.port), TieEnd(b, tie.b.port), tuple(via), tie.props)
