"""The cost of the learning environment is measured beside the machines that it runs."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from sandbox.bench import environment_cost
from sandbox.environment import observations


def test_the_figure_is_of_the_right_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide bounds: a busy machine must not fail this."""
    monkeypatch.setattr(environment_cost, "LEVELS", ("drop",))
    monkeypatch.setattr(environment_cost, "EPISODES", 1)
    (figure,) = environment_cost.measure(pytest.fail)
    assert (figure.key, figure.target) == ("environment_ratio", 1.5)
    assert 0.5 < figure.value < 20.0


def test_a_slow_environment_gives_a_greater_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    observe = observations.observe

    def slowly(*arguments: Any) -> observations.Arrays:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
        return observe(*arguments)

    monkeypatch.setattr(observations, "observe", slowly)
    assert environment_cost.environment_ratio("drop", 1) > 5.0


def test_without_gymnasium_a_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sandbox.environment", raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    notes: list[str] = []
    assert environment_cost.measure(notes.append) == []
    assert notes == [
        "what the learning environment costs is left out: Gymnasium is not installed: pip install 'gymnasium>=1.2,<2'"
    ]
