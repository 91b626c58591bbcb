"""The search for placements that win a level, for programmers."""

from __future__ import annotations

from pathlib import Path

from sandbox.api.level import Level, level_of
from sandbox.api.run import Run
from sandbox.errors import Refused
from sandbox.tasks import cores
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.trials.candidate import commands_of
from sandbox.trials.search.search import Plan, Search
from sandbox.trials.win_store import Win


def solve(
    level: Level | str | Path,
    *,
    runs: int = 3000,
    seed: int = 1,
    seconds: float | None = None,
    jobs: int | None = None,
    progress: ShowProgress = unseen,
) -> list[Run]:
    """Search for placements of a level's stock that win it; its hints are not read.

    The answer depends on the level, the program, `runs` and `seed` alone, on however many processes.

    Args:
        runs: the number of placements that are tried, each on the machine.
        seed: another number makes other tries.
        seconds: the time that each run gets; without it, its par and 5 s more, at least 12 s.
        jobs: the number of processes; without it, one for each core.
        progress: called with how many runs are done, and how many there are in all.

    Returns:
        A run for each sort of win, up to its win, with the fewest pieces first; none if nothing wins.

    Raises:
        BadFile: there is no such level.
        Refused: it has no goal or no stock, or nothing was found because processes have died.
    """
    level = level_of(level)
    search = Search(level.design, Plan(runs, seed, seconds, jobs or cores.usable()))
    result = search.run(progress)
    if result.lost and not result.wins:
        raise Refused(result.lost[0])
    return [_run_of(level, win) for win in result.wins]


def _run_of(level: Level, win: Win) -> Run:
    """Return the run that a win is, once more in this process."""
    run = level.start()
    for _, command in commands_of(level.design, win.candidate):
        run.do(command.verb, **command.to_fields())
    run.step(win.ticks)
    if not run.won:
        raise RuntimeError(f"what wins '{level.title}' in another process does not win in this one")
    return run
