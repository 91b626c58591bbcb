"""Keys by name: parsed, shown, and as pyglet calls them."""

from __future__ import annotations

import sys

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
    ],
)
def test_a_text_names_a_chord_and_reads_the_same(text: str, meant: Chord, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chord(text) == meant
    monkeypatch.setattr("sys.platform", "linux")
    assert str(meant) == text
    monkeypatch.setattr("sys.platform", "darwin")
    assert str(meant) == text.replace("Ctrl", "Cmd")


@pytest.mark.parametrize("text", ["", "Hyper+S", "Ctrl+"])
def test_what_names_no_key_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="does not name a key"):
        chord(text)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X11 tells them so")
def test_what_x11_tells_with_shift_is_known() -> None:
    assert name_of("user_key(17)") == "tab", "Shift+Tab"
    assert name_of("QUESTION") == "/", "Shift+/"
    assert name_of("PLUS") == "+"


def test_pyglets_names_are_known() -> None:
    named = {symbol: name_of(symbol) for symbol in ("A", "_0", "NUM_0", "PERIOD", "NUM_ADD", "EQUAL", "ESCAPE", "F1")}
    assert named == {
        "A": "a", "_0": "0", "NUM_0": "0", "PERIOD": ".", "NUM_ADD": "+", "EQUAL": "+", "ESCAPE": "esc", "F1": "f1",
    }  # fmt: skip
