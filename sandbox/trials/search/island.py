"""Islands: parts of a search, each a fixed number of runs with random numbers of its own, from a given archive.

An island is a pure function of the level, the code, its seed and the archive that it starts from. So a search may be
shared out over any number of processes, and its answer is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, Reference, fitting, reference
from sandbox.trials.search.archive import Archive, Entry, Family
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
    families: tuple[Family, ...] = ()  # that have won


def explore(
    level: Design, seed: int, number: int, runs: int, limit: int, entries: Iterable[Entry] = (),
    won: Iterable[Family] = (),
) -> IslandAnswer:  # fmt: skip
    """Search an island.

    Args:
        seed: of the whole search.
        number: of the island in it; the first one also runs the level as it is.
        limit: ticks that a run may take.
        entries: the archive to start from.
        won: the families that have won by then.
    """
    island = Island(level, Numbers(mixed(seed, number)), limit, entries, won=won)
    if number == 0 or not island.archive.entries:
        island.run(Candidate(), level, number == 0)
    while island.answer.runs < runs:
        island.step()
    island.answer.entries = tuple(island.archive.entries)
    island.answer.families = tuple(sorted(island.archive.won))
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
        won: Iterable[Family] = (),
    ) -> None:
        self.archive, self.answer = Archive(entries, won), IslandAnswer()
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
        order = tuple(reference(self._level, part) for part in ran.order)
        moved = tuple(sorted(part for part in order if part in self._own))
        way = _way(candidate, order)
        if counts:
            self.answer.runs += 1
            self.answer.ticks += ran.ticks
        if ran.outcome == "won":
            self._won(candidate, ran.ticks)
            self.archive.won.add(tuple(sorted(way)))
            ran = ran._replace(nearness=0.0)  # a win is no stepping stone: the search goes on for other ways
        self.archive.add(Entry(candidate, ran.nearness, moved, ran.paths, order, way, ran.unmet))

    def _won(self, candidate: Candidate, ticks: int) -> None:
        self.answer.won += 1
        alike = tuple(candidate.used.items())
        self._alike[alike] += 1
        if self._alike[alike] <= _ALIKE:
            least, ticks = reduced(self._level, candidate, ticks, self._watch)
            self.answer.wins = (*self.answer.wins, Win(least, self.answer.runs, ticks))


def _way(candidate: Candidate, order: Sequence[Reference]) -> tuple[str, ...]:
    """Return the items of a candidate that were set off, each once, in order: a link with the later of its ends."""
    names = []
    seen: set[Reference] = set()
    for part in order:
        seen.add(part)
        if part < 0:
            names.append(candidate.placements[-1 - part].item)
        for tie in candidate.ties:
            ends = tie.a.part, tie.b.part
            if part in ends and seen.issuperset(ends):
                names.append(tie.item)
    return tuple(dict.fromkeys(names))
