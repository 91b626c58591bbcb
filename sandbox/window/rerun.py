"""Going back to a past moment: a fresh session is given the same commands on the same ticks, a slice at a time.

A machine can't be restored from a copy (the engine keeps hidden state), but it can be run again to the same bits,
faster than it ran before. The window goes on drawing meanwhile: `work` does as much as a frame has time for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandbox.commands import AnyCommand, Start, Stop
from sandbox.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.window.chronicle import Chronicle
from sandbox.window.sessions import Tape
from sandbox.window.watchdog import Broken, WatchedSession

_TICKS = 8  # between two looks at the clock


class Goal(NamedTuple):
    """A place on the way: a tick, after so many commands."""

    tick: int
    commands: int


class Rerun:
    """A session on its way to `tick`, after so many of `commands`; with a history, every tick of it is kept there."""

    def __init__(
        self, design: Design, seed: int, commands: Sequence[tuple[int, AnyCommand]], tick: int, tape: Tape,
        history: Chronicle | None = None,
    ) -> None:  # fmt: skip
        self.tape = tape
        self.history = history
        self.session = WatchedSession(design, seed, tape)
        self.refused: list[str] = []  # commands that today's program would not carry out
        self.broken: Broken | None = None  # an error that has ended it
        self.commands = commands
        self.tick = tick
        self.starts = sum(1 for _, command in commands if isinstance(command, Start))
        self._next = 0
        self._running = _running_ticks(commands, tick)  # that take time; waiting takes none

    @property
    def done(self) -> bool:
        return self.broken is not None or (self._next >= len(self.commands) and self.session.tick >= self.tick)

    @property
    def progress(self) -> float:
        """0 to 1."""
        return min(1.0, self.session.running_ticks / self._running) if self._running else float(self.done)

    @property
    def complaint(self) -> str:
        """How it was not what was recorded; empty if it was."""
        if self.refused:
            return f"{len(self.refused)} commands here no longer apply: {self.refused[0]}"
        if self.tape.parted is not None:
            return f"this machine runs it differently from tick {self.tape.parted} on"
        return ""

    def reached(self, goal: Goal | None) -> bool:
        """Whether it has come to a place on its way; None: to its end."""
        return self.done or (goal is not None and self.session.tick >= goal.tick and self._next >= goal.commands)

    def work(self, now: Callable[[], int], until_ns: int, goal: Goal | None = None) -> bool:
        """Go on until the counter says so, by one slice at least, or to a place; True when it is there."""
        while not self.reached(goal):
            self._go_on()
            if now() >= until_ns:
                break
        return self.reached(goal)

    def until(self, goal: Goal) -> None:
        """At least to a place on its way, however long it takes."""
        while not self.reached(goal):
            self._go_on()

    def _go_on(self) -> None:
        try:
            self._slice()
        except Broken as error:
            self.broken = error

    def _slice(self) -> None:
        session, history = self.session, self.history
        due = self.commands[self._next][0] if self._next < len(self.commands) else self.tick
        ahead = due - session.tick
        if ahead > 0:
            if not session.running:
                session.advance(ahead)
            elif history is None:
                session.advance(min(ahead, _TICKS))
            else:
                for _ in range(min(ahead, _TICKS)):
                    session.advance()
                    history.happened(session.take_events())
                    history.note(session)
            return
        if self._next < len(self.commands):
            command = self.commands[self._next][1]
            self._next += 1
            try:
                done = session.do(command)
            except (Refused, BadFile) as error:
                self.refused.append(str(error))
            else:
                if done and history is not None:
                    history.command(session, command)


def _running_ticks(commands: Sequence[tuple[int, AnyCommand]], until: int) -> int:
    """On how many ticks a machine runs."""
    total, since = 0, None
    for tick, command in commands:
        if isinstance(command, Start):
            since = tick
        elif isinstance(command, Stop) and since is not None:
            total, since = total + tick - since, None
    return total + (until - since if since is not None else 0)


__all__ = ["Goal", "Rerun"]
