"""The share of random tries that win a level: its words, and the file beside the levels, which is not out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.levels import difficulty, levels, library
from sandbox.levels.difficulty import COMMAND, RandomShare


def stale(folder: Path) -> list[str]:
    """Name the levels of a folder that are not as they were when they were measured; one may not be measured yet."""
    wanted = {path.stem: levels.digest(levels.read(path)) for path in library.bundled_levels(folder)}
    return sorted(name for name, share in difficulty.read(folder).items() if wanted.get(name) != share.digest)


def test_the_bundled_levels_are_as_they_were_measured() -> None:
    out_of_date = stale(library.bundled_dir())
    assert not out_of_date, f"these have changed since they were measured: {', '.join(out_of_date)}; type: {COMMAND}"


def test_a_level_that_has_changed_is_noticed(tmp_path: Path) -> None:
    drop = next(path for path in library.bundled_levels() if path.stem == "drop")
    (tmp_path / "drop.toml").write_text(drop.read_text())
    assert stale(tmp_path) == [], "it was never measured"
    difficulty.write(tmp_path, {"drop": RandomShare(levels.digest(levels.read(drop)), 100, 7)})
    assert stale(tmp_path) == []
    (tmp_path / "drop.toml").write_text(drop.read_text().replace("bowling_ball = 1", "bowling_ball = 2"))
    assert stale(tmp_path) == ["drop"]
    (tmp_path / "drop.toml").unlink()
    assert stale(tmp_path) == ["drop"]


@pytest.mark.parametrize(
    ("tries", "wins", "words"),
    [
        (50, 50, "every random try wins"),
        (600, 30, "1 in 20 random tries wins"),
        (2000, 30, "1 in 67 random tries wins"),
        (1000, 1, "1 in 1,000 random tries wins"),
        (1000, 0, "none of 1,000 random tries wins"),
    ],
)
def test_words(tries: int, wins: int, words: str) -> None:
    assert RandomShare("", tries, wins).words == words


def test_what_is_written_is_read_back_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    assert difficulty.read(tmp_path) == {}
    shares = {"b": RandomShare("1" * 32, 2000, 3), "a": RandomShare("2" * 32, 50, 40)}
    difficulty.write(tmp_path, shares)
    assert difficulty.read(tmp_path) == shares
    (tmp_path / difficulty.TABLE.file).write_text("{")
    with pytest.raises(BadFile, match=f"{difficulty.TABLE.file}: not a file of difficulties.*{COMMAND}"):
        difficulty.read(tmp_path)
