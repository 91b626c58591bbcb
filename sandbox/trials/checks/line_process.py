"""A child process that works for the window and writes lines of JSON, which are taken without ever waiting for it."""

from __future__ import annotations

import json
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any

from sandbox.tasks import child


class LineProcess:
    """A module of this package, run by a process of its own; `end` it when nobody needs it any more."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Start the process.

        Raises:
            OSError: no process can be started.
        """
        self._process = child.start(
            module,
            *arguments,
            gentle=True,
            stdin=subprocess.PIPE,  # its end tells the child that the window is gone
            stdout=subprocess.PIPE,
        )
        self._lines: deque[bytes | None] = deque()
        self.finished = False  # its output has ended, and all of it has been taken
        threading.Thread(target=self._listen, name=module, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line)
        self._lines.append(None)

    def messages(self) -> Iterator[Any]:
        """Yield what it has written since the last call."""
        while self._lines and not self.finished:
            line = self._lines.popleft()
            if line is None:
                self.finished = True
                self._process.wait()
            else:
                yield json.loads(line)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.poll()

    def order(self, word: str) -> None:
        """Write a line to its standard input; one that comes too late is lost."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{word}\n".encode())
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def end(self) -> None:
        """Kill it, whatever it is doing; a child of it finds the end of its own input."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self.finished = True
