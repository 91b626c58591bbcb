"""What parts snap to is chosen in the menu, and remembered."""

from __future__ import annotations

from pyglet.window import key

from sandbox.editing.snapping import Snaps
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_what_snaps_is_chosen_in_the_menu_and_remembered(drive: Open) -> None:
    driver = drive(shop())
    driver.click("menu.View", "menu.snap_grid")
    driver.key(key.A, key.MOD_SHIFT)
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)
    assert driver.said == "Snapping to edges"
    driver.key(key.S)
    driver.key(key.S)
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)  # as it was before
    driver = drive(shop())
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)
    assert driver.workspace.settings.now.snap == ("edges",)
