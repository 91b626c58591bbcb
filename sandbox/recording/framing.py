"""A file as a sequence of checked frames, whatever they hold: the layer below recordings.

First a text that names the format; then for each frame a `bin 32` (its packed values) and a `uint 32`: the CRC-32 of
that frame, started with the CRC of the frame before, so that a flipped, dropped, doubled or swapped frame shows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack

from sandbox.design.design import MAX_TEXT
from sandbox.errors import BadFile
from sandbox.reading import files
from sandbox.recording.filebytes import BLOCK, Bytes

FAMILY = "sandbox-replay/"
FORMAT = f"{FAMILY}3"
_DROPPED = (f"{FAMILY}1", f"{FAMILY}2")
MAX_FRAME = 1024 * 1024
MAX_FRAMES = 1_000_000  # of a file: each takes some microseconds to check, however small it is
MAGIC: bytes = msgpack.packb(FORMAT)
HEADER = TRAILER = 5  # bytes around a packed frame: its length before, its CRC after
END_RESERVE = 64 * 1024  # bytes that are kept free for the last frame
_PACKER = msgpack.Packer()  # (`msgpack.packb` makes one each time, with a buffer of 256 KB)
_BIN32, _UINT32 = 0xC6, 0xCE
_END_KIND: bytes = msgpack.packb("end")
_SEARCH_WORK = 64 * 1024 * 1024  # bytes of CRC spent on telling damage from a cut
_A_TRY = 16  # bytes of CRC that take as long as looking at a place where none can stand


def pack(value: Any) -> bytes:
    """Pack plain data as msgpack."""
    data: bytes = _PACKER.pack(value)
    return data


def seal(frame: bytes, crc: int) -> tuple[bytes, int]:
    """Return the bytes in the file for a packed frame that follows a frame with this CRC, and its own CRC."""
    crc = zlib.crc32(frame, crc)
    return b"\xc6" + len(frame).to_bytes(4, "big") + frame + b"\xce" + crc.to_bytes(4, "big"), crc


def finished(path: Path | str) -> bool:
    """Tell whether the last frame of a file is an `end`. Looks at the last bytes only: it is quick and checks nothing.

    Raises:
        BadFile: the file can't be read.
    """
    tail = files.read_ending(path, END_RESERVE)
    kind = tail.rfind(_END_KIND)
    while kind >= 0:
        start = kind - 1 - HEADER  # one byte says how long the array is
        length = int.from_bytes(tail[start + 1 : start + HEADER], "big")
        if start >= 0 and tail[start] == _BIN32 and start + HEADER + length + TRAILER == len(tail):
            return True
        kind = tail.rfind(_END_KIND, 0, kind)
    return False


def not_ours(data: bytes) -> str:
    if not data:
        return "is empty (0 bytes); a recording starts with its format and level"
    if MAGIC.startswith(data):
        return f"byte {len(data)}: ends within its first words; nothing was recorded in it"
    text = data[1 : 1 + (data[0] & 31)].decode("ascii", "replace")  # a short msgpack text tells its length in 5 bits
    if text in _DROPPED:
        return f"byte 0: is of the format {text!r}, which is read no longer; record the session anew, from its level"
    if text.startswith(FAMILY):
        return f"byte 0: is of the format {text!r}; this program reads {FORMAT!r}"
    return "byte 0: is not a recording; recordings (*.replay) are made by `sandbox play` and `sandbox run --record`"


class Stream:
    """The packed frames of a file, each with its first byte; after the last one, `cut` says what is missing, if any."""

    def __init__(self, data: Bytes) -> None:
        self.data = data
        self.cut: str | None = None
        self.good = len(MAGIC)  # bytes up to the last whole frame
        self._solid: int | None = None

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        data = self.data
        crc = 0
        while (at := self.good) < len(data):
            end = self._end_of(at, crc)
            if end is None:
                self.cut = f"ends within a frame (byte {at})"
                return
            frame = data[at + HEADER : end - TRAILER]
            crc = zlib.crc32(frame, crc)
            if data[end - TRAILER] != _UINT32 or data[end - 4 : end] != crc.to_bytes(4, "big"):
                if self._zeros_from(end - TRAILER):
                    self.cut = f"has only zeros from byte {self._solid}"
                    return
                raise BadFile(damaged(at, "this frame fails its check"))
            self.good = end
            yield at, frame

    def _end_of(self, at: int, crc: int) -> int | None:
        """Find the end of the frame at this byte; None if the file ends before it."""
        data = self.data
        if data[at] != _BIN32:
            if self._zeros_from(at):
                return None
            raise BadFile(damaged(at, "no frame starts here"))
        if at + HEADER > len(data):
            return None
        length = int.from_bytes(data[at + 1 : at + HEADER], "big")
        if length > MAX_FRAME:
            raise BadFile(f"byte {at}: a frame of {length} bytes; frames hold up to {MAX_FRAME}")
        end = at + HEADER + length + TRAILER
        if end <= len(data):
            return end
        if self._goes_on(at, crc):
            raise BadFile(damaged(at, "the length of this frame is wrong"))
        return None

    def _zeros_from(self, at: int) -> bool:
        """Tell whether the rest of the file is zeros: its length reached the disk and its bytes did not.

        One flipped bit never looks so.
        """
        if self._solid is None:
            self._solid = _without_zeros(self.data)
        return self._solid <= at

    def _goes_on(self, at: int, crc: int) -> bool:
        """Tell whether a frame that seems to reach beyond the file is in truth whole, or is followed by a whole one."""
        data = self.data[at:]
        last = zlib.crc32(memoryview(data)[HEADER:-TRAILER], crc)  # a view: the rest may have hundreds of MB
        if data[-TRAILER] == _UINT32 and data[-4:] == last.to_bytes(4, "big"):
            return True
        work = 0
        # A whole frame stands between two CRCs, and the first one starts the second.
        mark = data.find(b"\xce", HEADER)
        while mark >= 0 and work < _SEARCH_WORK:
            work += _A_TRY
            start = mark + TRAILER
            if data[start : start + 1] == b"\xc6":
                length = int.from_bytes(data[start + 1 : start + HEADER], "big")
                end = start + HEADER + length
                if end + TRAILER <= len(data) and data[end] == _UINT32:
                    work += length + 1
                    before = int.from_bytes(data[mark + 1 : start], "big")
                    after = zlib.crc32(data[start + HEADER : end], before)
                    if data[end + 1 : end + TRAILER] == after.to_bytes(4, "big"):
                        return True
            mark = data.find(b"\xce", mark + 1)
        return work >= _SEARCH_WORK  # nobody writes so many near misses by chance


def _without_zeros(data: Bytes) -> int:
    """Count the bytes up to the last that is not 0."""
    end = len(data)
    while end > 0:
        begin = max(0, end - BLOCK)
        left = data[begin:end].rstrip(b"\0")
        if left:
            return begin + len(left)
        end = begin
    return 0


def damaged(at: int, what: str) -> str:
    return f"damaged at byte {at}: {what}; the bytes before it are whole, and `head -c {at}` keeps them"


def _no_extension(code: int, data: bytes) -> Any:
    raise ValueError(f"extension type {code}")


def unpack(data: bytes) -> Any:
    """Unpack plain data from one length-checked block. (msgpack's Unpacker ends silently on a wrong length.)"""
    try:
        return msgpack.unpackb(
            data,
            raw=False,
            use_list=True,
            strict_map_key=True,
            ext_hook=_no_extension,
            max_str_len=MAX_TEXT,
            max_bin_len=MAX_FRAME,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise BadFile(f"is not plain msgpack within the limits: {str(error)[:200] or 'nested too deep'}") from None
