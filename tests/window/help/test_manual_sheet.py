"""The manual in the window: read and searched by keys alone and by mouse alone, and what it looks like."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from sandbox.manual import manual, markdown
from sandbox.manual.markdown import Paragraph, TextSpan
from sandbox.window.help import page_layout
from sandbox.window.help.manual_sheet import ManualSheet
from tests import golden_pictures
from tests.manual.test_manual import SOUGHT
from tests.window.driver import Driver, shared

__all__ = ["shared"]  # a fixture

GOLDEN = Path(__file__).parent / "golden"
CTRL, SHIFT, ALT = key.MOD_CTRL, key.MOD_SHIFT, key.MOD_ALT


@pytest.fixture
def driver(shared: Driver) -> Iterator[Driver]:
    shared.workspace.settings.remember(theme="light", scale=100)
    shared.frames(2)
    shared.key(key.F1)
    shared.frames(2)
    yield shared
    shared.app.dialog = None
    shared.frames(2)
    shared.resize(1280, 720)


def sheet(driver: Driver) -> ManualSheet:
    assert isinstance(driver.app.dialog, ManualSheet)
    return driver.app.dialog


def at(driver: Driver) -> tuple[str, float]:
    """The page and how far it is scrolled, in pixels."""
    return sheet(driver).page, sheet(driver)._scroll


def go(driver: Driver, page: str) -> None:
    """Turn to a page by the key that turns pages."""
    while sheet(driver).page != page:
        driver.key(key.RIGHT)


# -- by keys alone


def test_the_keys_come_first_and_the_question_mark_that_opens_them_is_not_searched_for(driver: Driver) -> None:
    assert at(driver) == ("", 0.0)
    driver.key(key.ESCAPE)
    driver._event("on_key_press", key.QUESTION, SHIFT)
    driver._event("on_text", "?")
    driver._event("on_key_release", key.QUESTION, SHIFT)
    driver.frames(4)
    assert at(driver) == ("", 0.0) and sheet(driver).typed == ""
    driver.type("?")
    assert sheet(driver).typed == "?", "but it can be typed"


def test_pages_are_scrolled_and_turned_by_keys(driver: Driver) -> None:
    driver.key(key.DOWN)
    assert at(driver)[1] > 0.0, "the keys, too"
    go(driver, "play")
    assert at(driver) == ("play", 0.0)
    heights = [at(driver)[1]]
    for symbol in (key.DOWN, key.PAGEDOWN, key.PAGEDOWN, key.END):
        driver.key(symbol)
        heights.append(at(driver)[1])
    assert heights == sorted(set(heights))
    driver.key(key.PAGEUP)
    driver.key(key.UP)
    assert 0.0 < at(driver)[1] < heights[-1]
    driver.key(key.HOME)
    assert at(driver) == ("play", 0.0)
    driver.key(key.DOWN, CTRL)
    driver.key(key.DOWN, CTRL)
    titles = [section.title for section in manual.sections("play")]
    assert titles[sheet(driver)._section] == titles[2], "Ctrl+Down goes on to the next section"
    driver.key(key.LEFT)
    assert at(driver) == ("install", 0.0)
    driver.key(key.RIGHT)
    driver.frames(2)
    assert at(driver) == ("play", 0.0), "a page begins at its top, also one that was read before"
    driver.key(key.END)
    driver.key(key.ESCAPE)
    driver.key(key.F1)
    go(driver, "play")
    driver.frames(2)
    assert at(driver) == ("play", 0.0), "also if the manual was closed meanwhile"


def test_a_search_opens_a_section_and_back_returns_to_what_it_has_found(driver: Driver) -> None:
    driver.type("exit code")
    assert driver.shows("manual.hit.0")
    driver.key(key.DOWN)
    assert sheet(driver)._row == 1
    driver.key(key.UP)
    driver.key(key.RETURN)
    driver.frames(2)
    assert sheet(driver).page == "testing" and sheet(driver).typed == ""
    sections = manual.sections("testing")
    assert sections[sheet(driver)._section].title == "Verdicts and exit codes"
    driver.key(key.BACKSPACE)
    driver.frames(3)
    assert sheet(driver).typed == "exit code" and driver.shows("manual.hit.0")
    driver.type("rope")
    assert sheet(driver).typed == "rope", "another search takes its place"
    driver.key(key.BACKSPACE)
    assert sheet(driver).typed == "rop"
    driver.key(key.ESCAPE)
    driver.frames(2)
    assert sheet(driver).typed == "" and not driver.shows("manual.hit.0")
    driver.type("undo")
    assert sheet(driver).typed == "undo", "the field has the keys again"
    driver.key(key.ESCAPE)
    driver.key(key.ESCAPE)
    assert driver.app.dialog is None


@pytest.mark.parametrize(("typed", "topic", "title"), SOUGHT)
def test_the_search_finds_first_what_the_command_line_finds_first(
    driver: Driver, typed: str, topic: str, title: str
) -> None:
    driver.type(typed)
    driver.key(key.RETURN)
    driver.frames(2)
    assert sheet(driver).page == topic
    laid = sheet(driver)._views[topic]._laid
    assert laid is not None
    top = laid.headings[[section.title for section in manual.sections(topic)].index(title)]
    assert at(driver)[1] == pytest.approx(min(top, max(0.0, laid.height - 565.0)), abs=30.0)


def test_nothing_found_is_said_and_enter_stays(driver: Driver) -> None:
    driver.type("xylophone")
    driver.key(key.RETURN)
    assert sheet(driver).typed == "xylophone" and not driver.shows("manual.hit.0")


def test_links_are_followed_by_keys_there_and_back_and_forward(driver: Driver) -> None:
    go(driver, "play")
    driver.key(key.TAB)
    driver.key(key.RETURN)
    driver.frames(2)
    assert sheet(driver).page == "keys"
    driver.key(key.LEFT, ALT)
    driver.frames(2)
    assert sheet(driver).page == "play"
    driver.key(key.RIGHT, ALT)
    driver.frames(2)
    assert sheet(driver).page == "keys"
    driver.key(key.BACKSPACE)
    driver.frames(2)
    driver.key(key.TAB)
    driver.key(key.TAB)
    driver.key(key.TAB, SHIFT)
    assert sheet(driver)._views["play"].chosen_target == "keys.md"
    for _ in range(12):
        driver.key(key.TAB)
        driver.frames(1)
        view = sheet(driver)._views["play"]
        assert view._laid is not None
        link, scroll = view._laid.links[view.chosen], at(driver)[1]
        assert scroll <= link.top and link.bottom <= scroll + 600.0, "the link is scrolled to"


def test_enter_closes_what_has_nothing_to_open(driver: Driver) -> None:
    driver.key(key.RETURN)
    assert driver.app.dialog is None


def test_in_a_narrow_window_the_list_of_pages_is_opened_by_keys(driver: Driver) -> None:
    driver.workspace.settings.remember(scale=200)
    driver.frames(4)
    assert not driver.shows("manual.page.play")
    driver.key(key.HOME, ALT)
    assert driver.shows("manual.page.play")
    driver.key(key.ESCAPE)
    assert not driver.shows("manual.page.play") and driver.app.dialog is not None
    driver.key(key.HOME, ALT)
    driver.key(key.DOWN)
    driver.key(key.DOWN)
    driver.key(key.RETURN)
    driver.frames(2)
    assert at(driver) == ("play", 0.0)


def test_every_link_of_every_page_leads_to_a_place_that_is_there(driver: Driver) -> None:
    followed = 0
    for topic in manual.TOPICS:
        sheet(driver).go(topic)
        driver.frames(2)
        view = sheet(driver)._views[topic]
        assert view._laid is not None
        for link in view._laid.links:
            place = manual.leads_to(topic, link.target)
            if place is not None:
                followed += 1
                anchors = {section.anchor for section in manual.sections(place.topic)}
                assert place.anchor in anchors | {""}, f"{topic}: {link.target}"
            else:
                file = Path(manual.__file__).parent / link.target
                assert "://" in link.target or file.exists(), f"{topic}: {link.target}"
                assert view.followable(link.target) == ("://" in link.target)
    assert followed > 20


# -- by mouse alone


def test_pages_sections_hits_and_links_are_clicked(driver: Driver) -> None:
    driver.click("manual.page.play")
    driver.frames(2)
    assert at(driver) == ("play", 0.0)
    driver.click("manual.section.undo")
    driver.frames(3)
    assert manual.sections("play")[sheet(driver)._section].title == "Undo"
    driver.click("manual.back")
    driver.frames(2)
    assert at(driver) == ("play", 0.0)
    driver.click("manual.link.0")
    driver.frames(2)
    assert sheet(driver).page == "keys"
    driver.click("manual.back")
    driver.click("manual.forward")
    driver.frames(2)
    assert sheet(driver).page == "keys"
    driver.click("manual.search")
    driver.type("rope")
    driver.click("manual.hit.1")
    driver.frames(2)
    assert sheet(driver).page == "levels" and sheet(driver).typed == ""
    driver.type("undo")
    assert sheet(driver).typed == "undo", "after a click, too, one only has to type"
    driver.click("sheet.close")
    assert driver.app.dialog is None


def test_the_wheel_scrolls_and_the_list_of_a_narrow_window_is_clicked(driver: Driver) -> None:
    driver.click("manual.page.testing")
    driver.frames(2)
    driver._event("on_mouse_scroll", 700, 400, 0.0, -3.0)
    driver.frames(4)
    assert at(driver)[1] > 0.0
    driver.workspace.settings.remember(scale=200)
    driver.frames(4)
    driver.click("manual.pages")
    driver.click("manual.page.install")
    driver.frames(2)
    assert at(driver) == ("install", 0.0)


def test_a_click_on_an_address_copies_it(driver: Driver) -> None:
    sheet(driver).go("foreign")
    driver.frames(2)
    driver.click("manual.link.0")
    assert driver.app.host.clipboard == "https://github.com/the-butterfly-effect/tbe"
    assert "clipboard" in sheet(driver).said and sheet(driver).page == "foreign"


# -- what it costs


def test_only_what_is_visible_is_drawn_and_a_page_is_laid_out_once(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out = []
    lay_out = page_layout.lay_out

    def counted(*of: Any) -> page_layout.PageLayout:
        laid_out.append(lay_out(*of))
        return laid_out[-1]

    monkeypatch.setattr(page_layout, "lay_out", counted)
    sheet(driver).go("commands")
    driver.frames(3)
    shown = imgui.get_draw_data().total_vtx_count
    driver.key(key.END)
    driver.frames(20)
    assert len(laid_out) == 1
    assert max(shown, imgui.get_draw_data().total_vtx_count) < 40_000, "the page has a hundred thousand and more"


def test_a_page_is_laid_out_in_a_moment(driver: Driver) -> None:
    started = time.process_time()
    sheet(driver).go("format")
    driver.frames(1)
    assert time.process_time() - started < 1.0


# -- what it looks like

# A page with all that pages consist of. The pages of the manual change, and their pictures would with them.
SAMPLE = """\
# Bridges

