"""Write a recording while its session runs; `recording` describes the file."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sandbox.commands import commands
from sandbox.commands.commands import Start
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import MAX_TEXT, Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files, used_code
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.framing import END_RESERVE, MAGIC, MAX_FRAME, MAX_FRAMES, pack, seal
from sandbox.recording.plain_text import clipped
from sandbox.recording.recording import (
    MAX_COMMAND_BYTES,
    MAX_COMMANDS,
    MAX_FILE,
    MAX_LEVEL_FRAMES,
    Blessing,
    plain_level,
)
from sandbox.recording.snapshots import MAX_ALL_ROWS, MAX_ROWS, frames_of
from sandbox.worlds.program import WorldDesign

_LEVEL_SLICE = 900_000  # bytes of packed level in one frame
_NO_MORE_STATES = MAX_FILE // 2  # bytes: states only explain a difference, so they go first when a file grows long
_START = commands.pack(Start())


class Recorder:
    """Write a session to a file, frame by frame, before each command takes effect (it is a `session.Log`).

    The file appears under its name with its whole header, and each frame is handed to the system at once: a process
    that is killed loses nothing. `sync` forces it to the disk, for power cuts; call it about once a second, from any
    thread. After an error the file keeps what it had, as a cut recording, and each later call raises again.

    Raises (each method that writes):
        BadFile: the file can't be written, or holds as much as a recording may.
    """

    def __init__(
        self,
        path: Path | str,
        design: Design,
        seed: int,
        fingerprint: Fingerprint,
        blessings: Sequence[Blessing] = (),
    ) -> None:
        self.path = Path(path)
        self.fingerprint = fingerprint
        self._fd = -1
        self._closing = threading.Lock()
        self._error: str | None = None
        self._size = self._frames = self._command_bytes = 0
        self._crc = 0
        self._blake = hashlib.blake2b(digest_size=32)
        self._commands = self._hashes = self._states = self._marks = 0
        self._rows = 0  # of all states
        self._is_world = isinstance(design, WorldDesign)
        self._used = set(used_code.in_design(design))
        self._digest = b""  # of the last tick that has one
        self._before: Snapshot | None = None  # what the last state frame said
        frames = [*_head_frames(design, seed, fingerprint), *map(bless_frame, blessings)]
        header = MAGIC
        for frame in frames:
            sealed, self._crc = seal(frame, self._crc)
            header += sealed
        self._blake = hashlib.blake2b(header, digest_size=32)
        self._size, self._frames = len(header), len(frames)
        try:
            replace_file(self.path, [header])
            self._fd = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise self._unwritable(error) from None

    @property
    def size(self) -> int:
        """Bytes written so far."""
        return self._size

    # -- what a session tells

    def command(self, tick: int, packed: bytes) -> None:
        frame = b"\x93\xa2do" + pack(tick) + b"\x91" + packed
        if self._commands == MAX_COMMANDS or self._command_bytes + len(frame) > MAX_COMMAND_BYTES:
            raise self._full()
        self._write(frame)
        self._commands += 1
        self._command_bytes += len(frame)
        if not self._is_world and not commands.is_live(packed):  # those use nothing new, and come by the thousand
            self._used.update(used_code.in_command(commands.unpack(packed)))
        if packed == _START:
            self._before = None

    def hashes(self, first: int, digests: bytes) -> None:
        count = len(digests) // 8
        at_rest = digests == self._digest * count
        self._write(pack(["rest", first, count] if at_rest else ["hash", first, digests]))
        self._digest = digests[-8:]
        self._hashes += count

    def state(self, tick: int, snapshot: Snapshot) -> None:
        rows = len(snapshot.rows)
        if self._size > _NO_MORE_STATES or rows > MAX_ROWS or self._rows + rows > MAX_ALL_ROWS:
            return
        self._rows += rows
        for frame in frames_of(tick, snapshot, self._before):
            self._write(frame)
        self._states += 1
        self._before = snapshot

    def mark(self, tick: int, what: str, text: str) -> None:
        self._write(pack(["mark", tick, clipped(what, MAX_TEXT), clipped(text, MAX_TEXT)]))
        self._marks += 1

    # -- the file as a whole

    def sync(self) -> None:
        """Force what was written to the disk (it takes as long as the disk takes); nothing after `close`."""
        with self._closing:
            if self._fd >= 0:
                try:
                    os.fsync(self._fd)
                except OSError as error:
                    raise self._unwritable(error) from None

    def close(self, session: Session, reason: str, fingerprint: Fingerprint | None = None) -> None:
        """Write the hashes and the state that the session still holds, and the end; the recording is then complete.

        `fingerprint`: taken again now, so that a change of arithmetic during the session shows; without it, the
        one from the start is repeated. A second call does nothing.
        """
        if self._fd < 0:
            return
        session.flush()
        self._write(self._end_frame(session, reason, fingerprint), reserve=0)
        self.sync()
        self.abandon()

    def abandon(self) -> None:
        """Close the file as it is: a cut recording, unless `close` came first."""
        with self._closing:
            if self._fd >= 0:
                os.close(self._fd)
                self._fd = -1

    def save_copy(self, path: Path | str, session: Session, reason: str = "saved") -> None:
        """Write a complete recording of the session up to now to another file; this one goes on.

        Raises:
            Refused: `path` is the file being written.
        """
        path = Path(path)
        if path.exists() and path.samefile(self.path):
            raise Refused("this file is being recorded to; choose another name for the copy")
        session.flush()
        end, _ = seal(self._end_frame(session, reason, None), self._crc)
        try:
            replace_file(path, [*self._written(), end])
        except OSError as error:
            raise BadFile(f"can't write {path}: {error.strerror}; choose another place") from None

    def _written(self) -> Iterator[bytes]:
        """Read all bytes so far from the open file itself: its name may have been taken away meanwhile."""
        os.lseek(self._fd, 0, os.SEEK_SET)
        left = self._size
        while left:
            block = os.read(self._fd, min(left, MAX_FRAME))
            if not block:
                raise BadFile(f"{self.path} was shortened by another program; what is missing can't be copied")
            left -= len(block)
            yield block

    def _end_frame(self, session: Session, reason: str, fingerprint: Fingerprint | None) -> bytes:
        counts = [self._commands, self._hashes, self._states, self._marks]
        again = used_code.with_uses(fingerprint or self.fingerprint, self._used).to_plain()
        ending = [session.end_hash(), clipped(reason, MAX_TEXT), again, self._blake.digest()]
        return pack(["end", session.tick, *counts, *ending])

    def _write(self, frame: bytes, reserve: int = END_RESERVE) -> None:
        if self._error is not None:
            raise BadFile(self._error)
        if self._fd < 0:
            raise BadFile(f"the recording {self.path} is closed")
        is_full = self._size + len(frame) + reserve > MAX_FILE or self._frames + (reserve > 0) >= MAX_FRAMES
        if is_full or len(frame) > MAX_FRAME:
            raise self._full()
        sealed, crc = seal(frame, self._crc)
        done = 0
        try:
            while done < len(sealed):
                done += os.write(self._fd, memoryview(sealed)[done:])
        except OSError as error:
            raise self._unwritable(error) from None
        self._crc = crc
        self._blake.update(sealed)
        self._size += len(sealed)
        self._frames += 1

    def _full(self) -> BadFile:
        """Write nothing from now on, and return the error."""
        self._error = f"the recording {self.path} is full; save it and start a new session"
        return BadFile(self._error)

    def _unwritable(self, error: OSError) -> BadFile:
        """Write nothing from now on: after a missing frame all later ones would be wrong. Returns the error."""
        self._error = f"can't write the recording {self.path}: {error.strerror}; make room or choose another place"
        if self._fd >= 0:
            try:
                os.ftruncate(self._fd, self._size)
            except OSError:
                pass  # a short frame at the end reads back as a cut all the same
        return BadFile(self._error)


def _head_frames(design: Design, seed: int, fingerprint: Fingerprint) -> list[bytes]:
    level = plain_level(design)
    packed = pack(level)
    slices = [packed[at : at + _LEVEL_SLICE] for at in range(0, len(packed), _LEVEL_SLICE)]
    if len(slices) > MAX_LEVEL_FRAMES:
        raise Refused(f"this level is too large to record ({len(packed)} bytes); take some parts out")
    if len(slices) == 1:
        slices = []
    head = ["head", design.world.tick_rate, len(slices) or level, seed, fingerprint.to_plain(), 0]
    return [pack(head), *(pack(["level", part]) for part in slices)]


def bless_frame(blessing: Blessing) -> bytes:
    """Pack a line of history."""
    date, reason, *hashes_and_fingerprints = blessing
    plain = [item.to_plain() if isinstance(item, Fingerprint) else item for item in hashes_and_fingerprints]
    return pack(["bless", date, clipped(reason, MAX_TEXT), *plain])


def replace_file(path: Path, blocks: Iterable[bytes]) -> None:
    """Write a file beside its place, force it to the disk, and rename it."""
    with atomic_files.replacing(path) as new, open(new, "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    if hasattr(os, "O_DIRECTORY"):  # the new name reaches the disk with its folder
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        except OSError:
            pass  # some file systems can't, and then need not
        finally:
            os.close(folder)
