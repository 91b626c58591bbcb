"""Approve an intended change: write the new end of a recording as the expected one, with the reason on record.

The commands stay untouched. A recording is rewritten as a whole beside its place, verified there, and renamed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.session import Session, Snapshot
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.reader import load, parse
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import MAX_BLESSINGS, Blessing, Ending, Mark, Recording
from sandbox.verify.compare import rerun
from sandbox.verify.explain import length
from sandbox.verify.verdicts import Difference, Report, Verdict
from sandbox.verify.verify import verify

_BECAUSE = {
    Verdict.CUT: "it has no end, so there is nothing to change; record it anew, or keep it as it is with --allow-cut",
    Verdict.NONDETERMINISTIC: "its runs disagree with each other, and no expectation can hold",
    Verdict.RECORDER_MISMATCH: "the program has not changed since it was recorded, so this is no intended change",
}


class Proposal(NamedTuple):
    """The changes that a blessing makes in one recording."""

    path: Path
    reason: str
    recording: Recording
    end: Ending
    report: Report
    difference: Difference

    def write(self, date: str) -> None:
        """Replace the old expectations by the new ones, with the blessing.

        Raises:
            Refused: the run differs from the one that was proposed; the file is as it was.
            BadFile: it can't be written.
        """
        beside = self.path.with_name(f".{self.path.stem}.{os.getpid()}{SUFFIX}")
        try:
            self._record(beside, date)
            report = verify(beside)
            if report.verdict is not Verdict.PASS or report.end_hash != self.report.end_hash:
                raise Refused(f"{self.path}: not written: what was recorded anew does not verify ({report.reason})")
            if parse(load(beside)).commands != self.recording.commands:
                raise Refused(f"{self.path}: not written: its commands would not be the same")
            os.replace(beside, self.path)
        except OSError as error:
            raise BadFile(f"can't write {self.path}: {error.strerror}; choose another place") from None
        finally:
            beside.unlink(missing_ok=True)

    def _record(self, path: Path, date: str) -> None:
        recording, now = self.recording, fingerprint.current()
        assert self.report.end_hash is not None
        new_hash = bytes.fromhex(self.report.end_hash)
        blessing = Blessing(date, self.reason, self.end.hash, new_hash, self.end.fingerprint, now)
        head = recording.head
        recorder = Recorder(path, head.design, head.seed, now, (*recording.blessings, blessing))
        scribe = _Scribe(recorder, [mark for mark in recording.marks if mark.what == "note"])
        session = Session(head.design, head.seed, scribe)
        try:
            rerun(recording, session, lambda tick, why: None)
            scribe.notes_until(recording.ticks)
            recorder.close(session, self.end.reason, fingerprint.current())
        finally:
            recorder.abandon()


class _Scribe:
    """Pass a re-run on to a recorder (it is a `session.Log`), with the notes of the old recording on their ticks."""

    def __init__(self, recorder: Recorder, notes: list[Mark]) -> None:
        self._recorder = recorder
        self._notes = iter(notes)
        self._note = next(self._notes, None)

    def notes_until(self, tick: int) -> None:
        while self._note is not None and self._note.tick <= tick:
            self._recorder.mark(*self._note)
            self._note = next(self._notes, None)

    def command(self, tick: int, packed: bytes) -> None:
        self.notes_until(tick)
        self._recorder.command(tick, packed)

    def hashes(self, first: int, digests: bytes) -> None:
        self.notes_until(first + len(digests) // 8 - 1)
        self._recorder.hashes(first, digests)

    def state(self, tick: int, snapshot: Snapshot) -> None:
        self.notes_until(tick)
        self._recorder.state(tick, snapshot)

    def mark(self, tick: int, what: str, text: str) -> None:
        self.notes_until(tick)
        self._recorder.mark(tick, what, text)


def propose(path: Path, reason: str, allow_outcome: bool = False) -> Proposal | None:
    """Find out what a blessing would change in a recording; None if it passes as it is.

    Raises:
        BadFile: not a recording.
        Refused: it may not be blessed; the sentence says why.
    """
    if not reason.strip():
        raise Refused("a blessing needs a reason; say why the change is meant")
    report = verify(path)
    if report.verdict is Verdict.PASS:
        return None
    if report.verdict is Verdict.REFUSED:
        raise BadFile(f"{path}: {report.reason}")
    recording = parse(load(path))
    verdict = report.verdict if recording.end is not None else Verdict.CUT  # a cut one may differ besides
    if verdict in _BECAUSE:
        raise Refused(f"{path}: can't be blessed ({verdict}): {_BECAUSE[verdict]}")
    assert recording.end is not None and report.difference is not None
    _check_commands(path, recording)
    if len(recording.blessings) == MAX_BLESSINGS:
        raise Refused(f"{path}: has been blessed {MAX_BLESSINGS} times; record it anew")
    then, now = report.difference.then, report.difference.now
    if outcome_words(then) != outcome_words(now) and not allow_outcome:
        raise Refused(f"{path}: its outcome would change from '{then}' to '{now}'; if that is meant, --allow-outcome")
    return Proposal(path, reason, recording, recording.end, report, report.difference)


def _check_commands(path: Path, recording: Recording) -> None:
    refused: list[tuple[int, str]] = []
    session = Session(recording.head.design, recording.head.seed)
    rerun(recording, session, lambda tick, why: refused.append((tick, why)))
    if refused:
        tick, why = refused[0]
        raise Refused(f"{path}: can't be blessed: at tick {tick} {why}; record it anew")


def outcome_words(outcome: str) -> list[str]:
    """Split an outcome into its words without the ticks: winning later is the same outcome."""
    return [word.split(" ")[0] for word in outcome.split(", ")]


def table(proposals: Sequence[Proposal]) -> Iterator[str]:
    """Write the changes as a table with a line for each recording."""
    rows = [("first bad tick", "first visible", "greatest shift", "outcome", "recording")]
    for proposal in proposals:
        change = proposal.difference
        outcome = change.now if change.then == change.now else f"{change.then} -> {change.now}"
        visible = "none known" if change.visible_tick is None else f"by tick {change.visible_tick}"
        bad = str(proposal.report.first_bad_tick)
        rows.append((bad, visible, length(change.greatest), outcome, str(proposal.path)))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
