"""Events of the window: parts let go where nobody would see them, and files that are dropped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from sandbox.levels import levels
from sandbox.window.help.command_palette import CommandPalette
from sandbox.window.shell.recent import MOST, Recent
from sandbox.window.ui.keymap import FILE
from sandbox.workspace.clock import SCHEMES
from tests.window.driver import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


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


def test_a_part_carried_beyond_the_scene_stays_at_its_edge(drive: Open) -> None:
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
        driver.app.features.operations.undo()
        driver.frames()


def test_a_part_dragged_in_and_let_go_elsewhere_is_put_back_with_a_word(drive: Open) -> None:
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


def test_of_several_dropped_files_one_is_chosen(drive: Open, tmp_path: Path) -> None:
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
    drive: Open,
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
    drive: Open,
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


def test_what_is_dropped_alone_is_opened_at_once(drive: Open, tmp_path: Path) -> None:
    driver = drive(shop())
    path = tmp_path / "one.toml"
    levels.write(path, shop())
    driver._event("on_file_drop", 10, 10, [str(path)])
    assert driver.workspace.document.file.path == path


def test_another_program_that_does_not_answer_is_told(drive: Open) -> None:
    driver = drive(shop())
    driver.app.inputs.on_no_answer("what was dropped can't be opened: the other program does not answer")
    assert "does not answer" in said(driver)


def test_a_level_with_parts_far_outside_says_so_when_it_is_opened(drive: Open, tmp_path: Path) -> None:
    driver = drive(shop())
    path = tmp_path / "far.toml"
    design = shop()
    parts = tuple(replace(spec, y=31.0) if spec.id == 3 else spec for spec in design.parts)
    levels.write(path, replace(design, parts=parts))
    assert driver.workspace.files.open(path)
    assert "Bowling ball 3 at x 2, y 31 m" in said(driver)


def test_a_band_that_is_drawn_over_a_panel_takes_in_what_lies_behind_it(drive: Open) -> None:
    """Only parts that are carried stay at the edge of the scene."""
    driver = drive(shop())
    view, edge = driver.app.view, driver.app.frames.layout.canvas[0]
    view.zoom_at(*driver.at((2.0, 1.0)), 1.5, driver.design)
    view.pan(edge - driver.at((1.2, 1.0))[0], 0, driver.design)
    driver.frames()
    assert driver.at((1.0, 0.25))[0] < edge < driver.at((1.6, 1.0))[0], "the crate is behind the list of parts"
    driver.carry((1.6, 1.0), (1.4, 0.8), (0.6, -0.05))
    assert driver.app.editor.selection.ids == (2,)


def test_a_part_is_placed_where_it_is_shown_also_at_the_very_edge_of_the_scene(drive: Open) -> None:
    driver = drive(shop())
    driver.click("part.domino")
    x, y = round(driver.app.frames.layout.canvas[0]) + 3, driver.at((1.0, 1.5))[1]
    driver._event("on_mouse_motion", x, y, 0, 0)
    (shown,) = driver.app.editor.preview.parts
    for event in ("on_mouse_press", "on_mouse_release"):
        driver._event(event, x, y, mouse.LEFT, 0)
    assert driver.commands == ["place"] and (driver.design.parts[-1].x, driver.design.parts[-1].y) == (shown.x, shown.y)


@pytest.mark.parametrize("pressed", [(key.M, 0), (key._2, key.MOD_CTRL), (key._1, key.MOD_ALT)])
def test_a_key_for_testers_does_nothing_for_a_player_but_say_so(drive: Open, pressed: tuple[int, int]) -> None:
    driver = drive(shop())
    pacing = driver.workspace.pacing
    before = (pacing.scheme, pacing.smoothing)
    driver.key(*pressed)
    assert (pacing.scheme, pacing.smoothing) == before
    assert "is for testers" in driver.said
    driver.click("toast.tester_view")
    assert driver.workspace.settings.now.tester
    driver.key(*pressed)
    assert (pacing.scheme, pacing.smoothing) != before


def test_a_key_that_the_user_has_given_to_a_tester_s_action_acts_without_the_tester_s_view(drive: Open) -> None:
    """It isn't pressed by mistake; the other actions of testers keep their keys, which do nothing."""
    first = drive(shop())
    other = next(scheme for scheme in SCHEMES if scheme is not first.workspace.pacing.scheme)
    folder = first.workspace.settings.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(f'loop_{other.name} = ["Ctrl+F9"]\n')
    driver = drive(shop())
    pacing = driver.workspace.pacing
    assert pacing.scheme is not other and not driver.workspace.settings.now.tester
    driver.key(key.F9, key.MOD_CTRL)
    assert pacing.scheme is other and "is for testers" not in driver.said
    before = pacing.smoothing
    driver.key(key.M)
    assert pacing.smoothing is before and "is for testers" in driver.said


