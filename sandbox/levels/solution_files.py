"""The files of solutions: where the recording that solves a level is looked for, and what is read from it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.commands import AnyCommand, from_json
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.levels.solutions import Solution, end_of
from sandbox.reading import files, json_text
from sandbox.recording import reader
from sandbox.recording.recording import SUFFIX

LEVELS = "levels"  # a folder of levels that may hold folders of levels
MAX_SCRIPT = 64 * 1024 * 1024  # bytes of a file of commands
EXAMPLE = "LEVEL.toml", "replays/LEVEL.replay"  # a level and its solution
REPLAYS = "replays"  # the folder of solutions: beside the level, or beside its folder; folders in it as in `LEVELS`


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


def places_of_solution(level: Path) -> tuple[Path, ...]:
    """List the places of the recording that solves a level, the most usual one first.

    That of `levels/harbour/crane.toml` is `replays/harbour/crane.replay`.
    """
    name = f"{level.stem}{SUFFIX}"
    places = level.parent.parent / REPLAYS / name, level.parent / REPLAYS / name, level.with_suffix(SUFFIX)
    collection = next((folder for folder in level.parents if folder.name == LEVELS), None)
    if collection is None or collection == level.parent:
        return places
    return collection.parent / REPLAYS / level.relative_to(collection).with_suffix(SUFFIX), *places


def solution_beside(level: Path) -> Path | None:
    """Find the recording that solves a level in the usual places; None if there is none."""
    return next((path for path in places_of_solution(level) if path.is_file()), None)


def how_to_record(level: Path | None = None, place: Path | None = None) -> str:
    """Say how the recording that solves a level is made, and where it goes.

    Args:
        place: where it is looked for, unless that is the most usual place of the level's.
    """
    if level is not None and place is None:
        place = places_of_solution(level)[0]
    names = [shlex.quote(str(level)), shlex.quote(str(place))] if level is not None else EXAMPLE
    typed = f"sandbox run {names[0]} --commands MOVES.jsonl --record {names[1]}"
    return f"solve it in the window and save the recording (Ctrl+Shift+R), or type: {typed}"


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
