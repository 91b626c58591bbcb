"""Two small sheets of a shared session: one to send a line of text, and one that says how the session has ended."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

_MOST_SAID = 200  # characters


class SayLine(Dialog):
    """Asks for a line of text for the others; Enter sends it."""

    name = "say"
    width = 520.0
    at = (0.5, 0.9)
    dims = False

    def __init__(self, send: Callable[[str], object]) -> None:
        super().__init__()
        self._send, self._text = send, ""
        self._field = OpeningField("##said")
        self._field.take_keys()

    def draw(self, ui: Ui) -> None:
        ui.bold("Say something to all")
        imgui.set_next_item_width(-1.0)
        _, text = self._field.draw("a line of text", self._text)
        self._text = text[:_MOST_SAID]
        ui.mark("say.text")
        ui.space(2)
        if ui.button("say.send", "Send", "To everybody in the session", "Enter", (ui.px(90), ui.px(32)),
                     enabled=bool(self._text.strip()), primary=True):  # fmt: skip
            self.accept()
        imgui.same_line()
        if ui.button("say.cancel", "Cancel", "", "Esc", (ui.px(90), ui.px(32))):
            self.cancel()

    def accept(self) -> None:
        self.done = True
        self._send(self._text)


class PartedSheet(Dialog):
    """Says how a session has ended in which machines did not agree."""

    name = "parted"
    width = 640.0

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__()
        self._lines = lines

    def draw(self, ui: Ui) -> None:
        ui.line_of(Icon.DIFFERS, Colour.BAD, "The machines do not agree, so the session has ended")
        ui.space(4)
        for line in self._lines:
            ui.text(line[:1].upper() + line[1:] + ".")
        ui.space(6)
        ui.faint("Each side has its recording; `sandbox verify` tells whether a machine agrees with itself.")
        ui.space(6)
        if ui.button("parted.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.accept()
