"""A session that is run on several machines at once: in turns, of which each has a digest to compare."""

from __future__ import annotations

import contextlib
import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Start, Stop
from sandbox.commands.session import HASHES_EVERY, Log, Session, Snapshot
from sandbox.design.design import Design
from sandbox.design.values import MAX_PLAYERS
from sandbox.errors import BadFile, Refused
from sandbox.reading import files
from sandbox.recording import fingerprint
from sandbox.recording.recording import MAX_FILE
from sandbox.together.messages import MAX_MESSAGE, Back, Ordered, Turn
from sandbox.together.past.sent_past import OpenRun, SentPast

TURNS_A_SECOND = 60
MAX_TICKS = 1024  # of a turn
_MOST_KEPT = 64 * 1024 * 1024  # bytes of states that are kept to be compared
_AROUND = 48  # bytes that a turn needs around its commands, and as many around each of them
_STARTS, _STOPS = ({commands.pack(verb(player=player)) for player in range(MAX_PLAYERS)} for verb in (Start, Stop))


class TurnTrace(NamedTuple):
    """What a turn has left: the hash and the state of each of its running ticks. `ran` is the first of those ticks."""

    number: int
    digest: bytes
    ran: int
    hashes: bytes
    states: tuple[Snapshot, ...]

    def first_difference(self, hashes: bytes) -> int:
        """Return the first tick on which another machine has another hash; 0 if there is none."""
        for at in range(0, max(len(hashes), len(self.hashes)), 8):
            if hashes[at : at + 8] != self.hashes[at : at + 8]:
                return self.ran + at // 8
        return 0

    def at(self, tick: int) -> tuple[bytes, Snapshot | None]:
        """Return the hash and the state of a tick."""
        index = tick - self.ran
        if not 0 <= index < len(self.hashes) // 8:
            return b"", None
        return self.hashes[8 * index : 8 * index + 8], self.states[index] if index < len(self.states) else None


class Record(Log, Protocol):
    """What a session in turns is written to: a `Recorder`, or what stands before one."""

    @property
    def path(self) -> Path: ...
    def close(self, session: Session, reason: str, fingerprint: Any) -> None: ...


class TurnLog:
    """The log of a session in turns, which gets the hashes of a turn at once and records them in blocks as usual.

    Attributes:
        run: the commands of the run that goes on.
    """

    def __init__(self, recorder: Log, path: Callable[[], Path]) -> None:
        """`path`: of the recording."""
        self.recorder = recorder
        self.run = OpenRun()
        self._path = path
        self._of_turn = bytearray()
        self._first = 0
        self._waiting = bytearray()

    def take(self) -> bytes:
        """Return the hashes since the last call."""
        taken = bytes(self._of_turn)
        self._of_turn.clear()
        return taken

    def flush(self) -> None:
        """Record the hashes that still wait."""
        if self._waiting:
            waiting = bytes(self._waiting)
            self._waiting.clear()
            self.recorder.hashes(self._first, waiting)

    # -- what a session reports

    def command(self, tick: int, packed: bytes) -> None:
        self.flush()
        if packed in _STOPS:
            self.run.end()
        elif packed in _STARTS:
            with contextlib.suppress(BadFile, OSError):  # then the whole recording is sent to who joins
                self.run.begin(self._path().stat().st_size)
        self.run.take(tick, packed)
        self.recorder.command(tick, packed)

    def hashes(self, first: int, digests: bytes) -> None:
        self._of_turn += digests
        if first != self._first + len(self._waiting) // 8:
            self.flush()
        if not self._waiting:
            self._first = first
        self._waiting += digests
        if len(self._waiting) >= 8 * HASHES_EVERY:
            self.flush()

    def state(self, tick: int, snapshot: Snapshot) -> None:
        self.flush()
        self.recorder.state(tick, snapshot)

    def mark(self, tick: int, what: str, text: str) -> None:
        self.flush()
        self.recorder.mark(tick, what, text)


