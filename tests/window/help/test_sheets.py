"""The sheets of the Help menu: the keys, and what is said about a part and about the program."""

from __future__ import annotations

import pytest
from pyglet.window import key

from sandbox.authoring import figures, table
from sandbox.window.help import sheets
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_the_sheet_of_a_part_has_the_parts_measured(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, begun = drive(shop()), []
    monkeypatch.setattr(table, "read", lambda: None)
    monkeypatch.setattr(figures.of_parts, "_read", False)
    monkeypatch.setattr(figures.of_parts, "_measure", lambda: begun.append(1))
    driver.frames()
    assert not begun
    driver.app.dialog = sheets.PartSheet("crate")
    driver.frames()
    assert begun


def test_the_sheet_of_keys_lists_them_and_closes(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F1)
    assert driver.shows("sheet.close")
    driver.key(key.SPACE)
    assert not driver.workspace.document.session.running  # nothing under a sheet can be used
    driver.click("sheet.close")
    assert driver.app.dialog is None
    driver.click((1.0, 0.25))
    driver.key(key.F2)
    assert driver.shows("sheet.close")
    driver.key(key.ESCAPE)
    assert driver.app.editor.selection.ids == (2,)
    driver.key(key.F1, key.MOD_SHIFT)
    assert driver.app.dialog is not None and driver.app.dialog.name == "about"
