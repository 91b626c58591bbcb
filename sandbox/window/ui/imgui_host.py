"""Dear ImGui inside a pyglet window: events in, C++ OpenGL3 renderer out (so no PyOpenGL), and no clock of its own.

The owner of the window feeds events and asks each time whether the interface consumes them. The answer comes from the
rectangles that the interface covered in its last frame, not from ImGui's own flags: those are a frame old, and a fast
user (or a test) presses in the same frame in which the pointer arrived.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from imgui_bundle import imgui
from pyglet.window import key, mouse

from sandbox.editing.keys import Modifiers, name_of
from sandbox.errors import Refused

_NAMED = {
    "tab": "tab", "backspace": "backspace", "enter": "enter", "esc": "escape", "insert": "insert", "del": "delete",
    "space": "space", "left": "left_arrow", "right": "right_arrow", "up": "up_arrow", "down": "down_arrow",
    "pageup": "page_up", "pagedown": "page_down", "home": "home", "end": "end",
}  # fmt: skip
_KEYS: dict[str, imgui.Key] = {name: imgui.Key[imgui_name] for name, imgui_name in _NAMED.items()}
_KEYS.update({letter: imgui.Key[letter] for letter in "abcdefghijklmnopqrstuvwxyz"})
_KEYS.update({digit: imgui.Key["_" + digit] for digit in "0123456789"})
_CLOSE_A_FIELD = ("enter", "esc")
_BUTTONS = {mouse.LEFT: 0, mouse.RIGHT: 1, mouse.MIDDLE: 2}
_CURSORS = {
    imgui.MouseCursor_.text_input: "text",
    imgui.MouseCursor_.resize_ew: "size_left",
    imgui.MouseCursor_.resize_ns: "size_up",
    imgui.MouseCursor_.hand: "hand",
}
_FRAMES_AFTER_INPUT = 3  # an immediate-mode interface needs this many frames to settle after an event
_FRAMES_TO_ANSWER = 5  # press, release, the field in place of the number, its focus, its wish for keys
_FRAMES_TO_CLOSE_A_FIELD = 3  # the field lets go of the keys, and its wish for them is forgotten two frames later
_FITS = 1.0  # px by which the contents may be larger or smaller than their window
_AWAY = -3.4e38  # ImGui's "no mouse"


def held_keys(modifiers: int) -> Modifiers:
    """Translate pyglet's modifier bits (locks ignored)."""
    return Modifiers(bool(modifiers & key.MOD_SHIFT), bool(modifiers & key.MOD_ACCEL), bool(modifiers & key.MOD_ALT))


def key_name(symbol: int) -> str:
    return name_of(symbol, key.symbol_string(symbol))


def _outgrown(window: imgui.internal.Window) -> bool:
    """Tell whether a window that fits its contents did not do so in the frame that has been laid out."""
    children = imgui.ChildFlags_.auto_resize_x | imgui.ChildFlags_.auto_resize_y
    if not (window.flags & imgui.WindowFlags_.always_auto_resize or window.child_flags & children):
        return False
    if window.hidden_frames_cannot_skip_items > 0:
        return True
    begin, end = window.dc.cursor_start_pos, window.dc.cursor_max_pos
    across, down = end.x - begin.x - window.content_size.x, end.y - begin.y - window.content_size.y
    return max(abs(across), abs(down)) > _FITS


