"""Check a level: does it make sense, is it solved but not by itself, how exactly must one build, and is it good?

A solution is a recording. To see whether it still wins, its commands are plain to the level as it is now; then it is
run again with parts left out, moved, turned. Each bar gives findings: faults are bad, matters of taste are doubts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.commands.commands import to_json
from sandbox.design.design import Design
from sandbox.design.geometry import total
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.levels.level_rules import Finding, sense
from sandbox.levels.run_facts import Solution
from sandbox.levels.solution_files import Attempt
from sandbox.levels.solution_places import how_to_record
from sandbox.machine import overlaps
from sandbox.machine.overlaps import Overlap
from sandbox.tasks.progress import ShowProgress, of_part, unseen
from sandbox.trials.checks import empty_run, grid, hunt, margins, open_puzzles, presentation
from sandbox.trials.checks import solving as solutions_of
from sandbox.trials.checks.hunt import HuntPlan
from sandbox.trials.checks.kept_results import Results
from sandbox.trials.checks.margins import LEAST, Tolerance
from sandbox.trials.checks.solving import USUAL_S
from sandbox.trials.search.search import SearchResult

Report = Callable[[Finding], object]


class CheckPlan(NamedTuple):
    """The thoroughness of a check.

    Without `margins` nothing is found out about how exactly one must build, which takes most of the time. With `grid`
    many more places are tried than a hand would reach by being inexact, which takes far longer.
    """

    least: float = LEAST  # mm that each part must be allowed to be off
    margins: bool = True
    grid: bool = False
    seconds: tuple[float, float] = USUAL_S  # from the start to the win
    hunt: HuntPlan | None = None  # for shortcuts; it takes a minute or more
    # The recordings of all ways to solve an open puzzle, its solution first; None: they are not looked at.
    ways: tuple[Path, ...] | None = None
    way_margins: bool = False  # also finds out, of each way, how exactly one must build it


USUAL = CheckPlan()


class CheckAnswer(NamedTuple):
    """All results of a check."""

    title: str
    findings: tuple[Finding, ...]
    seconds: float | None = None  # from start to win, if it is solved
    placed: int | None = None  # parts of the player in the solution
    tolerances: tuple[Tolerance, ...] = ()
    by_hand: bool = False  # the level is about building, and the solution wins it by hand
    machine: Design | None = None  # as the solution builds it; not in the written form

    @property
    def sound(self) -> bool:
        return all(finding.grade != "bad" for finding in self.findings)

    @property
    def doubts(self) -> int:
        """The number of bars that it fails as a matter of taste."""
        return len([finding for finding in self.findings if finding.grade == "doubt"])

    @property
    def doubt_words(self) -> str:
        """The number of doubts as an addition to a sentence: ", with 2 doubts"; empty if there is none."""
        return f", with {self.doubts} doubt{'s' if self.doubts > 1 else ''}" if self.doubts else ""

    def strictly(self) -> CheckAnswer:
        """Return the answer in which each doubt is a fault."""
        return self._replace(
            findings=tuple(
                finding._replace(grade="bad") if finding.grade == "doubt" else finding for finding in self.findings
            )
        )

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        return {
            "title": self.title,
            "sound": self.sound,
            "findings": [finding._asdict() for finding in self.findings],
            "solved": {"seconds": self.seconds, "placed": self.placed, "by_hand": self.by_hand}
            if self.seconds is not None
            else None,
            "placing": [
                {
                    "title": row.title,
                    "parts": list(row.parts),
                    "mm": row.mm,
                    "fails": dict(zip(("mm", "direction", "outcome"), row.fails, strict=True)) if row.fails else None,
                }
                for row in self.tolerances
            ],
        }

    @staticmethod
    def from_json(plain: dict[str, Any]) -> CheckAnswer:
        """Read an answer back from the result of `as_json`."""
        solved = plain["solved"] or {"seconds": None, "placed": None, "by_hand": False}
        tolerances = tuple(
            Tolerance(
                row["title"], tuple(row["parts"]), row["mm"], tuple(row["fails"].values()) if row["fails"] else None
            )
            for row in plain["placing"]
        )
        findings = tuple(Finding(**finding) for finding in plain["findings"])
        return CheckAnswer(plain["title"], findings, solved["seconds"], solved["placed"], tolerances, solved["by_hand"])


class _Step(NamedTuple):
    """A step of a check: its name, its share of the time, and the function that yields its findings."""

    words: str
    weight: float
    run: Callable[[ShowProgress], Iterator[Finding]]
    of_solution: bool = False  # left out if there is none


class _Check:
    """A check in progress."""

    def __init__(self, level: Design, solving: Attempt | None, name: str, plan: CheckPlan, results: Results) -> None:
        self.level, self.solving, self.name, self.plan, self.results = level, solving, name, plan, results
        self.solved: Solution | None = None
        self.by_hand = False
        self.tolerances: tuple[Tolerance, ...] = ()
        self.ways: list[open_puzzles.RecordedWay] = []

    def steps(self) -> list[_Step]:
        """List the steps in the order in which they are taken."""
        plan = self.plan
        steps = [
            _Step("its goals and hints", 0.5, lambda _: iter(sense(self.level))),
            _Step("its texts and sizes", 0.5, lambda _: iter(presentation.findings(self.level))),
            _Step("overlaps", 0.5, self._overlaps),
            _Step("the empty run", 8.0, self._empty_run),
            _Step("the solution", 2.0, self._solution),
            _Step("leaving out each part", 2.0, self._needless, of_solution=True),
        ]
        if self.level.open:
            steps += [
                _Step("what makes it open", 0.5, lambda _: open_puzzles.findings(self.level)),
                _Step("its ways", 20.0, self._ways),
            ]
        if plan.margins:
            steps += [
                _Step("placing each part a little off", 60.0, self._margins, of_solution=True),
                _Step("turning each part a little", 1.0, self._turns, of_solution=True),
                _Step("the places on the grid nearby", 6.0, self._nearby, of_solution=True),
                _Step("random places", 20.0, self._speckles, of_solution=True),
            ]
        if self.level.open and plan.way_margins:
            steps.append(_Step("building its other ways a little off", 120.0, self._way_margins))
        if plan.grid:
            steps.append(_Step("the places on the grid all around", 400.0, self._around, of_solution=True))
        if plan.hunt is not None:
            steps.append(_Step("shortcuts", 800.0, self._hunt))
        return steps

    def run(self, progress: ShowProgress, report: Report) -> Iterator[Finding]:
        """Take all steps, and yield their findings."""
        steps, done = self.steps(), 0.0
        whole = total(step.weight for step in steps)
        for step in steps:
            if step.of_solution and self.solved is None:
                continue

            share = of_part(progress, done / whole, step.weight / whole, step.words)
            share(0.0)
            for finding in step.run(share):
                report(finding)
                yield finding
            done += step.weight

    def _overlaps(self, share: ShowProgress) -> Iterator[Finding]:
        level = self.level
        deep = self.results.measured("overlap", level, None, tuple[Overlap, ...], lambda: overlaps.found(level))
        yield presentation.of_overlaps(level, deep)

    def _empty_run(self, share: ShowProgress) -> Iterator[Finding]:
        level = self.level
        run = self.results.measured("empty", level, None, empty_run.EmptyRun, lambda: empty_run.measure(level, share))
        yield from empty_run.findings(level, run)

    def _solution(self, share: ShowProgress) -> Iterator[Finding]:
        level, solving = self.level, self.solving
        if solving is None:
            sentence = "nothing proves that it can be solved: there is no recording of a solution"
            yield Finding("bad", f"{sentence}; {how_to_record()}", "solution")
            return
        plain = solutions_of.parameters(solving)
        solved = self.results.measured(
            "solution", level, plain, solutions_of.SolutionFacts, lambda: solutions_of.measure(level, solving)
        )
        self.by_hand = solved.by_hand
        self.solved = None if solved.refused else solutions_of.solution_of(level, solved)
        yield from solutions_of.findings(level, solving, self.name, solved, self.plan.seconds)

    def _ways(self, share: ShowProgress) -> Iterator[Finding]:
        if self.plan.ways is not None:
            self.ways, problems = open_puzzles.ways_in(self.level, self.plan.ways)
            yield from open_puzzles.of_ways(self.ways, problems)

    def _way_margins(self, share: ShowProgress) -> Iterator[Finding]:
        others = [one for one in self.ways if one.recording not in (self.plan.ways or ())[:1]]
        for number, one in enumerate(others):
            part = of_part(share, number / len(others), 1 / len(others), f": {one.recording.name}")
            measure = functools.partial(margins.tightest, progress=part)
            rows = self._measured_of(one.solved, "tightest", tuple[Tolerance, ...], measure)
            yield open_puzzles.of_margin(one, rows, self.plan.least)

    # -- with the solution

    def _measured(self, bar: str, type_: Any, measure: Callable[[Solution], Any], *parameters: Any) -> Any:
        """Return a result about the solution."""
        return self._measured_of(self.winning, bar, type_, measure, *parameters)

    def _measured_of(
        self, solved: Solution, bar: str, type_: Any, measure: Callable[[Solution], Any], *parameters: Any
    ) -> Any:
        """Return a result about a win, which is known by its machine, its commands and its time."""
        live = [to_json(tick, command) for tick, command in solved.live]
        plain = [solved.ticks, live, *parameters]
        return self.results.measured(bar, solved.design, plain, type_, lambda: measure(solved))

    @property
    def winning(self) -> Solution:
        assert self.solved is not None
        return self.solved

    def _needless(self, share: ShowProgress) -> Iterator[Finding]:
        needless = self._measured("needed", solutions_of.Needless, solutions_of.needless)
        yield solutions_of.of_needless(self.winning, needless)

    def _margins(self, share: ShowProgress) -> Iterator[Finding]:
        measure = functools.partial(margins.tolerances, progress=share)
        self.tolerances = self._measured("margin", tuple[Tolerance, ...], measure)
        yield from margins.of_tolerances(self.tolerances, self.plan.least)

    def _turns(self, share: ShowProgress) -> Iterator[Finding]:
        trials = self._measured("turning", tuple[margins.TurnTrial, ...], margins.turns)
        yield from margins.of_turns(self.winning, trials)

    def _nearby(self, share: ShowProgress) -> Iterator[Finding]:
        yield from grid.of_near(self.winning, self._grid(grid.NEAR, share))

    def _around(self, share: ShowProgress) -> Iterator[Finding]:
        yield from grid.of_far(self.winning, self._grid(grid.FAR, share))

    def _grid(self, steps: int, share: ShowProgress) -> tuple[grid.GridPlaces, ...]:
        measure = functools.partial(grid.measure, steps=steps, progress=share)
        places: tuple[grid.GridPlaces, ...] = self._measured("grid", tuple[grid.GridPlaces, ...], measure, steps)
        return places

    def _hunt(self, share: ShowProgress) -> Iterator[Finding]:
        level, plan = self.level, self.plan.hunt
        assert plan is not None
        try:
            hunted = self.results.measured(
                "hunt", level, plan.parameters, SearchResult, lambda: hunt.measure(level, plan, share),
                lambda hunted: hunted.is_whole,
            )  # fmt: skip
        except Refused as refused:
            yield Finding("note", f"no hunt for shortcuts: {refused}", "shortcut")
            return
        stock = total(item.count for item in level.stock_items.values())
        yield from hunt.findings(level, plan, hunted, round(stock) if self.solved is None else self.solved.used)

    def _speckles(self, share: ShowProgress) -> Iterator[Finding]:
        measure = functools.partial(margins.speckles, rows=self.tolerances, progress=share)
        speckled = self._measured("speckle", margins.Speckled, measure, self.tolerances)
        yield from margins.of_speckles(self.winning, speckled)


def check(
    level: Design,
    solving: Attempt | None,
    name: str = "",
    plan: CheckPlan = USUAL,
    results: Results | None = None,
    progress: ShowProgress = unseen,
    report: Report = lambda _: None,
) -> CheckAnswer:
    """Check everything about a level.

    Args:
        solving: its supposed solution.
        name: the words for that.
        results: where results are kept from check to check; by default nowhere.
        report: is called with each finding as soon as there is one.
    """
    level = levels.as_player(level)
    if not level.goals:
        findings = sense(level)
        if level.stock is None:
            findings.append(Finding("good", "it has no goals: free building, nothing to solve"))
        return CheckAnswer(level.title, tuple(findings))
    checking = _Check(level, solving, name, plan, results or Results())
    result = tuple(checking.run(progress, report))
    solved = checking.solved
    if solved is None:
        return CheckAnswer(level.title, result)
    progress(1.0, what="done")
    seconds = solved.ticks / level.world.tick_rate
    return CheckAnswer(
        level.title, result, seconds, len(solved.placed), checking.tolerances, checking.by_hand, solved.design
    )
