"""A date, as a plain value; the caller says which day is today, as nothing here knows a clock."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
# Not those of the computer's language: the level is the same for everybody.
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Day(NamedTuple):
    """A day of the Gregorian calendar."""

    year: int
    month: int
    day: int

    @classmethod
    def read(cls, text: str) -> Day:
        """Read a date.

        Raises:
            Refused: there is no such day, or it is not written as 2026-11-24.
        """
        match = _DATE.fullmatch(text)
        day = cls(*map(int, match.groups())) if match else None
        if day is None or not day._exists:
            raise Refused(f"'{text:.40}' is no date; write one as 2026-11-24")
        return day

    @property
    def _exists(self) -> bool:
        if not (self.year and 1 <= self.month <= 12):
            return False
        leaps = self.month == 2 and self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0)
        return 1 <= self.day <= _LENGTHS[self.month - 1] + leaps

    @property
    def words(self) -> str:
        """The date in words."""
        return f"{self.day} {_MONTHS[self.month - 1]} {self.year}"

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}"

    def level_in(self, data: Path) -> Path:
        """Return the path of the day's machine in the user's folder, whether that machine has been made or not."""
        return data / "daily" / f"{self}.toml"
