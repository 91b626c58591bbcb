"""JSON out of a file or from a stranger: counted before it is parsed, and decoded as a type where there is one."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from sandbox.errors import BadFile

MAX_ITEMS = 2_000_000  # values, at most: each of them takes some 60 to 100 bytes
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
    except ValueError as error:  # json's own error is one, and so is that of a number with too many digits
        raise BadFile(f"{error}") from None


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
