"""A child process that runs a script of ours by its path, on a package of another version, and answers orders.

An order is a line of JSON. So is the answer to it, and as many bytes follow as its `size` says. The other processes of
this package speak by `messages`, which that version may not have.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
from pathlib import Path
from typing import Any

from sandbox.tasks import child

_LEAVING = 5.0  # seconds of the clock for a process that has closed its stdout


class VersionProcess:
    """A script at work. `give` returns at once, `take` waits for the answer; so several can work beside each other."""

    def __init__(self, script: Path, *arguments: str, root: Path, engine: Path | None = None) -> None:
        """Start the process; the arguments are those of `child.start_script`.

        Raises:
            OSError: no process can be started.
        """
        self._process = child.start_script(script, *arguments, root=root, engine=engine)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout

    def give(self, order: dict[str, Any]) -> None:
        """Give it an order."""
        with contextlib.suppress(BrokenPipeError):  # it has ended: `take` says so
            self._orders.write(json.dumps(order).encode() + b"\n")
            self._orders.flush()

    def take(self) -> tuple[dict[str, Any], bytes] | None:
        """Wait for the answer to the oldest order that has none yet; None if the process has ended."""
        line = self._answers.readline()
        if not line.endswith(b"\n"):
            return None
        head: dict[str, Any] = json.loads(line)
        data = self._answers.read(head["size"])
        return (head, data) if len(data) == head["size"] else None

    @property
    def ending(self) -> str:
        """The words for the end of a process that gave no answer."""
        try:
            code = self._process.wait(timeout=_LEAVING)
        except subprocess.TimeoutExpired:
            return "its process did not answer"
        return "it took too long" if child.is_over_time(code) else f"its process {child.ending(code)}"

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.communicate()
