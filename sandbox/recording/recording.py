"""The recording file ``*.replay``, and the value that it is read into; `recorder` writes it, `reader` reads it.

The file is a plain msgpack stream: the text ``sandbox-replay/3``, then frames, each with a checksum (`framing`). A
frame is an array that starts with its kind:

========= ==========================================================================================
head      tick rate, the level (plain data, or how many `level` frames hold it), seed, fingerprint;
          the generation (see `Expectation`). A session in a world of another program has that in place
          of the level (see `worlds.program`)
level     a slice of the packed level, when it is too long for one frame
bless     date, reason, end hash and fingerprint before and after: an intended change, kept for ever
class     date, fingerprint, generation: hash, rest, state and mark frames up to `close` are
          what the same commands lead to in another class of arithmetic
close     tick; how many hashes, states, marks; end hash; fingerprint at the end
do        tick, the commands given on it; written before they are applied. One of another player than
          0 is ["by", player, command], and one that numbers what it makes has the number after that
hash      first tick, eight bytes for each tick
rest      first tick, how many ticks: each has the hash of the tick before (everything is at rest)
state     tick, what a machine holds, for comparing (see `snapshots.STATE_FIELDS`)
mark      tick, what, text: won, lost, note
end       tick; how many commands, hashes, states, marks; end hash; reason; fingerprint at the end;
          BLAKE2b-256 of all bytes before this frame
========= ==========================================================================================

The history (`bless`) and the other classes stand before the session. The fingerprints of ends (in `bless`, `close` and
`end`) may also say which code the session uses, kind by kind.

A file without `end` is a session that did not finish (*cut*): it holds all that came before. A frame that fails its
check is damage, and the file is refused, even when nothing follows it: a write that stopped half-way leaves a
*short* frame (or, after a power cut, zeros to the end of the file), never a whole one with other bits in it.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from sandbox.commands import commands
from sandbox.commands.driver import Timed, runs
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.recording.filebytes import Digests
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.framing import FORMAT
from sandbox.recording.plain_text import SUFFIX as SUFFIX
from sandbox.recording.snapshots import States
from sandbox.worlds.program import WorldDesign

MAX_FILE = 256 * 1024 * 1024
MAX_LEVEL_FRAMES = 16
MAX_COMMANDS = 1_000_000
MAX_COMMAND_BYTES = 64 * 1024 * 1024  # of all frames with commands; read, they take ten times as much
MAX_BLESSINGS = 1000
MAX_CLASSES = 32
MAX_USES = 1000
# Of code and of arithmetic; code is also the name of a folder, see `verify.old_code`.
DIGEST = re.compile("[0-9a-f]{32}")


class Head(NamedTuple):
    """The start of a session: its level, seed and fingerprint."""

    tick_rate: int
    design: Design
    seed: int
    fingerprint: Fingerprint
    generation: int = 0


class Mark(NamedTuple):
    """An event on a tick: won, lost or note."""

    tick: int
    what: str
    text: str


class Ending(NamedTuple):
    """The end of a session; `hash` is `Session.end_hash`, `fingerprint` was taken again at the end."""

    tick: int
    hash: bytes
    reason: str
    fingerprint: Fingerprint


class Blessing(NamedTuple):
    """An approved change of the end of a session: when and why, from which hash and fingerprint to which."""

    date: str  # ISO 8601, UTC
    reason: str
    old_hash: bytes
    new_hash: bytes
    old_fingerprint: Fingerprint
    new_fingerprint: Fingerprint


class Expectation(NamedTuple):
    """The run that the commands lead to in one class of arithmetic.

    `generation` counts the intended changes: one that is lower than that of another class is *stale*, because the
    change that was approved there has not been looked at in this class.
    """

    date: str  # ISO 8601, UTC
    fingerprint: Fingerprint
    generation: int
    hashes: dict[int, Digests]
    states: States
    marks: list[Mark]
    end: Ending


class Recording(NamedTuple):
    """A recording, read and checked."""

    head: Head
    commands: list[Timed]  # tick, command; in the order they were given
    hashes: dict[int, Digests]  # first tick of each stretch without a gap -> its digests, eight bytes a tick
    states: States
    marks: list[Mark]
    end: Ending | None  # None: the session did not finish, and `cut` says what is missing
    cut: str | None
    ticks: int  # the last tick that the file tells of
    blessings: tuple[Blessing, ...] = ()  # oldest first
    others: tuple[Expectation, ...] = ()  # of other classes of arithmetic than the head's
    recorder: Fingerprint | None = None  # if it is seen from another class than the recorder's own

    @property
    def hashed(self) -> int:
        """The number of ticks that have a hash."""
        return sum(len(digests) for digests in self.hashes.values()) // 8

    @property
    def classes(self) -> tuple[str, ...]:
        """The digests of the classes of arithmetic that it knows the end for; its own first."""
        return (self.head.fingerprint.arithmetic, *(other.fingerprint.arithmetic for other in self.others))

    @property
    def recorded_on(self) -> Fingerprint:
        """The fingerprint of the machine that recorded it, from whichever class it is seen."""
        return self.recorder or self.head.fingerprint

    @property
    def generation(self) -> int:
        """The newest generation of the expectations for any class."""
        return max(self.head.generation, *(other.generation for other in self.others), 0)

    @property
    def stale(self) -> bool:
        """True if the expectations of the head's class are older than an approved change."""
        return self.head.generation < self.generation

    def marks_of(self, arithmetic: str) -> list[Mark] | None:
        """Return what happens in a class of arithmetic, as the file says; None if it says nothing of that class."""
        seen = self.seen_from(arithmetic)
        return seen.marks if seen.head.fingerprint.arithmetic == arithmetic else None

    def seen_from(self, arithmetic: str) -> Recording:
        """Return the recording as a machine of a class of arithmetic expects it; itself if it holds no such class.

        The expectations of the class stand where those of the recorder's own class stood, and the other way round.
        """
        present = next((other for other in self.others if other.fingerprint.arithmetic == arithmetic), None)
        if present is None or self.end is None:
            return self
        head = self.head
        recorded = Expectation("", head.fingerprint, head.generation, self.hashes, self.states, self.marks, self.end)
        return self._replace(
            head=head._replace(fingerprint=present.fingerprint, generation=present.generation),
            hashes=present.hashes,
            states=present.states,
            marks=present.marks,
            end=present.end._replace(reason=self.end.reason),
            others=(recorded, *(other for other in self.others if other is not present)),
            recorder=self.recorded_on,
        )


