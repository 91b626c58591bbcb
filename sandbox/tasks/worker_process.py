"""Processes of this package that carry out orders, a line each, and answer in lines."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from sandbox.tasks import child
from sandbox.tasks.limits import Limits

_MOST_READ = 1024 * 1024  # bytes at once


class WorkerProcess:
    """A process of this package that carries out orders, a line each, and answers in lines."""

    def __init__(self, module: str, limits: Limits, engine: Path | None = None, gentle: bool = False) -> None:
        self.limits = limits
        self._process = child.start(
            module,
            engine=engine,
            megabytes=limits.megabytes,
            gentle=gentle,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self.answers = self._process.stdout.fileno()
        self._unfinished = b""  # the beginning of a line

    def write(self, line: bytes) -> None:
        """Write an order; one that comes too late for a dead process is lost, which `read_lines` will find out."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass

    def read_lines(self) -> list[bytes] | None:
        """Wait for output, and return the lines that are whole by now; None means that the process has died."""
        data = os.read(self.answers, _MOST_READ)
        if not data:
            return None
        *lines, self._unfinished = (self._unfinished + data).split(b"\n")
        return lines

    def cause_of_death(self) -> tuple[bool, str]:
        """Tell whether the process has ended at its limit of time, and else by what: a signal or an exit code."""
        code = self._process.wait()
        return child.is_over_time(code), child.ending(code)

    def kill(self) -> None:
        """Make the process end, whatever it is doing, without waiting for that."""
        self._process.kill()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.kill()
        self._process.wait()
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdout.close()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
