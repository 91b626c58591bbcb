"""The wishes of a guest on his side: numbered, sent once on each connection, and kept until the host has answered."""

from __future__ import annotations

from collections import deque

from sandbox.commands import commands
from sandbox.errors import Refused
from sandbox.together.messages import MAX_WISHES, Turn, Wish

_MOST_UNANSWERED = 256  # wishes
_AROUND_WISH = 24  # bytes that a message needs around the command of a wish


class OwnWishes:
    """The commands that a guest has asked for, and of which he does not know yet what has come of them."""

    def __init__(self) -> None:
        self.unanswered: deque[Wish] = deque()
        self.last = 0  # the number of the last wish
        self._sent = 0  # the number of the last wish that was sent on this connection

    def add(self, packed: bytes) -> int:
        """Take in a wish; return its number.

        Raises:
            Refused: it is too large, or too many have no answer yet.
        """
        if len(self.unanswered) >= _MOST_UNANSWERED:
            raise Refused("the host has not answered for a while; wait until it does")
        if len(packed) > commands.MAX_PACKED:
            raise Refused(f"this is too much for one command ({len(packed)} bytes); do it in several steps")
        self.last += 1
        self.unanswered.append(Wish(self.last, packed))
        return self.last

    def unsent(self) -> tuple[Wish, ...]:
        """Return the wishes that have not been sent on this connection, as many as a message can hold."""
        wishes: list[Wish] = []
        size = 0
        for wish in self.unanswered:
            if wish.number > self._sent:
                size += len(wish.packed) + _AROUND_WISH
                if wishes and (size > commands.MAX_PACKED or len(wishes) >= MAX_WISHES):
                    break
                wishes.append(wish)
        return tuple(wishes)

    def note_sent(self, wishes: tuple[Wish, ...]) -> None:
        """Take note that wishes were sent."""
        self._sent = wishes[-1].number if wishes else self._sent

    def note_answers(self, turn: Turn, player: int) -> None:
        """Forget the wishes of a player that a turn carries out."""
        for given in turn.given:
            if given.player == player and given.wish:
                self.answer_until(given.wish)

    def answer_until(self, number: int) -> None:
        """Forget all wishes up to one, which the host has answered."""
        while self.unanswered and self.unanswered[0].number <= number:
            self.unanswered.popleft()

    def begin_connection(self, heard: int) -> None:
        """Take note of the last wish that the host has looked at: what follows is sent again."""
        self.answer_until(heard)
        self._sent = heard
        self.last = max(self.last, heard)
