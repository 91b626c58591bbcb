"""Notes over the canvas: for how long, instead of which, and with which way out."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing.document import Notice
from sandbox.window.actions.keymap import FILE
from sandbox.window.panels.toasts import TOAST_NS
from sandbox.workspace.clock import NS
from test_panels import Driver, data, drive, shop

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


def test_what_was_said_before_the_window_was_there_is_in_the_status_line_only(drive: Open) -> None:
    first = drive(shop())
    folder = first.workspace.settings.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text('nonsense = "Ctrl+Q"\n')
    driver = drive(shop())
    assert "nonsense" in driver.said
    assert driver.app.toasts.shown is None
