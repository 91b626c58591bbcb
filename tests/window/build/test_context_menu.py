"""The menu of a click with the right button."""

from __future__ import annotations

from pyglet.window import key, mouse

from sandbox.editing import picking
from sandbox.window.build import context_menu
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, Spot, data, drive, shop

__all__ = ["data", "drive"]

CRATE = (1.0, 0.25)


def right_click(driver: Driver, spot: Spot) -> None:
    driver.press(spot, mouse.RIGHT)
    driver.release(spot, mouse.RIGHT)
    driver.frames()


def test_a_part_is_selected_and_what_can_be_done_with_it_is_offered(drive: Open) -> None:
    driver = drive(shop())
    right_click(driver, CRATE)
    assert driver.app.editor.selection.ids == (2,)
    assert driver.shows("context.duplicate") and not driver.shows("context.paste")
    driver.click("context.delete")
    assert 2 not in driver.design.part_by_id
    assert not driver.shows("context.delete"), "it is closed"


def test_empty_ground_offers_what_has_no_part(drive: Open) -> None:
    driver = drive(shop())
    right_click(driver, (0.5, 2.0))
    driver.click("context.select_all")
    assert len(driver.app.editor.selection.ids) == 5


def test_a_drag_with_the_right_button_moves_the_view_and_opens_nothing(drive: Open) -> None:
    driver = drive(shop())
    x = driver.app.view.camera.x
    driver.press(CRATE, mouse.RIGHT)
    driver.drag((1.3, 0.25), mouse.RIGHT, dx=40)
    driver.release(CRATE, mouse.RIGHT)
    driver.frames()
    assert driver.app.view.camera.x != x
    assert not any(name.startswith("context.") for name in driver.app.ui.rects)


def test_what_else_is_at_the_pointer_can_be_chosen(drive: Open) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    lamp, bell, button = b.part("lamp", 3.0, 1.5), b.part("bell", 3.0, 0.5), b.part("button", 1.0, 1.5)
    wires = [b.link("wire", button, "signal", part, "signal") for part in (lamp, bell)]
    cord = picking.cord(b.design(), b.links[0])
    there = cord[len(cord) // 2]
    crate = b.part("crate", *there)
    driver = drive(b.design())
    right_click(driver, there)
    selection = driver.app.editor.selection
    assert selection.ids == (crate,) and driver.shows("context.duplicate")
    assert driver.shows(f"context.select.{wires[0]}") and not driver.shows(f"context.select.{wires[1]}")
    driver.click(f"context.select.{wires[0]}")
    assert selection.ids == (wires[0],) and not driver.shows("context.duplicate")
    right_click(driver, (1.1, 1.45))
    assert not driver.shows(f"context.select.{crate}"), "it is not there"
    driver.key(key.ESCAPE)
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running
    right_click(driver, (1.1, 1.45))
    assert not any(driver.shows(f"context.select.{id_}") for id_ in (*wires, button)), (
        "a machine that runs is left alone"
    )


def test_escape_closes_it(drive: Open) -> None:
    driver = drive(shop())
    right_click(driver, CRATE)
    driver.key(key.ESCAPE)
    assert not driver.shows("context.delete")
    assert driver.app.editor.selection.ids == (2,)


def test_all_of_its_actions_are_in_the_table(drive: Open) -> None:
    driver = drive(shop())
    menus = (context_menu.PART, context_menu.LINK, context_menu.RUNNING, context_menu.GROUND)
    assert all(name is None or driver.app.actions[name] for menu in menus for name in menu)


def test_the_right_button_opens_no_menu_while_a_part_is_carried(drive: Open) -> None:
    driver = drive(shop())
    driver.press(CRATE)
    for at in ((1.1, 0.4), (1.4, 0.9)):
        driver.drag(at)
    assert driver.app.editor.dragging
    driver._event("on_mouse_press", *driver.at((1.4, 0.9)), mouse.RIGHT, 0)
    driver._event("on_mouse_release", *driver.at((1.4, 0.9)), mouse.RIGHT, 0)
    driver.frames(3)
    assert not driver.app.host.popup_open and driver.app.editor.dragging
    driver.release((1.4, 0.9))
    assert driver.commands == ["move"]
