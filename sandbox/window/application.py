"""The application: a workspace with an editor, a view of it, and the interface around; what each action does.

It draws frames and answers the actions; `inputs` brings it events, `app` gives it a window and a loop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui
from pyglet import gl

from sandbox import library
from sandbox.clock import FLAT_OUT, NS, Scheme, Smoothing
from sandbox.design import Design
from sandbox.errors import BadFile
from sandbox.parts import KINDS, LINKS
from sandbox.recording import SUFFIX
from sandbox.window import actions, dialogs, panels, picking
from sandbox.window.actions import SMOOTHINGS, Action
from sandbox.window.chooser import Chooser
from sandbox.window.dialogs import Choice, Dialog, FileDialog, Place, Question
from sandbox.window.drawing import DrawOutline
from sandbox.window.editor import Editor, Note, sentence
from sandbox.window.files import Browser
from sandbox.window.gestures import ChoosePort, ConnectPorts, MoveParts, PlacePart, ResizePart, TurnParts
from sandbox.window.host import Host
from sandbox.window.inspector import Inspector
from sandbox.window.keys import Held
from sandbox.window.panels import Layout, Panels
from sandbox.window.pictures import Picture, Pictures
from sandbox.window.theme import Colour, Icon, Theme
from sandbox.window.ui import Ui
from sandbox.window.view import View
from sandbox.window.workspace import SPEEDS, Workspace

if TYPE_CHECKING:
    from sandbox.window.inputs import Inputs
    from sandbox.window.loop import PacedLoop

TOAST_NS = 6 * NS
FPS_OVER_NS = NS
CARET_S = 0.4  # half a blink
CARET_FRAME_NS = 20_000_000  # long enough for a frame to fall into it
TITLE = "Contraption sandbox"
WELCOME = "Drag a part from the left into the scene. Space runs the machine."


class Application:
    """Everything of the window but the window. `scale` is how many pixels an interface pixel takes."""

    def __init__(self, window: Any, workspace: Workspace, scale: float = 1.0) -> None:
        self.window = window
        self.workspace = workspace
        self.scale = scale
        self.loop: PacedLoop | None = None
        self.inputs: Inputs | None = None
        self.screen = "editor"  # or "chooser"
        self.dialog: Dialog | None = None
        self.grid = True
        self.hints_shown = 0  # steps of hints: `HINT_STEPS` for each
        self.closed = False
        self.layout: Layout | None = None
        self.left_down = False  # the left mouse button; `inputs` keeps this and the next
        self.held = Held()
        self.host = Host(window, self._covers)
        self.view = View(scale)
        self.pictures = Pictures(scale)
        self.editor = self._new_editor(None)
        self.actions = actions.table(self)
        self.ui = Ui(Theme(scale), self.actions)
        self.panels = Panels(self.ui, self)
        self.inspector = Inspector(self.ui, self)
        self.chooser = Chooser(self.ui, self)
        self._generation = workspace.generation
        self._machine: object = None
        self._offers: dict[int, str] = {}
        self._toast_since = (workspace.message.number if workspace.message else 0, 0)
        self._dismissed: tuple[int, int] | None = None
        self._fit_pending = True
        self._blinking = False
        self._caption = ""
        self._cursor: str | None = None
        self._last_frame_ns = workspace.now()
        self._frames: deque[int] = deque()

    def _new_editor(self, before: Editor | None) -> Editor:
        """An editor for the document that is open now; what was copied comes along."""
        editor = Editor(self.workspace, self.tell)
        if before is not None:
            editor.clip, editor.snap = before.clip, before.snap
        return editor

    def _covers(self, x: float, y: float) -> bool:
        return self.screen != "editor" or self.dialog is not None or self.ui.covers(x, y)

    # -- what the panels and actions ask

    @property
    def thumbnails(self) -> dict[str, Picture]:
        return self.pictures.kinds

    def level_picture(self, path: Path, design: Design) -> Picture:
        return self.pictures.level(path, design, lambda camera, level: camera.fit(picking.box_of_level(level), 0.02))

    def building(self) -> bool:
        """Whether the editor is what the keys are for."""
        return self.screen == "editor" and self.dialog is None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a document worth going back to from the chooser."""
        workspace = self.workspace
        return workspace.path is not None or workspace.watching or bool(workspace.design.parts)

    @property
    def document_title(self) -> str:
        return f"{self.workspace.title}{' *' if self.workspace.dirty else ''}"

    @property
    def outcome(self) -> str:
        """won or lost, while that run goes on and nobody has closed the card; else open."""
        session = self.workspace.session
        if not session.running or self._dismissed == (self.workspace.generation, session.start_tick):
            return "open"
        return session.outcome

    def dismiss_outcome(self) -> None:
        self._dismissed = (self.workspace.generation, self.workspace.session.start_tick)

    @property
    def next_level(self) -> Path | None:
        """The level after the one that is open, in the order of the chooser."""
        path = self.workspace.path
        try:
            order = library.bundled_levels()
        except BadFile:
            return None
        keys = [library.key_of(level) for level in order]
        if path is None or library.key_of(path) not in keys:
            return None
        following = keys.index(library.key_of(path)) + 1
        return order[following] if following < len(order) else None

    @property
    def frames_a_second(self) -> float | None:
        """Drawn in the last second; None while nothing moves by itself."""
        if not self.workspace.moving or len(self._frames) < 2 or self._frames[-1] == self._frames[0]:
            return None
        return (len(self._frames) - 1) * NS / (self._frames[-1] - self._frames[0])

    @property
    def toast(self) -> Note | None:
        """The message to show over the canvas now."""
        message = self.workspace.message
        if message is None or message.number != self._toast_since[0]:
            return None
        if self.workspace.now() - self._toast_since[1] > TOAST_NS:
            return None
        if self.outcome != "open" and message.kind in ("good", "bad"):
            return None  # the card says it
        offer = self._offers.get(message.number, "")
        if offer and not self.actions[offer].enabled():
            return None  # it has been done, or is past
        return Note(sentence(message.text), message.kind, offer)

    def tell(self, note: Note) -> None:
        """A note of the editor becomes a message, with its offer beside it."""
        self.workspace.say(note.text, note.tone)
        assert self.workspace.message is not None
        if note.offer:
            self._offers = {self.workspace.message.number: note.offer}

    @property
    def advice(self) -> str:
        """The status line: what can be done with what is in hand or under the pointer."""
        editor = self.editor
        gesture = editor.gesture
        if isinstance(gesture, PlacePart):
            title = KINDS[gesture.kind].title.lower()
            how = "Let go" if gesture.held_down else "Click"
            again = "" if gesture.held_down else "; Shift+click places several"
            return f"{how} to place the {title}{again}. Wheel, Q and E turn it; Esc puts it back."
        if isinstance(gesture, DrawOutline):
            how = "Click the first corner or press Enter to close it" if gesture.closed else "Click corner after corner"
            return f"{how}; Backspace takes the last one back, Shift keeps to one axis, Esc gives up."
        if isinstance(gesture, ChoosePort):
            return f"Click a port where the {LINKS[gesture.kind].title.lower()} begins."
        if isinstance(gesture, ConnectPorts):
            why = gesture.plug.why_not if gesture.plug else ""
            return sentence(why) or f"A {LINKS[gesture.kind].title.lower()}: end it at one of the green ports."
        if isinstance(gesture, MoveParts):
            return "Alt suspends snapping, Shift keeps to one axis; drop it on the parts list to delete it."
        if isinstance(gesture, TurnParts):
            return "Steps of 15\N{DEGREE SIGN}; Shift for 1\N{DEGREE SIGN}, Alt for free turning."
        if isinstance(gesture, ResizePart):
            return "Alt for free sizes."
        return self._hover_advice()

    def _hover_advice(self) -> str:
        editor, hover = self.editor, self.editor.hover
        if hover.what == "turn":
            return "Drag to turn."
        if hover.what == "size":
            return "Drag to resize."
        if hover.what == "port":
            return f"{editor.title_of(hover.id)}: drag from this port to another to join them."
        if hover.what == "link":
            return f"{editor.title_of(hover.id)}. Click to select, Del takes it away."
        if hover.what == "part" and hover.id in editor.design.part_by_id:
            title = editor.title_of(hover.id)
            if not editor.running:
                return f"{title}. {KINDS[editor.design.part_by_id[hover.id].kind].help}"
            machine = editor.machine
            assert machine is not None
            if hover.id in machine.parts and machine.parts[hover.id].kind.pressable:
                return f"{title}: click to press it."
            return f"{title}: drag to pull it." if machine.grabbable(hover.id) else title
        message = self.workspace.message
        if message is not None:
            return sentence(message.text)
        return "" if self.workspace.design.parts else WELCOME

    def explain(self, action: Action) -> None:
        """Say why a key does nothing now, where that is not plain to see."""
        if self.building() and action.name in self.actions.menus["Edit"]:
            self.editor.locked()

    def pressable(self) -> int | None:
        """The part that the key for pressing is about: the one pointed at, else the selected one."""
        machine = self.workspace.session.machine
        if machine is None:
            return None
        for id_ in (self.editor.hover.id, *self.editor.selection):
            if id_ in machine.parts and machine.parts[id_].kind.pressable:
                return id_
        return None

    def part_in_question(self) -> str | None:
        """The kind that "about this part" is about."""
        editor = self.editor
        if editor.armed is not None:
            item = editor.design.stock_items.get(editor.armed)
            return item.kind if item is not None else editor.armed
        if editor.link is not None:
            return editor.link.kind
        if editor.parts:
            return editor.parts[0].kind
        hovered = editor.design.part_by_id.get(editor.hover.id)
        return hovered.kind if hovered is not None else None

    # -- frames

    def frame(self, leftover: float) -> None:
        """Draw everything; `leftover` is the time since the last tick in seconds."""
        self._notice()
        now = self.workspace.now()
        seconds, self._last_frame_ns = max(0.0, (now - self._last_frame_ns) / NS), now
        self._count_frame(now)
        width, height = self.window.get_framebuffer_size()
        gl.glViewport(0, 0, width, height)
        gl.glClearColor(*Colour.PAPER)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        self.host.begin(min(seconds, 0.25))
        self.layout = panels.layout(self.ui, width, height)
        if self.screen == "editor":
            self._place_canvas(self.layout, height)
            self.view.canvas.grid = self.grid
            self.view.draw(self.editor, leftover, self.workspace.rows_before, self.hints_shown)
            gl.glViewport(0, 0, width, height)
        self._interface(self.layout, width, height)
        self.host.end()
        self._show_cursor()
        if self.loop is not None and self.host.typing and not self._blinking:
            self._blinking = True  # the caret needs a frame now and then, not sixty a second
            self.loop.clock.schedule_once(self._blink, CARET_S)

    def _blink(self, _seconds: float) -> None:
        self._blinking = False
        if self.loop is not None:
            self.loop.stir(CARET_FRAME_NS)

    def _notice(self) -> None:
        """What may have changed since the last frame: the document, the machine, the messages."""
        workspace = self.workspace
        if workspace.generation != self._generation:
            self._generation = workspace.generation
            self.editor = self._new_editor(self.editor)
            self.hints_shown = 0
            self._machine = None
            self._fit_pending = True
        if workspace.session.machine is not self._machine:
            self._machine = workspace.session.machine
            self.editor.run_changed()
        if workspace.watching:
            self.editor.prune()
        caption = f"{self.document_title} \N{EN DASH} {TITLE}" if self.screen == "editor" else TITLE
        if caption != self._caption:
            self._caption = caption
            self.window.set_caption(caption)
        message = workspace.message
        if message is not None and message.number != self._toast_since[0]:
            self._toast_since = (message.number, workspace.now())
            if self.loop is not None:  # one more frame when its time is over
                self.loop.clock.schedule_once(self._stir, TOAST_NS / NS + 0.05)
        if isinstance(self.editor.gesture, PlacePart) and self.editor.gesture.held_down and not self.left_down:
            self.drop()  # the button came up before the palette had noticed the drag

    def _stir(self, _seconds: float) -> None:
        if self.loop is not None:
            self.loop.stir()

    def _count_frame(self, now: int) -> None:
        if self._frames and now < self._frames[-1]:
            self._frames.clear()  # the counter was set back
        self._frames.append(now)
        while now - self._frames[0] > FPS_OVER_NS:
            self._frames.popleft()

    def _place_canvas(self, layout: Layout, height: int) -> None:
        x0, y0, x1, y1 = layout.canvas
        self.view.place(round(x0), height - round(y1), round(x1) - round(x0), round(y1) - round(y0))
        if self._fit_pending:
            self._fit_pending = False
            self.view.fit(self.workspace.design)

    def _interface(self, layout: Layout, width: int, height: int) -> None:
        self.ui.begin()
        self.panels.menu_bar()
        if self.screen == "chooser":
            self.chooser.draw((0.0, layout.toolbar[1], width, height))
        else:
            self.panels.toolbar(layout.toolbar)
            self.panels.palette(layout.palette)
            with self.ui.panel("side", layout.side):
                self.panels.level()
                self.inspector.draw()
            self.panels.status(layout.status)
            self.panels.cards(layout.canvas)
        if self.dialog is not None:
            shown = self.dialog
            shown.show(self.ui, width, height)
            if shown.done and self.dialog is shown:
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
        """Whether a window pixel (y up) shows canvas, with nothing over it."""
        down = self.window.height - y
        return self.screen == "editor" and self.view.camera.sees(x, y) and not self.host.over(x, down)

    def over_palette(self, x: float, y: float) -> bool:
        if self.layout is None or self.screen != "editor":
            return False
        x0, y0, x1, y1 = self.layout.palette
        return x0 <= x < x1 and y0 <= self.window.height - y < y1

    def drop(self) -> None:
        """End a drag out of the palette where the pointer is."""
        if self.editor.pointer is not None:
            self.editor.release(self.editor.pointer, self.held, self.view.reach)
        else:
            self.editor.cancel()

    # -- File

    def new(self) -> None:
        self._guard(self._new_now)

    def _new_now(self) -> None:
        self.workspace.new()
        self.hide_chooser()

    def open(self) -> None:
        self._guard(self._open_dialog)

    def _open_dialog(self) -> None:
        path = self.workspace.path
        folder = path.parent if path is not None else library.user_dir(self.workspace.data)
        browser = Browser(folder, (".toml", SUFFIX), saving=False)
        self.dialog = FileDialog("Open a level or a recording", "Open", browser, self._places(), self._open_now)

    def _places(self) -> tuple[Place, ...]:
        data = self.workspace.data
        return (
            Place("Levels", Icon.LEVELS, library.bundled_dir()),
            Place("My contraptions", Icon.EDIT, library.user_dir(data)),
            Place("My sessions", Icon.FILM, data / "sessions"),
            Place("Home", Icon.HOME, Path.home()),
        )

    def open_path(self, path: Path) -> None:
        """Open a level or recording, asking first if there is something to save."""
        self._guard(lambda: self._open_now(path))

    def _open_now(self, path: Path) -> None:
        if self.workspace.open(path):
            self.hide_chooser()

    def open_next(self) -> None:
        """The next level. A level that is solved needs no question: its session is recorded."""
        path = self.next_level
        if path is not None:
            self._open_now(path) if self.workspace.session.won_tick is not None else self.open_path(path)

    def resume(self, path: Path) -> None:
        """Go on with a session that was cut off."""
        if self.workspace.resume(path):
            self.hide_chooser()

    def show_chooser(self) -> None:
        self.editor.cancel()
        self.chooser.refresh()
        self.screen = "chooser"
        if self.workspace.session.running:
            self.workspace.pause()

    def hide_chooser(self) -> None:
        self.screen = "editor"

    def save(self, then: Callable[[], object] | None = None) -> None:
        """To the level's own file, or ask for one."""
        if self.workspace.needs_name:
            self.save_as(then)
        elif self.workspace.save() and then is not None:
            then()

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        path = self._own_place() if self.workspace.needs_name else self.workspace.path

        def done(chosen: Path) -> None:
            if self.workspace.save_as(chosen) and then is not None:
                then()

        assert path is not None  # `needs_name` is true without one
        browser = Browser(path, (".toml",), saving=True)
        self.dialog = FileDialog("Save the level as", "Save", browser, self._places(), done)

    def _own_place(self) -> Path:
        """A free name in the user's folder, which is made if it is not there yet."""
        path = self.workspace.suggested_path
        with suppress(OSError):  # then the browser starts in the nearest folder that is there
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def save_recording(self) -> None:
        browser = Browser(self._own_place().with_suffix(SUFFIX), (SUFFIX,), saving=True)
        self.dialog = FileDialog(
            "Save the recording of this session as", "Save", browser, self._places(), self.workspace.save_recording_as
        )

    def rescale(self, scale: float) -> None:
        """The window has come to a screen of another density."""
        self.scale = self.view.scale = self.view.canvas.scale = scale
        self.ui.theme.rescale(scale)

    def quit(self) -> None:
        self._guard(self.close)

    def close(self) -> None:
        """Close the window, which ends the loop; the session ends with it."""
        if not self.closed:
            self.closed = True
            self.window.close()

    def _guard(self, then: Callable[[], object]) -> None:
        """Do something that ends this document; ask first if it holds changes that no file has."""
        self.editor.settle()
        self.editor.cancel()
        if not self.workspace.dirty:
            then()
            return
        self.dialog = Question(
            f"Save the changes to \N{LEFT DOUBLE QUOTATION MARK}{self.workspace.title}\N{RIGHT DOUBLE QUOTATION MARK}?",
            "What you have built is not in a level file yet. The session itself is recorded in any case.",
            (
                Choice("save", f"{Icon.SAVE}  Save", lambda: self.save(then), primary=True),
                Choice("discard", "Don't save", then),
            ),
        )

    # -- Edit and View

    def walk(self, step: int) -> None:
        """Select the next part and bring it into view."""
        self.editor.select_next(step)
        box = self.editor.selection_box()
        if box is not None and not self.editor.running:
            self.view.bring_in(box)

    def zoom(self, factor: float) -> None:
        """About the middle of the canvas."""
        camera = self.view.camera
        camera.zoom_at(camera.left + camera.width / 2, camera.bottom + camera.height / 2, factor)

    def fit(self) -> None:
        self.view.fit(self.workspace.design)

    def toggle_grid(self) -> None:
        self.grid = not self.grid

    def toggle_snap(self) -> None:
        self.editor.snap = not self.editor.snap

    # -- Run

    def run_or_pause(self) -> None:
        self.editor.settle()
        if self.workspace.moving:
            self.workspace.pause()
        else:
            self.editor.cancel()
            self.workspace.run()

    def step(self) -> None:
        self.editor.settle()
        self.workspace.step()

    def stop(self) -> None:
        self.workspace.stop()

    def change_speed(self, by: int) -> None:
        """To the next speed of the list; the fastest has no bound."""
        speed = self.workspace.speed
        flat_out = len(SPEEDS)
        nearest = flat_out if speed is FLAT_OUT else min(range(flat_out), key=lambda i: abs(SPEEDS[i] - speed))
        chosen = min(flat_out, max(0, nearest + by))
        self.workspace.speed = FLAT_OUT if chosen == flat_out else SPEEDS[chosen]

    def next_smoothing(self) -> None:
        """Each of the three in turn."""
        ways = list(Smoothing)
        self.workspace.smoothing = ways[(ways.index(self.workspace.smoothing) + 1) % len(ways)]
        self.workspace.say(f"between two ticks: {SMOOTHINGS[self.workspace.smoothing][0].lower()}")

    def use_smoothing(self, smoothing: Smoothing) -> None:
        self.workspace.smoothing = smoothing

    def use_scheme(self, scheme: Scheme) -> None:
        self.workspace.use_scheme(scheme)

    def press_selected(self) -> None:
        part = self.pressable()
        if part is not None:
            self.editor.press_part(part)

    def take_over(self) -> None:
        self.workspace.take_over()

    def watch_again(self) -> None:
        self.workspace.watch_again()

    def take_from_palette(self, kind: str, dragged: bool) -> None:
        self.editor.arm(kind, dragged)

    def draw_link(self, kind: str) -> None:
        self.editor.draw_link(kind)

    def escape(self) -> None:
        """The one key that goes back a step, whatever is going on."""
        if self.dialog is not None:
            self.dialog.cancel()
        elif self.host.popup_open:
            imgui.internal.close_popups_except_modals()
        elif self.screen == "chooser":
            if self.can_go_back:
                self.hide_chooser()
        elif self.editor.cancel():
            pass
        elif self.workspace.session.running and not self.workspace.watching:
            self.stop()
        else:
            self.editor.select_none()

    # -- Help

    def show_keys(self) -> None:
        self.dialog = dialogs.KeysSheet()

    def about_part(self) -> None:
        kind = self.part_in_question()
        if kind is not None:
            self.dialog = dialogs.PartSheet(kind)

    def about(self) -> None:
        self.dialog = dialogs.About(
            (
                ("This session is being written to", self.workspace.recording_path),
                ("Your contraptions are in", library.user_dir(self.workspace.data)),
                ("Levels come from", library.bundled_dir()),
            )
        )
