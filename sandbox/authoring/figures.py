"""The main figures of parts in plain words, for a window that must not wait: measured by another process if need be."""

from __future__ import annotations

import atexit
import subprocess

from sandbox.authoring import table
from sandbox.authoring.magnitudes import Magnitudes, build_figures, sentence
from sandbox.parts.base import Kind
from sandbox.tasks import child


class Figures:
    """Words about parts. What only a run can tell is in them as soon as the table of magnitudes has been measured."""

    def __init__(self) -> None:
        self._table: dict[str, Magnitudes] | None = None
        self._read = False
        self._process: subprocess.Popen[bytes] | None = None

    def sentence(self, kind: Kind, measure: bool = False) -> str:
        """Return the figures of a kind as a sentence; `measure`: begin to measure all kinds if that was never done."""
        if not self._read:
            self._read, self._table = True, table.read()
        if self._process is not None and self._process.poll() is not None:
            self._process, self._table = None, table.read()
        elif measure and self._table is None and self._process is None:
            self._measure()
        figures = build_figures(kind) if self._table is None else self._table[kind.name]
        words = sentence(figures)
        return f"{words[:1].upper()}{words[1:]}."

    @property
    def measuring(self) -> bool:
        """Tell whether another process is measuring now."""
        return self._process is not None

    def _measure(self) -> None:
        quiet = subprocess.DEVNULL
        self._process = child.start("sandbox.authoring.table", gentle=True, stdin=quiet, stdout=quiet, stderr=quiet)
        atexit.register(self.end)

    def end(self) -> None:
        """Kill the process that measures."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


of_parts = Figures()  # of this process: all panels and sheets share one table
