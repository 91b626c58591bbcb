"""Read a recording with every byte checked; `recording` describes the file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox import parts
from sandbox.commands import commands
from sandbox.commands.driver import Timed
from sandbox.commands.session import HASHES_EVERY, MAX_COMMANDS_A_TICK, MAX_RUNNING_TICKS, MAX_TICK
from sandbox.design import design as document
from sandbox.errors import BadFile
from sandbox.recording import snapshots
from sandbox.recording.filebytes import Bytes, Digests, FileBytes, Piece
from sandbox.recording.framing import FORMAT, HEADER, MAGIC, TRAILER, Stream, damaged, not_ours, unpack
from sandbox.recording.plain_text import SUFFIX, printable
from sandbox.recording.recording import (
    DIGEST,
    MAX_BLESSINGS,
    MAX_ENV,
    MAX_FILE,
    MAX_LEVEL_FRAMES,
    Blessing,
    Ending,
    Fingerprint,
    Head,
    Mark,
    Recording,
    running,
)
from sandbox.recording.snapshots import MAX_ROWS, STATE_FIELDS, Slice, States

_ENGINE = re.compile(rf"pymunk [0-9][0-9A-Za-z.+-]{{0,30}} {DIGEST.pattern}")


def read(path: Path | str) -> Recording:
    """Read a recording and check every byte; one that was cut short is read up to its last whole frame.

    Raises:
        BadFile: not a recording, damaged, or over a limit; the sentence names the file, the byte and the rule.
    """
    try:
        return parse(load(path)[:])
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def load(path: Path | str) -> FileBytes:
    """Open a regular file that is not over the limit; its bytes are read when they are needed.

    Raises:
        BadFile: one sentence, without the file's name.
    """
    return FileBytes(path, MAX_FILE)


def arithmetic_of(data: Bytes) -> str | None:
    """Return the class of arithmetic that a recording was made in; None if that can't be read. Nothing is checked."""
    try:
        _, frame = next(iter(Stream(data)), (0, b""))
        taken = _fingerprint(unpack(frame)[-1])
    except (BadFile, LookupError, TypeError, RecursionError):
        return None
    return taken.arithmetic


def is_recording(path: Path) -> bool:
    """Tell a recording from a level, by the suffix or the first bytes of the file.

    Raises:
        BadFile: it can't be read.
    """
    try:
        with path.open("rb") as file:
            return path.suffix == SUFFIX or FORMAT.encode() in file.read(64)
    except OSError as error:
        raise BadFile(f"{path}: can't be read: {error.strerror or error}") from None


