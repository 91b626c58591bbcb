"""The choice of the things that parts snap to, in the View menu and on the sheet of settings."""

from __future__ import annotations

from typing import Any

from sandbox.editing.snapping import Snaps
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Option, Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.workspace.settings import Preferences

_LABELS = {"grid": "The grid", "edges": "Edges and middles of parts", "angles": "Angles"}


class Snapping:
    """Switches each kind of snapping, which is remembered."""

    def __init__(self, shell: Shell, preferences: Preferences) -> None:
        self.shell, self.preferences = shell, preferences
        shell.editor.snap = preferences.snaps

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(actions=self._actions(), settings=(self._setting(),), state=self._state)

    def _state(self) -> dict[str, Any]:
        return {"snap": list(self.shell.editor.snap)}

    def _actions(self) -> tuple[Action, ...]:
        building, editor = self.shell.building, self.shell.editor
        return (
            Action("snap", "Snap", self.toggle, "Line up with the grid and with other parts (Alt suspends it)",
                   keys("S"), Icon.SNAP, building, lambda: bool(editor.snap)),
            Action("snap_grid", "Snap to the grid", lambda: self.toggle("grid"),
                   "Positions and sizes in whole steps", keys("Shift+G"), "", building, lambda: editor.snap.grid),
            Action("snap_edges", "Snap to edges and middles", lambda: self.toggle("edges"),
                   "Line up with the edges and middles of other parts; gears come into mesh", keys("Shift+S"), "",
                   building, lambda: editor.snap.edges),
            Action("snap_angles", "Snap to angles", lambda: self.toggle("angles"),
                   "The turning handle goes in steps of 15\N{DEGREE SIGN}", keys("Shift+A"), "", building,
                   lambda: editor.snap.angles),
        )  # fmt: skip

    def _setting(self) -> Setting:
        def option(name: str) -> Option:
            return Option(
                f"snap.{name}", _LABELS[name], "Alt suspends it while dragging",
                lambda: bool(getattr(self.shell.editor.snap, name)), lambda: self.toggle(name),
            )  # fmt: skip

        return Setting("snap", "Snap to", tuple(option(name) for name in Snaps._fields))

    def toggle(self, name: str = "") -> None:
        """Switch one kind of snapping, or all of them."""
        editor = self.shell.editor
        editor.snap = self.preferences.switch_snap(name)
        on = [title for title, is_on in zip(("the grid", "edges", "angles"), editor.snap, strict=True) if is_on]
        self.shell.workspace.messages.say(f"snapping to {', '.join(on)}" if on else "no snapping")
