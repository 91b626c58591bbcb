"""Keys of an X11 keyboard with any layout: the symbol that pyglet's events carry, and what the key types.

X keycodes are those of Linux plus 8 on every server of today, so the place of a key is known without asking for it.
"""

from __future__ import annotations

import sys
from ctypes import POINTER, byref, c_int, c_ubyte, c_uint, create_string_buffer
from typing import Any

from pyglet.libs.x11 import xlib
from pyglet.window import key

from sandbox.editing.keys import POSITIONS
from sandbox.editing.keystrokes import Keypress

_ROWS = {
    10: "Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal",
    24: "KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight",
    38: "KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote",
    51: "Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash",
    94: "IntlBackslash",
}
_PLACES = {first + index: name for first, names in _ROWS.items() for index, name in enumerate(names.split())}
_LETTERS = [code for code, name in _PLACES.items() if name.startswith("Key")]
_LATIN_LETTERS = 20  # at least this many of the 26 letter keys type an ASCII letter on a Latin layout
_GROUPS = 4  # of XKB, at most
_GROUP_BITS = 0x6000
_SHIFT, _CTRL, _ALT, _ALT_GR = xlib.ShiftMask, xlib.ControlMask, xlib.Mod1Mask, xlib.Mod5Mask
_LEFT_TAB = 0xFE20  # Tab with Shift, which X11 gives a symbol of its own
_LATIN_1 = 0xA0, 0xFF  # symbols that are the numbers of their characters, like those of ASCII
_UNICODE = 0x01000000  # symbols of characters without a name of their own are this and the character's number
_NO_CHARACTERS = 0xFD00  # dead keys, modifiers, function keys and all further ones

_lookup = xlib._lib.XkbLookupKeySym
_lookup.restype = c_int
_lookup.argtypes = [POINTER(xlib.Display), c_ubyte, c_uint, POINTER(c_uint), POINTER(xlib.KeySym)]

# What the keypad means while Num Lock is off: pyglet gives these keys names of their own, and no motions.
_KEYPAD = {
    key.NUM_LEFT: key.LEFT, key.NUM_RIGHT: key.RIGHT, key.NUM_UP: key.UP, key.NUM_DOWN: key.DOWN,
    key.NUM_HOME: key.HOME, key.NUM_END: key.END, key.NUM_PAGE_UP: key.PAGEUP, key.NUM_PAGE_DOWN: key.PAGEDOWN,
    key.NUM_INSERT: key.INSERT, key.NUM_DELETE: key.DELETE,
}  # fmt: skip


class X11Keyboard:
    """Looks up keys in the layout that is active when they are pressed."""

    def __init__(self, display: Any) -> None:
        self._display = display  # Xlib's

    def symbol(self, event: Any) -> int:
        """Return pyglet's symbol of a key event's key; 0 if it has none.

        A letter is told as such on a keyboard without Latin letters too, so that shortcuts find it.
        """
        symbol = self._symbol_of(event.keycode, event.state)
        press = self.press(event, None)
        if press is not None and press.latin and not _is_ascii(symbol):
            return ord(press.latin.lower()) if len(press.latin) == 1 else 0
        symbol = _KEYPAD.get(symbol, key.TAB if symbol == _LEFT_TAB else symbol)
        if ord("A") <= symbol <= ord("Z"):
            symbol += 32  # with Shift X11 tells the capital; pyglet's names are the small letters
        return symbol if symbol in key._key_names else int(key.user_key(event.keycode))

    def press(self, event: Any, context: Any) -> Keypress | None:
        """Return what a key event's key types; None if it types nothing. `context` is the input context."""
        state = event.state & ~(_CTRL | _ALT)
        position = _PLACES.get(event.keycode, "")  # an input method hands over the code 0
        typed = self._character(event, state, context)
        if not position and not typed:
            return None
        plain = self._character(event, state & ~_SHIFT, context)
        latin, latin_plain = self._latin(event.keycode, state) if position else ("", "")
        return Keypress(typed, plain, latin, latin_plain, position, bool(state & _ALT_GR))

    def _latin(self, code: int, state: int) -> tuple[str, str]:
        """Return the texts of a key with and without Shift on the Latin layout that stands in for a layout without
        Latin letters."""
        if self._is_latin(state):
            return "", ""
        for group in range(_GROUPS):
            other = state & ~_GROUP_BITS | group << 13
            symbol, plain = self._symbol_of(code, other), self._symbol_of(code, other & ~_SHIFT)
            if self._is_latin(other) and _is_ascii(symbol):
                return chr(symbol), chr(plain) if _is_ascii(plain) else ""
        pair = POSITIONS[_PLACES[code]]
        return pair[bool(state & _SHIFT)], pair[0]

    def _is_latin(self, state: int) -> bool:
        """Tell whether the layout that a state names has Latin letters."""
        group = state & _GROUP_BITS
        symbols = (self._symbol_of(code, group) for code in _LETTERS)
        return sum(_is_ascii(symbol) and chr(symbol).isalpha() for symbol in symbols) >= _LATIN_LETTERS

    def _symbol_of(self, code: int, state: int) -> int:
        """Return X11's symbol of a key with modifiers, whatever input methods make of it."""
        symbol, left = xlib.KeySym(), c_uint()
        _lookup(self._display, code, state, byref(left), byref(symbol))
        return int(symbol.value)

    def _character(self, event: Any, state: int, context: Any) -> str:
        """Return the character of a key with modifiers; empty for dead keys and for what types none."""
        symbol = self._symbol_of(event.keycode, state)
        if _is_ascii(symbol) or _LATIN_1[0] <= symbol <= _LATIN_1[1]:
            return chr(symbol)
        if _UNICODE < symbol <= _UNICODE + sys.maxunicode:
            return chr(symbol - _UNICODE)
        if not context or symbol >= _NO_CHARACTERS:
            return ""
        other = xlib.XKeyEvent.from_buffer_copy(event)
        other.state = state
        text = looked_up(context, other)
        return text if len(text) == 1 and text.isprintable() else ""


def looked_up(context: Any, event: Any) -> str:
    """Return the text of a key event in an input context, however long what an input method hands over is."""
    size = 64
    while True:
        buffer, symbol, status = create_string_buffer(size), xlib.KeySym(), c_int()
        count = xlib.Xutf8LookupString(context, byref(event), buffer, size, byref(symbol), byref(status))
        if status.value != xlib.XBufferOverflow or count < size:
            break
        size = count
    has_text = status.value in (xlib.XLookupChars, xlib.XLookupBoth)
    return buffer.raw[:count].decode("utf-8", "replace") if has_text else ""


def _is_ascii(symbol: int) -> bool:
    return ord(" ") <= symbol < 0x7F
