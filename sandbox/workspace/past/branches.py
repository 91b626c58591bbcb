"""Branches: recordings that share a beginning and differ after the tick from which the user resumed.

Each is a complete recording. Beside it lies a note with its name and the tree that it belongs to, so that branches can
be listed, renamed and reopened in a later session.
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

from sandbox.commands.driver import runs
from sandbox.errors import BadFile
from sandbox.reading import files, json_text
from sandbox.recording import atomic_files as beside
from sandbox.recording import reader, recording
from sandbox.recording.plain_text import printable
from sandbox.recording.recording import Recording
from sandbox.verify.compare import phrase
from sandbox.verify.diff import first_command, first_tick
from sandbox.workspace.files.session_files import begun, note_file
from sandbox.workspace.messages import Messages

FIRST = "First line"
MOST_NAME = 80  # characters
_MOST_NOTE = 4096  # bytes


class BranchNote(Struct, frozen=True, forbid_unknown_fields=True):
    """The note beside a recording. `tick`: the tick where it left its `parent`; 0 for the first of a tree."""

    tree: str
    name: str
    parent: str = ""
    tick: int = 0
    file: str = ""  # the recording, if it is not the one that this lies beside


class Branch(NamedTuple):
    """A recording of a tree, with its note."""

    path: Path  # of the recording
    note: BranchNote
    note_path: Path


def read(path: Path) -> BranchNote | None:
    """Read the note beside a recording; None if there is none or it is not readable."""
    return _read(note_file(path))


def name_of(path: Path, found: Recording) -> str:
    """Return the name of a recording, for the user: that of its branch; of a session that has none the level's title
    and when it began; else the file's."""
    note = read(path)
    if note is not None:
        return note.name
    began = begun(path)
    return printable(f"{found.head.design.title} of {began}" if began else path.stem, MOST_NAME)


def _read(path: Path) -> BranchNote | None:
    try:
        note = json_text.decode(files.read_bytes(path, _MOST_NOTE), BranchNote)
    except BadFile:
        return None
    return replace(note, name=printable(note.name[:MOST_NAME]), parent=printable(note.parent[:MOST_NAME]))


def _write_elsewhere(folder: Path, path: Path, note: BranchNote) -> None:
    """Write the note of a recording that may lie in another folder; the note goes into our own folder.

    Raises:
        OSError: it can't be written.
    """
    if files.resolved(path).parent == files.resolved(folder):
        _write(note_file(path), note)
        return
    whole = str(files.resolved(path))
    short = hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    _write(note_file(folder / f"elsewhere-{short}.replay"), replace(note, file=whole))


def _write(path: Path, note: BranchNote) -> None:
    with beside.replacing(path) as new, new.open("wb") as file:
        file.write(msgspec.json.encode(note))
        file.flush()
        os.fsync(file.fileno())


def of_tree(folder: Path, tree: str) -> list[Branch]:
    """The branches of a tree whose recordings still exist, in the order in which they were begun."""
    branches = []
    for note_path in sorted(folder.glob("*.branch.json")):
        note = _read(note_path)
        if note is None or note.tree != tree:
            continue
        beside = note_path.with_name(note_path.name.removesuffix(".branch.json") + recording.SUFFIX)
        path = Path(note.file) if note.file else beside
        with suppress(OSError):  # the note may hold a name that no file can have
            if path.suffix == recording.SUFFIX and path.is_absolute() and path.is_file():
                branches.append(Branch(path, note, note_path))
    return sorted(branches, key=lambda branch: (branch.note.tick > 0, branch.path.name))


def _rename(branch: Branch, name: str) -> Branch:
    """Give a branch another name.

    Raises:
        OSError: it can't be written.
    """
    note = replace(branch.note, name=name.strip()[:MOST_NAME] or branch.note.name)
    _write(branch.note_path, note)
    return branch._replace(note=note)


def _free_name(wanted: str, taken: set[str]) -> str:
    """Return a name that no other branch of the tree has."""
    number = 2
    name = wanted
    while name in taken:
        name, number = f"{wanted} ({number})", number + 1
    return name


