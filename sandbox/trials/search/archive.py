"""The archive of a search: for each set of parts and pieces that was ever set off, the candidate that came nearest.

Who moves what is a better stepping stone than a score alone: a rope that lifts a gate is worth keeping although the
ball behind it is as far from its basket as before (quality-diversity: J.-B. Mouret, J. Clune, "Illuminating search
spaces by mapping elites", 2015). Candidates in which the same kinds of pieces were set off are a family: a kind of way.
Each family keeps a few candidates, and is gone on from, however much nearer those of another one came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from sandbox.trials.candidate import Candidate, Reference
from sandbox.trials.judging import Waypoint
from sandbox.trials.search.numbers import Numbers

MOST_CELLS = 96
KEPT = 4  # candidates of a family that others don't drive out while there are more of another one
Family: TypeAlias = tuple[str, ...]  # items of the stock, each once, sorted
_T = TypeVar("_T")
_EQUAL = 1e-6  # of nearness: a difference that does not matter


class Entry(Struct, frozen=True, array_like=True):
    """A candidate that did not win: how near it came, the level's parts that it set off, and paths in its run.

    `order` has all that was set off, in that order, pieces of the candidate among them; `way` the items of the stock
    among these, each once; `unmet` the goals that were not met when it was nearest.
    """

    candidate: Candidate
    nearness: float
    moved: tuple[int, ...]
    paths: tuple[Waypoint, ...] = ()
    order: tuple[Reference, ...] = ()
    way: tuple[str, ...] = ()
    unmet: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[float, int, tuple[int, ...], tuple[str, ...]]:
        """The order of entries: the nearest first, and of equals the smallest."""
        return -round(self.nearness, 6), self.candidate.size, self.moved, self.way

    @property
    def family(self) -> Family:
        """The items of the stock that were set off, sorted."""
        return tuple(sorted(self.way))


class Archive:
    """The best entry of each cell; of many cells those of the largest family give way, the worst first.

    `won` has the families that have won: mostly others are gone on from.
    """

    def __init__(self, entries: Iterable[Entry] = (), won: Iterable[Family] = ()) -> None:
        self._cells: dict[tuple[tuple[int, ...], Family], Entry] = {}
        self._ranked: list[Entry] | None = None
        self._sizes: Counter[Family] = Counter()
        self.won = {*won}
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Keep an entry if it is better than the one of its cell."""
        cell = entry.moved, entry.family
        before = self._cells.get(cell)
        if before is not None:
            gain = entry.nearness - before.nearness
            if gain < -_EQUAL or (gain <= _EQUAL and entry.candidate.size >= before.candidate.size):
                return
        else:
            self._sizes[entry.family] += 1
        self._cells[cell] = entry
        self._ranked = None
        if len(self._cells) > MOST_CELLS:
            self._drop_one()

    def _drop_one(self) -> None:
        """Drop the worst entry of those families that have more than their share, or of all if none has."""
        entries = self.entries
        worst = next((entry for entry in reversed(entries) if self._sizes[entry.family] > KEPT), entries[-1])
        del self._cells[worst.moved, worst.family]
        self._sizes[worst.family] -= 1
        self._ranked = None

    @property
    def entries(self) -> list[Entry]:
        """All entries, the best first."""
        if self._ranked is None:
            self._ranked = sorted(self._cells.values(), key=lambda entry: entry.rank)
        return self._ranked

    @property
    def best_of_families(self) -> list[Entry]:
        """The best entry of each family, the best family first."""
        best: dict[Family, Entry] = {}
        for entry in self.entries:
            best.setdefault(entry.family, entry)
        return [*best.values()]

    def choose(self, numbers: Numbers) -> Entry:
        """Choose an entry to go on from: half of the time any, else one of the best, of all or of one family."""
        entries = self.entries
        if numbers.chance(0.5):
            return numbers.one_of(entries)
        if numbers.chance(0.5):
            return _one_of_the_best(numbers, entries)
        families = [entry.family for entry in self.best_of_families]
        others = [family for family in families if family not in self.won]
        family = _one_of_the_best(numbers, others if others and numbers.chance(0.8) else families)
        return _one_of_the_best(numbers, [entry for entry in entries if entry.family == family])

    def partner(self, entry: Entry, numbers: Numbers) -> Entry:
        """Choose an entry to put together with another one: mostly one that met a goal which that one did not."""
        others = [other for other in self.entries if not {*entry.unmet} <= {*other.unmet}]
        return _one_of_the_best(numbers, others) if others and numbers.chance(0.7) else self.choose(numbers)


def _one_of_the_best(numbers: Numbers, ranked: Sequence[_T]) -> _T:
    """Return one of some things, mostly of the first."""
    share = numbers.fraction()
    return ranked[int(len(ranked) * share * share * share)]
