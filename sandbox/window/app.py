"""The desktop program: `main` opens the window, runs it, and reports in one sentence if it can't."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.design.design import items_of
from sandbox.errors import Refused
from sandbox.levels import library
from sandbox.render.pictures import offscreen

if TYPE_CHECKING:
    from sandbox.window.application import Application
    from sandbox.workspace.workspace import Workspace

TITLE = "Contraption sandbox"
WIDTH, HEIGHT = 1440, 860
SMALLEST = (860, 560)
ROOM = 0.95  # of the screen: the title bar and the task bar need some
REPORT_EVERY = 0.1  # s
PACKAGES = "apt-get install libgl1 libegl1 libfontconfig1"

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
        raise Refused(
            "there is no display to open a window on; run it in a desktop session, or use the commands that need "
            "none (`sandbox --help`)"
        )
    from sandbox.workspace.watchdog import Watchdog
    from sandbox.workspace.workspace import Workspace

    folder, settings = data_dir or library.data_dir(), data_dir or library.config_dir()
    workspace = Workspace(folder, config=settings, watchdog=Watchdog())
    try:
        if target is not None and not workspace.crashed(target) and not workspace.open(target):
            assert workspace.messages.latest is not None
            raise Refused(workspace.messages.latest.text)
        _run(workspace, target, report, report_every)
    except (Refused, KeyboardInterrupt):
        workspace.close("interrupted")
        raise
    except Exception:  # a bug: the next start offers to go on
        workspace.abandon()
        raise
    workspace.close()
    return 0


def _run(workspace: Workspace, target: Path | None, report: Report | None, report_every: float) -> None:
    """Run the window until it is closed."""
    window = _open_window()
    from sandbox.window.loop import PacedLoop

    app = make(window, workspace, target)
    app.loop = loop = PacedLoop(window, workspace, app.frame)
    if report is not None:
        tell = report
        loop.clock.schedule_interval(lambda _seconds: tell(state(app)), report_every)
    _set_icon(window, app.pictures.icon("soccer_ball"))
    window.set_visible(True)
    loop.run()


def make(window: Any, workspace: Workspace, target: Path | None, scale: float | None = None) -> Application:
    """An application in a window, with a workspace in which `target` has been opened; without one, the chooser."""
    from sandbox.window.actions import table as actions
    from sandbox.window.application import Application
    from sandbox.window.inputs import Inputs

    app = Application(window, workspace, actions.fill, window.scale if scale is None else scale)
    app.inputs = Inputs(app)  # pyglet itself holds its handlers only weakly
    if target is None:
        app.show_chooser()  # it shows what was cut off
        newest = app.chooser.shelf.unfinished[:1]
        if newest and newest[0].crashed:
            app.documents.care.offer(newest[0])
    elif workspace.crashed(target):
        app.show_chooser()
        app.documents.open_path(target)
    elif unfinished := workspace.unfinished():
        app.documents.care.offer(unfinished[0])
    return app


def _open_window() -> Any:
    """Open a pyglet window that is not visible yet.

    Raises:
        Refused: no display that can be used, or no OpenGL 3.3.
    """
    try:
        import pyglet

        pyglet.options.dpi_scaling = "scaled"  # sizes are framebuffer pixels everywhere; the interface scales itself
        screen = pyglet.display.get_display().get_default_screen()
        room = [int(ROOM * size / screen.get_scale()) for size in (screen.width, screen.height)]
        window = pyglet.window.Window(
            min(WIDTH, room[0]), min(HEIGHT, room[1]), TITLE,
            resizable=True, visible=False, config=offscreen.config(), file_drops=True,
        )  # fmt: skip
        window.set_minimum_size(*(round(size * window.scale) for size in SMALLEST))
    except (Exception, ImportError) as error:  # pyglet raises what its platform's loader raises: OSError, its own, ...
        if "display" in type(error).__name__.lower():
            raise Refused(f"the display {os.environ.get('DISPLAY', '')} can't be used: {error}") from None
        raise Refused(
            f"no window with OpenGL 3.3 can be opened here ({error}); on Debian or Ubuntu: {PACKAGES}"
        ) from None
    return window


def _set_icon(window: Any, pixels: offscreen.Pixels) -> None:
    """Set the window's picture in the task bar; the top row of `pixels` comes first."""
    import pyglet

    height, width, _ = pixels.shape
    window.set_icon(pyglet.image.ImageData(width, height, "RGBA", pixels.tobytes(), pitch=-4 * width))


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("PYGLET_HEADLESS"))


def state(app: Application) -> dict[str, Any]:
    """The program's state in plain values, for tests that drive a real window from outside."""
    workspace, camera = app.workspace, app.view.camera
    session, machine = workspace.session, workspace.session.machine
    return {
        "screen": app.screen,
        "tick": session.tick,
        "running": session.running,
        "paused": workspace.paused,
        "watching": workspace.watching,
        "working": workspace.travel.job is not None,
        "outcome": session.outcome,
        "dirty": workspace.dirty,
        "dialog": app.dialog.name if app.dialog is not None else None,
        "selection": list(app.editor.selection.ids),
        "held": app.editor.hand.part,
        "armed": app.editor.armed,
        "search": app.palette.search,
        "typing": app.host.typing,
        "parts": [[spec.id, spec.kind, spec.x, spec.y, spec.angle] for spec in session.design.parts],
        "now": {id_: machine.motion(id_)[:3] for id_ in machine.parts} if machine is not None else {},
        "author": session.design.author,
        "trying_out": session.trying_out,
        "goals": [goal.text for goal in session.design.goals],
        "hints": len(session.design.hints),
        "stock": {name: item.count for name, item in items_of(session.design.stock or {}).items()},
        "links": [[link.id, link.kind] for link in session.design.links],
        "via": {link.id: link.via for link in session.design.links if link.via},
        "locked": [spec.id for spec in session.design.parts if spec.locked],
        "layers": {spec.id: spec.layer for spec in session.design.parts if spec.layer},
        "sizes": {spec.id: spec.props for spec in session.design.parts},
        "overlaps": [[overlap.a, overlap.b] for overlap in app.overlaps],
        "steps": len(session.past),
        "message": workspace.messages.latest.text if workspace.messages.latest is not None else "",
        "shown_tick": app.time.tick,
        "shown_place": workspace.past.place,
        "run_place": app.time.run.place if app.time.run is not None else None,
        "span": list(app.timeline.span()),
        "bookmarks": len(workspace.past.bookmarks),
        "branch": workspace.tree.note.name if workspace.tree.note is not None else None,
        "session_file": str(workspace.recording_path) if workspace.recording_path else None,
        "rects": app.ui.rects,
        "camera": [camera.left, camera.bottom, camera.width, camera.height, camera.x, camera.y, camera.zoom],
        "size": list(app.window.get_size()),
        "sound": [app.hearing.on, app.hearing.volume],
        "drawing": app.filming.export.active,
        "title": session.design.title,
        "gravity": session.design.world.gravity_y,
        "snap": list(app.editor.snap),
        "hints_shown": app.hints_shown,
        "theme": app.appearance.palette.name,
        "scale": app.appearance.percent,
        "calm": app.appearance.still,
        "grid": app.grid,
        "speed": str(workspace.speed),
        "ghost": app.time.ghost is not None,
        "trails": list(app.time.trails),
        "velocities": app.time.velocities,
        "plotted": list(app.time.plotted or ()),
        "loop": workspace.past.loop is not None,
    }
