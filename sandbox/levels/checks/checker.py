"""A process that checks one level for a caller that must not wait: JSON lines of progress, and last the answer.

SOLUTION is a recording, or a file of commands; with OUT these are written as a recording first.

python -m sandbox.levels.checks.checker LEVEL [SOLUTION [OUT]]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solution_files, solutions
from sandbox.levels.checks import check


def main(arguments: list[str]) -> int:
    """Check a level; print JSON lines of progress, and last the answer or an error."""

    def say(what: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    def progress(share: float, what: str) -> None:
        say({"done": share, "what": what})

    level = Path(arguments[0])
    solution_path = Path(arguments[1]) if len(arguments) > 1 else None
    try:
        solving, _ = solution_files.read_solution(level, solution_path)
        name = "your own run" if solution_path is not None else "its recorded solution"
        if len(arguments) > 2 and solving is not None:
            solutions.record_solution(Path(arguments[2]), levels.read(level), solving.commands)
            say({"recorded": arguments[2]})
        answer = check.check(levels.read(level), solving, name, progress=progress)
    except (BadFile, Refused, OSError) as error:
        say({"error": str(error)})
        return 2
    say({"answer": answer.as_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
