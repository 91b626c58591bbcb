"""Take a recording apart into its frames and put frames together again: what is not changed keeps every bit.

A recording that gets expectations for another class of arithmetic, or new ones for one of them, is not run again as a
whole: the other classes can't be run on this machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.errors import BadFile
from sandbox.recording.filebytes import Bytes
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.framing import MAGIC, Stream, pack, seal, unpack
from sandbox.recording.recorder import bless_frame, replace_file
from sandbox.recording.recording import MAX_FILE, Blessing

_HEAD, _CLASS, _CLOSE, _END = 4, 2, 6, 8  # where fingerprints stand in the frames of each kind
_RUN = ("hash", "rest", "state", "mark")


class FileFrames(NamedTuple):
    """The packed frames of a complete recording, by what they are about."""

    head: tuple[bytes, ...]  # the head, and the level if it has frames of its own
    blessings: tuple[bytes, ...]
    classes: Mapping[str, tuple[bytes, ...]]  # digest of the arithmetic -> its frames from `class` to `close`
    session: tuple[bytes, ...]
    end: bytes

    def with_generation(self, generation: int) -> FileFrames:
        """Return the frames with another generation of what the head's own class expects."""
        fields = unpack(self.head[0])
        return self._replace(head=(pack([*fields[:5], generation]), *self.head[1:]))

    def with_blessing(self, blessing: Blessing) -> FileFrames:
        """Return the frames with one more line of history."""
        return self._replace(blessings=(*self.blessings, bless_frame(blessing)))

    def with_code(self, now: Fingerprint) -> FileFrames:
        """Return the frames with another fingerprint for the class of arithmetic in that; every tick stays what it is.

        Args:
            now: the fingerprint of a run that is equal on every tick, with what the recording uses.
        """
        begun, ended = now._replace(uses=()).to_plain(), now.to_plain()
        section = self.classes.get(now.arithmetic)
        if section is None:
            head = (_replaced(self.head[0], _HEAD, begun), *self.head[1:])
            return self._replace(head=head, end=_replaced(self.end, _END, ended))
        opening, closing = _replaced(section[0], _CLASS, begun), _replaced(section[-1], _CLOSE, ended)
        return self.with_class(now.arithmetic, (opening, *section[1:-1], closing))

    def with_run(self, now: Fingerprint, run: FileFrames) -> FileFrames:
        """Return the frames with those of the same run, recorded anew, in place of what its class has of it.

        Args:
            now: the fingerprint of that run.
            run: a recording of its class alone, with the same commands, ticks and end.
        """
        section = self.classes.get(now.arithmetic)
        if section is None:
            return self._replace(session=run.session, end=run.end)
        _, date, _, generation = unpack(section[0])
        return self.with_class(now.arithmetic, section_of(run, date, now, generation))

    def with_class(self, arithmetic: str, section: tuple[bytes, ...]) -> FileFrames:
        """Return the frames with those of a class in place of the ones that it had."""
        return self._replace(classes={**self.classes, arithmetic: section})


def take_apart(data: Bytes) -> FileFrames:
    """Take apart a complete recording that has been read and is whole.

    Raises:
        BadFile: it has no end.
    """
    head: list[bytes] = []
    blessings: list[bytes] = []
    classes: dict[str, tuple[bytes, ...]] = {}
    session: list[bytes] = []
    section: list[bytes] | None = None
    end = None
    for _, frame in Stream(data):
        kind, *fields = unpack(frame)
        if kind == "class":
            section, arithmetic = [], Fingerprint(*fields[1][:4]).arithmetic
        if section is not None:
            section.append(frame)
            if kind == "close":
                classes[arithmetic], section = tuple(section), None
        elif kind in ("head", "level"):
            head.append(frame)
        elif kind == "bless":
            blessings.append(frame)
        elif kind == "end":
            end = frame
        else:
            session.append(frame)
    if end is None:
        raise BadFile("has no end")
    return FileFrames(tuple(head), tuple(blessings), classes, tuple(session), end)


def section_of(frames: FileFrames, date: str, fingerprint: Fingerprint, generation: int) -> tuple[bytes, ...]:
    """Make the frames of a class of arithmetic from a recording of its run, without the notes in that."""
    session = [(unpack(frame), frame) for frame in frames.session]
    run = [(kind, frame) for (kind, *fields), frame in session if kind in _RUN and fields[1:2] != ["note"]]
    kept, marks = [frame for _, frame in run], sum(1 for kind, _ in run if kind == "mark")
    _, tick, _, hashes, states, _, end_hash, _, again, _ = unpack(frames.end)
    opening = pack(["class", date, fingerprint.to_plain(), generation])
    return (opening, *kept, pack(["close", tick, hashes, states, marks, end_hash, again]))


def regenerated(section: tuple[bytes, ...], generation: int) -> tuple[bytes, ...]:
    """Return the frames of a class with another generation."""
    kind, date, fingerprint, _ = unpack(section[0])
    return (pack([kind, date, fingerprint, generation]), *section[1:])


def _replaced(frame: bytes, at: int, value: Any) -> bytes:
    fields = unpack(frame)
    fields[at] = value
    return pack(fields)


def write(path: Path, frames: FileFrames) -> None:
    """Write a recording of these frames beside its place, and rename it.

    Raises:
        BadFile: it would be larger than a recording may be, or can't be written.
    """
    classes = [frame for arithmetic in sorted(frames.classes) for frame in frames.classes[arithmetic]]
    blocks, crc = [MAGIC], 0
    blake = hashlib.blake2b(MAGIC, digest_size=32)
    for frame in (*frames.head, *frames.blessings, *classes, *frames.session):
        sealed, crc = seal(frame, crc)
        blake.update(sealed)
        blocks.append(sealed)
    *ending, _ = unpack(frames.end)
    blocks.append(seal(pack([*ending, blake.digest()]), crc)[0])
    if sum(map(len, blocks)) > MAX_FILE:
        raise BadFile(f"{path}: would be larger than a recording may be ({MAX_FILE // 2**20} MB)")
    try:
        replace_file(path, blocks)
    except OSError as error:
        raise BadFile(f"can't write {path}: {error.strerror}; choose another place") from None
