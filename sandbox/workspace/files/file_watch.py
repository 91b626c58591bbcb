"""Watches a level file, so that changes by other programs are noticed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.reading import files

SAME, CHANGED, GONE = "same", "changed", "gone"


class _Stamp(NamedTuple):
    """The state of a file: quick signs, and a digest of its contents."""

    quick: tuple[int, int, int]  # time of change in ns, bytes, inode
    digest: bytes


class Watched:
    """One watched file, or none."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._known: _Stamp | None = None

    def know(self, path: Path | None) -> None:
        """Watch this file from now on, starting from its present contents. A missing file is not watched."""
        self.path = path
        self._known = _stamp(path) if path is not None else None

    @property
    def state(self) -> str:
        """State of the file since `know`: `SAME`, `CHANGED` or `GONE`. A file rewritten with the same contents is
        `SAME`.
        """
        if self.path is None or self._known is None:
            return SAME
        try:
            if _quick(self.path) == self._known.quick:
                return SAME
        except OSError:
            return GONE
        now = _stamp(self.path)
        if now is None:
            return GONE
        if now.digest != self._known.digest:
            return CHANGED
        self._known = now
        return SAME


def _quick(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _stamp(path: Path) -> _Stamp | None:
    try:
        content = files.read_bytes(path, levels.MAX_BYTES)
        return _Stamp(_quick(path), hashlib.blake2b(content, digest_size=16).digest())
    except (OSError, BadFile):
        return None
