"""Where things have touched on each tick of a run, and how hard they pressed there: kept in few bytes, for looking
back.

A point of contact takes eight bytes: its place to a fraction of a millimetre, its force to three digits. That is still
more than the poses of what lies in heaps, so it has a share of the memory of its own: what is long past keeps every
second, fourth, eighth tick, and then nothing.
"""

from __future__ import annotations

import bisect

import numpy as np
import numpy.typing as npt

from sandbox import readout
from sandbox.design import World
from sandbox.machine import WORLD_MARGIN, Machine

_CHUNK = 32  # ticks
_BATCH_BYTES = 64 * 1024  # that wait to be packed: what a processor has at hand
COARSEST = 8  # ticks from one that is kept to the next
_LARGEST = 65_000.0  # N that a half float holds

Floats = npt.NDArray[np.float64]
_Rows = npt.NDArray[np.uint16]


class Grid:
    """Places in a level as whole numbers, forces as half floats."""

    def __init__(self, world: World) -> None:
        self._low = -WORLD_MARGIN
        self._step = (max(world.width, world.height) + 2.0 * WORLD_MARGIN) / 65_535.0  # m: 0.4 mm in a level of 4 m

    def pack(self, rows: Floats, dt: float) -> _Rows:
        """x, y (m) and impulse (N s) as four numbers of two bytes."""
        packed = np.empty((len(rows), 4), np.uint16)
        at, force = rows[:, :2] - self._low, rows[:, 2:] / dt
        at /= self._step
        at += 0.5
        np.minimum(np.maximum(at, 0.0, out=at), 65_535.0, out=at)
        np.minimum(np.maximum(force, -_LARGEST, out=force), _LARGEST, out=force)
        packed[:, :2], packed[:, 2:] = at, force.astype(np.float16).view(np.uint16)
        return packed

    def unpack(self, packed: _Rows) -> Floats:
        """x, y (m) and force (N) of each point."""
        rows = np.empty((len(packed), 4))
        rows[:, :2] = packed[:, :2] * self._step + self._low
        rows[:, 2:] = np.ascontiguousarray(packed[:, 2:]).view(np.float16)
        return rows


class _Chunk:
    """Some ticks in a row, one of every `every`."""

    __slots__ = ("begins", "every", "first", "rows")

    def __init__(self, first: int, every: int, each: list[_Rows]) -> None:
        self.first, self.every = first, every
        self.begins = np.cumsum([0, *map(len, each)], dtype=np.int32)
        self.rows = np.concatenate(each)

    @property
    def count(self) -> int:
        return len(self.begins) - 1

    @property
    def nbytes(self) -> int:
        return int(self.rows.nbytes + self.begins.nbytes)

    def at(self, nth: int) -> _Rows:
        return self.rows[self.begins[nth] : self.begins[nth + 1]]

    def some(self, count: int, step: int = 1) -> _Chunk:
        """The first so many ticks of it, or every second of them."""
        return _Chunk(self.first, self.every * step, [self.at(nth) for nth in range(0, count, step)])


class Pressure:
    """The contacts of one run."""

    def __init__(self, machine: Machine) -> None:
        self._grid = Grid(machine.design.world)
        self._dt = machine.dt
        self._chunks: list[_Chunk] = []
        self._firsts: list[int] = []
        self._raw: list[readout.Touched] = []  # the last ticks
        self._waiting = 0  # bytes of them
        self._open: list[_Rows] = []  # those before, not yet in a chunk
        self._first = 0  # of all these
        self._closed_bytes = 0

    @property
    def nbytes(self) -> int:
        return self._closed_bytes

    # -- writing

    def note(self, machine: Machine, tick: int) -> None:
        """The tick that has just passed."""
        if len(self._open) + len(self._raw) == _CHUNK:
            self.close()
        if not self._open and not self._raw:
            self._first = tick
        touched = readout.touched(machine.space)
        self._raw.append(touched)
        self._waiting += len(touched.numbers)
        if self._waiting > _BATCH_BYTES:
            self._pack()

    def _pack(self) -> None:
        """What waits: many small ticks at once, which takes a fraction of the time that one by one would."""
        if not self._raw:
            return
        touched = readout.Touched(*(b"".join(of) for of in zip(*self._raw, strict=True)))
        rows, second = readout.touch_rows(touched)
        packed = self._grid.pack(rows, self._dt)
        ends = np.cumsum([len(each.counts) for each in self._raw]) // np.dtype(np.uintp).itemsize
        later = np.searchsorted(second, ends) + ends[-1]
        begins = zip([0, *ends.tolist()], [int(ends[-1]), *later.tolist()], ends.tolist(), later.tolist(), strict=False)
        self._open += [np.concatenate((packed[a:to], packed[b:until])) for a, b, to, until in begins]
        self._raw, self._waiting = [], 0

    def close(self) -> None:
        """Nothing waits any more."""
        self._pack()
        if self._open:
            self._keep(_Chunk(self._first, 1, self._open))
            self._open = []

    def _keep(self, chunk: _Chunk) -> None:
        self._chunks.append(chunk)
        self._firsts.append(chunk.first)
        self._closed_bytes += chunk.nbytes

    def cut(self, tick: int) -> None:
        """Keep nothing after a tick."""
        self.close()
        kept = bisect.bisect_right(self._firsts, tick)
        chunks, self._chunks, self._firsts, self._closed_bytes = self._chunks[:kept], [], [], 0
        for chunk in chunks:
            within = (tick - chunk.first) // chunk.every + 1
            self._keep(chunk if within >= chunk.count else chunk.some(within))

    def forget(self) -> None:
        """Keep nothing at all."""
        self._chunks, self._firsts, self._open, self._raw, self._closed_bytes = [], [], [], [], 0

    def thin(self) -> bool:
        """Keep every second tick of the oldest of the finest chunks, or drop the oldest; False if there is none."""
        if not self._chunks:
            return False
        nth = min(range(len(self._chunks)), key=lambda nth: self._chunks[nth].every)
        old = self._chunks[nth]
        if old.every < COARSEST:
            self._chunks[nth] = old.some(old.count, 2)
            self._closed_bytes += self._chunks[nth].nbytes - old.nbytes
        else:
            del self._chunks[0], self._firsts[0]
            self._closed_bytes -= old.nbytes
        return True

    # -- reading

    def at(self, tick: int) -> tuple[int, Floats] | None:
        """The nearest tick at or before this one that is kept, with x, y (m) and force (N) of each point of contact.

        None: what touched then is no longer known.
        """
        if (self._open or self._raw) and tick >= self._first:
            self._pack()
            nth = min(tick - self._first, len(self._open) - 1)
            return self._first + nth, self._grid.unpack(self._open[nth])
        index = bisect.bisect_right(self._firsts, tick) - 1
        if index < 0:
            return None
        chunk = self._chunks[index]
        nth = min((tick - chunk.first) // chunk.every, chunk.count - 1)
        return chunk.first + nth * chunk.every, self._grid.unpack(chunk.at(nth))


def now(machine: Machine) -> Floats:
    """x, y (m) and force (N) of each point of contact of a machine that runs."""
    rows, _ = readout.touch_rows(readout.touched(machine.space))
    rows[:, 2:] /= machine.dt
    return rows


__all__ = ["COARSEST", "Pressure", "now"]
