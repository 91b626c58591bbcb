"""States of the machine in frames of a recording: only the rows that changed since the state before, as differences.

The upper two bytes of a difference are mostly the same and are deflated; the lower six are as good as random, so to
deflate them would take most of the time and save nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from sandbox.commands.session import Snapshot
from sandbox.engine import arrays
from sandbox.errors import BadFile
from sandbox.parts.world import Rows
from sandbox.reading import deflated
from sandbox.recording.filebytes import ByteRange, Bytes
from sandbox.recording.framing import MAGIC, Stream, pack, seal, unpack

MAX_ROWS = 200_000  # of one state
MAX_ALL_ROWS = 100_000_000  # of all states: a frame of a few bytes may stand for ten megabytes
# One state frame holds at most this many of each, which is under 1 MB even if nothing compresses.
ROWS, STATES, GOALS = 8192, 32_768, 16_384
_LEVEL = 1  # of deflating: the usual one makes a recording of a minute a thousandth smaller, and takes longer
_DOUBLE, _PLAIN = 8, 6  # bytes of a number, and its lower ones that are written as they are
# kind, tick, how many more frames of this state follow, whole or only the rows that changed since the state before,
# rows of the machine; then how many rows, running numbers and goal numbers the last field holds, and with how many
# bytes it begins that are not deflated: none, or the lower six of each number of the rows. After these, deflated
# (zlib), little-endian: int32 keys (whole: the part of each row; else: the row's index), the other bytes of the numbers
# of the rows, float64 running numbers, float64 goal numbers. The numbers of the rows are float64 by column (x..., y...,
# angle..., vx..., vy..., w...), all lowest bytes first; if not whole, the bits of each xor those of the state before.
STATE_FIELDS = (int, int, bool, int, int, int, int, int, bytes)
# In files written until November 2026 all is deflated: after the keys the numbers of the rows as they are, each with
# its bytes together.
FORMER_STATE_FIELDS = (int, int, bool, int, int, int, int, bytes)


class Slice(NamedTuple):
    """One state frame, still packed."""

    whole: bool
    rows: int
    changed: int
    states: int
    goals: int
    plain: int | None  # bytes that are not deflated; None: the frame has `FORMER_STATE_FIELDS`
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
    """Pack a state as frames, given the state that the frames before have said."""
    whole = before is None or before.rows.shape != now.rows.shape or not _same_parts(now, before)
    # As bits: a NaN equals itself, and -0.0 differs from 0.0.
    bits = now.rows.view(arrays.int64)
    if before is None or whole:
        keys = now.ids.astype("<i4")
    else:
        bits = bits ^ before.rows.view(arrays.int64)
        changed = arrays.flatnonzero(bits.any(axis=1))
        keys, bits = changed.astype("<i4"), bits[changed]
    most = max(shares(len(keys), ROWS), shares(len(now.states), STATES), shares(len(now.goals), GOALS), 1)
    frames = []
    for nth in range(most):
        share = slice(nth * ROWS, (nth + 1) * ROWS)
        some_keys = keys[share]
        planes = _parted(bits[share].T.astype("<i8").tobytes())
        plain = 0 if whole else len(planes) // _DOUBLE * _PLAIN  # of a machine at Start most numbers are 0
        states = now.states[nth * STATES : (nth + 1) * STATES]
        goals = now.goals[nth * GOALS : (nth + 1) * GOALS]
        data = some_keys.tobytes() + planes[plain:] + states.astype("<f8").tobytes() + goals.astype("<f8").tobytes()
        counts = [len(now.rows), len(some_keys), len(states), len(goals), plain]
        packed = planes[:plain] + zlib.compress(data, _LEVEL)
        frames.append(pack(["state", tick, most - nth - 1, bool(whole), *counts, packed]))
    return frames


def _same_parts(now: Snapshot, before: Snapshot) -> bool:
    return now.ids is before.ids or arrays.array_equal(now.ids, before.ids)


def _columns(rows: Rows) -> bytes:
    columns: bytes = rows.T.astype("<f8").tobytes()
    return columns


def _differing_from(former: Rows, columns: bytes) -> bytes:
    """Return the numbers whose bits xor those of former ones are given."""
    mixed = int.from_bytes(columns, "little") ^ int.from_bytes(_columns(former), "little")
    return mixed.to_bytes(len(columns), "little")


def _parted(numbers: bytes) -> bytes:
    """Return all lowest bytes of some numbers, then all that are one higher, and so on."""
    return b"".join(numbers[nth::_DOUBLE] for nth in range(_DOUBLE))


def _joined(planes: bytes) -> bytes:
    """Return the numbers whose bytes `_parted` has put apart."""
    numbers, count = bytearray(len(planes)), len(planes) // _DOUBLE
    for nth in range(_DOUBLE):
        numbers[nth::_DOUBLE] = planes[nth * count : (nth + 1) * count]
    return bytes(numbers)


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
        keys, columns, numbers = _inflate(piece)
        if not piece.whole and len(keys) and not 0 <= int(keys.min()) <= int(keys.max()) < count:
            raise BadFile("a state changes a row that is not there")
        if piece.plain is not None and not piece.whole:
            columns = _differing_from(rows[keys], columns)
        some = arrays.frombuffer(columns, "<f8").astype(arrays.float64).reshape(6, piece.changed).T.copy()
        if piece.whole:
            ids, rows = arrays.concatenate((ids, keys)), arrays.concatenate((rows, some))
        else:
            rows[keys] = some
        states = arrays.concatenate((states, numbers[: piece.states]))
        goals = arrays.concatenate((goals, numbers[piece.states :]))
    if len(rows) != count or len(ids) != count:
        raise BadFile(f"a state of {count} rows that holds {len(rows)}")
    return Snapshot(ids, rows, states, goals)


def _inflate(piece: Slice) -> tuple[arrays.PartIds, bytes, arrays.Floats]:
    """Inflate one frame, to no more bytes than its counts announce: return its keys, the numbers of its rows by column
    (perhaps differences), and its running and goal numbers.
    """
    cells, numbers = piece.changed * 6, piece.states + piece.goals
    plain = piece.plain or 0
    if plain not in (0, cells * _PLAIN):
        raise BadFile(f"a state can't be used: {plain} bytes that are not deflated, of {cells} numbers")
    keys_end = piece.changed * 4
    rows_end = keys_end + cells * _DOUBLE - plain
    packed = bytes(piece.packed)
    try:
        data = deflated.inflate(packed[plain:], rows_end + numbers * _DOUBLE)
    except BadFile as error:
        raise BadFile(f"a state can't be used: {error}") from None
    columns = data[keys_end:rows_end]
    if piece.plain is not None:
        columns = _joined(packed[:plain] + columns)
    keys = arrays.frombuffer(data, "<i4", piece.changed).astype(arrays.int32)
    return keys, columns, arrays.frombuffer(data, "<f8", numbers, rows_end).astype(arrays.float64)


def without_states(recording: Bytes, size: int) -> Iterator[bytes]:
    """Yield a recording without the states in it, in pieces of whole frames, as one that goes on.

    What counts the states is left out, too: its end, and all of other classes of arithmetic.

    Args:
        size: of a piece, in bytes, at least.

    Raises:
        BadFile: it is damaged.
    """
    piece, crc, within_class = bytearray(MAGIC), 0, False
    for _, frame in Stream(recording):
        kind = unpack(frame)[0]
        within_class = kind == "class" or (within_class and kind != "close")
        if within_class or kind in ("state", "close", "end"):
            continue
        sealed, crc = seal(frame, crc)
        piece += sealed
        if len(piece) >= size:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


def shares(count: int, share: int) -> int:
    return -(-count // share)
