"""After a win the way to the goal is watched in the scene, with a camera of its own, and can be saved as a film."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key

from sandbox.window.dialogs.file_dialog import FileDialog
from sandbox.window.dialogs.film_form import How
from sandbox.window.dialogs.film_screen import FilmScreen
from test_panels import data, drive, puzzle  # noqa: F401  (fixtures)

PATIENCE = 60.0  # s


@pytest.fixture
def won(drive: Callable[..., Any]) -> Any:  # noqa: F811
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(1.5)
    assert driver.workspace.document.session.outcome == "won"
    return driver


def planned(driver: Any) -> None:
    """Wait until the film begins."""
    end = time.monotonic() + PATIENCE
    while not driver.app.controls.watching.planned and time.monotonic() < end:
        time.sleep(0.01)
        driver.frames(1)
    assert driver.app.controls.watching.planned


def test_it_plays_in_the_scene_and_esc_goes_back_to_the_present(won: Any) -> None:
    camera = won.app.view.camera
    before = camera.x, camera.y, camera.zoom
    won.click("card.watch")
    assert isinstance(won.app.dialog, FilmScreen)
    planned(won)
    document, run = won.workspace.document, won.workspace.document.past.history.runs[0]
    won.seconds(1.0)
    assert document.past.moment.tick == run.start and won.app.controls.watching.title_opacity == 1.0, "the title"
    won.seconds(2.0)
    assert won.app.controls.watching.title_opacity == 0.0
    ticks, zooms = [], []
    for _ in range(6):
        won.seconds(0.2)
        ticks.append(document.past.moment.tick if document.past.moment is not None else run.last)
        zooms.append(camera.zoom)
    assert ticks == sorted(ticks) and ticks[-1] > ticks[0] >= run.start
    assert max(zooms) > before[2], "it goes closer"
    won.key(key.ESCAPE)
    won.frames(2)
    assert won.app.dialog is None and not document.in_past
    assert (camera.x, camera.y, camera.zoom) == before
    assert document.session.running


def test_a_key_saves_it_as_a_film(won: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(won.app.controls.filming.export, "begin", lambda *given: begun.append(given))
    won.key(key.W, key.MOD_SHIFT)
    planned(won)
    won.frames(3)
    won.key(key.S)
    won.frames(3)
    assert isinstance(won.app.dialog, FileDialog)
    won.key(key.A, key.MOD_CTRL)
    won.type(str(tmp_path / "way.gif"))
    won.click("files.accept")
    ((path, _, how, _),) = begun
    assert (path, how) == (tmp_path / "way.gif", How(run=1, watch=True))
    assert how.options(".gif", recorded=True) == ["--run", "1", "--watch"]


def test_without_a_win_there_is_nothing_to_watch(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(puzzle())
    assert not driver.app.actions["watch_it"].enabled()
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert not driver.app.actions["watch_it"].enabled()
