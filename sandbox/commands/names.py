"""Players, and the numbers that they give to what they make, for as long as its id is not known to them.

Who edits together with others over a network can't know the id of a part that he has just placed: others may place
theirs before. So a player numbers all parts and links that his commands make, in their order, and names them by these
numbers (with a minus, where an id stands) until he hears of the ids. A number that has been given in vain, because the
command was refused, stands for nothing ever after: no name slips to another part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandbox.errors import Refused

_Any = TypeVar("_Any", bound=Struct)


class Names:
    """The things that the players have made in one session, by player and number."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}  # the greatest number of each player
        self._ids: dict[tuple[int, int], int] = {}
        self._owners: dict[int, tuple[int, int]] = {}  # the same the other way round: who made an id last

    def last(self, player: int) -> int:
        """Return the greatest number that a player has given; 0 if none."""
        return self._last.get(player, 0)

    def id_of(self, player: int, number: int) -> int | None:
        """Return the id of what a player has made as a number; None if that is nothing.

        Where one player builds alone, undoing gives ids free, and the same id may be another part later.
        """
        id_ = self._ids.get((player, number))
        return id_ if id_ is not None and self._owners[id_] == (player, number) else None

    def refuse_repeated(self, player: int, number: int) -> None:
        """Refuse a number, other than 0, that is not greater than all of its player's before."""
        if 0 < number <= self.last(player):
            raise Refused(f"number {number} has been given before; number what is made from {self.last(player) + 1} on")

    def give(self, player: int, number: int, ids: range) -> None:
        """Number what a player's command has made; `number` 0: go on after the last one."""
        begin = number or self.last(player) + 1
        for name, id_ in enumerate(ids, begin):
            self._ids[player, name], self._owners[id_] = id_, (player, name)
        if ids:
            self._last[player] = begin + len(ids) - 1


def resolved(command: _Any, fields: tuple[str, ...], id_of: Callable[[int], int | None]) -> _Any:
    """Return a command with ids in place of the numbers (below 0) in some of its fields.

    Raises:
        Refused: a number stands for nothing.
    """

    def found(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(found, value))
        if value >= 0:
            return value
        id_ = id_of(-value)
        if id_ is None:
            raise Refused(f"what you made as number {-value} is not there")
        return id_

    changed = {}
    for name in fields:
        value = getattr(command, name)
        if min(value, default=0) < 0 if isinstance(value, tuple) else value < 0:
            changed[name] = found(value)
    return replace(command, **changed) if changed else command