class JointSession:
    """A session, its recording, and the traces of the turns about which not everybody has agreed yet.

    Attributes:
        turn: the number of the next turn.
        first: the design with which the session has begun.
        carry_out, pass_ticks: how commands and ticks reach the session; a window puts its own gate there.
        run_again: runs the session again up to an earlier moment, in steps; a window puts its own way there. None: as
            `going_back.back` does.
        others_run: whether the machine runs for all others, and not here.
    """

    def __init__(self, session: Session, recorder: Record, turn: int = 0, first: Design | None = None) -> None:
        self.session, self.recorder = session, recorder
        self.turn = turn
        self.first = first or session.design
        self.carry_out: Callable[[AnyCommand], bool] = lambda command: self.session.do(command)
        self.pass_ticks: Callable[[int], object] = lambda ticks: self.session.advance(ticks)
        self.others_run = False
        self.run_again: Callable[[Back], Iterator[JointSession | float]] | None = None
        self.ticks_a_turn = max(1, session.tick_rate // TURNS_A_SECOND)
        self._log = TurnLog(recorder, lambda: self.recorder.path)
        session.log = self._log
        self._given: list[Ordered] = []
        self._given_bytes = _AROUND
        self._edited = False
        self._traces: deque[TurnTrace] = deque()
        self._bare = 0  # so many of the oldest ones have no states
        self._kept = 0  # bytes

    def use_speed(self, speed: float) -> None:
        """Let a turn have as many ticks as pass in it at a speed."""
        self.ticks_a_turn = max(1, round(self.session.tick_rate * speed / TURNS_A_SECOND))

    @property
    def turn_seconds(self) -> float:
        """The length of a whole turn."""
        return self.ticks_a_turn / self.session.tick_rate

    @property
    def has_given(self) -> bool:
        """True if commands of the next turn have been carried out already."""
        return bool(self._given)

    @property
    def is_full(self) -> bool:
        """True if the next turn could not be sent as one message with a command of the largest size more."""
        return self._given_bytes + _AROUND + commands.MAX_PACKED > MAX_MESSAGE

    # -- turns

    def give(self, command: AnyCommand, wish: int = 0) -> bool:
        """Carry out a command of the next turn; False: it changes nothing.

        Raises:
            Refused: it can't be carried out.
        """
        packed = commands.pack(command)
        if not self.carry_out(command):
            return False
        self._note_given(command, packed, wish)
        return True

    def _note_given(self, command: AnyCommand, packed: bytes, wish: int) -> None:
        self._given.append(Ordered(packed, command.player, wish))
        self._given_bytes += _AROUND + len(packed)
        self._edited |= command.changes_design

    def closed_turn(self, ticks: int, agreed: int, at: int) -> Turn:
        """Return the turn whose commands have been given, for the others; its ticks pass with `run`."""
        return Turn(self.turn, ticks, tuple(self._given), agreed, at)

    def expect(self, turn: Turn) -> None:
        """Refuse a turn that is not the next one.

        Raises:
            BadFile: it is another one, or has too many ticks.
        """
        if turn.number != self.turn or turn.ticks > MAX_TICKS:
            raise BadFile(f"the host has sent turn {turn.number} of {turn.ticks} ticks in place of turn {self.turn}")

    def play(self, turn: Turn) -> None:
        """Carry out a turn of the host's.

        Raises:
            BadFile: it is not the next one, or the host has done what can't be done here.
        """
        self.expect(turn)
        for given in turn.given:
            command = commands.unpack(given.packed)
            try:
                if self.give(command, given.wish):
                    continue
                why = "it would change nothing"
            except Refused as refused:
                why = str(refused)
            raise BadFile(f"tick {self.session.tick}: the host has carried out {command.phrase!r}, but here {why}")
        self.run(turn.ticks)

    def run(self, ticks: int) -> None:
        """Let the ticks of a turn pass, whose commands have been given."""
        session, log = self.session, self._log
        self._log.take()
        first, states = session.tick + 1, []
        for _ in range(ticks if session.running else 0):
            self.pass_ticks(1)
            session.flush(state=False)
            snapshot = session.snapshot()
            if snapshot is None:  # the longest run there is has just ended
                break
            states.append(snapshot)
        left = first - 1 + ticks - session.tick
        if left > 0:
            self.pass_ticks(left)
            session.flush(state=False)
        hashes = log.take()
        state = session.end_hash() if self._edited else b""
        digest = hashlib.blake2b(hashes + state + bytes([len(self._given) & 255]), digest_size=8).digest()
        self._keep(TurnTrace(self.turn, digest, first, hashes, tuple(states)))
        self.forget_given()
        self.turn += 1

    def forget_given(self) -> None:
        """Begin the next turn without what has been given so far."""
        self._given.clear()
        self._given_bytes = _AROUND
        self._edited = False

    def go_on_as(self, other: JointSession) -> None:
        """Go on as a session that has gone back to an earlier moment; that was this turn."""
        self.session, self.recorder, self._log = other.session, other.recorder, other._log
        self._traces.clear()
        self._kept = self._bare = 0
        self.forget_given()
        digest = hashlib.blake2b(b"back" + self.session.end_hash(), digest_size=8).digest()
        self._keep(TurnTrace(self.turn, digest, self.session.tick + 1, b"", ()))
        self.turn += 1

    # -- traces

    def _keep(self, trace: TurnTrace) -> None:
        self._traces.append(trace)
        self._kept += _size(trace.states)
        while self._kept > _MOST_KEPT:  # the oldest can then be compared by their hashes only
            old = self._traces[self._bare]
            self._kept -= _size(old.states)
            self._traces[self._bare] = old._replace(states=())
            self._bare += 1

    def trace(self, turn: int) -> TurnTrace | None:
        """Return the trace of a turn that has been played and not been forgotten."""
        index = turn - self._traces[0].number if self._traces else -1
        return self._traces[index] if 0 <= index < len(self._traces) else None

    def forget(self, before: int) -> None:
        """Forget the traces of all turns before one: everybody agrees about them."""
        while self._traces and self._traces[0].number < before:
            self._kept -= _size(self._traces.popleft().states)
            self._bare = max(0, self._bare - 1)

    def digests(self, first: int) -> tuple[int, tuple[bytes, ...]]:
        """Return the digests of the turns from one on, and the number of the first of them."""
        oldest = self._traces[0].number if self._traces else self.turn
        first = min(max(first, oldest), self.turn)
        latest = islice(reversed(self._traces), self.turn - first)  # there may be thousands before
        return first, tuple(trace.digest for trace in latest)[::-1]

    # -- the recording

    def write_to(self, record: Log) -> None:
        """Write all that follows to something else, which hands it on."""
        self._log.flush()
        self._log.recorder = record

    def recorded(self) -> bytes:
        """Return the bytes of the recording so far."""
        self.session.flush(state=False)
        self._log.flush()
        return files.read_bytes(self.recorder.path, MAX_FILE, "recording")

    def past(self) -> SentPast:
        """Return what somebody needs who joins now."""
        recording, run = self.recorded(), self._log.run
        return SentPast(recording[: run.before], run.pieces(), run.count)

    def close(self, reason: str) -> None:
        """End the recording."""
        self.session.flush()
        self._log.flush()
        self.recorder.close(self.session, reason, fingerprint.current())


def _size(states: Sequence[Snapshot]) -> int:
    return sum(array.nbytes for snapshot in states for array in snapshot)
