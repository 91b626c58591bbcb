"""A child process that carries out tasks, as its starter sees it."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.tasks import child
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import End, Failure, Inflow, Message, Progress, Reason, Stop, Task, framed, pack

_MOST_READ = 1024 * 1024  # bytes at once


class Setup(NamedTuple):
    """What a process is started with.

    `module` is run as the main one, and calls `serving.serve`. `engine` is a folder with another release of the engine,
    `more` are variables of the environment. A `gentle` process lets the others of this computer go first; one that
    `outlives` goes on when this process ends.
    """

    module: str
    limits: Limits = USUAL
    arguments: tuple[str, ...] = ()
    engine: Path | None = None
    more: Mapping[str, str] = {}
    gentle: bool = False
    outlives: bool = False


class TaskProcess:
    """A child process that carries out one task after the other. `end` it when nobody needs it any more."""

    def __init__(self, setup: Setup) -> None:
        """Start the process.

        Raises:
            OSError: no process can be started.
        """
        self._limits = setup.limits
        self._process = child.start(
            setup.module,
            *setup.arguments,
            engine=setup.engine,
            more=setup.more,
            megabytes=setup.limits.megabytes,
            gentle=setup.gentle,
            outlives=setup.outlives,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self.output = self._process.stdout.fileno()
        self._inflow = Inflow(Message)
        self.number = -1  # of the task that it has
        self.dead = False

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def give(self, number: int, order: Any, seconds: int | None = None) -> None:
        """Let it carry out an order, which is packed unless it is bytes. One that comes too late for a dead process is
        lost, which `hear` will find out.

        Args:
            seconds: of processor time; by default those of the limits.
        """
        self.number = number
        packed = order if isinstance(order, bytes) else pack(order)
        self._write(framed(Task(number, packed, self._limits.seconds if seconds is None else seconds)))

    def stop(self) -> None:
        """Ask it to bring its task to an early end."""
        self._write(framed(Stop()))

    def give_no_more(self) -> None:
        """Close its input: it ends after the task that it has, if it stays so long."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def hear(self) -> list[Message]:
        """Wait for output, and return the messages that are whole by now; a dead process gives a failure."""
        data = os.read(self.output, _MOST_READ)
        if data:
            return [self._with_limits(message) for message in self._inflow.take(data)]
        self.dead = True
        return [self._death()]

    def _with_limits(self, message: Message) -> Message:
        return replace(message, limits=self._limits) if isinstance(message, Failure) else message

    def _death(self) -> Failure:
        code = self._process.wait()
        reason: Reason = "late" if child.is_over_time(code) else "died"
        return Failure(self.number, reason, child.ending(code), signal=max(0, -code), limits=self._limits)

    def end_of_task(self, progress: Callable[[Progress], object] = lambda news: None, patience: float = 0.0) -> End:
        """Wait for the end of its task.

        Args:
            patience: seconds of the clock, after which it is killed; 0: as many as it needs.
        """
        hung = threading.Event()

        def give_up() -> None:
            hung.set()
            self.kill()

        timer = threading.Timer(patience, give_up)
        if patience:
            timer.start()
        try:
            while True:
                for message in self.hear():
                    if isinstance(message, Progress):
                        progress(message)
                    elif self.dead and hung.is_set():
                        return Failure(self.number, "hung", f"{patience:g}")
                    else:
                        return message
        finally:
            timer.cancel()

    def kill(self) -> None:
        """Make the process end, whatever it is doing, without waiting for that; another thread may call it."""
        self._process.kill()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.kill()
        self._process.wait()
        self.give_no_more()
        assert self._process.stdout is not None
        self._process.stdout.close()
