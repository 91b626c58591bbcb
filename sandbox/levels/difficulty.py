"""The share of random tries that win a level, kept for the bundled levels beside their files.

It is a figure for authors: of two levels in which as much has to be decided, the one with the smaller share asks for
more exact places. How hard a level is for a person `decisions` says.

A share is known by the digest of the level that it was measured for. So it is also found for a copy of that level, and
no longer once the level has changed.
"""

from __future__ import annotations

import math

from msgspec import Struct

from sandbox.design.design import Design
from sandbox.levels.kept_table import KeptTable

COMMAND = "sandbox difficulty --keep"  # measures what is missing in that file


class RandomShare(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of random tries of a level, and how many of them won."""

    digest: str  # of the level, see `levels.digest`
    tries: int
    wins: int

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
