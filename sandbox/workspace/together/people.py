"""The people in a shared session, and where they point."""

from __future__ import annotations

import getpass
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandbox.design.geometry import Point
from sandbox.recording.plain_text import one_line
from sandbox.workspace.clock import NS

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.messages import Pointer

LONGEST_NAME = 20  # characters
_POINTED_NS = NS // 15  # between two messages about the pointer
_AGAIN_NS = 2 * NS  # until it is sent again, though it has not moved
_FORGOTTEN_NS = 5 * NS  # until a pointer of which nothing is heard is not drawn any more
_MOST_SELECTED = 64


class Person(NamedTuple):
    """Somebody in the session.

    Attributes:
        is_here: false while his connection is lost, or once he has left.
        state: what the host knows of a guest, in a word or two; empty for one of whom there is nothing to say.
        delay: milliseconds to a guest and back, as the host has measured them; 0: not known.
    """

    player: int
    name: str
    is_here: bool
    is_self: bool
    state: str = ""
    delay: int = 0


class Pointing(NamedTuple):
    """Where another player points, and the parts that he has selected."""

    player: int
    at: Point
    selected: tuple[int, ...]


def user_name() -> str:
    """Return the name of this user, as the system knows it."""
    try:
        return one_line(getpass.getuser(), LONGEST_NAME)
    except (OSError, KeyError):
        return "somebody"


def everybody(names: Mapping[int, str], own: int, side: JointHost | JointGuest, host: JointHost | None) -> list[Person]:
    """Return all who have ever been in the session, by their players; `host` is the side where that is here."""
    known = {} if host is None else {seat.player: seat for seat in host.guests}
    people = []
    for player, name in sorted(names.items()):
        is_here, seat = player == own or player in side.present, known.get(player)
        state = "" if is_here else "away" if seat is not None or host is None else "has left"
        if is_here and seat is not None:
            state = "catching up" if not seat.ready else "is behind" if seat.slow_since is not None else ""
        delay = round(1000 * host.delay(seat)) if is_here and seat is not None and host is not None else 0
        people.append(Person(player, name, is_here, player == own, state, delay))
    return people


class Pointers:
    """Sends where this user points, not too often, and keeps where the others do."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sent: tuple[int, Pointer] | None = None  # the last one, and when
        self._heard: dict[int, tuple[int, Pointer]] = {}

    def clear(self) -> None:
        """Forget everything: another session begins."""
        self._heard.clear()
        self._sent = None

    def send(self, side: JointHost | JointGuest, at: Point, selected: tuple[int, ...]) -> None:
        """Show the others where this user points; to be called as often as one likes."""
        from sandbox.together.messages import Pointer

        if not all(map(math.isfinite, at)):
            return
        now = self._now()
        pointer = Pointer(round(at[0], 3), round(at[1], 3), selected[:_MOST_SELECTED])
        if self._sent is not None:
            since = now - self._sent[0]
            if since < _POINTED_NS or (pointer == self._sent[1] and since < _AGAIN_NS):
                return
        self._sent = now, pointer
        side.point(pointer)

    def hear(self, pointers: Mapping[int, Pointer]) -> bool:
        """Take note of where the others point; tell whether anything is new."""
        now = self._now()
        new = [player for player in pointers if self._heard.get(player, (0, None))[1] is not pointers[player]]
        self._heard.update((player, (now, pointers[player])) for player in new)
        return bool(new)

    def list(self) -> list[Pointing]:
        """Return where the others point, as far as that has been heard of late."""
        now = self._now()
        return [
            Pointing(player, (pointer.x, pointer.y), pointer.selected)
            for player, (heard, pointer) in sorted(self._heard.items())
            if now - heard < _FORGOTTEN_NS
        ]
