"""The one driver of recorded commands, which gives a session each command on its tick; and the runs within a session:
from which command to which its machine runs.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from sandbox.commands.commands import AnyCommand, Live, Start, Stop
from sandbox.commands.session import HASHES_EVERY, MAX_RUNNING_TICKS, Session
from sandbox.errors import Refused

Timed = tuple[int, AnyCommand]  # the tick on which a command is given, and the command
# A policy for commands that are not carried out. It gets the tick, the command and the refusal; None in its place
# means that the command changes nothing now.
OnRefusal = Callable[[int, AnyCommand, Refused | None], object]


class Position(NamedTuple):
    """A position in a session: its tick, and how many of its commands have been given."""

    tick: int
    commands: int


class RunSpan(NamedTuple):
    """A run of the machine: from right after its Start to right before its Stop, or to the end of the session."""

    begin: Position
    end: Position

    @property
    def ticks(self) -> int:
        return self.end.tick - self.begin.tick


def raise_refusal(tick: int, command: AnyCommand, refusal: Refused | None) -> None:
    """The policy of a driver that stops at the first refusal."""
    if refusal is not None:
        raise refusal


def ignore_refusal(tick: int, command: AnyCommand, refusal: Refused | None) -> None:
    """The policy of a driver that goes on as if nothing had been asked."""


class Driver:
    """Gives a session commands, each on its tick, as far as it is asked to at a time.

    `given` counts the commands that the session has got. It starts at 0 and never goes back.
    """

    def __init__(self, session: Session, commands: Sequence[Timed], on_refusal: OnRefusal = raise_refusal) -> None:
        self.session = session
        self.commands = commands
        self.given = 0
        self._on_refusal = on_refusal

    @property
    def due(self) -> int | None:
        """The tick of the next command; None after the last one."""
        return self.commands[self.given][0] if self.given < len(self.commands) else None

    def to(self, tick: int, count: int | None = None) -> None:
        """Go on to a tick, as `steps` does, without a pause."""
        for _ in self.steps(tick, count):
            pass

    def steps(self, tick: int, count: int | None = None, most: int | None = None) -> Iterator[int]:
        """Go on to a tick and give the commands on the way, in steps; the caller may stop after any of them.

        A step is one command, or ticks in a row: as many as there are before the next command, but at most `most` of a
        running machine. After each step comes the number of ticks that it took, which is 0 for a command.

        Args:
            count: stop after this many commands from the first one on, however late they are. Without it, the commands
                on the last tick are given, and no later ones.
        """
        while True:
            due = self.due
            if due is None or (due > tick if count is None else self.given >= count):
                due = None
            ahead = (tick if due is None else due) - self.session.tick
            if ahead > 0:
                ticks = ahead if most is None or not self.session.running else min(ahead, most)
                self.advance(ticks)
                yield ticks
            elif due is not None:
                self.give_next()
                yield 0
            else:
                return

    def give_until(self, tick: int) -> None:
        """Give the session all commands up to a tick, that tick included, at once, whatever tick the session is on."""
        while (due := self.due) is not None and due <= tick:
            self.give_next()

    def give_next(self) -> None:
        """Give the next command now."""
        tick, command = self.commands[self.given]
        self.given += 1
        refusal = None
        try:
            if self.carry_out(command):
                return
        except Refused as error:
            refusal = error
        self._on_refusal(tick, command, refusal)

    # -- what a driver with more to do replaces

    def carry_out(self, command: AnyCommand) -> bool:
        """Hand a command to the session; False: it changes nothing."""
        return self.session.do(command)

    def advance(self, ticks: int) -> None:
        """Let this many ticks pass."""
        self.session.advance(ticks)


# -- looking into a list of commands, which is in the order of its ticks


def count_before(commands: Sequence[Timed], tick: int) -> int:
    """The number of commands before a tick."""
    return bisect.bisect_left(commands, tick, key=itemgetter(0))


def count_until(commands: Sequence[Timed], tick: int) -> int:
    """The number of commands before a tick and on it."""
    return bisect.bisect_right(commands, tick, key=itemgetter(0))


def live_commands(commands: Iterable[Timed], start: int = 0) -> Iterator[tuple[int, Live]]:
    """Yield the presses and pulls among commands, with ticks since a start."""
    return ((tick - start, command) for tick, command in commands if isinstance(command, Live))


def runs(commands: Sequence[Timed], last: int) -> list[RunSpan]:
    """All runs of a session in their order, up to its last tick.

    A session stops a machine by itself after `MAX_RUNNING_TICKS` in all its runs, on a whole block of hashes.
    """
    spans: list[RunSpan] = []
    ran = 0  # ticks
    begin: Position | None = None

    def end(tick: int, index: int) -> None:
        nonlocal ran, begin
        assert begin is not None
        blocks = max(1, -(-(MAX_RUNNING_TICKS - ran) // HASHES_EVERY))
        span = RunSpan(begin, Position(min(tick, begin.tick + blocks * HASHES_EVERY), index))
        spans.append(span)
        ran += span.ticks
        begin = None

    for index, (tick, command) in enumerate(commands):
        if isinstance(command, Start) and begin is None:
            begin = Position(tick, index + 1)
        elif isinstance(command, Stop) and begin is not None:
            end(tick, index)
    if begin is not None:
        end(last, len(commands))
    return spans
