"""The file names of recordings, and text out of a file made plain: without anything that a terminal would obey."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile

SUFFIX = ".replay"


def check_suffix(path: Path) -> None:
    """Check that a file that shall be a recording has the name of one.

    Raises:
        BadFile: it has not.
    """
    if path.suffix != SUFFIX:
        raise BadFile(f"{path}: the name of a recording ends in {SUFFIX}")


def printable(text: str, most: int = 400) -> str:
    """Make text out of a file safe to print in a sentence: one short line, nothing that a terminal would obey."""
    shortened = text[: most + 1]
    if not shortened.isprintable():
        shortened = "".join(char if char.isprintable() else "?" for char in shortened)
    return shortened if len(shortened) <= most else f"{shortened[:most]}..."


def one_line(text: str, most: int) -> str:
    """Put text of any origin on one printable line, with a single space for each stretch of white space."""
    return printable(" ".join(text.split()), most)


def clipped(text: str, most: int) -> str:
    """Cut text to at most `most` bytes of UTF-8, never within a character; half a surrogate pair becomes a question
    mark."""
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")


def printable_lines(text: str) -> str:
    """Make text of any origin safe for a terminal, a page or XML; its lines keep their lengths."""
    return "\n".join(printable(line, len(line)) for line in text.split("\n"))


def printable_json(value: Any) -> str:
    """Write JSON in one line, safe for a terminal: `json` itself escapes control characters of ASCII only."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
