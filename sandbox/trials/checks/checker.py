"""A process that checks one level for a caller that must not wait: JSON lines of progress and of findings, and last
the answer.

LOW and HIGH are the least and the most seconds that the solution should take. SOLUTION is a recording, or a file of
commands; with OUT these are written as a recording first.

python -m sandbox.trials.checks.checker LEVEL LOW HIGH [SOLUTION [OUT]]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solution_files, solutions
from sandbox.levels.level_rules import Finding
from sandbox.trials.checks import check
from sandbox.trials.checks.results import Results, folder


def main(arguments: list[str]) -> int:
    """Check a level; print JSON lines of progress and of findings, and last the answer or an error."""

    def say(what: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    def progress(share: float, what: str) -> None:
        say({"done": share, "what": what})

    def report(finding: Finding) -> None:
        say({"finding": finding._asdict()})

    level, low, high, *files = arguments
    solution_path = Path(files[0]) if files else None
    try:
        design = levels.read(Path(level))
        solving, _ = solution_files.read_solution(Path(level), solution_path)
        name = "your own run" if solution_path is not None else "its recorded solution"
        if len(files) > 1 and solving is not None:
            remark = solutions.record_solution(Path(files[1]), design, solving.commands).remark
            say({"recorded": files[1], "remark": remark})
        plan = check.CheckPlan(seconds=(float(low), float(high)))
        answer = check.check(design, solving, name, plan, Results(folder()), progress, report)
    except (BadFile, Refused, OSError) as error:
        say({"error": str(error)})
        return 2
    say({"answer": answer.as_json()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
