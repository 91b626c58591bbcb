"""TOML out of a file: looked over before it is parsed, because the parser has no limits of its own.

Python's parser takes time and memory with the square of the parts of a dotted key, and fails with an error of its own
on a number of 4301 digits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from sandbox.reading.toml_faults import BadToml, in_words
from sandbox.reading.toml_lines import end_of_long

MAX_ITEMS = 1_000_000  # keys, values and brackets: a level of 20,000 parts has some 300,000
MAX_KEY = 200  # characters of a key, or digits of a number
MAX_PARTS = 16  # of a dotted key
MAX_DEPTH = 64  # of brackets within brackets

_STRING = r""""(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?"""
_WORD = rf"(?:[A-Za-z0-9_+:-]++|{_STRING})"
# Each alternative takes all that it can and never gives anything back, so that the time is linear in the text. What is
# not closed counts up to its end: the parser refuses it there.
_TOKEN = re.compile(
    rf'''
    (?P<long>"""|\'\'\')
    |(?P<comment>\#[^\n]*+)
    |(?P<word>{_WORD}(?:[ \t]*+\.[ \t]*+{_WORD})*+)
    |(?P<opening>[\[{{])
    |(?P<closing>[\]}}])
    ''',
    re.VERBOSE | re.DOTALL,
)
_PART = re.compile(_WORD)


def loads(text: str) -> dict[str, Any]:
    """Parse a text of bounded length.

    Raises:
        BadToml: it is no TOML, or beyond a limit; one sentence, without the file's name.
    """
    _look_over(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadToml("it is nested too deep") from None
    except ValueError as error:  # the parser's own error is one, and so are those of a date or a number
        raise in_words(f"{error}", text) from None


def _look_over(text: str) -> None:
    """Refuse what the parser could not bear."""
    items = depth = 0
    for token in _tokens(text):
        kind = token.lastgroup
        if kind == "word":
            items += 1 + token[0].count(".")  # each part of a key becomes a table of its own
            if token.end() - token.start() > MAX_PARTS:  # only then can a limit be passed
                _check_word(text, token)
        elif kind == "opening":
            items += 1
            depth += 1
            if depth > MAX_DEPTH:
                raise _beyond(text, token, f"brackets within brackets, more than {MAX_DEPTH} deep")
        elif kind == "closing":
            depth = max(0, depth - 1)
        if items > MAX_ITEMS:
            raise BadToml(f"more than {MAX_ITEMS} keys and values")


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield all tokens of a text but what is within three quotes."""
    at: int | None = 0
    while at is not None:
        tokens, at = _TOKEN.finditer(text, at), None
        for token in tokens:
            yield token
            if token.lastgroup == "long":
                at = end_of_long(text, token.start())
                break


def _check_word(text: str, token: re.Match[str]) -> None:
    word = token[0]
    parts = _PART.findall(word)
    if len(parts) > MAX_PARTS:
        raise _beyond(text, token, f"a key of {len(parts)} parts; a key has up to {MAX_PARTS}")
    is_key = len(parts) > 1 or re.compile(r"[ \t]*+=").match(text, token.end()) is not None
    for part in parts:
        if len(part) > MAX_KEY and (is_key or part[0] not in "\"'"):
            what = "a number" if part[0] in "0123456789+-" else "a key"
            raise _beyond(text, token, f"{what} of {len(part)} characters; it has up to {MAX_KEY}")


def _beyond(text: str, token: re.Match[str], what: str) -> BadToml:
    return BadToml(what, text.count("\n", 0, token.start()) + 1)
