"""Keys by name: "Ctrl+Shift+S" as a value, its text on screen, and our names for pyglet's key symbols.

Pure: pyglet's numbers come in as the names that `pyglet.window.key.symbol_string` gives them, so tables of keys can be
made and tested without a display.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

# pyglet's symbol names -> ours. What is not listed is the symbol's name in lower case ("A" -> "a", "F1" -> "f1").
_NAMES = {
    "SPACE": "space", "RETURN": "enter", "ENTER": "enter", "NUM_ENTER": "enter", "ESCAPE": "esc", "DELETE": "del",
    "NUM_DELETE": "del", "BACKSPACE": "backspace", "TAB": "tab", "PERIOD": ".", "COMMA": ",", "PLUS": "+",
    "EQUAL": "+", "NUM_ADD": "+", "MINUS": "-", "NUM_SUBTRACT": "-", "SLASH": "/",
    "QUESTION": "/",  # with Shift, X11 tells what the key types: it is meant as Shift+/
    "LEFT": "left", "RIGHT": "right", "UP": "up", "DOWN": "down", "HOME": "home", "END": "end",
    "PAGEUP": "pageup", "PAGEDOWN": "pagedown", "INSERT": "insert", "ISO_LEFT_TAB": "tab",
    "BRACKETLEFT": "[", "BRACKETRIGHT": "]",
    **{f"_{digit}": str(digit) for digit in range(10)}, **{f"NUM_{digit}": str(digit) for digit in range(10)},
}  # fmt: skip
if sys.platform.startswith("linux"):
    _NAMES["user_key(17)"] = "tab"  # with Shift, X11 has a symbol of its own for it, which pyglet does not know
_SHOWN = {
    "space": "Space", "enter": "Enter", "esc": "Esc", "del": "Del", "backspace": "Backspace", "tab": "Tab",
    "left": "\N{LEFTWARDS ARROW}", "right": "\N{RIGHTWARDS ARROW}", "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}", "home": "Home", "end": "End", "pageup": "Page Up", "pagedown": "Page Down",
    "insert": "Insert",
}  # fmt: skip


# What people write for a key, besides what is shown.
_WRITTEN = {
    "delete": "del", "escape": "esc", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "plus": "+",
    "minus": "-", "ins": "insert", **{label.lower(): key for key, label in _SHOWN.items()},
}  # fmt: skip
_MODIFIERS = {"shift": "shift", "ctrl": "ctrl", "control": "ctrl", "cmd": "ctrl", "command": "ctrl", "alt": "alt"}
_FUNCTION_KEYS = {f"f{number}" for number in range(1, 25)}


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
        return self._prefix("Cmd+" if sys.platform == "darwin" else "Ctrl+") + _SHOWN.get(self.key, self.key.upper())

    @property
    def plain(self) -> str:
        """The chord's text in files, the same on every system: `chord` reads it."""
        label = _SHOWN.get(self.key, self.key.upper())
        return self._prefix("Ctrl+") + (label if label.isascii() else self.key.capitalize())

    def _prefix(self, ctrl: str) -> str:
        prefix = (ctrl if self.held.ctrl else "") + ("Shift+" if self.held.shift else "")
        return prefix + ("Alt+" if self.held.alt else "")


def chord(text: str) -> Chord:
    """Parse a text such as "Ctrl+Shift+S", "Del" or "+".

    Raises:
        ValueError: it names no key.
    """
    written = text.strip().lower()
    *modifiers, key = written.split("+") if not written.endswith("+") else [*written[:-2].split("+"), "+"]
    held = {_MODIFIERS.get(name.strip(), name) for name in modifiers} - {""}
    key = _WRITTEN.get(key.strip(), key.strip())
    is_key = key in _SHOWN or key in _FUNCTION_KEYS or (len(key) == 1 and key.isprintable() and key.isascii())
    if held - {"shift", "ctrl", "alt"} or not is_key:
        raise ValueError(f"'{text}' does not name a key")
    return Chord(key, Modifiers("shift" in held, "ctrl" in held, "alt" in held))


def name_of(symbol: str) -> str:
    """Return our name of a key that pyglet calls `symbol`."""
    return _NAMES.get(symbol, symbol.lower())
