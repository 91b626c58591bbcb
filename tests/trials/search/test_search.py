"""The search: it finds wins, always the same ones, and survives what its processes die of."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.tasks.limits import Limits
from sandbox.trials.candidate import Candidate
from sandbox.trials.search import search
from sandbox.trials.search.search import Plan, Search
from tests.trials.search.chain_puzzles import lamp_room
from tests.trials.search.puzzles import DROP, HOPELESS, PULLEY, SHORTCUT, level, without_stock


def found(text: str, runs: int, **more: Any) -> search.SearchResult:
    return Search(level(text), Plan(runs, **more)).run()


def test_it_finds_the_one_place() -> None:
    outcome = found(DROP, 24, seconds=3.0)
    (win,) = outcome.wins
    assert win.candidate.used == {"bowling_ball": 1}
    assert win.margin is not None and outcome.first is not None and outcome.runs == 24


def test_it_finds_that_one_ramp_is_enough() -> None:
    outcome = found(SHORTCUT, 6, seconds=4.0, seed=6)
    assert outcome.wins[0].candidate.used == {"ramp": 1}


def test_it_finds_a_win_that_needs_a_rope_over_a_pulley() -> None:
    outcome = found(PULLEY, 20, seconds=3.0, seed=2)
    assert {"pulley": 1, "rope": 1} in [win.candidate.used for win in outcome.wins]
    (win,) = outcome.wins
    assert win.candidate.ties[0].via == (-1,)


def test_a_hopeless_level_has_no_wins() -> None:
    outcome = found(HOPELESS, 20, seconds=3.0)
    assert outcome.wins == () and outcome.first is None and 0.0 < outcome.nearest < 1.0


def test_the_answer_is_the_same_on_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "RUNS", 4)  # so many islands that some start from what others have found
    monkeypatch.setattr(search, "BEHIND", 2)
    alone, together = (found(DROP, 24, jobs=jobs, seconds=3.0, seed=3) for jobs in (1, 2))
    assert alone == together and alone.wins
    assert found(DROP, 8, seconds=3.0, seed=2) != found(DROP, 8, seconds=3.0)


def test_a_process_that_dies_loses_its_island_and_not_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "RUNS", 900)  # so many in an island that no computer runs them in a second
    lift = levels.read(next(path for path in library.bundled_levels() if path.stem == "lift"))
    outcome = Search(lift, Plan(901, limits=Limits(seconds=1))).run()
    assert outcome.lost and all("count for nothing: it took more than 1 s" in sentence for sentence in outcome.lost)
    assert outcome.runs <= 10


def test_a_level_without_goals_or_stock_is_refused() -> None:
    with pytest.raises(Refused, match="no goal"):
        Search(replace(level(DROP), goals=()), Plan(10))
    with pytest.raises(Refused, match="no stock"):
        Search(replace(level(DROP), stock=None), Plan(10))
    with pytest.raises(Refused, match="stock is empty"):
        search.refuse(level(without_stock(solved=False)))


@pytest.mark.parametrize("solved", [False, True])
def test_a_level_with_an_empty_stock_gets_one_run(solved: bool) -> None:
    outcome = found(without_stock(solved), 60, seconds=3.0)
    assert (outcome.runs, outcome.won, outcome.lost) == (1, int(solved), ())
    assert [(win.candidate, win.run) for win in outcome.wins] == [(Candidate(), 1)] * solved


def test_kinds_of_way_that_came_near_are_named_unless_their_pieces_won() -> None:
    open_still = found(DROP.replace("bowling_ball = 1", "bowling_ball = 1\nfan = 1"), 24, seconds=3.0)
    assert {("fan",), ("bowling_ball",)} == {near.pieces for near in open_still.near}
    assert all(search.NEAR <= near.nearness < 1.0 for near in open_still.near)
    won = found(DROP, 24, seconds=3.0)
    assert won.wins and won.near == ()
    assert found(HOPELESS, 20, seconds=3.0).near == (), "what came nowhere near is not named"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_chain_is_built_back_from_the_goal_to_what_moves(jobs: int) -> None:
    outcome = Search(lamp_room("button = 1\nwire = 1\nramp = 2\ndomino = 2"), Plan(16, jobs=jobs, seconds=3.0)).run()
    assert outcome.wins[0].candidate.used == {"button": 1, "wire": 1} and outcome.first == 3