class Host:
    """ImGui's context for one window. `covers(x, y)` tells whether the interface lies over a point (pixels, y down)."""

    def __init__(self, window: Any, covers: Callable[[float, float], bool]) -> None:
        self.window = window
        self.covers = covers
        self.context = imgui.create_context()
        imgui.set_current_context(self.context)
        self.io = imgui.get_io()
        self.io.set_ini_filename("")  # no file in whatever folder we happen to be started in
        self.io.config_drag_click_to_input_text = True  # a click on a number lets one type it
        self.settling = _FRAMES_AFTER_INPUT
        self._clipboard = ""
        self._asked: str | None = None  # the answer of another program; None: none was asked
        self._keys: deque[tuple[int, Modifiers, bool] | str] = deque()  # events that ImGui has not got yet
        self._held = Modifiers()  # as ImGui knows them
        self._struck = False  # a key went down in this frame
        self.unanswered = 0  # frames until a click, a key or an action has certainly been answered
        self._closing = 0  # frames until a key or a click has certainly closed the field that it closes
        self._captured: set[int] = set()  # buttons that went down on the interface
        if hasattr(window, "is_typing"):  # the window has an input method, which composes in text fields only
            window.is_typing = lambda: self.typing
        window.switch_to()
        imgui.backends.opengl3_init("#version 330")
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = self._get_clipboard
        platform.platform_set_clipboard_text_fn = self._set_clipboard

    # -- events in; True: the interface consumes it

    def pointer(self, x: float, y: float) -> bool:
        """Move the mouse to a point of the window (pyglet's pixels, y up)."""
        self.settling = _FRAMES_AFTER_INPUT
        down = self.window.height - y
        self.io.add_mouse_pos_event(x, down)
        return bool(self._captured) or self.over(x, down)

    def over(self, x: float, down: float) -> bool:
        return self.popup_open or self.covers(x, down)

    def leave(self) -> None:
        self.io.add_mouse_pos_event(_AWAY, _AWAY)
        self.settling = _FRAMES_AFTER_INPUT

    def rest(self) -> None:
        """Forget the thing under the pointer until the pointer moves: the thing has gone, and nothing that came has
        been pointed at."""
        if not self._captured:
            self.leave()

    def press(self, x: float, y: float, button: int) -> bool:
        consumed = self.pointer(x, y)
        if consumed:
            self._captured.add(button)
            self._expect_close()
        # A press on the canvas reaches ImGui too: it takes the focus from a text field and closes a menu.
        self.io.add_mouse_button_event(_BUTTONS.get(button, 0), True)
        return consumed

    def release(self, x: float, y: float, button: int) -> bool:
        self.pointer(x, y)
        self.io.add_mouse_button_event(_BUTTONS.get(button, 0), False)
        consumed = button in self._captured
        if consumed:
            self.expect_answer()
        self._captured.discard(button)
        return consumed

    def expect_answer(self) -> None:
        """Expect the interface to answer a click, a key or an action in the next frames. It may open a text field,
        which is to have all that is typed from now on, or close what has the keys."""
        self.unanswered = self.settling = _FRAMES_TO_ANSWER

    def _expect_close(self) -> None:
        """Expect the text field that has the keys, if there is one, to lose them."""
        if self.typing:
            self._closing = self.settling = _FRAMES_TO_CLOSE_A_FIELD

    def wheel(self, x: float, y: float, across: float, along: float) -> bool:
        consumed = self.pointer(x, y)
        if consumed:
            self.io.add_mouse_wheel_event(across, along)
        return consumed

    def key(self, symbol: int, held: Modifiers, down: bool) -> bool:
        if down and key_name(symbol) in _CLOSE_A_FIELD:
            self._expect_close()
        self._keys.append((symbol, held, down))
        self._hand_over_keys()
        return self.typing

    def text(self, text: str) -> bool:
        self._keys.append(text)
        self._hand_over_keys()
        return self.typing

    def _hand_over_keys(self) -> None:
        """Hand key events over in their order. A change of modifier keys after a key went down is for the next frame:
        of one frame ImGui knows the last modifiers only, so a quick Ctrl+V would be a V."""
        self.settling = _FRAMES_AFTER_INPUT
        while self._keys:
            event = self._keys[0]
            if isinstance(event, str):
                for character in event:
                    if character >= " " and character != "\x7f":
                        self.io.add_input_character(ord(character))
            elif self._struck and event[1] != self._held:
                return
            else:
                self._hand_over_key(*event)
            self._keys.popleft()

    def _hand_over_key(self, symbol: int, held: Modifiers, down: bool) -> None:
        self._held = held
        for modifier, is_down in zip((imgui.Key.mod_shift, imgui.Key.mod_ctrl, imgui.Key.mod_alt), held, strict=True):
            self.io.add_key_event(modifier, is_down)
        imgui_key = _KEYS.get(key_name(symbol))
        if imgui_key is not None:
            self._struck |= down
            self.io.add_key_event(imgui_key, down)

    @property
    def behind(self) -> bool:
        """True while keys wait for further frames."""
        return bool(self._keys)

    def focus(self, on: bool) -> None:
        self.io.add_focus_event(on)
        self._captured.clear()
        self.settling = _FRAMES_AFTER_INPUT

    @property
    def clipboard(self) -> str:
        """The text that pasting puts into a field now: this program's own, or what `ask_clipboard` got last."""
        return self._get_clipboard(None)

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._set_clipboard(None, text)

    def ask_clipboard(self, then: Callable[[str | Refused], None]) -> None:
        """Ask for the text on the system's clipboard; `then` gets it, or why there is none.

        Where the clipboard belongs to another program that comes later, if that answers in time; else at once.
        """
        ask = getattr(self.window, "ask_clipboard", None)
        if ask is None:
            then(self._get_clipboard(None))
            return

        def answered(text: str | Refused) -> None:
            self._asked = text if isinstance(text, str) else ""
            then(text)

        ask(answered)

    def _get_clipboard(self, _context: Any) -> str:
        if self._asked is not None:
            return self._asked
        try:
            return str(self.window.get_clipboard_text())
        except NotImplementedError:  # a window without a display
            return self._clipboard

    def _set_clipboard(self, _context: Any, text: str) -> None:
        self._clipboard, self._asked = text, None
        with suppress(NotImplementedError):
            self.window.set_clipboard_text(text)

    def forget_typing(self) -> None:
        """Take the keys from the text field that has them, and forget the text typed there, whose subject is gone.
        ImGui would hand the text over in the next frame, to whatever has the field then."""
        imgui.internal.clear_active_id()
        imgui.get_current_context().input_text_deactivated_state.clear_free_memory()

    def stir(self) -> None:
        """Lay the interface out in the next frames, as after an input: something that it shows has changed."""
        self.settling = max(self.settling, 2)

    # -- state

    @property
    def typing(self) -> bool:
        """True while a text field has the keyboard focus."""
        return bool(self.io.want_text_input)

    @property
    def undecided(self) -> bool:
        """True while only further frames show whether a text field has the next key: one may open, or close."""
        return self._closing > 0 if self.typing else self.unanswered > 0

    @property
    def popup_open(self) -> bool:
        """True while a menu, list or modal is open: a press outside only closes it."""
        anything = imgui.PopupFlags_.any_popup_id | imgui.PopupFlags_.any_popup_level
        return bool(imgui.is_popup_open("", anything))

    @property
    def cursor(self) -> str | None:
        """pyglet's name of the mouse cursor that the interface wants; None for the arrow."""
        return _CURSORS.get(imgui.MouseCursor_(imgui.get_mouse_cursor()))

    # -- frames

    def begin(self, seconds: float) -> None:
        """Start a frame, `seconds` after the last one."""
        width, height = self.window.get_size()
        across, up = self.window.get_framebuffer_size()
        self.io.display_size = imgui.ImVec2(width, height)
        self.io.display_framebuffer_scale = imgui.ImVec2(across / width, up / height)
        self.io.delta_time = max(seconds, 1e-4)
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        self._struck = False
        if self._keys:
            self._hand_over_keys()

    @property
    def unfitted(self) -> bool:
        """True if a window that is as large as its contents has other contents in this frame than in the one before.

        ImGui gives it its size, and shows one that is new, a frame later; until then its text is cut off.
        """
        return any(_outgrown(window) for window in imgui.get_current_context().windows if window.active)

    def begin_again(self) -> None:
        """Lay this frame out once more, in place of its first layout."""
        imgui.end_frame()
        self.begin(0.0)

    def end(self) -> None:
        """Draw the frame over the window's contents."""
        imgui.render()
        self.settling, self.unanswered = max(0, self.settling - 1), max(0, self.unanswered - 1)
        self._await_close()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())

    def _await_close(self) -> None:
        """Count the frames until a field is closed, from the one in which ImGui has got all that came before: it takes
        few events a frame. A field that is still active then stays open."""
        context = imgui.get_current_context()
        if not self._closing or self._keys or len(context.input_events_queue):
            return
        stays = context.active_id != 0 and context.active_id == context.input_text_state.id_
        self._closing = 0 if stays else self._closing - 1

    def again(self) -> None:
        """Draw the last frame of `end` once more."""
        self.unanswered = self._closing = 0
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())

    def close(self) -> None:
        """Release the context and its objects on the graphics card."""
        imgui.set_current_context(self.context)
        imgui.backends.opengl3_shutdown()
        platform = imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = None
        platform.platform_set_clipboard_text_fn = None
        imgui.destroy_context(self.context)
