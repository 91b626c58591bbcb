"""The worker processes of a search: orders out, answers in, each process within limits.

If a process dies over an order, that order is lost, with a sentence; another process takes its place. It would die
again: what it ran is the same each time.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec

from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.tasks.endings import why_ended
from sandbox.tasks.limits import Limits
from sandbox.tasks.worker_process import WorkerProcess
from sandbox.trials.search.worker import Greeting, Order


class OrderWorkers(Protocol):
    """Workers that carry out the orders of a search, wherever they are; `Workers` describes its methods."""

    def answers(self, next_order: Callable[[], tuple[int, Order] | None], type_: Any) -> Iterator[tuple[int, Any]]: ...

    def close(self) -> None: ...


class Lost(msgspec.Struct, frozen=True):
    """The answer to an order that a process has died of."""

    reason: str


class _Process(WorkerProcess):
    """A worker process, and the number of the order that it has."""

    def __init__(self, limits: Limits, gentle: bool) -> None:
        super().__init__("sandbox.trials.search.worker", limits, gentle=gentle)
        self.number = -1
        self._greeting: Greeting | None = None

    def give(self, number: int, order: Order, greeting: Greeting) -> None:
        """Let it carry out an order, about the level of the greeting."""
        self.number = number
        if greeting is not self._greeting:
            self._greeting = greeting
            self.write(msgspec.json.encode(greeting))
        self.write(msgspec.json.encode(order))

    def hear(self) -> bytes | Lost | None:
        """Read what it has written; return the answer when it is whole, or how the process died."""
        lines = self.read_lines()
        if lines is None:
            return Lost(why_ended("it", self.limits, *self.cause_of_death(), optional=False))
        return lines[0] if lines else None


class Workers:
    """Up to so many processes that work for one level at a time; close it to end them.

    Args:
        gentle: let the other processes of this computer go first.
    """

    def __init__(self, level: Design, jobs: int, limits: Limits, gentle: bool = False) -> None:
        self._jobs, self._limits, self._gentle = jobs, limits, gentle
        self._idle: list[_Process] = []
        self._busy = selectors.DefaultSelector()
        self._alive: list[_Process] = []
        self.use(level)

    def use(self, level: Design) -> None:
        """Let the next orders be about a level."""
        self._greeting = Greeting(document.to_plain(level), self._limits.seconds)

    def answers(self, next_order: Callable[[], tuple[int, Order] | None], type_: Any) -> Iterator[tuple[int, Any]]:
        """Carry out orders, and yield each number with its answer (of a type, or `Lost`) as it comes.

        Args:
            next_order: returns the next order with its number; None while no order can be given, or there is none.
        """
        while True:
            while len(self._busy.get_map()) < self._jobs and (order := next_order()) is not None:
                self._give(*order)
            if not self._busy.get_map():
                return
            for key, _ in self._busy.select():
                process: _Process = key.data
                answer = process.hear()
                if answer is None:
                    continue
                self._busy.unregister(key.fileobj)
                if isinstance(answer, Lost):
                    process.end()
                    self._alive.remove(process)
                    yield process.number, answer
                else:
                    self._idle.append(process)
                    yield process.number, msgspec.json.decode(answer, type=type_)

    def _give(self, number: int, order: Order) -> None:
        if self._idle:
            process = self._idle.pop()
        else:
            process = _Process(self._limits, self._gentle)
            self._alive.append(process)
        self._busy.register(process.answers, selectors.EVENT_READ, process)
        process.give(number, order, self._greeting)

    def kill(self) -> None:
        """End all processes from another thread; the one that waits for their answers gets `Lost` for each."""
        for process in tuple(self._alive):
            process.kill()

    def close(self) -> None:
        """End all processes."""
        for process in self._alive:
            process.end()
        self._busy.close()
        self._idle.clear()
        self._alive.clear()
