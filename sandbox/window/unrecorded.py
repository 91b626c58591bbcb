"""A run by steps of any length. It can't be repeated, so it is not recorded: a copy of the session runs meanwhile."""

from __future__ import annotations

from sandbox.clock import Clock
from sandbox.session import Session


class Unrecorded:
    """One such run. `recorded` is the session that waits for its end, `session` the copy that runs."""

    def __init__(self, recorded: Session) -> None:
        self.recorded = recorded
        self.session = Session(recorded.design, recorded.seed)
        self.session.advance(recorded.tick)
        self.seconds = 0.0  # that it has gone on, which ticks can't tell

    def due(self, clock: Clock, now_ns: int, paused: bool) -> int:
        """How many ticks are due now, and how long they are is set: of what has passed, one. A single step in a pause
        is a tick as long as any other session's."""
        machine = self.session.machine
        if machine is None:
            return clock.advance(now_ns)
        if paused:
            machine.dt = 1.0 / self.session.tick_rate
            due = clock.advance(now_ns)
        else:
            machine.dt = float(clock.take(now_ns))
            due = int(machine.dt > 0)
        self.seconds += due * machine.dt
        return due

    def end(self) -> Session:
        """It is over; for the session that was recorded nothing has happened but time."""
        self.recorded.advance(self.session.tick - self.recorded.tick)
        return self.recorded


__all__ = ["Unrecorded"]
