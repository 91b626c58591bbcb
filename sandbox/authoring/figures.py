"""The main figures of parts in plain words, for a window that must not wait: measured by another process if need be."""

from __future__ import annotations

import atexit

from sandbox.authoring import table
from sandbox.authoring.magnitudes import Magnitudes, build_figures, sentence
from sandbox.parts.kind import Kind
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.task_process import Setup

LIMITS = Limits(seconds=3600)


class Figures:
    """Words about parts. What only a run can tell is in them as soon as the table of magnitudes has been measured."""

    def __init__(self) -> None:
        self._table: dict[str, Magnitudes] | None = None
        self._read = False
        self._work = Background(Setup("sandbox.authoring.table", LIMITS, gentle=True, quiet=True))

    def sentence(self, kind: Kind, measure: bool = False) -> str:
        """Return the figures of a kind as a sentence; `measure`: begin to measure all kinds if that was never done."""
        if not self._read:
            self._read, self._table = True, table.read()
        if self._work.poll():
            self._table = table.read()
        elif measure and self._table is None and not self._work.busy:
            self._measure()
        figures = build_figures(kind) if self._table is None else self._table[kind.name]
        words = sentence(figures)
        return f"{words[:1].upper()}{words[1:]}."

    @property
    def measuring(self) -> bool:
        """Tell whether another process is measuring now."""
        return self._work.busy

    def _measure(self) -> None:
        self._work.begin(None)
        atexit.register(self.end)

    def end(self) -> None:
        """End the process that measures."""
        self._work.cancel()


of_parts = Figures()  # of this process: all panels and sheets share one table
