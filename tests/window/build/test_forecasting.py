"""The forecast in the window: asked for while building, hidden otherwise, and only where the level lets one see it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Beyond, Design, Goal
from sandbox.workspace.settings import Store
from tests.contraptions import Builder
from tests.window.driver import Driver, data, drive
from tests.window.waiting_loop import Loop

__all__ = ["data", "drive"]  # fixtures
PATIENCE_S = 120.0


def yard() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2: rests
    b.part("bowling_ball", 2.0, 1.0)  # 3: falls
    return b.design()


@pytest.fixture
def opened(drive: Callable[..., Driver]) -> Iterator[Callable[[Design], Driver]]:
    """Opens a window with a loop, without which nothing is asked."""
    drivers = []

    def open_(design: Design) -> Driver:
        drivers.append(drive(design))
        drivers[-1].app.loop = Loop()  # type: ignore[assignment]
        drivers[-1].frames()
        return drivers[-1]

    yield open_
    for driver in drivers:
        driver.app.features.forecasting.close()


def start_of_ball(driver: Driver) -> Any:
    """Where the path of the ball begins, once the window has all that it has asked for."""
    forecasting = driver.app.features.forecasting
    end = time.monotonic() + PATIENCE_S
    while forecasting.forecaster.waiting or forecasting.shown is None:
        assert time.monotonic() < end, "no forecast has come"
        time.sleep(0.005)
        driver.frames(1)
    driver.frames(1)
    assert driver.app.view.forecast is not None
    return next(path.poses[0, :2].tolist() for path in driver.app.view.forecast.paths if path.part == 3)


def test_the_path_follows_a_part_while_it_is_dragged(opened: Callable[[Design], Driver]) -> None:
    driver = opened(yard())
    assert start_of_ball(driver) == [2.0, 1.0]
    assert len(driver.app.view.canvas.paths) > 30, "a dotted line and an outline"
    driver.press((2.0, 1.0))
    driver.drag((2.2, 1.2))
    driver.drag((2.5, 1.5))
    dragged = driver.app.editor.preview.parts[0]
    assert (dragged.x, dragged.y) != (2.0, 1.0)
    assert start_of_ball(driver) == [dragged.x, dragged.y]
    assert driver.part(3).x == 2.0, "it has not been let go yet"
    driver.release((2.5, 1.5))
    asked = driver.app.features.forecasting.shown
    driver.frames(3)
    assert driver.app.features.forecasting.shown is asked, (
        "what was previewed is what it has become: nothing new is asked"
    )


def test_it_is_hidden_while_a_machine_runs_and_in_the_past(opened: Callable[[Design], Driver]) -> None:
    driver = opened(yard())
    start_of_ball(driver)
    driver.click("run")
    assert driver.app.view.forecast is None
    assert len(driver.app.view.canvas.paths) == 0
    driver.seconds(0.2)
    driver.key(key.PAGEUP)
    assert driver.workspace.document.in_past and driver.app.view.forecast is None
    driver.key(key.END)
    driver.key(key.R)
    assert start_of_ball(driver) == [2.0, 1.0]


def test_a_key_and_the_sheet_of_settings_switch_it_and_the_choice_is_kept(
    opened: Callable[[Design], Driver], data: Path
) -> None:
    driver = opened(yard())
    start_of_ball(driver)
    driver.key(key.W)
    assert driver.app.view.forecast is None
    assert not Store(data).now.forecast
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.click("settings.forecast")
    assert Store(data).now.forecast
    driver.click("sheet.close")
    assert start_of_ball(driver) == [2.0, 1.0]


def test_in_free_building_the_first_paths_are_explained_once(opened: Callable[[Design], Driver], data: Path) -> None:
    driver = opened(yard())
    start_of_ball(driver)
    assert "The faint paths show where things will move" in driver.said
    assert driver.app.toasts.shown is not None and driver.app.toasts.shown.offer == "forecast"
    assert Store(data).now.forecast_explained
    driver.workspace.messages.say("something else")
    driver.click((2.0, 1.0))
    driver.carry((2.0, 1.0), (2.5, 1.5))
    start_of_ball(driver)
    assert driver.workspace.messages.latest is not None
    assert "faint paths" not in driver.workspace.messages.latest.text


def test_in_a_puzzle_nothing_is_explained(opened: Callable[[Design], Driver]) -> None:
    driver = opened(replace(yard(), goals=(Goal("It is low", Beyond(3, "y", "less", 0.2)),), forecast=True))
    start_of_ball(driver)
    assert not driver.workspace.settings.now.forecast_explained


@pytest.mark.parametrize("allowed", [False, True])
def test_in_a_puzzle_the_level_decides(opened: Callable[[Design], Driver], allowed: bool) -> None:
    driver = opened(replace(yard(), stock={"crate": 1}, forecast=allowed))
    assert driver.app.features.forecasting.allowed is allowed
    assert driver.app.actions.by_name["forecast"].enabled() is allowed
    if allowed:
        assert start_of_ball(driver) == [2.0, 1.0]
    else:
        driver.frames(5)
        assert driver.app.features.forecasting.forecaster.pid is None, "nothing is computed"
        assert driver.app.view.forecast is None


def test_what_would_be_torn_apart_has_no_forecast(opened: Callable[[Design], Driver]) -> None:
    driver = opened(yard())
    start_of_ball(driver)
    driver.press((2.0, 1.0))
    driver.drag((1.5, 0.6))
    driver.hold(key.MOD_ALT)
    driver.drag((1.0, 0.3))
    assert driver.app.features.view.overlaps
    assert driver.app.view.forecast is None
    driver.drag((1.8, 1.1))
    assert start_of_ball(driver)[0] == pytest.approx(1.8, abs=0.02)
    driver.release((1.8, 1.1))


def test_a_window_that_rests_is_woken_by_the_answer_and_asked_no_more(opened: Callable[[Design], Driver]) -> None:
    driver = opened(yard())
    loop: Any = driver.app.loop
    assert len(loop.clock.scheduled) == 1
    end, stirred = time.monotonic() + PATIENCE_S, loop.stirred
    while loop.clock.scheduled:
        assert time.monotonic() < end
        time.sleep(0.005)
        loop.clock.scheduled[0](0.0)  # without a frame
    assert loop.stirred > stirred
    assert driver.app.features.forecasting.shown is not None
