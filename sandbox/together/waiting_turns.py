"""The turns of the host that have come to a guest, and that he has not played yet."""

from __future__ import annotations

from collections import deque

from sandbox.errors import BadFile
from sandbox.recording.recording import MAX_COMMAND_BYTES
from sandbox.together.messages import Turn


class WaitingTurns:
    """Turns in their order. `following` is the number of the next one to come."""

    def __init__(self) -> None:
        self.following = 0
        self._turns: deque[Turn] = deque()
        self._bytes = 0  # of their commands

    def __len__(self) -> int:
        return len(self._turns)

    @property
    def first(self) -> Turn | None:
        """The next one to be played; None if all have been."""
        return self._turns[0] if self._turns else None

    def begin(self, following: int) -> None:
        """Forget all, and expect one with a number."""
        self.following, self._bytes = following, 0
        self._turns.clear()

    def take(self) -> Turn:
        """Take out the first one, to be played."""
        turn = self._turns.popleft()
        self._bytes -= turn.size
        return turn

    def add(self, turn: Turn) -> None:
        """Take in the next one.

        Raises:
            BadFile: they hold more than a recording can.
        """
        self._turns.append(turn)
        self.following = turn.number + 1
        self._bytes += turn.size
        if self._bytes > MAX_COMMAND_BYTES:
            raise BadFile("the host has sent more commands than a recording can hold, faster than they can be played")
