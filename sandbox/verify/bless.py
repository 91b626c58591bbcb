"""Approve an intended change: write the new end of a recording as the expected one, with the reason on record.

The commands stay untouched. A recording is rewritten as a whole beside its place, verified there, and renamed.
"""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.session import Snapshot
from sandbox.errors import BadFile, Refused
from sandbox.recording import assembling, used_code
from sandbox.recording.arithmetic_classes import name_of
from sandbox.recording.assembling import FileFrames
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.reader import load, parse, read
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import MAX_BLESSINGS, MAX_CLASSES, Blessing, Ending, Mark, Recording
from sandbox.recording.sessions import session_of
from sandbox.verify.compare import Comparison, rerun
from sandbox.verify.explain import difference, length, outcome, unchanged
from sandbox.verify.judgement import (
    changed,
    changed_code,
    code_sentence,
    here,
    is_of_this_code,
    passed_with_this_code,
)  # fmt: skip
from sandbox.verify.verdicts import Difference, Report, Verdict, outcome_words
from sandbox.verify.verify import disagreement, fresh_runs, verify

_BECAUSE = {
    Verdict.CUT: "it has no end, so there is nothing to change; record it anew, or keep it as it is with --allow-cut",
    Verdict.NONDETERMINISTIC: "its runs disagree with each other, and no expectation can hold",
    Verdict.RECORDER_MISMATCH: "the program has not changed since it was recorded, so this is no intended change",
}


def now() -> str:
    """Return the date and the time of day (UTC) as a blessing notes them."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


class Proposal(NamedTuple):
    """The changes that a blessing makes in one recording.

    `recording` is seen from the class of arithmetic of this machine.
    """

    path: Path
    reason: str
    recording: Recording
    end: Ending
    report: Report
    difference: Difference

    @property
    def first_bad_tick(self) -> int | None:
        """The first tick that differs; None if it is only stale."""
        return self.report.first_bad_tick

    @property
    def left_behind(self) -> tuple[str, ...]:
        """The names of the classes of arithmetic whose expectations will be stale."""
        generation, others = self._generation, self.recording.others
        old = (
            other for other in others if other.generation < generation and not is_of_this_code(self.recording, other)
        )
        return tuple(name_of(other.fingerprint.arithmetic) for other in old)

    @property
    def warning(self) -> str:
        """A note of the blessings that are left to machines of other classes; empty if there are none."""
        return _stale_warning(self.left_behind)

    @property
    def _generation(self) -> int:
        """The generation that is approved: a new one, unless another class is ahead already."""
        return self.recording.generation + (0 if self.recording.stale else 1)

    def write(self, date: str) -> None:
        """Replace the old expectations of this machine's class by the new ones, with the blessing.

        Raises:
            Refused: the run differs from the one that was proposed; the file is as it was.
            BadFile: it can't be written.
        """
        with _beside(self.path) as beside:
            now = used_code.taken_now(self.recording.head.design)
            assert self.report.end_hash is not None
            new_hash = bytes.fromhex(self.report.end_hash)
            used = used_code.with_uses(now, used_code.used_by(self.recording))
            blessing = Blessing(date, self.reason, self.end.hash, new_hash, self.end.fingerprint, used)
            fresh = _run_anew(beside, self.recording, now)
            frames = assembling.take_apart(load(self.path))
            frames = self._of_same_code(frames).with_blessing(blessing)
            # A recording of one class says nothing about generations: it has none to compare.
            generation = self._generation if frames.classes else 0
            if now.arithmetic in frames.classes:
                frames = frames.with_class(now.arithmetic, assembling.section_of(fresh, date, now, generation))
            else:
                renewed = fresh.with_generation(generation)
                frames = frames._replace(head=renewed.head, session=renewed.session, end=renewed.end)
            assembling.write(beside, frames)
            _settle(beside, self.path, self.report.end_hash, self.recording)

    def _of_same_code(self, frames: FileFrames) -> FileFrames:
        """Let the classes whose expectations are by this very code keep up with it."""
        generation = self._generation
        for other in self.recording.others:
            arithmetic = other.fingerprint.arithmetic
            if not is_of_this_code(self.recording, other):
                continue
            if arithmetic in frames.classes:
                section = assembling.regenerated(frames.classes[arithmetic], generation)
                frames = frames.with_class(arithmetic, section)
            else:
                frames = frames.with_generation(generation)
        return frames


class Addition(NamedTuple):
    """The expectations that a recording gets for one more class of arithmetic: that of this machine.

    With a `reason` the code is another than the one that the file passed with, so the end in this class is a change of
    what is expected: the reason is kept, and the other classes are stale until it has been blessed there, too.
    """

    path: Path
    recording: Recording
    end_hash: str
    first_bad_tick: int | None
    difference: Difference  # from what is expected in the class that the recording was made in
    reason: str = ""
    refusal: str = ""  # why it may not be written; empty if it may

    @property
    def left_behind(self) -> tuple[str, ...]:
        """The names of the classes of arithmetic whose expectations will be stale."""
        return tuple(map(name_of, self.recording.classes)) if self.reason else ()

    @property
    def warning(self) -> str:
        """A note of the additions that are left to machines of other classes; empty if there are none."""
        return _stale_warning(self.left_behind)

    def write(self, date: str) -> None:
        """Add the class; what other classes expect stays as it is, bit for bit.

        Raises:
            Refused: it may not be written, or the run differs from the one that was proposed; the file is as it was.
            BadFile: it can't be written.
        """
        if self.refusal:
            raise Refused(self.refusal)
        with _beside(self.path) as beside:
            now = used_code.taken_now(self.recording.head.design)
            fresh = _run_anew(beside, self.recording, now)
            frames = assembling.take_apart(load(self.path))
            if self.reason:
                frames = frames.with_blessing(self._blessing(date, now))
            generation = self.recording.generation + bool(self.reason)
            section = assembling.section_of(fresh, date, now, generation)
            assembling.write(beside, frames.with_class(now.arithmetic, section))
            _settle(beside, self.path, self.end_hash, self.recording)

    def _blessing(self, date: str, now: Fingerprint) -> Blessing:
        end = self.recording.end
        assert end is not None
        used = used_code.with_uses(now, used_code.used_by(self.recording))
        return Blessing(date, self.reason, end.hash, bytes.fromhex(self.end_hash), end.fingerprint, used)


class Renewal(NamedTuple):
    """A recording that is equal on every tick, and is to say that it is so with the code of this program.

    `changed` are the names of what it uses and has other code than its end says; none if that says nothing about
    single kinds yet. With `states` the states of this class are taken anew: older programs recorded few of them.
    """

    path: Path
    recording: Recording
    changed: tuple[str, ...]
    states: bool = False

    def write(self) -> None:
        """Write the present fingerprint beside what is expected in this class, and the states of now if they are asked
        for; nothing else changes by a bit.

        Raises:
            Refused: the file is not what it was when it was verified; it stays so.
            BadFile: it can't be written.
        """
        with _beside(self.path) as beside:
            now = used_code.with_uses(
                used_code.taken_now(self.recording.head.design), used_code.used_by(self.recording)
            )
            frames = assembling.take_apart(load(self.path))
            if self.states:
                frames = frames.with_run(now, _run_anew(beside, self.recording, now))
            assembling.write(beside, frames.with_code(now))
            if _expected_in(beside) != _expectations(self.recording):
                raise Refused(f"{self.path}: not written: it has changed since it was verified; try again")
            os.replace(beside, self.path)


def _expectations(recording: Recording) -> tuple[object, ...]:
    """Return all expectations of a recording in one class of arithmetic, and its commands."""
    assert recording.end is not None
    hashes = [(first, bytes(digests)) for first, digests in recording.hashes.items()]
    return recording.commands, hashes, recording.marks, recording.end.hash, recording.generation


def _expected_in(path: Path) -> tuple[object, ...]:
    return _expectations(parse(load(path), worlds=True).seen_from(here().arithmetic))


def _stale_warning(names: Sequence[str]) -> str:
    return f"stale now, until it is blessed there: {'; '.join(names)}" if names else ""


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a place beside a recording for its successor, and clean it up."""
    beside = path.with_name(f".{path.stem}.{os.getpid()}{SUFFIX}")
    try:
        yield beside
    except OSError as error:
        raise BadFile(f"can't write {path}: {error.strerror}; choose another place") from None
    finally:
        beside.unlink(missing_ok=True)


