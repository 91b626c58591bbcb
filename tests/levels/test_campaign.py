"""Chapters open one after the other, and end."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.levels import campaign, levels, library
from sandbox.levels.campaign import ChapterState, chapter_states
from sandbox.trials.checks.presentation import MOST_INSIGHT

PUZZLE = Design(parts=(PartSpec(1, "crate", 1.0, 1.0),), goals=(Goal("It falls", Beyond(1, "y", "less", 0.5)),),
                next_id=2)  # fmt: skip


@pytest.fixture
def chapters(tmp_path: Path) -> list[library.Chapter]:
    """Six puzzles, a workshop, three puzzles, two puzzles, and one that the index does not name."""
    names = [[f"a{n}" for n in range(6)], ["workshop"], ["b0", "b1", "b2"], ["c0", "c1"]]
    for name in ("own", *(name for of in names for name in of)):
        levels.write(tmp_path / f"{name}.toml", Design(title=name) if name == "workshop" else PUZZLE)
    index = [f'[[chapters]]\ntitle = "{title}"\nlevels = {of}\n' for title, of in zip("AWBC", names, strict=True)]
    (tmp_path / library.INDEX).write_text("".join(index))
    return library.bundled_chapters(tmp_path)


def keys(chapters: list[library.Chapter], *names: str) -> set[str]:
    return {library.key_of(path) for chapter in chapters for path in chapter.all if path.stem in names}


def states(chapters: list[library.Chapter], *settled: str) -> tuple[ChapterState, ...]:
    return chapter_states(chapters, keys(chapters, *settled))


def test_a_chapter_opens_when_five_levels_of_the_one_before_are_settled(chapters: list[library.Chapter]) -> None:
    assert [state.is_open for state in states(chapters)] == [True, True, False, False, True]
    four = states(chapters, "a0", "a1", "a2", "a5")
    assert four[2].words == "Opens when 5 levels of 'A' are solved or skipped: 1 more to go."
    assert states(chapters, "a0", "a1", "a2", "a3", "a5")[2].is_open


def test_of_a_shorter_chapter_all_levels_are_asked_for(chapters: list[library.Chapter]) -> None:
    two = states(chapters, "b0", "b1")
    assert two[3].words == "Opens when 3 levels of 'B' are solved or skipped: 1 more to go."
    three = states(chapters, "b0", "b1", "b2")
    assert three[3].is_open and three[3].words == "" and not three[2].is_open, "each asks only for the one before"


def test_everything_can_be_opened_at_once(chapters: list[library.Chapter]) -> None:
    assert all(state.is_open and not state.words for state in chapter_states(chapters, (), everything_open=True))


def test_a_level_that_can_not_be_read_is_not_asked_for(chapters: list[library.Chapter]) -> None:
    chapters[2].levels[0].write_text("broken")
    assert len(states(chapters)[2].puzzles) == 2 and states(chapters, "b1", "b2")[3].is_open


def test_the_last_puzzle_of_a_chapter_and_of_all_ends_something(chapters: list[library.Chapter]) -> None:
    of_a, of_b = [f"a{n}" for n in range(6)], ["b0", "b1", "b2"]
    level = chapters[0].levels[0]

    def reached(*solved: str) -> campaign.CampaignEnding | None:
        return campaign.ending(states(chapters), level, keys(chapters, *solved))

    assert reached(*of_a[:5]) is None
    ending = reached(*of_a)
    assert ending is not None and ending.words == "You have solved all of the chapter 'A'"
    assert ending.puzzles == chapters[0].levels and ending.following == "B" and not ending.is_whole
    assert campaign.ending(states(chapters), chapters[2].levels[0], keys(chapters, *of_a)) is None
    whole = reached(*of_a, *of_b, "c0", "c1", "own")
    assert whole is not None and whole.is_whole and len(whole.puzzles) == 12
    assert campaign.ending(states(chapters), Path("elsewhere.toml"), keys(chapters, *of_a)) is None


def test_open_puzzles_open_by_the_boss_alone_and_count_for_nothing(chapters: list[library.Chapter]) -> None:
    first, bench, *others = chapters
    first = first._replace(levels=first.levels[:-1], open=first.levels[-1:])
    chapters = [first, bench, *others]
    boss = keys(chapters, "a4")

    def state(solved: set[str], settled: set[str] | None = None, everything_open: bool = False) -> ChapterState:
        every = chapter_states(chapters, solved if settled is None else settled, everything_open, solved)
        assert every[2].asked == 5, "of the five levels, without the open puzzle"
        return every[0]

    locked = state(keys(chapters, "a0", "a1", "a2", "a3"))
    assert (locked.puzzles, locked.open_puzzles) == (first.levels, first.open)
    assert locked.words_of_puzzles == "Opens when 'Untitled' is solved." and not locked.are_puzzles_open
    assert not state(set(), settled=boss).are_puzzles_open, "to skip the boss is not to solve it"
    assert state(boss).are_puzzles_open and state(boss).words_of_puzzles == ""
    assert state(set(), everything_open=True).are_puzzles_open
    all_closed = keys(chapters, *(f"a{n}" for n in range(5)))
    ending = campaign.ending(chapter_states(chapters, all_closed), first.levels[0], all_closed)
    assert ending is not None and ending.puzzles == first.levels


def test_the_chapters_that_are_shipped_open_one_after_the_other() -> None:
    shipped = chapter_states(library.bundled_chapters(), ())
    locked = [state for state in shipped if not state.is_open]
    assert shipped[0].is_open and len(locked) >= 2
    assert [state.opener for state in locked] == [state.title for state in shipped if state.puzzles][:-1]


def test_ten_chapters_of_ten_puzzles_are_shipped() -> None:
    with_puzzles = [state for state in chapter_states(library.bundled_chapters(), ()) if state.puzzles]
    assert [len(state.puzzles) for state in with_puzzles] == [10] * 10


def test_the_first_chapter_alone_is_early() -> None:
    chapters = library.bundled_chapters()
    assert [chapter.title for chapter in chapters[:2]] == ["The playroom", "The circus"]
    early = {path for path in library.bundled_levels() if campaign.is_early(path)}
    assert early == set(chapters[0].levels)
    names = {path.stem for path in early}
    assert {"drop", "wrong-way"} <= names and not {"see-and-saw", "strike", "tackle"} & names
    assert not campaign.is_early(Path("drop.toml"))


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_each_puzzle_keeps_one_idea_for_after_the_win(path: Path) -> None:
    level = levels.read(path)
    assert bool(level.insight) == bool(level.goals)
    assert len(level.insight) <= MOST_INSIGHT and level.insight[-1:] in ("", ".")
    assert level.insight not in level.text or not level.insight
