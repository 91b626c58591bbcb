"""The file browser's state: a folder's entries, what is chosen, what may be done. Pure; `dialogs` draws it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sandbox import library


class Entry(NamedTuple):
    """A folder or file that the browser lists."""

    path: Path
    folder: bool
    size: int  # bytes
    changed: float  # seconds since 1970

    @property
    def about(self) -> str:
        """Its size and date, as listed."""
        if self.folder:
            return ""
        size = f"{self.size} B" if self.size < 1000 else f"{self.size / 1000:.0f} kB"
        return f"{size}    {time.strftime('%Y-%m-%d %H:%M', time.localtime(self.changed))}"


def _is(test: Callable[[], bool]) -> bool:
    """What a path is; a path that can't even be asked about (too long, not ours to look into) is nothing."""
    try:
        return test()
    except OSError:
        return False


class Browser:
    """A folder being looked at, for opening a file or naming a new one.

    `suffixes` are the files to list. `saving`: the name need not exist, and gets the first suffix.
    """

    def __init__(self, start: Path, suffixes: tuple[str, ...], saving: bool) -> None:
        self.suffixes = suffixes
        self.saving = saving
        self.name = start.name if saving else ""
        self.message = ""
        self.entries: list[Entry] = []
        self.folder = Path()
        self.go(start.parent if saving else start)

    def go(self, folder: Path) -> None:
        """Look at another folder; one that does not exist (yet) shows the nearest one above it that does."""
        folder = folder.absolute()
        while not _is(folder.is_dir) and folder != folder.parent:
            folder = folder.parent
        try:
            entries = [self._entry(path) for path in folder.iterdir()]
        except OSError as error:
            self.message = f"{folder}: {error.strerror or error}"
            return
        self.folder, self.message = folder, ""
        found = [entry for entry in entries if entry is not None]
        self.entries = sorted(found, key=lambda entry: (not entry.folder, entry.path.name.casefold()))

    def _entry(self, path: Path) -> Entry | None:
        """None for what is not listed: hidden files, other kinds of files, links to nowhere, names that are no text."""
        if path.name.startswith(".") or os.fsencode(path.name) != path.name.encode("utf-8", "replace"):
            return None
        try:
            stat = path.stat()
        except OSError:
            return None
        if _is(path.is_dir):
            return Entry(path, True, 0, stat.st_mtime)
        if path.suffix not in self.suffixes or path.name == library.INDEX:
            return None
        return Entry(path, False, stat.st_size, stat.st_mtime)

    def choose(self, entry: Entry) -> None:
        """A click on an entry: into a folder, or a file's name into the field."""
        if entry.folder:
            self.go(entry.path)
        else:
            self.name = entry.path.name

    @property
    def path(self) -> Path | None:
        """What the name field means: a path from the folder, or a whole path typed into it; None if it is empty."""
        name = self.name.strip()
        if not name:
            return None
        path = Path(name)
        with suppress(RuntimeError):  # "~somebody" who is not known stands for itself
            path = path.expanduser()
        path = self.folder / path
        if self.saving and path.name and path.suffix not in self.suffixes:
            path = path.with_name(path.name + self.suffixes[0])
        return path

    @property
    def replaces(self) -> bool:
        """Whether saving there would write over a file."""
        return self.saving and self.path is not None and _is(self.path.is_file)

    def accept(self) -> Path | None:
        """The path to open or save; None (and a message, or another folder) if it can't be that yet."""
        path = self.path
        if path is None:
            self.message = "Choose a file, or type a name."
        elif _is(path.is_dir):
            self.name = ""
            self.go(path)
        elif self.saving or _is(path.is_file):
            return path
        else:
            self.message = f"There is no file {path}."
        return None
