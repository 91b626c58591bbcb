"""The result of converting a file of another program: a level, and what of the file has no counterpart in it."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sandbox.commands.commands import AnyCommand
from sandbox.design.design import Design


class Imported(NamedTuple):
    """A converted file; `solution` places the parts of its hints and starts, and is empty if it has none."""

    design: Design
    solution: tuple[AnyCommand, ...]
    objects: int  # of the file; of a level in the scene and in the toolbox
    converted: int
    unknown: dict[str, int]  # what has no counterpart, by name, and how often
    lines: dict[str, int]  # where each of them stands first in the file


class Unknown:
    """A list of what has no counterpart: by name, how often it is there, and the line where it is first."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.lines: dict[str, int] = {}

    def add(self, name: str, line: int) -> None:
        self.counts[name] += 1
        self.lines[name] = min(line, self.lines.get(name, line))
