"""The players of a generated session: one of them, or up to four, who take turns at random."""

from __future__ import annotations

import random  # noqa: TID251  (generates input; nothing random reaches a session)

from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session


class Company:
    """Those who play the session of a seed. Each has a hand of his own, and undoes his own steps."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"company {seed}")
        self.count = self._chance.choice((1, 1, 2, 3, 4))

    def joins(self) -> list[c.Join]:
        """Return the commands by which they join; one who is alone need not."""
        return [c.Join(f"Player {player}", player=player) for player in range(self.count if self.count > 1 else 0)]

    def given(self, session: Session, command: c.AnyCommand) -> c.AnyCommand:
        """Return a command as one of them gives it: a Grab with a free hand, and a Drag with one that holds."""
        machine, everybody = session.machine, range(self.count)
        holding = [player for player in everybody if machine is not None and machine.held_by(player) is not None]
        able: list[int] = []
        if isinstance(command, c.Grab):
            able = [player for player in everybody if player not in holding]
        elif isinstance(command, c.Drag | c.Release):
            able = holding
        return replace(command, player=self._chance.choice(able or everybody))
