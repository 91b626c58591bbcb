"""The child's side: a process that carries out tasks, one after the other, until there will be no more.

A thread reads the standard input all the time. So a process learns in the middle of its work that it shall stop, that
there is a newer task, or that nobody is left who wants an answer.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from sandbox.errors import BadFile, Refused
from sandbox.tasks.limits import limit_seconds, spent
from sandbox.tasks.messages import (
    Answer,
    End,
    Failure,
    Greeting,
    Inflow,
    Message,
    Progress,
    StopTask,
    Task,
    framed,
    pack,
    unpack,
)

_MOST_READ = 64 * 1024  # bytes at once: memory for them is taken before any have come
_STACK = 256 * 1024  # bytes: a usual stack would count as memory, of which there is a limit


class Teller(Protocol):
    """The channel from a task to its starter while the task is carried out."""

    @property
    def stopped(self) -> bool:
        """True if the starter wants it to come to an early end."""

    @property
    def superseded(self) -> bool:
        """True if another task waits already."""

    def progress(self, done: float, total: float = 1.0, what: str = "", news: Any = None) -> None:
        """Say how far the task has come, with a first result if there is one."""


Work = Callable[[Any, Teller], Any]  # gets the order, and returns the value of the answer


class _Inbox:
    """The tasks that wait. The end of the input ends the process, even in the middle of a task, unless it `stays`."""

    def __init__(self, stays: bool) -> None:
        self._stays = stays
        self._changed = threading.Condition()
        self.waiting: deque[Task | Greeting] = deque()
        self.stopped: set[int] = set()  # numbers of tasks
        self._ended = self._busy = False
        before = threading.stack_size(_STACK)
        threading.Thread(target=self._read, name="tasks", daemon=True).start()
        threading.stack_size(before)

    def _read(self) -> None:
        inflow, source = Inflow(Task | Greeting | StopTask), sys.stdin.fileno()
        while data := os.read(source, _MOST_READ):
            with self._changed:
                for message in inflow.take(data):
                    if isinstance(message, StopTask):
                        self.stopped.add(message.number)
                        continue
                    self.waiting.append(message)
                    if isinstance(message, Task):
                        self.stopped.discard(message.number)
                self._changed.notify()
        with self._changed:
            if self._busy and not self._stays:
                os._exit(0)
            self._ended = True
            self._changed.notify()

    def next(self) -> Task | Greeting | None:
        """Wait for the next task or greeting; None when there will be no more."""
        with self._changed:
            self._busy = False
            while not self.waiting and not self._ended:
                self._changed.wait()
            self._busy = bool(self.waiting)
            return self.waiting.popleft() if self.waiting else None


class _Teller:
    """Writes the messages of the present task to the starter of this process."""

    def __init__(self, number: int, inbox: _Inbox, output: int) -> None:
        self._number, self._inbox, self._output = number, inbox, output

    @property
    def stopped(self) -> bool:
        return self._number in self._inbox.stopped

    @property
    def superseded(self) -> bool:
        return bool(self._inbox.waiting)

    def progress(self, done: float, total: float = 1.0, what: str = "", news: Any = None) -> None:
        self.write(Progress(self._number, done, total, what, b"" if news is None else pack(news)))

    def write(self, message: Message) -> None:
        """Write all of a message."""
        left = memoryview(framed(message))
        while left:
            left = left[os.write(self._output, left) :]


def serve(work: Work, order: Any, stays: bool = False, greet: Callable[[bytes], object] | None = None) -> None:
    """Carry out the tasks of the process that has started this one.

    Standard output is kept for the answers: what a library prints goes to standard error.

    Args:
        work: carries out an order.
        order: the type of the orders.
        stays: a task is carried out to its end when the starter is gone.
        greet: takes in what the next tasks are about, packed.
    """
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    inbox = _Inbox(stays)
    try:
        while (task := inbox.next()) is not None:
            if isinstance(task, Greeting):
                assert greet is not None
                greet(task.value)
                continue
            if task.seconds:
                limit_seconds(task.seconds)
            teller = _Teller(task.number, inbox, output)
            teller.write(_carried_out(task, work, order, teller))
    except BrokenPipeError:
        pass  # nobody listens any more
    sys.stderr.flush()
    os._exit(0)  # without the time that taking all apart would need


def _carried_out(task: Task, work: Work, order: Any, teller: Teller) -> End:
    began = spent()
    try:
        value = work(unpack(task.order, order), teller)
        sys.stdout.flush()  # the task's output comes before its answer, after which the process may be ended
        return Answer(task.number, pack(value), spent() - began)
    except BrokenPipeError:
        raise
    except (BadFile, Refused, OSError) as error:
        return Failure(task.number, "refused", str(error))
    except MemoryError:
        return Failure(task.number, "memory")
    except RecursionError:
        return Failure(task.number, "refused", "values nested too deep")
    except Exception as error:  # a bug of ours; the other tasks shall be carried out all the same
        text = f"{type(error).__name__}: {error!s:.200}".rstrip(": ")
        return Failure(task.number, "bug", text, tuple(traceback.format_exc().splitlines()))
