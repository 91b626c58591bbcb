"""A run by steps of any length. It can't be repeated, so it is not recorded: a copy of the session runs meanwhile."""

from __future__ import annotations

from sandbox.clock import Clock
from sandbox.commands import AnyCommand, Live
from sandbox.driver import Timed
from sandbox.window.watchdog import WatchedSession


class Unrecorded:
    """One such run. `recorded` is the session that waits for its end, `session` the copy that runs."""

    def __init__(self, recorded: WatchedSession) -> None:
        self.recorded = recorded
        self.session = WatchedSession(recorded.design, recorded.seed)
        self.session.advance(recorded.tick)
        self.live_commands: list[Timed] = []  # with ticks since its Start; no history keeps them
        self.length: float | None = None  # s: of the ticks that were due last; None: as long as any other session's

    def due(self, clock: Clock, now_ns: int, paused: bool) -> int:
        """How many ticks are due now, each of them of that `length`: one, as long as what has passed; or in a pause
        single steps, as long as any other session's."""
        if paused or self.session.machine is None:
            self.length = None
            return clock.advance(now_ns)
        taken = float(clock.take(now_ns))
        self.length = taken or None
        return int(taken > 0)

    def note(self, command: AnyCommand) -> None:
        """A command was carried out."""
        if isinstance(command, Live):
            self.live_commands.append((self.session.tick - self.session.start_tick, command))

    @property
    def seconds(self) -> float:
        """How long it has gone on, which ticks can't tell."""
        return self.session.machine.seconds if self.session.machine is not None else 0.0

    def end(self) -> WatchedSession:
        """It is over; for the session that was recorded nothing has happened but time."""
        self.recorded.advance(self.session.tick - self.recorded.tick)
        return self.recorded


__all__ = ["Unrecorded"]