def test_arrow_keys_move_and_a_held_key_is_one_step(drive: Open) -> None:
    driver = drive(shop())
    driver.click((2.0, 1.0))
    driver.key(key.RIGHT)
    driver.key(key.UP, key.MOD_SHIFT)
    assert (driver.part(3).x, driver.part(3).y) == (2.001, 1.01)
    driver.window.dispatch_event("on_key_press", key.LEFT, 0)
    for _ in range(11):  # the first comes with the press, the others repeat it
        driver.window.dispatch_event("on_text_motion", key.MOTION_LEFT)
    driver.window.dispatch_event("on_key_release", key.LEFT, 0)
    driver.frames()
    assert driver.part(3).x == 1.99
    assert driver.commands == ["move"] * 3


def test_the_wheel_zooms_about_the_pointer_and_turns_what_is_dragged(drive: Open) -> None:
    driver = drive(shop())
    camera = driver.app.view.camera
    zoom, x, y = camera.zoom, *driver.at((1.0, 0.25))
    driver.wheel((1.0, 0.25), 2)
    assert camera.zoom > 1.3 * zoom
    assert camera.to_screen(1.0, 0.25) == pytest.approx((x, y), abs=1.0)
    driver.key(key._0)
    assert camera.zoom == pytest.approx(zoom)
    driver.press((1.0, 0.25))
    driver.drag((1.0, 1.25))
    driver.wheel((1.0, 1.25), 1)
    driver.release((1.0, 1.25))
    assert driver.part(2).angle == pytest.approx(np.radians(15))
    assert driver.commands == ["move"]
    assert camera.zoom == pytest.approx(zoom)


def test_the_right_button_moves_the_view_also_in_the_middle_of_a_drag(drive: Open) -> None:
    driver = drive(shop())
    x = driver.app.view.camera.x
    driver.press((1.0, 0.25))
    driver.drag((1.1, 0.6))
    driver.press((1.1, 0.6), mouse.RIGHT)
    driver.drag((1.1, 0.6), mouse.LEFT | mouse.RIGHT, dx=80, dy=0)
    driver.release((1.1, 0.6), mouse.RIGHT)
    assert driver.app.view.camera.x < x
    driver.drag((1.5, 0.9))
    driver.release((1.5, 0.9))
    assert (driver.part(2).x, driver.part(2).y) == (1.5, 0.9)


