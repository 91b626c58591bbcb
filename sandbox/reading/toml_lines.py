"""The lines of a TOML text on which its keys and values stand: made only when something is wrong with one of them."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Any

Path = tuple[str | int, ...]  # keys, and the numbers of elements from 0: ("parts", 2, "props", "width")

_BLANK = re.compile(r"(?:[ \t\n]++|#[^\n]*+)*+")
_SPACE = re.compile(r"[ \t]*+")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'')
_IN_LONG = {'"': re.compile(r'\\.|"{3,5}', re.DOTALL), "'": re.compile("'{3,5}")}  # up to two quotes belong to it
_BARE = re.compile(r"[A-Za-z0-9_-]++")
_REST = re.compile(r"[^,\]}\n#]*+")  # a number, a switch or a date


def end_of_long(text: str, at: int) -> int | None:
    """Return where a text within three quotes ends that begins at a place; None if it is not closed.

    This is no one regular expression: those that describe such a text take much memory for a long one, or are wrong
    after a quote too many in Python 3.11, whose possessive groups do not give back what they have half matched.
    """
    quote = text[at]
    for match in _IN_LONG[quote].finditer(text, at + 3):
        if match[0][0] == quote:
            return match.end()
    return None


class _Lines:
    """A walk over a text that the parser has accepted, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[Path, int] = {(): 0}  # where each key or element begins
        self._lengths: dict[Path, int] = {}  # of the lists that are written as [[tables]]

    def walk(self) -> None:
        table: Path = ()
        while True:
            self._skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        begun, element = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if element else 1
        self._skip(_SPACE)
        *outer, last = self._key()
        self._skip(_SPACE)
        self.at += 2 if element else 1
        path: Path = ()
        for name in outer:
            path = self._latest((*path, name))
            self.found.setdefault(path, begun)
        path = (*path, last)
        if element:
            self.found.setdefault(path, begun)
            number = self._lengths.get(path, 0)
            self._lengths[path] = number + 1
            path = (*path, number)
        self.found.setdefault(path, begun)
        return path

    def _latest(self, path: Path) -> Path:
        """Return the last element of a list of tables; another path stays as it is."""
        return (*path, self._lengths[path] - 1) if path in self._lengths else path

    def _pair(self, table: Path) -> None:
        begun, path = self.at, table
        for name in self._key():
            path = (*path, name)
            self.found.setdefault(path, begun)
        self._skip(_SPACE)
        self.at += 1  # the sign of equality
        self._skip(_SPACE)
        self._value(path)

    def _key(self) -> list[str]:
        names: list[str] = []
        while True:
            quoted = _TEXT.match(self.text, self.at)
            word = quoted or _BARE.match(self.text, self.at)
            assert word is not None
            names.append(tomllib.loads(f"x={word[0]}")["x"] if quoted else word[0])
            self.at = word.end()
            after = _SPACE.match(self.text, self.at)
            end = after.end() if after else self.at
            if not self.text.startswith(".", end):
                return names
            self.at = end + 1
            self._skip(_SPACE)

    def _value(self, path: Path) -> None:
        first = self.text[self.at]
        if first == "[":
            self._list(path)
        elif first == "{":
            self._table(path)
        elif self.text.startswith(('"""', "'''"), self.at):
            self.at = end_of_long(self.text, self.at) or len(self.text)
        else:
            self._skip(_TEXT if first in "\"'" else _REST)

    def _list(self, path: Path) -> None:
        self.at += 1
        number = 0
        while True:
            self._skip(_BLANK)
            if self.text[self.at] == "]":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.found[*path, number] = self.at
            self._value((*path, number))
            number += 1

    def _table(self, path: Path) -> None:
        self.at += 1
        while True:
            self._skip(_BLANK)
            if self.text[self.at] == "}":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self._pair(path)

    def _skip(self, what: re.Pattern[str]) -> None:
        match = what.match(self.text, self.at)
        assert match is not None
        self.at = match.end()


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each key and each element of a text that `toml_text` has read."""
    walk = _Lines(text)
    walk.walk()
    ends = [match.start() for match in re.finditer("\n", text)]
    return {path: bisect_right(ends, at - 1) + 1 if at else 1 for path, at in walk.found.items()}


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of what a path leads to, or of the nearest thing around it that is written in the text."""
    while path not in lines:
        path = path[:-1]
    return lines[path]


def paths_of(value: Any, path: Path = ()) -> list[Path]:
    """List the paths of a value that was read, and of all within it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(within for name, item in inner for within in paths_of(item, (*path, name)))]
