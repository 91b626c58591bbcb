"""The dialog that chooses a file: to open one, or where to save. It asks before a file is overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.file_list import Browser, FileEntry
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled

_NAMED = 3  # of the endings of the files that are listed, if there are no more


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
    footer = 86.0  # px below the list of files

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
        self._field = OpeningField("##name", _stem)
        self._field.take_keys()
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
        imgui.begin_child("entries", (0.0, -ui.px(self.footer)), imgui.ChildFlags_.frame_style)
        self._entries(ui)
        imgui.end_child()
        self._name_row(ui)
        self._buttons(ui)

    def _entries(self, ui: Ui) -> None:
        browser = self.browser
        if not browser.entries:
            several = len(browser.suffixes) > _NAMED
            kind = "that can be opened" if several else f"that end in {' or '.join(browser.suffixes)}"
            ui.faint(f"No folders here, and no files {kind}.")
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
        hint = "Name of the file" if browser.saving else "Name of the file, or a whole path"
        changed, browser.name = self._field.draw(hint, browser.name)
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
            self._field.take_keys()  # the next Enter is for the name
            self.browser.message = f"{path.name} exists. Press again to replace it."
            return
        self.done = True
        self.on_path(path)

    def refuse(self, why: str) -> None:
        """Stay open, with the reason why the path could not be used; `on_path` calls it."""
        self.done, self.browser.message = False, why
        self._field.take_keys()


def _stem(name: str) -> int:
    """Return the length of a file's name without its ending, which is what one types anew."""
    return len(name) - len(Path(name).suffix)
