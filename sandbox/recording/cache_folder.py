"""Files that can be made again at any time, kept in the user's cache folder while there is room for them.

Each file begins with the digest of its content, so one that was cut or changed counts as missing. A folder that can't
be read or written to does no harm: what belongs there is made anew each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile
from sandbox.recording import atomic_files

_DIGEST_SIZE = 16
_LEFT_FREE = 0.25  # of the room, once files had to go


def sealed(content: bytes) -> bytes:
    """Return a file's bytes: the digest of its content, a line end, and the content."""
    return digest(content) + b"\n" + content


def unsealed(data: bytes) -> bytes | None:
    """Return the content of a file; None if it is not what was sealed."""
    seal, _, content = data.partition(b"\n")
    return content if seal == digest(content) else None


def digest(content: bytes) -> bytes:
    """Return the digest of a content, in hexadecimal digits."""
    return hashlib.blake2b(content, digest_size=_DIGEST_SIZE).hexdigest().encode()


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

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, and note that it was used; None if it is not there, or damaged."""
        path = self.path / name
        try:
            content = unsealed(path.read_bytes())
        except OSError:
            return None
        if content is not None:
            with contextlib.suppress(OSError):  # a folder that can't be written to still serves
                os.utime(path)
        return content

    def write(self, name: str, data: bytes) -> None:
        """Keep a sealed file, and remove those that were not used for longest if there is no room for all."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            atomic_files.write(self.path / name, data)
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


__all__ = ["CacheFolder", "digest", "sealed", "unsealed"]
