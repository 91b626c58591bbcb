"""A process that searches a level for a caller that must not wait, as `sandbox solve` does.

What it has found is in a folder in the end (see `trials.win_store`), also if it was asked to stop early.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandbox.levels import levels
from sandbox.tasks.serving import Teller, serve
from sandbox.trials import win_store
from sandbox.trials.search.search import Plan, Search


class SearchLevel(Struct, frozen=True):
    """An order to search the level in a folder in a number of runs; `solution` is the file of the solution that is
    meant.

    The progress counts the runs.
    """

    folder: str
    plan: Plan
    solution: str | None = None


class _Stopped(Exception):
    """The caller wants no more runs."""


def carry_out(order: SearchLevel, teller: Teller) -> None:
    """Search, and write the list of wins.

    Raises:
        Refused, BadFile, OSError: the level can't be searched, or a file can't be read or written.
    """
    folder, plan = Path(order.folder), order.plan
    level = levels.read(folder / win_store.LEVEL)
    meant = win_store.meant_parts(level, Path(order.solution) if order.solution is not None else None)
    search, complete = Search(level, plan), True

    def progress(done: float, total: float = 1.0, what: str = "") -> None:
        teller.progress(done, total, what)
        if teller.stopped:
            raise _Stopped

    try:
        result = search.run(progress)
    except _Stopped:
        result, complete = search.outcome(), False
    win_store.keep(folder, level, meant, plan.seed, result.runs, complete, result.wins, result.lost)


if __name__ == "__main__":
    serve(carry_out, SearchLevel)
