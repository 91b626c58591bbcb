"""The window's side of forecasts: the newest request wins, and none waits. (How: see the tests of `tasks.latest`.)"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.workspace.forecast.forecast import Forecast
from sandbox.workspace.forecast.forecaster import _MOST_DESIGNS, Forecaster
from tests.support import pile
from tests.workspace.forecast.test_forecast import falling, paths_of

PATIENCE_S = 120.0


@pytest.fixture
def forecaster() -> Iterator[Forecaster]:
    forecaster = Forecaster()
    yield forecaster
    forecaster.close()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.005)


def last_of(forecaster: Forecaster) -> list[Forecast]:
    """All forecasts that arrive until nothing more is due."""
    arrived: list[Forecast] = []

    def quiet() -> bool:
        due = forecaster.waiting
        news = forecaster.poll()
        if news is not None:
            arrived.append(news)
        return not due

    until(quiet)
    return arrived


def moved(by: float) -> Design:
    design = falling()
    return replace(design, parts=(*design.parts[:-1], replace(design.parts[-1], x=2.0 + by)))


def test_an_answer_is_the_forecast_to_the_bit(forecaster: Forecaster) -> None:
    assert forecaster.poll() is None and not forecaster.waiting and forecaster.pid is None
    for design in (falling(), pile(20)):
        forecaster.ask(design, 0)
        answer = last_of(forecaster)[-1]
        assert answer.design is design
        digests = [(path.part, path.body, path.poses.tobytes()) for path in answer.paths]
        assert digests == [(path.part, path.body, path.poses.tobytes()) for path in paths_of(design)]


def test_the_newest_request_wins(forecaster: Forecaster) -> None:
    designs = [moved(0.01 * step) for step in range(50)]
    for design in designs:
        forecaster.ask(design, 0)
    places = [designs.index(answer.design) for answer in last_of(forecaster)]
    assert places[-1] == 49
    assert places == sorted(places)
    assert len(places) < 50, "requests that were replaced in time are not computed"


def test_what_was_dropped_is_never_answered(forecaster: Forecaster) -> None:
    forecaster.ask(pile(20), 0)
    forecaster.drop()
    assert last_of(forecaster) == []
    forecaster.ask(falling(), 0)
    assert len(last_of(forecaster)[-1].paths) == 1


def test_a_closed_forecaster_starts_no_child(forecaster: Forecaster) -> None:
    forecaster.close()
    forecaster.ask(falling(), 0)
    assert forecaster.pid is None and not forecaster.waiting


def test_requests_that_nobody_answers_are_not_kept(forecaster: Forecaster) -> None:
    for step in range(2 * _MOST_DESIGNS):
        forecaster.ask(moved(0.01 * step), 0)
        forecaster.poll()
    assert len(forecaster._designs) <= _MOST_DESIGNS
    last_of(forecaster)
    forecaster.poll()
    assert not forecaster._designs
