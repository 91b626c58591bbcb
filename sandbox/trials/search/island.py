"""Islands: parts of a search, each a fixed number of runs with random numbers of its own, from a given archive.

An island is a pure function of the level, the code, its seed and the archive that it starts from. So a search may be
shared out over any number of processes, and its answer is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, fitting
from sandbox.trials.search.archive import Archive, Entry
from sandbox.trials.search.numbers import Numbers, mixed
from sandbox.trials.search.proposals import Proposals
from sandbox.trials.search.simplify import reduced
from sandbox.trials.win_store import Win

RUNS = 50  # of an island; enough work for a process to be asked, little enough that others soon profit
_REFUSED = 60  # candidates in a row that can't be built, after which this counts as a run
_ALIKE = 2  # wins with the same parts that an island reduces


class IslandAnswer(Struct, array_like=True):
    """All that an island has found: its archive's best, its wins, and its counts of runs, ticks and wins."""

    entries: tuple[Entry, ...] = ()
    wins: tuple[Win, ...] = ()
    runs: int = 0
    ticks: int = 0
    won: int = 0
    refused: int = 0


def explore(
    level: Design, seed: int, number: int, runs: int, limit: int, entries: Iterable[Entry] = ()
) -> IslandAnswer:
    """Search an island.

    Args:
        seed: of the whole search.
        number: of the island in it; the first one also runs the level as it is.
        limit: ticks that a run may take.
        entries: the archive to start from.
    """
    island = Island(level, Numbers(mixed(seed, number)), limit, entries)
    if number == 0 or not island.archive.entries:
        island.run(Candidate(), level, number == 0)
    while island.answer.runs < runs:
        island.step()
    island.answer.entries = tuple(island.archive.entries)
    return island.answer


class Island:
    """An island that is being searched. `watch` is called with each design that was run, and its ticks."""

    def __init__(
        self,
        level: Design,
        numbers: Numbers,
        limit: int,
        entries: Iterable[Entry] = (),
        watch: Callable[[Design, int], object] = lambda design, ticks: None,
    ) -> None:
        self.archive, self.answer = Archive(entries), IslandAnswer()
        self._level, self._limit, self._watch = level, limit, watch
        self._proposals = Proposals(level, numbers)
        self._own = {spec.id for spec in level.parts}
        self._tried: set[bytes] = set()
        self._alike: Counter[tuple[tuple[str, int], ...]] = Counter()

    def step(self) -> None:
        """Make candidates until one can be built, and run it."""
        for _ in range(_REFUSED):
            candidate = self._proposals.next(self.archive)
            written = msgspec.json.encode(candidate)
            if written in self._tried:
                continue
            self._tried.add(written)
            try:
                design = fitting(self._level, candidate)
            except Refused:
                self.answer.refused += 1
                continue
            self.run(candidate, design)
            return
        self.answer.runs += 1

    def run(self, candidate: Candidate, design: Design, counts: bool = True) -> None:
        """Run a candidate, and keep its result. One that does not count is a start for the others only."""
        ran = judging.watch(design, self._limit)
        self._watch(design, ran.ticks)
        moved = tuple(part for part in ran.moved if part in self._own)
        if counts:
            self.answer.runs += 1
            self.answer.ticks += ran.ticks
        if ran.outcome == "won":
            self._won(candidate, ran.ticks)
            ran = ran._replace(nearness=0.0)  # a win is no stepping stone: the search goes on for other ways
        self.archive.add(Entry(candidate, ran.nearness, moved, ran.paths))

    def _won(self, candidate: Candidate, ticks: int) -> None:
        self.answer.won += 1
        alike = tuple(candidate.used.items())
        self._alike[alike] += 1
        if self._alike[alike] <= _ALIKE:
            least, ticks = reduced(self._level, candidate, ticks, self._watch)
            self.answer.wins = (*self.answer.wins, Win(least, self.answer.runs, ticks))
