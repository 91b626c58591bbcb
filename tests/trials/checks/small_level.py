"""A small level for tests of the checks, and what its check says of a variant of it."""

from __future__ import annotations

from typing import Any

from sandbox.commands import commands as c
from sandbox.commands.driver import Timed
from sandbox.design.design import Count, Design, Goal, PartSpec
from sandbox.levels.level_rules import Finding
from sandbox.levels.solution_files import Attempt
from sandbox.parts import check as fit
from sandbox.trials.checks import check
from sandbox.trials.checks.kept_results import Results

# A ball is to be dropped into a region 0.3 m wide on the floor.
LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("The ball is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 1, "crate": 1},
        allow=("press",),
        next_id=3,
    )
)
DROP: tuple[Timed, ...] = ((0, c.Place("tennis_ball", 0.25, 0.6)), (0, c.Start()))


def answer_of(
    level: Design = LEVEL, commands: tuple[Timed, ...] | None = DROP, results: Results | None = None, **plan: Any
) -> check.CheckAnswer:
    """Check a level with commands as its solution."""
    solving = None if commands is None else Attempt(commands, commands[-1][0] + 2000)
    return check.check(level, solving, "it", check.CheckPlan(**plan), results)


def finding_of(answer: check.CheckAnswer, bar: str) -> Finding:
    """Return the only finding of a bar that matters."""
    (finding,) = (finding for finding in answer.findings if finding.bar == bar)
    return finding
