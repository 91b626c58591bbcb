"""Dispatch of window events to the interface and the editor, and the meaning of keys.

The interface comes first (the host tells what it consumes); the rest goes to the canvas: gestures to the editor, the
wheel and other buttons to the camera, keys to the table of actions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyglet.event import EVENT_HANDLED
from pyglet.window import key, mouse

from sandbox.editing.editor import NUDGE
from sandbox.editing.keys import Chord, Modifiers
from sandbox.window.application import Application
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


class Inputs:
    """The event handlers of one window."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self._at = (0.0, 0.0)
        self._on_canvas = False  # the left button went down on the canvas
        self._panning = 0  # the button that moves the view
        self._arrows: set[str] = set()  # those that are down
        self._fresh_arrow = False  # the key press has moved the part; the motion that comes with it must not
        self._turned_ns: int | None = None  # when the wheel last turned something
        app.window.push_handlers(self)

    # -- the mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> Any:
        self.app.keyboard.mouse_moved()
        self._move(x, y)
        return EVENT_HANDLED

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> Any:
        self.app.held = held_keys(modifiers)
        if self._panning & buttons:
            self.app.view.camera.pan(dx, dy)
            self.app.view.keep_near(self.app.workspace.design)
        self._move(x, y)
        return EVENT_HANDLED

    def _move(self, x: float, y: float) -> None:
        self._at = (x, y)
        self.app.host.pointer(x, y)
        self._point()

    def _point(self) -> None:
        """Pass the position of the pointer, and the modifier keys, to the editor."""
        app = self.app
        x, y = self._at
        if app.keyboard.at is not None:
            app.keyboard.point()
        elif self._on_canvas or app.over_canvas(x, y):
            app.editor.point(app.view.camera.to_world(x, y), app.held, app.view.reach, app.view.stand_off)
        else:
            app.editor.leave()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> Any:
        app = self.app
        app.keyboard.mouse_moved()
        self._at, app.held = (x, y), held_keys(modifiers)
        if button == mouse.LEFT:
            app.left_down = True
        consumed = app.host.press(x, y, button)
        if consumed or not app.over_canvas(x, y):
            return EVENT_HANDLED
        self._finish_typing()
        self._settle()
        if button == mouse.LEFT:
            self._on_canvas = True
            app.editor.press(app.view.camera.to_world(x, y), app.held, app.view.reach, app.view.stand_off)
        elif not self._panning:
            self._panning = button
        return EVENT_HANDLED

    def _finish_typing(self) -> None:
        """End typing before a press on the canvas: the text field gets frames to hand over its text, while the part
        that it belongs to is still selected."""
        frames = 0
        while self.app.host.typing and frames < _FRAMES_TO_END_TYPING:
            self.app.frame(self.app.workspace.leftover)
            frames += 1
        if frames:
            self.app.frame(self.app.workspace.leftover)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> Any:
        app = self.app
        self._at, app.held = (x, y), held_keys(modifiers)
        app.host.release(x, y, button)
        if button == self._panning:
            self._panning = 0
        if button == mouse.LEFT:
            app.left_down = False
            self._let_go(x, y)
        return EVENT_HANDLED

    def _let_go(self, x: float, y: float) -> None:
        app = self.app
        on_canvas, self._on_canvas = self._on_canvas, False
        dragged_in = app.editor.dragged_in
        if not on_canvas and not dragged_in:
            return
        if app.over_palette(x, y) and app.editor.put_back():
            return
        if app.over_canvas(x, y) or (on_canvas and app.view.camera.sees(x, y)):
            app.editor.release(app.view.camera.to_world(x, y), app.held, app.view.reach)
        elif dragged_in:
            app.editor.cancel()
        else:
            app.editor.release(None, app.held, app.view.reach)

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> Any:
        app = self.app
        self._at = (x, y)
        if app.host.wheel(x, y, scroll_x, scroll_y) or not app.over_canvas(x, y):
            return EVENT_HANDLED
        notches = scroll_y or scroll_x  # some systems make Shift + wheel go sideways
        if app.editor.dragging or app.held.shift:
            fine = app.held.alt if app.held.shift else False
            app.editor.wheel(notches * (1.0 if fine else _WHEEL_TURNS))
            self._turned_ns = app.workspace.now()
            if app.loop is not None:
                app.loop.clock.schedule_once(self._settle_later, _SETTLE)
        else:
            app.view.camera.zoom_at(x, y, _ZOOM**notches)
            app.view.keep_near(app.workspace.design)
        self._point()
        return EVENT_HANDLED

    def on_mouse_leave(self, x: int, y: int) -> Any:
        if not self._on_canvas:
            self.app.host.leave()
            if self.app.keyboard.at is None:
                self.app.editor.leave()

    # -- the end of nudges and turns: one step

    def _settle_later(self, _seconds: float) -> None:
        if self._turned_ns is not None and self.app.workspace.now() - self._turned_ns >= _SETTLE * 0.9e9:
            self._settle()
            self.app.stir()

    def _settle(self) -> None:
        self._turned_ns = None
        self._arrows.clear()
        self.app.editor.settle()

    # -- the keyboard

    def on_key_press(self, symbol: int, modifiers: int) -> Any:
        app = self.app
        name = key_name(symbol)
        self._hold(symbol, modifiers, True)
        typing = app.host.key(symbol, app.held, True)
        if name == "esc" and not (typing and app.dialog is None):
            app.escape()
        elif app.dialog is None and app.keyboard.takes(name, app.held, typing):
            self._settle()
            if name in _ARROWS and app.keyboard.at is not None:
                self._arrows.add(name)
                self._fresh_arrow = True
        elif (
            app.dialog is not None
            or typing
            or (app.screen == "chooser" and app.chooser.key(name))
            or app.editor.key(name, app.held)
        ):
            pass
        elif name in _ARROWS and app.building() and not app.held.ctrl:
            self._arrows.add(name)
            self._fresh_arrow = True
            self._nudge(name)
        elif symbol not in _MODIFIERS:
            self._act(Chord(name, app.held))
        return EVENT_HANDLED

    def _act(self, chord: Chord) -> None:
        self._settle()
        action = self.app.actions.for_key(chord)
        if action is not None and action.enabled():
            action.run()
        elif action is not None:
            self.app.explain(action)

    def on_key_release(self, symbol: int, modifiers: int) -> Any:
        app = self.app
        # On X11 the key of + is released as = once Shift is up. pyglet then takes + for held down ever after, and each
        # later press of it for a repeat.
        down = getattr(app.window, "pressed_keys", None)
        if down is not None and symbol not in down:
            down.clear()
        self._hold(symbol, modifiers, False)
        app.host.key(symbol, app.held, False)
        self._arrows.discard(key_name(symbol))
        if not self._arrows and self._turned_ns is None and key_name(symbol) in _ARROWS:
            app.editor.settle()
        return EVENT_HANDLED

    def _hold(self, symbol: int, modifiers: int, down: bool) -> None:
        """Keep track of the modifier keys: mouse motion does not report them, and a gesture may depend on them."""
        held = held_keys(modifiers)
        modifier = _MODIFIERS.get(symbol)
        if modifier is not None:  # the events of a modifier key itself tell of the moment before
            held = held._replace(**{modifier: down})
        if held != self.app.held:
            self.app.held = held
            if self.app.editor.gesture is not None:
                self._point()

    def on_text(self, text: str) -> Any:
        self.app.host.text(text)
        return EVENT_HANDLED

    def on_text_motion(self, motion: int) -> Any:
        """Handle the motion that comes with an arrow key's press, and repeats while it is down."""
        name = _MOTIONS.get(motion, "")
        if name in self._arrows and not self._fresh_arrow and self.app.keyboard.repeats(name):
            pass
        elif name in self._arrows and not self._fresh_arrow:
            self._nudge(name)
        self._fresh_arrow = False
        return EVENT_HANDLED

    on_text_motion_select = on_text_motion

    def _nudge(self, name: str) -> None:
        step = NUDGE * (10 if self.app.held.shift else 1)
        across, up = _ARROWS[name]
        if not self.app.editor.selection.ids and self.app.editor.gesture is None:
            self.app.pan(across, up)
            return
        self.app.editor.nudge(across * step, up * step)

    # -- the window

    def on_activate(self) -> Any:
        self.app.host.focus(True)
        self.app.came_back()

    def on_deactivate(self) -> Any:
        """Release all buttons and keys when another window gets the keyboard focus."""
        app = self.app
        app.host.focus(False)
        self._settle()
        if self._on_canvas:
            self._on_canvas = False
            app.editor.release(None, Modifiers(), app.view.reach)
        app.left_down, app.held, self._panning = False, Modifiers(), 0

    def on_scale(self, scale: float, dpi: int) -> Any:
        self.app.rescale(scale)

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> Any:
        self.app.documents.open_path(Path(paths[0]))
        return EVENT_HANDLED

    def on_close(self) -> Any:
        self.app.quit()
        return EVENT_HANDLED


__all__ = ["Inputs"]
