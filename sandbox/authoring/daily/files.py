"""The files of the machines of the days, in the user's folder: each is made once, and is then as any other level."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from sandbox.errors import Refused

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def daily_path(data: Path, day: datetime.date) -> Path:
    """Return where the machine of a day is kept, whether it has been made or not."""
    return data / "daily" / f"{day.isoformat()}.toml"


def day_of(text: str) -> datetime.date:
    """Read a date as it is written in the names of these files.

    Raises:
        Refused: it is no date.
    """
    try:
        if _DATE.fullmatch(text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise Refused(f"'{text:.40}' is no date; write one as 2026-11-24") from None


__all__ = ["daily_path", "day_of"]
