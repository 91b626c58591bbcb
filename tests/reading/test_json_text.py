"""JSON from strangers: counted before it is parsed; whatever is wrong with it is answered with a sentence."""

from __future__ import annotations

import json
from unittest.mock import Mock

import msgspec
import pytest

from sandbox.errors import BadFile
from sandbox.reading import json_text
from tests.long_texts import Long


def test_values_are_read_plain_or_as_a_type() -> None:
    assert json_text.loads('{"a": [1, 2.5, null]}') == {"a": [1, 2.5, None]}
    assert json_text.decode(b'{"a": 1}', dict[str, int]) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "nested too deep"),
        ("1" * 5000, "digits"),
        ("{", "^column 2: a name in double quotes is missing"),
        ('{"tick": 0 "do": "start"}', "^column 12: a comma is missing"),
        ('{"tick" 0}', "^column 9: a colon is missing"),
        ('{"tick": 0,}', "^column 1[12]: .*a comma too many"),
        ('{"tick": zero}', "^column 10: a value is missing"),
        ('{"do": "start}', "^column 8: a text is not closed"),
        ('{"do": "st\nart"}', "^line 1, column 11: a text is not closed in its line"),
        ('{"do": "C:\\hand"}', "^column 11: a backslash"),
        ('{"tick": 0} {"tick": 1}', "^column 13: it goes on after its end"),
        ('{"tick": 0,\n"x"}', "^line 2, column 4: a colon"),
        (Long("[", "[],", json_text.MAX_ITEMS // 2 + 1), "more than 2000000 values"),
    ],
    ids=[
        "nested", "digits", "cut off", "comma", "colon", "last comma", "word", "quote", "line in a text", "backslash",
        "two objects", "two lines", "many",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(text: str | Long, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        json_text.loads(str(text))


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b"1" * 5000, b"{", b"\xff", b'{"a": "b"}', Long("", "[],", 2_000_001)],
    ids=["nested", "digits", "cut off", "no text", "of another type", "many"],
)
def test_what_does_not_fit_is_refused(data: bytes | Long) -> None:
    with pytest.raises(BadFile):
        json_text.decode(data if isinstance(data, bytes) else str(data).encode(), dict[str, int])


def test_whatever_error_a_parser_ends_with_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their own errors are no more than a promise: numbers of too many digits have ended one with another."""
    for error in (ValueError("4301 digits"), RecursionError(), UnicodeDecodeError("utf-8", b"x", 0, 1, "odd")):
        with monkeypatch.context() as broken:
            broken.setattr(json, "loads", Mock(side_effect=error))
            broken.setattr(msgspec.json, "decode", Mock(side_effect=error))
            with pytest.raises(BadFile):
                json_text.loads("1")
            with pytest.raises(BadFile):
                json_text.decode(b"1", int)
