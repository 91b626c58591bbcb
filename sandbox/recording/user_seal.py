"""The seal of the user: by it the program knows that a file was written by itself, for this user.

What is kept to save time (results, pictures, tables, programs from the history) is believed or even run without being
made again, so nobody else may have written it: neither a file that came with a copied or restored folder, nor an honest
one that was given another's name. A seal is a keyed digest of the name and the content of a file. Its key is random,
made when it is first needed, and lies in the user's folder, where only the user can read it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import stat
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

KEY_FILE = "seal.key"
_KEY_SIZE = 32  # bytes
_SEAL_SIZE = 16  # bytes


class UserSeal:
    """Seals contents with a key, and tells whether they were."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sealed(self, name: str, content: bytes) -> bytes:
        """Return the bytes of a file of a name: the seal in hexadecimal digits, a line end, and the content."""
        return self.of(name, content) + b"\n" + content

    def unsealed(self, name: str, data: bytes) -> bytes | None:
        """Return the content of a file of a name; None if it is not what was sealed under that name with this key."""
        seal, end, content = data.partition(b"\n")
        return content if end and hmac.compare_digest(seal, self.of(name, content)) else None

    def of(self, name: str, content: bytes) -> bytes:
        """Return the seal of a content under a name."""
        state = hashlib.blake2b(key=self._key, digest_size=_SEAL_SIZE)
        named = name.encode("utf-8", "surrogateescape")
        state.update(len(named).to_bytes(8, "little") + named + content)
        return state.hexdigest().encode()


@lru_cache(maxsize=16)
def user_seal(data: Path) -> UserSeal:
    """Return the seal of the user with this data folder. Its key is made when it is first asked for.

    Where no key can be kept it is one that nobody will know again: then nothing that was kept before is believed.
    """
    key = None
    with contextlib.suppress(OSError):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = _key_in(data / KEY_FILE) or _new_key(data / KEY_FILE)
    return UserSeal(key or os.urandom(_KEY_SIZE))


def _key_in(path: Path) -> bytes | None:
    """Read a key; None if there is none that only this user can have read or written."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or not _is_private(about):
            return None
        key = file.read(_KEY_SIZE + 1)
    return key if len(key) == _KEY_SIZE else None


def _is_private(about: os.stat_result) -> bool:
    if sys.platform == "win32":  # where the folder of a user is the user's alone
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & 0o077


def _new_key(path: Path) -> bytes | None:
    """Make a key in the place of one that can't be used; if another process is faster, take that one's.

    Raises:
        OSError: it can't be written.
    """
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # which only this user can read
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(_KEY_SIZE))
            file.flush()
            os.fsync(file.fileno())
        if path.is_symlink() or (path.exists() and _key_in(path) is None):
            path.unlink()
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)  # which never replaces what another process has made
    finally:
        os.unlink(beside)
    return _key_in(path)
