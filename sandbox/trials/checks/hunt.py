"""The hunt for shortcuts: does the search of `sandbox solve` win a level with fewer parts than its solution?"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.commands.commands import to_json
from sandbox.design.design import Design
from sandbox.levels import solutions
from sandbox.levels.level_rules import Finding
from sandbox.recording.plain_text import SUFFIX
from sandbox.tasks import cores
from sandbox.tasks.limits import Limits
from sandbox.tasks.progress import ShowProgress
from sandbox.trials.candidate import commands_of
from sandbox.trials.checks.margins import LEAST
from sandbox.trials.checks.open_puzzles import smallest
from sandbox.trials.search.search import Plan, Search, SearchResult
from sandbox.trials.search.workers import OrderWorkers
from sandbox.trials.win_store import Win, proven

RUNS = 3000


class HuntPlan(NamedTuple):
    """The budget of a hunt, and where its recordings go: into a folder, named after the level's file."""

    level: Path
    runs: int = RUNS
    seed: int = 1
    jobs: int = 0  # processes; 0: one for each core
    out: Path | None = None
    workers: Callable[[Design, Limits], OrderWorkers] | None = None  # makes the search's workers; else processes

    @property
    def parameters(self) -> Any:
        """Return all numbers that the result of the hunt depends on."""
        return [self.runs, self.seed]


def measure(level: Design, plan: HuntPlan, progress: ShowProgress) -> SearchResult:
    """Search, and prove each win by a recording.

    Raises:
        Refused: the level has no goal or no stock.
    """
    search = Search(level, Plan(plan.runs, plan.seed, jobs=plan.jobs or cores.usable()))
    workers = plan.workers(level, search.plan.limits) if plan.workers is not None else None
    result = search.run(progress, workers)
    with tempfile.TemporaryDirectory(prefix="sandbox-hunt-") as folder:
        return replace(result, wins=proven(level, plan.level.stem, result.wins, Path(folder)))


def findings(level: Design, plan: HuntPlan, hunted: SearchResult, used: int) -> list[Finding]:
    """Judge the wins of a hunt; the recordings of shortcuts are written if the plan names a folder.

    Args:
        used: the number of parts and links that the solution uses.

    Raises:
        OSError: a recording can't be written.
    """
    needed = smallest(used) if level.open else used  # many machines win an open puzzle, but no cheap one
    result = [Finding("note", sentence, "shortcut") for sentence in hunted.lost]
    shorter = [win for win in hunted.wins if win.size < used and not win.problem]
    written = _write(level, plan, shorter)
    for win, path in zip(shorter, written, strict=True):
        result.append(_of_win(level, win, used, path, is_cheap=win.size < needed))
    if not any(finding.grade == "bad" for finding in result):
        more = f" at a margin of {LEAST:g} mm" if shorter else ""
        sentence = f"{hunted.runs} runs of seed {plan.seed} found no win with fewer than {needed} parts and links{more}"
        if not hunted.runs:
            sentence = f"nothing was tried, so nobody knows whether fewer than {needed} parts and links win"
        figures = {
            "runs": hunted.runs,
            "seed": plan.seed,
            "won_runs": hunted.won,
            "used": used,
            "smallest": min((win.size for win in hunted.wins if not win.problem), default=None),
            "fastest_s": _fastest(level, hunted, used),
        }
        result.append(Finding("good" if hunted.runs else "doubt", sentence, "shortcut", figures))
    return result


def _fastest(level: Design, hunted: SearchResult, used: int) -> float | None:
    """Return the seconds of the fastest win at a margin, with no more parts and links than the solution uses."""
    times = [
        win.ticks / level.world.tick_rate
        for win in hunted.wins
        if win.size <= used and win.mm >= LEAST and not win.problem
    ]
    return min(times, default=None)


def _write(level: Design, plan: HuntPlan, shorter: list[Win]) -> list[Path | None]:
    """Record shortcuts, each of which is proven already; return the places of the recordings, None for none."""
    if plan.out is None:
        return [None] * len(shorter)
    places: list[Path | None] = []
    for number, win in enumerate(shorter, 1):
        place = plan.out / f"{plan.level.stem}.solve{number}{SUFFIX}"
        solutions.record_solution(place, level, commands_of(level, win.candidate))
        places.append(place)
    return places


def _of_win(level: Design, win: Win, used: int, path: Path | None, is_cheap: bool) -> Finding:
    wide = win.mm >= LEAST
    seconds = win.ticks / level.world.tick_rate
    margin = f"a margin of {win.mm:g} mm" if win.mm else "less than 3 mm of margin"
    sentence = f"won with {win.size} of {used} parts ({win.words}) after {seconds:.2f} s, with {margin}"
    sentence += f": {path}" if path is not None else "; --out keeps the recording"
    figures = {
        "parts": win.size,
        "of": used,
        "uses": win.candidate.used,
        "seconds": seconds,
        "run": win.run,
        "margin_mm": win.mm,
        "turns": win.turns,
        "recording": str(path) if path is not None else None,
        "commands": [to_json(tick, command) for tick, command in commands_of(level, win.candidate)],
    }
    return Finding("bad" if wide and is_cheap else "note", sentence, "shortcut", figures)
