"""Let a cluster carry out the orders of a search: the counterpart of `solver.workers.Workers`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.dispatch import Dispatcher
from sandbox.cluster.jobs import Assignment, Batch, ClusterJob
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import End, Failure
from sandbox.trials.search.worker import Greeting, Order
from sandbox.trials.search.workers import Lost

WORTH = 0.4  # seconds of small orders that are sent together


class ClusterWorkers:
    """The workers of a cluster that compute as this machine does, at the orders of a search; close it to end them.

    Args:
        note: called with a sentence about each worker that is not used, and the like.

    Raises:
        Refused: there is no such cluster, or none of its workers can be used.
    """

    def __init__(self, place: ClusterAddress, level: Design, limits: Limits, note: Callable[[str], object]) -> None:
        greeting = msgspec.json.encode(Greeting(document.to_plain(level), limits.seconds))
        self._dispatcher = Dispatcher(place, Batch("search", limits, greeting, ()), True, note, worth=WORTH)
        self._jobs = itertools.count()

    def answers(self, next_order: Callable[[], tuple[int, Order] | None], type_: Any) -> Iterator[tuple[int, Any]]:
        """Carry out orders, and yield each number with its answer (of a type, or `Lost`) as it comes.

        Args:
            next_order: returns the next order with its number; None while no order can be given, or there is none.

        Raises:
            Refused: the scheduler is lost, or there are no workers any more.
        """
        numbers: dict[int, int] = {}  # of the order, by that of the job: two series of orders have the same numbers

        def next_job() -> Assignment | None:
            numbered = next_order()
            if numbered is None:
                return None
            number, order = numbered
            job = ClusterJob(next(self._jobs), msgspec.json.encode(order))
            numbers[job.number] = number
            return Assignment(job)

        for job, end in self._dispatcher.answers(next_job):
            yield numbers.pop(job), self._answer(end, type_)

    def _answer(self, end: End, type_: Any) -> Any:
        if isinstance(end, Failure):
            return Lost(end.sentence(optional=False))
        return msgspec.json.decode(end.value, type=type_)

    def close(self) -> None:
        """End all that the workers do for this search."""
        self._dispatcher.close()
