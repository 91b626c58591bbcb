"""What a key press may stand for, on keyboards of many countries."""

from __future__ import annotations

import pytest

from sandbox.editing.keys import Modifiers
from sandbox.editing.keystrokes import Keypress, american, meanings

NONE, SHIFT, CTRL = Modifiers(), Modifiers(shift=True), Modifiers(ctrl=True)


def read(press: Keypress | None, held: Modifiers) -> list[str]:
    assert press is not None
    return [chord.plain for chord in meanings(press, held)]


@pytest.mark.parametrize(
    ("press", "held", "meant"),
    [
        (Keypress("a", "a", position="KeyQ"), CTRL, ["Ctrl+[KeyQ]", "Ctrl+A"]),  # French
        (Keypress(".", ";", position="Comma"), SHIFT, ["Shift+[Comma]", "Shift+.", "Shift+;", "."]),
        (Keypress("&", "&", position="Digit1"), NONE, ["[Digit1]", "&", "1"]),
        (Keypress("1", "&", position="Digit1"), SHIFT, ["Shift+[Digit1]", "Shift+1", "Shift+&", "1"]),
        (Keypress("[", "8", position="Digit8", third=True), NONE, ["[Digit8]", "["]),  # German, with AltGr
        (Keypress("/", "7", position="Digit7"), SHIFT, ["Shift+[Digit7]", "Shift+/", "Shift+7", "/"]),
        (Keypress("?", "\xdf", position="Minus"), SHIFT,
         ["Shift+[Minus]", "Shift+?", "Shift+\xdf", "?", "Shift+/"]),  # German: as an American writes it, too
        (Keypress("\u1f71", "\u1f71"), NONE, ["\u0386"]),  # Greek: an accent that Unicode has twice
        (Keypress("\u0444", "\u0444", "a", "a", "KeyA"), CTRL, ["Ctrl+[KeyA]", "Ctrl+\u0424", "Ctrl+A"]),  # Russian
        (Keypress(",", ".", "?", "/", "Slash"), SHIFT,
         ["Shift+[Slash]", "Shift+,", "Shift+.", ",", "Shift+?", "Shift+/", "?"]),
        (Keypress("4", "4"), NONE, ["4"]),  # the keypad
        (Keypress("", "", position="Quote"), NONE, ["[Quote]"]),  # a dead key
    ],
)  # fmt: skip
def test_a_press_means_its_place_then_what_it_types_then_what_stands_for_that(
    press: Keypress, held: Modifiers, meant: list[str]
) -> None:
    assert read(press, held) == meant


@pytest.mark.parametrize(
    ("name", "held", "meant"),
    [
        ("z", CTRL, ["Ctrl+[KeyZ]", "Ctrl+Z"]),
        ("=", CTRL, ["Ctrl+[Equal]", "Ctrl+=", "Ctrl++"]),
        ("+", SHIFT, ["Shift+[Equal]", "Shift++", "Shift+=", "+"]),
        ("/", SHIFT, ["Shift+[Slash]", "Shift+?", "Shift+/", "?"]),
        ("?", SHIFT, ["Shift+[Slash]", "Shift+?", "Shift+/", "?"]),
        ("1", SHIFT, ["Shift+[Digit1]", "Shift+!", "Shift+1", "!"]),
    ],
)
def test_without_word_of_the_layout_it_is_an_american_one(name: str, held: Modifiers, meant: list[str]) -> None:
    assert read(american(name, held), held) == meant
    assert american("f1", held) is None
