"""Mouse actions by keyboard: a pointer on the canvas, ports to step through, panels to move into.

Three modes take keys before the table of actions does, and each is visible while active: a panel with the keyboard
focus (F6; Esc leaves it), a link being drawn (Tab goes from port to port), and the keyboard's own pointer (C), which
also appears when a part is taken out of the palette by key.
"""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.design.geometry import Box, Point
from sandbox.editing.keys import Chord, Modifiers
from sandbox.editing.snapping import GRID, to_grid
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

STEP, FINER, FINEST = GRID, 0.01, 0.001  # m: of the pointer with each arrow key; with Shift; with Alt
_PASSED_OVER = ("status", "toast")  # these are there to be read; an offer in a message has a key of its own
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_PRECISE = Modifiers(alt=True)  # a fine step goes where it goes: nothing pulls it back


class Keyboard:
    """The active keyboard mode, and the meaning of keys in it."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.at: Point | None = None  # of the keyboard's pointer, in the world; None: there is none
        self.holds = False  # the pointer's button is down
        self.used = False  # a key was the last thing used, not the mouse
        self.panel = ""  # the panel that has the keys
        self._fresh = 0  # frames until its first widget is gone to: it must have been drawn once as one for keys
        self._precise = False

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        building = self.shell.building
        actions = (
            Action("cursor", "Keyboard pointer", self.toggle,
                   "Arrow keys move it, Enter clicks, Ctrl+Enter holds the button down", keys("C"), Icon.POINTER,
                   building, lambda: self.at is not None),
            Action("next_panel", "Next panel", lambda: self.next_panel(1),
                   "Give the keys to the next panel: arrows go through it, Enter uses; Esc goes back to the canvas",
                   keys("F6"), enabled=building),
            Action("previous_panel", "Previous panel", lambda: self.next_panel(-1), "The other way round",
                   keys("Shift+F6"), enabled=building),
        )  # fmt: skip
        return Feature(
            actions=actions,
            before_panels=self.frame,
            before_scene=self._show,
            advice=lambda: self.advice if not self.shell.editor.preview.why_not else "",
            escape=self.escape,
            forget=self.escape,
        )

    def _show(self) -> None:
        self.shell.view.cursor = self.at

    # -- key events

    def takes(self, name: str, held: Modifiers, typing: bool) -> bool:
        """Handle a key press if one of the three modes is active; return whether it was handled."""
        self.used = True
        if self.panel:
            return self._in_panel(name, held, typing)
        if typing or not self.shell.building():
            return False
        if self.at is None and self.shell.editor.key(name, held, first=True):
            self._bring_in_port()
            return True
        return (self.at is not None and not held.ctrl and self._points(name, held)) or self._holds(name, held)

    def repeats(self, name: str) -> bool:
        """Move the pointer for an arrow key that is held down; return whether there is one to move."""
        return self.at is not None and not self.panel and self._points(name, self.shell.held)

    def mouse_moved(self) -> None:
        """Hand over to the mouse."""
        self.used = False
        if self.at is not None and not self.holds:
            self.stop()
        self.leave_panel()

    def escape(self) -> bool:
        """Hide the pointer, or leave the panel; False if neither was active."""
        had = bool(self.panel) or self.at is not None
        self.leave_panel()
        self.stop()
        return had

    # -- the pointer

    def toggle(self) -> None:
        """Show the keyboard's pointer on the selection, or in the middle of the view; or hide it."""
        if self.at is not None:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Show the pointer."""
        if self.at is None:
            shell = self.shell
            box, camera = shell.editor.selection.box, shell.view.camera
            self._precise = box is not None
            if box is not None:
                self.at = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            else:
                x, y = shell.editor.pointer or (camera.x, camera.y)
                if not camera.bounds.contains(x, y):  # the mouse was last seen beside the canvas
                    x, y = camera.x, camera.y
                self.at = to_grid(x), to_grid(y)
        self._point(self.shell.held)

    def stop(self) -> None:
        """Hide the pointer, and release the part that it holds."""
        if self.holds:
            self.holds = False
            self.shell.editor.release(None, Modifiers(), self.shell.view.reach)
        if self.at is not None:
            self.at = None
            self.shell.editor.leave()

    def point(self) -> None:
        """Report the pointer's position again: after a frame, or another key."""
        if self.at is not None:
            self._point(self.shell.held)

    def _held(self, held: Modifiers) -> Modifiers:
        return _PRECISE if self._precise else Modifiers(held.shift and self.holds)

    def _point(self, held: Modifiers) -> None:
        assert self.at is not None
        shell = self.shell
        shell.view.bring_in(Box(*self.at, *self.at))
        shell.editor.point(self.at, self._held(held), shell.view.reach, shell.view.stand_off)

    def _points(self, name: str, held: Modifiers) -> bool:
        """Move the pointer with arrow keys; click with Enter. With Shift, Enter adds to the selection, or keeps
        placing; with Alt it selects a part without its group."""
        assert self.at is not None
        shell = self.shell
        if name in _ARROWS:
            step = FINEST if held.alt else FINER if held.shift else STEP
            self._precise = step < STEP
            (x, y), (across, up) = self.at, _ARROWS[name]
            self.at = _stepped(x, across * step, step), _stepped(y, up * step, step)
            self._point(held)
            return True
        if name != "enter":
            return False
        if self.holds:
            self._let_go()
            return True
        if shell.editor.gesture is not None and shell.editor.gesture.at_rest:
            shell.editor.key(name, held)
            return True
        reach = shell.view.reach
        as_held = Modifiers(shift=held.shift, alt=self._precise)
        shell.editor.press(self.at, as_held, reach, shell.view.stand_off)
        shell.editor.release(self.at, as_held, reach, held.alt)
        self._point(Modifiers())
        return True

    def _holds(self, name: str, held: Modifiers) -> bool:
        """Hold the pointer's button down with Ctrl+Enter, or release it."""
        if name != "enter" or not held.ctrl:
            return False
        if self.at is None:
            self.start()
        elif self.holds:
            self._let_go()
        else:
            shell = self.shell
            self.holds = True
            shell.editor.press(self.at, Modifiers(shift=held.shift), shell.view.reach, shell.view.stand_off)
        return True

    def _let_go(self) -> None:
        assert self.at is not None
        self.holds = False
        self.shell.editor.release(self.at, self._held(Modifiers()), self.shell.view.reach)
        self._point(Modifiers())

    def _bring_in_port(self) -> None:
        """Keep the port in view that keys have come to."""
        gesture = self.shell.editor.gesture
        if gesture is not None and gesture.port is not None:
            self.shell.view.bring_in(Box(*gesture.port, *gesture.port))

    @property
    def pointed_at(self) -> Point:
        """The position of the mouse's or the keyboard's pointer, in pixels from the top left corner."""
        gesture = self.shell.editor.gesture
        at = self.at or (gesture.port if gesture is not None else None)
        if at is None:
            mouse = imgui.get_mouse_pos()
            return mouse.x, mouse.y
        x, y = self.shell.view.camera.to_screen(*at)
        return x, self.shell.window.height - y

    # -- panels

    def next_panel(self, step: int) -> None:
        """Give the keys to the next panel; after the last one the canvas has them again."""
        names = ["", *(name for name in self.shell.ui.windows if name not in _PASSED_OVER)]
        index = names.index(self.panel) if self.panel in names else 0
        self.give(names[(index + step) % len(names)])

    def give(self, panel: str) -> None:
        """Move the keyboard focus to a panel, or with "" back to the canvas."""
        self.stop()
        self.panel, self._fresh = panel, 2 if panel else 0
        if not panel:
            imgui.set_window_focus(None)  # else a field that asks for the keys later would not get them

    def leave_panel(self) -> None:
        if self.panel:
            self.give("")

    @property
    def advice(self) -> str:
        """The meaning of the keys now; empty if they do what they always do."""
        if self.panel:
            key = self.shell.actions.key_of("next_panel")
            return f"Arrow keys and Tab go through this panel, Enter or Space uses; {key}: the next, Esc: the canvas."
        gesture = self.shell.editor.gesture
        if gesture is not None and gesture.port is not None and self.used:
            return "Tab: the next port, Up and Down: over one pulley less or more, Enter takes it, Esc gives up."
        if self.at is not None:
            return "Arrow keys: 5 cm, with Shift 1 cm, with Alt 1 mm; Enter clicks, Ctrl+Enter holds; Esc: no pointer."
        return ""

    def frame(self) -> None:
        """Give the keys to the right panel, before the panels are drawn."""
        shell = self.shell
        keys_in = self.panel if shell.screen == "editor" else shell.screen
        if shell.dialog is not None:
            keys_in = shell.dialog.name if shell.dialog.walked else ""
        shell.ui.use_keys(keys_in)
        if self.panel and self.panel not in shell.ui.windows:
            self.leave_panel()  # a card that has been closed
        if not self._fresh:
            return
        self._fresh -= 1
        if not self._fresh:
            window = imgui.internal.find_window_by_name(self.panel)
            if window is not None:
                imgui.internal.focus_window(window)
                imgui.internal.nav_init_window(window, True)
                imgui.set_nav_cursor_visible(True)

    def _in_panel(self, name: str, held: Modifiers, typing: bool) -> bool:
        """Take all keys for the panel, but the function keys and keys with Ctrl, which keep their meaning."""
        if name == "esc" and self.shell.host.popup_open:
            return True  # the key closes the list that is open, as ImGui does by itself
        if name == "esc" and not typing:
            self.leave_panel()
            return True
        action = self.shell.actions.for_key(Chord(name, held))
        if action is not None and action.name in ("next_panel", "previous_panel") and not typing:
            return False
        return typing or not (held.ctrl or (len(name) > 1 and name[0] == "f" and name[1:].isdigit()))


def _stepped(value: float, by: float, step: float) -> float:
    """Move a coordinate one step, onto multiples of the step."""
    return round(round(value / step) * step + by, 9) if by else value