def test_losing_the_keyboard_lets_go_of_what_is_held(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    machine = driver.workspace.document.session.machine
    assert machine is not None
    driver.press(machine.motion(3)[:2])
    driver._event("on_deactivate")
    assert driver.commands[-1] == "release"


def test_a_part_taken_off_its_tile_when_the_button_is_up_already_is_let_go_of(drive: Open) -> None:
    """As on a slow machine, where the palette notices a drag only after its end."""
    driver = drive(shop())
    driver.point((1.5, 1.5))
    assert driver.app.features.palette.toolbox.arm("crate", held_down=True)
    driver.frames(1)
    assert not driver.app.editor.dragged_in and driver.app.editor.armed is None


def test_what_a_key_types_does_not_go_into_the_field_that_its_action_opens(drive: Open, data: Path) -> None:
    """A file of keys may give any letter to an action, such as the one that opens the list of all actions."""
    driver = drive(shop())
    (driver.workspace.settings.path.parent / FILE).write_text('commander = ["x"]', "utf-8")
    driver.app.inputs.on_activate()
    driver.frames()
    for character in ("x", "x"):  # a key that is held down repeats its text only
        if driver.app.dialog is None:
            driver._event("on_key_press", key.X, 0)
        driver._event("on_text", character)
    driver.frames(4)
    palette = driver.app.dialog
    assert isinstance(palette, CommandPalette) and palette.typed == ""
    driver._event("on_key_release", key.X, 0)
    driver.type("x")
    assert palette.typed == "x"


@pytest.mark.parametrize("alt", [False, True])
def test_a_drag_between_two_frames_is_one_with_the_keys_that_were_down_then(drive: Open, alt: bool) -> None:
    driver = drive(shop())
    tell, held = driver.window.dispatch_event, key.MOD_ALT if alt else 0
    tell("on_mouse_motion", *driver.at((2.0, 1.0)), 0, 0)
    if alt:
        tell("on_key_press", key.LALT, 0)
    tell("on_mouse_press", *driver.at((2.0, 1.0)), mouse.LEFT, held)
    for spot in ((1.9, 1.1), (1.733, 1.273)):
        tell("on_mouse_drag", *driver.at(spot), 1, 1, mouse.LEFT, held)
    tell("on_mouse_release", *driver.at((1.733, 1.273)), mouse.LEFT, held)
    if alt:
        tell("on_key_release", key.LALT, held)
    driver.frames()
    on_grid = abs(driver.part(3).x * 20 - round(driver.part(3).x * 20)) < 1e-6
    assert driver.commands == ["move"] and on_grid is not alt


def test_the_wheel_right_after_a_click_on_a_button_turns_what_the_button_has_brought(drive: Open) -> None:
    driver = drive(shop())
    fitted = driver.app.view.camera.zoom
    driver.wheel((2.0, 1.0), 3)
    tell, camera = driver.window.dispatch_event, driver.app.view.camera
    tell("on_mouse_motion", *driver.at("fit"), 0, 0)
    tell("on_mouse_press", *driver.at("fit"), mouse.LEFT, 0)
    tell("on_mouse_release", *driver.at("fit"), mouse.LEFT, 0)
    tell("on_mouse_scroll", *driver.at((2.0, 1.0)), 0.0, 1.0)
    driver.frames(4)
    assert camera.zoom == pytest.approx(1.15 * fitted)


def test_a_drawing_that_is_dropped_becomes_a_level_of_the_user(drive: Open, tmp_path: Path) -> None:
    driver = drive(shop())
    path = tmp_path / "hill.svg"
    path.write_text("<svg viewBox='0 0 40 20'><title>A hill</title><text/><path d='M0 20V10L40 18V20Z'/></svg>")
    driver._event("on_file_drop", 10, 10, [str(path)])
    driver.until(lambda: driver.workspace.document.title == "A hill")
    level = driver.workspace.document.file.path
    assert level is not None and level.is_relative_to(driver.workspace.data) and level.name == "a-hill.toml"
    assert [part.kind for part in driver.workspace.document.session.design.parts] == ["polygon"]
    assert said(driver) == "“A hill” is kept as a-hill.toml, among your levels; left out: text"
    driver._event("on_file_drop", 10, 10, [str(path)])
    driver.until(lambda: not driver.app.features.importing._work.busy)
    assert [file.name for file in level.parent.glob("*hill*")] == ["a-hill.toml"], "twice the same is one level"


def test_a_drawing_that_can_not_be_read_leaves_everything_as_it_is(drive: Open, tmp_path: Path) -> None:
    driver = drive(shop())
    before = driver.workspace.document.session.design
    path = tmp_path / "hill.svg"
    path.write_text("<svg><path d='M0 0L1e308 0 0 1e308Z'/></svg>")
    driver._event("on_file_drop", 10, 10, [str(path)])
    driver.until(lambda: not driver.app.features.importing._work.busy)
    assert "hill.svg" in said(driver) and "1e+308" in said(driver), said(driver)
    assert driver.workspace.document.session.design is before
