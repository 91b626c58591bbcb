"""The file that a wrong name may stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.reading.near_files import meant_file


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gaers.toml", "gears.toml"),
        ("gears.tml", "gears.toml"),
        ("replys", "replays"),
        ("nosuch.replay", ""),  # like "replays" only in its ending
        ("none.toml", ""),
        ("nowhere/gears.toml", ""),
        ("a\0b.toml", ""),
    ],
)
def test_the_file_of_the_most_similar_name_is_asked_for(tmp_path: Path, typed: str, meant: str) -> None:
    (tmp_path / "replays").mkdir()
    for name in ("gears.toml", "mine.toml", "gears.png"):
        (tmp_path / name).touch()
    assert meant_file(tmp_path / typed) == (f"; is '{tmp_path / meant}' meant?" if meant else "")
