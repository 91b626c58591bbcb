"""Keys by name: "Ctrl+Shift+S" as a value, its text on screen, and our names for pyglet's key symbols.

Pure: pyglet's numbers come in as the names that `pyglet.window.key.symbol_string` gives them, so tables of keys can be
made and tested without a display.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import NamedTuple

# pyglet's names of symbols that are no ASCII characters -> ours. What is not listed is the symbol's name in lower case
# ("F1" -> "f1").
_NAMES = {
    "SPACE": "space", "RETURN": "enter", "ENTER": "enter", "NUM_ENTER": "enter", "ESCAPE": "esc", "DELETE": "del",
    "NUM_DELETE": "del", "BACKSPACE": "backspace", "TAB": "tab", "ISO_LEFT_TAB": "tab",
    "LEFT": "left", "RIGHT": "right", "UP": "up", "DOWN": "down", "HOME": "home", "END": "end",
    "PAGEUP": "pageup", "PAGEDOWN": "pagedown", "INSERT": "insert",
    "NUM_LEFT": "left", "NUM_RIGHT": "right", "NUM_UP": "up", "NUM_DOWN": "down", "NUM_HOME": "home", "NUM_END": "end",
    "NUM_PAGE_UP": "pageup", "NUM_PAGE_DOWN": "pagedown", "NUM_INSERT": "insert", "NUM_SPACE": "space",
    "NUM_TAB": "tab", "NUM_ADD": "+", "NUM_SUBTRACT": "-", "NUM_MULTIPLY": "*", "NUM_DIVIDE": "/", "NUM_EQUAL": "=",
    "NUM_DECIMAL": ".", "NUM_SEPARATOR": ",", **{f"NUM_{digit}": str(digit) for digit in range(10)},
}  # fmt: skip
_SHOWN = {
    "space": "Space", "enter": "Enter", "esc": "Esc", "del": "Del", "backspace": "Backspace", "tab": "Tab",
    "left": "\N{LEFTWARDS ARROW}", "right": "\N{RIGHTWARDS ARROW}", "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}", "home": "Home", "end": "End", "pageup": "Page Up", "pagedown": "Page Down",
    "insert": "Insert",
}  # fmt: skip


# The keys that type characters, by their names in the W3C's UI Events, with what they type in the USA without and with
# Shift.
POSITIONS = {
    **{f"Digit{pair[0]}": pair for pair in ("1!", "2@", "3#", "4$", "5%", "6^", "7&", "8*", "9(", "0)")},
    **{f"Key{letter.upper()}": letter + letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"},
    "Backquote": "`~", "Minus": "-_", "Equal": "=+", "BracketLeft": "[{", "BracketRight": "]}", "Backslash": "\\|",
    "Semicolon": ";:", "Quote": "'\"", "Comma": ",<", "Period": ".>", "Slash": "/?", "IntlBackslash": "<>",
}  # fmt: skip
# What people write for a key, besides what is shown.
_WRITTEN = {
    "delete": "del", "escape": "esc", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "plus": "+",
    "minus": "-", "ins": "insert", **{label.lower(): key for key, label in _SHOWN.items()},
}  # fmt: skip
_MODIFIERS = {"shift": "shift", "ctrl": "ctrl", "control": "ctrl", "cmd": "ctrl", "command": "ctrl", "alt": "alt"}
_FUNCTION_KEYS = {f"f{number}" for number in range(1, 25)}
_PLACES = {f"[{position.lower()}]": f"[{position}]" for position in POSITIONS}  # of keys, whatever they type


class Modifiers(NamedTuple):
    """The modifier keys that are down. `ctrl` is the command key on a Mac."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Chord(NamedTuple):
    """A key with the modifiers that must be down, no more and no fewer."""

    key: str
    held: Modifiers = Modifiers()

    def __str__(self) -> str:
        """Format the chord as menus and tooltips show it."""
        return self._prefix("Cmd+" if sys.platform == "darwin" else "Ctrl+") + _label(self.key)

    @property
    def plain(self) -> str:
        """The chord's text in files, the same on every system: `chord` reads it."""
        arrow = self.key in _SHOWN and not _SHOWN[self.key].isascii()
        return self._prefix("Ctrl+") + (self.key.capitalize() if arrow else _label(self.key))

    def _prefix(self, ctrl: str) -> str:
        prefix = (ctrl if self.held.ctrl else "") + ("Shift+" if self.held.shift else "")
        return prefix + ("Alt+" if self.held.alt else "")


def _label(key: str) -> str:
    """Return a key as it is shown; a letter whose capital is two letters stays as it is."""
    capital = key.upper()
    return _SHOWN.get(key) or _PLACES.get(key) or (capital if len(capital) == len(key) else key)


def chord(text: str) -> Chord:
    """Parse a text such as "Ctrl+Shift+S", "Del", "+", "\N{CYRILLIC CAPITAL LETTER EF}" or "[KeyQ]", a place.

    Raises:
        ValueError: it names no key.
    """
    written = unicodedata.normalize("NFC", text.strip()).lower()
    *modifiers, key = written.split("+") if not written.endswith("+") else [*written[:-2].split("+"), "+"]
    held = {_MODIFIERS.get(name.strip(), name) for name in modifiers} - {""}
    key = _WRITTEN.get(key.strip(), key.strip())
    is_character = len(key) == 1 and key.isprintable() and not key.isspace()
    is_key = is_character or key in _SHOWN or key in _FUNCTION_KEYS or key in _PLACES
    if held - {"shift", "ctrl", "alt"} or not is_key:
        raise ValueError(f"'{text}' does not name a key")
    return Chord(key, Modifiers("shift" in held, "ctrl" in held, "alt" in held))


def name_of(symbol: int, called: str) -> str:
    """Return our name of a key of pyglet's, whose symbol has this number and is `called` so there."""
    if ord(" ") < symbol < 0x7F:  # the symbol is the character's number
        return chr(symbol).lower()
    return _NAMES.get(called, called.lower())
