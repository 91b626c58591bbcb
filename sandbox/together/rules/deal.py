"""The stock of a level dealt out: each player places only from his share of it.

The host deals, and its gate alone keeps to it: a recording holds commands that were carried out, and these replay the
same whoever was allowed to give them. So sessions with a deal are recorded and verified as all others. Guests get to
know who has a share, and work out the same shares, so that they are refused at once and see what is theirs.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sandbox import parts
from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.together.rules.cost import makers

# What stands there of the stock, by player and item; the player is None where he has no share.
_Standing = Counter[tuple[int | None, str]]


class Deal(NamedTuple):
    """The players who share the stock, in the order in which they have joined.

    The pieces go round as cards do: through the stock in the order of the level, one to each player in turn. Pieces
    that somebody has placed who has no share any more, as he has left, are not dealt.
    """

    players: tuple[int, ...]

    def share(self, session: Session, player: int) -> dict[str, int]:
        """Count the pieces of each item of the stock that a player may have standing at a time."""
        return self._share(session.design, _standing(session.design, self._owners(session)), player)

    def left(self, session: Session, player: int, item: str) -> int | None:
        """Return how many pieces of an item a player may still place; None if there is no limit."""
        if session.design.free:
            return None
        standing = _standing(session.design, self._owners(session))
        return max(0, self._share(session.design, standing, player).get(item, 0) - standing[player, item])

    def why_not(self, session: Session, command: AnyCommand) -> str:
        """Say whose piece a command takes that is not its player's; empty if it takes none, or can't be done anyway."""
        before = session.design
        if not command.changes_design or not before.stock_items:
            return ""
        try:
            after = session.with_ids(command).check(session)
        except Refused:  # the session's gate says why
            return ""
        owners = self._owners(session)
        was = _standing(before, owners)
        for id_ in range(before.next_id, after.next_id):
            owners[id_] = command.player
        for (player, item), count in _standing(after, owners).items():
            if player is not None and count > max(was[player, item], self._share(before, was, player).get(item, 0)):
                return self._refusal(session, command.player, player, item, was)
        return ""

    def _share(self, design: Design, standing: _Standing, player: int) -> dict[str, int]:
        share, begin = dict.fromkeys(design.stock_items, 0), 0
        if player in self.players:
            place, most = self.players.index(player), len(self.players)
            for name, item in design.stock_items.items():
                count = max(0, item.count - standing[None, name])
                share[name] = len(range((place - begin) % most, count, most))
                begin += count
        return share

    def _refusal(self, session: Session, asking: int, player: int, item: str, standing: _Standing) -> str:
        design, title = session.design, _title(session.design, item)
        share = self._share(design, standing, player).get(item, 0)
        if player != asking:
            name = session.name_of(player)
            return f"the stock is dealt out: this would be one {title} more than the {share} of {name}"
        have = f"you have placed your {share}" if share else "none is yours"
        others = [other for other in self.players if other != player]
        left = {other: self._share(design, standing, other).get(item, 0) - standing[other, item] for other in others}
        whose = [f"{session.name_of(other)} ({count})" for other, count in left.items() if count > 0]
        rest = f"; what is left is that of {' and '.join(whose)}" if whose else ""
        return f"no {title} is left in your share of the stock: {have}{rest}"

    def _owners(self, session: Session) -> dict[int, int]:
        """Return who has made each part and link, as far as he has a share."""
        return dict(makers(session, self.players))


def _standing(design: Design, owners: dict[int, int]) -> _Standing:
    """Count what stands there of the stock."""
    pieces = [(part.id, part.item or part.kind) for part in design.parts if not part.fixed]
    pieces += [(link.id, link.kind) for link in design.links if not link.fixed]
    return Counter((owners.get(id_), item) for id_, item in pieces)


def _title(design: Design, name: str) -> str:
    item = design.stock_items[name]
    return (item.title or (parts.KINDS.get(item.kind) or parts.LINKS[item.kind]).title).lower()