A **bridge** is *any* way over a gap: see [ropes](play.md#ropes-belts-wires-join-parts), or the
[source](../errors.py). <kbd>L</kbd> joins what `verify --all` finds.

1. Place a plank.
2. Tie it:

   ```sh
   sandbox run bridge.toml --seconds 2   # and look
   ```

- One
- Another, which has so many words that they go on below it, and then on and on until it ends in [a link](levels.md)

![A bridge](../x.png)

## What holds

| part | holds | and this |
|---|---|---|
| `rope` | 120 kg | pulls only, and says how hard |
| `plank` | 80 kg | [bends](format.md) |
"""


@pytest.fixture
def sample(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """The window with the sample in the place of a page, and the pointer where it points to nothing of it."""
    monkeypatch.setattr(manual, "sections", lambda topic, of=manual.sections: of(topic) if topic != "foreign" else CUT)
    monkeypatch.setattr(manual, "blocks", lambda _: markdown.parse(SAMPLE))
    driver.point("sheet.close")
    return driver


CUT = tuple(manual.cut("foreign", SAMPLE))


def shown(driver: Driver, page: str, theme: str, scale: int) -> Any:
    driver.workspace.settings.remember(theme=theme, scale=scale)
    driver.frames(2)
    sheet(driver).go(page)
    driver.point("sheet.close")
    driver.frames(4)
    return driver.picture()


@pytest.mark.parametrize("theme", ["light", "dark", "colour_blind"])
def test_a_page_looks_as_it_did(sample: Driver, update_golden: bool, theme: str) -> None:
    golden_pictures.compare(shown(sample, "foreign", theme, 100), GOLDEN / f"manual-{theme}.png", update_golden)


@pytest.mark.parametrize(("name", "page"), [("keys", ""), ("page", "foreign")])
def test_it_looks_as_it_did_at_twice_the_size(sample: Driver, update_golden: bool, name: str, page: str) -> None:
    golden_pictures.compare(shown(sample, page, "light", 200), GOLDEN / f"manual-200-{name}.png", update_golden)


def test_raw_markdown_would_be_noticed_in_the_picture(sample: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual, "blocks", lambda _: (Paragraph((TextSpan(SAMPLE),)),))
    picture = shown(sample, "foreign", "light", 100)
    assert golden_pictures.share_that_differs(picture, GOLDEN / "manual-light.png") > 0.02