def parse(data: Bytes) -> Recording:
    """Parse the bytes of a recording. Hashes and states of a file stay there, and are read again when they are used.

    Raises:
        BadFile: one sentence with the byte and the rule.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise BadFile(not_ours(data[:64]))
    stream = Stream(data)
    builder = _Builder(data)
    for at, frame in stream:
        try:
            builder.take(at, frame)
        except BadFile as error:
            raise BadFile(f"byte {at}: {printable(str(error))}") from None
        except RecursionError:
            raise BadFile(f"byte {at}: values nested too deep") from None
    return builder.finish(stream.cut, stream.good)


class _Builder:
    """Build a recording frame by frame, and check each against the rules of its kind and against those before."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._end_of_frame = 0
        self._digest = hashlib.blake2b(MAGIC, digest_size=32)  # of all bytes before this frame
        self._head: Head | None = None
        self._headings: tuple[int, int, Fingerprint] | None = None  # tick rate, seed, fingerprint; the level follows
        self._level: list[bytes] = []
        self._level_frames = 0
        self._tick = 0
        self._commands: list[Timed] = []
        self._commands_at = (0, 0)  # tick, how many on it
        self._hashes: list[tuple[int, Digests]] = []
        self._hashed = 0
        self._states = States()
        self._pending: list[Slice] = []  # frames of a state that has more to come
        self._left = 0
        self._marks: list[Mark] = []
        self._end: Ending | None = None
        self._blessings: list[Blessing] = []
        self._begun = False  # whether the session has: its history stands before it
        self._kinds: dict[str, Callable[[list[Any]], None]] = {
            "head": self._take_head,
            "level": self._take_level,
            "bless": self._take_bless,
            "do": self._take_do,
            "hash": self._take_hash,
            "rest": self._take_rest,
            "state": self._take_state,
            "mark": self._take_mark,
            "end": self._take_end,
        }

    def take(self, at: int, frame: bytes) -> None:
        """The frame that begins at this byte."""
        self._end_of_frame = at + HEADER + len(frame)
        self._check(unpack(frame))
        self._digest.update(self._data[at : self._end_of_frame + TRAILER])

    def _check(self, fields: Any) -> None:
        kind = fields[0] if isinstance(fields, list) and fields else None
        if not isinstance(kind, str) or kind not in self._kinds:
            raise BadFile(f"a frame of the unknown kind {kind!r:.40}; known are {', '.join(self._kinds)}")
        if self._end is not None:
            raise BadFile(f"a {kind} frame after the end")
        if (self._head is None) != (kind in ("head", "level")):
            raise BadFile(f"a {kind} frame where {'the head' if self._head is None else 'the session'} should go on")
        if self._left and kind != "state":
            raise BadFile(f"a {kind} frame within a state")
        self._begun = self._begun or kind not in ("head", "level", "bless")
        self._kinds[kind](fields)

    def _time(self, tick: int) -> None:
        """Check that no frame is about an earlier tick than the one before."""
        if not 0 <= tick <= MAX_TICK:
            raise BadFile(f"tick {tick}; ticks go from 0 to 2^53")
        if tick < self._tick:
            raise BadFile(f"ticks run backwards: {tick} after {self._tick}")
        self._tick = tick

    def _take_head(self, fields: list[Any]) -> None:
        if self._headings is not None:
            raise BadFile("a second head")
        in_one = len(fields) > 2 and isinstance(fields[2], dict)
        _expect(fields, int, dict if in_one else int, int, list)
        tick_rate, level, seed, fingerprint = fields[1:]
        if not 0 <= seed < 2**64:
            raise BadFile("the seed is not a whole number from 0 to 2^64")
        self._headings = (tick_rate, seed, _fingerprint(fingerprint))
        if in_one:
            self._begin(level)
        elif 1 <= level <= MAX_LEVEL_FRAMES:
            self._level_frames = level
        else:
            raise BadFile(f"a level in {level} frames; it has 1 to {MAX_LEVEL_FRAMES}")

    def _take_level(self, fields: list[Any]) -> None:
        if self._headings is None:
            raise BadFile("a level frame before the head")
        _expect(fields, bytes)
        self._level.append(fields[1])
        if len(self._level) == self._level_frames:
            self._begin(unpack(b"".join(self._level)))
            self._level.clear()

    def _begin(self, level: Any) -> None:
        assert self._headings is not None
        tick_rate, seed, fingerprint = self._headings
        links = level.get("links") if isinstance(level, dict) else None
        if isinstance(links, list) and len(links) > document.MAX_PARTS:
            raise BadFile(f"the level has {len(links)} links; a level holds up to {document.MAX_PARTS}")
        design = parts.check(document.from_plain(level))
        if design.world.tick_rate != tick_rate:
            raise BadFile(f"the head says {tick_rate} ticks a second, its level {design.world.tick_rate}")
        self._head = Head(tick_rate, design, seed, fingerprint)

    def _take_bless(self, fields: list[Any]) -> None:
        _expect(fields, str, str, bytes, bytes, list, list)
        if self._begun:
            raise BadFile("a bless frame within the session; they stand before it")
        if len(self._blessings) == MAX_BLESSINGS:
            raise BadFile(f"more than {MAX_BLESSINGS} bless frames")
        date, reason, old, new, before, after = fields[1:]
        if len(old) != 8 or len(new) != 8:
            raise BadFile("an end hash in a bless frame is not 8 bytes long")
        self._blessings.append(Blessing(date, reason, old, new, _fingerprint(before), _fingerprint(after)))

    def _take_do(self, fields: list[Any]) -> None:
        _expect(fields, int, list)
        tick, plain_commands = fields[1:]
        self._time(tick)
        if not plain_commands:
            raise BadFile("a do frame without a command")
        before = self._commands_at[1] if self._commands_at[0] == tick else 0
        if before + len(plain_commands) > MAX_COMMANDS_A_TICK:
            raise BadFile(f"more than {MAX_COMMANDS_A_TICK} commands on tick {tick}")
        self._commands_at = (tick, before + len(plain_commands))
        self._commands += [(tick, commands.from_plain(plain)) for plain in plain_commands]

    def _take_hash(self, fields: list[Any]) -> None:
        _expect(fields, int, bytes)
        first, digests = fields[1:]
        count, odd = divmod(len(digests), 8)
        if odd or not count:
            raise BadFile(f"{len(digests)} bytes of hashes; each tick has 8")
        self._add_hashes(first, count).add(self._end_of_frame - len(digests), len(digests))

    def _take_rest(self, fields: list[Any]) -> None:
        _expect(fields, int, int)
        first, count = fields[1:]
        if not self._hashes or count < 1:
            raise BadFile("a rest of no ticks, or without a hash before it")
        last = self._hashes[-1][1].last
        self._add_hashes(first, count).repeat(last, count)

    def _add_hashes(self, first: int, count: int) -> Digests:
        """Check the ticks of hashes before they are added, because a few bytes of file can announce any number.

        Returns the stretch to add them to.
        """
        expected = self._hashes[-1][0] + len(self._hashes[-1][1]) // 8 if self._hashes else 1
        if first < expected:
            raise BadFile(f"ticks run backwards: hashes from tick {first} on after those up to {expected - 1}")
        self._hashed += count
        if self._hashed > MAX_RUNNING_TICKS + HASHES_EVERY:
            raise BadFile(f"more than {MAX_RUNNING_TICKS} running ticks")
        self._time(first + count - 1)
        if not self._hashes or first != expected:
            self._hashes.append((first, Digests(self._data)))
        return self._hashes[-1][1]

    def _take_state(self, fields: list[Any]) -> None:
        _expect(fields, *STATE_FIELDS)
        tick, left, whole, rows, changed, states, goals, packed = fields[1:]
        limits = (
            (rows, MAX_ROWS),
            (changed, min(rows, snapshots.ROWS)),
            (states, snapshots.STATES),
            (goals, snapshots.GOALS),
        )
        if any(not 0 <= count <= most for count, most in limits):
            raise BadFile("a state frame with counts over its limits")
        if self._left:
            first = self._pending[0]
            if (left, tick, whole, rows) != (self._left - 1, self._tick, first.whole, first.rows):
                raise BadFile("a state frame that does not go on with the one before")
        elif not 0 <= left <= MAX_ROWS // snapshots.ROWS + 1:
            raise BadFile(f"a state in {left + 1} frames")
        self._time(tick)
        piece = Piece(self._data, self._end_of_frame - len(packed), len(packed))
        self._pending.append(Slice(whole, rows, changed, states, goals, piece))
        self._left = left
        if not left:
            self._states.add(tick, tuple(self._pending))
            self._pending.clear()

    def _take_mark(self, fields: list[Any]) -> None:
        _expect(fields, int, str, str)
        self._time(fields[1])
        if fields[2] not in ("won", "lost", "note"):
            raise BadFile(f"a mark {fields[2]!r:.40}; marks are won, lost and note")
        self._marks.append(Mark(*fields[1:]))

    def _take_end(self, fields: list[Any]) -> None:
        _expect(fields, int, int, int, int, int, bytes, str, list, bytes)
        self._time(fields[1])
        counted = (len(self._commands), self._hashed, len(self._states), len(self._marks))
        for announced, counted_here, kind in zip(
            fields[2:6], counted, ("commands", "hashes", "states", "marks"), strict=True
        ):
            if announced != counted_here:
                raise BadFile(f"the end speaks of {announced} {kind}, but the file holds {counted_here}")
        end_hash, reason, fingerprint, digest = fields[6:]
        if len(end_hash) != 8:
            raise BadFile("the end hash is not 8 bytes long")
        if self._digest.digest() != digest:
            raise BadFile("the digest of all bytes before the end is wrong")
        self._end = Ending(fields[1], end_hash, reason, _fingerprint(fingerprint))

    def finish(self, cut: str | None, good: int) -> Recording:
        """Return the recording after the last frame; `cut` says how the file ends after its first `good` bytes."""
        size = len(self._data)
        if self._head is None:
            raise BadFile(f"byte {size}: ends before its level is complete; nothing of it can be replayed")
        if self._end is not None and cut is not None:
            raise BadFile(damaged(good, "bytes follow the end"))
        if self._end is None and cut is None:
            cut = f"has no end (its last frame ends at byte {size})"
        hashes = dict(self._hashes)
        why = _uncovered(running(self._commands, self._tick), hashes, self._end is not None)
        if why:
            raise BadFile(f"byte {size}: {why}")
        fields = (self._head, self._commands, hashes, self._states, self._marks, self._end, cut, self._tick)
        return Recording(*fields, tuple(self._blessings))


