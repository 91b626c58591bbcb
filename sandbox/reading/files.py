"""The bytes and the text of files: regular ones only, up to a size that the caller names."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import IO, BinaryIO

from sandbox.errors import BadFile

_PIECE = 1024 * 1024
# Not blocking: opening a pipe that nobody writes to would wait for ever.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Unreadable(BadFile):
    """A file that can't be read; `why` is the sentence without the file's name."""

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = Path(path), why


class Missing(Unreadable):
    """A file that is not there."""


def resolved(path: Path) -> Path:
    """Return the place that a path means, without links; a link that leads to itself stays as it is.

    (`Path.resolve` fails on such a link with an error that is neither an OSError nor a ValueError.)
    """
    return Path(os.path.realpath(path))


def open_regular(path: Path | str) -> int:
    """Open a regular file for reading, and return its descriptor. Never waits for a pipe or a device.

    Raises:
        Missing: there is no such file.
        Unreadable: it can't be opened, or is no regular file.
    """
    try:
        handle = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Missing(path, f"can't be read: {error.strerror}") from None
    except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
        raise Unreadable(path, f"can't be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable(path, f"can't be read: {os.strerror(errno.EISDIR)}")
        if not stat.S_ISREG(mode):
            raise Unreadable(path, "can't be read: it is not a regular file")
    except Unreadable:
        os.close(handle)
        raise
    return handle


def read_bytes(path: Path | str, most: int, what: str = "file") -> bytes:
    """Read a regular file of up to `most` bytes; `what` says in a word what it should be.

    Raises:
        Missing: there is no such file.
        Unreadable: it can't be read, is no regular file, or is larger.
    """

    def whole(file: BinaryIO) -> bytes:
        if os.fstat(file.fileno()).st_size > most:
            raise Unreadable(path, _too_large(most, what))
        return _up_to(file, most, path, what)

    return _read(path, whole)


def read_beginning(path: Path | str, count: int) -> bytes:
    """Read the first bytes of a regular file of any size.

    Raises:
        Missing: there is no such file.
        Unreadable: it can't be read, or is no regular file.
    """
    return _read(path, lambda file: file.read(count))


def read_ending(path: Path | str, count: int) -> bytes:
    """Read the last bytes of a regular file of any size.

    Raises:
        Missing: there is no such file.
        Unreadable: it can't be read, or is no regular file.
    """

    def ending(file: BinaryIO) -> bytes:
        file.seek(-min(count, file.seek(0, os.SEEK_END)), os.SEEK_END)
        return file.read(count)

    return _read(path, ending)


def _read(path: Path | str, read: Callable[[BinaryIO], bytes]) -> bytes:
    """Return what a function reads from a regular file that is opened for it."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            return read(file)
    except OSError as error:
        raise Unreadable(path, f"can't be read: {error.strerror or error}") from None


def read_text(path: Path | str, most: int, what: str = "file") -> str:
    """Read a regular file of up to `most` bytes as text in UTF-8; a byte order mark is left out, each line ends in \\n.

    Raises:
        Missing: there is no such file.
        Unreadable: it can't be read, is no regular file, is larger, or is no text.
    """
    return as_text(read_bytes(path, most, what), path, what)


def read_stream(stream: IO[bytes], most: int, name: str, what: str) -> bytes:
    """Read up to `most` bytes of standard input, which is called `name`.

    Raises:
        Unreadable: it can't be read, or is longer.
    """
    try:
        return _up_to(stream, most, name, what)
    except OSError as error:
        raise Unreadable(name, f"can't be read: {error.strerror or error}") from None


def as_text(data: bytes, name: Path | str, what: str) -> str:
    """Return bytes as text in UTF-8, as `read_text` does.

    Raises:
        Unreadable: they are no text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        why = (
            "it is not text in UTF-8, but in UTF-16; save it as UTF-8"
            if wide
            else "it is not text in UTF-8; save it as UTF-8"
        )
        raise Unreadable(name, f"not a {what}: {why}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _up_to(stream: IO[bytes], most: int, name: Path | str, what: str) -> bytes:
    pieces, left = [], most + 1
    while left and (piece := stream.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    if not left:
        raise Unreadable(name, _too_large(most, what))
    return b"".join(pieces)


def _too_large(most: int, what: str) -> str:
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 1024} kB" if most >= 1024 else f"{most} bytes"
    return f"larger than {size}, which no {what} is"
