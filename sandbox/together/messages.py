"""The messages between a host and its guests, and how they are written: msgpack after its length in four bytes.

What comes from another machine is checked before it is decoded: first its length, then how deep and how wide it is.
The rest is checked by the types here. A message holds plain values only: no path, no code, no object.
"""

from __future__ import annotations

import struct
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sandbox.recording.plain_text import one_line
from sandbox.together.shape import BadMessage, check_shape

PROTOCOL = 5
MAX_MESSAGE = 300_000  # bytes
MAX_GREETING = 4096  # bytes of a message from somebody who has not yet shown that he knows the secret
MAX_WISHES = 64  # of one message
MAX_NAME = 24  # characters
SLICE = 256 * 1024  # bytes of the past in one message
_LENGTH = struct.Struct(">I")

Number = Annotated[int, Meta(ge=0, le=2**53)]
Place = Annotated[float, Meta(ge=-1e6, le=1e6)]
Text = Annotated[str, Meta(max_length=400)]
Nonce = Annotated[bytes, Meta(min_length=16, max_length=32)]
Digest = Annotated[bytes, Meta(min_length=8, max_length=8)]
Seconds = Annotated[float, Meta(ge=0.0, le=1e9)]  # or other amounts of time
RaceState = Literal["building", "running", "won"]
Packed = Annotated[bytes, Meta(max_length=256 * 1024)]


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
    milliseconds: Seconds = 2.0  # of a tick, which has 4.2 in most levels, that his parts and links take


class Welcome(Letter, frozen=True, tag="welcome"):
    """The host takes a guest in, and proves that it knows the secret, too.

    `resumed`: the turns follow from where the guest stopped. Otherwise the past follows, and then the turns from
    `next_turn` on. The past is a recording of up to `past` bytes, and `given` commands of the run that goes on; it ends
    on `tick`, where a session has the digest `state`. In a race there are no turns, and the level follows when it
    begins. Who is let in for editing does not run the machine: his computes other bits.
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
    given: Number = 0
    tick: Number = 0
    state: Annotated[bytes, Meta(max_length=8)] = b""
    kind: Literal["together", "race", "editing"] = "together"


class Sorry(Letter, frozen=True, tag="sorry"):
    """The host does not take a guest in, and says why."""

    why: Text


# -- from the host


class PastSlice(Letter, frozen=True, tag="past"):
    """The next bytes of a recording: of the past of a session, which is one deflated stream; or of the level of a race
    or of a run that has won it, as they are."""

    data: Annotated[bytes, Meta(max_length=SLICE)]


class PastCommands(Letter, frozen=True, tag="given"):
    """The next commands of the run that goes on, each with its tick: msgpack, deflated."""

    data: Annotated[bytes, Meta(max_length=MAX_MESSAGE)]


class Ordered(Letter, frozen=True):
    """A command that everybody carries out. `wish` is its number among those of its player; 0: the host's own."""

    packed: Packed
    player: Number = 0
    wish: Number = 0


class Back(Letter, frozen=True):
    """An earlier moment of a session: its tick, and how many of the session's commands come before it."""

    tick: Number
    commands: Number


class Turn(Letter, frozen=True, tag="turn"):
    """Commands for the tick on which the session is, and the number of ticks that then pass.

    Everybody agrees about all turns before the turn `agreed`. It was due `at` so many milliseconds of the host's clock,
    and guests play turns at the same intervals. With `back`, everybody goes back to that moment.
    """

    number: Number
    ticks: Number
    given: tuple[Ordered, ...]
    agreed: Number
    at: Number = 0
    back: Back | None = None

    @property
    def size(self) -> int:
        """The bytes of all its commands."""
        return sum(len(given.packed) for given in self.given)


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
    """The players who are connected now, the host among them; whether the host has paused, and the speed he has chosen:
    how many times as fast as in the world."""

    players: Annotated[tuple[Number, ...], Meta(max_length=16)]
    paused: bool = False
    speed: Annotated[float, Meta(gt=0, le=1000)] = 1.0


class DealtOut(Letter, frozen=True, tag="dealt"):
    """The players among whom the stock is dealt out, in the order in which they have joined."""

    players: Annotated[tuple[Number, ...], Meta(max_length=16)]


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


class RaceBegins(Letter, frozen=True, tag="go"):
    """The race begins. The level follows, as an empty recording of so many bytes."""

    size: Number


class RaceProgress(Letter, frozen=True, tag="progress"):
    """How far somebody has come in a race: what he does, the pieces he has placed, and how long he has been at it."""

    state: RaceState = "building"
    pieces: Number = 0
    seconds: Seconds = 0.0


class Runner(Letter, frozen=True):
    """Somebody in a race, as the host knows him."""

    player: Number
    name: Annotated[str, Meta(max_length=MAX_NAME)]
    progress: RaceProgress = RaceProgress()
    is_here: bool = True


class Runners(Letter, frozen=True, tag="runners"):
    """All who take part in a race."""

    runners: Annotated[tuple[Runner, ...], Meta(max_length=16)]


class RaceResult(Letter, frozen=True, tag="result"):
    """The first win that has been run again by the host, and what that has shown."""

    player: Number
    text: Text


class ClaimRefused(Letter, frozen=True, tag="unwon"):
    """The reason why a win does not count, to the one who has claimed it."""

    why: Text


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


class WinClaim(Letter, frozen=True, tag="claim"):
    """A guest has won a race, as his machine says; his recording follows, of so many bytes."""

    size: Number


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
    Challenge | Welcome | Sorry | PastSlice | PastCommands | Turn | Declined | TextLine | Pointer | WhoIsThere
    | DealtOut | Halt | Conclusion | RaceBegins | Runners | RaceResult | ClaimRefused | Goodbye | Ping
)  # fmt: skip
FromGuest = (
    Knock | TurnReport | Findings | Goodbye | TextLine | Pointer | HostRequest | RaceProgress | WinClaim | PastSlice
    | Pong
)  # fmt: skip


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
