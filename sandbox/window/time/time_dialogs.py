"""Dialogs about time: bookmarks with their names, and branches to compare, rename and return to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.errors import BadFile
from sandbox.recording import fingerprint, reader
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui
from sandbox.workspace.past import branches
from sandbox.workspace.past.branches import Branch
from sandbox.workspace.past.playhead import Bookmark


class Bookmarks(Dialog):
    """The bookmarks of this session: rename them, jump to them, remove them."""

    name = "bookmarks"
    width = 520.0

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell

    def draw(self, ui: Ui) -> None:
        past = self.shell.workspace.document.past
        ui.bold("Bookmarks", 19.0)
        if not past.bookmarks:
            ui.faint("There is none yet. K sets one where you are.")
        for nth, bookmark in enumerate(list(past.bookmarks)):
            self._row(ui, nth, bookmark)
        ui.space(6)
        if ui.button("bookmarks.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.accept()

    def _row(self, ui: Ui, nth: int, bookmark: Bookmark) -> None:
        past = self.shell.workspace.document.past
        imgui.set_next_item_width(ui.px(220))
        changed, name = imgui.input_text(f"##bookmark{nth}", bookmark.name)
        ui.mark(f"bookmark.{nth}.name")
        if changed:
            past.rename(bookmark, name)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        ui.faint(past.history.said(past.history.at(bookmark.place)))
        imgui.same_line(ui.px(360))
        if ui.button(f"bookmark.{nth}.go", "Go there", "Show that moment"):
            self.shell.workspace.travel.look_at(bookmark.place)
            self.accept()
        imgui.same_line()
        if ui.button(f"bookmark.{nth}.remove", Icon.TRASH, "Take this bookmark away"):
            past.bookmarks.remove(bookmark)


class Branches(Dialog):
    """All branches of the open session: the current one, and those that were left."""

    name = "branches"
    width = 720.0

    def __init__(self, shell: Shell, enter: Callable[[Branch], None], show_ghost: Callable[[Path, str], bool]) -> None:
        super().__init__()
        self.shell = shell
        self.enter = enter
        self.show_ghost = show_ghost
        self.compared: tuple[str, list[str]] = ("", [])
        self._found: list[Branch] = []
        self._told: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._refresh()

    def _refresh(self) -> None:
        workspace = self.shell.workspace
        workspace.document.flush()
        self._found = workspace.document.tree.branches()
        for branch in self._found:
            key = str(branch.path)
            self._names.setdefault(key, branch.note.name)
            if key not in self._told:
                self._told[key] = _about(branch)

    def draw(self, ui: Ui) -> None:
        ui.bold("Branches", 19.0)
        ui.faint("When you go back and resume from there, what came after is kept here as a recording of its own.")
        ui.space(4)
        for nth, branch in enumerate(list(self._found)):
            self._row(ui, nth, branch)
        name, lines = self.compared
        if lines:
            ui.space(4)
            ui.heading(f"This one, and '{name}'", Icon.DIFFERS)
            for line in lines:
                ui.text(line)
        ui.space(6)
        if ui.button("branches.close", "Close", size=(ui.px(90), ui.px(32)), primary=True):
            self.accept()

    def _row(self, ui: Ui, nth: int, branch: Branch) -> None:
        workspace, key = self.shell.workspace, str(branch.path)
        is_current = branch.path == workspace.document.recording_path
        ui.icon(Icon.POINTER if is_current else Icon.BRANCH, Colour.ACCENT_DEEP if is_current else Colour.FAINT)
        imgui.set_next_item_width(ui.px(200))
        _, self._names[key] = imgui.input_text(f"##branch{nth}", self._names[key])
        ui.mark(f"branch.{nth}.name")
        if imgui.is_item_deactivated_after_edit():
            self._rename()
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        ui.faint("this one" if is_current else self._told[key])
        if is_current:
            return
        imgui.same_line(ui.px(430))
        if ui.button(f"branch.{nth}.enter", "Return to it", "Leave this one, which is kept, and go on there"):
            self.accept()
            self.enter(branch)
        imgui.same_line()
        if ui.button(f"branch.{nth}.compare", Icon.DIFFERS, "The first command and the first moment that differ"):
            self._compare(branch)
        imgui.same_line()
        if ui.button(f"branch.{nth}.ghost", Icon.GHOST, "Draw it over this one, wherever the two differ"):
            self.accept()
            self.show_ghost(branch.path, branch.note.name)

    def _rename(self) -> None:
        """Rename branches as typed."""
        for branch in self._found:
            if self._names[str(branch.path)] != branch.note.name:
                self.shell.workspace.document.tree.rename(branch, self._names[str(branch.path)])
        self._refresh()
        self._names = {str(branch.path): branch.note.name for branch in self._found}

    def accept(self) -> None:
        self._rename()
        super().accept()

    def _compare(self, branch: Branch) -> None:
        current = self.shell.workspace.document.recording_path
        if current is None:
            return
        self.shell.workspace.document.flush()
        try:
            self.compared = branch.note.name, branches.compared(current, branch.path)
        except (BadFile, OSError) as error:
            self.compared = branch.note.name, [str(error)]


def _about(branch: Branch) -> str:
    """Describe a branch: its length, and whether it was solved."""
    try:
        branch_recording = reader.read(branch.path)
    except (BadFile, OSError):
        return "can't be read"
    marks = branch_recording.marks_of(fingerprint.arithmetic()) or ()
    won = ", solved" if any(mark.what == "won" for mark in marks) else ""
    return f"{branches.length(branch_recording)}{won}"
