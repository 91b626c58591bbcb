"""The shell: all that panels, dialogs and actions share, whatever else the window has.

A plain holder that stands below all of them. Each gets by name the few things that it needs beyond it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox.design.design import Design, empty_design, new_design
from sandbox.editing import picking
from sandbox.editing.editor import Editor
from sandbox.editing.keys import Modifiers
from sandbox.editing.operations import Operations
from sandbox.editing.toolbox import Toolbox
from sandbox.levels import library
from sandbox.sound.controls import SoundControls
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.loop import FrameRate, PacedLoop
from sandbox.window.shell.toasts import Toasts
from sandbox.window.shell.view import View
from sandbox.window.ui.action import Actions
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.imgui_host import Host
from sandbox.window.ui.keymap import Keymap
from sandbox.window.ui.textures import Picture, Pictures
from sandbox.window.ui.theme import Theme
from sandbox.window.ui.widgets import Ui
from sandbox.workspace.records import LevelRecord, Records
from sandbox.workspace.settings import Preferences
from sandbox.workspace.workspace import Workspace

LOOK_S = 0.1  # between two looks at what goes on beside the window
FRAME_NS = 20_000_000  # long enough for a frame to fall into it


class Shell:
    """The workspace, the editor, the view and the interface of one window, and what is shown now.

    `scale` is how many pixels an interface pixel takes on this screen.
    """

    def __init__(self, window: Any, workspace: Workspace, scale: float) -> None:
        self.window = window
        self.workspace = workspace
        self.scale = scale
        self.loop: PacedLoop | None = None
        self._watched: set[Callable[[], bool]] = set()
        self.screen = "editor"  # or "chooser"
        self._dialog: Dialog | None = None
        self.left_down = False  # the left mouse button; `inputs` keeps this and the next two
        self.held = Modifiers()
        self.held_at_click = Modifiers()  # at the last release of a button, which a later frame answers
        self.host = Host(window, self._covers)
        self.view = View(scale)
        self.pictures = Pictures(scale)
        self.preferences = Preferences(workspace.settings)
        self.records = Records(workspace.data)
        self.sound_controls = SoundControls(workspace)
        self.frame_rate = FrameRate()
        self.actions = Actions()
        self.keymap = Keymap(self.actions, workspace.settings.path.parent)
        self.registered: tuple[Feature, ...] = ()  # by the application, which fills the table of actions, too
        self.ui = Ui(Theme(scale), self.actions)
        self.toasts = Toasts(workspace, self.actions, lambda: self.outcome, self.building)
        self.editor = Editor(workspace, self.toasts.tell)
        self.editor.snap = self.preferences.snaps
        self.operations = Operations(self.editor)
        self.toolbox = Toolbox(self.editor)
        self._dismissed: int | None = None  # the start of the run whose outcome has been closed

    def _covers(self, x: float, y: float) -> bool:
        return self.screen != "editor" or self.dialog is not None or self.ui.covers(x, y)

    @property
    def dialog(self) -> Dialog | None:
        """The modal that is open."""
        return self._dialog

    @dialog.setter
    def dialog(self, dialog: Dialog | None) -> None:
        self._dialog = dialog
        if dialog is not None:
            self.host.expect_field()

    def building(self) -> bool:
        """True while the keys belong to the editor."""
        return self.screen == "editor" and self.dialog is None

    def stir(self) -> None:
        """Ask for another frame."""
        if self.loop is not None:
            self.loop.stir()

    def draw_once(self) -> None:
        """Ask for one frame, with the interface laid out anew."""
        self.host.stir()
        if self.loop is not None:
            self.loop.stir(FRAME_NS)

    def watch(self, goes_on: Callable[[], bool], every_s: float = LOOK_S, draws: bool = True) -> None:
        """Look now and then at work beside the window, for which nothing else may ask for a frame, until it is over.

        What is watched already is not watched twice. Without an event loop nothing is.

        Args:
            goes_on: takes in the news, and tells whether there will be more.
            draws: a frame is drawn after each look; else `goes_on` asks for those that are worth it.
        """
        if self.loop is None or goes_on in self._watched:
            return
        clock = self.loop.clock
        self._watched.add(goes_on)

        def look(_seconds: float) -> None:
            if not goes_on():
                self._watched.discard(goes_on)
                clock.unschedule(look)
            if draws:
                self.draw_once()

        clock.schedule_interval(look, every_s)

    # -- the document

    @property
    def document_title(self) -> str:
        return f"{self.workspace.document.title}{' *' if self.workspace.document.dirty else ''}"

    @property
    def can_go_back(self) -> bool:
        """True if there is a document worth going back to from the chooser."""
        document = self.workspace.document
        is_built = document.design not in (empty_design(), new_design())
        return document.file.path is not None or document.watching or is_built

    def hide_chooser(self) -> None:
        self.screen = "editor"

    @property
    def kind_in_question(self) -> str | None:
        """The kind that the action "about this part" describes: the armed, selected or hovered one."""
        editor = self.editor
        if editor.armed is not None:
            item = editor.design.stock_items.get(editor.armed)
            return item.kind if item is not None else editor.armed
        for chosen in (editor.selection.link, *editor.selection.parts):
            if chosen is not None:
                return chosen.kind
        hovered = editor.design.part_by_id.get(editor.hover.id)
        return hovered.kind if hovered is not None else None

    @property
    def outcome(self) -> str:
        """The word won or lost, while that run goes on and the card has not been closed; else open."""
        session = self.workspace.document.session
        is_live = session.running and not self.workspace.document.in_past
        if not is_live or self._dismissed == session.start_tick:
            return "open"
        return session.outcome

    def dismiss_outcome(self) -> None:
        """Close the card of the outcome of this run."""
        self._dismissed = self.workspace.document.session.start_tick

    def show_outcome(self) -> None:
        """Let outcomes be shown again, because another document is there."""
        self._dismissed = None

    # -- the pointer

    def over_canvas(self, x: float, y: float) -> bool:
        """Tell whether a window pixel (y up) shows canvas that nothing covers."""
        down = self.window.height - y
        return self.screen == "editor" and self.view.camera.sees(x, y) and not self.host.over(x, down)

    def drop(self) -> None:
        """End a drag out of the palette at the pointer."""
        if self.editor.pointer is not None:
            self.editor.release(self.editor.pointer, self.held, self.view.reach)
        else:
            self.editor.cancel()

    def record_of(self, path: Path, level: Design) -> LevelRecord:
        """Return the best runs and the stars of the user in a level."""
        return self.records.of(path, level, library.key_of(path) in self.workspace.wins.solved)

    # -- the view

    def level_picture(self, path: Path, design: Design) -> Picture | None:
        return self.pictures.level(path, design, lambda camera, level: camera.fit(picking.box_of_level(level), 0.02))

    def show_part(self, part: int) -> None:
        """Select a part and bring it into view."""
        if part in self.editor.design.part_by_id:
            self.editor.selection.ids = (part,)
            self.view.bring_in(picking.box_of(self.editor.design.part_by_id[part]))

    @property
    def folded(self) -> tuple[str, ...]:
        """Names of the panels that are folded away."""
        return self.workspace.settings.now.folded

    def fold(self, panel: str) -> None:
        """Fold a panel away, or unfold it."""
        others = tuple(name for name in self.folded if name != panel)
        self.workspace.settings.remember(folded=others if panel in self.folded else (*others, panel))

    def unfold(self, panel: str) -> None:
        """Unfold a panel, because something in it is to be seen."""
        if panel in self.folded:
            self.fold(panel)
