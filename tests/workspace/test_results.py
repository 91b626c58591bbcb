"""What was solved and how well: the best of all wins, kept for the next time."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from contraptions import Builder
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.levels import library
from sandbox.levels.library import Best
from sandbox.workspace.results import Wins, result_of


def test_the_best_of_all_wins_is_kept(tmp_path: Path) -> None:
    level = tmp_path / "level.toml"
    wins = Wins(tmp_path / "data")
    assert wins.best_in(level) is None
    assert wins.best_in(None) is None
    wins.won(level, Best(3, 200))
    assert wins.before is None
    assert wins.solved == {library.key_of(level)}
    wins.won(level, Best(2, 300))
    assert wins.before == Best(3, 200)
    assert wins.best_in(level) == Best(2, 200), "the fewest of each"
    again = Wins(tmp_path / "data")
    assert (again.solved, again.best) == (wins.solved, wins.best)


def test_a_win_that_is_no_better_is_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level = tmp_path / "level.toml"
    wins = Wins(tmp_path / "data")
    wins.won(level, Best(3, 200))
    monkeypatch.setattr(library, "remember_solved", lambda *_: pytest.fail("there is nothing new"))
    wins.won(level, Best(3, 200))
    assert wins.before == Best(3, 200)


def test_what_can_not_be_written_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    level = tmp_path / "level.toml"
    wins = Wins(tmp_path / "data")
    with pytest.raises(OSError):
        wins.won(level, Best(3, 200))
    assert wins.best_in(level) == Best(3, 200)


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
    assert result_of(session) == Best(3, 30)
