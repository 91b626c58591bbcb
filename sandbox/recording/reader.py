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
from sandbox.commands.session import MAX_COMMANDS_A_TICK
from sandbox.design import design as document
from sandbox.errors import BadFile
from sandbox.reading import files
from sandbox.recording.filebytes import Bytes, FileBytes
from sandbox.recording.fingerprint import MAX_ENV, Fingerprint
from sandbox.recording.framing import (
    FAMILY,
    HEADER,
    MAGIC,
    MAX_FRAMES,
    TRAILER,
    Stream,
    damaged,
    not_ours,
    unpack,
)
from sandbox.recording.plain_text import SUFFIX, printable
from sandbox.recording.recording import (
    DIGEST,
    MAX_BLESSINGS,
    MAX_CLASSES,
    MAX_COMMAND_BYTES,
    MAX_COMMANDS,
    MAX_FILE,
    MAX_LEVEL_FRAMES,
    MAX_USES,
    Blessing,
    Ending,
    Expectation,
    Head,
    Recording,
    running,
)
from sandbox.recording.run_reader import RunReader, expect, uncovered
from sandbox.worlds import inputs
from sandbox.worlds import program as programs
from sandbox.worlds.program import PROGRAM, WorldDesign

_BEFORE = ("head", "level", "bless", "class", "close")  # frames that stand before the session
_OF_A_RUN = ("hash", "rest", "state", "mark", "close")  # frames that stand in a class
_USED = re.compile("core|worlds|(part|link|goal):[a-z0-9_]{1,60}|module:[A-Za-z0-9_.]{1,200}")
_ENGINE = re.compile(rf"pymunk [0-9][0-9A-Za-z.+-]{{0,30}} {DIGEST.pattern}")


def read(path: Path | str, worlds: bool = False) -> Recording:
    """Read a recording and check every byte; one that was cut short is read up to its last whole frame.

    Args:
        worlds: the caller can do with one in the world of another program, which has no level.

    Raises:
        BadFile: not a recording, damaged, or over a limit; the sentence names the file, the byte and the rule.
    """
    try:
        return parse(load(path)[:], worlds)
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
        taken = _fingerprint(unpack(frame)[4])
    except (BadFile, LookupError, TypeError, RecursionError):
        return None
    return taken.arithmetic


def is_recording(path: Path) -> bool:
    """Tell a recording from a level, by the suffix or the first bytes of the file.

    Raises:
        BadFile: it can't be read.
    """
    return files.read_beginning(path, 64).find(FAMILY.encode()) >= 0 or path.suffix == SUFFIX


