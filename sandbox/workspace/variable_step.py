"""A run with steps of any length. It can't be repeated, so it is not recorded: a copy of the session runs."""

from __future__ import annotations

from sandbox.commands.commands import AnyCommand, Live
from sandbox.commands.driver import Timed
from sandbox.workspace.clock import Clock
from sandbox.workspace.watchdog import WatchedSession


class Unrecorded:
    """A run that is not recorded. `recorded` is the session that waits for its end, `session` the copy that runs."""

    def __init__(self, recorded: WatchedSession) -> None:
        self.recorded = recorded
        self.session = WatchedSession(recorded.design, recorded.seed)
        self.session.advance(recorded.tick)
        self.live_commands: list[Timed] = []  # with ticks since its Start; no history keeps them
        self.length: float | None = None  # s: of the ticks that were due last; None: as long as any other session's

    def due(self, clock: Clock, now_ns: int, paused: bool) -> int:
        """Set `length` to the time that has passed, and return the number of ticks to run (0 or 1); in a pause these
        are single steps as long as in any other session."""
        if paused or self.session.machine is None:
            self.length = None
            return clock.advance(now_ns)
        taken = float(clock.take(now_ns))
        self.length = taken or None
        return int(taken > 0)

    def note(self, command: AnyCommand) -> None:
        """Keep a command that was carried out, because no history does."""
        if isinstance(command, Live):
            self.live_commands.append((self.session.tick - self.session.start_tick, command))

    @property
    def seconds(self) -> float:
        """The length of the run so far; ticks of any length can't tell."""
        return self.session.machine.seconds if self.session.machine is not None else 0.0

    def end(self) -> WatchedSession:
        """End the run and return the recorded session, for which only time has passed."""
        self.recorded.advance(self.session.tick - self.recorded.tick)
        return self.recorded
