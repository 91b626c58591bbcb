"""The share of random tries that win: the same on any number of processes, and nothing where nothing can win."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.tasks.limits import Limits
from sandbox.trials.search import random_share, random_tries
from sandbox.trials.search.random_share import measure
from sandbox.trials.search.search import Plan
from tests.trials.search.puzzles import DROP, HOPELESS, level


def test_the_share_is_the_same_on_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_share, "BATCH", 15)
    monkeypatch.setattr(random_share, "ENOUGH", 2)
    alone, together = (measure(level(DROP), Plan(120, seconds=2.0, jobs=jobs)) for jobs in (1, 2))
    assert alone == together and alone.digest == levels.digest(level(DROP))
    assert alone.wins >= 2 and alone.tries < 120, "it ends when there are enough wins"


def test_the_seed_decides_which_tries_are_made() -> None:
    batches = [random_tries.try_batch(level(DROP), seed, 0, 25, 480) for seed in (1, 1, 2, 3)]
    assert batches[0] == batches[1] and len({batch.wins for batch in batches}) > 1


def test_nothing_wins_a_hopeless_level() -> None:
    seen: list[tuple[int, int]] = []
    result = measure(level(HOPELESS), Plan(20, seconds=1.0), lambda done, total: seen.append((done, total)))
    assert (result.tries, result.wins) == (20, 0)
    assert seen == [(20, 20)]


def test_a_machine_that_needs_longer_than_twelve_seconds_wins_too() -> None:
    """Its par says that it does; without it, the tries end before."""
    slow = level(DROP.replace("seconds = 0.5", "seconds = 12.5") + "[par]\nparts = 1\nseconds = 14.0\n")
    assert measure(slow, Plan(30, seed=3)).wins > 0 == measure(replace(slow, par=None), Plan(30, seed=3)).wins


def test_what_has_no_goals_or_no_stock_is_refused() -> None:
    with pytest.raises(Refused, match="no goal"):
        measure(replace(level(DROP), goals=()), Plan(10))
    with pytest.raises(Refused, match="no stock"):
        measure(replace(level(DROP), stock=None), Plan(10))


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_share, "BATCH", 5000)
    with pytest.raises(Refused, match="can't be tried at random: it took more than 1 s"):
        measure(level(DROP), Plan(5000, seconds=2.0, limits=Limits(seconds=1)))