def _run_anew(path: Path, recording: Recording, now: Fingerprint) -> FileFrames:
    """Record what a recording's commands lead to now, with its notes; return the frames of that."""
    head = recording.head
    recorder = Recorder(path, head.design, head.seed, now)
    scribe = _Scribe(recorder, [mark for mark in recording.marks if mark.what == "note"])
    session = session_of(recording, scribe)
    try:
        rerun(recording, session, lambda tick, why: None)
        scribe.notes_until(recording.ticks)
        assert recording.end is not None
        recorder.close(session, recording.end.reason, used_code.taken_now(head.design))
    finally:
        recorder.abandon()
    return assembling.take_apart(load(path))


def _settle(beside: Path, path: Path, end_hash: str | None, recording: Recording) -> None:
    """Verify what has been written beside a recording, and put it in its place.

    Raises:
        Refused: it is not what was proposed.
    """
    report = verify(beside)
    if report.verdict is not Verdict.PASS or report.end_hash != end_hash:
        raise Refused(f"{path}: not written: what was recorded anew does not verify ({report.reason})")
    if parse(load(beside), worlds=True).commands != recording.commands:
        raise Refused(f"{path}: not written: its commands would not be the same")
    os.replace(beside, path)


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
    """Find the changes that a blessing would make in a recording; None if it passes as it is.

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
    recording = parse(load(path), worlds=True).seen_from(here().arithmetic)
    verdict = report.verdict if recording.end is not None else Verdict.CUT  # a cut one may differ besides
    if verdict in _BECAUSE:
        raise Refused(f"{path}: can't be blessed ({verdict}): {_BECAUSE[verdict]}")
    assert recording.end is not None
    if here().arithmetic not in recording.classes:
        raise Refused(
            f"{path}: holds no expectations for this machine's class of arithmetic ({name_of(here().arithmetic)}), and "
            "those of others can't be made here; `sandbox bless --add-class` adds its own"
        )
    _check_commands(path, recording)
    if len(recording.blessings) == MAX_BLESSINGS:
        raise Refused(f"{path}: has been blessed {MAX_BLESSINGS} times; record it anew")
    change = report.difference or unchanged(recording)
    _check_outcome(path, change.then, change.now, allow_outcome)
    return Proposal(path, reason, recording, recording.end, report, change)


def propose_class(path: Path, allow_outcome: bool = False, reason: str = "") -> Addition | None:
    """Find the end of a recording on this machine; None if it holds its class of arithmetic already.

    Where the code is another than the one that the file passed with, and no reason is given, the answer has a refusal:
    people shall see what has changed.

    Args:
        reason: why the code is meant to be another than the one that the file passed with, if it is.

    Raises:
        BadFile: not a recording.
        Refused: the class may not be added; the sentence says why.
    """
    recording = read(path, worlds=True)
    if recording.end is None:
        raise Refused(f"{path}: can't get another class of arithmetic (cut): {_BECAUSE[Verdict.CUT]}")
    if here().arithmetic in recording.classes:
        return None
    if not recording.hashed:
        raise Refused(f"{path}: nothing ran in this session, so there is nothing to expect; record one with a run")
    if len(recording.others) == MAX_CLASSES:
        raise Refused(f"{path}: holds {MAX_CLASSES} classes of arithmetic besides its own; no more fit in")
    _check_commands(path, recording)
    first, second = fresh_runs(path)
    if first != second:
        raise Refused(f"{path}: {disagreement(recording, first, second)}; no expectation can hold")
    comparison = Comparison(recording)
    comparison.run(None)
    if first[-8:].hex() != comparison.end_hash:
        raise Refused(f"{path}: two fresh processes agree, but not with this one; no expectation can hold")
    is_known = comparison.bad_tick is None or passed_with_this_code(recording)
    refusal = "" if is_known or reason else _unknown_code(path, recording)
    _check_outcome(path, outcome(recording.marks), outcome(comparison.marks), allow_outcome)
    change = unchanged(recording) if comparison.bad_tick is None else difference(comparison)
    end = comparison.end_hash
    return Addition(path, recording, end, comparison.bad_tick, change, "" if is_known else reason, refusal)


def _unknown_code(path: Path, recording: Recording) -> str:
    """Say that a class can't be added, because the run may differ by the code as well."""
    return (
        f"{path}: {code_sentence(recording)}, so its end here may be a change that nobody has looked at; verify or "
        "bless it first on a machine of a class that it holds, with this code, or say with --reason TEXT why the "
        "change is meant"
    )


