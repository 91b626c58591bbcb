"""A recording that is being watched: its commands at their ticks, and idle stretches cut short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.errors import BadFile, Refused
from sandbox.recording import Recording
from sandbox.session import Session
from sandbox.window.chronicle import Chronicle

IDLE_SECONDS = 2.0  # of editing without a command; longer stretches are cut to
LEAD_SECONDS = 0.5  # before the next command
SLICE = 240  # running ticks between two looks at how far a re-run has come


class Playback:
    """Drives a session with the commands of a recording. It starts on the session's tick 0."""

    def __init__(self, recording: Recording, path: Path, session: Session, history: Chronicle | None = None) -> None:
        """With a history, `to_end` tells it of all that happens."""
        self.recording = recording
        self.path = path
        self.refused: list[str] = []  # commands of the recording that today's program would not carry out
        self._session = session
        self._history = history
        self._next = 0
        self._commands_now()

    @property
    def end(self) -> int:
        """The last tick of the recording."""
        return self.recording.ticks

    @property
    def carried_out(self) -> int:
        """How many of the recording's commands have been given."""
        return self._next

    @property
    def finished(self) -> bool:
        return self._session.tick >= self.end and self._next >= len(self.recording.commands)

    @property
    def progress(self) -> float:
        """How much of the recording has been played, 0 to 1."""
        return self._session.tick / self.end if self.end else 1.0

    def advance(self, ticks: int) -> None:
        """Let ticks pass, up to the end; stretches in which nothing happens are skipped on the way."""
        while ticks > 0 and not self.finished:
            self._skip()
            passing = min(ticks, self._ticks_ahead())
            self._session.advance(passing)
            ticks -= passing
            self._commands_now()

    def _ticks_ahead(self) -> int:
        """Until the next command, or the end."""
        commands = self.recording.commands
        until = commands[self._next][0] if self._next < len(commands) else self.end
        return max(0, until - self._session.tick)

    def _skip(self) -> None:
        session, ahead = self._session, self._ticks_ahead()
        if not session.running and ahead > IDLE_SECONDS * session.tick_rate:
            session.advance(ahead - int(LEAD_SECONDS * session.tick_rate))

    def _commands_now(self) -> None:
        commands = self.recording.commands
        while self._next < len(commands) and commands[self._next][0] <= self._session.tick:
            try:
                done = self._session.do(commands[self._next][1])
            except (Refused, BadFile) as error:
                self.refused.append(str(error))
            else:
                if done and self._history is not None:
                    self._history.command(self._session, commands[self._next][1])
            self._next += 1

    def to_end(self, progress: Callable[[float], None] | None = None) -> None:
        """All that is left of the recording, as fast as it goes; `progress` is told how much of it is done, 0 to 1.

        Only running ticks take time, so only they count.
        """
        session = self._session
        total = sum(len(digests) // 8 for digests in self.recording.hashes.values())
        while not self.finished:
            ahead = self._ticks_ahead()
            if session.running and self._history is not None:
                for _ in range(min(ahead, SLICE)):
                    session.advance()
                    self._history.happened(session.take_events())
                    self._history.note(session)
            else:
                session.advance(min(ahead, SLICE) if session.running else ahead)
            self._commands_now()
            if progress is not None:
                progress(min(1.0, session.running_ticks / total) if total else 1.0)
