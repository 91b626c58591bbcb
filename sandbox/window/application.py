"""The application: the shell with everything around it, put together for one window.

It holds the parts together: `features` do what actions ask for, `panels` and `frames` draw, `inputs` feeds it events.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.window.events.inputs import Inputs
from sandbox.window.frame.features import MENUS, Features
from sandbox.window.frame.panels import Panels
from sandbox.window.frame_drawer import FrameDrawer
from sandbox.window.shell.shell import Shell
from sandbox.workspace.workspace import Workspace


class Application(Shell):
    """The shell with its features, its panels and the handlers of its window's events."""

    def __init__(self, window: Any, workspace: Workspace, scale: float = 1.0) -> None:
        super().__init__(window, workspace, scale)
        self.closed = False
        self._drawing = False
        self.features = Features(self, scale, self.show_chooser, self.close)
        self.panels = Panels(self, self.features)
        self.inputs = Inputs(self, self.features, self.frame)  # pyglet holds its handlers only weakly
        self.registered = (self.inputs.mouse.feature(), *self.features.rows, self.panels.feature())
        self.editor.extras = self.features.author
        self.actions.fill(tuple(action for row in self.registered for action in row.actions), MENUS)
        self.features.help.read_keys()
        self.toasts.pass_over()  # messages until now are in the status line
        self.frames = FrameDrawer(self, self.panels)

    def frame(self, leftover: float) -> None:
        """Draw one frame; `leftover` is the time since the last tick in seconds."""
        self._drawing = True
        try:
            self.frames.draw(leftover)
        finally:
            self._drawing = False
        if self.closed:
            self.window.close()

    def show_chooser(self) -> None:
        """Show the first screen; a machine that runs is paused."""
        self.editor.cancel()
        self.features.chooser.refresh()
        self.screen = "chooser"
        if self.workspace.document.session.running:
            self.workspace.gate.pause()

    def close(self) -> None:
        """Close the window, which ends the loop and the session."""
        if not self.closed:
            self.closed = True
            self.features.close()
            if not self._drawing:  # else when this frame is drawn: a closed window takes its context along
                self.window.close()


def make(window: Any, workspace: Workspace, target: Path | None, scale: float | None = None) -> Application:
    """Put an application in a window, with a workspace in which `target` has been opened; without one, the chooser."""
    app = Application(window, workspace, window.scale if scale is None else scale)
    care = app.features.documents.care
    if target is not None and workspace.document.file.path is not None:
        app.features.documents.remember(workspace.document.file.path)
    if target is None:
        app.show_chooser()  # the first screen shows the sessions that were cut off
        newest = app.features.chooser.shelf.unfinished[:1]
        if newest and newest[0].crashed:
            care.offer(newest[0])
    elif workspace.recovery.crashed(target):
        app.show_chooser()
        app.features.documents.open_path(target)
    elif unfinished := workspace.recovery.unfinished():
        care.offer(unfinished[0])
    else:
        workspace.tries.bring_back()
    return app
