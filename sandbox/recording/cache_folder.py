"""Files that can be made again at any time, kept in the user's cache folder while there is room for them.

Each file begins with the seal of the user, so one that was cut, changed, renamed or written by anybody else counts as
missing. A folder that can't be read or written to does no harm: what belongs there is made anew each time.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile
from sandbox.reading import files
from sandbox.recording import atomic_files
from sandbox.recording.user_seal import UserSeal

_LEFT_FREE = 0.25  # of the room, once files had to go


class _Entry(NamedTuple):
    used: float  # s since 1970
    size: int
    path: str


class CacheFolder(NamedTuple):
    """A folder of sealed files with one suffix, and how much it may hold."""

    path: Path
    suffix: str
    most_bytes: int
    most_files: int
    seal: UserSeal

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, and note that it was used; None if it is not there, or not as it was kept."""
        path = self.path / name
        try:
            content = self.seal.unsealed(name, files.read_bytes(path, self.most_bytes))
        except BadFile:
            return None
        if content is not None:
            with contextlib.suppress(OSError):  # a folder that can't be written to still serves
                os.utime(path)
        return content

    def write(self, name: str, content: bytes) -> None:
        """Keep a content, sealed, and remove those that were not used for longest if there is no room for all."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            atomic_files.write(self.path / name, self.seal.sealed(name, content))
            self._tidy()
        except (OSError, BadFile):
            pass  # it is made again next time

    def _tidy(self) -> None:
        with os.scandir(self.path) as listed:
            files = [entry for entry in listed if entry.name.endswith(self.suffix)]
            entries = sorted(
                _Entry(stat.st_mtime, stat.st_size, entry.path) for entry in files for stat in [entry.stat()]
            )
        size, count = 0, len(entries)
        for entry in entries:
            size += entry.size
        if size <= self.most_bytes and count <= self.most_files:
            return
        room = 1.0 - _LEFT_FREE
        for entry in entries:
            if size <= room * self.most_bytes and count <= room * self.most_files:
                return
            with contextlib.suppress(OSError):  # another process was faster
                os.unlink(entry.path)
            size, count = size - entry.size, count - 1
