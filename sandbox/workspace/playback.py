"""Watch a recording: its commands come on their ticks, and idle stretches are cut short.

It is also run ahead in the background, so that all of it can be scrubbed through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from sandbox.commands import driver
from sandbox.commands.commands import AnyCommand
from sandbox.commands.driver import Driver, Position, Timed, count_until
from sandbox.commands.session import Session
from sandbox.errors import Refused
from sandbox.recording.recording import Recording
from sandbox.verify.judgement import Judgement, judge_difference, judge_stale
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.past.history import History, Moment
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.watchdog import Broken

IDLE_SECONDS = 2.0  # of editing without a command; longer stretches are cut to
LEAD_SECONDS = 0.5  # before the next command


class Playback:
    """Play a recording in a session, from the session's tick 0 on.

    `ahead` is the run in the background; `history` all that it has reached so far.
    """

    def __init__(self, recording: Recording, path: Path, session: Session, before: Playback | None = None) -> None:
        """`before`: an earlier playback of the same recording, whose run ahead is kept."""
        self.recording = recording
        self.path = path
        self.history: History = before.history if before is not None else History(recording.head.design)
        self.ahead: Rerun = before.ahead if before is not None else _again(recording, self.history)
        self.refused: list[str] = []  # commands of the recording that today's program would not carry out
        self.broken: Broken | None = None  # an error that has ended it
        self._session = session
        self._driver = Driver(session, recording.commands, self._note_refusal)
        self._drive(session.tick)

    @property
    def end(self) -> int:
        """The last tick of the recording."""
        return self.recording.ticks

    @property
    def here(self) -> Position:
        """The position to which it has been played."""
        return Position(self._session.tick, self._driver.given)

    @property
    def finished(self) -> bool:
        return self.broken is not None or (self._session.tick >= self.end and self._driver.due is None)

    @property
    def progress(self) -> float:
        """The share of the recording that has been played, 0 to 1."""
        return self._session.tick / self.end if self.end else 1.0

    @property
    def differs(self) -> Judgement | None:
        """The judgement of the run ahead as far as it has come; None while it is what the recording expects here."""
        if self.ahead.session_log.parted is not None:
            return judge_difference(self.path, self.recording)
        return judge_stale(self.path, self.recording) if self.recording.stale else None

    def advance(self, ticks: int) -> None:
        """Let ticks pass, up to the end, and skip stretches in which nothing happens."""
        while ticks > 0 and not self.finished:
            self._skip()
            passing = min(ticks, self._ticks_ahead())
            self._drive(self._session.tick + passing)
            ticks -= passing

    def end_here(self) -> Moment:
        """Forget the rest of the history: the session goes on from here. Returns the last moment that is left."""
        self.ahead.to(*self.here)
        tick = self._session.tick
        moment = self.history.at(self.history.place_of(tick))
        moment = moment._replace(commands=count_until(self.history.commands, tick))
        self.history.cut(moment, self._session)
        return moment

    def _ticks_ahead(self) -> int:
        """Count the ticks until the next command, or the end."""
        until = self._driver.due if self._driver.due is not None else self.end
        return max(0, until - self._session.tick)

    def _skip(self) -> None:
        session, ahead = self._session, self._ticks_ahead()
        if not session.running and ahead > IDLE_SECONDS * session.tick_rate:
            session.advance(ahead - int(LEAD_SECONDS * session.tick_rate))

    def _drive(self, tick: int) -> None:
        try:
            self._driver.to(tick)
        except Broken as error:
            self.broken = error

    def _note_refusal(self, tick: int, command: AnyCommand, refusal: Refused | None) -> None:
        if refusal is not None:
            self.refused.append(str(refusal))


def _again(recording: Recording, history: History) -> Rerun:
    """Begin to run the recording again; all that happens on the way to its end is kept in the history."""
    head, session_log = recording.head, SessionLog(recording.hashes, keep=False)
    return Rerun(head.design, head.seed, recording.commands, recording.ticks, session_log, history)


# -- a run that is watched again


def live_commands(history: History) -> list[Timed]:
    """List the presses and pulls in the run that goes on, or in the last one, with ticks since its Start."""
    if not history.runs:
        return []
    run = history.runs[-1]
    return [*driver.live_commands(history.commands[run.commands :], run.start)]


class Encore(Driver):
    """Repeats commands in a run that has just been started, through the gate for a user's commands."""

    def __init__(self, session: Session, commands: Sequence[Timed], gate: Callable[[AnyCommand], bool]) -> None:
        """`commands` have ticks since the Start."""
        super().__init__(session, [(session.start_tick + tick, command) for tick, command in commands])
        self.seconds: float | None = None  # the length of a tick, if it is not the world's
        self._gate = gate

    def carry_out(self, command: AnyCommand) -> bool:
        return self.session.running and self._gate(command)

    def advance(self, ticks: int) -> None:
        self.session.advance(ticks, self.seconds)
