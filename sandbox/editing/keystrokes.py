"""The chords that a key press may stand for, whatever the keyboard layout: pure, and testable without a keyboard.

Chords are written as an American keyboard types them. On another layout the key that types the character is meant;
Shift does not count where that layout needs it for the character. Where a layout has no Latin letters, the key's
letter in another layout of the user's, or else on an American keyboard, is meant as well. Digits are also meant by
their place in the top row, which on a French keyboard types other characters.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from sandbox.editing.keys import POSITIONS, Chord, Modifiers

_PLACES = {pair[0]: position for position, pair in reversed(POSITIONS.items())}
_SHIFTED = {pair[0]: pair[1] for pair in POSITIONS.values()}
_UNSHIFTED = {pair[1]: pair[0] for position, pair in POSITIONS.items() if position != "IntlBackslash"}


class Keypress(NamedTuple):
    """The text that a press of a key types: `plain` is the text without Shift.

    `latin` and `latin_plain` are the same on the Latin keyboard that stands for one without Latin letters; else empty.
    """

    typed: str
    plain: str
    latin: str = ""
    latin_plain: str = ""
    position: str = ""  # its name in `POSITIONS`; empty if it has none
    third: bool = False  # AltGr is down


def american(name: str, held: Modifiers) -> Keypress | None:
    """Return what a key types on an American keyboard, by our name for it; None if it types nothing there."""
    if len(name) != 1:
        return None  # it types nothing
    plain = _UNSHIFTED.get(name, name) if held.shift else name
    typed = _SHIFTED.get(plain, plain) if held.shift else name
    return Keypress(typed, plain, position=_PLACES.get(plain, ""))


def meanings(press: Keypress, held: Modifiers) -> tuple[Chord, ...]:
    """List the chords that a press may stand for, the most particular first."""
    chords = [Chord(f"[{press.position.lower()}]", held)] if press.position else []
    chords += _by_character(press.typed, press.plain, held)
    if press.latin:
        chords += _by_character(press.latin, press.latin_plain, held)
    if press.position.startswith("Digit") and not press.third:
        chords.append(Chord(press.position[-1], held))
    return tuple(dict.fromkeys(chords))


def _by_character(typed: str, plain: str, held: Modifiers) -> list[Chord]:
    typed, plain = (unicodedata.normalize("NFC", text).lower() for text in (typed, plain))
    if len(typed) != 1 or not typed.isprintable() or typed.isspace():
        return []
    chords = [Chord(typed, held)]
    if held.shift and plain != typed:
        chords += [Chord(plain, held)] if len(plain) == 1 else []
        chords.append(Chord(typed, held._replace(shift=False)))
        if typed in _UNSHIFTED:  # written as in the USA: Shift+/ for the question mark
            chords.append(Chord(_UNSHIFTED[typed], held))
    if typed == "=" == plain:  # so that one zooms in on an American keyboard without Shift
        chords.append(Chord("+", held))
    return chords
