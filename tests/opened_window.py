"""The program's window as a process of its own, which prints its state thirty times a second.

`load` reads all modules that the window needs, without a display: a process that has done so can be copied for each
window, as a copy can't share a connection to a display.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

CODE = "from tests.opened_window import main\n\nmain()\n"  # what Python is started with
STATES_EVERY = 0.03  # s
WITH_DISPLAY = {"PYGLET_HEADLESS": None, "PYGLET_DEBUG_GL": "false"}  # variables of its environment; None: not there
_MODULES = (
    "pyglet.window", "sandbox.window.x11.screens", "sandbox.window.x11.window", "sandbox.window.desktop",
    "sandbox.window.splash", "sandbox.window.application", "sandbox.window.shell.loop", "sandbox.window.state",
    "sandbox.workspace.watchdog",
)  # fmt: skip


def load() -> None:
    """Import what a window needs. pyglet's shadow window is left out: it is on a display."""
    import pyglet

    pyglet.options.shadow_window = False
    for name in _MODULES:
        importlib.import_module(name)


def take_up() -> None:
    """Get in a copy what `load` has left out, or what copies can't have in common."""
    import pyglet

    from sandbox.window.x11 import screens

    pyglet.app.platform_event_loop = type(pyglet.app.platform_event_loop)()  # with a pipe of its own, that wakes it
    pyglet.options.shadow_window, pyglet.options.dpi_scaling = True, "scaled"
    screens.mend()
    pyglet.gl._create_shadow_window()


def report(state: dict[str, Any]) -> None:
    """Print a state of the program."""
    os.environ.pop("GALLIUM_NOOP", None)  # what it starts, like the maker of a film, draws
    print(json.dumps(state), flush=True)


def main() -> None:
    """Open the window. Its arguments: the user's folder, and the level or recording to open, if there is one."""
    from sandbox.window import desktop

    target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    desktop.main(target, Path(sys.argv[1]), report=report, report_every=STATES_EVERY)
    print("CLOSED", flush=True)
