"""A key that does nothing now says why, and a setting that changes nothing in a level is grey there and says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Start
from sandbox.design.design import Count, Design, Goal, new_design
from sandbox.window.ui.action import Action
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]

Open = Callable[[Design], Driver]
PUZZLE = replace(
    shop(), stock={"domino": 2}, goals=(Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5)),)
)


def is_explained(driver: Driver, action: Action) -> bool:
    """Press an action's key, which does nothing now; return whether a message says why."""
    latest = driver.workspace.messages.latest
    chord = action.keys[0]
    driver.app.inputs._act((chord,))
    told = driver.workspace.messages.latest
    return told is not None and told is not latest and told.kind == "refused" and len(told.text) > 10


def check_all(driver: Driver) -> list[str]:
    """The names of the actions that do nothing now and say nothing about it."""
    return [
        action.name
        for action in driver.app.actions
        if action.keys and not action.enabled() and not action.for_testers and not is_explained(driver, action)
    ]


@pytest.mark.parametrize("state", ["empty", "puzzle", "running", "past", "author"])
def test_every_key_that_does_nothing_now_says_why(drive: Open, state: str) -> None:
    driver = drive(new_design() if state == "empty" else PUZZLE)
    if state in ("running", "past"):
        driver.workspace.gate.do(Start())
        driver.seconds(0.5)
    if state == "past":
        driver.workspace.travel.look_at(30)
    if state == "author":
        driver.app.actions.run("author")
    driver.frames()
    grey = [action.name for action in driver.app.actions if not action.enabled()]
    assert len(grey) > 10
    assert check_all(driver) == []


def test_w_says_that_this_level_allows_no_forecast(drive: Open) -> None:
    driver = drive(PUZZLE)
    driver.key(key.W)
    assert driver.said.startswith("This level does not allow the forecast")
    assert driver.app.features.forecasting.on, "and nothing is switched"
    driver = drive(replace(PUZZLE, forecast=True))
    driver.key(key.W)
    assert driver.said == "No forecast"


def test_z_says_why_there_is_no_green_zone_now(drive: Open) -> None:
    driver = drive(PUZZLE)
    driver.key(key.Z)
    said = driver.said
    if not driver.app.features.zone.on:
        driver.key(key.Z)
        said = driver.said
    assert "show the hints of a part to the last step" in said


@pytest.mark.parametrize(("symbol", "held", "what"), [(key.V, 0, "elocities"), (key.V, key.MOD_SHIFT, "ontacts")])
def test_what_is_seen_only_while_the_machine_runs_says_so(drive: Open, symbol: int, held: int, what: str) -> None:
    driver = drive(shop())
    driver.key(symbol, held)
    assert what in driver.said and "once the machine runs" in driver.said


def test_settings_that_change_nothing_in_this_level_are_grey_and_say_why(
    drive: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, texts = drive(PUZZLE), list[str]()
    text = driver.app.ui.text
    monkeypatch.setattr(driver.app.ui, "text", lambda words, *how: (texts.append(words), text(words, *how)))
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.frames(3)
    assert any(words.startswith("This level does not allow the forecast") for words in texts)
    assert driver.shows("settings.forecast.why") and driver.shows("settings.green_zone.why")
    assert not driver.shows("settings.so_close.why")
    on = driver.app.features.forecasting.on
    driver.click("settings.forecast")
    assert driver.app.features.forecasting.on is on
    driver = drive(shop())
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.frames(3)
    assert not driver.shows("settings.forecast.why")
    assert driver.shows("settings.so_close.why") and driver.shows("settings.green_zone.why"), "it has no goals"
    driver.click("settings.forecast")
    assert driver.app.features.forecasting.on is not on


def test_from_the_chooser_all_settings_can_be_changed(drive: Open) -> None:
    driver = drive(PUZZLE)
    driver.key(key.L, key.MOD_CTRL)
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.frames(3)
    assert driver.shows("settings.forecast") and not driver.shows("settings.forecast.why")


def test_the_green_zone_is_switched_on_the_sheet_where_there_can_be_one(drive: Open) -> None:
    driver = drive(replace(PUZZLE, stock=None))
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.frames(3)
    on = driver.app.features.zone.on
    driver.click("settings.green_zone")
    assert driver.app.features.zone.on is not on
