"""Let a cluster carry out the orders of a search: the counterpart of a pool of processes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.dispatch import Dispatcher
from sandbox.cluster.jobs import Assignment, Batch, ClusterJob
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import End, pack
from sandbox.tasks.pool import NextOrder
from sandbox.trials.search.workers import OrderWorkers

WORTH = 0.4  # seconds of small orders that are sent together


class ClusterPool:
    """The workers of a cluster that compute as this machine does; close it to end all that they do for it.

    Args:
        batch: without jobs, the pattern of all that are sent.
        note: called with a sentence about each worker that is not used, and the like.

    Raises:
        Refused: there is no such cluster, or none of its workers can be used.
    """

    def __init__(self, place: ClusterAddress, batch: Batch, note: Callable[[str], object]) -> None:
        self._dispatcher = Dispatcher(place, batch, True, note, worth=WORTH)
        self._jobs = itertools.count()

    def answers(self, next_order: NextOrder) -> Iterator[tuple[int, End]]:
        """Carry out orders, and yield each number with its answer as it comes.

        Raises:
            Refused: the scheduler is lost, or there are no workers any more.
        """
        numbers: dict[int, int] = {}  # of the order, by that of the job: two series of orders have the same numbers

        def next_job() -> Assignment | None:
            numbered = next_order()
            if numbered is None:
                return None
            number, order = numbered
            job = ClusterJob(next(self._jobs), pack(order))
            numbers[job.number] = number
            return Assignment(job)

        for job, end in self._dispatcher.answers(next_job):
            number = numbers.pop(job)
            yield number, replace(end, number=number)

    def close(self) -> None:
        """End all that the workers do."""
        self._dispatcher.close()


class ClusterWorkers(OrderWorkers):
    """The workers of a cluster at the orders of a search about a level; the arguments are as in `ClusterPool`."""

    def __init__(self, place: ClusterAddress, level: Design, limits: Limits, note: Callable[[str], object]) -> None:
        super().__init__(ClusterPool(place, Batch("search", limits, pack(document.to_plain(level)), ()), note))
