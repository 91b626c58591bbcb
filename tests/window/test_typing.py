"""Typed text never becomes commands: what opens a field has the keys from the very next event on, before any frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyglet.window import key, mouse

from sandbox.design.design import Design
from sandbox.window.help.command_palette import CommandPalette
from sandbox.window.help.manual_sheet import ManualSheet
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.file_dialog import FileDialog
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]

Open = Callable[[Design], Driver]
WORD = "wrap fork"  # steps, wipes, plots, flips, runs, ... where no field has the keys
FIELDS = {
    "open",
    "save",
    "save_as",
    "save_recording",
    "save_page",
    "share_picture",
    "find_part",
    "commander",
    "ghost_of",
    "keys",
}
LEAVE = {
    "quit",
    "lesson",
    "daily",
    "write_keys",
    "new",
    "next_level",
}  # they close the window, or open another document


def press(driver: Driver, name: str) -> None:
    """Press the keys of an action and let them go, as fast as a machine can: no frame is drawn meanwhile."""
    chord = driver.app.actions[name].keys[0]
    held = [
        (bit, symbol)
        for is_held, bit, symbol in zip(
            chord.held, (key.MOD_SHIFT, key.MOD_CTRL, key.MOD_ALT), (key.LSHIFT, key.LCTRL, key.LALT), strict=True
        )
        if is_held
    ]
    bits = 0
    for bit, symbol in held:
        driver.window.dispatch_event("on_key_press", symbol, bits)
        bits |= bit
    symbol = getattr(key, chord.key.upper())
    driver.window.dispatch_event("on_key_press", symbol, bits)
    driver.window.dispatch_event("on_key_release", symbol, bits)
    for bit, symbol in held:
        driver.window.dispatch_event("on_key_release", symbol, bits)
        bits &= ~bit


def burst(driver: Driver, text: str) -> None:
    """Type at once, before any frame is drawn."""
    for character in text:
        symbol = key.SPACE if character == " " else getattr(key, character.upper())
        driver.window.dispatch_event("on_key_press", symbol, 0)
        driver.window.dispatch_event("on_text", character)
        driver.window.dispatch_event("on_key_release", symbol, 0)


def typed(driver: Driver) -> str:
    """The text of the field that has the keys, without the ending of a file's name."""
    dialog = driver.app.dialog
    if isinstance(dialog, FileDialog):
        return Path(dialog.browser.name).stem
    return dialog.typed if isinstance(dialog, CommandPalette | ManualSheet) else driver.app.features.palette.search


