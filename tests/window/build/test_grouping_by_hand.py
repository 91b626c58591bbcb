"""Groups by hand in the window: dragged, turned, copied and deleted together; and one part of them alone. Metres."""

from __future__ import annotations

import pytest
from pyglet.window import key, mouse

from sandbox.window.frame.status_line import advice
from tests.window.driver import Driver, Open, Spot, data, drive, shop

__all__ = ["data", "drive"]

CRATE, BALL, BUTTON, AIR = (1.0, 0.25), (2.0, 1.0), (3.0, 0.136), (1.5, 1.8)


def alt_click(driver: Driver, spot: Spot) -> None:
    driver.hold(key.MOD_ALT)
    driver.click(spot)
    driver.hold(0)


def select(driver: Driver, *spots: Spot) -> None:
    driver.click(AIR)
    for spot in spots:
        driver.hold(key.MOD_SHIFT)
        driver.click(spot)
        driver.hold(0)


@pytest.fixture
def driver(drive: Open) -> Driver:
    """The crate (2) and the ball (3) are a group, made by Ctrl+G."""
    driver = drive(shop())
    select(driver, CRATE, BALL)
    driver.key(key.G, key.MOD_CTRL)
    assert driver.commands == ["group"]
    driver.seconds(1.0)
    driver.click(AIR)
    return driver


def chosen(driver: Driver) -> tuple[int, ...]:
    return driver.app.editor.selection.ids


def test_a_click_on_one_selects_all_and_a_drag_moves_all(driver: Driver) -> None:
    driver.click(BALL)
    assert sorted(chosen(driver)) == [2, 3]
    before = driver.part(2).x, driver.part(3).x
    driver.carry(BALL, (2.2, 1.0), (2.5, 1.0))
    moved = driver.part(2).x - before[0], driver.part(3).x - before[1]
    assert moved[0] == pytest.approx(moved[1]) and moved[0] > 0.3
    driver.key(key.Z, key.MOD_CTRL)
    assert (driver.part(2).x, driver.part(3).x) == before


def test_all_are_turned_copied_and_deleted_together(driver: Driver) -> None:
    driver.click(CRATE)
    driver.key(key.E)
    assert driver.part(2).angle < 0.0 and driver.part(3).angle < 0.0
    driver.key(key.D, key.MOD_CTRL)
    copies = driver.app.editor.selection.parts
    assert [spec.kind for spec in copies] == ["crate", "bowling_ball"]
    assert {spec.group for spec in copies} == {2}
    driver.key(key.DELETE)
    driver.click((1.0, 0.3))
    assert sorted(chosen(driver)) == [2, 3]
    driver.key(key.DELETE)
    assert {spec.kind for spec in driver.design.parts} == {"floor", "button", "conveyor"}


def test_a_double_click_reaches_one_part_and_so_does_a_click_with_alt(driver: Driver) -> None:
    driver.click(BALL, BALL)
    assert chosen(driver) == (3,)
    driver.seconds(1.0)
    driver.click(BALL)
    assert chosen(driver) == (3,), "once within the group, a click stays there"
    driver.carry(BALL, (2.0, 1.2), (2.0, 1.5))
    assert driver.part(2).y == 0.25 and driver.part(3).y > 1.3
    driver.click(AIR)
    alt_click(driver, CRATE)
    assert chosen(driver) == (2,)
    driver.click(AIR)
    driver.click(CRATE)
    driver.seconds(1.0)
    driver.click(CRATE)
    assert sorted(chosen(driver)) == [2, 3], "two clicks with a pause are no double click"


def test_a_drag_with_alt_moves_the_group_without_snapping(driver: Driver) -> None:
    driver.press(BALL)
    driver.hold(key.MOD_ALT)
    driver.drag((2.2, 1.013))
    driver.drag((2.313, 1.013))
    driver.release((2.313, 1.013))
    driver.hold(0)
    assert driver.part(3).x - 2.0 == pytest.approx(driver.part(2).x - 1.0)
    assert driver.part(3).x % 0.05 > 0.001


def test_a_rectangle_around_one_selects_the_group(driver: Driver) -> None:
    driver.carry((1.7, 1.3), (2.0, 1.0), (2.3, 0.7))
    assert sorted(chosen(driver)) == [2, 3]


def test_a_common_outline_shows_the_group(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay, outlines = driver.app.view.canvas.overlay, []
    monkeypatch.setattr(overlay, "group", lambda box, gap: outlines.append(box))

    def seen() -> int:
        outlines.clear()
        driver.frames(1)
        return len(outlines)

    driver.point(AIR)
    assert seen() == 0
    driver.point(CRATE)
    assert seen() == 1, "before the click, too"
    assert outlines[0].x0 == pytest.approx(0.85) and outlines[0].y1 > 1.1
    driver.click(BALL)
    driver.point(AIR)
    assert seen() == 1
    driver.click(BUTTON)
    assert seen() == 0
    driver.click(CRATE)
    driver.key(key.SPACE)
    assert seen() == 0, "in a running machine there are no groups"


def test_groups_are_made_and_dissolved_from_the_menu_of_the_right_button(driver: Driver) -> None:
    driver.press(CRATE, mouse.RIGHT)
    driver.release(CRATE, mouse.RIGHT)
    driver.frames()
    assert sorted(chosen(driver)) == [2, 3]
    assert not driver.shows("context.group")
    driver.click("context.ungroup")
    assert [spec.group for spec in driver.design.parts] == [0] * 5
    select(driver, CRATE, BALL)
    driver.press(CRATE, mouse.RIGHT)
    driver.release(CRATE, mouse.RIGHT)
    driver.frames()
    assert not driver.shows("context.ungroup")
    driver.click("context.group")
    assert driver.design.part_by_id[2].group == driver.design.part_by_id[3].group == 1
    driver.key(key.G, key.MOD_CTRL | key.MOD_SHIFT)
    assert driver.commands == ["group", "ungroup", "group", "ungroup"]


def test_the_inspector_and_the_status_line_say_that_it_is_a_group(driver: Driver) -> None:
    driver.click(BALL)
    assert driver.app.editor.selection.is_group and driver.shows("group.ungroup")
    assert "double click" in advice(driver.app)
    driver.click("group.ungroup")
    assert not driver.app.editor.selection.grouped
