"""Keys by name: "Ctrl+Shift+S" as a value, how it reads on screen, and what pyglet's key events are called here.

Pure: pyglet's numbers come in as the names that `pyglet.window.key.symbol_string` gives them, so tables of keys
can be made and tested without a display.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

# pyglet's symbol names -> ours. What is not listed is the symbol's name in lower case ("A" -> "a", "F1" -> "f1").
_NAMES = {
    "SPACE": "space", "RETURN": "enter", "ENTER": "enter", "NUM_ENTER": "enter", "ESCAPE": "esc", "DELETE": "del",
    "NUM_DELETE": "del", "BACKSPACE": "backspace", "TAB": "tab", "PERIOD": ".", "COMMA": ",", "PLUS": "+",
    "EQUAL": "+", "NUM_ADD": "+", "MINUS": "-", "NUM_SUBTRACT": "-", "SLASH": "/", "QUESTION": "?",
    "LEFT": "left", "RIGHT": "right", "UP": "up", "DOWN": "down", "HOME": "home", "END": "end",
    "PAGEUP": "pageup", "PAGEDOWN": "pagedown", "INSERT": "insert", "ISO_LEFT_TAB": "tab",
    "BRACKETLEFT": "[", "BRACKETRIGHT": "]",
    **{f"_{digit}": str(digit) for digit in range(10)}, **{f"NUM_{digit}": str(digit) for digit in range(10)},
}  # fmt: skip
_SHOWN = {
    "space": "Space", "enter": "Enter", "esc": "Esc", "del": "Del", "backspace": "Backspace", "tab": "Tab",
    "left": "\N{LEFTWARDS ARROW}", "right": "\N{RIGHTWARDS ARROW}", "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}", "home": "Home", "end": "End", "pageup": "Page Up", "pagedown": "Page Down",
    "insert": "Insert",
}  # fmt: skip


class Held(NamedTuple):
    """The modifier keys that are down. `ctrl` is the command key on a Mac."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Chord(NamedTuple):
    """A key with the modifiers that must be down, no more and no fewer."""

    key: str
    held: Held = Held()

    def __str__(self) -> str:
        """As menus and tooltips show it."""
        ctrl = "Cmd+" if sys.platform == "darwin" else "Ctrl+"
        prefix = (ctrl if self.held.ctrl else "") + ("Shift+" if self.held.shift else "")
        return prefix + ("Alt+" if self.held.alt else "") + _SHOWN.get(self.key, self.key.upper())


def chord(text: str) -> Chord:
    """The chord that a text such as "Ctrl+Shift+S", "Del" or "+" names."""
    *modifiers, key = text.lower().split("+") if not text.endswith("+") else [*text[:-2].lower().split("+"), "+"]
    held = set(modifiers) - {""}
    unknown = held - {"shift", "ctrl", "alt"}
    if unknown or not key:
        raise ValueError(f"'{text}' does not name a key")
    return Chord(key, Held("shift" in held, "ctrl" in held, "alt" in held))


def name_of(symbol: str) -> str:
    """Our name of a key that pyglet calls `symbol`."""
    return _NAMES.get(symbol, symbol.lower())
