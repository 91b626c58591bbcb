"""The places where the recording that solves a level is looked for. They are known without the engine."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from sandbox.recording.plain_text import SUFFIX

LEVELS = "levels"  # a folder of levels that may hold folders of levels
EXAMPLE = "LEVEL.toml", "replays/LEVEL.replay"  # a level and its solution
REPLAYS = "replays"  # the folder of solutions: beside the level, or beside its folder; folders in it as in `LEVELS`


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


def recordings_beside(level: Path) -> tuple[Path, ...]:
    """Find the recordings that solve a level: the one in the usual places, and then those of other ways beside it, as
    `crane.way2.replay`, in the order of their numbers."""
    first = solution_beside(level)
    if first is None:
        return ()
    numbered = re.compile(rf"{re.escape(level.stem)}\.way(\d+){re.escape(SUFFIX)}")
    others = {int(match[1]): path for path in first.parent.iterdir() if (match := numbered.fullmatch(path.name))}
    return (first, *(others[number] for number in sorted(others)))


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
