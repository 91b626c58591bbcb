"""Let a cluster measure what a check of levels needs: afterwards the check itself finds each result, and runs nothing.

A result is known by all that it depends on, the code that measures included. One that does not fit here is not used.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.dispatch import Dispatcher
from sandbox.cluster.jobs import Assignment, Batch, ClusterJob
from sandbox.design.design import Design
from sandbox.levels.solution_files import Attempt
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, pack, unpack
from sandbox.tasks.progress import ShowProgress
from sandbox.trials.checks import check
from sandbox.trials.checks.check import CheckPlan
from sandbox.trials.checks.check_worker import order_for
from sandbox.trials.checks.kept_results import KeptResults, Results, Unmeasured

LIMITS = Limits(seconds=3600)


class LevelCheck(NamedTuple):
    """A check that is to come: its level, its supposed solution, and how thorough it is."""

    level: Design
    solving: Attempt | None
    plan: CheckPlan


def _is_measured(entry: LevelCheck, results: Results) -> bool:
    """Tell whether all that a check needs is in the folder of results; a hunt has workers of its own."""
    if results.folder is None:
        return False
    try:
        check.check(
            entry.level, entry.solving, plan=entry.plan._replace(hunt=None), results=KeptResults(results.folder)
        )
    except Unmeasured:
        return False
    return True


def measure(
    place: ClusterAddress,
    checks: Sequence[LevelCheck],
    results: Results,
    progress: ShowProgress,
    note: Callable[[str], object],
) -> None:
    """Let the workers of a cluster that compute as this machine does measure for checks, and keep the results.

    Args:
        progress: takes how many checks are measured.
        note: called with a sentence about each worker that is not used, and about each level that must be run here.

    Raises:
        Refused: there is no such cluster, its scheduler is lost, or none of its workers can be used.
    """
    checks = [entry for entry in checks if not _is_measured(entry, results)]
    if not checks:
        return
    numbers = iter(range(len(checks)))

    def next_job() -> Assignment | None:
        number = next(numbers, None)
        if number is None:
            return None
        order = order_for(*checks[number])
        return Assignment(ClusterJob(number, pack(order)))

    dispatcher = Dispatcher(place, Batch("check", LIMITS, b"", ()), True, note)
    done = itertools.count(1)
    try:
        for number, end in dispatcher.answers(next_job):
            if isinstance(end, Answer):
                results.keep(unpack(end.value, dict[str, bytes]))
            else:
                note(f"'{checks[number].level.title}' is run here: {end.sentence('its check', optional=False)}")
            progress(next(done), len(checks))
    finally:
        dispatcher.close()
