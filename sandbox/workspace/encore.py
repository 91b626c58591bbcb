"""Watching a run again: the machine is started anew and gets the same presses and pulls on the same ticks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.commands.commands import AnyCommand, Live
from sandbox.commands.driver import Driver, Timed
from sandbox.commands.session import Session
from sandbox.workspace.past.history import Chronicle


def live_commands(history: Chronicle) -> list[Timed]:
    """List the presses and pulls in the run that goes on, or in the last one, with ticks since its Start."""
    if not history.runs:
        return []
    run = history.runs[-1]
    since = history.commands[run.commands :]
    return [(tick - run.start, command) for tick, command in since if isinstance(command, Live)]


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


__all__ = ["Encore", "live_commands"]
