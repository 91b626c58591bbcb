"""The rows of the Arrange menu: actions that put parts in order, beside each other and one over the other."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.editing import arranging
from sandbox.editing.arranging import aligned, centred, distributed
from sandbox.editing.operations import Operations
from sandbox.window.build.edit_actions import edits
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, explained, keys
from sandbox.window.ui.icons import Icon

MENU: tuple[str | None, ...] = (
    "align_left", "align_right", "align_top", "align_bottom", "align_middle", "align_centre", None, "distribute_x",
    "distribute_y", None, "flip_over", "to_front", "to_back", None, "lock",
)  # fmt: skip


_AT_LEAST = {"distribute_x": "three parts", "distribute_y": "three parts"}
_ONE_OR_MORE = ("flip_over", "to_front", "to_back", "lock")


def feature(shell: Shell, operations: Operations) -> Feature:
    """Return the actions of the Arrange menu as a feature."""
    names = [name for name in MENU if name is not None]
    least = {name: _AT_LEAST.get(name, "one part" if name in _ONE_OR_MORE else "two parts") for name in names}
    reasons = {name: f"this needs at least {parts}: select them first, with Shift" for name, parts in least.items()}
    return Feature(actions=edits(shell, explained(_rows(shell, operations), reasons), names))


def _rows(shell: Shell, operations: Operations) -> tuple[Action, ...]:
    editor = shell.editor

    def selected(least: int) -> Callable[[], bool]:
        return lambda: shell.building() and not editor.running and len(editor.selection.parts) >= least

    def act(
        name: str, title: str, tip: str, key: str, least: int, how: arranging.How, edge_or_axis: int, icon: str = ""
    ) -> Action:
        return Action(name, title, lambda: operations.arrange(how, edge_or_axis), tip, keys(key), icon, selected(least))

    return (
        act("align_left", "Align left", "The left edges in one line", "Ctrl+Left", 2, aligned, arranging.LEFT,
            Icon.ALIGN_LEFT),
        act("align_right", "Align right", "The right edges in one line", "Ctrl+Right", 2, aligned, arranging.RIGHT,
            Icon.ALIGN_RIGHT),
        act("align_top", "Align tops", "The upper edges in one line", "Ctrl+Up", 2, aligned, arranging.TOP,
            Icon.ALIGN_TOP),
        act("align_bottom", "Align bottoms", "The lower edges in one line", "Ctrl+Down", 2, aligned, arranging.BOTTOM,
            Icon.ALIGN_BOTTOM),
        act("align_middle", "Align on an upright line", "The middles above each other", "Ctrl+Shift+Up", 2, centred,
            arranging.ACROSS, Icon.ALIGN_MIDDLE),
        act("align_centre", "Align on a level line", "The middles side by side", "Ctrl+Shift+Right", 2, centred,
            arranging.UP, Icon.ALIGN_CENTRE),
        act("distribute_x", "Distribute across", "The same gap from one to the next, from left to right",
            "Ctrl+Shift+H", 3, distributed, arranging.ACROSS, Icon.SPREAD),
        act("distribute_y", "Distribute upwards", "The same gap from one to the next, from bottom to top",
            "Ctrl+Shift+V", 3, distributed, arranging.UP, Icon.SPREAD_UP),
        Action("flip_over", "Flip over", lambda: operations.flip_over(), "Mirror top to bottom", keys("Shift+F"),
               Icon.FLIP_OVER, lambda: shell.building() and (bool(editor.selection.parts) or editor.dragging)),
        Action("to_front", "Bring to the front", lambda: operations.raise_(True), "Draw it over all other parts",
               keys("Ctrl+PageUp"), Icon.FRONT, selected(1)),
        Action("to_back", "Send to the back", lambda: operations.raise_(False), "Draw it behind all other parts",
               keys("Ctrl+PageDown"), Icon.BACK, selected(1)),
        Action("lock", lambda: "Unlock" if editor.selection.any_locked else "Lock", lambda: operations.lock(),
               "A locked part can't be moved, changed or deleted by mistake", keys("Ctrl+K"), Icon.LOCK, selected(1)),
    )  # fmt: skip
