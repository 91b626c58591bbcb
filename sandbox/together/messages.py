"""The messages between a host and its guests, and how they are written: msgpack after its length in four bytes.

What comes from another machine is checked before it is decoded: first its length, then how deep and how wide it is.
The rest is checked by the types here. A message holds plain values only: no path, no code, no object.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandbox.errors import BadFile
from sandbox.recording.plain_text import one_line

PROTOCOL = 2
MAX_MESSAGE = 300_000  # bytes
MAX_GREETING = 4096  # bytes of a message from somebody who has not yet shown that he knows the secret
MAX_DEPTH = 8
MAX_VALUES = 8192  # of one message
MAX_WISHES = 64  # of one message
MAX_NAME = 24  # characters
SLICE = 256 * 1024  # bytes of the past in one message
_LENGTH = struct.Struct(">I")

Number = Annotated[int, Meta(ge=0, le=2**53)]
Place = Annotated[float, Meta(ge=-1e6, le=1e6)]
Text = Annotated[str, Meta(max_length=400)]
Nonce = Annotated[bytes, Meta(min_length=16, max_length=32)]
Digest = Annotated[bytes, Meta(min_length=8, max_length=8)]
Packed = Annotated[bytes, Meta(max_length=256 * 1024)]


class BadMessage(BadFile):
    """A message that breaks a rule; whoever sent it is not heard any longer."""


class Letter(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The base of all messages."""


# -- the greeting


class Challenge(Letter, frozen=True, tag="challenge"):
    """The host's first words: whoever knows the secret can prove it with these random bytes."""

    nonce: Nonce
    protocol: Number = PROTOCOL


class Program(Letter, frozen=True):
    """All that the bits of a session depend on, of one machine; texts for people and for comparing."""

    code: Text
    engine: Text
    arithmetic: Text


class Knock(Letter, frozen=True, tag="knock"):
    """A guest's first words. With a ticket he comes back, and has got all turns before `next_turn`."""

    nonce: Nonce
    proof: Nonce
    name: Annotated[str, Meta(max_length=MAX_NAME)]
    program: Program
    ticket: Annotated[bytes, Meta(max_length=16)] = b""
    next_turn: Number = 0


class Budgets(Letter, frozen=True):
    """What a guest may use up."""

    turn: Number = 32  # commands in a turn
    second: Number = 120  # commands in a second
    parts: Number = 500  # that stand there at a time
    links: Number = 500


class Welcome(Letter, frozen=True, tag="welcome"):
    """The host takes a guest in, and proves that it knows the secret, too.

    `resumed`: the turns follow from where the guest stopped. Otherwise the past follows, of `past` bytes, on whose end
    a session has the digest `state`, and then the turns from `next_turn` on.
    """

    proof: Nonce
    player: Number
    ticket: Annotated[bytes, Meta(max_length=16)]
    budgets: Budgets
    resumed: bool
    next_turn: Number
    heard: Number  # the number of the last wish of this guest that has an answer
    agreed: Number  # all turns before this one have a digest of his
    past: Number = 0
    state: Annotated[bytes, Meta(max_length=8)] = b""


class Sorry(Letter, frozen=True, tag="sorry"):
    """The host does not take a guest in, and says why."""

    why: Text


# -- from the host


class PastSlice(Letter, frozen=True, tag="past"):
    """The next bytes of the recording so far."""

    data: Annotated[bytes, Meta(max_length=SLICE)]


class Ordered(Letter, frozen=True):
    """A command that everybody carries out. `wish` is its number among those of its player; 0: the host's own."""

    packed: Packed
    player: Number = 0
    wish: Number = 0


class Turn(Letter, frozen=True, tag="turn"):
    """Commands for the tick on which the session is, and the number of ticks that then pass.

    Everybody agrees about all turns before the turn `agreed`.
    """

    number: Number
    ticks: Number
    given: tuple[Ordered, ...]
    agreed: Number


class Declined(Letter, frozen=True, tag="declined"):
    """The answer to wishes that are not carried out."""

    first: Number
    last: Number
    why: Text


class Pointer(Letter, frozen=True, tag="pointer"):
    """Where a player points, and what he has selected. Only drawn; `player` is filled in by the host."""

    x: Place
    y: Place
    selected: Annotated[tuple[Number, ...], Meta(max_length=64)] = ()
    player: Number = 0


class WhoIsThere(Letter, frozen=True, tag="present"):
    """The players who are connected now, the host among them, and whether the host has paused."""

    players: Annotated[tuple[Number, ...], Meta(max_length=16)]
    paused: bool = False


class HostRequest(Letter, frozen=True, tag="request"):
    """A guest asks for something that only the host can do, and that is no command."""

    what: Literal["pause", "go on"]


class TextLine(Letter, frozen=True, tag="line"):
    """A line for people."""

    text: Text


class Halt(Letter, frozen=True, tag="halt"):
    """Digests of a turn differ: everybody stops and looks. `hashes` are those of the host, of each tick of the turn."""

    turn: Number
    digest: Digest
    hashes: Annotated[bytes, Meta(max_length=8 * 1024)]


