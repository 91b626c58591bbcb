"""The workers of a search: orders about a level out, answers of a type in.

If a process dies over an order, that order has a failure for an answer. It would die again: what it ran is the same
each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks import pool
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, unpack
from sandbox.tasks.task_process import Setup
from sandbox.trials.search.search_worker import Order


class OrderWorkers:
    """Workers that carry out the orders of a search, wherever they are; close it to end them."""

    def __init__(self, workers: pool.Workers) -> None:
        self._workers = workers

    def answers(self, next_order: Callable[[], tuple[int, Order] | None], type_: Any) -> Iterator[tuple[int, Any]]:
        """Carry out orders, and yield each number with its answer (of a type, or a `Failure`) as it comes.

        Args:
            next_order: returns the next order with its number; None while no order can be given, or there is none.
        """
        for number, end in self._workers.answers(next_order):
            yield number, unpack(end.value, type_) if isinstance(end, Answer) else end

    def close(self) -> None:
        """End all workers."""
        self._workers.close()


class SearchWorkers(OrderWorkers):
    """Up to so many processes that work for one level at a time.

    Args:
        gentle: let the other processes of this computer go first.
    """

    def __init__(self, level: Design, jobs: int, limits: Limits, gentle: bool = False) -> None:
        self._pool = pool.Pool(Setup("sandbox.trials.search.search_worker", limits, gentle=gentle), jobs)
        super().__init__(self._pool)
        self.use(level)

    def use(self, level: Design) -> None:
        """Let the next orders be about a level."""
        self._pool.greet(document.to_plain(level))

    def kill(self) -> None:
        """End all processes from another thread; the one that waits for their answers gets a failure for each."""
        self._pool.kill()
