"""The ruled paper, and what parts snap to: chosen in the View menu and on the sheet of settings."""

from __future__ import annotations

from sandbox.editing.snapping import Snaps
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Option, Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

_LABELS = {"grid": "The grid", "edges": "Edges and middles of parts", "angles": "Angles"}


class Snapping:
    """Shows the grid, and switches each kind of snapping; both are remembered."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.grid = shell.workspace.settings.now.grid

    def feature(self) -> Feature:
        """Return what this gives to the window."""
        return Feature(
            actions=self._actions(), settings=self._settings(), before_scene=self._show_grid,
            state=lambda: {"grid": self.grid, "snap": list(self.shell.editor.snap)},
        )  # fmt: skip

    def _actions(self) -> tuple[Action, ...]:
        building, editor = self.shell.building, self.shell.editor
        return (
            Action("grid", "Grid", self.toggle_grid, "Show the grid", keys("G"), Icon.GRID, building,
                   lambda: self.grid),
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

    def _settings(self) -> tuple[Setting, ...]:
        def option(name: str) -> Option:
            return Option(
                f"snap.{name}", _LABELS[name], "Alt suspends it while dragging",
                lambda: bool(getattr(self.shell.editor.snap, name)), lambda: self.toggle(name),
            )  # fmt: skip

        return (
            Setting.switch("grid", "Paper", "Show the grid", "Lines every centimetre, decimetre and metre",
                           lambda: self.grid, self.toggle_grid),
            Setting("snap", "Snap to", tuple(option(name) for name in Snaps._fields)),
        )  # fmt: skip

    def toggle_grid(self) -> None:
        """Show the grid, or hide it."""
        self.grid = not self.grid
        self.shell.workspace.settings.remember(grid=self.grid)

    def toggle(self, name: str = "") -> None:
        """Switch one kind of snapping, or all of them."""
        editor = self.shell.editor
        editor.snap = self.shell.preferences.switch_snap(name)
        on = [title for title, is_on in zip(("the grid", "edges", "angles"), editor.snap, strict=True) if is_on]
        self.shell.workspace.messages.say(f"snapping to {', '.join(on)}" if on else "no snapping")

    def _show_grid(self) -> None:
        self.shell.view.canvas.grid = self.grid
