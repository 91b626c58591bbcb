"""The view of the scene: zoom, pan, going to parts and to overlaps; the ruled paper, and panels that fold away."""

from __future__ import annotations

from typing import Any

from sandbox.editing.operations import Operations
from sandbox.editing.overlap_watch import sentence_about
from sandbox.machine.overlaps import Overlap
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

PAN = 0.1  # of the canvas, for each arrow key while nothing is selected


class Viewing:
    """Moves the camera, for the actions of the View menu and the arrow keys."""

    def __init__(self, shell: Shell, operations: Operations) -> None:
        self.shell, self.operations = shell, operations
        self.grid = shell.workspace.settings.now.grid

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building = self.shell.building
        actions = (
            Action("zoom_in", "Zoom in", lambda: self.zoom(1.25), "Closer; or turn the wheel", keys("+", "Shift++"),
                   Icon.ZOOM_IN, building),
            Action("zoom_out", "Zoom out", lambda: self.zoom(0.8), "Farther away; or turn the wheel", keys("-"),
                   Icon.ZOOM_OUT, building),
            Action("fit", "Show everything", self.fit, "The whole level", keys("0", "Home"), Icon.FIT, building),
            Action("show_overlap", "Show the overlap", self.show_overlap,
                   "Go to parts that overlap and would be torn apart; once more: to the next", keys("O"), Icon.WARNING,
                   lambda: building() and bool(self.overlaps), why=lambda: "no parts overlap here"),
            Action("grid", "Grid", self.toggle_grid, "Show the grid", keys("G"), Icon.GRID, building,
                   lambda: self.grid),
            self._fold("palette", "parts", "F3", True), self._fold("side", "level and settings", "F4", False),
        )  # fmt: skip
        paper = Setting.switch("grid", "Paper", "Show the grid", "Lines every centimetre, decimetre and metre",
                               lambda: self.grid, self.toggle_grid)  # fmt: skip
        return Feature(actions=actions, settings=(paper,), before_scene=self._show_grid, state=self._state)

    def _state(self) -> dict[str, Any]:
        return {"grid": self.grid, "overlaps": [[overlap.a, overlap.b] for overlap in self.overlaps]}

    def _show_grid(self) -> None:
        self.shell.view.canvas.grid = self.grid

    def toggle_grid(self) -> None:
        """Show the grid, or hide it."""
        self.grid = not self.grid
        self.shell.workspace.settings.remember(grid=self.grid)

    def _fold(self, panel: str, title: str, key: str, at_left: bool) -> Action:
        """Return the action that folds a panel away and unfolds it."""
        shell = self.shell

        def icon() -> str:
            return Icon.LEFTWARDS if at_left != (panel in shell.folded) else Icon.RIGHTWARDS

        return Action(
            f"fold_{panel}", f"Panel of {title}", lambda: shell.fold(panel),
            f"Show the panel at the {'left' if at_left else 'right'}, or fold it away for more of the scene", keys(key),
            icon, shell.building, lambda: panel not in shell.folded,
        )  # fmt: skip

    def zoom(self, factor: float) -> None:
        """Zoom about the middle of the canvas."""
        view, camera = self.shell.view, self.shell.view.camera
        middle = camera.left + camera.width / 2, camera.bottom + camera.height / 2
        view.zoom_at(*middle, factor, self.shell.workspace.document.design)

    def pan(self, across: int, up: int) -> None:
        """Move the view by a tenth of its size."""
        view = self.shell.view
        dx, dy = -across * PAN * view.camera.width, -up * PAN * view.camera.height
        view.pan(dx, dy, self.shell.workspace.document.design)

    def fit(self) -> None:
        self.shell.view.fit(self.shell.workspace.document.design)

    def walk(self, step: int) -> None:
        """Select the next part and bring it into view."""
        shell = self.shell
        self.operations.select_next(step)
        box = shell.editor.selection.box
        if box is not None and not shell.editor.running:
            shell.view.bring_in(box)

    @property
    def overlaps(self) -> tuple[Overlap, ...]:
        """The places where parts, also those in the hand, sink into each other too deeply to be run."""
        editor = self.shell.editor
        return editor.overlap_watch.look(editor.preview.parts)

    def show_overlap(self) -> None:
        """Select the parts of an overlap, the next one on each call, and bring them into view.

        A new part in the hand is not among them: it is let go of.
        """
        editor = self.shell.editor
        placed = editor.design.part_by_id
        overlaps = [overlap for overlap in self.overlaps if overlap.a in placed and overlap.b in placed]
        pairs = [(overlap.a, overlap.b) for overlap in overlaps]
        if pairs:
            current = next((n for n, pair in enumerate(pairs) if pair == editor.selection.ids), -1)
            chosen = overlaps[(current + 1) % len(overlaps)]
            editor.cancel()
            editor.selection.ids = (chosen.a, chosen.b)
            self.shell.view.show_place(chosen.x, chosen.y)
            self.shell.workspace.messages.say(sentence_about(editor.design, chosen), "refused")
