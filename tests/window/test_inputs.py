"""Events of the window: parts let go where nobody would see them, and files that are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import mouse

from sandbox.levels import levels
from sandbox.window.shell.recent import MOST, Recent
from tests.window.panels.test_panels import Driver, Open, data, drive, shop  # noqa: F401  (fixtures)


def place_of(driver: object, part: int) -> tuple[float, float]:
    spec = driver.workspace.document.session.design.part_by_id[part]  # type: ignore[attr-defined]
    return spec.x, spec.y


def said(driver: Driver) -> str:
    """The latest message, whether a frame has shown it or not."""
    message = driver.workspace.messages.latest
    assert message is not None
    return message.text


def asked(driver: Driver) -> Recent:
    """The list of dropped files to choose from."""
    assert isinstance(driver.app.dialog, Recent)
    return driver.app.dialog


def test_a_part_carried_beyond_the_scene_stays_at_its_edge(drive: Open) -> None:  # noqa: F811
    driver = drive(shop())
    camera = driver.app.view.camera
    x, y = driver.at((2.0, 1.0))  # the bowling ball
    for away in ((5000, y), (-5000, y), (x, 5000), (driver.window.width - 20, y)):
        driver.press(place_of(driver, 3))
        driver._event("on_mouse_drag", x + 30, y, 30, 0, 1, 0)
        driver._event("on_mouse_drag", *away, 1, 0, 1, 0)
        driver._event("on_mouse_release", *away, 1, 0)
        assert driver.commands[-1] == "move"
        assert camera.sees(*camera.to_screen(*place_of(driver, 3))), away
        driver.app.operations.undo()
        driver.frames()


def test_a_part_dragged_in_and_let_go_elsewhere_is_put_back_with_a_word(drive: Open) -> None:  # noqa: F811
    driver = drive(shop())
    before = driver.workspace.document.session.design
    for away in ((driver.window.width - 20, 300), (600, 5000)):
        driver.press("part.bowling_ball")
        for spot in ((1.5, 1.4), (2.0, 1.5)):
            driver.drag(spot)
        assert driver.app.editor.dragged_in
        driver._event("on_mouse_drag", *away, 1, 0, 1, 0)
        driver._event("on_mouse_release", *away, 1, 0)
        assert driver.workspace.document.session.design == before
        assert "Put back into the list of parts" in said(driver)


def test_of_several_dropped_files_one_is_chosen(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    driver = drive(shop())
    paths = [tmp_path / f"{name}.toml" for name in ("one", "two")]
    for path in paths:
        levels.write(path, shop())
    driver._event("on_file_drop", 10, 10, [*map(str, paths), str(tmp_path)])
    assert "2 files" in asked(driver).title
    assert asked(driver).paths == paths, "the folder is no file"
    driver.frames(5)
    driver.click("recent.1")
    driver.frames(3)
    assert driver.workspace.document.file.path == paths[1]


def test_what_is_no_file_among_what_is_dropped_is_passed_over_and_nothing_else_is_told(
    drive: Open,  # noqa: F811
    tmp_path: Path,
) -> None:
    driver = drive(shop())
    path = tmp_path / "one.toml"
    levels.write(path, shop())
    for dropped in ([], [str(tmp_path), str(tmp_path / "gone.toml")]):
        driver.workspace.messages.say("before")
        driver._event("on_file_drop", 10, 10, dropped)
        assert "no file" in said(driver) and driver.app.dialog is None
    driver._event("on_file_drop", 10, 10, [str(tmp_path), str(path)])
    assert driver.workspace.document.file.path == path, "there is nothing to choose"


def test_of_more_dropped_files_than_there_is_room_for_the_others_are_counted(
    drive: Open,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver, texts = drive(shop()), list[str]()
    paths = [tmp_path / f"{number}.toml" for number in range(MOST + 3)]
    for path in paths:
        levels.write(path, shop())
    faint = driver.app.ui.faint

    def note(text: str) -> None:
        texts.append(text)
        faint(text)

    monkeypatch.setattr(driver.app.ui, "faint", note)
    driver._event("on_file_drop", 10, 10, [*map(str, paths)])
    driver.frames(3)
    assert f"{MOST + 3} files" in asked(driver).title
    assert driver.shows(f"recent.{MOST - 1}") and "and 3 more, for which there is no room here" in texts


def test_what_is_dropped_alone_is_opened_at_once(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    driver = drive(shop())
    path = tmp_path / "one.toml"
    levels.write(path, shop())
    driver._event("on_file_drop", 10, 10, [str(path)])
    assert driver.workspace.document.file.path == path


def test_another_program_that_does_not_answer_is_told(drive: Open) -> None:  # noqa: F811
    driver = drive(shop())
    driver.app.inputs.on_no_answer("what was dropped can't be opened: the other program does not answer")
    assert "does not answer" in said(driver)


def test_a_level_with_parts_far_outside_says_so_when_it_is_opened(drive: Open, tmp_path: Path) -> None:  # noqa: F811
    driver = drive(shop())
    path = tmp_path / "far.toml"
    design = shop()
    parts = tuple(replace(spec, y=31.0) if spec.id == 3 else spec for spec in design.parts)
    levels.write(path, replace(design, parts=parts))
    assert driver.workspace.files.open(path)
    assert "Bowling ball 3 at x 2, y 31 m" in said(driver)


def test_a_band_that_is_drawn_over_a_panel_takes_in_what_lies_behind_it(drive: Open) -> None:  # noqa: F811
    """Only parts that are carried stay at the edge of the scene."""
    driver = drive(shop())
    view, edge = driver.app.view, driver.app.frames.layout.canvas[0]
    view.zoom_at(*driver.at((2.0, 1.0)), 1.5, driver.design)
    view.pan(edge - driver.at((1.2, 1.0))[0], 0, driver.design)
    driver.frames()
    assert driver.at((1.0, 0.25))[0] < edge < driver.at((1.6, 1.0))[0], "the crate is behind the list of parts"
    driver.carry((1.6, 1.0), (1.4, 0.8), (0.6, -0.05))
    assert driver.app.editor.selection.ids == (2,)


def test_a_part_is_placed_where_it_is_shown_also_at_the_very_edge_of_the_scene(drive: Open) -> None:  # noqa: F811
    driver = drive(shop())
    driver.click("part.domino")
    x, y = round(driver.app.frames.layout.canvas[0]) + 3, driver.at((1.0, 1.5))[1]
    driver._event("on_mouse_motion", x, y, 0, 0)
    (shown,) = driver.app.editor.preview.parts
    for event in ("on_mouse_press", "on_mouse_release"):
        driver._event(event, x, y, mouse.LEFT, 0)
    assert driver.commands == ["place"] and (driver.design.parts[-1].x, driver.design.parts[-1].y) == (shown.x, shown.y)
