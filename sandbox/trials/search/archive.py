"""The archive of a search: for each set of level parts that was ever set in motion, the candidate that came nearest.

Who moves what is a better stepping stone than a score alone: a rope that lifts a gate is worth keeping although the
ball behind it is as far from its basket as before (quality-diversity: J.-B. Mouret, J. Clune, "Illuminating search
spaces by mapping elites", 2015).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandbox.trials.candidate import Candidate
from sandbox.trials.judging import Waypoint
from sandbox.trials.search.numbers import Numbers

MOST_CELLS = 96
_EQUAL = 1e-6  # of nearness: a difference that does not matter


class Entry(Struct, frozen=True, array_like=True):
    """A candidate that did not win: how near it came, the level's parts that it set in motion, and paths in its run."""

    candidate: Candidate
    nearness: float
    moved: tuple[int, ...]
    paths: tuple[Waypoint, ...] = ()

    @property
    def rank(self) -> tuple[float, int, tuple[int, ...]]:
        """The order of entries: the nearest first, and of equals the smallest."""
        return -round(self.nearness, 6), self.candidate.size, self.moved


class Archive:
    """The best entry of each cell; of many cells only the best."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._cells: dict[tuple[int, ...], Entry] = {}
        self._ranked: list[Entry] | None = None
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Keep an entry if it is better than the one of its cell."""
        before = self._cells.get(entry.moved)
        if before is not None:
            gain = entry.nearness - before.nearness
            if gain < -_EQUAL or (gain <= _EQUAL and entry.candidate.size >= before.candidate.size):
                return
        self._cells[entry.moved] = entry
        self._ranked = None
        if len(self._cells) > MOST_CELLS:
            del self._cells[self.entries[-1].moved]
            self._ranked = None

    @property
    def entries(self) -> list[Entry]:
        """All entries, the best first."""
        if self._ranked is None:
            self._ranked = sorted(self._cells.values(), key=lambda entry: entry.rank)
        return self._ranked

    def choose(self, numbers: Numbers) -> Entry:
        """Choose an entry to go on from: half of the time any, else one of the best."""
        entries = self.entries
        if numbers.chance(0.5):
            return numbers.one_of(entries)
        share = numbers.fraction()
        return entries[int(len(entries) * share * share * share)]
