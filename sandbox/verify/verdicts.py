"""Verdicts of a verification and their exit codes. Kept free of heavy imports: the process of the pool needs no
engine, and starts fast."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.errors import BadFile
from sandbox.reading.near_files import existing
from sandbox.recording.plain_text import SUFFIX


class Verdict(StrEnum):
    """The result of a verification; `exit_of` gives its exit code."""

    PASS = "pass"
    CUT = "cut"
    CHANGED = "changed"
    STALE = "stale"
    RECORDER_MISMATCH = "recorder-mismatch"
    NONDETERMINISTIC = "nondeterministic"
    UNDECIDED = "undecided"
    DRIFT = "drift"
    SAME_OUTCOME = "same-outcome"
    REFUSED = "refused"


_EXITS = {Verdict.PASS: 0, Verdict.SAME_OUTCOME: 0, Verdict.REFUSED: 2, Verdict.DRIFT: 3}


class Difference(NamedTuple):
    """The difference of a re-run from its recording, in numbers.

    A recording holds whole states on some ticks only, so each tick here is that of the first *state* that shows the
    difference; None: no state does. `greatest` is the largest shift of any body in any state (m); `growth` each state's
    tick with the largest shift in it (m); `then` and `now` the outcomes, in words; `changed` those of code, engine and
    arithmetic that are not the recording's; `code` the names of what the recording uses and has other code now (empty
    if an older program made it, which says nothing about single kinds). From `healed_tick` on every tick is equal
    again, up to the end; None if the end differs, too.
    """

    micrometre_tick: int | None
    visible_tick: int | None
    greatest: float
    growth: tuple[tuple[int, float], ...]
    then: str
    now: str
    changed: tuple[str, ...]
    code: tuple[str, ...] = ()
    healed_tick: int | None = None


class Report(NamedTuple):
    """The answer for one file.

    `ticks` is the last tick of the file; `compared` the number of equal ticks before the first that differs;
    `end_hash` (hex) the hash at the end of the re-run, None without a re-run; `reason` one sentence; `explanation` more
    lines for people: where a difference begins, in which bodies, when it shows, and what has changed; `difference`
    the same in numbers; `seconds` the processor time of the verification.
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
        """Return the object that `verify --json` prints. It leaves the processor time out, so that two verifications
        of the same file print the same."""
        plain = {**self._asdict(), "verdict": str(self.verdict), "explanation": list(self.explanation)}
        plain["difference"] = self.difference and self.difference._asdict()
        del plain["seconds"]
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any], seconds: float = 0.0) -> Report:
        """Read a report back from the result of `as_json`."""
        numbers = plain["difference"]
        if numbers is not None:
            growth = tuple((tick, shift) for tick, shift in numbers["growth"])
            lists = {name: tuple(numbers.get(name, ())) for name in ("changed", "code")}
            numbers = Difference(**{**numbers, **lists, "growth": growth})
        parts = {"verdict": Verdict(plain["verdict"]), "explanation": tuple(plain["explanation"])}
        return cls(**{**plain, **parts, "difference": numbers, "seconds": seconds})


def by_outcome(report: Report) -> Report:
    """Return a report with the verdict `same-outcome` if other bits have led to the same outcome; else as it is.

    A bug in here is none of them: what differs from itself, or from its own code, has no outcome to rely on.
    """
    change = report.difference
    if change is None or report.verdict not in (Verdict.CHANGED, Verdict.DRIFT, Verdict.UNDECIDED):
        return report
    if outcome_words(change.then) != outcome_words(change.now):
        return report
    verdict = Verdict.SAME_OUTCOME
    ending = change.now if change.then == change.now else f"{change.then}, and now {change.now}"
    reason = (
        f"other bits from tick {report.first_bad_tick} on, the same outcome: {ending} (by itself: {report.verdict})"
    )
    return report._replace(verdict=verdict, exit=exit_of(verdict), reason=reason)


def outcome_words(outcome: str) -> list[str]:
    """Split an outcome into its words without the ticks: winning later is the same outcome."""
    return [word.split(" ")[0] for word in outcome.split(", ")]


def refusal(file: str, reason: str) -> Report:
    """Make the report for a file that can't be verified."""
    return Report(file, Verdict.REFUSED, exit_of(Verdict.REFUSED), 0, 0, None, None, reason)


def exit_of(verdict: Verdict, allow_cut: bool = False) -> int:
    """Return the exit code of one verdict."""
    return 0 if allow_cut and verdict is Verdict.CUT else _EXITS.get(verdict, 1)


def worst_exit(codes: Iterable[int]) -> int:
    """Return the exit code of many files: 1 if any is 1, else 2 if any is 2, else 3 if any is 3, else 0."""
    present = set(codes)
    return next((code for code in (1, 2, 3) if code in present), 0)


def find(paths: Iterable[Path | str]) -> list[Path]:
    """List the recordings at these paths: files as they are, `*.replay` in directories at any depth; each once.

    Raises:
        BadFile: a directory has none, or there is no such file.
    """
    recordings: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            recordings[existing(path)] = None
            continue
        inside = sorted(file for file in path.rglob(f"*{SUFFIX}") if not file.is_dir())
        if not inside:
            raise BadFile(f"{path}: there is no recording (*{SUFFIX}) in this directory; nothing was verified")
        recordings.update(dict.fromkeys(inside))
    return list(recordings)