def test_these_are_all_actions_that_open_a_field(drive: Open) -> None:
    driver = drive(shop())
    found = set()
    for action in list(driver.app.actions):
        if action.name in LEAVE or not action.enabled():
            continue
        action.run()
        driver.frames(4)
        if driver.app.host.typing:
            found.add(action.name)
        for _ in range(3):
            driver.key(key.ESCAPE)
        driver.app.dialog = None
        driver.app.hide_chooser()
    assert found == FIELDS


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the actions that are run from now on."""
    names: list[str] = []
    run = Actions._run

    def note(self: Actions, action: Action) -> None:
        names.append(action.name)
        run(self, action)

    monkeypatch.setattr(Actions, "_run", note)
    return names


@pytest.mark.parametrize("way", ["key", "menu", "composed", "slowly"])
@pytest.mark.parametrize("action", sorted(FIELDS))
def test_what_is_typed_right_after_an_action_that_opens_a_field_is_in_it(
    drive: Open, ran: list[str], action: str, way: str
) -> None:
    driver = drive(shop())
    if action == "save":
        driver.workspace.files.new()
        driver.frames(3)
    driver.app.features.palette.search = "ramp"
    driver.frames()
    before, camera, design = driver.commands, driver.app.view.camera.zoom, driver.design
    if way == "menu":
        driver.app.actions[action].run()
    else:
        press(driver, action)
    if way == "composed":  # by an input method, whose texts come without keys
        driver.window.dispatch_event("on_text", WORD)
    for piece in WORD if way == "slowly" else [WORD] if way != "composed" else []:
        burst(driver, piece)
        driver.frames(1 if way == "slowly" else 0, each_ns=5_000_000)
    driver.frames(10, each_ns=15_000_000)
    assert typed(driver) == WORD, "and what stood there was selected"
    assert (driver.commands, driver.app.view.camera.zoom, driver.design) == (before, camera, design)
    assert ran == [action] and not driver.workspace.document.session.running


@pytest.mark.parametrize("frames", [0, 1, 2, 3])
@pytest.mark.parametrize(("ends", "x"), [(key.RETURN, 1.25), (key.ESCAPE, 2.0)])
def test_the_key_right_after_the_one_that_ends_a_field_is_a_command(
    drive: Open, ends: int, x: float, frames: int
) -> None:
    """As on a slow screen, where both arrive between two frames, or the second before the field has gone."""
    driver = drive(shop())
    driver.click((2.0, 1.0), "value.x")
    driver.frames(4)
    assert driver.app.host.typing
    burst(driver, "f")
    driver.key(key.A, key.MOD_CTRL)
    for character in "125 cm":
        driver.window.dispatch_event("on_text", character)
    driver.window.dispatch_event("on_key_press", ends, 0)
    driver.window.dispatch_event("on_key_release", ends, 0)
    driver.frames(frames, each_ns=48_000_000)
    driver.window.dispatch_event("on_key_press", key.LSHIFT, 0)
    driver.window.dispatch_event("on_key_press", key.G, key.MOD_SHIFT)
    driver.window.dispatch_event("on_text", "G")
    driver.window.dispatch_event("on_key_release", key.G, key.MOD_SHIFT)
    driver.window.dispatch_event("on_key_release", key.LSHIFT, key.MOD_SHIFT)
    driver.frames(4)
    assert not driver.app.editor.snap.grid, "the key of the grid"
    assert driver.part(3).x == x and not driver.app.host.typing


def click_at_once(driver: Driver, widget: str) -> None:
    """Point at a widget and click it before any frame is drawn."""
    driver.window.dispatch_event("on_mouse_motion", *driver.at(widget), 0, 0)
    driver.window.dispatch_event("on_mouse_press", *driver.at(widget), mouse.LEFT, 0)
    driver.window.dispatch_event("on_mouse_release", *driver.at(widget), mouse.LEFT, 0)


def write(driver: Driver, text: str) -> None:
    """Type over what a field begins with, before any frame is drawn."""
    for character in text:
        driver.window.dispatch_event("on_text", character)


@pytest.mark.parametrize("frames", [0, 1, 2])
def test_what_is_typed_right_after_a_click_into_another_field_is_in_that_one(drive: Open, frames: int) -> None:
    driver = drive(shop())
    driver.click((2.0, 1.0), "value.x")
    driver.frames(4)
    write(driver, "125 cm")
    click_at_once(driver, "value.y")
    driver.frames(frames, each_ns=48_000_000)
    write(driver, "175 cm")
    driver.frames(12)
    driver.key(key.RETURN)
    driver.frames(4)
    assert (driver.part(3).x, driver.part(3).y, driver.said) == (1.25, 1.75, "")


@pytest.mark.parametrize("frames", [0, 1, 2])
def test_a_key_right_after_a_click_that_ends_a_field_is_a_command(drive: Open, frames: int) -> None:
    driver = drive(shop())
    driver.click((2.0, 1.0), "value.x")
    driver.frames(4)
    write(driver, "125 cm")
    click_at_once(driver, "part.domino")
    driver.frames(frames, each_ns=48_000_000)
    driver.window.dispatch_event("on_key_press", key.G, key.MOD_SHIFT)
    driver.window.dispatch_event("on_text", "G")
    driver.window.dispatch_event("on_key_release", key.G, key.MOD_SHIFT)
    driver.frames(4)
    assert driver.part(3).x == 1.25 and not driver.app.editor.snap.grid


@pytest.mark.parametrize("frames", [0, 1, 2])
@pytest.mark.parametrize("answer", [key.RETURN, key.SPACE])
def test_the_key_right_after_the_one_that_answers_a_dialog_is_a_command(drive: Open, answer: int, frames: int) -> None:
    driver = drive(shop())
    driver.click((2.0, 1.0))
    driver.key(key.RIGHT)
    driver.app.actions["new"].run()
    driver.frames(4)
    driver.key(key.TAB)
    for symbol in (answer, key.G):
        driver.frames(frames if symbol == key.G else 0, each_ns=48_000_000)
        held = key.MOD_SHIFT if symbol == key.G else 0
        driver.window.dispatch_event("on_key_press", symbol, held)
        driver.window.dispatch_event("on_key_release", symbol, held)
    driver.frames(6)
    assert driver.app.dialog is None and not driver.app.editor.snap.grid


def test_a_file_is_given_another_name_without_another_ending(drive: Open) -> None:
    driver = drive(shop())
    press(driver, "save_as")
    burst(driver, "ramp")
    driver.frames(20, each_ns=5_000_000)
    dialog = driver.app.dialog
    assert isinstance(dialog, FileDialog)
    assert dialog.browser.name == "ramp.toml"
    driver.key(key.RETURN)
    assert driver.workspace.document.file.path is not None
    assert driver.workspace.document.file.path.name == "ramp.toml"


def test_the_name_is_selected_again_when_the_dialog_opens_again(drive: Open) -> None:
    driver = drive(shop())
    for name in ("ramp", "fork"):
        press(driver, "save_as")
        burst(driver, name)
        driver.frames(20, each_ns=5_000_000)
        assert typed(driver) == name
        driver.key(key.ESCAPE)
        driver.key(key.ESCAPE)


@pytest.mark.parametrize("opens", ["menu", "context", "filter"])
def test_keys_do_not_reach_what_is_behind_an_open_menu(drive: Open, opens: str) -> None:
    driver = drive(shop())
    if opens == "context":
        driver.press((1.0, 0.25), mouse.RIGHT)
        driver.release((1.0, 0.25), mouse.RIGHT)
    else:
        driver.click({"menu": "menu.File", "filter": "filter"}[opens])
    driver.frames(3)
    assert driver.app.host.popup_open
    before = driver.commands
    burst(driver, WORD)
    driver.frames(3)
    assert (driver.commands, driver.workspace.document.session.running) == (before, False)
    driver.key(key.ESCAPE)
    driver.frames(2)
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running, "once it is closed they do"


@pytest.mark.parametrize("text", ["Br\xfccke \xfcber \xc4cker", "\u2603\u2603\u2603", "\U0001f3b3 ball"])
def test_text_of_any_alphabet_is_selected_as_a_whole(drive: Open, text: str) -> None:
    driver = drive(shop())
    driver.app.features.palette.search = text
    driver.frames()
    press(driver, "find_part")
    burst(driver, WORD)
    driver.frames(20, each_ns=5_000_000)
    assert typed(driver) == WORD


def test_arrows_right_after_the_chooser_has_opened_move_no_part_behind_it(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    assert driver.app.editor.selection.ids == (2,)
    before = driver.commands
    press(driver, "levels")
    driver.window.dispatch_event("on_key_press", key.LEFT, 0)
    driver.window.dispatch_event("on_key_release", key.LEFT, 0)
    driver.frames(5)
    assert driver.app.screen == "chooser" and driver.commands == before


def test_keys_in_the_chooser_do_not_reach_the_part_that_the_keyboard_s_pointer_has_in_hand(drive: Open) -> None:
    driver = drive(shop())
    driver.click("part.domino")
    driver.key(key.C)
    at, before = driver.app.features.keyboard.at, driver.commands
    assert at is not None and driver.app.editor.armed == "domino"
    press(driver, "levels")
    driver.frames(3)
    cards = driver.app.features.chooser.cards
    first = cards.at
    driver.key(key.RIGHT)
    driver.key(key.ENTER, key.MOD_CTRL)
    assert cards.at != first
    assert driver.commands == before and driver.app.features.keyboard.at in (at, None)


def test_keys_of_the_editor_do_nothing_in_the_chooser_and_say_nothing(drive: Open, ran: list[str]) -> None:
    """Neither why they do nothing, nor that they are for testers: nobody has asked for what is not in front."""
    driver = drive(shop())
    driver.app.show_chooser()
    driver.frames(3)
    said, pressed = driver.workspace.messages.latest, []
    for action in list(driver.app.actions):
        if action.keys and not action.enabled() and hasattr(key, action.keys[0].key.upper()):
            press(driver, action.name)
            pressed.append(action)
    driver.frames(3)
    assert any(action.why() for action in pressed) and any(action.for_testers for action in pressed)
    assert driver.workspace.messages.latest is said
    assert ran == [] and driver.app.screen == "chooser"


def test_the_editor_s_actions_wait_while_a_dialog_is_in_front(drive: Open) -> None:
    driver = drive(shop())
    names = ("save", "run", "cursor", "next_panel", "zoom_in", "select_all", "paste")
    assert all(driver.app.actions[name].enabled() for name in names if name != "paste")
    press(driver, "open")
    driver.frames(3)
    assert isinstance(driver.app.dialog, FileDialog)
    assert not [name for name in names if driver.app.actions[name].enabled()]
