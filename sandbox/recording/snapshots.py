"""States of the machine in frames of a recording: only the rows that changed since the state before, deflated."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from sandbox.commands.session import Snapshot
from sandbox.engine import arrays
from sandbox.errors import BadFile
from sandbox.reading import deflated
from sandbox.recording.filebytes import ByteRange
from sandbox.recording.framing import pack

MAX_ROWS = 200_000  # of one state
MAX_ALL_ROWS = 100_000_000  # of all states: a frame of a few bytes may stand for ten megabytes
# One state frame holds at most this many of each, which is under 1 MB even if nothing compresses.
ROWS, STATES, GOALS = 8192, 32_768, 16_384
_LEVEL = 1  # of deflating: the usual one makes a recording of a minute a thousandth smaller, and takes longer
# kind, tick, how many more frames of this state follow, whole or only the rows that changed since the state before,
# rows of the machine; then how many rows, running numbers and goal numbers the last field holds: deflated (zlib),
# little-endian: int32 keys (whole: the part of each row; else: the row's index), float64 rows by column
# (x..., y..., angle..., vx..., vy..., w...), float64 running numbers, float64 goal numbers
STATE_FIELDS = (int, int, bool, int, int, int, int, bytes)


class Slice(NamedTuple):
    """One state frame, still packed."""

    whole: bool
    rows: int
    changed: int
    states: int
    goals: int
    packed: ByteRange


class States:
    """The states of the machine in a recording, oldest first: iterate over (tick, Snapshot).

    They are unpacked one at a time while iterating, because a few bytes of file can stand for a large state.

    Raises (while iterating):
        BadFile: a state that does not fit its own counts.
    """

    def __init__(self) -> None:
        self._slices: list[tuple[int, tuple[Slice, ...]]] = []

    def add(self, tick: int, slices: tuple[Slice, ...]) -> None:
        self._slices.append((tick, slices))

    @property
    def ticks(self) -> list[int]:
        return [tick for tick, _ in self._slices]

    def __len__(self) -> int:
        return len(self._slices)

    def __iter__(self) -> Iterator[tuple[int, Snapshot]]:
        before: Snapshot | None = None
        for tick, slices in self._slices:
            before = _join_state(slices, before)
            yield tick, before


def frames_of(tick: int, now: Snapshot, before: Snapshot | None) -> list[bytes]:
    whole = before is None or before.rows.shape != now.rows.shape or not arrays.array_equal(before.ids, now.ids)
    if before is None or whole:
        keys = now.ids.astype("<i4")
        rows = now.rows
    else:
        # As bits: a NaN equals itself, and -0.0 differs from 0.0.
        changed = arrays.flatnonzero((now.rows.view(arrays.int64) != before.rows.view(arrays.int64)).any(axis=1))
        keys = changed.astype("<i4")
        rows = now.rows[changed]
    most = max(shares(len(keys), ROWS), shares(len(now.states), STATES), shares(len(now.goals), GOALS), 1)
    frames = []
    for nth in range(most):
        some_keys = keys[nth * ROWS : (nth + 1) * ROWS]
        some_rows = rows[nth * ROWS : (nth + 1) * ROWS]
        states = now.states[nth * STATES : (nth + 1) * STATES]
        goals = now.goals[nth * GOALS : (nth + 1) * GOALS]
        columns = some_rows.T.astype("<f8").tobytes()
        data = some_keys.tobytes() + columns + states.astype("<f8").tobytes() + goals.astype("<f8").tobytes()
        counts = [len(now.rows), len(some_keys), len(states), len(goals)]
        frames.append(pack(["state", tick, most - nth - 1, bool(whole), *counts, zlib.compress(data, _LEVEL)]))
    return frames


def _join_state(slices: tuple[Slice, ...], before: Snapshot | None) -> Snapshot:
    count = slices[0].rows
    if slices[0].whole:
        ids, rows = arrays.zeros(0, arrays.int32), arrays.zeros((0, 6))
    elif before is not None and len(before.rows) == count:
        ids, rows = before.ids, before.rows.copy()
    else:
        raise BadFile("a state refers to one before it that is not there")
    states, goals = arrays.zeros(0), arrays.zeros(0)
    for piece in slices:
        keys, some, more_states, more_goals = _inflate(piece)
        if piece.whole:
            ids, rows = arrays.concatenate((ids, keys)), arrays.concatenate((rows, some))
        elif len(keys) and not 0 <= int(keys.min()) <= int(keys.max()) < count:
            raise BadFile("a state changes a row that is not there")
        else:
            rows[keys] = some
        states, goals = arrays.concatenate((states, more_states)), arrays.concatenate((goals, more_goals))
    if len(rows) != count or len(ids) != count:
        raise BadFile(f"a state of {count} rows that holds {len(rows)}")
    return Snapshot(ids, rows, states, goals)


def _inflate(piece: Slice) -> tuple[arrays.PartIds, arrays.Floats, arrays.Floats, arrays.Floats]:
    """Inflate keys, rows, states and goals of one frame, to no more bytes than its counts announce."""
    numbers = piece.changed * 6 + piece.states + piece.goals
    size = piece.changed * 4 + numbers * 8
    try:
        data = deflated.inflate(bytes(piece.packed), size)
    except BadFile as error:
        raise BadFile(f"a state can't be used: {error}") from None
    keys = arrays.frombuffer(data, "<i4", piece.changed).astype(arrays.int32)
    values = arrays.frombuffer(data, "<f8", numbers, piece.changed * 4).astype(arrays.float64)
    cells = piece.changed * 6
    rows = values[:cells].reshape(6, piece.changed).T.copy()
    return keys, rows, values[cells : cells + piece.states], values[cells + piece.states :]


def shares(count: int, share: int) -> int:
    return -(-count // share)
