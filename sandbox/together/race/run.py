"""A race as one of those who are in it plays it without a window: a session of his own, on the ticks of a clock."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.reading import files
from sandbox.recording import fingerprint
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.recorder import Recorder
from sandbox.recording.recording import MAX_FILE
from sandbox.together.messages import RaceProgress, RaceState
from sandbox.together.pacing import TickClock


class RaceRun:
    """The session of one player in a race, and its recording."""

    def __init__(self, level: Design, seed: int, path: Path) -> None:
        self.path = path
        level = levels.as_player(level)
        self._recorder = Recorder(path, level, seed, fingerprint.current())
        self.session = Session(level, seed, self._recorder)
        self._first = level.next_id
        self._clock = TickClock(self.session.tick_rate)

    def do(self, command: AnyCommand) -> bool:
        """Carry out a command now; False: it would change nothing.

        Raises:
            Refused: it can't be carried out.
        """
        return self.session.do(command)

    def advance(self, now: float, until: int | None = None) -> None:
        """Let the ticks pass that are due, but go no further than to the tick `until`, nor beyond a win."""
        session = self.session
        due = self._clock.due(now)
        ticks = due if until is None else min(due, until - session.tick)
        for _ in range(ticks):
            if not session.running:
                session.advance(ticks)
                self._clock.take(ticks)
                return
            won = session.won
            session.advance()
            self._clock.take(1)
            ticks -= 1
            if session.won and not won:
                return

    @property
    def wait(self) -> float:
        """Seconds until the next tick."""
        return 1 / self.session.tick_rate

    @property
    def progress(self) -> RaceProgress:
        """How far the player has come."""
        return progress_of(self.session, self._first)

    def recorded(self) -> bytes:
        """Return the bytes of the recording so far."""
        self.session.flush(state=False)
        return files.read_bytes(self.path, MAX_FILE, "recording")

    def close(self, reason: str) -> None:
        """End the recording."""
        self.session.flush()
        self._recorder.close(self.session, reason, fingerprint.current())


def progress_of(session: Session, first: int) -> RaceProgress:
    """Return how far the player of a session has come.

    Args:
        first: the next free id of the level as it was given out.
    """
    design = session.design
    pieces = sum(1 for part in design.parts if part.id >= first) + sum(1 for link in design.links if link.id >= first)
    won = session.won_tick is not None
    state: RaceState = "won" if won else "running" if session.running else "building"
    return RaceProgress(state, pieces, round(session.tick / session.tick_rate, 2))


def empty_recording(level: Design, seed: int) -> bytes:
    """Return the bytes of a recording of a level in which nothing has happened, as a level is sent."""
    with tempfile.TemporaryDirectory(prefix="sandbox-") as folder:
        path = Path(folder, f"level{SUFFIX}")
        Recorder(path, levels.as_player(level), seed, fingerprint.current()).abandon()
        return files.read_bytes(path, MAX_FILE, "recording")
