"""Deflated bytes (zlib): inflated to the size that they announce, and never beyond."""

from __future__ import annotations

import zlib

from sandbox.errors import BadFile


def inflate(packed: bytes, size: int) -> bytes:
    """Inflate bytes that stand for exactly `size` bytes, which the caller has bounded.

    Raises:
        BadFile: they are no deflated bytes, or those of another size; one sentence, without the file's name.
    """
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(packed, size + 1)  # a bomb is not unpacked beyond that
    except zlib.error as error:
        raise BadFile(f"it can't be inflated: {error}") from None
    if len(data) != size or not inflater.eof or inflater.unused_data:
        raise BadFile("it has another size than it announces")
    return data


def inflate_up_to(packed: bytes, most: int) -> bytes:
    """Inflate bytes that do not say what size they stand for.

    Raises:
        BadFile: they are no deflated bytes, are cut off, or stand for more than `most` bytes; one sentence.
    """
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(packed, most + 1)
    except zlib.error as error:
        raise BadFile(f"it can't be inflated: {error}") from None
    if len(data) > most:
        raise BadFile(f"it would be larger than {most} bytes")
    if not inflater.eof:
        raise BadFile("it is cut off")
    return data
