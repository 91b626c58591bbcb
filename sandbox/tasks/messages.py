"""The messages between this process and those that work for it, and how they are written.

Each is one of the structures below, as msgpack after its length in bytes. What a task is about, and what comes of it,
is packed on its own, so that whoever only hands it on need not know its type.
"""

from __future__ import annotations

import json
import struct
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sandbox.tasks.endings import too_large, why_ended
from sandbox.tasks.limits import Limits

_LENGTH = struct.Struct("<I")
_AS_JSON = b"\xc1"  # begins no msgpack

Reason = Literal["refused", "memory", "late", "hung", "died", "bug", "lost"]


class Task(Struct, frozen=True, tag="task"):
    """An order to be carried out. `seconds`: of processor time that it may take; 0: as many as it needs."""

    number: int
    order: bytes
    seconds: int = 0


class Greeting(Struct, frozen=True, tag="greeting"):
    """The common subject of the next tasks, so that a process need not get it with each of them."""

    value: bytes


class StopTask(Struct, frozen=True, tag="stop"):
    """A wish that a task come to an early end, with an answer that says how far it has come."""

    number: int


class Progress(Struct, frozen=True, tag="progress"):
    """News of a task that goes on: the share that is done, the present step in words, and a first result, if any."""

    number: int
    done: float = 0.0
    total: float = 1.0
    what: str = ""
    news: bytes = b""

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return self.done / max(1.0, self.total)


class Answer(Struct, frozen=True, tag="answer"):
    """The result of a task. `seconds`: the processor time that it has taken."""

    number: int
    value: bytes
    seconds: float = 0.0


class Failure(Struct, frozen=True, tag="failure"):
    """The end of a task that has no answer; `sentence` says why.

    `text` belongs to the reason: a whole sentence (`refused`, `lost`), seconds of the clock (`hung`), how the process
    ended (`late`, `died`), or an error (`bug`, of which `trace` holds the traceback). `signal` is the one that ended
    the process, and `limits` are those that it had.
    """

    number: int
    reason: Reason
    text: str = ""
    trace: tuple[str, ...] = ()
    signal: int = 0
    limits: Limits = Limits(0, 0)

    def sentence(self, subject: str = "it", optional: bool = True) -> str:
        """Say why a task has no answer.

        Args:
            subject: of the sentence: `it` behind the name of a file, or what was to be done.
            optional: the user can raise the limits by options.
        """
        match self.reason:
            case "late" | "died":
                return why_ended(subject, self.limits, self.reason == "late", self.text, optional)
            case "memory":
                return too_large(subject, self.limits.megabytes, optional)
            case "hung":
                return f"{subject} has not come to an end in {self.text} s, and was stopped"
            case "bug":
                return f"this program failed on it ({self.text}), which is a bug; please report it"
        return self.text


End = Answer | Failure
Message = Progress | Answer | Failure


def pack(value: Any) -> bytes:
    """Pack a value: a structure, a named tuple, or anything plain. A file's name may be any bytes, as `os` reads it."""
    try:
        return msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        return _AS_JSON + json.dumps(msgspec.to_builtins(value)).encode()


def unpack(packed: bytes, type_: Any) -> Any:
    """Unpack a value of a type."""
    if packed.startswith(_AS_JSON):
        return msgspec.convert(json.loads(packed[1:]), type_)
    return msgspec.msgpack.decode(packed, type=type_)


def framed(message: Task | Greeting | StopTask | Message) -> bytes:
    """Return a message as it is written to a stream."""
    packed = pack(message)
    return _LENGTH.pack(len(packed)) + packed


class Inflow:
    """Bytes that come in pieces of any size, put together to messages of a type."""

    def __init__(self, type_: Any) -> None:
        self._type = type_
        self._bytes = bytearray()

    def take(self, data: bytes) -> list[Any]:
        """Take in the next bytes, and return the messages that are whole by now."""
        self._bytes += data
        messages, start = [], 0
        while len(self._bytes) - start >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes, start)
            end = start + _LENGTH.size + length
            if len(self._bytes) < end:
                break
            messages.append(unpack(bytes(self._bytes[start + _LENGTH.size : end]), self._type))
            start = end
        del self._bytes[:start]
        return messages
