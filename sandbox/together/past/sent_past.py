"""The past of a session on its way to somebody who joins: what the host keeps of it, and what of it has come.

A run that is over is sent as it is in the recording, whose hashes the guest copies, but without its states: these only
explain a difference, and are more than half of it. The run that goes on he runs again, so its commands are enough,
which are a twentieth of that; the host keeps them ready, and so has nothing to work out when somebody calls. All is
deflated, and what it unpacks to has a bound that is known before.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from sandbox.commands import commands
from sandbox.commands.driver import Timed
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.recording.recording import MAX_COMMAND_BYTES, MAX_COMMANDS, MAX_FILE, Recording
from sandbox.recording.snapshots import without_states
from sandbox.together.messages import Number, Packed, PastCommands, PastSlice, Welcome
from sandbox.together.shape import check_shape

_PIECE = 64 * 1024  # bytes, before they are deflated: the first are there soon, and are run while the others come
_MOST_IN_ONE = 2000  # commands, so that a message is not too wide
_AROUND = 16  # bytes that a command needs around it
_MOST_UNPACKED = max(_PIECE, commands.MAX_PACKED) + 2 * _AROUND


_Given = list[tuple[Number, Packed]]  # ticks, and the commands on them


def _deflated(given: _Given) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(given))


def _inflated(data: bytes) -> _Given:
    """Unpack commands.

    Raises:
        BadFile: they are damaged, or unpack to more than a host packs into one piece.
    """
    inflater = zlib.decompressobj()
    try:
        packed = inflater.decompress(data, _MOST_UNPACKED + 1)
        if len(packed) > _MOST_UNPACKED:
            raise BadFile(f"commands of the past that unpack to more than {_MOST_UNPACKED} bytes")
        if not inflater.eof or inflater.unused_data:
            raise BadFile("commands of the past that are not as long as they say")
        check_shape(packed)
        given: _Given = msgspec.msgpack.decode(packed, type=_Given)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadFile(f"commands of the past that are damaged: {error}") from None
    return given


class OpenRun:
    """The commands of the run that goes on, for whoever joins meanwhile.

    Attributes:
        before: how many bytes the recording had before its Start; None while nothing runs, or if that is not known.
        count: of its commands.
    """

    def __init__(self) -> None:
        self.before: int | None = None
        self.count = 0
        self._pieces: list[bytes] = []
        self._waiting: _Given = []
        self._size = 0  # bytes of what waits

    def begin(self, before: int) -> None:
        """Begin with no command, where the recording has so many bytes."""
        self.end()
        self.before = before

    def end(self) -> None:
        """Forget the run: it is in the recording."""
        self.before, self.count, self._size = None, 0, 0
        self._pieces, self._waiting = [], []

    def take(self, tick: int, packed: bytes) -> None:
        """Take in the next command, if a run goes on."""
        if self.before is None:
            return
        if self._waiting and (self._size + len(packed) > _PIECE or len(self._waiting) == _MOST_IN_ONE):
            self._pieces.append(_deflated(self._waiting))
            self._waiting, self._size = [], 0
        self._waiting.append((tick, packed))
        self._size += len(packed) + _AROUND
        self.count += 1

    def pieces(self) -> tuple[bytes, ...]:
        """Return all its commands, deflated."""
        return (*self._pieces, *([_deflated(self._waiting)] if self._waiting else ()))


class SentPast(NamedTuple):
    """What a guest needs who joins now: the recording up to the run that goes on, and the commands of that run."""

    recording: bytes
    given: tuple[bytes, ...] = ()  # deflated
    commands: int = 0  # how many these are

    def letters(self) -> Iterator[PastSlice | PastCommands]:
        """Yield it message by message; the recording is deflated meanwhile."""
        deflater = zlib.compressobj()
        for piece in without_states(self.recording, _PIECE):
            if data := deflater.compress(piece):
                yield PastSlice(data)
        yield PastSlice(deflater.flush())
        for piece in self.given:
            yield PastCommands(piece)


class ComingPast:
    """What has come of the past that a welcome speaks of.

    Attributes:
        welcome: it.
        recording: up to the run that goes on; None until it is there as a whole.
        commands: those of the recording, and of the run that goes on as far as they have come.
        packed: the bytes of the latter.
    """

    def __init__(self, welcome: Welcome) -> None:
        """Expect it.

        Raises:
            BadFile: it is larger than a recording can be.
        """
        if welcome.past > MAX_FILE or welcome.given > MAX_COMMANDS:
            raise BadFile("the host's recording is larger than a recording can be")
        self.welcome = welcome
        self.recording: Recording | None = None
        self.commands: list[Timed] = []
        self.packed: list[bytes] = []
        self._inflater = zlib.decompressobj()
        self._bytes = bytearray()
        self._left = welcome.given  # commands that are still to come
        self._command_bytes = 0
        self._tick = 0  # of the last command

    @property
    def is_complete(self) -> bool:
        """True once everything has come."""
        return self.recording is not None and not self._left

    @property
    def until(self) -> int:
        """The tick up to which it is known what has happened."""
        return self.welcome.tick if self.is_complete else self._tick

    @property
    def missing(self) -> str:
        """What has not come, for a sentence."""
        if self.recording is None:
            return f"up to {self.welcome.past - len(self._bytes)} of {self.welcome.past} bytes"
        return f"{self._left} of {self.welcome.given} commands"

    def take(self, message: PastSlice | PastCommands) -> None:
        """Take in what has come next.

        Raises:
            BadFile: it is damaged, or not what the welcome has promised.
        """
        if isinstance(message, PastSlice):
            self._take_slice(message.data)
        else:
            self._take_commands(_inflated(message.data))

    def _take_slice(self, data: bytes) -> None:
        promised = self.welcome.past
        if self.recording is not None:
            raise BadFile("more of the host's recording comes after its end")
        try:
            self._bytes += self._inflater.decompress(data, promised - len(self._bytes) + 1)
        except zlib.error as error:
            raise BadFile(f"the host's recording is damaged on its way: {error}") from None
        if len(self._bytes) > promised:
            raise BadFile(f"the host's recording unpacks to more than the {promised} bytes that were promised")
        if not self._inflater.eof:
            return
        self.recording = recording = reader.parse(bytes(self._bytes))
        self._bytes.clear()
        self.commands += recording.commands
        self._tick = recording.ticks

    def _take_commands(self, given: _Given) -> None:
        if self.recording is None or len(given) > self._left:
            raise BadFile(f"more commands of the past come than the {self.welcome.given} that were promised")
        for tick, packed in given:
            if not self._tick <= tick <= self.welcome.tick:
                raise BadFile(f"a command of the past for tick {tick} comes after tick {self._tick}")
            self._command_bytes += len(packed)
            if self._command_bytes > MAX_COMMAND_BYTES:
                raise BadFile("the commands of the host's past are more than a recording can hold")
            command = commands.unpack(packed)
            self.commands.append((tick, command))
            self.packed.append(commands.pack(command))  # the host may have written it otherwise
            self._tick = tick
        self._left -= len(given)