def renewal_of(path: Path, states: bool = False) -> Renewal | None:
    """Find out whether a recording passes here with other code than its end says; None if it passes with that code.

    Args:
        states: its states are to be taken anew, whatever code it passes with.

    Raises:
        BadFile: not a recording.
        Refused: it does not pass here, or holds no expectations for this machine's class of arithmetic.
    """
    report = verify(path)
    if report.verdict is Verdict.REFUSED:
        raise BadFile(f"{path}: {report.reason}")
    if report.verdict is not Verdict.PASS:
        raise Refused(f"{path}: does not pass here ({report.verdict}), so it can't say so: {report.reason}")
    recording = parse(load(path), worlds=True).seen_from(here().arithmetic)
    if here().arithmetic not in recording.classes:
        raise Refused(
            f"{path}: passes here, but holds no expectations for this machine's class of arithmetic "
            f"({name_of(here().arithmetic)}); `sandbox bless --add-class` adds them"
        )
    assert recording.end is not None
    if recording.end.fingerprint.uses and not changed(recording) and not states:
        return None
    return Renewal(path, recording, changed_code(recording), states)


def _check_outcome(path: Path, then: str, now: str, allow_outcome: bool) -> None:
    if outcome_words(then) != outcome_words(now) and not allow_outcome:
        raise Refused(f"{path}: its outcome would change from '{then}' to '{now}'; if that is meant, --allow-outcome")


def _check_commands(path: Path, recording: Recording) -> None:
    refused: list[tuple[int, str]] = []
    session = session_of(recording)
    rerun(recording, session, lambda tick, why: refused.append((tick, why)))
    if refused:
        tick, why = refused[0]
        raise Refused(f"{path}: can't be blessed: at tick {tick} {why}; record it anew")


def table(proposals: Sequence[Proposal | Addition]) -> Iterator[str]:
    """Write the changes as a table with a line for each recording."""
    rows = [("first bad tick", "first visible", "greatest shift", "outcome", "recording")]
    for proposal in proposals:
        change = proposal.difference
        outcome = change.now if change.then == change.now else f"{change.then} -> {change.now}"
        visible = "none known" if change.visible_tick is None else f"by tick {change.visible_tick}"
        bad = "none" if proposal.first_bad_tick is None else str(proposal.first_bad_tick)
        rows.append((bad, visible, length(change.greatest), outcome, str(proposal.path)))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
