"""`sandbox reel`: which runs a chapter's film shows. (That it is drawn: tests/render/pictures/test_reel.py.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.cli.levels import reel
from sandbox.errors import Refused


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_DATA", str(tmp_path))


def test_the_solutions_of_a_chapter_are_found_in_its_order() -> None:
    (chapter,) = reel._named("the PLAYROOM")
    shown = reel._of_chapter(chapter, solutions=True)
    assert shown.title == "The playroom" and shown.text == "10 machines"
    assert [path.stem for path in shown.recordings] == [path.stem for path in chapter.levels]


def test_of_what_nobody_has_solved_there_is_nothing_to_show() -> None:
    (chapter,) = reel._named("The mill")
    assert reel._of_chapter(chapter, solutions=False).recordings == ()


def test_all_is_every_chapter_with_puzzles() -> None:
    assert len(reel._named("all")) == 10


def test_a_chapter_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="no chapter 'the mil'; is 'The mill' meant"):
        reel._named("the mil")
