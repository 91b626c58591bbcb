"""What a frame notices: of a document that is gone nothing stays in search fields, lists, drafts and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from sandbox.commands.commands import Start, Stop
from sandbox.design.design import Design
from sandbox.levels import levels
from sandbox.window.film.film_form import VIEW
from sandbox.window.shell.feature import Feature
from sandbox.window.ui.dialog import Dialog
from tests.contraptions import everything
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]

Open = Callable[[Design], Driver]


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """A level with a small stock; nothing in it is called a ramp."""
    path = tmp_path / "puzzle.toml"
    levels.write(path, replace(shop(), title="Puzzle", stock={"domino": 2, "crate": 1, "wire": 1}))
    return path


def open_by_drop(driver: Driver, path: Path) -> None:
    """Open a file as a user does who drops it on the window; what is built is not kept."""
    driver._event("on_file_drop", 400, 300, [str(path)])
    if driver.shows("question.discard"):
        driver.click("question.discard")
    driver.frames(3)
    assert driver.design.title == "Puzzle"


@pytest.mark.parametrize("typing", [True, False])
def test_another_level_shows_its_whole_stock_whatever_was_searched_for(drive: Open, puzzle: Path, typing: bool) -> None:
    driver = drive(shop())
    driver.key(key.F, key.MOD_CTRL)
    driver.type("ramp")
    if not typing:
        driver.key(key.RETURN)
        driver.key(key.ESCAPE)
    open_by_drop(driver, puzzle)
    assert driver.app.features.palette.search == ""
    assert all(driver.shows(f"part.{name}") for name in ("domino", "crate", "wire"))
    driver.frames(4)
    assert driver.app.features.palette.search == "", "the field does not write its own text back"
    assert not driver.app.host.typing


def test_another_level_shows_its_whole_stock_whatever_was_filtered_or_folded_away(drive: Open, puzzle: Path) -> None:
    driver = drive(replace(shop(), stock={"domino": 1, "bowling_ball": 1, "rope": 1}))
    for family in [name for name in driver.app.ui.rects if name.startswith("family.")]:
        driver.click(family)
    assert not driver.shows("part.domino")
    driver.click("filter", "filter.gives.light")
    assert driver.app.features.palette.filter.chosen is not None
    open_by_drop(driver, puzzle)
    assert driver.app.features.palette.filter.chosen is None
    assert all(driver.shows(f"part.{name}") for name in ("domino", "crate", "wire"))


def test_the_list_of_parts_begins_at_its_top_in_another_level(drive: Open, puzzle: Path, tmp_path: Path) -> None:
    driver = drive(shop())
    for _ in range(40):
        driver.wheel("part.crate" if driver.shows("part.crate") else "search", -3.0)
        driver._event("on_mouse_scroll", *driver.at("search"), 0.0, 0.0)
    spot = driver.at("search")
    driver._event("on_mouse_scroll", spot[0], spot[1] - 200, 0.0, -30.0)
    first = next(name for name in driver.app.ui.rects if name.startswith("family."))
    top = driver.app.ui.rects[first][1]
    other = tmp_path / "other.toml"
    levels.write(other, replace(everything(), title="Puzzle"))
    open_by_drop(driver, other)
    assert driver.app.ui.rects[first][1] > top, "scrolled back"


def test_a_level_that_is_tried_out_shows_the_stock_whatever_its_author_searched_for(drive: Open) -> None:
    driver = drive(replace(shop(), stock={"domino": 2}))
    driver.app.actions.run("author")
    driver.frames()
    driver.key(key.F, key.MOD_CTRL)
    driver.type("ramp")
    driver.key(key.RETURN)
    driver.key(key.ESCAPE)
    driver.key(key.ESCAPE)
    driver.key(key.F5)
    assert not driver.design.author
    assert driver.shows("part.domino")


def test_nothing_that_was_about_one_document_stays_in_the_next(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    app = driver.app
    driver.workspace.gate.do(Start())
    driver.seconds(1.0)
    driver.workspace.gate.do(Stop())
    driver.frames()
    driver.click((1.0, 0.25))
    app.features.time.toggle_trails()
    app.features.time.toggle_plot()
    driver.wheel("timeline.track", 4.0)
    app.features.filming.form.begin, app.features.filming.form.end, app.features.filming.form.camera = "1", "2", VIEW
    app.features.author.turn_to("hints")
    app.features.author.item = "domino"
    driver.key(key.C)
    assert app.features.timeline.zoomed is not None and app.features.keyboard.at is not None
    open_by_drop(driver, puzzle)
    assert app.features.timeline.zoomed is None
    assert (app.features.time.trails, app.features.time.plotted) == ((), None)
    form = app.features.filming.form
    assert (form.begin, form.end, form.camera) == ("", "", "fit")
    assert (app.features.author.tab, app.features.author.item, app.features.author.chosen) == ("goals", "", None)
    assert app.features.keyboard.at is None
    assert (app.editor.selection.ids, app.features.hints.shown) == ((), 0)


def test_a_text_that_is_being_typed_goes_into_its_own_document(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    driver.app.actions.run("author")
    driver.app.features.author.turn_to("level")
    driver.frames(3)
    field = next(name for name in driver.app.ui.rects if "title" in name)
    driver.click(field)
    assert driver.app.host.typing
    driver.type("Mine")
    driver._event("on_file_drop", 400, 300, [str(puzzle)])
    assert "Mine" in driver.design.title, "before one is asked what becomes of it"
    driver.click("question.discard")
    driver.frames(5)
    assert driver.design.title == "Puzzle"


def test_another_stock_is_shown_whole_though_the_search_has_the_keys(drive: Open) -> None:
    driver = drive(replace(shop(), stock={"domino": 2}))
    driver.app.actions.run("author")
    driver.frames()
    driver.key(key.F, key.MOD_CTRL)
    driver.type("ramp")
    assert driver.app.host.typing
    driver.app.actions.run("author")
    driver.frames(5)
    assert not driver.design.author
    assert driver.app.features.palette.search == "", "the field does not write its own text back"
    assert driver.shows("part.domino")


def test_a_field_that_was_about_to_open_does_not_take_the_keys_of_the_next_document(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    driver.app.features.palette.find()
    assert driver.workspace.files.open(puzzle)
    driver.frames(5)
    assert not driver.app.host.typing
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running


def test_a_dialog_that_opens_with_a_document_stays(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    assert driver.workspace.files.open(puzzle)
    driver.app.actions.run("keys")
    driver.frames(3)
    assert driver.app.dialog is not None and driver.app.dialog.name == "keys"


@pytest.mark.parametrize("field", ["world.width", "title"])
def test_a_text_that_is_being_typed_does_not_go_into_a_document_that_comes_by_itself(
    drive: Open, tmp_path: Path, field: str
) -> None:
    """As the machine of the day does, or what was resumed, once it is ready."""
    path = tmp_path / "next.toml"
    levels.write(path, replace(shop(), title="Next", author=field == "title"))
    driver = drive(shop())
    if field == "title":
        driver.app.actions.run("author")
        driver.app.features.author.turn_to("level")
        driver.frames(3)
        field = next(name for name in driver.app.ui.rects if "title" in name)
    driver.click(field)
    driver.frames(3)
    assert driver.app.host.typing
    driver.type("8" if field == "world.width" else "Mine")
    assert driver.workspace.files.open(path)
    before = driver.design
    driver.frames(5)
    assert (driver.design, driver.app.host.typing) == (before, False)
    driver.key(key.RETURN)
    driver.click((1.5, 2.0))
    assert driver.design == before and driver.commands == [], "nor does a key or a click hand it over later"


@pytest.mark.parametrize("action", ["save_as", "export", "keys", "check", "save_recording", "commander"])
def test_a_dialog_about_one_document_ends_with_it(drive: Open, puzzle: Path, action: str) -> None:
    driver = drive(shop())
    driver.app.actions.run(action)
    driver.frames(3)
    dialog = driver.app.dialog
    assert isinstance(dialog, Dialog)
    assert driver.workspace.files.open(puzzle)
    driver.frames(3)
    assert driver.app.dialog is None
    assert not driver.app.host.popup_open


def test_a_menu_about_a_part_closes_with_its_document(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    driver.press((1.0, 0.25), mouse.RIGHT)
    driver.release((1.0, 0.25), mouse.RIGHT)
    driver.frames(2)
    assert driver.shows("context.delete")
    assert driver.workspace.files.open(puzzle)
    driver.frames(3)
    assert not driver.shows("context.delete") and not driver.app.host.popup_open


def test_what_goes_on_after_going_back_in_time_is_the_same_document(drive: Open) -> None:
    """There the search stays: one is in the middle of the same work."""
    driver = drive(shop())
    driver.workspace.gate.do(Start())
    driver.seconds(1.0)
    driver.app.features.palette.search = "ball"
    driver.workspace.travel.look_at(60)
    driver.app.actions.run("resume_here")
    driver.until(lambda: not driver.workspace.document.in_past and driver.workspace.document.job is None)
    driver.frames(3)
    assert driver.app.features.palette.search == "ball"


def test_another_document_is_announced_to_features_once(drive: Open, puzzle: Path) -> None:
    driver = drive(shop())
    heard: list[str] = []
    listener = Feature(document_changed=lambda: heard.append("changed"), forget=lambda: heard.append("forget"))
    driver.app.registered = (*driver.app.registered, listener)
    driver.frames(3)
    assert heard == []
    open_by_drop(driver, puzzle)
    assert heard == ["changed", "forget"]
