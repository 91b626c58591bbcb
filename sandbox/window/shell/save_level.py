"""The dialog that chooses where to save a level, and under which title.

Under another name the level gets a title of its own, made from the name of the file, unless the user types one: two
levels with one title could not be told apart in the chooser.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from imgui_bundle import imgui

from sandbox.levels import library
from sandbox.window.ui.file_dialog import FileDialog, FolderShortcut
from sandbox.window.ui.file_list import Browser
from sandbox.window.ui.widgets import Ui


class SaveLevelDialog(FileDialog):
    """Chooses a path and a title. In its own file, if there is one, a level keeps its title; `why_not` is the reason
    why it keeps it anywhere, empty if it may change."""

    footer = 122.0

    def __init__(
        self, browser: Browser, places: tuple[FolderShortcut, ...], on_path: Callable[[Path], object], title: str,
        own: Path | None, why_not: str,
    ) -> None:  # fmt: skip
        super().__init__("Save the level as", "Save", browser, places, on_path)
        self._present, self._own = title, own
        self._typed: str | None = None  # the title that the user has typed
        self._why_not = why_not

    @property
    def level_title(self) -> str:
        """The title that the saved level gets."""
        if self._why_not:
            return self._present
        if self._typed is not None and self._typed.strip():
            return self._typed.strip()
        path = self.browser.path
        return self._present if path is None or path == self._own else library.title_of(path)

    def _name_row(self, ui: Ui) -> None:
        super()._name_row(ui)
        imgui.align_text_to_frame_padding()
        ui.text("Title")
        imgui.same_line(0.0, ui.px(10))
        if self._why_not:
            ui.faint(f"{self._present}. {self._why_not}")
            return
        imgui.set_next_item_width(-1.0)
        typed = self._typed if self._typed is not None else self.level_title
        changed, typed = imgui.input_text_with_hint("##title", library.title_of(self.browser.path or Path()), typed)
        ui.mark("files.title")
        if changed:
            self._typed = typed
