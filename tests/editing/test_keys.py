"""Keys by name: parsed, shown, and as pyglet calls them."""

from __future__ import annotations

import pytest

from sandbox.editing.keys import Chord, Modifiers, chord, name_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("S", Chord("s")),
        ("Ctrl+Shift+S", Chord("s", Modifiers(shift=True, ctrl=True))),
        ("Del", Chord("del")),
        ("+", Chord("+")),
        ("Ctrl++", Chord("+", Modifiers(ctrl=True))),
        ("Alt+F4", Chord("f4", Modifiers(alt=True))),
        (".", Chord(".")),
        ("Ctrl+\N{CYRILLIC CAPITAL LETTER EF}", Chord("\N{CYRILLIC SMALL LETTER EF}", Modifiers(ctrl=True))),
        ("\xc9", Chord("\xe9")),
        ("\xdf", Chord("\xdf")),
        ("Alt+[KeyQ]", Chord("[keyq]", Modifiers(alt=True))),
        ("[Digit1]", Chord("[digit1]")),
        ("Ctrl+[", Chord("[", Modifiers(ctrl=True))),
    ],
)
def test_a_text_names_a_chord_and_reads_the_same(text: str, meant: Chord, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chord(text) == meant
    monkeypatch.setattr("sys.platform", "linux")
    assert str(meant) == text
    monkeypatch.setattr("sys.platform", "darwin")
    assert str(meant) == text.replace("Ctrl", "Cmd")


def test_a_character_is_the_same_however_an_editor_writes_its_accent() -> None:
    assert chord("Ctrl+e\N{COMBINING ACUTE ACCENT}") == chord("Ctrl+\xe9")


@pytest.mark.parametrize("text", ["", "Hyper+S", "Ctrl+", "[KeyQQ]", "ab", "\t", "\N{ZERO WIDTH SPACE}"])
def test_what_names_no_key_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="does not name a key"):
        chord(text)


def test_pyglets_names_are_known() -> None:
    symbols = {
        "A": 0x61,
        "_0": 0x30,
        "PERIOD": 0x2E,
        "EQUAL": 0x3D,
        "QUESTION": 0x3F,
        "NUM_0": 0xFFB0,
        "NUM_ADD": 0xFFAB,
    }
    symbols |= {"ESCAPE": 0xFF1B, "F1": 0xFFBE, "NUM_LEFT": 0xFF96, "NUM_PAGE_UP": 0xFF9A, "NUM_DECIMAL": 0xFFAE}
    assert {called: name_of(symbol, called) for called, symbol in symbols.items()} == {
        "A": "a", "_0": "0", "PERIOD": ".", "EQUAL": "=", "QUESTION": "?", "NUM_0": "0", "NUM_ADD": "+",
        "ESCAPE": "esc", "F1": "f1", "NUM_LEFT": "left", "NUM_PAGE_UP": "pageup", "NUM_DECIMAL": ".",
    }  # fmt: skip
