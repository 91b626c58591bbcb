"""So close!: after a failed try the card says which part is almost right, and which way, or puts it there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Place
from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.workspace.settings import Store
from tests.trials.search.puzzles import DROP
from tests.window.driver import Driver, data, drive
from tests.window.waiting_loop import Loop

__all__ = ["data", "drive"]  # fixtures

Try = Callable[..., Driver]
CLOSE, HOPELESS = 1.69, 1.0  # m: where the ball is let go; 10 mm further to the right it wins


@pytest.fixture
def tried(drive: Callable[[Design], Driver]) -> Iterator[Try]:
    """Opens a level in a window with a loop, lets the ball go at x, and gives up after a moment."""
    drivers: list[Driver] = []

    def try_(x: float, is_open: bool = False) -> Driver:
        driver = drive(replace(levels.loads(DROP), open=is_open))
        drivers.append(driver)
        driver.app.loop = Loop()  # type: ignore[assignment]
        place(driver, x)
        fail(driver)
        return driver

    yield try_
    for driver in drivers:
        driver.app.features.close()


def place(driver: Driver, x: float) -> None:
    assert driver.workspace.gate.do(Place("bowling_ball", x, 1.5))
    driver.frames()


def fail(driver: Driver) -> None:
    driver.key(key.SPACE)
    driver.seconds(0.2)
    driver.key(key.R)


def answered(driver: Driver) -> None:
    """Wait until all places have been tried."""
    near = driver.app.features.near_misses
    assert near._job is not None, "it has begun"
    driver.until(lambda: near._job is not None and near._job.done)
    driver.frames(3)


def test_the_card_says_which_part_then_where_and_then_puts_it_there(tried: Try) -> None:
    driver = tried(CLOSE)
    assert not driver.shows("near.which_way"), "the window has not waited for it"
    answered(driver)
    near = driver.app.features.near_misses
    assert near.sentence == "Almost right: the bowling ball." and driver.app.view.arrow is None
    driver.click("near.which_way")
    assert driver.shows("near.words") and near.shown is not None and near.shown.words == "a little to the right, 10 mm"
    assert driver.app.view.arrow is not None and driver.app.view.arrow[2] > 0.0 == driver.app.view.arrow[3]
    before = driver.design
    driver.click("near.do_near_miss")
    assert driver.design.parts[-1].x == pytest.approx(CLOSE + 0.01) and not driver.shows("near.close")
    driver.key(key.SPACE)
    driver.seconds(3.0)
    assert driver.app.outcome.word == "won"
    driver.key(key.R)
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.design == before, "one step takes it back"


def test_an_open_puzzle_says_which_way_but_leaves_the_move_to_its_player(tried: Try) -> None:
    driver = tried(CLOSE, is_open=True)
    answered(driver)
    driver.click("near.which_way")
    assert driver.shows("near.words") and not driver.shows("near.do_near_miss")
    assert not driver.app.actions["do_near_miss"].enabled()
    assert "each part in its place yourself" in driver.app.actions["do_near_miss"].why_not


def test_a_hopeless_try_says_nothing(tried: Try) -> None:
    driver = tried(HOPELESS)
    answered(driver)
    assert driver.app.features.near_misses.shown is None and not driver.shows("near.close")
    assert not driver.app.actions["which_way"].enabled() and not driver.app.actions["do_near_miss"].enabled()


def test_a_machine_that_was_stopped_too_early_wins_if_it_is_left_to_run(tried: Try) -> None:
    driver = tried(1.8)
    answered(driver)
    assert driver.app.features.near_misses.sentence == "This machine wins, if it is left to run."
    assert driver.shows("near.close") and not driver.shows("near.which_way")


def test_an_edit_or_a_start_throws_it_away(tried: Try) -> None:
    driver = tried(CLOSE)
    near = driver.app.features.near_misses
    driver.key(key.Z, key.MOD_CTRL)
    assert near._job is None and not near.service.busy, "the search itself"
    place(driver, CLOSE)
    fail(driver)
    answered(driver)
    assert driver.shows("near.close")
    driver.key(key.SPACE)
    assert near._job is None and not driver.shows("near.close"), "and the card"


def test_off_costs_nothing_and_says_nothing_and_say_offers_no_help(tried: Try, data: Path) -> None:
    driver = tried(CLOSE)
    answered(driver)
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.click("settings.so_close.say")
    driver.key(key.ESCAPE)
    assert driver.shows("near.close") and not driver.shows("near.which_way") and not driver.shows("near.do_near_miss")
    driver.key(key.COMMA, key.MOD_CTRL)
    driver.click("settings.so_close.off")
    driver.key(key.ESCAPE)
    assert not driver.shows("near.close") and Store(data).now.so_close == "off", "it is remembered"
    fail(driver)
    assert driver.app.features.near_misses._job is None and not driver.app.features.near_misses.service.busy


def test_nothing_is_tried_for_a_win_nor_for_an_author(tried: Try) -> None:
    driver = tried(CLOSE)
    near = driver.app.features.near_misses
    driver.key(key.Z, key.MOD_CTRL)
    place(driver, 1.8)
    driver.key(key.SPACE)
    driver.seconds(3.0)
    assert driver.app.outcome.word == "won"
    driver.key(key.R)
    assert near._job is None
    driver.key(key.F5)
    fail(driver)
    assert near._job is None


def test_the_processes_end_with_the_window(tried: Try) -> None:
    driver = tried(CLOSE)
    service = driver.app.features.near_misses.service
    driver.until(lambda: service._workers is not None)
    driver.app.features.close()
    assert service._thread is not None and not service._thread.is_alive() and not service.busy
