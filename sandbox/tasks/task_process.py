"""A child process that carries out tasks, as its starter sees it."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.tasks import child
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import (
    End,
    Failure,
    Greeting,
    Inflow,
    Message,
    Progress,
    Reason,
    StopTask,
    Task,
    framed,
    pack,
)

_MOST_READ = 1024 * 1024  # bytes at once


class Setup(NamedTuple):
    """The settings that a process is started with.

    `module` is run as the main one, and calls `serving.serve`. `engine` is a folder with another release of the engine,
    `more` are variables of the environment. A `gentle` process lets the others of this computer go first; one that
    `outlives` goes on when this process ends, and of a `quiet` one nothing is seen but its messages. `patience`: of the
    clock, the seconds in which a task has to end or to say something; 0: no limit.
    """

    module: str
    limits: Limits = USUAL
    arguments: tuple[str, ...] = ()
    engine: Path | None = None
    more: Mapping[str, str] = {}
    gentle: bool = False
    outlives: bool = False
    quiet: bool = False
    patience: float = 0.0


class TaskProcess:
    """A child process that carries out one task after the other. `end` it when nobody needs it any more."""

    def __init__(self, setup: Setup) -> None:
        """Start the process.

        Raises:
            OSError: no process can be started.
        """
        self._limits, self._patience = setup.limits, setup.patience
        self._timer: threading.Timer | None = None
        self._heard_s = 0.0  # when its task began, or last said something
        self._at_work = self._hung = False
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
            stderr=subprocess.DEVNULL if setup.quiet else None,
        )
        assert self._process.stdout is not None
        self.output = self._process.stdout.fileno()
        self._inflow = Inflow(Message)
        self.number = -1  # of the task that it has
        self.greeting = b""
        self.dead = False

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def greet(self, greeting: bytes) -> None:
        """Say what the next tasks are about, packed, unless it knows that; empty: nothing."""
        if greeting and greeting != self.greeting:
            self.greeting = greeting
            self._write(framed(Greeting(greeting)))

    def give(self, number: int, order: Any) -> None:
        """Let the process carry out an order, which is packed unless it is bytes. An order for a process that has died
        is lost, which `hear` will find out.
        """
        self.number, self._at_work, self._heard_s = number, True, time.monotonic()
        if self._patience:
            self._watch(number)
        packed = order if isinstance(order, bytes) else pack(order)
        self._write(framed(Task(number, packed, self._limits.seconds)))

    def _watch(self, number: int) -> None:
        """Look again when a task will have been silent for too long, and give it up if it has been."""
        if not self._at_work or number != self.number:
            return
        left = self._heard_s + self._patience - time.monotonic()
        if left > 0.0:
            self._timer = threading.Timer(left, self._watch, (number,))
            self._timer.daemon = True
            self._timer.start()
        else:
            self._hung = True
            self.kill()

    def stop(self) -> None:
        """Ask the process to bring its task to an early end."""
        self._write(framed(StopTask(self.number)))

    def give_no_more(self) -> None:
        """Close the process's input: the process then ends after its present task, unless it dies before."""
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
        self.dead = not data
        messages: list[Message] = self._inflow.take(data) if data else [self._death()]
        self._heard_s = time.monotonic()
        for number, message in enumerate(messages):
            if not isinstance(message, Progress) and message.number == self.number:
                self._at_work = False
                if self._timer is not None:
                    self._timer.cancel()
            if isinstance(message, Failure):
                messages[number] = replace(message, limits=self._limits)
        return messages

    def _death(self) -> Failure:
        code = self._process.wait()
        if self._hung:
            return Failure(self.number, "hung", f"{self._patience:g}")
        reason: Reason = "late" if child.is_over_time(code) else "died"
        return Failure(self.number, reason, child.ending(code), signal=max(0, -code))

    def end_of_task(self, progress: Callable[[Progress], object] = lambda news: None) -> End:
        """Wait for the end of its task."""
        while True:
            for message in self.hear():
                if not isinstance(message, Progress):
                    return message
                progress(message)

    def terminate(self) -> None:
        """Ask the process to end and to tidy up, without waiting for that."""
        self._process.terminate()

    def kill(self) -> None:
        """Make the process end at once, without waiting for that; another thread may call it."""
        self._process.kill()

    def end(self) -> None:
        """End the process at once."""
        self.kill()
        self._process.wait()
        if self._timer is not None:
            self._timer.cancel()
        self.give_no_more()
        assert self._process.stdout is not None
        self._process.stdout.close()