class Conclusion(Letter, frozen=True, tag="conclusion"):
    """What came out of a halt. `parted`: the session is over, because machines differ from tick `tick` on."""

    parted: bool
    tick: Number
    lines: Annotated[tuple[Text, ...], Meta(max_length=40)]


class Goodbye(Letter, frozen=True, tag="goodbye"):
    """The last words of the host or of a guest. The host's last turn is the one before `next_turn`."""

    why: Text
    next_turn: Number = 0


class Ping(Letter, frozen=True, tag="ping"):
    """A sign of life, which is answered with the same number."""

    number: Number


# -- from a guest


class Wish(Letter, frozen=True):
    """A command that a guest would like to have carried out; his wishes are numbered from 1."""

    number: Number
    packed: Packed


class TurnReport(Letter, frozen=True, tag="report"):
    """The digests of the turns from `first_turn` on, and new wishes."""

    first_turn: Number
    digests: Annotated[tuple[Digest, ...], Meta(max_length=2048)]
    wishes: Annotated[tuple[Wish, ...], Meta(max_length=MAX_WISHES)] = ()


class SentState(Letter, frozen=True):
    """Everything that a machine holds (see `session.Snapshot`): its sizes, and all its numbers, deflated."""

    bodies: Annotated[int, Meta(ge=0, le=200_000)] = 0
    states: Annotated[int, Meta(ge=0, le=200_000)] = 0
    goals: Annotated[int, Meta(ge=0, le=200_000)] = 0
    numbers: bytes = b""


class Findings(Letter, frozen=True, tag="findings"):
    """What a guest has found after a halt.

    `same`: his digest of the turn is the host's after all. Otherwise `tick` is the first on which his machine has
    another hash, 0 if none has; `state` is what it held then, and `repeats` whether his recording leads to that hash
    again when it is re-run.
    """

    turn: Number
    same: bool
    tick: Number = 0
    state: SentState = SentState()
    repeats: bool = True


class Pong(Letter, frozen=True, tag="pong"):
    """The answer to a ping."""

    number: Number


FromHost = (
    Challenge | Welcome | Sorry | PastSlice | Turn | Declined | TextLine | Pointer | WhoIsThere | Halt | Conclusion
    | Goodbye | Ping
)  # fmt: skip
FromGuest = Knock | TurnReport | Findings | Goodbye | TextLine | Pointer | HostRequest | Pong


def printable_name(name: str) -> str:
    """Make the name of a player short enough to be sent, and safe to print."""
    return one_line(name, MAX_NAME - 3)[:MAX_NAME] or "somebody"


def framed(message: Letter) -> bytes:
    """Return a message as it is sent."""
    packed = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(packed)) + packed


LENGTH = _LENGTH.size


def length_of(head: bytes, most: int = MAX_MESSAGE) -> int:
    """Read the length of the message that follows.

    Raises:
        BadMessage: it is longer than a message may be.
    """
    (length,) = _LENGTH.unpack(head)
    if length > most:
        raise BadMessage(f"a message of {length} bytes; they have up to {most}")
    return int(length)


def decoded(packed: bytes, type_: Any) -> Any:
    """Decode a message from another machine.

    Raises:
        BadMessage: it is none of this type.
    """
    check_shape(packed)
    try:
        return msgspec.msgpack.decode(packed, type=type_)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage(f"not a message: {error}") from None


# The bytes that follow the first byte of a value of msgpack, and those that hold a count of what follows them.
_FIXED = {
    **dict.fromkeys((0xC0, 0xC2, 0xC3), 0), 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8,
    0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8,
}  # fmt: skip
_LONG = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}  # bytes and texts
_NESTED = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}  # arrays and maps: values for each of the count


def check_shape(packed: bytes, most_deep: int = MAX_DEPTH, most_values: int = MAX_VALUES) -> None:
    """Refuse msgpack that is too deep or too wide, before anything is made of it.

    Raises:
        BadMessage: it is, or it is no msgpack.
    """
    at, values, size = 0, 0, len(packed)
    left = [1]  # values that are still to come, on each level
    while left:
        if not left[-1]:
            left.pop()
            continue
        left[-1] -= 1
        values += 1
        if values > most_values or at >= size:
            raise BadMessage("a message with too many values" if at < size else "a message that ends early")
        first = packed[at]
        at += 1
        inside = 0
        if first <= 0x7F or first >= 0xE0:
            continue
        if first <= 0x8F:
            inside = 2 * (first & 15)
        elif first <= 0x9F:
            inside = first & 15
        elif first <= 0xBF:
            at += first & 31
        elif first in _FIXED:
            at += _FIXED[first]
        elif first in _LONG:
            wide = _LONG[first]
            at += wide + int.from_bytes(packed[at : at + wide], "big")
        elif first in _NESTED:
            wide, each = _NESTED[first]
            inside = each * int.from_bytes(packed[at : at + wide], "big")
            at += wide
        else:
            raise BadMessage(f"a message with a value of the kind {first:#x}")
        if inside:
            if len(left) > most_deep:
                raise BadMessage(f"a message that is nested more than {most_deep} deep")
            left.append(inside)
    if at != size:
        raise BadMessage("a message of the wrong length")
