"""A process that searches a level for a caller that must not wait, as `sandbox solve` does.

It writes JSON lines of its progress, and at last {"found": true} or {"error": ...}. What it has found is then in
FOLDER (see `trials.wins`). A line `stop` on standard input ends the search early, with what it has found by then; the
end of standard input ends it at once.

python -m sandbox.trials.checks.search_process FOLDER RUNS SEED JOBS [SOLUTION]
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import IO, Any

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.trials import wins
from sandbox.trials.search.search import Plan, Search


class Stopped(Exception):
    """The caller wants no more runs."""


class StoppableSearch:
    """A search of the level in a folder, which can be stopped by another thread."""

    def __init__(self, folder: Path, plan: Plan, solution: Path | None = None) -> None:
        self._folder, self._plan, self._solution = folder, plan, solution
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the search after the runs that are under way."""
        self._stopped.set()

    def run(self, say: Any) -> None:
        """Search, and write the list of wins; `say` gets plain values about the progress.

        Raises:
            Refused, BadFile, OSError: the level can't be searched, or a file can't be read or written.
        """
        level = levels.read(self._folder / wins.LEVEL)
        meant = wins.meant_parts(level, self._solution)
        search, complete = Search(level, self._plan), True

        def progress(runs: int, won: int) -> None:
            say({"runs": runs, "wins": won})
            if self._stopped.is_set():
                raise Stopped

        try:
            result = search.run(progress)
        except Stopped:
            result, complete = search.outcome(), False
        wins.keep(self._folder, level, meant, self._plan.seed, result.runs, complete, result.wins, result.lost)


def _obey(orders: IO[bytes], search: StoppableSearch) -> None:
    """Wait for the order to stop; end this process, and thereby its workers, when there will be no more orders."""
    for line in orders:
        if line.strip() == b"stop":
            search.stop()
    os._exit(1)


def main(arguments: list[str]) -> int:
    """Search a level; print JSON lines of progress, and last that it is found or an error."""

    def say(message: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    folder, runs, seed, jobs = Path(arguments[0]), int(arguments[1]), int(arguments[2]), int(arguments[3])
    search = StoppableSearch(folder, Plan(runs, seed, jobs=jobs), Path(arguments[4]) if len(arguments) > 4 else None)
    threading.Thread(target=_obey, args=(sys.stdin.buffer, search), name="orders", daemon=True).start()
    try:
        search.run(say)
    except (BadFile, Refused, OSError) as error:
        say({"error": str(error)})
        return 2
    say({"found": True})
    return 0


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))  # the thread that reads orders still waits
