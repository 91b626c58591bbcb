"""The state of a script that is being run: its free numbers, where its levels go, what it has saved, its lines.

A script that is run by itself (`python level.py`) has the plain state; `script` and its workers set another.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from msgspec import Struct

from sandbox.errors import Refused
from sandbox.levels.level_rules import Finding

MOST_FREE = 3  # free numbers of one script
MOST_TRIES = 20_000  # places of a sweep
_HERE = str(Path(__file__).parent)


class Free(NamedTuple):
    """A number that a sweep may choose: its range, its step, the value that anyone would try first, its line."""

    low: float
    high: float
    step: float
    obvious: float | None
    line: int

    @property
    def values(self) -> tuple[float, ...]:
        """All values from the lowest on; the highest is one of them if a whole number of steps leads there."""
        count = int((self.high - self.low) / self.step + 1e-6) + 1
        return tuple(round(self.low + k * self.step, 6) for k in range(count))


class Saved(NamedTuple):
    """A saved level: its files, and the findings of the check."""

    level: Path
    solution: Path | None  # None: it does not win
    picture: Path | None
    title: str
    sound: bool
    findings: tuple[Finding, ...]
    margins: tuple[str, ...] = ()  # how exactly one must build; only if asked for


class ScriptOrder(Struct, frozen=True):
    """An order to run a script once, or to try its first level at values of its free numbers, each with its number."""

    script: str
    out: str | None = None
    chosen: tuple[float, ...] | None = None
    picture: bool = True
    margins: bool = False
    tries: tuple[tuple[int, tuple[float, ...]], ...] | None = None


class ScriptAnswer(NamedTuple):
    """The result of a script."""

    error: str = ""
    free: tuple[Free, ...] = ()
    saved: tuple[dict[str, Any], ...] = ()
    outcomes: tuple[tuple[int, str], ...] = ()  # of tries, by their numbers


class Tried(BaseException):
    """Ends a script once its level has been tried out; no handler of errors in a script catches it."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class ScriptRun:
    """One run of a script."""

    def __init__(
        self,
        out: Path | None = None,
        chosen: tuple[float, ...] | None = None,
        tries: bool = False,
        sweeps: bool = False,
        picture: bool = True,
        margins: bool = False,
    ) -> None:
        self.out = out  # the folder for all files, in place of those that the script names
        self.chosen = chosen  # values of the free numbers
        self.tries = tries  # the first level that is saved is tried out, and `Tried` ends the script
        self.sweeps = sweeps  # a level with free numbers waits for a sweep to choose them
        self.picture = picture
        self.margins = margins
        self.free: list[Free] = []
        self.saved: list[object] = []

    @property
    def waits(self) -> bool:
        """Tell whether a sweep has to choose the free numbers first."""
        return self.sweeps and bool(self.free) and self.chosen is None

    def number(self, free: Free) -> float:
        """Return the value of the next free number."""
        self.free.append(free)
        if len(self.free) > MOST_FREE:
            raise Refused(f"a level has up to {MOST_FREE} free numbers; give this one a value")
        values = free.values
        if self.chosen is None:
            return free.obvious if free.obvious is not None else values[len(values) // 2]
        return self.chosen[len(self.free) - 1]


class Current:
    """Holds the run that goes on."""

    run = ScriptRun()


def caller_line() -> int:
    """Return the line of the script that has called into this package; 0 if there is none."""
    frame = _caller()
    return frame.f_lineno if frame is not None else 0


def caller_file() -> Path:
    """Return the path of the script that has called into this package."""
    frame = _caller()
    assert frame is not None  # a script runs as a module, which calls
    return Path(frame.f_code.co_filename)


def _caller() -> FrameType | None:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return frame