def _expect(fields: list[Any], *types: type) -> None:
    """Check the types of the fields of a frame after its kind, exactly: True is not 1."""
    present = [type(field) for field in fields[1:]]
    if present != list(types):
        has, needs = (", ".join(t.__name__ for t in some) or "nothing" for some in (present, types))
        raise BadFile(f"a {fields[0]} frame with wrong fields ({has:.200}); it has {needs}")


def _fingerprint(plain: list[Any]) -> Fingerprint:
    if len(plain) != 4 or any(type(part) is not str for part in plain):
        raise BadFile("a fingerprint that is not four texts")
    taken = Fingerprint(*plain)
    for field, form, rule in (
        ("code", DIGEST, "32 hexadecimal digits"),
        ("engine", _ENGINE, "pymunk, its version and 32 hexadecimal digits"),
        ("arithmetic", DIGEST, "32 hexadecimal digits"),
    ):
        if not form.fullmatch(getattr(taken, field)):
            raise BadFile(f"a fingerprint whose {field} is {getattr(taken, field)!r:.60}; it is {rule}")
    if len(taken.env) > MAX_ENV or not taken.env.isprintable():
        raise BadFile(f"a fingerprint whose env is not one printable line of up to {MAX_ENV} characters")
    return taken


def _uncovered(ran: list[tuple[int, int]], hashes: dict[int, Digests], complete: bool) -> str | None:
    """Complain of a tick that ran without a hash, or has one without running. A cut file may miss its last block."""
    hashed = [(first, first + len(digests) // 8 - 1) for first, digests in hashes.items()]
    for index in range(max(len(ran), len(hashed))):
        if index >= len(ran) or (index < len(hashed) and hashed[index][0] < ran[index][0]):
            return f"tick {hashed[index][0]} has a hash, but nothing ran then"
        missing = ran[index][0] if index >= len(hashed) or hashed[index][0] > ran[index][0] else hashed[index][1] + 1
        if missing <= ran[index][1]:
            after = sum(last - max(first, missing) + 1 for first, last in ran[index:])
            late = hashed and hashed[-1][1] > missing
            return f"tick {missing} ran but has no hash" if complete or late or after > HASHES_EVERY else None
        if hashed[index][1] > ran[index][1]:
            return f"tick {ran[index][1] + 1} has a hash, but nothing ran then"
    return None
