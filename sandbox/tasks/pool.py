"""Tasks carried out by many child processes at once; their answers come as they are ready, or in order.

If a process dies over a task, that task has a failure for an answer, and another process takes its place. It is not
tried again: what it ran is the same each time.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Protocol, Self

from sandbox.tasks.messages import End, Progress, pack
from sandbox.tasks.task_process import Setup, TaskProcess

NextOrder = Callable[[], tuple[int, Any] | None]  # None while no order can be given, or there is none
OnProgress = Callable[[Progress], object] | None


class Workers(Protocol):
    """Workers that carry out tasks: the processes of a `Pool`, or the machines of a cluster."""

    def answers(self, next_order: NextOrder) -> Iterator[tuple[int, End]]:
        """Carry out orders, and yield each number with the answer as it comes."""

    def close(self) -> None:
        """End all that works."""


class Pool:
    """Up to so many processes, which are started when they are needed, and kept; close it to end them."""

    def __init__(self, setup: Setup, jobs: int = 1, progress: OnProgress = None) -> None:
        """`progress` gets the news of all tasks."""
        self._setup, self._jobs, self._progress = setup, jobs, progress
        self._greeting = b""
        self._idle: list[TaskProcess] = []
        self._alive: list[TaskProcess] = []
        self._busy = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def greet(self, value: Any) -> None:
        """Tell every process the common subject of the next orders; each process is told before the first of them."""
        self._greeting = pack(value)

    def answers(self, next_order: NextOrder) -> Iterator[tuple[int, End]]:
        """Carry out orders, and yield each number with its answer as it comes."""
        while True:
            while len(self._busy.get_map()) < self._jobs and (order := next_order()) is not None:
                self._give(*order)
            if not self._busy.get_map():
                return
            for process in self._with_output():
                end = self._heard(process)
                if end is not None:
                    yield end.number, end

    def each(self, orders: Iterable[Any]) -> Iterator[tuple[int, End]]:
        """Carry out orders, and yield each answer as it comes, with the place of its order, counted from 0."""
        numbered = iter(enumerate(orders))
        return self.answers(lambda: next(numbered, None))

    def in_order(self, orders: Iterable[Any]) -> Iterator[End]:
        """Carry out orders, and yield their answers in the same order."""
        early: dict[int, End] = {}
        due = 0
        for number, end in self.each(orders):
            early[number] = end
            while due in early:
                yield early.pop(due)
                due += 1

    def ask(self, order: Any) -> End:
        """Carry out one order."""
        ((_, end),) = self.each([order])
        return end

    def _give(self, number: int, order: Any) -> None:
        if self._idle:
            process = self._idle.pop()
        else:
            process = TaskProcess(self._setup)
            self._alive.append(process)
        self._busy.register(process.output, selectors.EVENT_READ, process)
        process.greet(self._greeting)
        process.give(number, order)

    def _with_output(self) -> list[TaskProcess]:
        """Wait until some process has written something; a single one is not waited for, as reading does that."""
        busy = self._busy.get_map()
        if len(busy) == 1:
            return [key.data for key in busy.values()]
        return [key.data for key, _ in self._busy.select()]

    def _heard(self, process: TaskProcess) -> End | None:
        """Read the messages of a process; return the end of its task when that has come."""
        for message in process.hear():
            if isinstance(message, Progress):
                if self._progress is not None:
                    self._progress(message)
                continue
            self._busy.unregister(process.output)
            if process.dead:
                self._alive.remove(process)
                process.end()
            else:
                self._idle.append(process)
            return message
        return None

    def kill(self) -> None:
        """End all processes from another thread; whoever waits for their answers gets a failure for each."""
        for process in tuple(self._alive):
            process.kill()

    def close(self) -> None:
        """End all processes."""
        for process in self._alive:
            process.end()
        self._busy.close()
        self._busy = selectors.DefaultSelector()
        self._idle.clear()
        self._alive.clear()
