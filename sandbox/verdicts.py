"""What a verification may answer, and with which exit code. It imports next to nothing: whoever only hands work out,
or collects answers, needs no engine for it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.errors import BadFile

SUFFIX = ".replay"
ENGINE = "SANDBOX_ENGINE"  # names a folder that stands before all others on the path of the processes we start


class Verdict(StrEnum):
    """What a verification found; `exit_of` gives its exit code."""

    PASS = "pass"
    CUT = "cut"
    CHANGED = "changed"
    RECORDER_MISMATCH = "recorder-mismatch"
    NONDETERMINISTIC = "nondeterministic"
    DRIFT = "drift"
    REFUSED = "refused"


_EXITS = {Verdict.PASS: 0, Verdict.REFUSED: 2, Verdict.DRIFT: 3}


class Difference(NamedTuple):
    """What is known of how a run parted from its recording, in numbers.

    A recording holds whole states on some ticks only, so each tick here is that of the first *state* that shows it;
    None: none does. `greatest` is the largest shift of any body in any state (m); `growth` each state's tick with the
    largest shift in it (m); `then` and `now` the outcomes, in words; `changed` which of code, engine and arithmetic
    are not the recording's.
    """

    micrometre_tick: int | None
    visible_tick: int | None
    greatest: float
    growth: tuple[tuple[int, float], ...]
    then: str
    now: str
    changed: tuple[str, ...]


class Report(NamedTuple):
    """The answer for one file.

    `ticks` is the file's last tick; `compared` how many ticks were found equal before the first that was not;
    `end_hash` (hex) what the re-run ended with, None if there was none; `reason` one sentence; `explanation` more
    lines for people: where a difference begins, in which bodies, when it shows, and what has changed; `difference`
    the same in numbers; `seconds` how much processor time it took.
    """

    file: str
    verdict: Verdict
    exit: int
    ticks: int
    compared: int
    end_hash: str | None
    first_bad_tick: int | None
    reason: str
    explanation: tuple[str, ...] = ()
    difference: Difference | None = None
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The report as the object that `verify --json` prints: all but the processor time, so that two verifications
        of the same file print the same."""
        plain = {**self._asdict(), "verdict": str(self.verdict), "explanation": list(self.explanation)}
        plain["difference"] = self.difference and self.difference._asdict()
        del plain["seconds"]
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any], seconds: float = 0.0) -> Report:
        """What `as_json` gave."""
        numbers = plain["difference"]
        if numbers is not None:
            growth = tuple((tick, shift) for tick, shift in numbers["growth"])
            numbers = Difference(**{**numbers, "growth": growth, "changed": tuple(numbers["changed"])})
        parts = {"verdict": Verdict(plain["verdict"]), "explanation": tuple(plain["explanation"])}
        return cls(**{**plain, **parts, "difference": numbers, "seconds": seconds})


def printable(text: str, most: int = 400) -> str:
    """Text out of a file as part of a sentence: one line, not long, nothing in it that a terminal would obey."""
    shortened = text[: most + 1]
    if not shortened.isprintable():
        shortened = "".join(char if char.isprintable() else "?" for char in shortened)
    return shortened if len(shortened) <= most else f"{shortened[:most]}..."


def printable_lines(text: str) -> str:
    """Text of any origin for a terminal, a page or XML: its lines, each as long as it is, with nothing to obey."""
    return "\n".join(printable(line, len(line)) for line in text.split("\n"))


def printable_json(value: Any) -> str:
    """JSON in one line for a terminal: what it would obey is escaped, which JSON itself does for ASCII only."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def refusal(file: str, reason: str) -> Report:
    """The report for what can't be verified."""
    return Report(file, Verdict.REFUSED, exit_of(Verdict.REFUSED), 0, 0, None, None, reason)


def exit_of(verdict: Verdict, allow_cut: bool = False) -> int:
    """The exit code of one verdict."""
    return 0 if allow_cut and verdict is Verdict.CUT else _EXITS.get(verdict, 1)


def worst_exit(codes: Iterable[int]) -> int:
    """The exit code of many files: 1 if any is 1, else 2 if any is 2, else 3 if any is 3, else 0."""
    present = set(codes)
    return next((code for code in (1, 2, 3) if code in present), 0)


def find(paths: Iterable[Path | str]) -> list[Path]:
    """The recordings that are meant: a file as it is, a directory's `*.replay` at any depth, by name; each once.

    Raises:
        BadFile: a directory in which there is none.
    """
    recordings: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            recordings[path] = None
            continue
        inside = sorted(file for file in path.rglob(f"*{SUFFIX}") if not file.is_dir())
        if not inside:
            raise BadFile(f"{path}: there is no recording (*{SUFFIX}) in this directory; nothing was verified")
        recordings.update(dict.fromkeys(inside))
    return list(recordings)
