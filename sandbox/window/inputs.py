"""Dispatch of window events to the interface and the editor, and the meaning of keys.

The interface comes first (the host tells what it consumes); the rest goes to the canvas: gestures to the editor, the
wheel and other buttons to the camera, keys to the table of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from imgui_bundle import imgui
from pyglet.event import EVENT_HANDLED
from pyglet.window import key, mouse

from sandbox.design.geometry import Point
from sandbox.editing.document import Notice, sentence
from sandbox.editing.editor import NUDGE
from sandbox.editing.keys import Chord, Modifiers
from sandbox.editing.keystrokes import Keypress, american, meanings
from sandbox.window.frame.features import Features
from sandbox.window.pasting import Pasting
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.recent import Recent
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action
from sandbox.window.ui.imgui_host import held_keys, key_name

_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_MOTIONS = {
    key.MOTION_LEFT: "left", key.MOTION_RIGHT: "right", key.MOTION_UP: "up", key.MOTION_DOWN: "down",
}  # fmt: skip
_MODIFIERS = {
    key.LSHIFT: "shift", key.RSHIFT: "shift", key.LCTRL: "ctrl", key.RCTRL: "ctrl", key.LCOMMAND: "ctrl",
    key.RCOMMAND: "ctrl", key.LALT: "alt", key.RALT: "alt",
}  # fmt: skip
_ZOOM = 1.15  # for each notch of the wheel
_SETTLE = 0.5  # s without another notch: then a turn by the wheel is one step
_FRAMES_TO_END_TYPING = 120  # at most: a frame takes few events at a time, and much may have been typed
_WHEEL_TURNS = 15.0  # degrees for each notch
_FRAMES_TO_TAKE_A_TILE = 4  # at most: the pointer on it, the button down, the pointer gone
_DOUBLE = 0.4  # s from press to press, at most, in a double click
_EDGE = 12.0  # px: the distance from the scene's edge of a thing that is carried beyond it
_SAME_PLACE = 5.0  # px: so near to each other they are


class Inputs:
    """The event handlers of one window."""

    def __init__(self, shell: Shell, features: Features, frame: Callable[[float], None]) -> None:
        """`frame` draws a frame at once, the given seconds after the last tick."""
        self.shell, self.features, self.keyboard = shell, features, features.keyboard
        self.palette, self.context_menu = features.palette, features.context_menu
        self.pasting = Pasting(shell)
        self._frame = frame
        self._at = (0.0, 0.0)
        self._left_down = False
        self._on_canvas = False  # the left button went down on the canvas
        self._on_palette = False  # the button went down on the palette, and the pointer has not left it since
        self._panning = 0  # the button that moves the view
        self._panned_from: tuple[float, float] | None = None  # where it went down, until the pointer has moved
        self._arrows: set[str] = set()  # the arrow keys that are down
        self._fresh_arrow = False  # the key press has moved the part; the motion that comes with it must not
        self._turned_ns: int | None = None  # when the wheel last turned something
        self._pressed_last: tuple[int, float, float] | None = None  # when (ns) and where the left button went down
        self._double = False  # the button has gone down for the second time
        shell.window.push_handlers(self)

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(before_frame=self._drop)

    def _drop(self) -> None:
        """End a drag out of the palette whose button came up before the palette had noticed it."""
        editor = self.shell.editor
        if not editor.dragged_in or self._left_down:
            return
        if editor.pointer is not None:
            editor.release(editor.pointer, self.shell.held, self.shell.view.reach)
        else:
            editor.cancel()

    def _over_canvas(self, x: float, y: float) -> bool:
        """Tell whether a window pixel (y up) shows canvas that nothing covers."""
        shell = self.shell
        is_shown = shell.screen == "editor" and shell.view.camera.sees(x, y)
        return is_shown and not shell.host.over(x, shell.window.height - y)

    # -- the mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> Any:
        self.keyboard.mouse_moved()
        self._move(x, y)
        return EVENT_HANDLED

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> Any:
        self.shell.held = held_keys(modifiers)
        if self._panning & buttons:
            self._panned_from = None
            self.shell.view.pan(dx, dy, self.shell.workspace.document.design)
        self._move(x, y)
        return EVENT_HANDLED

    def _move(self, x: float, y: float) -> None:
        self._at = (x, y)
        self.shell.host.pointer(x, y)
        self._take_tile(x, y)
        self._point()

    def _take_tile(self, x: float, y: float) -> None:
        """Draw, as the pointer leaves the palette with the button down, the frames in which the tile under it is taken
        in hand: on a slow machine the pointer is over the scene, and the button up, before the next frame."""
        if not self._on_palette or self.palette.covers(x, self.shell.window.height - y):
            return
        self._on_palette = False
        for _ in range(_FRAMES_TO_TAKE_A_TILE):
            if self.shell.editor.dragged_in:
                return
            self._frame(self.shell.workspace.pacing.leftover)

    def _answer_click(self, x: float, y: float) -> None:
        """Draw, before a press on the scene, the frames in which the interface answers a click just made: on a slow
        machine the tile that was clicked is not in hand yet."""
        while self.shell.host.unanswered and self._over_canvas(x, y):
            self._frame(self.shell.workspace.pacing.leftover)

    def _point(self) -> None:
        """Pass the position of the pointer, and the modifier keys, to the editor."""
        shell = self.shell
        x, y = self._at
        if self.keyboard.at is not None:
            self.keyboard.point()
        elif self._on_canvas or self._over_canvas(x, y):
            shell.editor.point(self._place_of(x, y), shell.held, shell.view.reach, shell.view.stand_off)
        else:
            shell.editor.leave()

    def _place_of(self, x: float, y: float) -> Point:
        """Return the point of the world at the pointer; parts that are carried beyond the scene stay at its edge."""
        camera = self.shell.view.camera
        if self._on_canvas and self.shell.editor.dragging:
            inside = _EDGE * self.shell.view.scale
            x = min(max(x, camera.left + inside), camera.left + camera.width - inside)
            y = min(max(y, camera.bottom + inside), camera.bottom + camera.height - inside)
        return camera.to_world(x, y)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> Any:
        shell = self.shell
        self.pasting.give_up()
        self.keyboard.mouse_moved()
        self._at, shell.held = (x, y), held_keys(modifiers)
        self._answer_click(x, y)
        if button == mouse.LEFT:
            self._left_down = True
            self._on_palette = self.palette.covers(x, shell.window.height - y)
        consumed = shell.host.press(x, y, button)
        if consumed or not self._over_canvas(x, y):
            return EVENT_HANDLED
        self._finish_typing()
        self._settle()
        if button == mouse.LEFT:
            self._on_canvas = True
            self._notice_double(x, y)
            shell.editor.press(shell.view.camera.to_world(x, y), shell.held, shell.view.reach, shell.view.stand_off)
        elif not self._panning:
            self._panning, self._panned_from = button, (x, y)
        return EVENT_HANDLED

    def _notice_double(self, x: float, y: float) -> None:
        """Take note whether a press on the canvas is the second one of a double click."""
        now, last = self.shell.workspace.now(), self._pressed_last
        self._double = (
            last is not None
            and now - last[0] <= _DOUBLE * 1e9
            and max(abs(x - last[1]), abs(y - last[2])) <= _SAME_PLACE * self.shell.view.scale
        )
        self._pressed_last = None if self._double else (now, x, y)

    def _finish_typing(self) -> None:
        """End typing before a press on the canvas: the text field gets frames to hand over its text, while the part
        that it belongs to is still selected."""
        frames = 0
        while self.shell.host.typing and frames < _FRAMES_TO_END_TYPING:
            self._frame(self.shell.workspace.pacing.leftover)
            frames += 1
        if frames:
            self._frame(self.shell.workspace.pacing.leftover)

    def _hand_over_text(self) -> None:
        """Let a text field hand over its text, before another document comes in under it."""
        if self.shell.host.typing:
            imgui.internal.clear_active_id()
            self._frame(self.shell.workspace.pacing.leftover)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> Any:
        shell = self.shell
        self._at, shell.held = (x, y), held_keys(modifiers)
        shell.held_at_click = shell.held
        shell.host.release(x, y, button)
        if button == self._panning:
            self._panning = 0
            if self._panned_from is not None and button == mouse.RIGHT and not shell.editor.dragging:
                self._point()
                self.context_menu.ask()
        if button == mouse.LEFT:
            self._left_down = self._on_palette = False
            self._let_go(x, y)
        return EVENT_HANDLED

    def _let_go(self, x: float, y: float) -> None:
        shell = self.shell
        on_canvas, self._on_canvas = self._on_canvas, False
        dragged_in = shell.editor.dragged_in
        if not on_canvas and not dragged_in:
            return
        if self.palette.covers(x, shell.window.height - y) and shell.editor.put_back():
            return
        if self._over_canvas(x, y) or (on_canvas and shell.view.camera.sees(x, y)):
            alone = self._double or shell.held.alt
            shell.editor.release(shell.view.camera.to_world(x, y), shell.held, shell.view.reach, alone)
        elif dragged_in:
            shell.editor.cancel()
            shell.workspace.messages.say(
                "put back into the list of parts: it was let go outside of the scene", "refused"
            )
        else:
            shell.editor.release(None, shell.held, shell.view.reach)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> Any:
        shell = self.shell
        self._at = (x, y)
        if shell.host.wheel(x, y, scroll_x, scroll_y) or not self._over_canvas(x, y):
            return EVENT_HANDLED
        notches = scroll_y or scroll_x  # some systems make Shift + wheel go sideways
        if shell.editor.dragging or shell.held.shift:
            fine = shell.held.alt if shell.held.shift else False
            shell.editor.wheel(notches * (1.0 if fine else _WHEEL_TURNS))
            self._turned_ns = shell.workspace.now()
            if shell.loop is not None:
                shell.loop.clock.schedule_once(self._settle_later, _SETTLE)
        else:
            shell.view.zoom_at(x, y, _ZOOM**notches, shell.workspace.document.design)
        self._point()
        return EVENT_HANDLED

    def on_mouse_leave(self, x: int, y: int) -> Any:
        if not self._on_canvas:
            self.shell.host.leave()
            if self.keyboard.at is None:
                self.shell.editor.leave()

    # -- the end of nudges and turns: one step

    def _settle_later(self, _seconds: float) -> None:
        if self._turned_ns is not None and self.shell.workspace.now() - self._turned_ns >= _SETTLE * 0.9e9:
            self._settle()
            self.shell.stir()

    def _settle(self) -> None:
        self._turned_ns = None
        self._arrows.clear()
        self.shell.editor.settle()

    # -- the keyboard

    def on_key_press(self, symbol: int, modifiers: int) -> Any:
        press = getattr(self.shell.window, "keypress", None)
        if not self.pasting.hold_back(lambda: self._key_pressed(symbol, modifiers, press)):
            self._key_pressed(symbol, modifiers, press)
        return EVENT_HANDLED

    def _key_pressed(self, symbol: int, modifiers: int, press: Keypress | None) -> None:
        """Handle a key press; `press` is what the key types, where the window knows that."""
        self._hold(symbol, modifiers, True)
        self._open_expected_field()
        held = self.shell.held
        if not self.pasting.begins(key_name(symbol), held, lambda: self._key(symbol, held, press)):
            self._key(symbol, held, press)

    def _key(self, symbol: int, held: Modifiers, press: Keypress | None) -> None:
        """Give a key press to whom it belongs: a text field, a dialog, a panel, a gesture, or an action."""
        shell, name = self.shell, key_name(symbol)
        shell.held = held
        typing = shell.host.key(symbol, shell.held, True)
        if name == "esc" and not (typing and shell.dialog is None):
            self._escape()
        elif shell.host.popup_open and not self.keyboard.panel:
            pass  # a dialog, a menu or a list has the keys: what is behind it is not meant
        elif shell.dialog is None and self.keyboard.takes(name, shell.held, typing):
            self._settle()
            if name in _ARROWS and self.keyboard.at is not None:
                self._arrows.add(name)
                self._fresh_arrow = True
        elif shell.dialog is not None or typing or self._features_take(name) or shell.editor.key(name, shell.held):
            pass
        elif name in _ARROWS and shell.building() and not shell.held.ctrl:
            self._arrows.add(name)
            self._fresh_arrow = True
            self._nudge(name)
        elif symbol not in _MODIFIERS:
            press = press or american(name, shell.held)
            chords = meanings(press, shell.held) if press is not None else ()
            self._act(chords or (Chord(name, shell.held),))

    def _open_expected_field(self) -> None:
        """Draw, before a key, the frames in which a click or an action just done opens a text field: on a slow machine
        both arrive between two frames, and the key would be taken for a command."""
        while self.shell.host.unanswered and not self.shell.host.typing:
            self._frame(self.shell.workspace.pacing.leftover)

    def _escape(self) -> None:
        """Handle Escape: go back one step."""
        shell, workspace = self.shell, self.shell.workspace
        shell.host.rest()
        if shell.dialog is not None:
            shell.dialog.cancel()
        elif shell.host.popup_open:
            imgui.internal.close_popups_except_modals()
        elif (
            self._features_take("esc")
            or workspace.jobs.cancel()
            or shell.editor.cancel()
            or any(feature.escape() for feature in shell.registered)
        ):
            pass
        elif workspace.document.session.running and not workspace.document.watching:
            workspace.control.stop()
        elif not shell.toasts.dismiss():
            self.features.operations.select_none()

    def _features_take(self, name: str) -> bool:
        """Give a key to the features; return whether it meant something to one of them."""
        return any(feature.key(name) for feature in self.shell.registered)

    def _act(self, chords: tuple[Chord, ...]) -> None:
        """Run the action of the first chord that has one."""
        self._settle()
        for chord in chords:
            action = self.shell.actions.for_key(chord)
            if action is not None:
                self._run(action, chord)
                return

    def _run(self, action: Action, chord: Chord) -> None:
        """Run the action of a key, or report why it does nothing now."""
        if action.for_testers and not self.shell.workspace.settings.now.tester and self.shell.building():
            what = f"'{action.label}' ({chord}) is for testers: its key acts in the tester's view; the menu has it, too"
            self.shell.toasts.tell(Notice(what, "refused", "tester_view"))
        elif action.enabled():
            action.run()
        else:
            self._explain(action)

    def _explain(self, action: Action) -> None:
        """Report why a key does nothing now."""
        shell = self.shell
        if not shell.building():
            return
        if action.name in (*shell.actions.menus["Edit"], *shell.actions.menus["Arrange"]) and shell.editor.locked():
            return  # with a way out
        if why := action.why_not:
            shell.toasts.tell(Notice(sentence(why), "refused"))

    def on_key_release(self, symbol: int, modifiers: int) -> Any:
        if not self.pasting.hold_back(lambda: self._key_released(symbol, modifiers)):
            self._key_released(symbol, modifiers)
        return EVENT_HANDLED

    def _key_released(self, symbol: int, modifiers: int) -> None:
        shell = self.shell
        self._hold(symbol, modifiers, False)
        shell.host.key(symbol, shell.held, False)
        self._arrows.discard(key_name(symbol))
        if not self._arrows and self._turned_ns is None and key_name(symbol) in _ARROWS:
            shell.editor.settle()

    def _hold(self, symbol: int, modifiers: int, down: bool) -> None:
        """Keep track of the modifier keys: mouse motion does not report them, and a gesture may depend on them."""
        held = held_keys(modifiers)
        modifier = _MODIFIERS.get(symbol)
        if modifier is not None:  # the events of a modifier key itself tell of the moment before
            held = held._replace(**{modifier: down})
        if held != self.shell.held:
            self.shell.held = held
            if self.shell.editor.gesture is not None:
                self._point()

    def on_text(self, text: str) -> Any:
        if not self.pasting.hold_back(lambda: self._text(text)):
            self._text(text)
        return EVENT_HANDLED

    def _text(self, text: str) -> None:
        self._open_expected_field()
        self.shell.host.text(text)

    def on_text_motion(self, motion: int) -> Any:
        """Handle the motion that comes with an arrow key's press, and repeats while it is down."""
        if not self.pasting.hold_back(lambda: self._motion(motion)):
            self._motion(motion)
        return EVENT_HANDLED

    def _motion(self, motion: int) -> None:
        name = _MOTIONS.get(motion, "")
        if name in self._arrows and not self._fresh_arrow and self.keyboard.repeats(name):
            pass
        elif name in self._arrows and not self._fresh_arrow:
            self._nudge(name)
        self._fresh_arrow = False

    on_text_motion_select = on_text_motion

    def _nudge(self, name: str) -> None:
        step = NUDGE * (10 if self.shell.held.shift else 1)
        across, up = _ARROWS[name]
        if not self.shell.editor.selection.ids and self.shell.editor.gesture is None:
            self.features.view.pan(across, up)
            return
        self.shell.editor.nudge(across * step, up * step)

    # -- the window

    def on_activate(self) -> Any:
        self.shell.host.focus(True)
        for feature in self.shell.registered:
            feature.came_back()

    def on_deactivate(self) -> Any:
        """Release all buttons and keys when another window gets the keyboard focus."""
        shell = self.shell
        self.pasting.give_up()
        shell.host.focus(False)
        self._settle()
        if self._on_canvas:
            self._on_canvas = False
            shell.editor.release(None, Modifiers(), shell.view.reach)
        self._left_down, shell.held, self._panning = False, Modifiers(), 0

    def on_scale(self, scale: float, dpi: int) -> Any:
        for feature in self.shell.registered:
            feature.rescaled(scale)

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> Any:
        """Open the file that was dropped; of several, ask which."""
        self._hand_over_text()
        files = [path for path in paths if Path(path).is_file()]
        if len(paths) == 1 or len(files) == 1:
            self._open_dropped(Path((files or paths)[0]))
        elif files:
            self.shell.dialog = Recent(files, self._open_dropped, f"{len(files)} files were dropped: open which?")
        else:
            self.shell.workspace.messages.say("what was dropped is no file on this computer", "bad")
        return EVENT_HANDLED

    def _open_dropped(self, path: Path) -> None:
        opens = (feature.opens[path.suffix] for feature in self.shell.registered if path.suffix in feature.opens)
        next(opens, self.features.documents.open_path)(path)

    def on_no_answer(self, sentence: str) -> Any:
        """Handle that another program has not answered in time, which an X11 window tells."""
        self.shell.workspace.messages.say(sentence, "bad")
        return EVENT_HANDLED

    def on_close(self) -> Any:
        self.features.documents.quit()
        return EVENT_HANDLED
