"""The whole search for solutions of a level, on any number of processes with the same answer.

Its islands are numbered. Each starts from the merged archive of all islands but the last few before it, so it can
begin before those are done, and still always begins from the same. What comes of them is merged in their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels.ways import DIFFERENT_KINDS
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import Failure
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.trials.judging import run_ticks
from sandbox.trials.search.archive import Archive, Entry, Family
from sandbox.trials.search.island import RUNS, IslandAnswer
from sandbox.trials.search.search_worker import Explore, MeasureMargin, Order
from sandbox.trials.search.workers import OrderWorkers, SearchWorkers
from sandbox.trials.win_store import Margin, Win

BEHIND = 8  # islands that one does not wait for: as many can be searched at a time

NEAR = 0.5  # of the goals: what came nearer came near
MOST_NEAR = 5  # kinds of way that a result names although they did not win
_MEASURED = 4  # wins with the same parts whose margin is measured

Alike = tuple[tuple[str, int], ...]  # the items of the stock that a win uses, with their numbers


class Plan(NamedTuple):
    """The budget of a search."""

    runs: int = 3000
    seed: int = 1
    seconds: float | None = None  # that a run gets; None: as `run_ticks` has it from the level's par
    jobs: int = 1
    limits: Limits = USUAL


class NearWay(Struct, frozen=True, array_like=True):
    """A kind of way that came near and did not win: the items of the stock that were set off, in order."""

    pieces: tuple[str, ...]
    nearness: float


class SearchResult(Struct, frozen=True):
    """The result of a search; `lost` has a sentence for each island that gave no answer.

    `near` has the kinds of way that came near, of pieces that are none of a win's, the nearest first.
    """

    runs: int
    ticks: int
    refused: int
    won: int
    first: int | None  # the number of the first run that won
    wins: tuple[Win, ...]
    nearest: float
    lost: tuple[str, ...]
    near: tuple[NearWay, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True if the same search would give the same result: no process has died of its limits."""
        return not self.lost


def refuse(level: Design) -> None:
    """Refuse a level whose placements can't be tried, or that has no other placement than its own.

    Raises:
        Refused: it has no goal, or no stock, or nothing in it.
    """
    _refuse_endless(level)
    if not has_stock(level):
        raise Refused("the level's stock is empty, so there is nothing to place")


def has_stock(level: Design) -> bool:
    """Tell whether a level's stock has anything to place."""
    return any(item.count for item in level.stock_items.values())


def _refuse_endless(level: Design) -> None:
    if not level.goals:
        raise Refused("the level has no goal, so no placement wins it")
    if level.stock is None:
        raise Refused("the level has no stock: with every part at hand there is no end of placements to try")


