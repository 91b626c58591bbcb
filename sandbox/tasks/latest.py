"""A process that is kept beside a frame loop, for orders of which a newer one takes the place of those before.

`begin` and `poll` only exchange references under a lock that nobody holds while writing, reading or computing. A thread
of its own packs and writes the orders, another one reads the answers; so a process that hangs, is stopped or reads
nothing can only make answers late.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from sandbox.tasks.messages import Message, Progress
from sandbox.tasks.task_process import Setup, TaskProcess

_MOST_NEWS = 100  # messages; a loop that does not look for long needs only the last ones


class Latest:
    """The process is started by the first order, and again by the next one if it has ended."""

    def __init__(self, setup: Setup, least_s: float) -> None:
        """`least_s`: so long (s) a task may take before a newer order ends it early."""
        self._setup, self._least_s = setup, least_s
        self._changed = threading.Condition()
        self._number = 0  # of the newest order
        self._wanted: tuple[int, Callable[[], Any]] | None = None  # the newest order, until it is written
        self._given: dict[int, float] = {}  # by number of a task that has not ended: when it was given (s)
        self._news: deque[Message] = deque(maxlen=_MOST_NEWS)
        self._process: TaskProcess | None = None
        self._sender: threading.Thread | None = None
        self._reader: threading.Thread | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        process = self._process
        return process.pid if process is not None else None

    @property
    def pending(self) -> frozenset[int]:
        """The numbers of the order that waits, and of those whose answers are due."""
        with self._changed:
            waits = () if self._wanted is None else (self._wanted[0],)
            return frozenset((*self._given, *waits))

    def begin(self, order: Callable[[], Any]) -> int:
        """Begin with an order, in place of all that are not yet begun; return its number.

        Args:
            order: returns what is packed and written; another thread calls it.
        """
        with self._changed:
            self._number += 1
            if not self._closed:
                self._wanted = self._number, order
                self._changed.notify_all()
                if self._sender is None:
                    self._sender = threading.Thread(target=self._send, name="orders", daemon=True)
                    self._sender.start()
            return self._number

    def poll(self) -> list[Message]:
        """Return what has come since the last call. A task that was begun may have no end: its process may die."""
        if not self._news:
            return []  # as in most frames
        with self._changed:
            news = list(self._news)
            self._news.clear()
        return news

    def close(self) -> None:
        """End the process, whatever it is doing; nothing can be begun any more."""
        with self._changed:
            self._closed, self._wanted = True, None
            process, reader = self._process, self._reader
            self._changed.notify_all()
        if process is not None and reader is not None:
            process.kill()
            reader.join()

    # -- the thread that writes

    def _send(self) -> None:
        while (order := self._next()) is not None:
            number, make = order
            try:
                process = self._process or self._start()
                if process is not None:
                    process.give(number, make())
            except (OSError, RuntimeError):  # it has ended, or there is no memory for another process or thread
                self._lose(self._process)
            self._await(number)

    def _next(self) -> tuple[int, Callable[[], Any]] | None:
        """Wait for an order; None when there will be no more."""
        with self._changed:
            while self._wanted is None and not self._closed:
                self._changed.wait()
            order, self._wanted = self._wanted, None
            if order is not None:
                self._given[order[0]] = time.monotonic()
            return order

    def _start(self) -> TaskProcess | None:
        """Start the process, with a thread that reads its answers; None if all was closed meanwhile."""
        process = TaskProcess(self._setup)
        with self._changed:
            if self._closed:
                process.end()
                return None
            self._process = process
            self._reader = threading.Thread(target=self._read, args=(process,), name="answers", daemon=True)
            self._reader.start()
        return process

    def _await(self, number: int) -> None:
        """Wait until a task has ended or is lost, or a newer order may end it."""
        with self._changed:
            while number in self._given and not self._closed:
                left = self._given[number] + self._least_s - time.monotonic()
                if self._wanted is not None and left <= 0.0:
                    return
                self._changed.wait(left if self._wanted is not None else None)

    # -- the thread that reads

    def _read(self, process: TaskProcess) -> None:
        while not process.dead:
            for message in process.hear():
                self._take(message)
        process.end()
        self._lose(process)

    def _take(self, message: Message) -> None:
        """Keep the news of a task; those before it have ended, or were never begun."""
        with self._changed:
            self._news.append(message)
            first_alive = message.number + (not isinstance(message, Progress))
            for number in [number for number in self._given if number < first_alive]:
                del self._given[number]
            self._changed.notify_all()

    def _lose(self, process: TaskProcess | None) -> None:
        """Give up a process that has ended, and what it was to do: the next order starts another one."""
        with self._changed:
            if process is self._process:
                self._process = None
                self._given.clear()
                self._changed.notify_all()
