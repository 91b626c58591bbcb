"""The cost of a search is measured beside the machines that it runs; a slower search gives a greater figure."""

from __future__ import annotations

import time

import pytest

from sandbox.bench import search_cost
from sandbox.design.design import Design
from sandbox.levels import levels, library
from sandbox.trials.candidate import Candidate, fitting
from sandbox.trials.search import island


def test_the_figure_is_of_the_right_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide bounds: a busy machine must not fail this."""
    monkeypatch.setattr(search_cost, "RUNS", 4)
    monkeypatch.setattr(search_cost, "LEVELS", ("drop", "press"))
    (figure,) = search_cost.measure()
    assert (figure.key, figure.target) == ("search_ratio", 1.3)
    assert 0.5 < figure.low <= figure.value < 20.0


def test_a_slow_search_gives_a_greater_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(level: Design, candidate: Candidate) -> Design:
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        return fitting(level, candidate)

    monkeypatch.setattr(island, "fitting", slowly)
    assert search_cost.search_ratio(levels.read(library.bundled_dir() / "drop.toml"), 1) > 5.0