class Search:
    """A search in progress: the wins of its islands so far, in the order of the islands.

    A level with an empty stock gets one run, as it is: there is nothing else to try.
    """

    def __init__(self, level: Design, plan: Plan) -> None:
        _refuse_endless(level)
        self.level, self.plan = level, plan
        runs = plan.runs if has_stock(level) else 1
        self._sizes = [min(RUNS, runs - first) for first in range(0, runs, RUNS)]
        self._answers: dict[int, IslandAnswer | Failure] = {}
        # The archive after each island, as far as there is no gap, and the families that have won by then.
        self._merged: list[tuple[Entry, ...]] = []
        self._families: list[tuple[Family, ...]] = []
        self._given = 0

    def run(self, progress: ShowProgress = unseen, workers: OrderWorkers | None = None) -> SearchResult:
        """Search all islands, and measure the margins of the wins.

        Args:
            workers: those that do the work, closed in the end; processes of this computer unless given.
        """
        workers = workers or SearchWorkers(self.level, self.plan.jobs, self.plan.limits)
        try:
            for number, answer in workers.answers(self._next_island, IslandAnswer):
                self._answers[number] = answer
                self._merge()
                progress(sum(self._sizes[number] for number in self._answers), sum(self._sizes))
            return self.outcome(self._margins(workers))
        finally:
            workers.close()

    def _next_island(self) -> tuple[int, Order] | None:
        number, needed = self._given, self._given - BEHIND
        if number >= len(self._sizes) or needed >= len(self._merged):
            return None
        self._given += 1
        plan = self.plan
        limit = run_ticks(self.level, plan.seconds)
        entries = self._merged[needed] if needed >= 0 else ()
        won = self._families[needed] if needed >= 0 else ()
        return number, Explore(plan.seed, number, self._sizes[number], limit, entries, won)

    def _merge(self) -> None:
        """Merge the answers that have come, in the order of the islands."""
        while len(self._merged) in self._answers:
            answer = self._answers[len(self._merged)]
            archive = Archive(self._merged[-1] if self._merged else ())
            for entry in answer.entries if isinstance(answer, IslandAnswer) else ():
                archive.add(entry)
            won = answer.families if isinstance(answer, IslandAnswer) else ()
            self._merged.append(tuple(archive.entries))
            self._families.append(tuple(sorted({*won, *(self._families[-1] if self._families else ())})))

    # -- what has been found

    def _wins(self) -> dict[Alike, list[Win]]:
        """Collect the wins by what they use, in the order of their runs, which count from the first island."""
        wins: dict[Alike, list[Win]] = defaultdict(list)
        for number in sorted(self._answers):
            answer = self._answers[number]
            for win in answer.wins if isinstance(answer, IslandAnswer) else ():
                alike = wins[_alike(win)]
                if all(win.candidate != earlier.candidate for earlier in alike):
                    alike.append(replace(win, run=number * RUNS + win.run))
        return wins

    def _margins(self, workers: OrderWorkers) -> dict[tuple[Alike, int], Margin]:
        """Measure the margins of the first wins of each sort."""
        waiting = [(alike, index) for alike, wins in self._wins().items() for index in range(min(_MEASURED, len(wins)))]
        wins, numbers, margins = self._wins(), iter(range(len(waiting))), {}

        def next_order() -> tuple[int, Order] | None:
            number = next(numbers, None)
            if number is None:
                return None
            win = wins[waiting[number][0]][waiting[number][1]]
            return number, MeasureMargin(win.candidate, win.ticks)

        for number, margin in workers.answers(next_order, Margin):
            if isinstance(margin, Margin):
                margins[waiting[number]] = margin
        return margins

    def outcome(self, margins: dict[tuple[Alike, int], Margin] | None = None) -> SearchResult:
        """Return what has been found so far: of each sort of win the one with the widest margin, the smallest first."""
        answers = {number: self._answers[number] for number in sorted(self._answers)}
        good = [answer for answer in answers.values() if isinstance(answer, IslandAnswer)]
        lost = tuple(
            f"runs {number * RUNS + 1} to {number * RUNS + self._sizes[number]} count for nothing: "
            f"{answer.sentence(optional=False)}"
            for number, answer in answers.items()
            if isinstance(answer, Failure)
        )
        every = self._wins()
        best = tuple(sorted((_best(alike, wins, margins or {}) for alike, wins in every.items()), key=_order))
        return SearchResult(
            sum(answer.runs for answer in good),
            sum(answer.ticks for answer in good),
            sum(answer.refused for answer in good),
            sum(answer.won for answer in good),
            min((win.run for wins in every.values() for win in wins), default=None),
            best,
            max((entry.nearness for entry in self._merged[-1]), default=0.0) if self._merged else 0.0,
            lost,
            self._near(best),
        )

    def _near(self, wins: Iterable[Win]) -> tuple[NearWay, ...]:
        """Return the kinds of way that came near, apart from the wins and from each other."""
        known, near = [{*win.candidate.used} for win in wins], list[NearWay]()
        for entry in Archive(self._merged[-1]).best_of_families if self._merged else ():
            is_new = all(len(pieces ^ {*entry.way}) >= DIFFERENT_KINDS for pieces in known)
            if entry.way and entry.nearness >= NEAR and is_new and len(near) < MOST_NEAR:
                known.append({*entry.way})
                near.append(NearWay(entry.way, round(entry.nearness, 4)))
        return tuple(near)


def _alike(win: Win) -> Alike:
    return tuple(win.candidate.used.items())


def _best(alike: Alike, wins: list[Win], margins: dict[tuple[Alike, int], Margin]) -> Win:
    """Choose the win with the widest margin, the earliest of equals."""

    def width(index: int) -> tuple[float, bool]:
        margin = margins.get((alike, index))
        return (margin.mm, margin.turns is not False) if margin is not None else (-1.0, False)

    index = max(range(min(_MEASURED, len(wins))), key=lambda index: (width(index), -index))
    return replace(wins[index], margin=margins.get((alike, index)), alike=len(wins))


def _order(win: Win) -> tuple[int, float, int]:
    return win.candidate.size, -(win.margin.mm if win.margin is not None else -1.0), win.run
