"""TOML from strangers: what its parser could not bear is refused before it is parsed, and everything else is read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.reading import toml_text
from sandbox.reading.toml_text import MAX_DEPTH, MAX_KEY, MAX_PARTS
from tests.long_texts import Long


def shortly(value: str | Long) -> str:
    return repr(str(value)[:30])


@pytest.mark.parametrize(
    "path", [*library.bundled_levels(), library.bundled_dir() / library.INDEX], ids=lambda p: p.stem
)
def test_all_that_is_bundled_is_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert toml_text.loads(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a." * 24_000 + "b = 1", "line 1: a key of 24001 parts; a key has up to 16"),
        ("\nx = { " + "a . " * MAX_PARTS + "b = 1 }", rf"line 2: a key of {MAX_PARTS + 1} parts"),
        ('"a".' * MAX_PARTS + '"b" = 1', "a key of"),
        ("[" + "a." * MAX_PARTS + "b]", "a key of"),
        ("x = " + "1" * 4301, "a number of 4301 characters"),
        ("x = " + "1_" * 4301, "a number of"),
        ("a" * (MAX_KEY + 1) + " = 1", "a key of 201 characters"),
        ('"' + "a" * MAX_KEY + '" = 1', "a key of 202 characters"),
        ("x = " + "[" * (MAX_DEPTH + 1), "more than 64 deep"),
        ("x = " + "{a = [" * MAX_DEPTH, "more than 64 deep"),
        (Long("x = [", "1,", 1_000_000, "]"), "more than 1000000 keys and values"),
        (Long("x = [", "[],", 1_000_000, "]"), "more than 1000000 keys and values"),
        (Long("x = [", "{a.b.c.d.e.f.g.h = 1},", 120_000, "]"), "more than 1000000 keys and values"),
        ('x = { c = """a"""", ' + "a." * 24_000 + "b = 1 }", "a key of 24001 parts"),  # behind a quote of the text
        ("x = { c = '''a'''', " + "a." * 24_000 + "b = 1 }", "a key of 24001 parts"),
        ("x = ", "line 1, column 5: the value is missing"),
        ("x = 2000-02-30", "no such date"),
        (Long('x = """', '\\"""', 1_000_000), "a text is not closed"),
        ("x = '" + "a" * 100_000, "a text is not closed"),
    ],
    ids=shortly,
)  # fmt: skip
def test_what_is_beyond_a_limit_is_answered_in_a_short_sentence(text: str | Long, said: str) -> None:
    with pytest.raises(BadFile, match=said) as refused:
        toml_text.loads(str(text))
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        'x = "' + "a." * 30_000 + '"',  # a text, and no key
        'x = """' + "a.\n" * 30_000 + '[[[[" """',
        "x = '''" + "[" * 1000 + "'' '''",
        "# " + "a." * 30_000 + "[" * 1000 + '"',
        "x = [" + "0.25, " * 10_000 + "]",
        "x = [" + "[1]," * 10_000 + "]",
        ".".join("a" * MAX_PARTS) + " = 1",
        "x = '" + "1" * 5000 + "'",
        "x = 0.1234567890123456789012345678901234567890\ny = 1979-05-27T07:32:00.5-07:00",
        'x = "a\\"b" # "\ny = \'\'\'a\'b\'\'\'\'\'\nz = """a"b"""""',
    ],
    ids=shortly,
)
def test_what_only_looks_like_it_is_read(text: str) -> None:
    assert toml_text.loads(text) == tomllib.loads(text)


def test_whatever_error_the_parser_ends_with_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own error is no more than a promise: numbers of too many digits have ended it with another one."""
    for error in (ValueError("4301 digits"), RecursionError(), UnicodeDecodeError("utf-8", b"x", 0, 1, "odd")):
        with monkeypatch.context() as broken:
            broken.setattr(tomllib, "loads", Mock(side_effect=error))
            with pytest.raises(BadFile):
                toml_text.loads("a = 1")


def values() -> some.SearchStrategy[str]:
    return some.text(alphabet="ab1.=[]{}\"'#\\\n, _-", max_size=60)


@given(values())
def test_within_the_limits_it_is_the_parser_alone_that_decides(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(BadFile):
            toml_text.loads(text)
    else:
        assert toml_text.loads(text) == expected
