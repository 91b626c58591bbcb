"""A race of two workspaces over the loopback: each plays the level in a session of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.levels import levels
from tests.contraptions import Builder
from tests.window.driver import puzzle
from tests.workspace.together.test_shared_play import Pair, pair

__all__ = ["pair"]  # a fixture


def racing(pair: Pair, folder: Path) -> None:
    """Let both come to a race in a puzzle that is won by starting the machine, and begin it."""
    levels.write(folder / "race.toml", puzzle())
    assert pair.bo.files.open(folder / "race.toml")
    pair.bo.gate.do(c.Place("domino", 0.5, 0.3))
    assert pair.bo.together.open_to_guests("Bo", game="race")
    assert pair.ann.together.join(pair.bo.together.line, "Ann")
    pair.until(lambda: len(pair.bo.together.race.racers) == 2 and pair.ann.together.race.side is not None)
    assert not pair.ann.together.race.has_begun and not pair.ann.document.level.goals, "nobody sees it before"
    pair.bo.together.race.begin()
    pair.until(lambda: pair.ann.document.design == pair.bo.document.design and pair.ann.document.design.goals)


def test_the_first_win_that_the_host_has_run_again_wins(pair: Pair, tmp_path: Path) -> None:
    racing(pair, tmp_path)
    bo, ann = pair.bo.together.race, pair.ann.together.race
    assert len(pair.bo.document.design.parts) == 5, "the host begins anew, as all do"
    assert pair.ann.gate.do(c.Place("domino", 1.5, 0.3))
    pair.until(lambda: bo.racers[1].pieces == 1)
    assert pair.ann.control.run() and not pair.bo.document.session.running, "each has a machine of his own"
    pair.until(lambda: bo.racers[1].doing == "runs")
    pair.until(lambda: bo.verdict and ann.verdict)
    assert bo.verdict == ann.verdict and bo.verdict.startswith("Ann has won the race: a run of ")
    assert ann.has_won and not bo.has_won and [racer.has_won for racer in bo.racers] == [False, True]
    pair.bo.together.leave()
    pair.until(lambda: not pair.ann.together.is_open)
    assert ann.verdict and len(pair.ann.document.design.parts) == 6, "what was built stays"


def test_who_opens_another_level_has_left_the_race(pair: Pair, tmp_path: Path) -> None:
    racing(pair, tmp_path)
    pair.ann.files.new()
    pair.until(lambda: not pair.ann.together.is_open)
    pair.until(lambda: not pair.bo.together.race.racers[1].is_here)


def test_there_is_no_race_in_what_nobody_can_win(pair: Pair) -> None:
    pair.bo.opening.open(Builder().design())
    assert not pair.bo.together.open_to_guests("Bo", game="race")
    assert pair.bo.messages.latest is not None and "no goals" in pair.bo.messages.latest.text


@pytest.mark.parametrize("game", ["together", "dealt"])
def test_the_stock_is_dealt_out_only_where_that_was_chosen(pair: Pair, game: str, tmp_path: Path) -> None:
    levels.write(tmp_path / "level.toml", puzzle())
    assert pair.bo.files.open(tmp_path / "level.toml")
    pair.bo.together.open_to_guests("Bo", game=game)  # type: ignore[arg-type]
    assert pair.ann.together.join(pair.bo.together.line, "Ann")
    pair.until(lambda: pair.ann.together.in_turns and pair.ann.together.dealt_to == ((0, 1) if game == "dealt" else ()))
    left = [side.together.left_in_share("domino") for side in (pair.bo, pair.ann)]
    assert left == ([1, 0] if game == "dealt" else [None, None])
    assert pair.ann.gate.do(c.Place("domino", 1.5, 0.3)) is (game == "together")
