"""Branches: recordings that begin alike and part where somebody went back and went on otherwise.

Each is a recording of its own. Beside it lies a note of its name and of the tree that it belongs to, so that they can
be listed, renamed and returned to on another day.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandbox import beside, recording
from sandbox.explain import at
from sandbox.suite.diff import describe_command, first_command, first_tick
from sandbox.verdicts import printable
from sandbox.window.messages import Messages
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
    return replace(note, name=printable(note.name[:MOST_NAME]), parent=printable(note.parent[:MOST_NAME]))


def _write_elsewhere(folder: Path, path: Path, note: Note) -> None:
    """Lay a note of a recording that lies anywhere into a folder of ours.

    Raises:
        OSError: it can't be written.
    """
    if path.resolve().parent == folder.resolve():
        _write(note_file(path), note)
        return
    whole = str(path.resolve())
    short = hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    _write(note_file(folder / f"elsewhere-{short}.replay"), replace(note, file=whole))


def _write(path: Path, note: Note) -> None:
    with beside.replacing(path) as new, new.open("wb") as file:
        file.write(msgspec.json.encode(note))
        file.flush()
        os.fsync(file.fileno())


def of_tree(folder: Path, tree: str) -> list[Branch]:
    """The branches of a tree whose recordings are still there, in the order in which they were begun."""
    found = []
    for note_path in sorted(folder.glob("*.branch.json")):
        note = _read(note_path)
        if note is None or note.tree != tree:
            continue
        beside = note_path.with_name(note_path.name.removesuffix(".branch.json") + recording.SUFFIX)
        path = Path(note.file) if note.file else beside
        with suppress(OSError):  # what is written there need not be a name that a file can have
            if path.suffix == recording.SUFFIX and path.is_absolute() and path.is_file():
                found.append(Branch(path, note, note_path))
    return sorted(found, key=lambda branch: (branch.note.tick > 0, branch.path.name))


def _rename(branch: Branch, name: str) -> Branch:
    """Another name.

    Raises:
        OSError: it can't be written.
    """
    note = replace(branch.note, name=name.strip()[:MOST_NAME] or branch.note.name)
    _write(branch.note_path, note)
    return branch._replace(note=note)


def _free_name(wanted: str, taken: set[str]) -> str:
    """A name that no other branch of the tree has."""
    number = 2
    name = wanted
    while name in taken:
        name, number = f"{wanted} ({number})", number + 1
    return name


class Tree:
    """A session among the branches of its tree. `note`: which of them it is; None: it has never parted from another."""

    def __init__(self, folder: Path, messages: Messages) -> None:
        """`folder`: of the user's own sessions; `messages`: to be told when a note can't be written."""
        self.note: Note | None = None
        self._path: Path | None = None  # of the session's recording
        self._folder = folder
        self._messages = messages

    def branches(self) -> list[Branch]:
        """All of them, the session itself among them; none if it has not parted."""
        return of_tree(self._folder, self.note.tree) if self.note is not None else []

    def rename(self, branch: Branch, name: str) -> bool:
        try:
            renamed = _rename(branch, name)
        except OSError as error:
            self._messages.fail(error)
            return False
        if branch.path == self._path:
            self.note = renamed.note
        return True

    def succeed(self, cut_off: Path, note: Note | None, path: Path | None) -> None:
        """A session that was cut off goes on in a new recording: its name goes with it."""
        if note is None or path is None:
            return
        self.note, self._path = note, path
        try:
            _write(note_file(path), note)
            note_file(cut_off).unlink(missing_ok=True)
        except OSError as error:
            self._messages.fail(error)

    def leave(self, left: Path | None, path: Path | None, branch: Branch | str, tick: int) -> str:
        """The session at `path` takes the place of this one: write down what each of them is called.

        `left`: this one's recording, if it is kept; its name is returned. `branch`: the one that goes on at `path`, or
        the name of a new one, that parts from this one at `tick`.
        """
        old = self.note
        if old is None and left is not None:
            old = read(left) or Note(branch.note.tree if isinstance(branch, Branch) else left.stem, FIRST)
        self._path = path
        try:
            if left is not None and old is not None:
                _write_elsewhere(self._folder, left, old)
            if isinstance(branch, Branch):
                self.note = replace(branch.note, file="")
            else:
                tree, parent = (old.tree, old.name) if old is not None else ("", "")
                taken = {other.note.name for other in of_tree(self._folder, tree)}
                self.note = Note(tree, _free_name(branch, taken), parent, tick)
            if path is not None and self.note.tree:
                _write(note_file(path), self.note)
                if isinstance(branch, Branch) and branch.path != left:
                    branch.note_path.unlink(missing_ok=True)  # it goes on here under its name
        except OSError as error:
            self._messages.fail(error)
        return old.name if left is not None and old is not None else ""


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
            f"First command that differs, number {index + 1}: here {describe_command(a, index)}; there "
            f"{describe_command(b, index)}."
        )
    if tick is not None:
        lines.append(f"First tick that differs: {at(tick, rate)}.")
    return lines or ["All that both have done is the same."]


__all__ = ["FIRST", "Branch", "Note", "Tree", "compared", "of_tree", "read"]
