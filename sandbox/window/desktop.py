"""The desktop program: `main` opens the window, runs it, and reports in one sentence if it can't."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import Refused, is_interrupt
from sandbox.loading import without_collector
from sandbox.recording import user_folders
from sandbox.render.colours import PALETTES
from sandbox.render.pictures import graphics_advice, offscreen

if TYPE_CHECKING:
    from sandbox.window.shell.loop import PacedLoop
    from sandbox.workspace.workspace import Workspace

TITLE = "Contraption sandbox"
WIDTH, HEIGHT = 1440, 860
SMALLEST = (860, 560)
ROOM = 0.95  # of the screen: the title bar and the task bar need some
REPORT_EVERY = 0.1  # s

_NO_DISPLAY = (
    "there is no display to open a window on; run it in a desktop session, or use the commands that need none "
    "(`sandbox --help`)"
)
_NO_X = "this desktop shows no windows of X11 programs, as this is one; on Debian or Ubuntu: apt-get install xwayland"

Report = Callable[[dict[str, Any]], None]


def main(
    target: Path | None = None,
    data_dir: Path | None = None,
    report: Report | None = None,
    report_every: float = REPORT_EVERY,
) -> int:
    """Open the window with a level or recording, or with the level chooser; return when it is closed.

    `data_dir` replaces the user's usual folder, also for settings. `report` is called with the state of the program
    every `report_every` seconds.

    Raises:
        Refused: there is no display, or no OpenGL; or the level can't be opened.
    """
    if sys.platform.startswith("linux") and not _has_display():
        raise Refused(_NO_DISPLAY if not os.environ.get("WAYLAND_DISPLAY") else _NO_X)
    with without_collector():
        from sandbox.workspace.watchdog import Watchdog
        from sandbox.workspace.workspace import Workspace

    folder, settings = data_dir or user_folders.data_dir(), data_dir or user_folders.config_dir()
    workspace = Workspace(folder, config=settings, watchdog=Watchdog())
    try:
        if target is not None and not workspace.recovery.crashed(target) and not workspace.files.open(target):
            assert workspace.messages.latest is not None
            raise Refused(workspace.messages.latest.text)
        with without_collector():
            loop = _start(workspace, target, report, report_every)
        loop.run()
    except (Refused, KeyboardInterrupt):
        workspace.close("interrupted")
        raise
    except Exception as error:
        if is_interrupt(error):
            workspace.close("interrupted")
        else:  # a bug: the next start offers to go on
            workspace.recovery.abandon()
        raise
    workspace.close()
    return 0


def _start(workspace: Workspace, target: Path | None, report: Report | None, report_every: float) -> PacedLoop:
    """Open the window, with all that it needs, and return its loop."""
    window = _open_window()
    from sandbox.window.splash import Splash

    splash = Splash(window, PALETTES[workspace.settings.now.theme], window.scale)
    splash.show(0.1, "Loading the workshop\N{HORIZONTAL ELLIPSIS}")  # before the window is seen: it would be black
    window.set_visible(True)
    splash.show(0.1, "Loading the workshop\N{HORIZONTAL ELLIPSIS}")
    from sandbox.window.application import make
    from sandbox.window.shell.loop import PacedLoop
    from sandbox.window.state import state

    splash.show(0.5, "Drawing the parts\N{HORIZONTAL ELLIPSIS}")
    app = make(window, workspace, target)
    splash.show(0.9, "Almost there\N{HORIZONTAL ELLIPSIS}")
    app.features.lesson.first_start(opened=target is not None)
    app.loop = loop = PacedLoop(window, workspace, app.frame)
    if report is not None:
        tell = report
        loop.clock.schedule_interval(lambda _seconds: tell(state(app)), report_every)
    _set_icon(window, app.pictures.icon("soccer_ball"))
    return loop


def _open_window() -> Any:
    """Open a pyglet window that is not visible yet.

    Raises:
        Refused: no display that can be used, or no OpenGL 3.3.
    """
    try:
        import pyglet

        pyglet.options.dpi_scaling = "scaled"  # sizes are framebuffer pixels everywhere; the interface scales itself
        if sys.platform.startswith("linux") and not pyglet.options.headless:
            from sandbox.window.x11 import screens

            screens.mend()
        screen = pyglet.display.get_display().get_default_screen()
        room = [int(ROOM * size / screen.get_scale()) for size in (screen.width, screen.height)]
        window = _window_class()(
            min(WIDTH, room[0]), min(HEIGHT, room[1]), TITLE,
            resizable=True, visible=False, config=offscreen.config(), file_drops=True,
        )  # fmt: skip
        _limit_size(window, screen)
        window.set_handler("on_scale", lambda _scale, _dpi: _limit_size(window, screen))
    except (Exception, ImportError) as error:  # pyglet raises what its platform's loader raises: OSError, its own, ...
        if "display" in type(error).__name__.lower():
            raise Refused(
                f"no screen answers as {os.environ.get('DISPLAY', '')}, which the variable DISPLAY names; a terminal "
                "of your desktop shows the right name with `echo $DISPLAY`, and over the network it takes `ssh -X`"
            ) from None
        raise Refused(graphics_advice.advice(error)) from None
    return window


def _limit_size(window: Any, screen: Any) -> None:
    """Ask the window manager to keep the window large enough for the interface, and never larger than the screen."""
    sides = zip(SMALLEST, (screen.width, screen.height), strict=True)
    window.set_minimum_size(*(min(round(least * window.scale), int(ROOM * has)) for least, has in sides))


def _window_class() -> Any:
    """Return the class of this platform's windows, which on X11 is our own."""
    from pyglet.window import Window

    if not Window.__module__.startswith("pyglet.window.xlib"):
        return Window
    from sandbox.window.x11.window import X11Window

    return X11Window


def _set_icon(window: Any, pixels: offscreen.Pixels) -> None:
    """Set the window's picture in the task bar; the top row of `pixels` comes first."""
    import pyglet

    height, width, _ = pixels.shape
    channels = "RGBA"
    if sys.platform.startswith("linux") and sys.byteorder == "little" and ctypes.sizeof(ctypes.c_ulong) == 8:
        # As X11 wants it: a long for each pixel. pyglet would bring that about by a regular expression, which takes
        # longer than to open the window.
        channels = "BGRAAAAA"
    bytes_ = pixels[:, :, ["RGBA".index(channel) for channel in channels]].tobytes()
    window.set_icon(pyglet.image.ImageData(width, height, channels, bytes_, pitch=-len(channels) * width))


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("PYGLET_HEADLESS"))
