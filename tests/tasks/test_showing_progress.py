"""The progress of a part is told as that of the whole, in words of both."""

from __future__ import annotations

import pytest

from sandbox.tasks.progress import ShowProgress, of_part, unseen


def listener() -> tuple[ShowProgress, list[tuple[float, str]]]:
    """What takes progress, and the shares and words that it has taken."""
    seen: list[tuple[float, str]] = []
    return lambda done, total=1.0, what="": seen.append((done / total, what)), seen


def test_a_part_begins_where_the_one_before_it_ends() -> None:
    show, seen = listener()
    first, second = of_part(show, 0.0, 0.25, "first"), of_part(show, 0.25, 0.75)
    for done in (0, 2, 4):
        first(done, 4)
    for done in (0, 10, 20):
        second(done, 20, "half")
    assert [share for share, _ in seen] == pytest.approx([0.0, 0.125, 0.25, 0.25, 0.625, 1.0])
    assert [words for _, words in seen] == ["first"] * 3 + ["half"] * 3


def test_a_part_of_a_part_has_the_words_of_both() -> None:
    show, seen = listener()
    of_part(of_part(show, 0.5, 0.5, "machine 2: "), 0.5, 0.5, "its second ")(1, 2, "half")
    assert seen == [(0.875, "machine 2: its second half")]


def test_nothing_of_nothing_is_no_fault() -> None:
    show, seen = listener()
    of_part(show, 0.5, 0.5)(0, 0)
    unseen(1, 0)
    assert seen == [(0.5, "")]
