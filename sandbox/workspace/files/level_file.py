"""The level file of a document: its path, its contents, and whether the document or another program has changed it."""

from __future__ import annotations

from pathlib import Path

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.workspace.files.file_watch import Watched


class LevelFile:
    """The level file of a document; it may not exist yet."""

    def __init__(self, design: Design, path: Path | None = None) -> None:
        """`design` is the document at the start, equal to the file's contents. With a path the file is watched from now
        on.
        """
        self.path = path
        self._watched = Watched()
        self._watched.know(path)
        self._holds: Design | None = design  # None: it can't be read
        self._compared, self._differs = design, False

    @property
    def needs_name(self) -> bool:
        """True if the file can't be written to: the level came with the program, or there is no file yet."""
        return self.path is None or library.is_bundled(self.path)

    @property
    def state(self) -> str:
        """State of the file since it was last read or written: `file_watch.SAME`, `CHANGED` or `GONE`."""
        return self._watched.state

    def differs(self, document: Design) -> bool:
        """Tell whether a document differs from the file's contents."""
        if document is not self._compared:  # comparing thousands of parts is not for every frame
            self._compared, self._differs = document, levels.as_player(document) != self._holds
        return self._differs

    def write(self, document: Design, path: Path) -> None:
        """Write a document to a file (`.toml`), which becomes the document's file.

        Raises:
            BadFile, OSError: it can't be written; then nothing has changed.
        """
        path = path if path.suffix == ".toml" else path.with_name(f"{path.name}.toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        levels.write(path, document)
        self.path = path
        self._holds = levels.as_player(document)
        self._compared, self._differs = document, False
        self._watched.know(path)

    def look(self, document: Design) -> None:
        """Read the file again and compare a document with it; if it can't be read, the document differs."""
        self._watched.know(self.path)
        try:
            self._holds = levels.read(self.path) if self.path is not None else None
        except (BadFile, OSError):
            self._holds = None
        self._compared, self._differs = document, levels.as_player(document) != self._holds
