"""Modal dialogs: questions and pages to read. One is open at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.ui.widgets import Ui

FLAGS = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)


class Dialog:
    """A modal in the middle of the window, drawn until it is `done`. Enter accepts, Esc cancels."""

    name = "dialog"
    width = 460.0
    height = 0.0  # 0: as high as its contents
    at = (0.5, 0.5)  # where it stands in the window: shares of the width and the height
    dims = True  # the window behind the dialog is dimmed
    walked = True  # Tab and the arrow keys go from button to button
    flags = FLAGS
    enter_accepts = True
    shows_messages = False  # it has a place for messages, and none is shown over it

    def __init__(self) -> None:
        self.done = False

    def draw(self, ui: Ui) -> None:
        """Draw the contents."""

    def accept(self) -> None:
        self.done = True

    def cancel(self) -> None:
        self.done = True

    def ended(self) -> None:
        """Clean up before the dialog closes."""

    def show(self, ui: Ui, width: float, height: float) -> None:
        """Draw one frame in a window of this size. Nothing under the dialog can be used meanwhile."""
        if not imgui.is_popup_open(self.name):
            imgui.open_popup(self.name)
        across, down = self.at
        imgui.set_next_window_pos((width * across, height * down), 0, (0.5, 0.5 if down == 0.5 else 1.0))
        dialog_width = min(ui.px(self.width), width - ui.px(24))
        imgui.set_next_window_size((dialog_width, min(ui.px(self.height), height - ui.px(24)) if self.height else 0.0))
        imgui.push_style_var(imgui.StyleVar_.window_padding, (ui.px(22), ui.px(18)))
        imgui.push_style_var(imgui.StyleVar_.window_rounding, ui.px(12))
        dim = imgui.get_style().color_(imgui.Col_.modal_window_dim_bg)
        imgui.push_style_color(imgui.Col_.modal_window_dim_bg, dim if self.dims else (0.0, 0.0, 0.0, 0.0))
        if imgui.begin_popup_modal(self.name, None, ui.flags(self.name, int(self.flags)))[0]:
            ui.cover()
            self.draw(ui)
            # Asked here, not when the event comes: what was typed before it may still be on its way to its field.
            io = imgui.get_io()
            on_button = io.nav_visible and not io.want_text_input  # Enter is for the button that has the keys
            entered = imgui.is_key_pressed(imgui.Key.enter, False) and self.enter_accepts and not on_button
            if entered and not self.done:
                self.accept()
            if self.done:
                self.ended()
                imgui.close_current_popup()
            imgui.end_popup()
        imgui.pop_style_color()
        imgui.pop_style_var(2)


class Choice(NamedTuple):
    """A button of a question."""

    name: str
    label: str
    run: Callable[[], object]
    primary: bool = False


class Question(Dialog):
    """A sentence and some buttons; Enter takes the primary one, Esc cancels.

    `leave` stands in the place of "Cancel", where it has to be said what that means.
    """

    name = "question"
    width = 500.0

    def __init__(self, title: str, text: str, choices: tuple[Choice, ...], leave: Choice | None = None) -> None:
        super().__init__()
        self.title, self.text, self.choices = title, text, choices
        self.leave = leave or Choice("cancel", "Cancel", lambda: None)

    def draw(self, ui: Ui) -> None:
        ui.bold(self.title, 19.0)
        ui.space(2)
        ui.text(self.text)
        ui.space(8)
        for index, choice in enumerate(self.choices):
            if index:
                imgui.same_line()
            if ui.button(f"question.{choice.name}", choice.label, size=(0.0, ui.px(32)), primary=choice.primary):
                self._take(choice)
        imgui.same_line()
        if ui.button(f"question.{self.leave.name}", self.leave.label, size=(0.0, ui.px(32))):
            self.cancel()

    def cancel(self) -> None:
        super().cancel()
        self.leave.run()

    def _take(self, choice: Choice) -> None:
        self.done = True
        choice.run()

    def accept(self) -> None:
        for choice in self.choices:
            if choice.primary:
                self._take(choice)


class Sheet(Dialog):
    """A page to read, with one button."""

    def body(self, ui: Ui) -> None:
        """Draw the page."""

    def draw(self, ui: Ui) -> None:
        self.body(ui)
        ui.space(6)
        if ui.button("sheet.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.accept()