def parse(data: Bytes, worlds: bool = False) -> Recording:
    """Parse the bytes of a recording. Hashes and states of a file stay there, and are read again when they are used.

    Args:
        worlds: as in `read`.

    Raises:
        BadFile: one sentence with the byte and the rule.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise BadFile(not_ours(data[:64]))
    stream = Stream(data)
    builder = _Builder(data, worlds)
    for number, (at, frame) in enumerate(stream):
        if number == MAX_FRAMES:
            raise BadFile(f"byte {at}: more than {MAX_FRAMES} frames")
        try:
            builder.take(at, frame)
        except BadFile as error:
            raise BadFile(f"byte {at}: {printable(str(error))}") from None
        except RecursionError:
            raise BadFile(f"byte {at}: values nested too deep") from None
    return builder.finish(stream.cut, stream.good)


class _Builder:
    """Build a recording frame by frame, and check each against the rules of its kind and against those before."""

    def __init__(self, data: Bytes, worlds: bool) -> None:
        self._data, self._worlds = data, worlds
        self._end_of_frame = self._frame_size = 0
        self._digest = hashlib.blake2b(MAGIC, digest_size=32)  # of all bytes before this frame
        self._head: Head | None = None
        self._headings: tuple[int, int, Fingerprint, int] | None = None  # tick rate, seed, ...; the level follows
        self._level: list[bytes] = []
        self._level_frames = 0
        self._commands: list[Timed] = []
        self._commands_at = (0, 0)  # tick, how many on it
        self._command_bytes = 0
        self._session = RunReader(data)
        self._run = self._session  # whose frames follow: the session's, or those of another class
        self._class: tuple[str, Fingerprint, int] | None = None  # date, fingerprint, generation of an open class
        self._others: list[Expectation] = []
        self._end: Ending | None = None
        self._blessings: list[Blessing] = []
        self._begun = False  # whether the session has: its history stands before it
        self._kinds: dict[str, Callable[[list[Any]], None]] = {
            "head": self._take_head,
            "level": self._take_level,
            "bless": self._take_bless,
            "class": self._take_class,
            "close": self._take_close,
            "do": self._take_do,
            "hash": lambda fields: self._run.take_hash(fields, self._end_of_frame),
            "rest": lambda fields: self._run.take_rest(fields, self._end_of_frame),
            "state": lambda fields: self._run.take_state(fields, self._end_of_frame),
            "mark": lambda fields: self._run.take_mark(fields, self._end_of_frame),
            "end": self._take_end,
        }

    def take(self, at: int, frame: bytes) -> None:
        """The frame that begins at this byte."""
        self._end_of_frame = at + HEADER + len(frame)
        self._frame_size = len(frame)
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
        if self._run.within_state and kind != "state":
            raise BadFile(f"a {kind} frame within a state")
        if self._class is not None and kind not in _OF_A_RUN:
            raise BadFile(f"a {kind} frame within a class; it has to be closed first")
        self._begun = self._begun or not (self._class is not None or kind in _BEFORE)
        self._kinds[kind](fields)

    def _take_head(self, fields: list[Any]) -> None:
        if self._headings is not None:
            raise BadFile("a second head")
        in_one = len(fields) > 2 and isinstance(fields[2], dict)
        expect(fields, int, dict if in_one else int, int, list, int)
        tick_rate, level, seed, fingerprint, generation = fields[1:]
        if not 0 <= seed < 2**64:
            raise BadFile("the seed is not a whole number from 0 to 2^64")
        self._headings = (tick_rate, seed, _fingerprint(fingerprint), _generation(generation))
        if in_one:
            self._begin(level)
        elif 1 <= level <= MAX_LEVEL_FRAMES:
            self._level_frames = level
        else:
            raise BadFile(f"a level in {level} frames; it has 1 to {MAX_LEVEL_FRAMES}")

    def _take_level(self, fields: list[Any]) -> None:
        if self._headings is None:
            raise BadFile("a level frame before the head")
        expect(fields, bytes)
        self._level.append(fields[1])
        if len(self._level) == self._level_frames:
            self._begin(unpack(b"".join(self._level)))
            self._level.clear()

    def _begin(self, level: Any) -> None:
        assert self._headings is not None
        tick_rate, seed, fingerprint, generation = self._headings
        links = level.get("links") if isinstance(level, dict) else None
        if isinstance(links, list) and len(links) > document.MAX_PARTS:
            raise BadFile(f"the level has {len(links)} links; a level holds up to {document.MAX_PARTS}")
        design = self._world(level) if isinstance(level, dict) and PROGRAM in level else _checked(level)
        if design.world.tick_rate != tick_rate:
            raise BadFile(f"the head says {tick_rate} ticks a second, its level {design.world.tick_rate}")
        self._head = Head(tick_rate, design, seed, fingerprint, generation)

    def _world(self, level: dict[str, Any]) -> WorldDesign:
        design = programs.from_head(level)
        if not self._worlds:
            use = "`sandbox verify`, `show`, `diff` and `bless` read it"
            raise BadFile(f"is a recording of {design.title}, a world of another program, and has no level; {use}")
        return design

    def _take_bless(self, fields: list[Any]) -> None:
        expect(fields, str, str, bytes, bytes, list, list)
        if self._begun:
            raise BadFile("a bless frame within the session; they stand before it")
        if len(self._blessings) == MAX_BLESSINGS:
            raise BadFile(f"more than {MAX_BLESSINGS} bless frames")
        date, reason, old, new, before, after = fields[1:]
        if len(old) != 8 or len(new) != 8:
            raise BadFile("an end hash in a bless frame is not 8 bytes long")
        self._blessings.append(Blessing(date, reason, old, new, _fingerprint(before), _fingerprint(after)))

    def _take_class(self, fields: list[Any]) -> None:
        expect(fields, str, list, int)
        if self._begun:
            raise BadFile("a class frame within the session; they stand before it")
        if len(self._others) == MAX_CLASSES:
            raise BadFile(f"more than {MAX_CLASSES} classes")
        date, fingerprint, generation = fields[1], _fingerprint(fields[2]), _generation(fields[3])
        assert self._head is not None
        fingerprints = [self._head.fingerprint, *(other.fingerprint for other in self._others)]
        if any(fingerprint.arithmetic == one.arithmetic for one in fingerprints):
            raise BadFile(f"the class of arithmetic {fingerprint.arithmetic} for a second time")
        self._class, self._run = (date, fingerprint, generation), RunReader(self._data)

    def _take_close(self, fields: list[Any]) -> None:
        expect(fields, int, int, int, int, bytes, list)
        if self._class is None:
            raise BadFile("a close frame without a class")
        run, (date, fingerprint, generation) = self._run, self._class
        run.time(fields[1])
        names = ("hashes", "states", "marks")
        run.check_counts(dict(zip(names, fields[2:5], strict=True)), dict(zip(names, run.counts, strict=True)))
        end_hash, again = fields[5:]
        if len(end_hash) != 8:
            raise BadFile("the end hash is not 8 bytes long")
        end = Ending(fields[1], end_hash, "", _fingerprint(again))
        self._others.append(Expectation(date, fingerprint, generation, run.hashes, run.states, run.marks, end))
        self._class, self._run = None, self._session

    def _take_do(self, fields: list[Any]) -> None:
        expect(fields, int, list)
        tick, plain_commands = fields[1:]
        self._session.time(tick)
        if not plain_commands:
            raise BadFile("a do frame without a command")
        before = self._commands_at[1] if self._commands_at[0] == tick else 0
        if before + len(plain_commands) > MAX_COMMANDS_A_TICK:
            raise BadFile(f"more than {MAX_COMMANDS_A_TICK} commands on tick {tick}")
        self._command_bytes += self._frame_size
        if len(self._commands) + len(plain_commands) > MAX_COMMANDS or self._command_bytes > MAX_COMMAND_BYTES:
            most = f"{MAX_COMMANDS} commands or {MAX_COMMAND_BYTES // 2**20} MB of them"
            raise BadFile(f"more than {most}, which no session has")
        self._commands_at = (tick, before + len(plain_commands))
        assert self._head is not None
        from_plain = inputs.from_plain if isinstance(self._head.design, WorldDesign) else commands.from_plain
        given: list[commands.AnyCommand] = [from_plain(plain) for plain in plain_commands]
        unnamed = next((command for command in given if command.has_names), None)
        if unnamed is not None:
            raise BadFile(f"the command {unnamed.verb} names a part by a number of its player; a recording holds ids")
        self._commands += [(tick, command) for command in given]

    def _take_end(self, fields: list[Any]) -> None:
        expect(fields, int, int, int, int, int, bytes, str, list, bytes)
        self._session.time(fields[1])
        names, counted = ("commands", "hashes", "states", "marks"), (len(self._commands), *self._session.counts)
        announced = dict(zip(names, fields[2:6], strict=True))
        self._session.check_counts(announced, dict(zip(names, counted, strict=True)))
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
        run, is_world = self._session, isinstance(self._head.design, WorldDesign)
        stretches = [(1, run.tick)] if is_world and run.tick else running(self._commands, run.tick)
        why = uncovered(stretches, run.hashes, self._end is not None)
        if why:
            raise BadFile(f"byte {size}: {why}")
        self._check_others(stretches)
        fields = (self._head, self._commands, run.hashes, run.states, run.marks, self._end, cut, run.tick)
        return Recording(*fields, tuple(self._blessings), tuple(self._others))

    def _check_others(self, stretches: list[tuple[int, int]]) -> None:
        """Check that the runs of other classes end where the session ends, and have a hash for each running tick."""
        for other in self._others:
            if self._end is None:
                break  # it can't be known where they have to end
            why = uncovered(stretches, other.hashes, True)
            if other.end.tick != self._end.tick:
                why = f"it ends on tick {other.end.tick}, the session on tick {self._end.tick}"
            if why:
                raise BadFile(f"in the class of arithmetic {other.fingerprint.arithmetic}: {why}")


def _checked(level: Any) -> document.Design:
    return parts.check(document.from_plain(level))


def _generation(number: int) -> int:
    if not 0 <= number <= MAX_BLESSINGS:
        raise BadFile(f"generation {number}; they go from 0 to {MAX_BLESSINGS}")
    return number


def _fingerprint(plain: list[Any]) -> Fingerprint:
    if not 4 <= len(plain) <= 5 or any(type(part) is not str for part in plain[:4]):
        raise BadFile("a fingerprint that is not four texts")
    code, engine, arithmetic, env, *uses = plain
    taken = Fingerprint(code, engine, arithmetic, env, _uses(uses[0]) if uses else ())
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


def _uses(plain: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(plain, dict) or not 0 < len(plain) <= MAX_USES:
        raise BadFile(f"a fingerprint whose uses are no table of 1 to {MAX_USES} names")
    for name, digest in plain.items():
        if not isinstance(name, str) or not _USED.fullmatch(name):
            raise BadFile(f"a fingerprint that uses {name!r:.60}; that is 'core', or like 'part:ramp'")
        if type(digest) is not bytes or len(digest) != 8:
            raise BadFile(f"a fingerprint whose digest of {name} is not 8 bytes long")
    if list(plain) != sorted(plain):
        raise BadFile("a fingerprint whose uses are not in order")
    return tuple((name, digest.hex()) for name, digest in plain.items())
