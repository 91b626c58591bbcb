"""The level file of a document: where it is, what it holds, and whether the document or another program has changed."""

from __future__ import annotations

import re
from pathlib import Path

from sandbox import levels, library
from sandbox.design import Design
from sandbox.errors import BadFile
from sandbox.window.disk import Watched

MOST_STEM = 40  # characters, of up to four bytes: with all that is put to it a name has up to 255 bytes


class LevelFile:
    """One file, or none yet."""

    def __init__(self, design: Design, path: Path | None = None) -> None:
        """The document as it begins, which is what the file holds. With a path it is watched from now on."""
        self.path = path
        self._watched = Watched()
        self._watched.know(path)
        self._holds: Design | None = design  # None: it can't be read
        self._compared, self._differs = design, False

    @property
    def needs_name(self) -> bool:
        """Whether it can't be written to: the level came with the program, or from nowhere."""
        return self.path is None or self.path.resolve().parent == library.bundled_dir()

    @property
    def state(self) -> str:
        """Whether the file is as it was last known: `disk.SAME`, `CHANGED` or `GONE`."""
        return self._watched.state

    def differs(self, document: Design) -> bool:
        """Whether a document is something else than the file holds."""
        if document is not self._compared:  # comparing thousands of parts is not for every frame
            self._compared, self._differs = document, levels.as_player(document) != self._holds
        return self._differs

    def write(self, document: Design, path: Path) -> None:
        """Write a document to a file (`.toml`), which is this one from now on.

        Raises:
            BadFile, OSError: it can't be written; then all is as it was.
        """
        path = path if path.suffix == ".toml" else path.with_name(f"{path.name}.toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        levels.write(path, document)
        self.path = path
        self._holds = levels.as_player(document)
        self._compared, self._differs = document, False
        self._watched.know(path)

    def look(self, document: Design) -> None:
        """Compare a document with what the file holds now; with nothing, if it can't be read."""
        self._watched.know(self.path)
        try:
            self._holds = levels.read(self.path) if self.path is not None else None
        except (BadFile, OSError):
            self._holds = None
        self._compared, self._differs = document, levels.as_player(document) != self._holds


def free_path(folder: Path, title: str) -> Path:
    """A path in a folder that no file has yet, named after a level's title: letters and digits of it, and not many."""
    stem = re.sub(r"[^\w]+", "-", title.lower())[:MOST_STEM].strip("-") or "contraption"
    number = 1
    while (path := folder / (f"{stem}-{number}.toml" if number > 1 else f"{stem}.toml")).exists():
        number += 1
    return path


__all__ = ["LevelFile", "free_path"]
