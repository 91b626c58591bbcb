"""Shared texts within pictures: a PNG that shows a machine and holds its level, in a text chunk of its own.

The chunk has the keyword `KEYWORD`; its text is that of `levels.shared_text`, with its own sizes and check sums. Pixels
are never unpacked here. PNG: https://www.w3.org/TR/png-3, sections 5.3 (chunks) and 11.3.3 (texts).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sandbox.errors import BadFile
from sandbox.reading import deflated

KEYWORD = "contraption-sandbox"
MAX_BYTES = 64 * 1024 * 1024  # of a picture
BEGINNING = 12  # bytes that tell a picture from a text
_PNG = b"\x89PNG\r\n\x1a\n"
_MAX_CHUNKS = 100_000
_LOST = (
    "messengers, social networks and screenshots take the level out of a picture; ask for the very file, or for the "
    "level as text"
)


def kind_of(beginning: bytes) -> str:
    """Return the kind of picture that a file is by its first bytes: PNG, JPEG, GIF, WebP; empty if it is none."""
    if beginning.startswith(_PNG):
        return "PNG"
    if beginning.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if beginning[:4] == b"RIFF" and beginning[8:12] == b"WEBP":
        return "WebP"
    return "GIF" if beginning.startswith(b"GIF8") else ""


def text_in(data: bytes, most: int) -> str:
    """Return the shared text in a picture.

    Args:
        most: characters that the text may have.

    Raises:
        BadFile: there is none, or it is damaged; one sentence without the file's name.
    """
    kind = kind_of(data[:BEGINNING])
    if kind != "PNG":
        raise BadFile(f"this picture is a {kind}, which holds no level: {_LOST}")
    for name, body in _chunks(data):
        if name in _READERS and body.startswith(KEYWORD.encode("ascii") + b"\0"):
            try:
                return _READERS[name](body[len(KEYWORD) + 1 :], most).decode("ascii")
            except UnicodeDecodeError:
                raise BadFile("the level in this picture is damaged: its text is not ASCII") from None
    raise BadFile(f"this picture holds no level: {_LOST}")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the contents of each chunk; check those that can hold a level."""
    at = len(_PNG)
    for _ in range(_MAX_CHUNKS):
        head = data[at : at + 8]
        size, name = int.from_bytes(head[:4], "big"), head[4:]
        if len(head) < 8 or at + 12 + size > len(data):
            raise BadFile("this picture is cut off: get the whole file")
        if name == b"IEND":
            return
        if name in _READERS:
            body, check = data[at + 8 : at + 8 + size], data[at + 8 + size : at + 12 + size]
            if zlib.crc32(body, zlib.crc32(name)) != int.from_bytes(check, "big"):
                raise BadFile(
                    "this picture is damaged: the check sum of a text in it is another; get the file once more"
                )
            yield name, body
        at += 12 + size
    raise BadFile(f"this picture has more than {_MAX_CHUNKS} chunks, which no program writes")


def _plain(body: bytes, most: int) -> bytes:
    if len(body) > most:
        raise BadFile(f"the text in this picture has more than {most} characters")
    return body


def _inflated(packed: bytes, most: int) -> bytes:
    try:
        return deflated.inflate_up_to(packed, most)
    except BadFile as error:
        raise BadFile(f"the level in this picture is damaged: {error}") from None


def _packed(body: bytes, most: int) -> bytes:
    """Unpack the contents of a zTXt chunk after the keyword: the method, 0, and deflated bytes."""
    if body[:1] != b"\0":
        raise BadFile("the level in this picture is packed in a way that PNG does not know")
    return _inflated(body[1:], most)


def _international(body: bytes, most: int) -> bytes:
    """Read the contents of an iTXt chunk: whether it is packed, the method, a language, a translation, the text."""
    flags, rest = body[:2], body[2:].split(b"\0", 2)
    if len(rest) < 3 or flags not in (b"\0\0", b"\1\0"):
        raise BadFile("the level in this picture is packed in a way that PNG does not know")
    return _inflated(rest[2], most) if flags[0] else _plain(rest[2], most)


# A program that saves a picture anew may write its texts in another form.
_READERS = {b"tEXt": _plain, b"zTXt": _packed, b"iTXt": _international}
