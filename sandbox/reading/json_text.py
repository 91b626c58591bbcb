"""JSON out of a file or from a stranger: counted before it is parsed, and decoded as a type where there is one."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from sandbox.errors import BadFile

MAX_ITEMS = 2_000_000  # values, at most: each of them takes some 60 to 100 bytes
FAULTS = {  # what Python's parser says first, and what to do about it
    "Expecting ',' delimiter": "a comma is missing, or a bracket at the end",
    "Expecting ':' delimiter": "a colon is missing after a name",
    "Expecting property name": "a name in double quotes is missing, or there is a comma too many",
    "Illegal trailing comma": "there is a comma too many",
    "Expecting value": "a value is missing: a number, a text in double quotes, true, false, [...] or {...}",
    "Extra data": "it goes on after its end; write one object a line",
    "Unterminated string": "a text is not closed; put a double quote at its end",
    "Invalid control character": "a text is not closed in its line; put a double quote at its end",
    "Invalid \\escape": "a backslash in a text; write two of them",
}
_T = TypeVar("_T")


def loads(text: str) -> Any:
    """Parse a text of bounded length into plain values.

    Raises:
        BadFile: it is no JSON, or beyond a limit; one sentence, without the file's name.
    """
    _count(text.count(",") + text.count("[") + text.count("{"))
    try:
        return json.loads(text)
    except RecursionError:
        raise BadFile("it is nested too deep") from None
    except json.JSONDecodeError as error:
        raise BadFile(_fault(error)) from None
    except ValueError as error:  # a number with too many digits
        raise BadFile(f"{error}") from None


def _fault(error: json.JSONDecodeError) -> str:
    """Return where a text is no JSON and why, in the words of people who write it."""
    words = next((words for beginning, words in FAULTS.items() if error.msg.startswith(beginning)), error.msg)
    line = f"line {error.lineno}, " if "\n" in error.doc.rstrip("\n") else ""
    return f"{line}column {error.colno}: {words}"


def decode(data: bytes, type_: type[_T]) -> _T:
    """Parse bytes of bounded length as a type.

    Raises:
        BadFile: they are no JSON, do not fit, or are beyond a limit; one sentence, without the file's name.
    """
    _count(data.count(b",") + data.count(b"[") + data.count(b"{"))
    try:
        return msgspec.json.decode(data, type=type_)
    except RecursionError:
        raise BadFile("it is nested too deep") from None
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise BadFile(f"{error}") from None


def _count(items: int) -> None:
    if items > MAX_ITEMS:
        raise BadFile(f"more than {MAX_ITEMS} values")
