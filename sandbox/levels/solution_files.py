"""What is read from the file of a solution: commands, and the level that they were recorded for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.commands import AnyCommand, from_json
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.levels.run_facts import Solution
from sandbox.levels.solution_places import solution_beside
from sandbox.levels.solutions import end_of
from sandbox.reading import files, json_text
from sandbox.recording import reader

MAX_SCRIPT = 64 * 1024 * 1024  # bytes of a file of commands


class Attempt(NamedTuple):
    """Commands that are to win a level, up to an end tick; `level` is the one they were recorded for, if known."""

    commands: tuple[tuple[int, AnyCommand], ...]
    end: int
    level: Design | None = None

    def solve(self, level: Design) -> Solution:
        """Give the commands to a level, and return the solution that they are there.

        Raises:
            Refused: they do not win it; the sentence says why.
        """
        try:
            return solutions.solve(level, self.commands, self.end)
        except Refused as refused:
            raise Refused(f"{refused}{self.remark(level)}") from None

    def remark(self, level: Design) -> str:
        """Return the words that end a sentence about commands that fail if the level has changed since; else none."""
        same = self.level is None or levels.as_run(self.level) == levels.as_run(level)
        return "" if same else " (it was recorded for another state of the level)"


def _moves(path: Path) -> Iterator[tuple[int, AnyCommand]]:
    """Read the commands of a file of JSON lines."""
    for at, line in enumerate(files.read_text(path, MAX_SCRIPT, "file of commands").split("\n"), 1):
        if not line.strip():
            continue
        try:
            plain = json_text.loads(line)
        except BadFile as error:
            raise BadFile(f"{path}: line {at}: not JSON: {error}") from None
        yield from_json(plain, f"{path}: line {at}")


def read_solution(level: Path, given: Path | None) -> tuple[Attempt | None, str]:
    """Read the supposed solution of a level, and name it: the recording that is given, else the one beside the level.

    A file of commands, as JSON lines, may be given as well.

    Raises:
        BadFile: it can't be read.
    """
    path = given if given is not None else solution_beside(level)
    if path is None:
        return None, ""
    if path.suffix == ".jsonl":
        moves = tuple(_moves(path))
        return Attempt(moves, end_of(levels.read(level), moves)), str(path)
    read = reader.read(path)
    recorded = read.head.design
    return Attempt(tuple(read.commands), end_of(recorded, read.commands, read.ticks), recorded), str(path)
