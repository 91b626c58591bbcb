"""The levels and recordings that were opened or saved last, to be opened again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from imgui_bundle import imgui

from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import Ui

MOST = 10  # files


def with_latest(recent: Sequence[str], path: Path) -> tuple[str, ...]:
    """Return the list with a path at its head, once, and no longer than it may be.

    A name that is no text (bytes of another encoding) can't be kept in the settings and changes nothing.
    """
    latest = str(path.absolute())
    if any("\ud800" <= character <= "\udfff" for character in latest):
        return tuple(recent)
    return (latest, *(other for other in recent if other != latest))[:MOST]


class Recent(Dialog):
    """A button for each file that is still there, the latest first."""

    name = "recent"
    width = 560.0

    def __init__(self, paths: Sequence[str], on_path: Callable[[Path], object], title: str = "Open recent") -> None:
        super().__init__()
        self.title = title
        files = [path for path in map(Path, paths) if path.is_file()]
        self.paths, self.more = files[:MOST], len(files[MOST:])
        self.on_path = on_path

    def draw(self, ui: Ui) -> None:
        ui.bold(self.title, 19.0)
        if not self.paths:
            ui.faint("Nothing has been opened or saved yet that is still there.")
        chosen: Path | None = None
        for nth, path in enumerate(self.paths):
            icon = Icon.FILM if path.suffix == ".replay" else Icon.FILE
            if ui.button(f"recent.{nth}", f"{icon}  {path.name}", str(path)):
                chosen = path
            imgui.same_line()
            ui.faint(str(path.parent))
        if self.more:
            ui.faint(f"and {self.more} more, for which there is no room here")
        ui.space(6)
        if ui.button("recent.cancel", "Cancel", size=(ui.px(90), ui.px(32))):
            self.cancel()
        if chosen is not None:
            self.done = True
            self.on_path(chosen)