class Tree:
    """The branches of the open session. `note` is the session's own; None if it has never been branched."""

    def __init__(self, folder: Path, messages: Messages) -> None:
        """`folder` holds the user's own sessions; `messages` receives an error when a note can't be written."""
        self.note: BranchNote | None = None
        self._path: Path | None = None  # of the session's recording
        self._folder = folder
        self._messages = messages

    def branches(self) -> list[Branch]:
        """All branches of the tree, the session itself included; empty if it was never branched."""
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

    def succeed(self, cut_off: Path, note: BranchNote | None, path: Path | None) -> None:
        """Pass the name of a session that was cut off on to its new recording."""
        if note is None or path is None:
            return
        self.note, self._path = note, path
        try:
            _write(note_file(path), note)
            note_file(cut_off).unlink(missing_ok=True)
        except OSError as error:
            self._messages.fail(error)

    def leave(self, left: Path | None, path: Path | None, branch: Branch | str, tick: int) -> str:
        """Replace this session by the one at `path`, and write the notes of both.

        `left` is this session's recording, if it is kept; its name is returned. `branch` is the branch that continues
        at `path`, or the name of a new one, which leaves this one at `tick`.
        """
        old = self.note
        if old is None and left is not None:
            old = read(left) or BranchNote(branch.note.tree if isinstance(branch, Branch) else left.stem, FIRST)
        self._path = path
        try:
            if left is not None and old is not None:
                _write_elsewhere(self._folder, left, old)
            if isinstance(branch, Branch):
                self.note = replace(branch.note, file="")
            else:
                tree, parent = (old.tree, old.name) if old is not None else ("", "")
                taken = {sibling.note.name for sibling in of_tree(self._folder, tree)}
                self.note = BranchNote(tree, _free_name(branch, taken), parent, tick)
            if path is not None and self.note.tree:
                _write(note_file(path), self.note)
                if isinstance(branch, Branch) and branch.path != left:
                    branch.note_path.unlink(missing_ok=True)  # the branch continues here, under the same name
        except OSError as error:
            self._messages.fail(error)
        return old.name if left is not None and old is not None else ""


def compared(one: Path, other: Path) -> list[str]:
    """Describe how two recordings differ: by the first command and the first tick that differ, in sentences.

    Raises:
        BadFile: one can't be read.
    """
    a, b = reader.read(one), reader.read(other)
    index, tick = first_command(a, b), first_tick(a, b)
    lines = []
    if a.head.design != b.head.design or a.head.seed != b.head.seed:
        lines.append("They do not start from the same level.")
    if index is not None:
        lines.append(
            f"First command that differs, number {index + 1}: here {_command(a, index)}; there {_command(b, index)}."
        )
    if tick is not None:
        lines.append(f"First moment that differs: {_when(a, tick)}.")
    return lines or ["The two recordings do not differ, as far as both go."]


def _command(of: Recording, index: int) -> str:
    """Describe a command of a recording with its time; or say that there is none."""
    if index >= len(of.commands):
        return f"no more ({len(of.commands)} in all)"
    tick, command = of.commands[index]
    return f"{phrase(command)}, {_when(of, tick)}"


def _when(of: Recording, tick: int) -> str:
    """Say when a tick of a recording was: seconds of one of its runs, or while building."""
    spans = runs(of.commands, of.ticks)
    for number, span in enumerate(spans, 1):
        if span.begin.tick <= tick <= span.end.tick:
            run = "the run" if len(spans) == 1 else f"run {number}"
            return f"{(tick - span.begin.tick) / of.head.tick_rate:.3f} s into {run}"
    return "while building"


def length(of: Recording) -> str:
    """Say how many runs a recording has, and how long the last one is."""
    spans = runs(of.commands, of.ticks)
    if not spans:
        return "nothing was run"
    last = f"{spans[-1].ticks / of.head.tick_rate:.3f} s"
    return f"a run of {last}" if len(spans) == 1 else f"{len(spans)} runs, the last of {last}"
