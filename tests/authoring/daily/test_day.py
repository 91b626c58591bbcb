"""Dates are plain values: read, checked, and in words that no language of the computer changes."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from sandbox.authoring.daily.day import Day
from sandbox.errors import Refused


def test_a_date_names_its_file_and_its_level(tmp_path: Path) -> None:
    day = Day.read("2026-11-05")
    assert day == Day(2026, 11, 5) and str(day) == "2026-11-05" and day.words == "5 November 2026"
    assert day.level_in(tmp_path) == tmp_path / "daily" / "2026-11-05.toml"


@pytest.mark.parametrize(
    "text", ["2026-02-30", "2026-13-01", "2026-00-10", "0000-01-01", "25.11.2026", "today", "20261125"]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no date; write one as 2026-11-24"):
        Day.read(text)


@pytest.mark.parametrize("year", [1900, 2000, 2024, 2026])
def test_the_days_of_a_year_are_those_of_the_calendar(year: int) -> None:
    days = []
    for month in range(1, 13):
        for day in range(1, 32):
            try:
                days.append(str(Day.read(f"{year}-{month:02}-{day:02}")))
            except Refused:
                continue
    first = datetime.date(year, 1, 1)
    whole = (datetime.date(year + 1, 1, 1) - first).days
    assert days == [(first + datetime.timedelta(number)).isoformat() for number in range(whole)]
