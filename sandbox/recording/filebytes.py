"""The bytes of a file that may be large, read in blocks when they are needed; and the hashes in them.

The checksum of each block is kept from the first time that it is read, to notice a file that changes meanwhile.
"""

from __future__ import annotations

import bisect
import os
import sys
import weakref
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, overload

from sandbox.errors import BadFile
from sandbox.reading import files

BLOCK = 64 * 1024
_KEPT = 4  # blocks
_REST = 1 << 63  # beside a place: the eight bytes there stand for each tick of the piece


class FileBytes:
    """A file that is read like bytes: ``len(it)``, ``it[at]``, ``it[begin:end]``.

    Raises:
        BadFile: it can't be read, is no regular file, is over `most` bytes, or (later) was changed meanwhile; one
            sentence, without the file's name.
    """

    def __init__(self, path: Path | str, most: int) -> None:
        try:
            self._fd = files.open_regular(path)
            weakref.finalize(self, os.close, self._fd)
            status = os.fstat(self._fd)
            if status.st_size == 0:
                os.read(self._fd, 1)  # files that are none (in /proc) have no size, and may say why they can't be read
        except files.Unreadable as error:
            raise BadFile(error.why) from None
        except OSError as error:
            raise BadFile(f"can't be read: {error.strerror}") from None
        if status.st_size > most:
            raise BadFile(f"byte {most}: a recording holds up to {most // 1024**2} MB")
        self._size = status.st_size
        self._sums: dict[int, int] = {}
        self._blocks: dict[int, bytes] = {}  # the last few, the oldest first

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> bytes: ...

    def __getitem__(self, index: int | slice) -> int | bytes:
        if isinstance(index, int):
            at = index + self._size if index < 0 else index
            if not 0 <= at < self._size:
                raise IndexError("beyond the file")
            return self._block(at // BLOCK)[at % BLOCK]
        begin, end, step = index.indices(self._size)
        if step != 1:
            raise ValueError("only whole stretches can be read")
        if begin >= end:
            return b""
        first, last = begin // BLOCK, (end - 1) // BLOCK
        if first == last:
            return self._block(first)[begin % BLOCK : end - first * BLOCK]
        # Cut before they are joined: a stretch may have hundreds of MB.
        blocks = (self._block(number) for number in range(first + 1, last))
        return b"".join((self._block(first)[begin % BLOCK :], *blocks, self._block(last)[: end - last * BLOCK]))

    def _block(self, number: int) -> bytes:
        cached = self._blocks.get(number)
        if cached is not None:
            return cached
        size = min(BLOCK, self._size - number * BLOCK)
        try:
            data = self._read(number * BLOCK, size)
        except OSError as error:
            raise BadFile(f"can't be read: {error.strerror}") from None
        if len(data) != size or self._sums.setdefault(number, zlib.crc32(data)) != zlib.crc32(data):
            raise BadFile("was changed by somebody while it was read; try again")
        if len(self._blocks) == _KEPT:
            del self._blocks[next(iter(self._blocks))]
        self._blocks[number] = data
        return data

    if sys.platform == "win32":

        def _read(self, at: int, size: int) -> bytes:
            os.lseek(self._fd, at, os.SEEK_SET)
            return os.read(self._fd, size)

    else:

        def _read(self, at: int, size: int) -> bytes:
            return os.pread(self._fd, size, at)


Bytes = bytes | FileBytes


class ByteRange:
    """A stretch of the bytes of a file, read when it is needed."""

    __slots__ = ("_at", "_data", "_size")

    def __init__(self, data: Bytes, at: int, size: int) -> None:
        self._data, self._at, self._size = data, at, size

    def __bytes__(self) -> bytes:
        return self._data[self._at : self._at + self._size]


class Digests:
    """The hashes of a stretch of ticks without a gap, eight bytes each; they stay in the file until they are used.

    Like bytes they have a length and slices, and compare equal to bytes; ``bytes(it)`` reads them all.
    """

    __slots__ = ("_begins", "_data", "_places", "_size")

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._size = 0
        self._begins, self._places = array("Q"), array("Q")  # of each piece: its first byte here, and in the file

    def add(self, at: int, size: int) -> None:
        """Append a stretch of bytes of the file."""
        self._put(at, size)

    def repeat(self, at: int, ticks: int) -> None:
        """Append ticks that all have the hash at this byte of the file."""
        self._put(at | _REST, 8 * ticks)

    @property
    def last(self) -> int:
        """The first byte of the last hash in the file."""
        place = self._places[-1]
        return place ^ _REST if place & _REST else place + self._size - self._begins[-1] - 8

    def _put(self, place: int, size: int) -> None:
        self._begins.append(self._size)
        self._places.append(place)
        self._size += size

    def __len__(self) -> int:
        return self._size

    def __bytes__(self) -> bytes:
        return self[:]

    def __getitem__(self, index: slice) -> bytes:
        begin, end, step = index.indices(self._size)
        if step != 1:
            raise ValueError("only whole stretches can be read")
        return b"".join(self._pieces(begin, end))

    def _pieces(self, begin: int, end: int) -> Iterator[bytes]:
        number = bisect.bisect_right(self._begins, begin) - 1
        while begin < end:
            first, place = self._begins[number], self._places[number]
            number += 1
            until = min(end, self._begins[number] if number < len(self._begins) else self._size)
            if place & _REST:
                at = place ^ _REST
                digest, off = self._data[at : at + 8], (begin - first) % 8
                count = until - begin
                yield (digest * (count // 8 + 2))[off : off + count]
            else:
                yield self._data[place + begin - first : place + until - first]
            begin = until

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Digests | bytes | bytearray):
            return NotImplemented
        return len(self) == len(other) and all(
            self[at : at + BLOCK] == bytes(other[at : at + BLOCK]) for at in range(0, len(self), BLOCK)
        )

    __hash__: Any = None
