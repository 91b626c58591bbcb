"""The application: a workspace with an editor, a view of it, the panels around it, and what each action does.

It draws frames and answers actions; `inputs` feeds it events, `app` gives it a window and a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui
from pyglet import gl

from sandbox.editing.document import Notice, sentence
from sandbox.editing.overlap_watch import sentence_about
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.machine.overlaps import Overlap
from sandbox.window.actions.action import Action
from sandbox.window.actions.keymap import Keymap
from sandbox.window.controls.appearance import Appearance
from sandbox.window.controls.documents import Documents
from sandbox.window.controls.filming import Filming
from sandbox.window.controls.keyboard import PAN, Keyboard
from sandbox.window.controls.time_controls import TimeControls
from sandbox.window.dialogs import base as dialogs
from sandbox.window.dialogs.command_palette import Commander
from sandbox.window.dialogs.level_check import Checking
from sandbox.window.dialogs.settings_sheet import SettingsSheet
from sandbox.window.panels import frame as panels
from sandbox.window.panels.author.panel import AuthorPanel
from sandbox.window.panels.author.state import AuthorView
from sandbox.window.panels.chooser import Chooser
from sandbox.window.panels.frame import Layout, Panels
from sandbox.window.panels.inspector import Inspector
from sandbox.window.panels.palette import PalettePanel
from sandbox.window.panels.steps import StepsPanel
from sandbox.window.panels.time_cards import TimeCards
from sandbox.window.panels.timeline import Timeline
from sandbox.window.panels.toasts import TOAST_NS
from sandbox.window.shell import Shell
from sandbox.window.ui.theme import Colour
from sandbox.workspace.clock import FLAT_OUT, NS, Smoothing
from sandbox.workspace.settings import SMOOTHINGS
from sandbox.workspace.workspace import SPEEDS, Workspace

FIGURES_NS = NS // 20  # between two layouts of an interface in which only figures change
CARET_S = 0.4  # half a blink
CARET_FRAME_NS = 20_000_000  # long enough for a frame to fall into it
TITLE = "Contraption sandbox"


class Application(Shell):
    """The shell with everything of the window around it, but for the window. `fill` gives it its actions."""

    def __init__(
        self, window: Any, workspace: Workspace, fill: Callable[[Application], None], scale: float = 1.0
    ) -> None:
        super().__init__(window, workspace, scale)
        self.inputs: object = None  # the handlers of its window's events, to keep them
        self.closed = False
        self._drawing = False
        self.layout: Layout | None = None
        self.appearance = Appearance(self, scale)
        self.documents = Documents(self, self.show_chooser)
        self.time = TimeControls(self, self.documents)
        self.filming = Filming(self, self.appearance, self.time, self.documents)
        self.checking = Checking(self)
        self.keyboard = Keyboard(self)
        self.timeline = Timeline(self.ui, self, self.time)
        self.time_cards = TimeCards(self.ui, self, self.time)
        self.inspector = Inspector(self.ui, self, self.time)
        self.author = AuthorView(self.ui, self)
        self.author_panel = AuthorPanel(self.author, self, self.inspector)
        self.palette = PalettePanel(self.ui, self, self.author, self.keyboard)
        self.panels = Panels(self.ui, self, self.time, self.documents, self.filming, self.author_panel, self.keyboard)
        self.editor.extras = self.author
        self.steps = StepsPanel(self.ui, self)
        self.chooser = Chooser(self.ui, self, self.documents)
        fill(self)
        self.keymap = Keymap(self.actions, workspace.settings.path.parent)
        self._tell_keys()
        self.toasts.pass_over()  # what was said until now is in the status line
        self._generation = workspace.generation
        self._machine: object = None
        self._fit_pending = True
        self._blinking = False
        self._caption = ""
        self._cursor: str | None = None
        self._laid_out = workspace.now(), (0, 0)  # when the interface was, and for which size

    # -- what the panels and actions ask

    def explain(self, action: Action) -> None:
        """Report why a key does nothing now, where the reason can't be seen."""
        if self.building() and action.name in self.actions.menus["Edit"]:
            self.editor.locked()

    def pressable(self) -> int | None:
        """Find the part that the press key acts on: the part under the pointer, else the selected one."""
        machine = self.workspace.session.machine
        if machine is None:
            return None
        for id_ in (self.editor.hover.id, *self.editor.selection.ids):
            if id_ in machine.parts and machine.parts[id_].kind.pressable:
                return id_
        return None

    def part_in_question(self) -> str | None:
        """Find the kind that the action "about this part" describes."""
        editor = self.editor
        if editor.armed is not None:
            item = editor.design.stock_items.get(editor.armed)
            return item.kind if item is not None else editor.armed
        for chosen in (editor.selection.link, *editor.selection.parts):
            if chosen is not None:
                return chosen.kind
        hovered = editor.design.part_by_id.get(editor.hover.id)
        return hovered.kind if hovered is not None else None

    # -- frames

    def frame(self, leftover: float) -> None:
        """Draw one frame; `leftover` is the time since the last tick in seconds."""
        self._drawing = True
        try:
            self._draw(leftover)
        finally:
            self._drawing = False
        if self.closed:
            self.window.close()

    def _draw(self, leftover: float) -> None:
        self.time.work()
        self._notice()
        if self.editor.jumps.under_way:
            self.editor.go_on()
            self.stir()
        self.filming.export.look()
        dressed = self.appearance.update()
        self.documents.care.update()
        now = self.workspace.now()
        self.frame_rate.count(now)
        width, height = self.window.get_framebuffer_size()
        gl.glViewport(0, 0, width, height)
        gl.glClearColor(*Colour.PAPER)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        anew = dressed or self.layout is None or not self._interface_holds(now, (width, height))
        if anew or self.layout is None:
            seconds = max(0.0, (now - self._laid_out[0]) / NS)
            self._laid_out = now, (width, height)
            self.pictures.turn()
            self.host.begin(min(seconds, 0.25))
            self.layout = panels.layout(self.ui, width, height, self.time.shown)
        if self.screen == "editor":
            self._place_canvas(self.layout, height)
            self.view.canvas.grid = self.grid
            self.view.happened(self.workspace)
            self.view.cursor = self.keyboard.at
            hints = self.author.hints_to_show(self.hints_shown)
            self.view.draw(self.editor, leftover, self.workspace.rows_before, hints, self.time.scene())
            gl.glViewport(0, 0, width, height)
        gesture = self.editor.gesture
        self.hearing.frame(gesture.guides if gesture is not None else (), self.view.camera.bounds)
        if anew:
            self._interface(self.layout, width, height)
            self.host.end()
            self.pictures.tidy()
        else:
            self.host.again()
        self._show_cursor()
        if self.loop is not None and self.host.typing and not self._blinking:
            self._blinking = True  # the caret needs a frame now and then, not sixty a second
            self.loop.clock.schedule_once(self._blink, CARET_S)

    def _interface_holds(self, now: int, size: tuple[int, int]) -> bool:
        """Tell whether the last interface can be drawn again: only its figures change, and there is no input.

        While a machine runs, the canvas moves. Figures that change twenty times a second are hard enough to read, and
        laying out all panels costs more than drawing a thousand bodies.
        """
        when, before = self._laid_out
        quiet = self.screen == "editor" and self.dialog is None and not self.host.typing and not self.host.settling
        return quiet and self.workspace.moving and size == before and 0 <= now - when < FIGURES_NS

    def _blink(self, _seconds: float) -> None:
        self._blinking = False
        if self.loop is not None:
            self.loop.stir(CARET_FRAME_NS)

    def _notice(self) -> None:
        """React to what has changed since the last frame: the document, the machine, the messages."""
        workspace = self.workspace
        if workspace.generation != self._generation:
            self._generation = workspace.generation
            self.editor.reset()
            self.author.choose(None)
            self.hints_shown = 0
            self._machine = None
            self._fit_pending = self._fit_pending or workspace.fresh
        if workspace.session.machine is not self._machine:
            self.host.stir()
            self._machine = workspace.session.machine
            self.editor.run_changed()
        if workspace.watching:
            self.editor.prune()
        caption = f"{self.document_title} \N{EN DASH} {TITLE}" if self.screen == "editor" else TITLE
        if caption != self._caption:
            self._caption = caption
            self.window.set_caption(caption)
        if self.toasts.notice():
            self.host.stir()
            if self.loop is not None:  # one more frame when its time is over
                self.loop.clock.schedule_once(self._stir, TOAST_NS / NS + 0.05)
        if self.editor.dragged_in and not self.left_down:
            self.drop()  # the button came up before the palette had noticed the drag

    def _stir(self, _seconds: float) -> None:
        self.stir()

    def _place_canvas(self, layout: Layout, height: int) -> None:
        x0, y0, x1, y1 = layout.canvas
        self.view.place(round(x0), height - round(y1), round(x1) - round(x0), round(y1) - round(y0))
        if self._fit_pending:
            self._fit_pending = False
            self.view.fit(self.workspace.design)

    def _interface(self, layout: Layout, width: int, height: int) -> None:
        self.ui.begin()
        self.keyboard.frame()
        self.panels.menu_bar()
        if self.screen == "chooser":
            self.chooser.draw((0.0, layout.toolbar[1], width, height))
        else:
            self.panels.toolbar(layout.toolbar)
            self.palette.draw(layout.palette)
            self.panels.edge(layout.palette)
            with self.ui.panel("side", layout.side):
                if not self.author_panel.draw():
                    self.panels.level()
                self.inspector.draw()
            self.panels.status(layout.status)
            self.steps.draw(layout.canvas)
            if self.time.shown:
                self.timeline.draw(layout.timeline)
            self.time_cards.draw(layout.canvas)
            self.panels.cards(layout.canvas)
        if self.dialog is not None:
            dialog = self.dialog
            dialog.show(self.ui, width, height)
            if dialog.done and self.dialog is dialog:
                self.dialog = None
        self.ui.end()

    def _show_cursor(self) -> None:
        name = self.host.cursor
        if name is None and self.editor.pointer is not None and self.screen == "editor":
            hover, machine = self.editor.hover, self.editor.machine
            if hover and (machine is None or machine.grabbable(hover.id) or self.pressable() == hover.id):
                name = "hand"
        if name != self._cursor and hasattr(self.window, "get_system_mouse_cursor"):
            self._cursor = name
            self.window.set_mouse_cursor(self.window.get_system_mouse_cursor(name) if name else None)

    # -- the pointer's whereabouts, for `inputs`

    def over_canvas(self, x: float, y: float) -> bool:
        """Tell whether a window pixel (y up) shows canvas that nothing covers."""
        down = self.window.height - y
        return self.screen == "editor" and self.view.camera.sees(x, y) and not self.host.over(x, down)

    def over_palette(self, x: float, y: float) -> bool:
        if self.layout is None or self.screen != "editor":
            return False
        x0, y0, x1, y1 = self.layout.palette
        return x0 <= x < x1 and y0 <= self.window.height - y < y1

    def drop(self) -> None:
        """End a drag out of the palette at the pointer."""
        if self.editor.pointer is not None:
            self.editor.release(self.editor.pointer, self.held, self.view.reach)
        else:
            self.editor.cancel()

    # -- File

    def show_chooser(self) -> None:
        self.editor.cancel()
        self.chooser.refresh()
        self.screen = "chooser"
        if self.workspace.session.running:
            self.workspace.pause()

    def rescale(self, scale: float) -> None:
        """Take over the pixel density of the screen that the window has moved to."""
        self.appearance.density = scale

    def came_back(self) -> None:
        """Reload the keys and check the files when the window gets the keyboard focus again."""
        if self.keymap.load():
            self._tell_keys()
        self.documents.care.came_back()

    def _tell_keys(self) -> None:
        for problem in self.keymap.problems:
            self.workspace.say(problem, "bad")

    def quit(self) -> None:
        self.documents.guard(self.close)

    def close(self) -> None:
        """Close the window, which ends the loop and the session."""
        if not self.closed:
            self.closed = True
            self.checking.close()
            self.documents.care.close()
            self.hearing.close()
            self.filming.export.stop()
            if not self._drawing:  # else when this frame is drawn: a closed window takes its context along
                self.window.close()

    # -- Edit and View

    def walk(self, step: int) -> None:
        """Select the next part and bring it into view."""
        self.operations.select_next(step)
        box = self.editor.selection.box
        if box is not None and not self.editor.running:
            self.view.bring_in(box)

    def zoom(self, factor: float) -> None:
        """Zoom about the middle of the canvas."""
        camera = self.view.camera
        camera.zoom_at(camera.left + camera.width / 2, camera.bottom + camera.height / 2, factor)

    def pan(self, across: int, up: int) -> None:
        """Move the view by a tenth of its size."""
        camera = self.view.camera
        camera.pan(-across * PAN * camera.width, -up * PAN * camera.height)
        self.view.keep_near(self.workspace.design)

    def fit(self) -> None:
        self.view.fit(self.workspace.design)

    def find_part(self) -> None:
        """Move the keyboard focus to the palette's search."""
        self.keyboard.leave_panel()
        self.palette.find()

    @property
    def favourite_in_question(self) -> str | None:
        """The kind under the pointer in the palette, else the armed, selected or hovered kind."""
        return self.palette.pointed_at or self.part_in_question()

    @property
    def is_favourite(self) -> bool:
        return self.favourite_in_question in self.preferences.favourites

    def switch_favourite(self) -> None:
        """Put that kind among the favourites, or take it out."""
        self.palette.switch_favourite(self.favourite_in_question or "")

    def keyboard_pointer(self) -> None:
        self.keyboard.toggle()

    def toggle_steps(self) -> None:
        self.steps.open = not self.steps.open

    # -- Run

    def run_or_pause(self) -> None:
        self.editor.settle()
        if self.workspace.moving:
            self.workspace.pause()
        else:
            self.editor.cancel()
            if self._may_start():
                self.workspace.run()

    def step(self) -> None:
        self.editor.settle()
        if self._may_start():
            self.workspace.step()

    def _may_start(self) -> bool:
        """Refuse a start that would tear overlapping parts apart: False, with the reason and a way to the place."""
        if self.workspace.session.running or self.workspace.watching:
            return True
        why = self.editor.crowding.why_not_run()
        if why:
            self.toasts.tell(Notice(why, "refused", "show_overlap"))
        return not why

    @property
    def overlaps(self) -> tuple[Overlap, ...]:
        """Where parts, also those in the hand, sink into each other too deeply to be run."""
        return self.editor.crowding.look(self.editor.preview.parts)

    def show_overlap(self) -> None:
        """Select the parts of an overlap, the next one on each call, and bring them into view."""
        overlaps = self.overlaps
        pairs = [(overlap.a, overlap.b) for overlap in overlaps]
        if pairs:
            current = next((n for n, pair in enumerate(pairs) if pair == self.editor.selection.ids), -1)
            chosen = overlaps[(current + 1) % len(overlaps)]
            self.editor.cancel()
            self.editor.selection.ids = (chosen.a, chosen.b)
            self.view.show_place(chosen.x, chosen.y)
            self.workspace.say(sentence_about(self.editor.design, chosen), "refused")

    def change_speed(self, by: int) -> None:
        """Choose the next slower or faster speed of the list; the fastest is without a limit."""
        speed = self.workspace.speed
        flat_out = len(SPEEDS)
        nearest = flat_out if speed is FLAT_OUT else min(range(flat_out), key=lambda i: abs(SPEEDS[i] - speed))
        chosen = min(flat_out, max(0, nearest + by))
        self.workspace.speed = FLAT_OUT if chosen == flat_out else SPEEDS[chosen]

    def next_smoothing(self) -> None:
        """Choose the next of the three smoothings."""
        ways = list(Smoothing)
        self.workspace.smoothing = ways[(ways.index(self.workspace.smoothing) + 1) % len(ways)]
        self.workspace.say(f"between two ticks: {SMOOTHINGS[self.workspace.smoothing][0].lower()}")

    def press_selected(self) -> None:
        part = self.pressable()
        if part is not None:
            self.editor.hand.press(part)

    def escape(self) -> None:
        """Handle Escape: go back one step, whatever is going on."""
        if self.dialog is not None:
            self.dialog.cancel()
        elif self.host.popup_open:
            imgui.internal.close_popups_except_modals()
        elif self.screen == "chooser":
            if self.can_go_back:
                self.hide_chooser()
        elif (
            self.workspace.travel.cancel_job()
            or self.editor.cancel()
            or self.keyboard.escape()
            or self.workspace.past.leave()
        ):
            pass
        elif self.workspace.session.running and not self.workspace.watching:
            self.workspace.stop()
        else:
            self.operations.select_none()

    # -- Help

    def show_commander(self) -> None:
        """Open the list of all actions, searched by name."""

        def do(name: str) -> None:
            self.dialog = None
            self.actions.run(name)

        self.keyboard.leave_panel()
        self.dialog = Commander(self.actions, do)

    def show_keys(self) -> None:
        self.dialog = dialogs.KeysSheet(self.keymap)

    def show_settings(self) -> None:
        self.dialog = SettingsSheet(self, self.appearance, self.keymap)

    def write_keys(self) -> None:
        """Write the file in which keys can be changed."""
        try:
            self.keymap.write_usual()
        except BadFile as error:
            self.workspace.say(str(error), "refused")
        else:
            self.workspace.say(f"all keys are in {self.keymap.path}: change them there", "good")

    def about_part(self) -> None:
        kind = self.part_in_question()
        if kind is not None:
            self.dialog = dialogs.PartSheet(kind)

    def about(self) -> None:
        self.dialog = dialogs.About(
            (
                ("This session is being written to", self.workspace.recording_path),
                ("Your contraptions are in", library.user_dir(self.workspace.data)),
                ("Your settings and keys are in", self.workspace.settings.path.parent),
                ("Levels come from", library.bundled_dir()),
            ),
            sentence(self.hearing.state),
        )
