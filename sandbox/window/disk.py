"""A level file as this window last knew it, so that what another program does to it is noticed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

SAME, CHANGED, GONE = "same", "changed", "gone"


class _Stamp(NamedTuple):
    """What tells a file's state: the quick signs, and its contents."""

    quick: tuple[int, int, int]  # time of change in ns, bytes, inode
    digest: bytes


class Watched:
    """One file, or none."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._known: _Stamp | None = None

    def know(self, path: Path | None) -> None:
        """This is the file from now on, and what it holds now is known. A file that is not there is not watched."""
        self.path = path
        self._known = _stamp(path) if path is not None else None

    @property
    def state(self) -> str:
        """Whether the file is what is known of it: `SAME`, `CHANGED` or `GONE`. Written anew with the same contents
        it is the same."""
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
        return _Stamp(_quick(path), hashlib.blake2b(path.read_bytes(), digest_size=16).digest())
    except OSError:
        return None
