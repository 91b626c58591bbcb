"""The menu of a click with the right button: the actions that fit the thing under the pointer."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.widgets import Rect, Ui

Names = tuple[str | None, ...]
PART: Names = (
    "cut", "copy", "duplicate", "delete", None, "flip", "flip_over", "turn_left", "turn_right", None, "to_front",
    "to_back", "lock", "group", "ungroup", None, "link_here", None, "belongs", "to_stock", "hint_here", None,
    "why", "trails", "plot", None, "what_sets_it_off", "what_it_sets_off", "favourite", "about_part",
)  # fmt: skip
LINK: Names = ("delete", None, "belongs", "hint_here", None, "favourite", "about_part")
RUNNING: Names = ("press", None, "why", "trails", "plot", None, "about_part")
GROUND: Names = ("paste", "select_all", None, "fit", "grid", "snap", None, "run", "stop")
_POPUP = "context"


class ContextMenu:
    """Opens at the pointer and draws the menu. Actions that can't be done now are left out."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self._asked = False
        self._names: Names = ()

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("scene", self.draw, 60),), forget=self.close)

    def ask(self) -> None:
        """Open the menu with the next frame, for the part or link under the pointer, which is selected."""
        editor = self.shell.editor
        target = editor.hover if editor.hover.what in ("part", "port", "link") else None
        if target is None:
            fitting = GROUND
        else:
            editor.selection.choose(target.id, False)
            still = not editor.running and not self.shell.workspace.document.in_past
            fitting = RUNNING if not still else LINK if target.what == "link" else PART
        self._names = self._possible(fitting)
        self._asked = bool(self._names)

    def close(self) -> None:
        """Close the menu, and forget one that was asked for: it was about another document."""
        self._asked, self._names = False, ()

    def _possible(self, names: Names) -> Names:
        """Leave out actions that are impossible now, and lines that then part nothing."""
        left: list[str | None] = []
        for name in names:
            if name is None and (not left or left[-1] is None):
                continue
            if name is None or self.ui.actions[name].enabled():
                left.append(name)
        return tuple(left[:-1] if left and left[-1] is None else left)

    def draw(self, _canvas: Rect) -> None:
        if self._asked:
            self._asked = False
            imgui.open_popup(_POPUP)
        if not imgui.begin_popup(_POPUP):
            return
        if not self._names:
            imgui.close_current_popup()
        self.ui.cover()
        chosen = self.ui.items(self._names, "context")
        imgui.end_popup()
        if chosen is not None:
            chosen.run()
