"""The shell: what every feature of a window needs, whatever else the window has.

It stands below all of them. What only some need is made beside the features, and handed to those.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox.editing.editor import Editor
from sandbox.editing.keys import Modifiers
from sandbox.window.shell.feature import Feature, FrameHooks
from sandbox.window.shell.loop import PacedLoop
from sandbox.window.shell.outcome import ShownOutcome
from sandbox.window.shell.toasts import Toasts
from sandbox.window.shell.view import View
from sandbox.window.ui.action import Actions
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.imgui_host import Host
from sandbox.window.ui.textures import Pictures
from sandbox.window.ui.theme import Theme
from sandbox.window.ui.widgets import Ui
from sandbox.workspace.workspace import Workspace

LOOK_S = 0.1  # between two looks at what goes on beside the window
FRAME_NS = 20_000_000  # long enough for a frame to fall into it


class Shell:
    """The workspace, the editor, the view and the interface of one window, and which screen and dialog are shown.

    `scale` is how many pixels an interface pixel takes on this screen at first.
    """

    def __init__(self, window: Any, workspace: Workspace, scale: float) -> None:
        self.window = window
        self.workspace = workspace
        self.loop: PacedLoop | None = None
        self._watched: set[Callable[[], bool]] = set()
        self.screen = "editor"  # or "chooser"
        self._dialog: Dialog | None = None
        self.held = Modifiers()  # the modifier keys that are down; `inputs` keeps this and the next
        self.held_at_click = Modifiers()  # at the last release of a button, which a later frame answers
        self.host = Host(window, self._covers)
        self.view = View(scale)
        self.pictures = Pictures(scale)
        self.actions = Actions()
        self._registered: tuple[Feature, ...] = ()
        self.hooks = FrameHooks()
        self.ui = Ui(Theme(scale), self.actions)
        self.outcome = ShownOutcome(workspace)
        self.toasts = Toasts(workspace, self.actions, lambda: self.outcome.word, self.building)
        self.editor = Editor(workspace, self.toasts.tell)

    def _covers(self, x: float, y: float) -> bool:
        return self.screen != "editor" or self.dialog is not None or self.ui.covers(x, y)

    @property
    def registered(self) -> tuple[Feature, ...]:
        """The rows of all features, which the application sets; it fills the table of actions, too."""
        return self._registered

    @registered.setter
    def registered(self, features: tuple[Feature, ...]) -> None:
        self._registered, self.hooks = features, FrameHooks(features)

    @property
    def opens(self) -> dict[str, Callable[[Path], object]]:
        """What opens a file that is neither a level nor a recording, by its suffix in small letters."""
        return {suffix: opens for feature in reversed(self._registered) for suffix, opens in feature.opens.items()}

    @property
    def dialog(self) -> Dialog | None:
        """The modal that is open."""
        return self._dialog

    @dialog.setter
    def dialog(self, dialog: Dialog | None) -> None:
        self._dialog = dialog
        if dialog is not None:
            self.host.expect_answer()

    def building(self) -> bool:
        """True while the keys belong to the editor."""
        return self.screen == "editor" and self.dialog is None

    def hide_chooser(self) -> None:
        self.screen = "editor"

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

    # -- panels that are folded away

    @property
    def folded(self) -> tuple[str, ...]:
        """Names of the panels that are folded away."""
        return self.workspace.settings.now.folded

    def fold(self, panel: str) -> None:
        """Fold a panel away, or unfold it."""
        others = tuple(name for name in self.folded if name != panel)
        self.workspace.settings.remember(folded=others if panel in self.folded else (*others, panel))

    def unfold(self, panel: str) -> None:
        """Unfold a panel, for what it shows."""
        if panel in self.folded:
            self.fold(panel)
