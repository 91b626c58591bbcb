"""The mouse on a window: the interface comes first, then the canvas.

The left button goes to the editor, which drags, places and selects; the wheel and the other buttons go to the camera.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyglet.event import EVENT_HANDLED
from pyglet.window import mouse

from sandbox.design.geometry import Point
from sandbox.editing.keys import Modifiers
from sandbox.window.events.pasting import Pasting
from sandbox.window.frame.features import Features
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.imgui_host import held_keys

_ZOOM = 1.15  # for each notch of the wheel
_SETTLE = 0.5  # s without another notch: then a turn by the wheel is one step
_FRAMES_TO_END_TYPING = 120  # at most: a frame takes few events at a time, and much may have been typed
_WHEEL_TURNS = 15.0  # degrees for each notch
_FRAMES_TO_TAKE_A_TILE = 4  # at most: the pointer on it, the button down, the pointer gone
_DOUBLE = 0.4  # s from press to press, at most, in a double click
_EDGE = 12.0  # px: the distance from the scene's edge of a thing that is carried beyond it
_SAME_PLACE = 5.0  # px: so near to each other they are


class OneStep:
    """Makes one step for undo of many nudges by arrow keys, and of many turns by the wheel."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.arrows: set[str] = set()  # the arrow keys that are down
        self._turned_ns: int | None = None  # when the wheel last turned something

    def wheel_turned(self) -> None:
        """Wait a little for another notch of the wheel, then end the step."""
        self._turned_ns = self.shell.workspace.now()
        if self.shell.loop is not None:
            self.shell.loop.clock.schedule_once(self._settle_later, _SETTLE)

    def _settle_later(self, _seconds: float) -> None:
        if self._turned_ns is not None and self.shell.workspace.now() - self._turned_ns >= _SETTLE * 0.9e9:
            self.settle()
            self.shell.stir()

    def arrow_released(self, name: str) -> None:
        """End the step with the last arrow key, unless the wheel has a turn of its own to end."""
        self.arrows.discard(name)
        if not self.arrows and self._turned_ns is None:
            self.shell.editor.settle()

    def settle(self) -> None:
        """End the step, because something else begins."""
        self._turned_ns = None
        self.arrows.clear()
        self.shell.editor.settle()


class MouseInput:
    """The handlers of the mouse's events."""

    def __init__(
        self, shell: Shell, features: Features, pasting: Pasting, one_step: OneStep, frame: Callable[[float], None]
    ) -> None:
        """`frame` draws a frame at once, the given seconds after the last tick."""
        self.shell, self.keyboard, self.pasting, self.one_step = shell, features.keyboard, pasting, one_step
        self.palette, self.context_menu = features.palette, features.context_menu
        self._frame = frame
        self._at = (0.0, 0.0)
        self._left_down = False
        self._on_canvas = False  # the left button went down on the canvas
        self._on_palette = False  # the button went down on the palette, and the pointer has not left it since
        self._panning = 0  # the button that moves the view
        self._panned_from: tuple[float, float] | None = None  # where it went down, until the pointer has moved
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
        self.point()

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
        """Draw, before a press or a turn of the wheel on the scene, the frames in which the interface answers a click
        just made: on a slow machine the tile that was clicked is not in hand yet, or the view not moved."""
        while self.shell.host.unanswered and self._over_canvas(x, y):
            self._frame(self.shell.workspace.pacing.leftover)

    def point(self) -> None:
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
        self.one_step.settle()
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

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> Any:
        shell = self.shell
        self._at, shell.held = (x, y), held_keys(modifiers)
        shell.held_at_click = shell.held
        shell.host.release(x, y, button)
        if button == self._panning:
            self._panning = 0
            if self._panned_from is not None and button == mouse.RIGHT and not shell.editor.dragging:
                self.point()
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
        self._answer_click(x, y)
        if shell.host.wheel(x, y, scroll_x, scroll_y) or not self._over_canvas(x, y):
            return EVENT_HANDLED
        notches = scroll_y or scroll_x  # some systems make Shift + wheel go sideways
        if shell.editor.dragging or shell.held.shift:
            fine = shell.held.alt if shell.held.shift else False
            shell.editor.wheel(notches * (1.0 if fine else _WHEEL_TURNS))
            self.one_step.wheel_turned()
        else:
            shell.view.zoom_at(x, y, _ZOOM**notches, shell.workspace.document.design)
        self.point()
        return EVENT_HANDLED

    def on_mouse_leave(self, x: int, y: int) -> Any:
        if not self._on_canvas:
            self.shell.host.leave()
            if self.keyboard.at is None:
                self.shell.editor.leave()

    def let_go(self) -> None:
        """Release all buttons: another window has the mouse now."""
        if self._on_canvas:
            self._on_canvas = False
            self.shell.editor.release(None, Modifiers(), self.shell.view.reach)
        self._left_down, self._panning = False, 0
