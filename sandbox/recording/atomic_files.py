"""Write files that are never seen half written: each is made beside its place, under a hidden name, and renamed.

A process that is killed while it writes leaves a part of a file behind. The next process that writes the same file
removes it, and a start of the window removes all in the user's folders. Nothing is removed that a living process is
writing, or that is so young that a process of another machine may be (machines may share a folder, but not the numbers
of processes).
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from sandbox.errors import BadFile

YOUNG = 60.0  # s, by the clock of the file system
_LEFT = re.compile(r"\.(?P<name>.+)\.(?P<process>[1-9][0-9]{0,9})\.(?:new|part)")


def place(path: Path, process: int | None = None) -> Path:
    """Return the path to which a process (this one) writes a file until it is whole."""
    return path.with_name(f".{path.name}.{process or os.getpid()}.new")


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes `path` in the end; if anything goes wrong, it is removed.

    Raises:
        OSError: it can't be renamed; or `path` is there and is no file, such as a device, which would be lost.
    """
    _check(path)
    beside = place(path)
    try:
        yield beside
        with contextlib.suppress(OSError):  # what others have left is no reason not to write
            tidy(path, beside.stat().st_mtime)
        beside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _check(path: Path) -> None:
    if not path.name or "\0" in path.name:
        raise OSError(errno.EINVAL, "this is not the name of a file")
    try:
        mode = path.stat().st_mode
    except OSError:  # nothing to replace is there, or nothing can be; whoever writes will see
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a device or the like, and no file")


def write(path: Path, data: bytes) -> None:
    """Write a file as a whole: a reader finds the old one or the new one, never half of it.

    Raises:
        BadFile: it can't be written there.
    """
    try:
        with replacing(path) as beside:
            beside.write_bytes(data)
    except OSError as error:
        raise BadFile(f"can't write {path}: {error.strerror}; choose another place") from None


def tidy(path: Path, now: float) -> None:
    """Remove the parts that dead processes have left of a file; `now` in seconds since 1970."""
    for leftover, name in _left(path.parent, now):
        if name == path.name:
            leftover.unlink(missing_ok=True)


def tidy_folder(folder: Path, now: float) -> None:
    """Remove the parts that dead processes have left of any file in a folder."""
    with contextlib.suppress(OSError):  # not there, or not ours
        for leftover, _ in _left(folder, now):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def _left(folder: Path, now: float) -> list[tuple[Path, str]]:
    """List the leftovers in a folder, each with the name of the file that it was to become."""
    leftovers = []
    with os.scandir(folder) as entries:
        for entry in entries:
            left = _LEFT.fullmatch(entry.name)
            if left is None or not entry.is_file(follow_symlinks=False):
                continue
            old = now - entry.stat(follow_symlinks=False).st_mtime > YOUNG
            if old and not _alive(int(left["process"])):
                leftovers.append((Path(entry.path), left["name"]))
    return leftovers


if sys.platform == "win32":
    import ctypes

    def _alive(process: int) -> bool:
        """Tell whether a process exists, or may exist."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle = kernel.OpenProcess(0x1000, False, process)  # to ask what it is, and no more
        if handle:
            kernel.CloseHandle(handle)
            return True
        return bool(ctypes.get_last_error() != 87)  # invalid parameter: there is none

else:

    def _alive(process: int) -> bool:
        """Tell whether a process exists, or may exist."""
        try:
            os.kill(process, 0)  # no signal is sent
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):  # another user's; or no number of a process
            return True
        return True
