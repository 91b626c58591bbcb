"""The difficulty of levels: the share of random tries that win, kept for the bundled levels beside their files.

A share is known by the digest of the level that it was measured for. So it is also found for a copy of that level, and
no longer once the level has changed.
"""

from __future__ import annotations

import math

from msgspec import Struct

from sandbox.design.design import Design
from sandbox.levels.kept_table import KeptTable

COMMAND = "sandbox difficulty --keep"  # measures what is missing in that file
# The names, each with the least share of random tries that win; below all of them it is the last one.
GRADES = (("easy", 1 / 20), ("medium", 1 / 200), ("hard", 1 / 1000))
HARDEST = "expert"
MOST_MARKS = len(GRADES) + 1


class RandomShare(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of random tries of a level, and how many of them won."""

    digest: str  # of the level, see `levels.digest`
    tries: int
    wins: int

    @property
    def _reached(self) -> list[str]:
        """The names whose share it reaches, the easiest first."""
        return [name for name, least in GRADES if self.tries and self.wins / self.tries >= least]

    @property
    def grade(self) -> str:
        """Its name: easy, medium, hard or expert."""
        return (self._reached or [HARDEST])[0]

    @property
    def marks(self) -> int:
        """The number of marks that it is shown with, from 1 to `MOST_MARKS`."""
        return MOST_MARKS - len(self._reached)

    @property
    def words(self) -> str:
        """The share in words."""
        if not self.wins:
            return f"none of {self.tries:,} random tries wins"
        if self.wins >= self.tries:
            return "every random try wins"
        return f"1 in {math.floor(self.tries / self.wins + 0.5):,} random tries wins"


def can_be_measured(level: Design) -> bool:
    """Tell whether a level has goals, and a stock to try."""
    return bool(level.goals) and level.stock is not None


TABLE = KeptTable("difficulty.json", RandomShare, "a file of difficulties", COMMAND)
read, write = TABLE.read, TABLE.write

__all__ = ["COMMAND", "GRADES", "HARDEST", "MOST_MARKS", "TABLE", "RandomShare", "can_be_measured", "read", "write"]