def plain_level(design: Design) -> dict[str, Any]:
    """Return what the head of a recording says of its level, or of its world of another program."""
    return design.to_head() if isinstance(design, WorldDesign) else document.to_plain(design)


def running(commands: list[Timed], last: int) -> list[tuple[int, int]]:
    """List the stretches of ticks (first, last) with a running machine, up to a last tick; touching ones are joined."""
    stretches: list[tuple[int, int]] = []
    for run in runs(commands, last):
        if stretches and stretches[-1][1] == run.begin.tick:
            stretches[-1] = (stretches[-1][0], run.end.tick)
        elif run.ticks:
            stretches.append((run.begin.tick + 1, run.end.tick))
    return stretches


def describe(recording: Recording) -> Iterator[dict[str, Any]]:
    """Show a recording as plain dicts: head, blessings, commands as `run --commands` reads them, marks, end or cut."""
    head = recording.head
    yield {
        "line": "head",
        "format": FORMAT,
        "tick_rate": head.tick_rate,
        "seed": head.seed,
        "level": plain_level(head.design),
        "fingerprint": head.fingerprint.to_json(),
    }
    yield from _ends_besides(recording)
    # What happened on a tick came before the commands that were then given on it.
    source = {"arithmetic": head.fingerprint.arithmetic}  # elsewhere it may come otherwise
    marks = ((mark.tick, 0, {"line": "mark", **mark._asdict(), **source}) for mark in recording.marks)
    command_lines = ((tick, 1, commands.to_json(tick, command)) for tick, command in recording.commands)
    for _, _, line in heapq.merge(marks, command_lines, key=lambda item: item[:2]):
        yield line
    end, last = recording.end, {"tick": recording.ticks, "running_ticks": recording.hashed}
    if end is None:
        yield {"line": "cut", **last, "cut": recording.cut}
    else:
        end_hash, again = end.hash.hex(), end.fingerprint.to_json()
        yield {"line": "end", **last, "reason": end.reason, "end_hash": end_hash, "fingerprint": again}


def _ends_besides(recording: Recording) -> Iterator[dict[str, Any]]:
    """Show what was added to a recording later: blessings, and the ends of other classes of arithmetic."""
    for blessing in recording.blessings:
        old, new = blessing.old_fingerprint, blessing.new_fingerprint
        yield {
            "line": "bless",
            "date": blessing.date,
            "reason": blessing.reason,
            "old_hash": blessing.old_hash.hex(),
            "new_hash": blessing.new_hash.hex(),
            "old_fingerprint": old.to_json(),
            "new_fingerprint": new.to_json(),
        }
    for other in recording.others:
        yield {
            "line": "class",
            "date": other.date,
            "fingerprint": other.end.fingerprint.to_json(),
            "end_hash": other.end.hash.hex(),
            "stale": other.generation < recording.generation,
        }
