"""Beginning in the middle of a session: from its recording so far, of which runs that are over are not run again.

A finished run leaves nothing but its hashes, states and marks, and these are copied; a past that was sent has no
states. So only the run that goes on takes time, which is less than it has taken before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Live, Start, Stop
from sandbox.commands.driver import Driver, Position, RunSpan, Timed, count_before, runs
from sandbox.commands.session import HASHES_EVERY, Session, Snapshot
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import Recording
from sandbox.together.joint_session import JointSession
from sandbox.together.past.sent_past import ComingPast

NOTE = "recorded by a guest who came later: the states of the runs before this are not in it"

# Between two looks at how far it has come: whoever moves things gives a command every few ticks, and hearing the others
# after each would take a fifth of the time.
_SLICE, _STEPS = 240, 64  # ticks; steps of the driver


def begin(
    past: ComingPast, path: Path, make: Callable[[Design, int], Session] = Session
) -> Iterator[JointSession | float]:
    """Begin a session where its past ends; yield the share that is done, and in the end the session.

    Args:
        past: it has its recording; the commands of the run that goes on may still be on their way.
        path: of the recording that is written here, from the beginning of the session on.
        make: makes a session for a design and a seed.

    Raises:
        BadFile: it can't be run here, or ends in another state here; the recording holds what was reached.
    """
    assert past.recording is not None
    welcome = past.welcome
    for step in again(past.recording, path, welcome.next_turn, make, coming=past):
        if not isinstance(step, float) and step.session.end_hash() != welcome.state:
            step.close("this machine ends elsewhere")
            raise BadFile(
                f"this machine computes another state than the host's for tick {step.session.tick}, though both say "
                f"that they compute alike; `sandbox verify {path}` tells whether it agrees with itself"
            )
        yield step


def again(
    recording: Recording, path: Path, turn: int, make: Callable[[Design, int], Session],
    last_states: int | None = None, coming: ComingPast | None = None,
) -> Iterator[JointSession | float]:  # fmt: skip
    """Run a recording again that has been read; as `begin` does, but for the state at its end.

    Args:
        last_states: how many of the states on its last tick belong to it; None: all.
        coming: the past of which it is a part, if more follows.
    """
    spans = runs(recording.commands, recording.ticks)
    over = _finished(recording, spans)
    session = make(recording.head.design, recording.head.seed)
    _give_edits(session, recording.commands[: over.commands])
    session.advance(over.tick - session.tick)
    _remember_runs(session, recording, [span for span in spans if span.end.commands <= over.commands])
    recorder = Recorder(path, recording.head.design, recording.head.seed, fingerprint.current())
    is_there = False
    try:
        _copy(recording, over, recorder, last_states)
        if coming is not None and spans and spans[0].end.commands <= over.commands:
            recorder.mark(over.tick, "note", NOTE)
        joint = JointSession(session, recorder, turn, recording.head.design)
        driver = _DecodedDriver(session, recording, coming)
        driver.given = over.commands
        yield from _ahead(driver, over.tick, recording.ticks, coming)
        session.flush(state=False)
        is_there = True
    except Refused as refused:
        raise BadFile(f"the host has carried out what can't be done here: {refused}") from None
    finally:  # also if nobody wants the rest any more
        if not is_there:
            recorder.abandon()
    yield joint


class _DecodedDriver(Driver):
    """Gives a session commands that were decoded from their bytes: those of a recording, or of a past that comes."""

    def __init__(self, session: Session, recording: Recording, coming: ComingPast | None) -> None:
        super().__init__(session, recording.commands if coming is None else coming.commands)
        self._packed: Sequence[bytes] = () if coming is None else coming.packed
        self._before = len(recording.commands)  # of which the bytes are not at hand

    def carry_out(self, command: AnyCommand) -> bool:
        at = self.given - 1 - self._before
        return self.session.do(command, self._packed[at] if 0 <= at < len(self._packed) else commands.pack(command))


class _HeldLog:
    """Holds back what a session reports, until it is recorded all at once.

    After the engine's steps nothing of the recorder is in the processor's caches: recording each command when it is
    given takes four times as long.
    """

    def __init__(self, session: Session) -> None:
        """Stand between a session and its log."""
        self._log = session.log
        self._held: list[Callable[[], None]] = []
        assert self._log is not None
        log = self._log
        self.command = partial(self._hold, log.command)
        self.hashes = partial(self._hold, log.hashes)
        self.state = partial(self._hold, log.state)
        self.mark = partial(self._hold, log.mark)

    def _hold(self, record: Callable[..., None], *reported: Any) -> None:
        self._held.append(partial(record, *reported))

    def hand_on(self) -> None:
        """Record what is held back."""
        held, self._held = self._held, []
        for record in held:
            record()


def _ahead(driver: Driver, begin: int, end: int, coming: ComingPast | None) -> Iterator[float]:
    """Go on to the end, as far as it has come; yield now and then the share of the ticks that is done."""
    end = end if coming is None else coming.welcome.tick
    session, seen, is_all = driver.session, begin, False
    log, session.log = session.log, (held := _HeldLog(session))
    try:
        while not is_all:
            is_all = coming is None or coming.is_complete
            until = end if coming is None else coming.until
            for step, _ in enumerate(driver.steps(until, most=_SLICE)):
                if session.tick - seen >= _SLICE or step % _STEPS == 0:
                    seen = session.tick
                    held.hand_on()
                    yield (session.tick - begin) / max(1, end - begin)
            if not is_all:  # the rest is on its way
                yield (session.tick - begin) / max(1, end - begin)
    finally:
        session.log = log
        held.hand_on()


def _finished(recording: Recording, spans: list[RunSpan]) -> Position:
    """Find the position up to which all runs are over: before the last Start, if its run goes on."""
    end = Position(recording.ticks, len(recording.commands))
    if spans and spans[-1].end.commands == len(recording.commands):
        end = Position(spans[-1].begin.tick, spans[-1].begin.commands - 1)
    return end


def _give_edits(session: Session, given: list[Timed]) -> None:
    """Give a session the commands of finished runs and between them, without running anything."""
    for tick, command in given:
        if not isinstance(command, Live | Start | Stop):
            session.advance(tick - session.tick)
            session.do(command)


def _remember_runs(session: Session, recording: Recording, spans: list[RunSpan]) -> None:
    """Let a session know of the runs that are over what it would know if they had been run."""
    if not spans:
        return
    session.running_ticks = sum(span.ticks for span in spans)
    decided = [mark for mark in recording.marks if mark.what in ("won", "lost")]
    until = spans[-1].end.tick
    session.won_tick = next((mark.tick for mark in decided if mark.what == "won" and mark.tick <= until), None)
    of_last = [mark for mark in decided if spans[-1].begin.tick < mark.tick <= until]
    if of_last:
        session.outcome, session.decided_tick = of_last[-1].what, of_last[-1].tick


def _copy(recording: Recording, over: Position, recorder: Recorder, last_states: int | None) -> None:
    """Copy what a recording says of a session up to a position."""
    entries: list[tuple[int, int, int, Callable[[], None]]] = []  # tick, order on it, number, what is recorded then
    for mark in recording.marks:
        entries.append((mark.tick, 0, len(entries), partial(recorder.mark, *mark)))
    for first, digests in recording.hashes.items():
        for at in range(0, min(len(digests), 8 * (over.tick + 1 - first)), 8 * HASHES_EVERY):
            begins = first + at // 8
            block = digests[at : at + 8 * min(HASHES_EVERY, over.tick + 1 - begins)]
            entries.append((begins + len(block) // 8 - 1, 1, len(entries), partial(recorder.hashes, begins, block)))
    for tick, command in recording.commands[: over.commands]:
        entries.append((tick, 2, len(entries), partial(recorder.command, tick, commands.pack(command))))
    states: list[tuple[int, Snapshot]] = []
    of_last_tick: list[tuple[int, Snapshot]] = []
    for tick, snapshot in recording.states:
        if tick <= over.tick:
            (states if tick < over.tick else of_last_tick).append((tick, snapshot))
    if over.tick == recording.ticks:
        of_last_tick = of_last_tick[:last_states]
    if over.commands < len(recording.commands):
        del of_last_tick[-1:]  # it is that of the run which goes on, and is recorded again when that is started
    for tick, snapshot in (*states, *of_last_tick):
        entries.append((tick, 3, len(entries), partial(recorder.state, tick, snapshot)))
    for tick, *_, record in sorted(entries, key=itemgetter(0, 1, 2)):
        if tick <= over.tick:
            record()


def hash_of(recording: Recording, tick: int) -> bytes:
    """Run a recording again up to a tick, and return the hash of that tick; empty if nothing runs then."""
    spans = runs(recording.commands, recording.ticks)
    before = count_before(recording.commands, tick)
    open_ = next((span for span in reversed(spans) if span.begin.tick < tick <= span.end.tick), None)
    if open_ is None:
        return b""
    session = Session(recording.head.design, recording.head.seed)
    earlier = recording.commands[: open_.begin.commands - 1]
    _give_edits(session, earlier)
    session.advance(open_.begin.tick - session.tick)
    log = _Last()
    session.log = log
    driver = Driver(session, recording.commands)
    driver.given = len(earlier)
    driver.to(tick, before)
    session.flush(state=False)
    return log.last


class _Last:
    """A log that keeps the last hash."""

    def __init__(self) -> None:
        self.last = b""

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.last = digests[-8:]

    def state(self, tick: int, snapshot: Any) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass
