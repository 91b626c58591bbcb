"""Read levels of NumptyPhysics (a game of 2008 for drawing with a crayon): their strokes become parts.

A file has a line for each thing: ``T``, ``A`` and ``B`` name title, author and background, ``G`` a gravity, ``S`` a
stroke with its flags, its colour and its points, ``E`` a recorded move and ``I`` an action of a menu. The frame is 800
by 480 points, y down, and a stroke is a row of thin boxes there. Read from src/Scene.cpp and src/Stroke.cpp of its
repository, commit 0cd4e36 (2015).
"""

from __future__ import annotations

import re
from pathlib import Path

from sandbox.design.geometry import Point
from sandbox.errors import BadFile
from sandbox.levels.formats.drawing import (
    MAX_COORDINATE,
    MAX_POINTS,
    MAX_SHAPES,
    Choices,
    Drawing,
    Drawn,
    Ring,
)
from sandbox.levels.formats.imported import Unknown
from sandbox.reading import files

MAX_BYTES = 2 * 1024 * 1024
FRAME = (800.0, 480.0)
PEN = 4.0  # points: how thick a stroke is made
_STROKE = re.compile(r"S([a-z]*)(\d{0,3})")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
_COLOURS = {
    2: "blue", 3: "green", 4: "dark", 5: "orange", 6: "blue", 7: "red", 8: "red", 9: "green", 10: "orange", 11: "white",
}  # fmt: skip


def read(path: Path, choices: Choices) -> Drawing:
    """Read a level.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    text = files.read_text(path, MAX_BYTES, "level of NumptyPhysics")
    try:
        return _Reader().drawing(text.lstrip("\ufeff"), path.stem)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


class _Reader:
    """Reads a level line by line."""

    def __init__(self) -> None:
        self.unknown = Unknown()
        self.strokes: list[Drawn] = []
        self.names = {"T": "", "A": ""}
        self.gravity = (0.0, -9.81)
        self._points = 0
        self._lost = 0

    def drawing(self, text: str, name: str) -> Drawing:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                key, colon, value = line.strip().partition(":")
                if not colon:
                    raise BadFile(f"line {number}: not a level of NumptyPhysics: '{line.strip():.40}' has no colon")
                try:
                    self._line(key, value.strip(), number)
                except BadFile as error:
                    raise BadFile(f"line {number}: {error}") from None
        if not self.strokes and not self._lost:
            raise BadFile("not a level of NumptyPhysics: it has no stroke, a line that begins with S")
        by = f"By {self.names['A']}" if self.names["A"] else ""
        objects = len(self.strokes) + self._lost
        strokes, unknown = tuple(self.strokes), self.unknown
        return Drawing(self.names["T"] or name, by, 0.0, 0.0, *FRAME, strokes, objects, unknown, self.gravity)

    def _line(self, key: str, value: str, number: int) -> None:
        kind = key[:1]
        if kind in self.names:
            self.names[kind] = value
        elif kind == "S":
            self._stroke(key, value, number)
        elif kind == "G":
            self._gravity(key, value, number)
        elif kind in ("E", "I"):
            self.unknown.add({"E": "recorded move", "I": "action of a menu"}[kind], number)
        elif kind != "B":
            raise BadFile(
                f"not a level of NumptyPhysics: a line begins with one of T, A, B, G, S, E, I, not '{key:.20}'"
            )

    def _gravity(self, key: str, value: str, number: int) -> None:
        x, y = _pair(value)
        if not max(abs(x), abs(y)) <= 100.0:
            raise BadFile(f"the gravity is {value:.40}; it goes from -100 to 100")
        self.gravity = (x, -y)
        if "d" in key:
            self.unknown.add("gravity that follows the device", number)

    def _stroke(self, key: str, value: str, number: int) -> None:
        from sandbox.levels.formats import regions

        match = _STROKE.fullmatch(key)
        if match is None:
            raise BadFile(f"'{key:.20}' is no stroke: S, letters, and the number of a colour")
        points = tuple(_pair(word) for word in value.split())
        self._points += len(points)
        if self._points > MAX_POINTS or len(self.strokes) >= MAX_SHAPES:
            raise BadFile(f"more than {MAX_POINTS} points or {MAX_SHAPES} strokes, which no level has")
        flags = match[1]
        lost = "decoration" if "d" in flags else "stroke of one point" if len(set(points)) < 2 else ""
        if lost:
            self._lost += 1
            self.unknown.add(lost, number)
            return
        if "r" in flags:
            self.unknown.add("joint of a rope", number)
        role = "token" if "t" in flags else "goal" if "g" in flags else ""
        # What sleeps hangs in the air until it is struck, which nothing does here.
        body = "fixed" if "f" in flags or "s" in flags or role == "goal" else "loose"
        colour = {"token": "red", "goal": "yellow"}.get(role) or _COLOURS.get(int(match[2] or 0), "dark")
        region = regions.stroked([Ring(points, closed=False)], PEN, "round", "round")
        self.strokes.append(Drawn(region, body, "wood", colour, number, "stroke", role))


def _pair(text: str) -> Point:
    """Read two numbers with a comma between them."""
    x, _, y = text.partition(",")
    if not (_NUMBER.fullmatch(x.strip()) and _NUMBER.fullmatch(y.strip())):
        raise BadFile(f"'{text:.40}' is not two numbers with a comma between them")
    point = float(x), float(y)
    if not max(map(abs, point)) <= MAX_COORDINATE:
        raise BadFile(f"'{text:.40}' is too far away; coordinates go up to {MAX_COORDINATE:g}")
    return point
