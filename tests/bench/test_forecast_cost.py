"""The cost of forecasts is measured on a real child process; one that gives no answer is no figure."""

from __future__ import annotations

import pytest

from sandbox.bench import forecast_cost


def test_the_figures_are_of_the_right_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide bounds: a busy machine must not fail this."""
    monkeypatch.setattr(forecast_cost, "ROUNDS", 2)
    first, frame = forecast_cost.measure()
    assert (first.key, frame.key) == ("forecast_first", "forecast_frame")
    assert 5.0 < first.low <= first.value < 30_000.0, "hundreds of ticks of sixty bodies, in ms"
    assert 0.0 < frame.value < 100.0
    assert (first.target, frame.target) == (150.0, 1.0)


def test_without_an_answer_there_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast_cost, "_PATIENCE_S", 0.0)
    with pytest.raises(RuntimeError, match="no forecast has come"):
        forecast_cost.measure()
