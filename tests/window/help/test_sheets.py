"""The sheets of the Help menu: the keys, and what is said about a part and about the program."""

from __future__ import annotations

from pyglet.window import key

from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


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
