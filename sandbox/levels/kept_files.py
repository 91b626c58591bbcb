"""Recordings that are kept in a folder of their own, each named by the digest of its bytes."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Container
from pathlib import Path

from sandbox.errors import BadFile
from sandbox.reading import files
from sandbox.recording import atomic_files
from sandbox.recording.plain_text import SUFFIX

MAX_RUN = 16 * 1024 * 1024  # bytes of a recording: two hours of a hundred bodies


def name_of(data: bytes) -> str:
    """Return the name of a recording without its suffix: the digest of its bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def is_intact(folder: Path, name: str) -> bool:
    """Tell whether there is a recording that still has the digest by which it is named; any other name is no digest."""
    try:
        data = files.read_bytes(folder / f"{name}{SUFFIX}", MAX_RUN)
    except BadFile:
        return False
    return name_of(data) == name


def write(path: Path, data: bytes) -> None:
    """Write a file that is whole or not there at all, whatever happens meanwhile.

    Raises:
        OSError: it can't be written.
    """
    with atomic_files.replacing(path) as new, new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def tidy(folder: Path, names: Container[str]) -> None:
    """Remove the recordings that no index names; the caller holds the lock."""
    for path in folder.glob(f"*{SUFFIX}"):
        if path.stem not in names:
            with contextlib.suppress(OSError):  # another program may have it open
                path.unlink(missing_ok=True)
