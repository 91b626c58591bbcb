"""An author has the open level searched for shortcuts, watches one, and forbids its place."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Hint
from sandbox.levels import levels
from sandbox.trials import win_store
from sandbox.trials.win_store import PlacedPart
from sandbox.window.author.shortcut_sheet import ShortcutSheet
from sandbox.window.author.shortcuts import Shortcuts
from sandbox.window.film.film_screen import FilmScreen
from tests.tasks.working import runs
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]
PATIENCE_S = 400.0
# One crate is enough, though its author means two.
LEVEL = replace(
    solvable(), stock={"crate": 2}, hints=(Hint("Here", "crate", 0.6, 0.3), Hint("And here", "crate", 0.6, 0.6))
)


@pytest.fixture
def author(drive: Open, tmp_path: Path) -> Driver:
    """The author of a level, with the sheet open, and few runs asked for."""
    path = tmp_path / "levels" / "down.toml"
    path.parent.mkdir()
    levels.write(path, LEVEL)
    driver = drive(path)
    driver.key(key.F5)
    driver.click("author.shortcuts")
    assert isinstance(driver.app.dialog, ShortcutSheet)
    driver.app.features.shortcuts.runs = 20
    return driver


def searched(driver: Driver) -> Shortcuts:
    hunting = driver.app.features.shortcuts
    driver.click("shortcuts.begin")
    assert hunting.under_way and hunting.found is None, "the window has not waited for it"
    wait_for(driver, lambda: not hunting.look())
    return hunting


def wait_for(driver: Driver, is_so: Callable[[], bool]) -> None:
    """Draw frames until a search has come so far: it lets all others on a busy machine go first."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it has not come"
        driver.frames(1)
        time.sleep(0.05)
    driver.frames()


def test_a_shortcut_is_found_watched_and_forbidden(author: Driver) -> None:
    hunting = searched(author)
    assert hunting.problem == "" and hunting.found is not None
    assert hunting.found.meant == 2 and [win.parts for win in hunting.found.shortcuts] == [1]
    author.click("shortcuts.watch.short.0")
    assert isinstance(author.app.dialog, FilmScreen)
    watching, camera = author.app.features.watching, author.app.view.camera
    before = camera.x, camera.y, camera.zoom
    author.until(lambda: watching.planned)
    author.seconds(2.5)
    assert watching.scene is not None and watching.scene.moment is not None and watching.scene.moment.run is not None
    assert not watching.can_save
    author.key(key.ESCAPE)
    author.frames(2)
    assert isinstance(author.app.dialog, ShortcutSheet) and watching.scene is None
    assert (camera.x, camera.y, camera.zoom) == before and author.design.author
    (placed,) = hunting.found.shortcuts[0].placed
    assert not hunting.is_old
    author.click("shortcuts.forbid.short.0.0")
    (area,) = author.design.no_build
    assert area.box.x0 <= max(0.0, placed.x0) and area.box.y1 >= placed.y1
    assert hunting.is_old and author.shows("shortcuts.old")
    author.key(key.ESCAPE)
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.no_build == () and not hunting.is_old, "one step takes it away"


@pytest.mark.parametrize(("x", "is_said"), [(0.6, "hint 1 can't be followed"), (1.4, "no part may be put where crate")])
def test_an_area_in_the_way_of_a_hint_says_so(author: Driver, x: float, is_said: str) -> None:
    author.app.features.shortcuts.forbid(PlacedPart("Crate", x - 0.1, 0.2, x + 0.1, 0.4))
    assert len(author.design.no_build) == 1
    assert is_said.lower() in author.said.lower() and "Undo" in author.said


def test_what_was_found_is_kept_for_the_level_as_it_was(author: Driver, drive: Open, tmp_path: Path) -> None:
    found = searched(author).found
    again = drive(tmp_path / "levels" / "down.toml")
    again.key(key.F5)
    again.key(key.F5, key.MOD_CTRL)
    assert again.app.features.shortcuts.found == found
    other = drive(replace(LEVEL, stock={"crate": 3}))
    other.key(key.F5)
    other.key(key.F5, key.MOD_CTRL)
    assert other.app.features.shortcuts.found is None


def test_a_search_goes_on_without_its_sheet_and_can_be_stopped(author: Driver) -> None:
    hunting = author.app.features.shortcuts
    hunting.runs = 3000
    author.click("shortcuts.begin")
    author.key(key.ESCAPE)
    assert author.app.dialog is None and hunting.under_way
    wait_for(author, lambda: not hunting.look() or hunting.done > 0)
    author.key(key.F5, key.MOD_CTRL)
    author.click("shortcuts.stop")
    assert hunting.stopping
    wait_for(author, lambda: not hunting.look())
    assert hunting.found is not None and not hunting.found.complete and hunting.found.runs < 3000


def test_a_search_ends_with_the_window(author: Driver) -> None:
    hunting = author.app.features.shortcuts
    hunting.runs = 3000
    author.click("shortcuts.begin")
    pid = hunting._work.pid
    assert pid is not None and runs(pid)
    author.app.features.close()
    assert not runs(pid) and not hunting.under_way


def test_players_have_no_search(author: Driver) -> None:
    author.key(key.ESCAPE)
    author.key(key.F5)
    assert not author.app.actions["shortcuts"].enabled()


def test_a_level_without_goals_says_so(drive: Open) -> None:
    driver = drive(replace(LEVEL, goals=(), hints=()))
    driver.key(key.F5)
    driver.key(key.F5, key.MOD_CTRL)
    driver.click("shortcuts.begin")
    assert "no goal" in driver.app.features.shortcuts.problem and not driver.app.features.shortcuts.under_way


def test_a_damaged_list_counts_as_none_and_old_ones_are_deleted(tmp_path: Path) -> None:
    folder = win_store.begin(tmp_path, LEVEL)
    (folder / win_store.LIST).write_text("{")
    assert win_store.read(folder) is None
    for count in range(3, 3 + win_store.MOST_KEPT):
        folder = win_store.begin(tmp_path, replace(LEVEL, stock={"crate": count}))
    assert len([*folder.parent.iterdir()]) == win_store.MOST_KEPT and folder.is_dir()
