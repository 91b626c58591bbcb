"""The difficulty of levels: the share of random tries that win, kept for the bundled levels beside their files.

A share is known by the digest of the level that it was measured for. So it is also found for a copy of that level, and
no longer once the level has changed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels

FILE = "difficulty.json"  # beside the bundled levels
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


class _Kept(Struct, forbid_unknown_fields=True):
    levels: dict[str, RandomShare]  # by the names of their files
    format: int = 1


def can_be_measured(level: Design) -> bool:
    """Tell whether a level has goals, and a stock to try."""
    return bool(level.goals) and level.stock is not None


def read(folder: Path) -> dict[str, RandomShare]:
    """Read the shares that are kept in a folder of levels, by the names of their files; none if there is no file.

    Raises:
        BadFile: it can't be read.
    """
    path = folder / FILE
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadFile(f"{path}: can't be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise BadFile(f"{path}: not a file of difficulties ({error}); delete it, and type: {COMMAND}") from None
    return kept.levels


def write(folder: Path, shares: Mapping[str, RandomShare]) -> None:
    """Keep shares in a folder of levels, beside their place first, then renamed.

    Raises:
        BadFile: it can't be written.
    """
    plain = msgspec.json.encode(_Kept(dict(sorted(shares.items()))))
    levels.write_text(folder / FILE, msgspec.json.format(plain, indent=1).decode() + "\n")


__all__ = ["COMMAND", "FILE", "GRADES", "HARDEST", "MOST_MARKS", "RandomShare", "can_be_measured", "read", "write"]
