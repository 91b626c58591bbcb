"""The file browser's state: a folder's entries, the chosen file, and whether it can be opened or saved. Pure; `dialogs`
draws it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sandbox.levels import library


class FileEntry(NamedTuple):
    """A folder or file that the browser lists."""

    path: Path
    folder: bool
    size: int  # bytes
    changed: float  # seconds since 1970

    @property
    def about(self) -> str:
        """The size and date, as listed."""
        if self.folder:
            return ""
        size = f"{self.size} B" if self.size < 1000 else f"{self.size / 1000:.0f} kB"
        return f"{size}    {time.strftime('%Y-%m-%d %H:%M', time.localtime(self.changed))}"


def _is(test: Callable[[], bool]) -> bool:
    """Test a path; False if it can't be accessed at all (too long, no permission)."""
    try:
        return test()
    except OSError:
        return False


class Browser:
    """A folder listing, for opening a file or naming a new one.

    `suffixes` are the file endings to list. `saving`: the name need not exist, and gets the first suffix.
    """

    def __init__(self, start: Path, suffixes: tuple[str, ...], saving: bool) -> None:
        self.suffixes = suffixes
        self.saving = saving
        self.name = start.name if saving else ""
        self.message = ""
        self.entries: list[FileEntry] = []
        self.folder = Path()
        self.go(start.parent if saving else start)

    def go(self, folder: Path) -> None:
        """List another folder; if it does not exist (yet), the nearest existing one above it."""
        folder = folder.absolute()
        while not _is(folder.is_dir) and folder != folder.parent:
            folder = folder.parent
        try:
            entries = [self._entry(path) for path in folder.iterdir()]
        except OSError as error:
            self.message = f"{folder}: {error.strerror or error}"
            return
        self.folder, self.message = folder, ""
        listed = [entry for entry in entries if entry is not None]
        self.entries = sorted(listed, key=lambda entry: (not entry.folder, entry.path.name.casefold()))

    def _entry(self, path: Path) -> FileEntry | None:
        """Make an entry; None for hidden files, other kinds of files, broken links, and names that are no text."""
        if path.name.startswith(".") or os.fsencode(path.name) != path.name.encode("utf-8", "replace"):
            return None
        try:
            stat = path.stat()
        except OSError:
            return None
        if _is(path.is_dir):
            return FileEntry(path, True, 0, stat.st_mtime)
        if path.suffix.lower() not in self.suffixes or path.name == library.INDEX:
            return None
        return FileEntry(path, False, stat.st_size, stat.st_mtime)

    def choose(self, entry: FileEntry) -> None:
        """Handle a click on an entry: enter a folder, or put a file's name into the field."""
        if entry.folder:
            self.go(entry.path)
        else:
            self.name = entry.path.name

    @property
    def path(self) -> Path | None:
        """The path that the name field means: relative to the folder, or absolute; None if it is empty."""
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
        """True if saving there would replace a file."""
        return self.saving and self.path is not None and _is(self.path.is_file)

    def accept(self) -> Path | None:
        """Return the path to open or save; None (with a message, or another folder listed) if it is not valid yet."""
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
