"""Branches: recordings that begin alike and part where somebody went back and went on otherwise.

Each is a recording of its own. Beside it lies a note of its name and of the tree that it belongs to, so that they can
be listed, renamed and returned to on another day.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandbox import beside, recording
from sandbox.errors import BadFile
from sandbox.explain import at
from sandbox.suite.diff import first_command, first_tick, told_command
from sandbox.window.sessions import note_file

FIRST = "First line"
MOST_NAME = 80  # characters
_MOST_NOTE = 4096  # bytes


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept beside a recording. `tick`: where it parted from its `parent`; 0 for the first of a tree."""

    tree: str
    name: str
    parent: str = ""
    tick: int = 0
    file: str = ""  # the recording, if it is not the one that this lies beside


class Branch(NamedTuple):
    """A recording of a tree."""

    path: Path  # of the recording
    note: Note
    note_path: Path


def read(path: Path) -> Note | None:
    """The note that lies beside a recording; None if there is none that can be read."""
    return _read(note_file(path))


def _read(path: Path) -> Note | None:
    try:
        with path.open("rb") as file:
            note = msgspec.json.decode(file.read(_MOST_NOTE + 1), type=Note)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
    return replace(note, name=note.name[:MOST_NAME])


def write(path: Path, note: Note) -> None:
    """Lay a note beside a recording.

    Raises:
        OSError: it can't be written.
    """
    _write(note_file(path), note)


def write_elsewhere(folder: Path, path: Path, note: Note) -> None:
    """Lay a note of a recording that lies anywhere into a folder of ours.

    Raises:
        OSError: it can't be written.
    """
    if path.resolve().parent == folder.resolve():
        write(path, note)
        return
    whole = str(path.resolve())
    short = hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    _write(note_file(folder / f"elsewhere-{short}.replay"), replace(note, file=whole))


def _write(path: Path, note: Note) -> None:
    with beside.replacing(path) as new, new.open("wb") as file:
        file.write(msgspec.json.encode(note))
        file.flush()
        os.fsync(file.fileno())


def remove(path: Path) -> None:
    """Take the note beside a recording away; the recording stays.

    Raises:
        OSError: it can't be removed.
    """
    note_file(path).unlink(missing_ok=True)


def of_tree(folder: Path, tree: str) -> list[Branch]:
    """The branches of a tree whose recordings are still there, in the order in which they were begun."""
    found = []
    for note_path in sorted(folder.glob("*.branch.json")):
        note = _read(note_path)
        if note is None or note.tree != tree:
            continue
        beside = note_path.with_name(note_path.name.removesuffix(".branch.json") + recording.SUFFIX)
        path = Path(note.file) if note.file else beside
        if path.is_file():
            found.append(Branch(path, note, note_path))
    return sorted(found, key=lambda branch: (branch.note.tick > 0, branch.path.name))


def rename(branch: Branch, name: str) -> Branch:
    """Another name.

    Raises:
        OSError: it can't be written.
    """
    note = replace(branch.note, name=name.strip()[:MOST_NAME] or branch.note.name)
    _write(branch.note_path, note)
    return branch._replace(note=note)


def free_name(wanted: str, taken: set[str]) -> str:
    """A name that no other branch of the tree has."""
    number = 2
    name = wanted
    while name in taken:
        name, number = f"{wanted} ({number})", number + 1
    return name


def compared(one: Path, other: Path) -> list[str]:
    """How two recordings part: the first command and the first tick that differ.

    Raises:
        BadFile: one can't be read.
    """
    a, b = recording.read(one), recording.read(other)
    rate = a.head.tick_rate
    index, tick = first_command(a, b), first_tick(a, b)
    lines = []
    if a.head.design != b.head.design or a.head.seed != b.head.seed:
        lines.append("They do not start from the same level.")
    if index is not None:
        lines.append(
            f"First command that differs, number {index + 1}: here {told_command(a, index)}; there "
            f"{told_command(b, index)}."
        )
    if tick is not None:
        lines.append(f"First tick that differs: {at(tick, rate)}.")
    return lines or ["All that both have done is the same."]


__all__ = ["BadFile", "Branch", "Note", "compared", "free_name", "of_tree", "read", "remove", "rename", "write"]
