"""The green zone in the window: for authors, and for players once a hint is shown to its last step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Author
from sandbox.design.design import Design, Hint, PartSpec
from sandbox.trials.judging import OUTCOMES
from sandbox.trials.maps.tolerance_map import ToleranceMap
from tests.trials.search.puzzles import DROP, level
from tests.trials.search.test_try_service import children
from tests.window.driver import Driver, data, drive
from tests.window.waiting_loop import Loop

__all__ = ["data", "drive"]  # fixtures
pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed from /proc")
PATIENCE_S = 180.0
PLACE = (1.8, 1.3)
CRATE = 7
WON = OUTCOMES.index("won")


def puzzle() -> Design:
    """A ball is to be dropped into a basket; a crate stands beside it."""
    design = level(DROP)
    crate = PartSpec(CRATE, "crate", 3.0, 0.25, fixed=True)
    hints = (Hint("Drop it", "bowling_ball", *PLACE),)
    return replace(design, parts=(*design.parts, crate), hints=hints, next_id=CRATE + 1)


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
        driver.app.features.zone.close()


def wait(driver: Driver, done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, "it has not come"
        driver.frames(1)
        time.sleep(0.02)


def green(driver: Driver) -> ToleranceMap:
    """The zone that is shown, once some of it is green."""
    view = driver.app.view
    wait(driver, lambda: view.zone is not None and bool((view.zone.raster == WON).any()) and len(view.canvas.zone) > 0)
    assert view.zone is not None
    return view.zone


def take_ball(driver: Driver) -> None:
    """Take the ball out of the palette, and hold it over the scene."""
    driver.click("part.bowling_ball")
    driver.point((2.5, 1.5))
    driver.frames()


def test_a_player_sees_it_with_the_last_step_of_a_hint(opened: Callable[[Design], Driver]) -> None:
    driver = opened(puzzle())
    driver.key(key.Z)
    assert "last step" in driver.workspace.messages.latest.text
    take_ball(driver)
    driver.app.features.hints.shown = 2
    driver.frames(3)
    assert driver.app.view.zone is None, "not yet"
    driver.app.features.hints.shown = 3
    zone = green(driver)
    i, j = zone.plan.home
    assert (zone.plan.spec.x, zone.plan.spec.y) == PLACE
    wait(driver, lambda: zone.raster[j, i] == WON)
    driver.point((1.2, 1.6))
    driver.frames()
    assert driver.app.view.zone is zone, "wherever it is held"
    driver.key(key.Z)
    driver.frames()
    assert driver.app.view.zone is None and len(driver.app.view.canvas.zone) == 0
    assert not driver.app.features.zone.zones.service.busy


def test_a_part_that_is_not_turned_as_its_hint_shows_is_to_be_turned(opened: Callable[[Design], Driver]) -> None:
    driver = opened(replace(puzzle(), hints=(Hint("Roll it", "bar", *PLACE, angle=0.6),), stock={"bar": 1}))
    driver.app.features.hints.shown = 3
    driver.key(key.Z)
    driver.click("part.bar")
    driver.point((2.5, 1.5))
    wait(driver, lambda: driver.app.view.zone is not None)
    zone = driver.app.features.zone
    assert zone.in_words() == "green zone: turn it as the hint shows"


def test_it_says_when_nothing_is_green(opened: Callable[[Design], Driver]) -> None:
    driver = opened(puzzle())
    driver.app.features.hints.shown = 3
    driver.key(key.Z)
    take_ball(driver)
    wait(driver, lambda: driver.app.view.zone is not None)
    zone, mapped = driver.app.features.zone, driver.app.view.zone
    assert mapped is not None and zone.in_words().endswith("%")
    zone.shown = nowhere = ToleranceMap(mapped.plan)
    while not nowhere.done:
        tries = nowhere.next_tries()
        nowhere.take(tries, ("lost",) * len(tries))
    assert zone.in_words() == "green zone: nowhere, turned like this"


def test_the_panel_offers_it_with_the_last_step(opened: Callable[[Design], Driver]) -> None:
    driver = opened(puzzle())
    driver.app.features.hints.shown = 2
    driver.frames()
    assert "hint.zone" not in driver.app.ui.rects
    driver.app.features.hints.shown = 3
    driver.frames()
    driver.click("hint.zone")
    driver.frames()
    assert driver.workspace.settings.now.green_zone
    assert "hold or select a part" in driver.workspace.messages.latest.text


def test_an_author_sees_it_of_the_selected_part_and_each_edit_begins_anew(opened: Callable[[Design], Driver]) -> None:
    driver = opened(puzzle())
    driver.app.workspace.gate.do(Author())
    driver.key(key.Z)
    driver.click((3.0, 0.25))
    first = green(driver)
    assert first.plan.part == CRATE and len(first.plan.design.parts) == len(puzzle().parts) + 1, "with the hint"
    driver.press((3.0, 0.25))
    for x in (2.9, 2.7, 2.5):
        driver.drag((x, 0.4))
        driver.frames()
        assert driver.app.view.zone is first and not first.done, "it goes on while the part is dragged"
    driver.release((2.5, 0.4))
    driver.frames()
    assert driver.app.editor.design.part_by_id[CRATE].x < 2.6
    assert driver.app.view.zone is first, "only this part has moved"
    driver.click((0.8, 1.05))
    driver.frames()
    second = driver.app.view.zone
    assert second is not None and second is not first
    driver.key(key.DELETE)
    driver.frames()
    assert driver.app.view.zone is None, "nothing is in hand"


def test_without_goals_it_says_why_not(opened: Callable[[Design], Driver]) -> None:
    driver = opened(replace(puzzle(), goals=(), hints=(), stock=None))
    driver.key(key.Z)
    assert "the level has no goals" in driver.workspace.messages.latest.text
    driver.app.editor.selection.ids = (6,)
    driver.frames(3)
    assert driver.app.view.zone is None


def test_off_it_costs_nothing_and_closed_while_computing_it_leaves_no_process(
    opened: Callable[[Design], Driver],
) -> None:
    driver = opened(replace(puzzle(), forecast=False))
    before = children()
    driver.app.features.hints.shown = 3
    take_ball(driver)
    driver.frames(5)
    service = driver.app.features.zone.zones.service
    assert driver.app.view.zone is None and not service.busy and children() == before
    driver.key(key.Z)
    green(driver)
    assert service.busy and children() - before
    driver.app.features.zone.close()
    assert children() == before


def test_while_the_machine_runs_there_is_none(opened: Callable[[Design], Driver]) -> None:
    driver = opened(puzzle())
    driver.app.features.hints.shown = 3
    driver.key(key.Z)
    take_ball(driver)
    zone = green(driver)
    driver.click(PLACE)
    driver.frames()
    assert driver.app.view.zone is zone, "the placed ball is selected"
    driver.key(key.SPACE)
    driver.frames(3)
    assert driver.app.view.zone is None and not driver.app.features.zone.zones.service.busy
    assert np.count_nonzero(zone.raster == WON) > 0, "it is kept"
