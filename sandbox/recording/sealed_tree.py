"""Folders of programs that are kept, and run, sealed by the user: what somebody else has put there is never run."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from sandbox.errors import BadFile
from sandbox.reading.files import read_bytes
from sandbox.recording.user_seal import UserSeal

SEAL_FILE = ".seal"
MOST_BYTES = 256 * 1024 * 1024  # of a file: more than any of an engine or a program has
_MOST_SEAL = 1024  # bytes
_COMPILED = "__pycache__"


def seal_tree(folder: Path, name: str, seal: UserSeal) -> None:
    """Put a seal into a folder that will be kept under a name.

    Raises:
        OSError: it can't be read or written.
    """
    (folder / SEAL_FILE).write_bytes(seal.of(name, _contents(folder)))


def is_sealed(folder: Path, seal: UserSeal) -> bool:
    """Tell whether a folder is, file for file, as it was sealed.

    What Python has compiled in it since is deleted first: that is run as well, and no seal is on it.
    """
    for place, folders, _ in os.walk(folder):
        if _COMPILED in folders:
            shutil.rmtree(Path(place) / _COMPILED, ignore_errors=True)
            folders.remove(_COMPILED)
    try:
        return (
            seal.unsealed(folder.name, read_bytes(folder / SEAL_FILE, _MOST_SEAL) + b"\n" + _contents(folder))
            is not None
        )
    except (OSError, BadFile):
        return False


def _contents(folder: Path) -> bytes:
    """List the files of a folder with their digests.

    Raises:
        OSError: a file can't be read, or is a link: that leads to what nobody has sealed.
    """
    lines = []
    for place, folders, files in os.walk(folder, onerror=_give_up):
        folders[:] = sorted(name for name in folders if name != _COMPILED)
        for name in (*folders, *sorted(files)):
            path = Path(place) / name
            if path.is_symlink():
                raise OSError(f"{path} is a link")
            if name in files and path != folder / SEAL_FILE:
                digest = hashlib.blake2b(_content(path), digest_size=16).hexdigest()
                lines.append(f"{digest} {path.relative_to(folder).as_posix()!a}\n")
    return "".join(lines).encode()


def _content(path: Path) -> bytes:
    try:
        return read_bytes(path, MOST_BYTES)
    except BadFile as error:
        raise OSError(str(error)) from None


def _give_up(error: OSError) -> None:
    raise error
