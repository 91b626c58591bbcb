"""Levels and recordings opened and saved in the window: by key, in dialogs, and after a question where needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyglet.window import key

from sandbox.design.design import Design, new_design
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.window.shell.save_level import SaveLevelDialog
from sandbox.window.ui.file_dialog import FileDialog
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def test_save_asks_for_a_name_once(drive: Open, data: Path) -> None:
    driver = drive(library.bundled_dir() / "workshop.toml")
    driver.click("part.soccer_ball", (1.0, 1.0))
    assert driver.workspace.document.dirty
    driver.key(key.S, key.MOD_CTRL)
    assert isinstance(driver.app.dialog, FileDialog)
    driver.key(key.A, key.MOD_CTRL)
    driver.type("tower")
    driver.key(key.RETURN)
    path = library.user_dir(data) / "tower.toml"
    assert levels.read(path) == driver.design
    assert not driver.workspace.document.dirty
    driver.click("part.soccer_ball", (1.0, 1.5))
    driver.key(key.S, key.MOD_CTRL)
    assert driver.app.dialog is None
    assert levels.read(path) == driver.design


def test_save_as_over_a_file_asks_twice(drive: Open, tmp_path: Path) -> None:
    driver = drive(shop())
    (tmp_path / "other.toml").write_text("precious")
    driver.key(key.S, key.MOD_CTRL | key.MOD_SHIFT)
    driver.key(key.A, key.MOD_CTRL)
    driver.type("other")
    driver.key(key.RETURN)
    assert (tmp_path / "other.toml").read_text() == "precious"
    driver.key(key.RETURN)
    assert levels.read(tmp_path / "other.toml") == driver.design


def test_open_lists_levels_and_opens_what_is_clicked(drive: Open, tmp_path: Path) -> None:
    levels.write(tmp_path / "second.toml", Design(title="Second"))
    driver = drive(shop())
    driver.key(key.O, key.MOD_CTRL)
    driver.click("files.entry.second.toml", "files.accept")
    assert driver.design.title == "Second"
    assert driver.app.dialog is None


def test_open_lists_drawings_and_shared_files_too_and_says_why_one_can_not_be_opened(
    drive: Open, tmp_path: Path
) -> None:
    (tmp_path / "Hill.SVG").write_text("<svg viewBox='0 0 40 20'><path d='M0 20V10L40 18V20Z'/></svg>")
    (tmp_path / "photo.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not listed")
    driver = drive(shop())
    driver.key(key.O, key.MOD_CTRL)
    assert isinstance(driver.app.dialog, FileDialog)
    listed = {entry.path.name for entry in driver.app.dialog.browser.entries if not entry.folder}
    assert listed == {"Hill.SVG", "level.toml", "photo.jpg"}
    driver.click("files.entry.photo.jpg", "files.accept")
    assert driver.app.dialog is None and "photo.jpg" in driver.said
    driver.key(key.O, key.MOD_CTRL)
    driver.click("files.entry.Hill.SVG", "files.accept")
    driver.until(lambda: driver.design.title == "Hill")


def test_a_file_that_is_no_level_is_refused_and_all_stays(drive: Open, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("nonsense")
    driver = drive(shop())
    driver.key(key.O, key.MOD_CTRL)
    driver.click("files.entry.bad.toml", "files.accept")
    assert "not a level" in driver.said
    assert driver.design == shop()
    (tmp_path / "bad.toml").write_text('format = 1\ntitel = "Mine"\n[stock]\ncrat = 1\n')
    driver.key(key.O, key.MOD_CTRL)
    driver.click("files.entry.bad.toml", "files.accept")
    assert "bad.toml: 2 mistakes: line 2: a level has no key 'titel'" in driver.said
    assert driver.said.endswith("line 4: there is no kind of part or link 'crat' for the stock; is 'crate' meant?")


def test_unsaved_changes_are_asked_about(drive: Open) -> None:
    driver = drive(shop())
    driver.click("part.domino", (0.5, 1.0))
    driver.key(key.N, key.MOD_CTRL)
    driver.click("question.cancel")
    assert len(driver.design.parts) == 6
    driver.key(key.N, key.MOD_CTRL)
    driver.key(key.ESCAPE)
    assert len(driver.design.parts) == 6
    driver.key(key.N, key.MOD_CTRL)
    driver.click("question.discard")
    assert driver.design == new_design()
    driver.key(key.N, key.MOD_CTRL)
    assert driver.app.dialog is None  # nothing to lose


def test_closing_the_window_asks_and_saving_goes_on_to_close(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(shop())
    closed: list[bool] = []
    monkeypatch.setattr(driver.app.features.documents, "close", lambda: closed.append(True))
    driver._event("on_close")
    assert closed == [True]
    driver.click("part.domino", (0.5, 1.0))
    driver._event("on_close")
    assert closed == [True]
    driver.key(key.RETURN)
    assert closed == [True, True]
    assert driver.workspace.document.file.path is not None
    assert levels.read(driver.workspace.document.file.path) == driver.design


def test_a_recording_is_saved_watched_and_taken_over(drive: Open, data: Path) -> None:
    driver = drive(shop())
    driver.click("part.domino", (0.5, 1.0))
    driver.key(key.SPACE)
    driver.seconds(0.3)
    driver.key(key.R, key.MOD_CTRL | key.MOD_SHIFT)
    driver.key(key.A, key.MOD_CTRL)
    driver.type("mine")
    driver.key(key.RETURN)
    path = library.user_dir(data) / "mine.replay"
    assert reader.read(path).end is not None
    driver.click("stop")
    driver.app.features.documents.open_path(path)
    driver.frames()
    driver.key(key.ESCAPE)  # the question about unsaved changes
    driver.app.features.documents._open_now(path)
    driver.seconds(0.3)
    assert driver.workspace.document.watching
    driver.click("part.soccer_ball")
    assert "Take over" in driver.said
    driver.click("card.take_over")
    assert not driver.workspace.document.watching
    assert driver.commands[0] == "place"


def test_a_file_that_can_not_be_read_leaves_the_dialog_open_with_the_reason(drive: Open, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("parts = [")
    driver = drive(shop())
    driver.key(key.O, key.MOD_CTRL)
    driver.click("files.entry.broken.toml", "files.accept")
    dialog = driver.app.dialog
    assert isinstance(dialog, FileDialog) and "broken.toml" in dialog.browser.message
    driver.seconds(10.0)
    assert dialog.browser.message and driver.design.parts == shop().parts
    driver.click("files.cancel")
    assert driver.app.dialog is None


def test_what_was_opened_and_saved_last_is_offered_again(drive: Open, tmp_path: Path) -> None:
    for name in ("first", "second"):
        levels.write(tmp_path / f"{name}.toml", Design(title=name))
    driver = drive(shop())
    for name in ("first", "second", "first"):
        driver.app.features.documents.open_path(tmp_path / f"{name}.toml")
    (tmp_path / "first.toml").rename(tmp_path / "away.toml")
    driver.key(key.O, key.MOD_CTRL | key.MOD_SHIFT)
    # Once, only what is there, and last the level that the program was started with.
    assert [path.name for path in driver.app.dialog.paths] == ["second.toml", "level.toml"]
    driver.click("recent.0")
    assert driver.design.title == "second" and driver.app.dialog is None


def save_as(driver: Driver, name: str, title: str | None = None) -> None:
    driver.key(key.S, key.MOD_CTRL | key.MOD_SHIFT)
    driver.key(key.A, key.MOD_CTRL)
    driver.type(name)
    if title is not None:
        driver.click("files.title")
        driver.key(key.A, key.MOD_CTRL)
        driver.type(title)
    driver.click("files.accept")
    assert driver.app.dialog is None


def test_under_another_name_a_level_gets_another_title_which_one_sees_before(drive: Open, data: Path) -> None:
    driver = drive(library.bundled_dir() / "workshop.toml")
    driver.key(key.S, key.MOD_CTRL)
    dialog = driver.app.dialog
    assert isinstance(dialog, SaveLevelDialog)
    assert (dialog.browser.name, dialog.level_title) == ("my-workshop.toml", "My workshop")
    driver.key(key.ESCAPE)
    save_as(driver, "goldberg_2")
    assert levels.read(library.user_dir(data) / "goldberg_2.toml").title == driver.design.title == "Goldberg 2"
    assert not driver.workspace.document.dirty
    assert driver.commands == ["set_texts"], "it can be undone, and is recorded"


def test_a_title_is_typed_and_stays_in_the_own_file(drive: Open, data: Path) -> None:
    driver = drive(library.bundled_dir() / "workshop.toml")
    save_as(driver, "goldberg", "The great machine")
    assert levels.read(library.user_dir(data) / "goldberg.toml").title == driver.design.title == "The great machine"
    driver.click("part.soccer_ball", (1.0, 1.0))
    driver.key(key.S, key.MOD_CTRL)
    assert driver.app.dialog is None
    assert levels.read(library.user_dir(data) / "goldberg.toml") == driver.design
    driver.key(key.S, key.MOD_CTRL | key.MOD_SHIFT)
    dialog = driver.app.dialog
    assert isinstance(dialog, SaveLevelDialog) and dialog.level_title == "The great machine"


def test_a_players_level_keeps_its_title_and_says_so(drive: Open, data: Path) -> None:
    driver = drive(library.bundled_dir() / "drop.toml")
    driver.carry("part.bowling_ball", (1.0, 1.0), (1.0, 1.9))
    save_as(driver, "half done")
    assert not driver.shows("files.title")
    assert levels.read(library.user_dir(data) / "half done.toml").title == "Drop"
    assert driver.commands == ["place"]


def test_two_of_ones_own_levels_with_one_title_show_their_files(drive: Open, data: Path) -> None:
    folder = library.user_dir(data)
    folder.mkdir(parents=True)
    for name, title in (("one", "Tower"), ("two", "Tower"), ("three", "Bridge")):
        levels.write(folder / f"{name}.toml", Design(title=title))
    driver = drive()
    assert [card.title for card in driver.app.features.chooser.shelf.by_user] == ["one", "Bridge", "two"]
