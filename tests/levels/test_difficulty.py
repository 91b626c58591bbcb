"""The difficulty of levels: its words, and the file beside the bundled levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.levels import difficulty
from sandbox.levels.difficulty import COMMAND, GRADES, HARDEST, MOST_MARKS, RandomShare


@pytest.mark.parametrize(
    ("tries", "wins", "grade", "marks", "words"),
    [
        (50, 50, "easy", 1, "every random try wins"),
        (600, 30, "easy", 1, "1 in 20 random tries wins"),
        (2000, 30, "medium", 2, "1 in 67 random tries wins"),
        (1000, 1, "hard", 3, "1 in 1,000 random tries wins"),
        (1000, 0, "expert", 4, "none of 1,000 random tries wins"),
    ],
)
def test_words_and_marks(tries: int, wins: int, grade: str, marks: int, words: str) -> None:
    share = RandomShare("", tries, wins)
    assert (share.grade, share.marks, share.words) == (grade, marks, words)


def test_every_grade_has_another_number_of_marks() -> None:
    shares = [RandomShare("", 10_000, round(10_000 * least)) for _, least in GRADES] + [RandomShare("", 10_000, 0)]
    assert [share.grade for share in shares] == [*(name for name, _ in GRADES), HARDEST]
    assert [share.marks for share in shares] == [*range(1, MOST_MARKS + 1)]


def test_what_is_written_is_read_back_and_a_damaged_file_is_named(tmp_path: Path) -> None:
    assert difficulty.read(tmp_path) == {}
    shares = {"b": RandomShare("1" * 32, 2000, 3), "a": RandomShare("2" * 32, 50, 40)}
    difficulty.write(tmp_path, shares)
    assert difficulty.read(tmp_path) == shares
    (tmp_path / difficulty.FILE).write_text("{")
    with pytest.raises(BadFile, match=f"{difficulty.FILE}: not a file of difficulties.*{COMMAND}"):
        difficulty.read(tmp_path)
