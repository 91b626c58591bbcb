"""What was solved or skipped, kept for the next time, and the way through the campaign."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.levels import levels, library
from sandbox.levels.best_runs import Result
from sandbox.levels.campaign import chapter_states
from sandbox.workspace.solved_levels import Campaign, SolvedLevels, result_of
from tests import frames
from tests.contraptions import Builder


def test_a_win_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level = tmp_path / "level.toml"
    wins = SolvedLevels(tmp_path / "data")
    wins.won(level)
    assert wins.solved == SolvedLevels(tmp_path / "data").solved == {library.key_of(level)}
    monkeypatch.setattr(library, "remember_solved", lambda *_: pytest.fail("there is nothing new"))
    wins.won(level)


def test_what_can_not_be_written_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    level = tmp_path / "level.toml"
    wins = SolvedLevels(tmp_path / "data")
    with pytest.raises(OSError):
        wins.won(level)
    assert wins.solved == {library.key_of(level)}


def test_what_it_took_are_the_players_parts_and_links_and_the_ticks_of_the_run() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    anchor, basket = b.part("anchor", 1.0, 2.0), b.part("basket", 1.0, 1.4)
    b.link("rope", anchor, "hook", basket, "left")
    design = b.design()
    session = Session(replace(design, parts=(replace(design.parts[0], fixed=True), *design.parts[1:])))
    session.advance(100)
    session.do(c.Start())
    session.advance(30)
    assert result_of(session) == Result(3, 30)


# -- the way through the campaign


def campaign_of(data: Path, everything_open: bool = False) -> tuple[Campaign, SolvedLevels]:
    wins = SolvedLevels(data)
    return Campaign(wins, lambda: everything_open), wins


def puzzles() -> list[Path]:
    return [level for state in chapter_states(library.bundled_chapters(), ()) for level in state.puzzles]


def test_three_levels_can_be_skipped_and_are_given_back_when_solved(tmp_path: Path) -> None:
    campaign, wins = campaign_of(tmp_path)
    first, second, third, fourth = puzzles()[:4]
    for left, level in ((2, first), (1, second), (0, third)):
        campaign.skip(level)
        assert campaign.skips_left == left and campaign.is_skipped(level)
    assert campaign.why_not_skipped(fourth).startswith("3 levels are skipped already")
    campaign.skip(fourth)
    assert not campaign.is_skipped(fourth)
    wins.won(first)
    assert campaign.skips_left == 1 and not campaign.is_skipped(first)
    assert campaign.why_not_skipped(first) == "It is solved already."
    campaign.skip(second)  # taken back
    assert campaign.skips_left == 2
    again, _ = campaign_of(tmp_path)
    assert [level.stem for level in puzzles() if again.is_skipped(level)] == [third.stem]
    assert campaign.why_not_skipped(tmp_path / "own.toml").startswith("Only levels that come with the program")


def test_skipped_levels_count_for_opening_and_the_next_level_is_an_open_one(tmp_path: Path) -> None:
    campaign, wins = campaign_of(tmp_path)
    first, following = campaign.chapters[:2]
    assert not following.is_open
    assert campaign.next_after(first.puzzles[0]) == first.puzzles[1]
    assert campaign.next_after(first.puzzles[-1]) == first.puzzles[0], "what follows it is locked; this one is left"
    assert campaign.next_after(following.puzzles[0]) == following.puzzles[1], "it was opened by its path"
    assert campaign.next_after(following.puzzles[-1]) == following.puzzles[0], "left behind in the same chapter"
    for level in first.puzzles[:2]:
        wins.won(level)
    for level in first.puzzles[2:5]:
        campaign.skip(level)
    assert campaign.chapters[1].is_open and not campaign.chapters[2].is_open
    assert campaign.next_after(first.puzzles[-1]) == following.puzzles[0]
    assert campaign.next_after(tmp_path / "own.toml") is None
    everything, _ = campaign_of(tmp_path, everything_open=True)
    assert all(chapter.is_open for chapter in everything.chapters)


def test_the_next_level_of_a_chapter_of_the_users_own_is_one_of_it(tmp_path: Path) -> None:
    folder = library.user_dir(tmp_path) / "mine"
    folder.mkdir(parents=True)
    one, two, three = (folder / f"{name}.toml" for name in ("a", "b", "c"))
    for path in (one, two, three):
        levels.write(path, frames.small_level())
    (folder / "free.toml").write_text("nothing to solve")
    campaign, wins = campaign_of(tmp_path)
    wins.won(two)
    assert [campaign.next_after(path) for path in (one, two, three)] == [three, three, one]
    assert campaign.why_not_skipped(one).startswith("Only levels that come with the program")


def test_after_an_open_puzzle_comes_another_one_of_its_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = library.bundled_chapters()
    first = first._replace(levels=first.levels[:-2], open=first.levels[-2:])
    monkeypatch.setattr(library, "bundled_chapters", lambda: [first, *others])
    campaign, wins = campaign_of(tmp_path)
    one, two = first.open
    assert campaign.next_after(one) == two and campaign.next_after(two) == one
    assert campaign.next_after(first.levels[-1]) == first.levels[0], "what is open is none of the campaign"
    assert campaign.chapter_of(one) is None and campaign.chapter_of_open(one) == campaign.chapters[0]
    assert campaign.why_not_skipped(one).startswith("Only levels that come with the program")
    campaign.skip(first.levels[-1])
    assert not campaign.chapters[0].are_puzzles_open
    wins.won(first.levels[-1])
    assert campaign.chapters[0].are_puzzles_open


def test_what_another_window_has_solved_counts_after_a_refresh(tmp_path: Path) -> None:
    campaign, _ = campaign_of(tmp_path)
    for level in campaign.chapters[0].puzzles[:5]:
        library.remember_solved(tmp_path, library.key_of(level))
    assert not campaign.chapters[1].is_open
    campaign.refresh()
    assert campaign.chapters[1].is_open
