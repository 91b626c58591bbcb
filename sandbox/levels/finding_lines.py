"""The lines of a level's file that sentences about it speak of, for whoever has written it in a text editor."""

from __future__ import annotations

import re
from typing import Any

from sandbox.levels.handwriting import Enough, Handwriting, Notes
from sandbox.parts import KINDS, LINKS
from sandbox.reading import toml_text
from sandbox.reading.toml_lines import Path, lines_of

_NUMBERED = {"goal": "goals", "fail condition": "fails", "hint": "hints"}  # counted from 1
_NAMED = re.compile(
    r"\b(?P<list>goal|fail condition|hint) (?P<number>\d+)\b|\bits (?P<key>title|text|insight)\b|\ba (?P<stock>stock)\b"
    r"|(?<=[a-z]) (?P<id>\d+)\b"
)


class FindingLines:
    """The lines of all that a level's file holds."""

    def __init__(self, text: str) -> None:
        """Look up the lines of a text that is a level."""
        plain = toml_text.loads(text)
        plain.pop("format", None)
        self._lines = lines_of(text)
        self._titles: dict[int, tuple[str, Path]] = {}
        try:
            fitted = Handwriting(plain, Notes()).fitted
        except Enough:  # of a level that has been read
            return
        self._enter(fitted, "parts", KINDS)
        self._enter(fitted, "links", LINKS)

    def _enter(self, fitted: dict[str, Any], name: str, kinds: Any) -> None:
        for index, item in enumerate(fitted.get(name, ())):
            if item["kind"] in kinds:
                self._titles[item["id"]] = kinds[item["kind"]].title, (name, index)

    def added(self, sentence: str) -> str:
        """Return a sentence with the line of each part, link, goal, hint and text that it names, once each."""
        seen: set[Path] = set()

        def with_line(match: re.Match[str]) -> str:
            path = self._path(match, sentence)
            if path is None or path in seen or path not in self._lines:
                return match[0]
            seen.add(path)
            return f"{match[0]} (line {self._lines[path]})"

        return _NAMED.sub(with_line, sentence)

    def _path(self, match: re.Match[str], sentence: str) -> Path | None:
        if match["list"]:
            return _NUMBERED[match["list"]], int(match["number"]) - 1
        if match["key"]:
            return (match["key"],)
        if match["stock"]:
            return ("stock",)
        title, path = self._titles.get(int(match["id"]), ("", ()))
        return path if title and sentence[: match.start()].endswith(title) else None
