"""Read what a run leaves behind in a recording: the frames of hashes, states and marks, each checked."""

from __future__ import annotations

from typing import Any

from sandbox.commands.session import HASHES_EVERY, MAX_RUNNING_TICKS, MAX_TICK
from sandbox.errors import BadFile
from sandbox.recording import snapshots
from sandbox.recording.filebytes import ByteRange, Bytes, Digests
from sandbox.recording.recording import Mark
from sandbox.recording.snapshots import FORMER_STATE_FIELDS, MAX_ALL_ROWS, MAX_ROWS, STATE_FIELDS, Slice, States


class RunReader:
    """Collect the hashes, states and marks of one run, in the order of its ticks. `tick` is that of the last frame."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self.tick = 0
        self.hashed = 0  # ticks that have a hash
        self.states = States()
        self.marks: list[Mark] = []
        self._stretches: list[tuple[int, Digests]] = []
        self._pending: list[Slice] = []  # frames of a state that has more to come
        self._left = 0
        self._rows = 0  # of all states

    @property
    def hashes(self) -> dict[int, Digests]:
        """The hashes by the first tick of each stretch without a gap."""
        return dict(self._stretches)

    @property
    def within_state(self) -> bool:
        """True while frames of a state are missing."""
        return self._left > 0

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of hashes, states and marks."""
        return self.hashed, len(self.states), len(self.marks)

    def time(self, tick: int) -> None:
        """Check that no frame is about an earlier tick than the one before."""
        if not 0 <= tick <= MAX_TICK:
            raise BadFile(f"tick {tick}; ticks go from 0 to 2^53")
        if tick < self.tick:
            raise BadFile(f"ticks run backwards: {tick} after {self.tick}")
        self.tick = tick

    def take_hash(self, fields: list[Any], end: int) -> None:
        """Take a frame whose packed values end at a byte of the file."""
        expect(fields, int, bytes)
        first, digests = fields[1:]
        count, odd = divmod(len(digests), 8)
        if odd or not count:
            raise BadFile(f"{len(digests)} bytes of hashes; each tick has 8")
        self._add_hashes(first, count).add(end - len(digests), len(digests))

    def take_rest(self, fields: list[Any], end: int) -> None:
        expect(fields, int, int)
        first, count = fields[1:]
        if not self._stretches or count < 1:
            raise BadFile("a rest of no ticks, or without a hash before it")
        last = self._stretches[-1][1].last
        self._add_hashes(first, count).repeat(last, count)

    def _add_hashes(self, first: int, count: int) -> Digests:
        """Check the ticks of hashes before they are added, because a few bytes of file can announce any number.

        Returns the stretch to add them to.
        """
        stretches = self._stretches
        expected = stretches[-1][0] + len(stretches[-1][1]) // 8 if stretches else 1
        if first < expected:
            raise BadFile(f"ticks run backwards: hashes from tick {first} on after those up to {expected - 1}")
        self.hashed += count
        if self.hashed > MAX_RUNNING_TICKS + HASHES_EVERY:
            raise BadFile(f"more than {MAX_RUNNING_TICKS} running ticks")
        self.time(first + count - 1)
        if not stretches or first != expected:
            stretches.append((first, Digests(self._data)))
        return stretches[-1][1]

    def take_state(self, fields: list[Any], end: int) -> None:
        """Take a frame of a state; its packed numbers are the last of its values, which end at a byte of the file."""
        is_former = len(fields) == 1 + len(FORMER_STATE_FIELDS)
        expect(fields, *(FORMER_STATE_FIELDS if is_former else STATE_FIELDS))
        tick, left, whole, rows, changed, states, goals = fields[1:8]
        packed: bytes = fields[-1]
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
            if (left, tick, whole, rows) != (self._left - 1, self.tick, first.whole, first.rows):
                raise BadFile("a state frame that does not go on with the one before")
        elif not 0 <= left <= MAX_ROWS // snapshots.ROWS + 1:
            raise BadFile(f"a state in {left + 1} frames")
        else:
            self._rows += rows
        if self._rows > MAX_ALL_ROWS:
            raise BadFile(f"more than {MAX_ALL_ROWS} rows in all states together")
        self.time(tick)
        piece = ByteRange(self._data, end - len(packed), len(packed))
        self._pending.append(Slice(whole, rows, changed, states, goals, None if is_former else fields[8], piece))
        self._left = left
        if not left:
            self.states.add(tick, tuple(self._pending))
            self._pending.clear()

    def take_mark(self, fields: list[Any], end: int) -> None:
        expect(fields, int, str, str)
        self.time(fields[1])
        if fields[2] not in ("won", "lost", "note"):
            raise BadFile(f"a mark {fields[2]!r:.40}; marks are won, lost and note")
        self.marks.append(Mark(*fields[1:]))

    def check_counts(self, announced: dict[str, int], counted: dict[str, int]) -> None:
        """Compare the numbers of frames that an end speaks of with those that there are."""
        for kind, number in announced.items():
            if number != counted[kind]:
                raise BadFile(f"the end speaks of {number} {kind}, but the file holds {counted[kind]}")


def expect(fields: list[Any], *types: type) -> None:
    """Check the types of the fields of a frame after its kind, exactly: True is not 1."""
    present = [type(field) for field in fields[1:]]
    if present != list(types):
        has, needs = (", ".join(t.__name__ for t in some) or "nothing" for some in (present, types))
        raise BadFile(f"a {fields[0]} frame with wrong fields ({has:.200}); it has {needs}")


def uncovered(ran: list[tuple[int, int]], hashes: dict[int, Digests], complete: bool) -> str | None:
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
