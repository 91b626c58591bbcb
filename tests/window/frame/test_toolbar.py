"""The menus and the toolbar: their buttons do what keys do, and a click that closes a menu does no more."""

from __future__ import annotations

from pyglet.window import key

from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_a_menu_carries_out_what_it_names(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "menu.Edit", "menu.duplicate")
    assert driver.commands == ["paste"]
    driver.click("menu.Edit")
    assert driver.shows("menu.undo")
    driver.key(key.ESCAPE)
    assert not driver.shows("menu.undo")
    assert driver.app.editor.selection.ids  # the key closed the menu and did nothing else


def test_a_click_that_closes_a_menu_does_nothing_on_the_canvas(drive: Open) -> None:
    driver = drive(shop())
    driver.click("menu.Edit", (1.0, 0.25))
    assert driver.app.editor.selection.ids == ()
    driver.click((1.0, 0.25))
    assert driver.app.editor.selection.ids == (2,)


def test_buttons_and_keys_do_the_same(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "turn_left")
    driver.key(key.E)
    driver.key(key.Q, key.MOD_SHIFT)
    driver.click("undo")
    driver.key(key.Z, key.MOD_CTRL)
    driver.click("redo")
    assert driver.commands == ["move", "move", "move", "undo", "undo", "redo"]
    driver.key(key.D, key.MOD_CTRL)
    driver.key(key.DELETE)
    driver.click("snap")
    assert not driver.app.editor.snap
    driver.key(key.G)
    assert not driver.app.features.view.grid
    assert driver.commands[6:] == ["paste", "delete"]
