"""The child processes of a worker: each belongs to one command, and none outlives it.

A child that has nothing to do is kept for the next batch, but not for long: whoever asked may have been killed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from sandbox.tasks.limits import Limits
from sandbox.tasks.task_process import Setup, TaskProcess

IDLE = 2.0  # seconds that a child is kept without work


class Sort(NamedTuple):
    """The properties that the children for a batch must have."""

    command: str  # the token of the command that they work for
    module: str
    limits: Limits
    greeting: bytes


class Child(TaskProcess):
    """A child process of a worker."""

    def __init__(self, sort: Sort) -> None:
        super().__init__(Setup(sort.module, sort.limits))
        self.sort = sort
        self.greet(sort.greeting)


class Children:
    """All child processes of this worker, from all of its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[Child, float] = {}  # since when (s)
        self._busy: list[Child] = []
        self._timer: threading.Timer | None = None
        self._ended: deque[str] = deque(maxlen=1000)  # commands

    def take(self, sort: Sort) -> Child | None:
        """Return a child of a sort, for the caller alone; a new one if none is idle. An ended command gets none."""
        with self._lock:
            if sort.command in self._ended:
                return None
            child = next((child for child in self._idle if child.sort == sort), None)
            if child is not None:
                del self._idle[child]
            else:
                child = Child(sort)
            self._busy.append(child)
            return child

    def put_back(self, child: Child) -> None:
        """Keep a child for the next batch, for a moment."""
        with self._lock:
            self._busy.remove(child)
            self._idle[child] = time.monotonic()
            if self._timer is None:
                self._look_later(IDLE)

    def end(self, child: Child) -> None:
        """End a child that was taken."""
        with self._lock:
            self._busy.remove(child)
        child.end()

    def end_command(self, command: str) -> None:
        """End all children of a command at once; who has taken a busy one finds out that it has died."""
        with self._lock:
            self._ended.append(command)
            for child in [child for child in self._idle if child.sort.command == command]:
                del self._idle[child]
                child.end()
            for child in self._busy:
                if child.sort.command == command:
                    child.kill()

    def _look_later(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._end_idle)
        self._timer.daemon = True
        self._timer.start()

    def _end_idle(self) -> None:
        """End each child that has been idle for long, whatever the others do; look again as long as one is idle."""
        with self._lock:
            now = time.monotonic()
            for child, since in list(self._idle.items()):
                if now - since >= IDLE:
                    del self._idle[child]
                    child.end()
            if self._idle:
                self._look_later(IDLE - (now - min(self._idle.values())))
            else:
                self._timer = None


@contextlib.contextmanager
def as_file(data: bytes) -> Iterator[str]:
    """Give the path of a file with these bytes to child processes: one in memory, which nothing leaves behind."""
    if sys.platform == "linux":
        with os.fdopen(os.memfd_create("recording"), "wb") as file:
            file.write(data)
            file.flush()
            yield f"/proc/{os.getpid()}/fd/{file.fileno()}"
    else:
        with tempfile.NamedTemporaryFile(prefix="sandbox-") as file:
            file.write(data)
            file.flush()
            yield file.name
