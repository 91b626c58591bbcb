"""Numbers are opened by a click, changed by a drag, and what is refused leaves them as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from imgui_bundle import imgui
from pyglet.window import key, mouse

from sandbox.design.design import Beyond, Design, Goal
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures
Open = Callable[[Design], Driver]


@pytest.mark.parametrize("widget", ["world.height", "world.iterations", "world.air"])
def test_a_click_on_a_number_changes_nothing_and_opens_it(drive: Open, widget: str) -> None:
    driver = drive(shop())
    before = driver.design.world
    if widget == "world.iterations":
        driver.click("world.advanced")
    x0, y0, x1, y1 = driver.app.ui.rects[widget]
    for x in (x0 + 5, x1 - 5):  # at either end of its range
        spot = (int(x), int(driver.window.height - (y0 + y1) / 2))
        driver._event("on_mouse_motion", *spot, 0, 0)
        driver._event("on_mouse_press", *spot, mouse.LEFT, 0)
        driver._event("on_mouse_release", *spot, mouse.LEFT, 0)
        driver.frames(3)
        assert driver.app.host.typing
        driver.key(key.ESCAPE)
    assert driver.design.world == before and driver.commands == []
    driver.click(widget)
    driver.type("banana")
    driver.key(key.RETURN)
    assert driver.said.startswith("'banana' is no number that fits here")
    assert driver.design.world == before and driver.commands == []


def test_a_short_drag_changes_a_number_a_little(drive: Open) -> None:
    driver = drive(shop())
    x0, y0, x1, y1 = driver.app.ui.rects["world.height"]
    middle, y = int((x0 + x1) / 2), int(driver.window.height - (y0 + y1) / 2)
    driver._event("on_mouse_motion", middle, y, 0, 0)
    driver._event("on_mouse_press", middle, y, mouse.LEFT, 0)
    for x in range(middle, middle + 11):
        driver._event("on_mouse_drag", x, y, 1, 0, mouse.LEFT, 0)
    driver._event("on_mouse_release", middle + 10, y, mouse.LEFT, 0)
    driver.frames(3)
    assert 2.6 < driver.design.world.height < 5.0  # from 2.5 m; the field's width is 19 m
    assert driver.commands == ["set_world"] and not driver.app.host.typing


def test_a_whole_number_is_typed_as_one(drive: Open) -> None:
    driver = drive(shop())
    driver.click("world.advanced")
    driver.click("world.iterations")
    driver.type("21")
    driver.key(key.RETURN)
    assert driver.design.world.iterations == 21


def test_keys_that_come_at_once_after_the_click_go_into_the_field(drive: Open) -> None:
    driver = drive(shop())
    driver.app.editor.selection.ids = ()
    for name in ("on_mouse_motion", "on_mouse_press", "on_mouse_release"):  # all of it between two frames
        driver.window.dispatch_event(name, *driver.at("world.height"), *((0, 0) if "motion" in name else (1, 0)))
    driver.window.dispatch_event("on_key_press", key.A, key.MOD_CTRL)
    driver.window.dispatch_event("on_key_release", key.A, key.MOD_CTRL)
    for character, symbol in (("3", key._3), (".", key.PERIOD), ("1", key._1)):
        driver.window.dispatch_event("on_key_press", symbol, 0)
        driver.window.dispatch_event("on_text", character)
        driver.window.dispatch_event("on_key_release", symbol, 0)
    driver.frames(12)
    driver.key(key.RETURN)
    assert driver.design.world.height == 3.1
    assert driver.app.editor.selection.ids == () and driver.commands == ["set_world"]


def test_the_numbers_of_a_goal_are_typed_with_units_too(drive: Open) -> None:
    goal = Goal("over", Beyond(3, "y", "more", 1.0))
    driver = drive(Design(parts=shop().parts, next_id=shop().next_id, goals=(goal,)))
    driver.key(key.F5)
    driver.click("rule.goal.0")
    widget = next(name for name in driver.app.ui.rects if name.startswith("rule.value."))
    driver.click(widget)
    driver.type("85 cm")
    driver.key(key.RETURN)
    assert driver.design.goals[0].when == Beyond(3, "y", "more", 0.85)
    driver.click(widget)
    driver.type("high")
    driver.key(key.RETURN)
    assert driver.said.startswith("'high' is no number") and driver.design.goals[0].when == Beyond(3, "y", "more", 0.85)


@pytest.mark.parametrize(
    ("widget", "typed", "why"),
    [
        ("value.x", "1e9", "'1e9' is out of range: x goes from -10 to 14 m."),
        ("value.y", "-2 km", "'-2 km' is out of range: y goes from -10 to 12.25 m."),
        ("prop.width", "5000 m", "is out of range: Width goes from"),
    ],
)
def test_a_number_out_of_range_is_refused_with_its_range_and_the_old_one_stays(
    drive: Open, widget: str, typed: str, why: str
) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    before = driver.part(2)
    driver.click(widget)
    driver.type(typed)
    driver.key(key.RETURN)
    assert why in driver.said
    assert driver.part(2) == before and driver.commands == []


def test_a_number_at_the_end_of_its_range_is_taken(drive: Open) -> None:
    driver = drive(shop())
    driver.click("world.height")
    driver.type("20.0")
    driver.key(key.RETURN)
    assert driver.design.world.height == 20.0
    driver.seconds(1.0)
    driver.click("world.height")
    driver.type("20.1")
    driver.key(key.RETURN)
    assert driver.said == "'20.1' is out of range: Height goes from 1 to 20 m."
    assert driver.design.world.height == 20.0


def test_only_a_number_that_can_be_changed_says_how(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    begin = imgui.begin_tooltip
    monkeypatch.setattr(imgui, "begin_tooltip", lambda: opened.append(True) or begin())
    tips = []
    driver = drive(shop())
    driver.app.editor.selection.ids = (5,)
    for start in ((), (key.SPACE,)):  # while it runs nothing can be changed
        for symbol in start:
            driver.key(symbol)
        driver.frames(3)
        driver.point((1.0, 1.0))
        driver.point("prop.speed")
        opened.clear()
        driver.seconds(1.5)
        tips.append(bool(opened))
    assert tips == [True, False]
