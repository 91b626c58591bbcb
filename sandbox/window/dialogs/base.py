"""Modal dialogs: questions, files, pages to read. One is open at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.dialogs.file_list import Browser, FileEntry
from sandbox.window.ui.theme import Colour, Icon
from sandbox.window.ui.widgets import Ui, labelled

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
    dims = True  # what is behind it is dimmed
    walked = True  # Tab and the arrow keys go from button to button
    flags = FLAGS
    enter_accepts = True

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
    """A sentence and some buttons; Enter takes the primary one, Esc cancels."""

    name = "question"
    width = 500.0

    def __init__(self, title: str, text: str, choices: tuple[Choice, ...]) -> None:
        super().__init__()
        self.title, self.text, self.choices = title, text, choices

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
        if ui.button("question.cancel", "Cancel", size=(0.0, ui.px(32))):
            self.cancel()

    def _take(self, choice: Choice) -> None:
        self.done = True
        choice.run()

    def accept(self) -> None:
        for choice in self.choices:
            if choice.primary:
                self._take(choice)


class FolderShortcut(NamedTuple):
    """A shortcut to a folder."""

    title: str
    icon: str
    path: Path


class FileDialog(Dialog):
    """Chooses a file to open, or where to save."""

    name = "files"
    width = 680.0
    height = 520.0

    def __init__(
        self,
        title: str,
        verb: str,
        browser: Browser,
        places: tuple[FolderShortcut, ...],
        on_path: Callable[[Path], object],
    ) -> None:
        super().__init__()
        self.title, self.verb, self.browser, self.places, self.on_path = title, verb, browser, places, on_path
        self._fresh = True
        self._sure = ""  # the path that the user was warned about: accepting again replaces it

    def draw(self, ui: Ui) -> None:
        browser = self.browser
        ui.bold(self.title, 19.0)
        ui.space(2)
        for index, place in enumerate(self.places):
            if index:
                imgui.same_line()
            if ui.button(f"files.place.{index}", f"{place.icon}  {place.title}", str(place.path)):
                browser.go(place.path)
        if ui.button("files.up", Icon.UP, "The folder above"):
            browser.go(browser.folder.parent)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        ui.faint(str(browser.folder))
        imgui.begin_child("entries", (0.0, -ui.px(86)), imgui.ChildFlags_.frame_style)
        self._entries(ui)
        imgui.end_child()
        self._name_row(ui)
        self._buttons(ui)

    def _entries(self, ui: Ui) -> None:
        browser = self.browser
        if not browser.entries:
            ui.faint(f"No folders here, and no files that end in {' or '.join(browser.suffixes)}.")
        chosen: FileEntry | None = None
        for entry in browser.entries:
            icon = Icon.FOLDER if entry.folder else Icon.FILM if entry.path.suffix == ".replay" else Icon.FILE
            is_it = not entry.folder and browser.name == entry.path.name
            flags = imgui.SelectableFlags_.allow_double_click
            if imgui.selectable(labelled(f"{icon}  {entry.path.name}", f"{entry.path}"), is_it, flags)[0]:
                chosen = entry
            ui.mark(f"files.entry.{entry.path.name}")
            if entry.about:
                width = imgui.calc_text_size(entry.about).x
                imgui.same_line(imgui.get_window_width() - width - ui.px(20))
                imgui.text_disabled(entry.about)
        if chosen is not None:
            browser.choose(chosen)
            if not chosen.folder and imgui.is_mouse_double_clicked(0):
                self.accept()

    def _name_row(self, ui: Ui) -> None:
        browser = self.browser
        imgui.set_next_item_width(-1.0)
        if self._fresh:
            imgui.set_keyboard_focus_here()
            self._fresh = False
        hint = "Name of the file" if browser.saving else "Name of the file, or a whole path"
        changed, browser.name = imgui.input_text_with_hint("##name", hint, browser.name)
        ui.mark("files.name")
        if changed:
            browser.message = ""

    def _buttons(self, ui: Ui) -> None:
        browser = self.browser
        replaces = browser.replaces and self._sure != str(browser.path)
        verb = f"{Icon.WARNING}  Replace" if browser.replaces and not replaces else self.verb
        if ui.button("files.accept", verb, size=(ui.px(110), ui.px(32)), primary=True):
            self.accept()
        imgui.same_line()
        if ui.button("files.cancel", "Cancel", size=(ui.px(90), ui.px(32))):
            self.cancel()
        if browser.message:
            imgui.same_line(0.0, ui.px(14))
            imgui.align_text_to_frame_padding()
            ui.text(browser.message, Colour.BAD)

    def accept(self) -> None:
        path = self.browser.accept()
        if path is None:
            return
        if self.browser.replaces and self._sure != str(path):
            self._sure = str(path)
            self._fresh = True  # the name keeps the keys: the next Enter is for it
            self.browser.message = f"{path.name} exists. Press again to replace it."
            return
        self.done = True
        self.on_path(path)

    def refuse(self, why: str) -> None:
        """Stay open, with the reason why the path could not be used; `on_path` calls it."""
        self.done, self._fresh, self.browser.message = False, True, why


class Sheet(Dialog):
    """A page to read, with one button."""

    def body(self, ui: Ui) -> None:
        """Draw the page."""

    def draw(self, ui: Ui) -> None:
        self.body(ui)
        ui.space(6)
        if ui.button("sheet.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.accept()


__all__ = ["FLAGS", "Choice", "Dialog", "FileDialog", "FolderShortcut", "Question", "Sheet"]
