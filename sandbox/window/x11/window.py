"""The window on X11: pyglet's, with keys of all layouts, and without a wait for other programs.

pyglet waits without a limit for the owner of the clipboard and for the window manager, knows the first of several
layouts only, and drops what dead keys compose. Those of its methods that do so are written anew here, with its names.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from ctypes import byref
from typing import Any

import pyglet
from pyglet.libs.x11 import xlib
from pyglet.window import key
from pyglet.window.xlib import ViewEventHandler, XlibEventHandler, XlibWindow

from sandbox.editing.keystrokes import Keypress
from sandbox.errors import Refused
from sandbox.window.x11.drops import Drops
from sandbox.window.x11.input_method import Handlers, InputMethod, method_name
from sandbox.window.x11.screens import RESOURCES, resolution
from sandbox.window.x11.selections import ANSWER_S, SelectionOwner, SelectionReader, XConnection
from sandbox.window.x11.x11_keyboard import X11Keyboard, looked_up

_CLIPBOARD = "CLIPBOARD"
_MOST_RESOURCES = 1024 * 1024  # bytes of the desktop's settings; some 2 kB are usual
_TEXTS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING")  # formats, the best first


class X11Window(XlibWindow):
    """A window whose clipboard, drops and mapping have limits, and whose key presses tell all that they may mean.

    Its scale follows the desktop's setting while it is open. `keypress` is what the key types whose press is being
    dispatched. `on_no_answer` is dispatched with a sentence.
    """

    display: Any  # pyglet's types leave half of what a window has out
    _window: Any
    _x_ic: Any
    _dpi: int
    keypress: Keypress | None = None
    is_typing: Callable[[], bool] = staticmethod(lambda: False)  # whether a text field has the keys
    _method: InputMethod | None = None

    def _create(self) -> None:
        super()._create()
        self._connection = connection = XConnection(self.display, self._window)
        self._keys = X11Keyboard(self._x_display)
        self._down: dict[int, int] = {}  # the symbols of the keys that are down, by their codes
        self._reader = SelectionReader(connection)
        self._holder = SelectionOwner(connection, _CLIPBOARD)
        self._drops = Drops(connection, self._reader, self._dropped)
        self._held: set[int] = set()  # the codes of the keys that are down, told or not
        name = method_name(os.environ)
        if name and self._method is None:
            handlers = Handlers(self._not_taken, self._composed, self._method_late)
            display = xlib.XDisplayString(self._x_display)
            self._method = InputMethod(display, self._window, name, handlers)
        self._root = xlib.XDefaultRootWindow(self._x_display)
        xlib.XSelectInput(self._x_display, self._root, xlib.PropertyChangeMask)
        self.display._window_map[self._root] = self._event_root

    def close(self) -> None:
        if self._window:
            self.display._window_map.pop(self._root, None)
        if self._method is not None:
            self._method.close()
            self._method = None
        super().close()

    # -- the desktop's settings

    def _event_root(self, event: Any) -> None:
        """Follow the resolution that the desktop sets for all its screens: X11 knows none for each of them."""
        if event.type != xlib.PropertyNotify or event.xproperty.atom != RESOURCES:
            return
        dpi = resolution(self._connection.text_of(self._root, RESOURCES, _MOST_RESOURCES))
        if dpi != self._dpi:
            self._dpi = dpi
            self.dispatch_event("_on_internal_scale", self.scale, dpi)

    # -- the clipboard

    def ask_clipboard(self, then: Callable[[str | Refused], None]) -> None:
        """Ask for the text on the clipboard; `then` gets it, or why there is none, after a few seconds at most."""
        if self._holder.text is not None:
            then(self._holder.text)
        else:
            self._reader.ask(_CLIPBOARD, _TEXTS, xlib.CurrentTime, lambda answer: then(_as_text(answer)))

    def get_clipboard_text(self) -> str:
        """Return the text on the clipboard if it is this program's own; ask for another's with `ask_clipboard`."""
        return self._holder.text or ""

    def set_clipboard_text(self, text: str) -> None:
        self._holder.hold(text)

    @XlibEventHandler(xlib.SelectionNotify)
    def _event_selection_notification(self, event: Any) -> None:
        self._reader.notify(event.xselection)

    @XlibEventHandler(xlib.PropertyNotify)
    def _event_property(self, event: Any) -> None:
        self._reader.changed(event.xproperty)

    @XlibEventHandler(xlib.SelectionClear)
    def _event_selection_clear(self, event: Any) -> None:
        self._holder.lost(event.xselectionclear)

    @XlibEventHandler(xlib.SelectionRequest)
    def _event_selection_request(self, event: Any) -> None:
        self._holder.requested(event.xselectionrequest)

    # -- files that are dropped

    @XlibEventHandler(xlib.ClientMessage)
    def _event_clientmessage(self, event: Any) -> None:
        if not self._drops.message(event.xclient):
            super()._event_clientmessage(event)

    def _dropped(self, paths: list[str] | Refused) -> None:
        if isinstance(paths, Refused):
            self.dispatch_event("on_no_answer", f"what was dropped can't be opened: {paths}")
        else:
            self.dispatch_event("on_file_drop", int(self._mouse_x), int(self._mouse_y), paths)

    # -- the window manager

    def _map(self) -> None:
        """Show the window. Where the window manager does not do it in time, it comes whenever that goes on."""
        if self._mapped:
            return
        xlib.XSelectInput(self._x_display, self._window, self._default_event_mask)
        xlib.XMapRaised(self._x_display, self._window)
        event, now = xlib.XEvent(), pyglet.clock.get_default().time
        end = now() + ANSWER_S
        while not xlib.XCheckTypedWindowEvent(self._x_display, self._window, xlib.MapNotify, byref(event)):
            left = end - now()
            if left <= 0:
                return
            select.select([self.display.fileno()], (), (), left)
        self._mapped = True
        while xlib.XCheckTypedWindowEvent(self._x_display, self._window, xlib.ConfigureNotify, byref(event)):
            self._width, self._height = max(1, event.xconfigure.width), max(1, event.xconfigure.height)
        self._update_view_size()
        self.dispatch_event("_on_internal_resize", self._width, self._height)
        self.dispatch_event("on_show")
        self.dispatch_event("on_expose")

    # -- keys

    @ViewEventHandler
    @XlibEventHandler(xlib.KeyPress)
    @XlibEventHandler(xlib.KeyRelease)
    def _event_key_view(self, event: Any) -> None:
        code = event.xkey.keycode
        if event.type == xlib.KeyPress:
            self._held.add(code)
            if self._method is not None and self._method.takes_keys and self.is_typing():
                self._method.hand_over(event.xkey)
                return
        else:
            self._held.discard(code)
            if self._method is not None and code not in self._down:
                return  # the key's press is with the input method, or was for it
        self._key_event(event)

    def _key_event(self, event: Any) -> None:
        # The input context belongs to the window. Asked about the view, which pyglet names, it composes nothing.
        filtered = bool(xlib.XFilterEvent(byref(event), self._window))
        if event.type == xlib.KeyPress:
            self._pressed(event.xkey, filtered)
        else:
            self._released(event.xkey)

    @XlibEventHandler(xlib.KeyPress)
    @XlibEventHandler(xlib.KeyRelease)
    def _event_key(self, event: Any) -> None:
        self._event_key_view(event)

    def _pressed(self, event: Any, filtered: bool) -> None:
        """Tell of a key press, of the text that it types or completes, and of the motion that it means."""
        modifiers = self._translate_modifiers(event.state)
        symbol = self._keys.symbol(event) if event.keycode else 0  # 0: a text that was composed
        repeated = event.keycode in self._down
        if symbol and not repeated:
            self._down[event.keycode] = symbol
            self.keypress = self._keys.press(event, self._x_ic)
            try:
                self.dispatch_event("on_key_press", symbol, modifiers)
            finally:
                self.keypress = None
        motion = self._event_text_motion(symbol, modifiers)
        if motion:
            selecting = modifiers & key.MOD_SHIFT
            self.dispatch_event("on_text_motion_select" if selecting else "on_text_motion", motion)
        elif not filtered and self._x_ic and not modifiers & (key.MOD_CTRL | key.MOD_ALT):
            text = looked_up(self._x_ic, event)
            if text and (text == "\r" or text.isprintable()):
                self.dispatch_event("on_text", text)

    def _released(self, event: Any) -> None:
        """Tell of a key's release by the symbol of its press, whatever other keys make of it meanwhile."""
        symbol = self._down.pop(event.keycode, 0) or (self._keys.symbol(event) if event.keycode else 0)
        if symbol:
            self.dispatch_event("on_key_release", symbol, self._translate_modifiers(event.state))

    # -- the input method

    def _not_taken(self, press: Any) -> None:
        """Take a key press that the input method has given back, and its release if that has come meanwhile."""
        event = xlib.XEvent()
        event.xkey = press
        event.xkey.display, event.xkey.window = self._x_display, self._window
        self._key_event(event)
        if press.keycode not in self._held:
            self._released(event.xkey)

    def _composed(self, text: str) -> None:
        if text.isprintable():
            self.dispatch_event("on_text", text)

    def _method_late(self) -> None:
        self.dispatch_event("on_no_answer", "the input method does not answer; keys are typed without it from now on")

    @XlibEventHandler(xlib.FocusIn)
    def _event_focusin(self, event: Any) -> None:
        if self._method is not None:
            self._method.focus(True)
        super()._event_focusin(event)

    @XlibEventHandler(xlib.FocusOut)
    def _event_focusout(self, event: Any) -> None:
        if self._method is not None:
            self._method.focus(False)
        self._down.clear()  # their releases go to another window
        self._held.clear()
        super()._event_focusout(event)


X11Window.register_event_type("on_no_answer")


def _as_text(answer: bytes | Refused) -> str | Refused:
    return answer if isinstance(answer, Refused) else answer.decode("utf-8", "replace").replace("\0", "")
