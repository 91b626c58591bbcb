"""The window's side of forecasts: it never waits, the newest request wins, and a lost child is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.workspace.forecast import forecaster as module
from sandbox.workspace.forecast.forecast import Forecast
from sandbox.workspace.forecast.forecaster import Forecaster
from tests.support import pile
from tests.workspace.forecast.test_forecast import falling, paths_of

PATIENCE_S = 120.0
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="processes can't be stopped there")


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


@needs_signals
def test_a_killed_child_is_replaced_by_the_next_request(forecaster: Forecaster) -> None:
    forecaster.ask(falling(), 0)
    last_of(forecaster)
    first = forecaster.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: forecaster.pid is None)
    forecaster.ask(moved(0.1), 0)
    assert last_of(forecaster)[-1].paths[0].poses[0, 0] == 2.1
    assert forecaster.pid not in (None, first)


@needs_signals
def test_no_call_waits_for_a_child_that_is_stopped(forecaster: Forecaster) -> None:
    """A thousand requests, each more than a pipe holds, to a child that reads none of them."""
    forecaster.ask(falling(), 0)
    last_of(forecaster)
    assert forecaster.pid is not None
    os.kill(forecaster.pid, signal.SIGSTOP)
    large = pile(2000, 19.0)
    for seed in range(1000):
        forecaster.ask(large, seed)
        assert forecaster.poll() is None
    forecaster.ask(moved(0.2), 0)
    os.kill(forecaster.pid, signal.SIGCONT)
    assert last_of(forecaster)[-1].paths[0].poses[0, 0] == 2.2


@needs_signals
def test_a_child_that_hangs_is_replaced(forecaster: Forecaster, monkeypatch: pytest.MonkeyPatch) -> None:
    forecaster.ask(falling(), 0)
    last_of(forecaster)
    hanging = forecaster.pid
    assert hanging is not None
    os.kill(hanging, signal.SIGSTOP)
    monkeypatch.setattr(module, "HANG_S", 0.2)
    forecaster.ask(moved(0.1), 0)
    assert last_of(forecaster) == []
    monkeypatch.undo()
    forecaster.ask(moved(0.3), 0)
    assert last_of(forecaster)[-1].paths[0].poses[0, 0] == 2.3
    assert forecaster.pid != hanging


def test_a_child_that_can_not_be_started_is_tried_again(
    forecaster: Forecaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **named: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fail)
    forecaster.ask(falling(), 0)
    assert last_of(forecaster) == []
    monkeypatch.undo()
    forecaster.ask(falling(), 0)
    assert len(last_of(forecaster)[-1].paths) == 1


@needs_signals
def test_closing_ends_the_child_whatever_it_does(forecaster: Forecaster) -> None:
    forecaster.ask(falling(), 0)
    until(lambda: forecaster.pid is not None)
    child = forecaster.pid
    assert child is not None
    os.kill(child, signal.SIGSTOP)
    forecaster.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_closed_forecaster_starts_no_child(forecaster: Forecaster) -> None:
    forecaster.close()
    forecaster.ask(falling(), 0)
    assert forecaster.pid is None
