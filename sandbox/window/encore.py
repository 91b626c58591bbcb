"""Watching a run again: the machine is started anew and gets the same presses and pulls on the same ticks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sandbox.commands import AnyCommand, Live, Start
from sandbox.session import Session


class Encore:
    """What the user did to the present run, tick by tick from its Start, and what of it is still to be done again."""

    def __init__(self) -> None:
        self._start = 0
        self._run: list[tuple[int, AnyCommand]] = []
        self._ahead: deque[tuple[int, AnyCommand]] = deque()

    def note(self, tick: int, command: AnyCommand) -> None:
        """A command was carried out on a session tick."""
        if isinstance(command, Start):
            self._start, self._run = tick, []
        elif isinstance(command, Live):
            self._run.append((tick - self._start, command))

    @property
    def run(self) -> list[tuple[int, AnyCommand]]:
        """What was done to the run that goes on, or to the last one."""
        return list(self._run)

    def perform(self, run: list[tuple[int, AnyCommand]]) -> None:
        """Do this again to the run that has just been started."""
        self._ahead = deque(run)

    def drop(self) -> None:
        """The user has done something else: the rest is not done again."""
        self._ahead.clear()

    def advance(
        self, session: Session, ticks: int, gate: Callable[[AnyCommand], object], seconds: float | None = None
    ) -> None:
        """Let ticks (of so many seconds, if not the world's) pass, with the commands that are due on the way."""
        while self._ahead and session.running:
            until = self._start + self._ahead[0][0] - session.tick
            if until > ticks:
                break
            session.advance(until, seconds)
            ticks -= until
            gate(self._ahead.popleft()[1])
        session.advance(ticks, seconds)
