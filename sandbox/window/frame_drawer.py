"""One frame of the window: reaction to changes since the last frame, then the canvas, then the interface over it."""

from __future__ import annotations

from pyglet import gl

from sandbox.design.design import World
from sandbox.editing.authoring.hints import places
from sandbox.render.past_scene import NOTHING
from sandbox.window.frame import layout as layouts
from sandbox.window.frame.layout import Layout
from sandbox.window.frame.panels import Panels
from sandbox.window.frame.toolbar import document_title
from sandbox.window.shell.shell import Shell
from sandbox.window.shell.toasts import STATUS_NS, TOAST_NS
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.theme import Colour
from sandbox.workspace.clock import NS

FIGURES_NS = NS // 20  # between two layouts of an interface in which only figures change
CARET_S = 0.4  # half a blink
CARET_FRAME_NS = 20_000_000  # long enough for a frame to fall into it
TITLE = "Contraption sandbox"


class FrameDrawer:
    """Draws frames, and remembers the last one to notice what has changed."""

    def __init__(self, shell: Shell, panels: Panels) -> None:
        self.shell, self.panels = shell, panels
        self.layout: Layout | None = None
        self._laid_out = shell.workspace.now(), (0, 0)  # when the interface was, and for which size
        self._generation = shell.workspace.document.generation
        self._dialog: Dialog | None = None  # that was open in the last frame
        self._machine: object = None
        self._shown: tuple[object, ...] = ()  # the subject of messages: the document, is it run, is it the past?
        self._scene: tuple[object, ...] = ()  # the screen, the dialog and the document of the last frame
        self._fit_pending = True
        self._fitted: tuple[float, ...] = ()  # sizes of the canvas (pixels) and of the world (m) in the last frame
        self._blinking = False
        self._caption = ""
        self._cursor: str | None = None
        for feature in shell.registered:
            feature.document_changed()

    def draw(self, leftover: float) -> None:
        """Draw one frame; `leftover` is the time since the last tick in seconds."""
        shell = self.shell
        dressed = self._catch_up()
        now, size = shell.workspace.now(), shell.window.get_framebuffer_size()
        gl.glViewport(0, 0, *size)
        gl.glClearColor(*Colour.PAPER)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        layout, anew = self.layout, False
        if layout is None or dressed or not self._interface_holds(now, size):
            layout, anew = self._begin_interface(now, size), True
        if shell.screen == "editor":
            self._draw_canvas(layout, size, leftover)
        for hook in shell.hooks.after_scene:
            hook()
        if anew:
            self.panels.draw(layout, *size)
            if shell.host.unfitted:
                shell.host.begin_again()
                self.panels.draw(layout, *size)
            shell.host.end()
            shell.pictures.tidy()
            if shell.pictures.waiting or shell.host.behind:
                shell.stir()
        else:
            shell.host.again()
        self._dialog = shell.dialog
        self._show_cursor()
        self._blink_caret()

    # -- changes since the last frame

    def _catch_up(self) -> bool:
        """Do all that is due before a frame; return whether the look of the interface has changed."""
        shell = self.shell
        for hook in shell.hooks.work:
            hook()
        self._notice()
        if shell.editor.jumps.under_way:
            shell.editor.go_on()
            shell.stir()
        for hook in shell.hooks.before_frame:
            hook()
        changed = [restyle() for restyle in shell.hooks.restyle]
        return any(changed)

    def _notice(self) -> None:
        """React to what has changed since the last frame: the document, the machine, the messages."""
        shell, workspace = self.shell, self.shell.workspace
        shown = (workspace.document.generation, workspace.document.session.running, workspace.document.in_past)
        if shown != self._shown:
            self._shown = shown
            shell.toasts.clear()
        scene = (shell.screen, shell.dialog, workspace.document.generation)
        if scene != self._scene:
            self._scene = scene
            shell.host.rest()
        if workspace.document.generation != self._generation:
            self._generation = workspace.document.generation
            shell.editor.reset()
            self._machine = None
            for feature in shell.registered:
                feature.document_changed()
            if workspace.document.fresh:
                self._fit_pending = True
                self._forget()
        if workspace.document.session.machine is not self._machine:
            shell.host.stir()
            self._machine = workspace.document.session.machine
            shell.editor.run_changed()
        if workspace.document.watching:
            shell.editor.prune()
        self._show_caption()
        if shell.toasts.notice():
            shell.host.stir()
            if shell.loop is not None:  # one more frame when its time is over
                for shown_ns in (TOAST_NS, STATUS_NS):
                    shell.loop.clock.schedule_once(self._stir, shown_ns / NS + 0.05)

    def _forget(self) -> None:
        """Forget all that the user looked for, typed or had open about the document before."""
        shell = self.shell
        for feature in shell.registered:
            feature.forget()
        if shell.dialog is not None and shell.dialog is self._dialog:
            shell.dialog.ended()
            shell.dialog = None

    def _stir(self, _seconds: float) -> None:
        self.shell.stir()

    # -- the canvas and the interface

    def _interface_holds(self, now: int, size: tuple[int, int]) -> bool:
        """Tell whether the last interface can be drawn again: only its figures change, and there is no input.

        While a machine runs, the canvas moves. Figures that change twenty times a second are hard enough to read, and
        laying out all panels costs more than drawing a thousand bodies.
        """
        shell = self.shell
        when, before = self._laid_out
        quiet = shell.screen == "editor" and shell.dialog is None and not shell.host.typing and not shell.host.settling
        return quiet and shell.workspace.pacing.moving and size == before and 0 <= now - when < FIGURES_NS

    def _begin_interface(self, now: int, size: tuple[int, int]) -> Layout:
        """Begin an interface in place of the last one, and lay its panels out."""
        shell = self.shell
        seconds = max(0.0, (now - self._laid_out[0]) / NS)
        self._laid_out = now, size
        shell.pictures.turn()
        shell.host.begin(min(seconds, 0.25))
        self.layout = layouts.layout(shell.ui, *size, bool(self.panels.shown("below")), shell.folded, self._room)
        return self.layout

    @property
    def _room(self) -> World | None:
        """The room that is shown; None on the first screen."""
        return self.shell.workspace.document.design.world if self.shell.screen == "editor" else None

    def _draw_canvas(self, layout: Layout, size: tuple[int, int], leftover: float) -> None:
        shell, view, workspace = self.shell, self.shell.view, self.shell.workspace
        x0, y0, x1, y1 = layout.canvas
        view.place(round(x0), size[1] - round(y1), round(x1) - round(x0), round(y1) - round(y0))
        world = workspace.document.design.world
        sizes = (view.camera.width, view.camera.height, world.width, world.height)
        if self._fit_pending or (sizes != self._fitted and not view.moved):
            self._fit_pending = False
            view.fit(workspace.document.design)
        self._fitted = sizes
        view.happened(workspace)
        for hook in shell.hooks.before_scene:
            hook()
        shell.editor.places = places(workspace.document.design, view.hints_shown)
        scene = next((drawn for scene_of in shell.hooks.scene if (drawn := scene_of()) is not None), None)
        view.draw(shell.editor, leftover, workspace.pacing.rows_before, scene or NOTHING)
        gl.glViewport(0, 0, *size)

    # -- the window around them

    def _show_caption(self) -> None:
        shell = self.shell
        title = document_title(shell.workspace.document)
        caption = f"{title} \N{EN DASH} {TITLE}" if shell.screen == "editor" else TITLE
        if caption != self._caption:
            self._caption = caption
            shell.window.set_caption(caption)

    def _show_cursor(self) -> None:
        shell, editor = self.shell, self.shell.editor
        name = shell.host.cursor
        if name is None and editor.pointer is not None and shell.screen == "editor":
            hover, machine = editor.hover, editor.machine
            if hover and (
                machine is None
                or editor.hand.may_grab(hover.id)
                or any(clickable() for clickable in shell.hooks.clickable)
            ):
                name = "hand"
        if name != self._cursor and hasattr(shell.window, "get_system_mouse_cursor"):
            self._cursor = name
            shell.window.set_mouse_cursor(shell.window.get_system_mouse_cursor(name) if name else None)

    def _blink_caret(self) -> None:
        """Ask for the next frame of a text field: its caret needs one now and then, not sixty a second."""
        if self.shell.loop is not None and self.shell.host.typing and not self._blinking:
            self._blinking = True
            self.shell.loop.clock.schedule_once(self._blink, CARET_S)

    def _blink(self, _seconds: float) -> None:
        self._blinking = False
        if self.shell.loop is not None:
            self.shell.loop.stir(CARET_FRAME_NS)
