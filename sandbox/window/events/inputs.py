"""The events of a window but those of its mouse: what keys mean, and what comes from the desktop.

Keys go to the interface first, then to the editor, then to the table of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from imgui_bundle import imgui
from pyglet.event import EVENT_HANDLED
from pyglet.window import key

from sandbox.editing.document import Notice, sentence
from sandbox.editing.editor import NUDGE
from sandbox.editing.keys import Chord, Modifiers
from sandbox.editing.keystrokes import Keypress, american, meanings
from sandbox.window.events.mouse import MouseInput, OneStep
from sandbox.window.events.pasting import Pasting
from sandbox.window.frame.features import Features
from sandbox.window.shell.recent import Recent
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action
from sandbox.window.ui.imgui_host import held_keys, key_name

_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_PRESS_A_BUTTON = ("enter", "space")  # the one that the keys have come to in a dialog, a menu or a panel
_MOTIONS = {
    key.MOTION_LEFT: "left", key.MOTION_RIGHT: "right", key.MOTION_UP: "up", key.MOTION_DOWN: "down",
}  # fmt: skip
_MODIFIERS = {
    key.LSHIFT: "shift", key.RSHIFT: "shift", key.LCTRL: "ctrl", key.RCTRL: "ctrl", key.LCOMMAND: "ctrl",
    key.RCOMMAND: "ctrl", key.LALT: "alt", key.RALT: "alt",
}  # fmt: skip


class Inputs:
    """The event handlers of one window."""

    def __init__(self, shell: Shell, features: Features, frame: Callable[[float], None]) -> None:
        """`frame` draws a frame at once, the given seconds after the last tick."""
        self.shell, self.features, self.keyboard = shell, features, features.keyboard
        self._frame = frame
        self._acted = False  # the key that is down has run an action: what it types is not meant for a text field
        self._fresh_arrow = False  # the key press has moved the part; the motion that comes with it must not
        self.pasting, self.one_step = Pasting(shell), OneStep(shell)
        self.mouse = MouseInput(shell, features, self.pasting, self.one_step, frame)
        shell.window.push_handlers(self)

    # -- the keyboard

    def on_key_press(self, symbol: int, modifiers: int) -> Any:
        press = getattr(self.shell.window, "keypress", None)
        if not self.pasting.hold_back(lambda: self._key_pressed(symbol, modifiers, press)):
            self._key_pressed(symbol, modifiers, press)
        return EVENT_HANDLED

    def _key_pressed(self, symbol: int, modifiers: int, press: Keypress | None) -> None:
        """Handle a key press; `press` is what the key types, where the window knows that."""
        self._acted = False
        self._hold(symbol, modifiers, True)
        self._decide_field()
        held = self.shell.held
        if not self.pasting.begins(key_name(symbol), held, lambda: self._key(symbol, held, press)):
            self._key(symbol, held, press)

    def _key(self, symbol: int, held: Modifiers, press: Keypress | None) -> None:
        """Give a key press to whom it belongs: a text field, a dialog, a panel, a gesture, or an action."""
        shell, name = self.shell, key_name(symbol)
        shell.held = held
        typing = shell.host.key(symbol, shell.held, True)
        if name in _PRESS_A_BUTTON and (shell.host.popup_open or self.keyboard.panel):
            shell.host.expect_answer()
        if name == "esc" and not (typing and shell.dialog is None):
            self._escape()
        elif shell.host.popup_open and not self.keyboard.panel:
            pass  # a dialog, a menu or a list has the keys: what is behind it is not meant
        elif shell.dialog is None and self.keyboard.takes(name, shell.held, typing):
            self.one_step.settle()
            if name in _ARROWS and self.keyboard.at is not None:
                self.one_step.arrows.add(name)
                self._fresh_arrow = True
        elif shell.dialog is not None or typing or self._features_take(name) or shell.editor.key(name, shell.held):
            pass
        elif name in _ARROWS and shell.building() and not shell.held.ctrl:
            self.one_step.arrows.add(name)
            self._fresh_arrow = True
            self._nudge(name)
        elif symbol not in _MODIFIERS:
            press = press or american(name, shell.held)
            chords = meanings(press, shell.held) if press is not None else ()
            self._act(chords or (Chord(name, shell.held),))

    def _decide_field(self) -> None:
        """Draw, before a key, the frames in which a click, an action or a key just done opens or closes a text field:
        on a slow machine both arrive between two frames, and the key would be a command in place of text, or be lost
        in a field that is about to go."""
        while self.shell.host.undecided:
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
        self.one_step.settle()
        for chord in chords:
            action = self.shell.actions.for_key(chord)
            if action is not None:
                self._run(action, chord)
                return

    def _run(self, action: Action, chord: Chord) -> None:
        """Run the action of a key, or report why it does nothing now."""
        self._acted = True
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
        self._acted = False
        self._hold(symbol, modifiers, False)
        shell.host.key(symbol, shell.held, False)
        if key_name(symbol) in _ARROWS:
            self.one_step.arrow_released(key_name(symbol))

    def _hold(self, symbol: int, modifiers: int, down: bool) -> None:
        """Keep track of the modifier keys: mouse motion does not report them, and a gesture may depend on them."""
        held = held_keys(modifiers)
        modifier = _MODIFIERS.get(symbol)
        if modifier is not None:  # the events of a modifier key itself tell of the moment before
            held = held._replace(**{modifier: down})
        if held != self.shell.held:
            self.shell.held = held
            if self.shell.editor.gesture is not None:
                self.mouse.point()

    def on_text(self, text: str) -> Any:
        if not self.pasting.hold_back(lambda: self._text(text)):
            self._text(text)
        return EVENT_HANDLED

    def _text(self, text: str) -> None:
        if self._acted:
            return
        self._decide_field()
        self.shell.host.text(text)

    def on_text_motion(self, motion: int) -> Any:
        """Handle the motion that comes with an arrow key's press, and repeats while it is down."""
        if not self.pasting.hold_back(lambda: self._motion(motion)):
            self._motion(motion)
        return EVENT_HANDLED

    def _motion(self, motion: int) -> None:
        name = _MOTIONS.get(motion, "")
        if name in self.one_step.arrows and not self._fresh_arrow and self.keyboard.repeats(name):
            pass
        elif name in self.one_step.arrows and not self._fresh_arrow:
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
        self.one_step.settle()
        self.mouse.let_go()
        shell.held = Modifiers()

    def on_scale(self, scale: float, dpi: int) -> Any:
        for feature in self.shell.registered:
            feature.rescaled(scale)

    def _hand_over_text(self) -> None:
        """Let a text field hand over its text, before another document comes in under it."""
        if self.shell.host.typing:
            imgui.internal.clear_active_id()
            self._frame(self.shell.workspace.pacing.leftover)

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
        self.shell.opens.get(path.suffix.lower(), self.features.documents.open_path)(path)

    def on_no_answer(self, sentence: str) -> Any:
        """Handle that another program has not answered in time, which an X11 window tells."""
        self.shell.workspace.messages.say(sentence, "bad")
        return EVENT_HANDLED

    def on_close(self) -> Any:
        self.features.documents.quit()
        return EVENT_HANDLED
