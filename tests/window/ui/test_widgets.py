"""Labels without their names, tooltips of what is pointed at only, windows that fit what they show at once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from imgui_bundle import imgui
from pyglet.window import key

import sandbox.window
from sandbox.levels import library
from sandbox.window.ui.imgui_host import Host
from sandbox.window.ui.widgets import labelled
from tests.window.author.test_author_view import yard
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


# -- labels


def texts_with_names(source: str) -> Iterator[str]:
    """The strings of a source in which a name for ImGui follows a text: `labelled` joins the two."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
            if text.find("##") > 0:
                yield text
        elif isinstance(node, ast.Call):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant)
                        and isinstance(arg.value, str) and arg.value.find("##") > 0)  # fmt: skip


def test_no_label_but_labelled_s_joins_a_text_and_a_name() -> None:
    folder = Path(sandbox.window.__file__).parent
    found = {path.name: [*texts_with_names(path.read_text("utf-8"))] for path in folder.rglob("*.py")}
    assert {name: texts for name, texts in found.items() if texts} == {"widgets.py": ["{}##{}"]}


def test_a_text_of_a_file_is_shown_whole_whatever_is_in_it() -> None:
    label = labelled("Ramp ## 3\nand ###4", "show##ramp")
    assert label.split("##") == ["Ramp # # 3 and # # #4", "show# #ramp"]


def test_negative_control_such_a_label_is_noticed() -> None:
    assert [*texts_with_names('ui.button("name", f"{icon}  {title}##show{name}")')] == ["{}  {}##show{}"]
    assert [*texts_with_names('imgui.checkbox("Sound##sound", on)')] == ["Sound##sound"]


def test_the_button_of_a_hint_says_the_part_and_no_more(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, labels = drive(yard()), list[str]()
    driver.key(key.F5)
    driver.app.features.author.editor.set(*stock_of_a_ramp())
    button = imgui.button
    monkeypatch.setattr(imgui, "button", lambda label, size: labels.append(label) or button(label, size))
    driver.app.features.author.turn_to("hints")
    driver.frames(3)
    assert any(label.split("##")[0].endswith("  Ramp") for label in labels)


def stock_of_a_ramp() -> tuple[object, ...]:
    from sandbox.commands.commands import SetStock

    return (SetStock({"ramp": 1}),)


# -- tooltips


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for each tooltip that is drawn from now on."""
    drawn: list[str] = []
    begin = imgui.begin_tooltip
    monkeypatch.setattr(imgui, "begin_tooltip", lambda: drawn.append("tooltip") or begin())
    return drawn


def shows_tip(driver: Driver, tips: list[str]) -> bool:
    """Whether there is a tooltip after a while in which nothing happens."""
    driver.seconds(1.5)
    tips.clear()
    driver.frames(1)
    return bool(tips)


def test_the_timeline_shows_its_tooltip_beside_it_and_none_after_a_click(drive: Open, tips: list[str]) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.seconds(0.5)
    driver.key(key.SPACE)
    driver.point("timeline.track")
    assert shows_tip(driver, tips)
    (tooltip,) = [window for window in windows() if window.name.startswith("##Tooltip")]
    assert tooltip.pos.y + tooltip.size.y <= driver.app.ui.rects["timeline.track"][1]
    driver.click("timeline.track")
    assert not shows_tip(driver, tips)
    driver.point((1.0, 1.0))
    driver.point("timeline.track")
    assert shows_tip(driver, tips)


def test_the_marks_of_a_moment_are_told_over_the_track_and_not_on_it(drive: Open, tips: list[str]) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.seconds(0.5)
    driver.key(key.SPACE)
    timeline, (x0, y0, _, y1) = driver.app.features.timeline, driver.app.ui.rects["timeline.track"]
    start = timeline._clusters[1][0]
    assert start.marks[0].what == "start"
    driver._event("on_mouse_motion", round(x0 + start.x), round(driver.window.height - y0 - 0.75 * (y1 - y0)), 0, 0)
    assert shows_tip(driver, tips)
    (tooltip,) = [window for window in windows() if window.name.startswith("##Tooltip")]
    assert tooltip.pos.y + tooltip.size.y <= y0


def windows() -> list[imgui.internal.Window]:
    return [window for window in imgui.get_current_context().windows if window.active]


def test_a_widget_that_keys_have_scrolled_away_shows_no_tooltip(drive: Open, tips: list[str]) -> None:
    driver = drive(None)
    for _ in range(20):
        driver.key(key.TAB)
        if driver.app.ui.focused == "chooser.next":
            break
    assert driver.app.ui.focused == "chooser.next"
    assert shows_tip(driver, tips)
    driver._event("on_mouse_scroll", driver.window.width // 2, 100, 0.0, -200.0)  # to the end of the list
    driver._event("on_mouse_leave", 0, 0)
    driver.seconds(1.0)
    assert driver.app.ui.focused == "chooser.next" and driver.app.ui.rects["chooser.next"][3] < 0
    assert not shows_tip(driver, tips)


def test_what_comes_under_a_resting_pointer_is_not_pointed_at(drive: Open, tips: list[str]) -> None:
    driver = drive(shop())
    driver.click("menu.Time")
    driver.key(key.ESCAPE)
    assert not driver.app.host.popup_open
    driver.frames(3)
    assert imgui.get_current_context().hovered_id == 0, "no menu is lit"
    driver.point("levels")
    assert shows_tip(driver, tips)
    driver.key(key.L, key.MOD_CTRL)
    assert driver.app.screen == "chooser" and not shows_tip(driver, tips)
    driver.app.features.documents.open_path(library.bundled_levels()[0])
    assert driver.app.screen == "editor" and not shows_tip(driver, tips)
    driver.point("levels")
    assert shows_tip(driver, tips)


# -- windows that fit


def cut_off(driver: Driver) -> bool:
    """Whether the message that is shown is wider than the card that it stands on, or its card is not shown yet."""
    window = imgui.internal.find_window_by_name("toast")
    return window is None or window.hidden or window.size.x < window.dc.cursor_max_pos.x - window.pos.x


def test_a_message_is_whole_in_its_first_frame(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(shop())
    for text in ("short", "a message that is a good deal longer than the one before it"):
        driver.workspace.messages.say(text)
        driver.frames(1)
        assert not cut_off(driver)
        driver.frames(3)
    monkeypatch.setattr(Host, "unfitted", False)  # the negative control
    driver.workspace.messages.say(f"{text}, which was not short either")
    driver.frames(1)
    assert cut_off(driver)


@pytest.mark.parametrize("widget", ["zoom_in", "world.height"])
def test_a_button_or_number_that_was_used_shows_no_tooltip_until_the_pointer_comes_back(
    drive: Open, monkeypatch: pytest.MonkeyPatch, widget: str
) -> None:
    """A hint appears where the tooltip of its button would lie, and the next number under that of one."""
    driver, texts = drive(shop()), list[str]()
    begin = imgui.begin_tooltip
    monkeypatch.setattr(imgui, "begin_tooltip", lambda: texts.append("open") or begin())

    def opens() -> bool:
        texts.clear()
        driver.seconds(1.5)
        return bool(texts)

    driver.point(widget)
    assert opens()
    driver.click(widget)
    if widget == "world.height":
        driver.type("2.6")
        driver.key(key.RETURN)
    assert not opens()
    driver.point((1.0, 1.0))
    driver.frames()
    driver.point(widget)
    assert opens()
