"""Notes over the canvas: for how long, instead of which, and with which way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pyglet.window import key

from sandbox.editing.document import Notice
from sandbox.window.shell.toasts import STATUS_NS, TOAST_NS
from sandbox.window.ui.keymap import FILE
from sandbox.workspace.clock import NS
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def test_a_message_is_shown_from_the_next_frame_on_for_a_while(drive: Open) -> None:
    driver = drive(shop())
    toasts = driver.app.toasts
    assert toasts.shown is None
    driver.workspace.messages.say("that went well", "good")
    assert toasts.shown is None
    driver.frames(1)
    assert toasts.shown == Notice("That went well.", "good")
    driver.seconds(TOAST_NS / NS - 1.0)
    driver.workspace.messages.say("and this too")
    driver.frames(1)
    assert toasts.shown == Notice("And this too.", "info")
    driver.seconds(TOAST_NS / NS + 0.1)
    assert toasts.shown is None


def test_an_offer_is_there_as_long_as_it_can_be_taken(drive: Open) -> None:
    driver = drive(shop())
    driver.workspace.control.run()
    driver.app.toasts.tell(Notice("It runs.", "refused", "stop"))
    driver.frames(1)
    assert driver.app.toasts.shown == Notice("It runs.", "refused", "stop")
    driver.app.actions.run("stop")
    driver.frames(1)
    assert driver.app.toasts.shown is None


@pytest.mark.parametrize("end", ["toast.close", key.ESCAPE, "toast.save_as", "Ctrl+Shift+S"])
def test_an_offer_stays_until_it_is_answered_or_dismissed(drive: Open, end: int | str) -> None:
    """And what is said meanwhile takes its place for as long as that is shown."""
    note = Notice("Save the level first.", "refused", "save_as")
    driver = drive(shop())
    toasts = driver.app.toasts
    toasts.tell(note)
    driver.frames()
    driver.seconds(20.0)
    assert toasts.shown == note
    driver.workspace.messages.say("that went well", "good")
    driver.frames()
    assert toasts.shown == Notice("That went well.", "good")
    driver.seconds(TOAST_NS / NS + 0.1)
    assert toasts.shown == note
    if isinstance(end, int):
        driver.key(end)
    elif end.startswith("toast"):
        driver.click(end)
    else:
        driver.key(key.S, key.MOD_CTRL | key.MOD_SHIFT)
    driver.frames()
    assert toasts.shown is None
    driver.key(key.ESCAPE)  # the dialog
    driver.frames()
    assert toasts.shown is None, end


def test_an_offer_that_could_not_be_taken_for_a_while_does_not_come_back(drive: Open) -> None:
    driver, note = drive(shop()), Notice("Two parts.", "info", "group")
    driver.app.editor.selection.ids = (2, 3)
    driver.app.toasts.tell(note)
    driver.frames()
    assert driver.app.toasts.shown == note
    for selected in ((), (2, 3)):
        driver.app.editor.selection.ids = selected
        driver.frames()
        assert driver.app.toasts.shown == Notice("Two parts.", "info"), "the message without its button"


def test_an_offer_about_a_run_or_a_level_goes_with_it(drive: Open) -> None:
    driver = drive(shop())
    driver.app.toasts.tell(Notice("Save the level first.", "refused", "save_as"))
    driver.frames()
    driver.workspace.control.run()
    driver.frames()
    assert driver.app.toasts.shown is None


def test_what_was_said_before_the_window_was_there_is_in_the_status_line_only(drive: Open) -> None:
    first = drive(shop())
    folder = first.workspace.settings.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text('nonsense = "Ctrl+Q"\n')
    driver = drive(shop())
    assert "nonsense" in driver.said
    assert driver.app.toasts.shown is None


def test_a_message_leaves_the_status_line_after_a_while(drive: Open) -> None:
    driver = drive(shop())
    driver.workspace.messages.say("that went well", "good")
    driver.frames(1)
    driver.seconds(TOAST_NS / NS + 0.1)
    assert (driver.app.toasts.shown, driver.app.toasts.in_status) == (None, "That went well.")
    driver.time_ns += STATUS_NS
    driver.frames(1)
    assert driver.app.toasts.in_status == ""


def test_a_message_is_not_about_the_next_level_nor_about_another_run(drive: Open) -> None:
    driver = drive(shop())
    driver.workspace.messages.say("solved!", "good")
    driver.frames(2)
    driver.key(key.SPACE)
    assert driver.app.toasts.in_status == ""
    driver.workspace.messages.say("solved!", "good")
    driver.frames(2)
    driver.app.features.documents.new()
    driver.frames(2)
    assert driver.app.toasts.in_status == ""


def test_a_message_of_what_opens_a_level_stays(drive: Open) -> None:
    driver = drive(shop())
    driver.app.features.documents.new()
    driver.workspace.messages.say("here is a new one")
    driver.frames(2)
    assert driver.app.toasts.in_status == "Here is a new one."


def test_a_message_with_a_button_that_is_told_twice_is_answered_once(drive: Open) -> None:
    note = Notice("New here?", "info", "lesson", lasting=True)
    for end in ("toast.close", key.ESCAPE):
        driver = drive(shop())
        driver.app.toasts.tell(note)
        driver.app.toasts.tell(note)
        driver.frames()
        assert driver.app.toasts.shown == note
        if isinstance(end, int):
            driver.key(end)
        else:
            driver.click(end)
        driver.frames()
        assert driver.app.toasts.shown is None, end


def test_a_newer_offer_takes_the_place_of_an_older_one_for_good(drive: Open) -> None:
    """Whoever has answered the newer one isn't asked about what was before that; what lasts is asked again."""
    for lasting in (False, True):
        driver = drive(shop())
        older = Notice("Save the level first.", "refused", "save_as", lasting=lasting)
        newer = Notice("All the levels are here.", "info", "levels")
        for note in (older, newer):
            driver.app.toasts.tell(note)
            driver.frames()
            assert driver.app.toasts.shown == note
        driver.click("toast.close")
        driver.frames()
        assert driver.app.toasts.shown == (older if lasting else None)


def test_an_offer_waits_while_a_dialog_or_the_chooser_is_in_front(drive: Open) -> None:
    note = Notice("Save the level first.", "refused", "save_as")
    for symbol in (key.O, key.L):  # to open a file, and to choose a level
        driver = drive(shop())
        driver.app.toasts.tell(note)
        driver.frames()
        driver.key(symbol, key.MOD_CTRL)
        assert driver.app.dialog is not None or driver.app.screen == "chooser"
        driver.frames(5)
        driver.key(key.ESCAPE)
        driver.frames()
        assert driver.app.building() and driver.app.toasts.shown == note
