"""A film or picture is asked for in the window, on a form that stays as it was left."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key

from sandbox.render.pictures.film_options import CameraAim, FilmOptions
from sandbox.window.film.film_sheet import FilmSheet
from sandbox.window.ui.file_dialog import FileDialog
from tests.window.driver import data, drive, shop  # noqa: F401  (fixtures)
from tests.window.film.test_export import PATIENCE


def test_it_is_asked_for_by_key_and_told_in_the_status_line(
    drive: Callable[..., Any],  # noqa: F811
    tmp_path: Path,
) -> None:
    driver = drive(shop())
    driver.key(key.E, key.MOD_CTRL)
    assert isinstance(driver.app.dialog, FilmSheet)
    driver.click("film.kind.png")
    driver.key(key.ENTER)
    assert isinstance(driver.app.dialog, FileDialog)
    driver.key(key.A, key.MOD_CTRL)
    driver.type(str(tmp_path / "now.png"))
    driver.click("files.accept")
    assert driver.app.features.filming.export.active
    assert driver.app.panels.status._figures().startswith("drawing: ")
    assert driver.app.actions["export"].label == "Stop drawing"
    end = time.monotonic() + PATIENCE
    while driver.app.features.filming.export.active and time.monotonic() < end:
        time.sleep(0.05)
        driver.frames()
    assert driver.said == f"Saved as {tmp_path / 'now.png'}"
    assert (tmp_path / "now.png").stat().st_size > 1000


def test_the_form_is_filled_in_and_what_it_says_reaches_the_drawing(
    drive: Callable[..., Any],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.seconds(0.5)
    driver.key(key.SPACE)
    driver.click((1.0, 0.25))
    begun: list[Any] = []
    monkeypatch.setattr(driver.app.features.filming.export, "begin", lambda *given: begun.append(given))
    driver.key(key.E, key.MOD_CTRL)
    driver.frames(3)
    for field, text in (("size", "300x200"), ("from", "0.1"), ("to", "400 ms")):
        driver.click(f"film.{field}")
        driver.type(text)
    driver.click("film.fps")
    driver.click("film.fps.10")
    driver.click("film.speed")
    driver.click("film.speed.1/4")
    driver.click("film.camera.part")
    told = driver.app.features.filming.form.summary(driver.app.dialog.subject)
    assert "300 \N{MULTIPLICATION SIGN} 200 pixels, 1.2 s, 13 frames" in told
    driver.click("film.accept")
    driver.key(key.A, key.MOD_CTRL)
    driver.type(str(tmp_path / "one.gif"))
    driver.click("files.accept")
    ((path, options),) = begun
    assert path == tmp_path / "one.gif"
    assert options == FilmOptions((300, 200), None, 10, "1/4", CameraAim(2), 0.1, 0.4, 1, theme="light")
    driver.key(key.E, key.MOD_CTRL)
    assert driver.app.features.filming.form.size == "300x200", "it is as it was left"


def test_a_film_has_the_scene_and_the_motion_of_the_window_and_another_scene_if_chosen(
    drive: Callable[..., Any],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = drive(shop())
    begun: list[Any] = []
    monkeypatch.setattr(driver.app.features.filming.export, "begin", lambda *given: begun.append(given))
    driver.key(key.F9, key.MOD_CTRL)
    driver.key(key.F9, key.MOD_SHIFT)
    assert driver.app.features.appearance.scenes == "plain"
    for name, choice in (("as_it_is", ""), ("chosen", "film.scenes.paper")):
        driver.key(key.E, key.MOD_CTRL)
        driver.frames(3)
        driver.click(*([choice] if choice else []), "film.accept")
        driver.key(key.A, key.MOD_CTRL)
        driver.type(str(tmp_path / f"{name}.gif"))
        driver.click("files.accept")
    assert [(options.scenes, options.still) for _, options in begun] == [("plain", True), ("paper", True)]


def test_the_loop_of_the_timeline_is_taken_over_by_a_button(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.seconds(0.5)
    driver.key(key.SPACE)
    driver.key(key.E, key.MOD_CTRL)
    assert not driver.shows("film.loop")
    driver.key(key.ESCAPE)
    driver.workspace.document.past.loop = (
        driver.app.features.time.run.place + 24,
        driver.app.features.time.run.place + 96,
    )
    driver.key(key.E, key.MOD_CTRL)
    driver.frames(3)
    driver.click("film.loop")
    assert (driver.app.features.filming.form.begin, driver.app.features.filming.form.end) == ("0.100", "0.400")
    assert driver.app.dialog.why_not == ""


def test_a_form_that_can_not_be_says_why_and_goes_no_further(drive: Callable[..., Any]) -> None:  # noqa: F811
    driver = drive(shop())
    driver.key(key.E, key.MOD_CTRL)
    driver.frames(3)
    driver.click("film.size")
    driver.type("large")
    assert "is no size" in driver.app.dialog.why_not
    driver.click("film.accept")
    driver.key(key.ENTER)
    assert isinstance(driver.app.dialog, FilmSheet)
    driver.key(key.ESCAPE)
    assert driver.app.dialog is None
