"""The side of a shared session that is here, and all that is seen of the others through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandbox.design.geometry import Point
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.gate import Gate
from sandbox.workspace.together.news import News
from sandbox.workspace.together.people import Person, Pointers, Pointing, everybody
from sandbox.workspace.together.race_play import RacePlay

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.joint_session import JointSession
    from sandbox.together.rules.deal import Deal


class Side:
    """A host or a guest, or for the time between sessions none of them.

    Attributes:
        race: a race with others, if they play one.
    """

    def __init__(self, document: OpenDocument, gate: Gate, race: RacePlay) -> None:
        self._document, self._gate, self.race = document, gate, race
        self.host: JointHost | None = None
        self.guest: JointGuest | None = None
        self._joint: JointSession | None = None  # of this document
        self._news = News(document.messages)
        self._pointers = Pointers(document.now)

    @property
    def in_turns(self) -> bool:
        """True while ticks come in turns: for a host at once, for a guest once he is in the session."""
        return self._joint is not None

    @property
    def follows(self) -> bool:
        """True for a guest in the session."""
        return self._joint is not None and self.guest is not None

    @property
    def is_open(self) -> bool:
        """True from hosting or asking to join on, until it is over."""
        return self.host is not None or self.guest is not None or self.race.host is not None

    @property
    def going_back(self) -> float | None:
        """The share of the way back to an earlier moment that this machine has gone; None if it does not go back."""
        side = self.host or self.guest
        return side.going_back if side is not None and self.in_turns else None

    @property
    def share(self) -> float:
        """The share of the session so far that a guest who joins has run."""
        return self.guest.share if self.guest is not None else 0.0

    # -- people

    @property
    def lines(self) -> Sequence[str]:
        """What was said and has happened, the latest last."""
        return self._news.lines

    @property
    def ending(self) -> tuple[str, ...]:
        """What has come out at the end, if machines have parted; for people."""
        return self._news.ending

    @property
    def people(self) -> tuple[Person, ...]:
        """All who have ever been in the session."""
        side = self.host or self.guest
        if not self.in_turns or side is None:
            return ()
        return tuple(everybody(self._document.session.players, self._gate.player, side, self.host))

    def left_in_share(self, item: str) -> int | None:
        """Return how many pieces of an item this player may still place of his share; None if nothing is dealt out."""
        deal = self._deal
        return deal.left(self._document.session, self._gate.player, item) if deal is not None else None

    @property
    def _deal(self) -> Deal | None:
        side = self.host or self.guest
        return side.deal if side is not None and self.in_turns else None

    @property
    def dealt_to(self) -> tuple[int, ...]:
        """The players among whom the stock is dealt out; empty if it is not."""
        deal = self._deal
        return deal.players if deal is not None else ()

    def say(self, text: str) -> None:
        """Send a line of text to everybody."""
        if not text.strip():
            return
        host = self.host or self.race.host
        if host is not None:
            host.say(text.strip())
        elif self.guest is not None:
            self.guest.say(text.strip())

    # -- pointers

    def point(self, at: Point | None, selected: tuple[int, ...]) -> None:
        """Show the others where this user points; to be called as often as one likes."""
        side = self.host or self.guest
        if self.in_turns and side is not None and at is not None:
            self._pointers.send(side, at, selected)

    @property
    def pointers(self) -> list[Pointing]:
        """Where the others point, as far as that has been heard of late."""
        return self._pointers.list() if self.in_turns else []
