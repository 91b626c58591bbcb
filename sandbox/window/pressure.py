"""Where things have touched on each tick of a run, and how hard they pressed there: kept in few bytes, for looking
back.

A point of contact takes eight bytes: its place to a fraction of a millimetre, its force to three digits; the second
one of a contact takes four. That is still more than the poses of what lies in heaps, so it has a share of the memory
of its own: what is long past keeps every second, fourth, eighth tick, and then nothing.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox import readout
from sandbox.design import World
from sandbox.machine import WORLD_MARGIN, Machine

_CHUNK = 32  # ticks
_MOST_WAITING = 8192  # contacts that are packed at once: 460 kB
COARSEST = 8  # ticks from one that is kept to the next
_LARGEST = 65_000.0  # N that a half float holds

Floats = npt.NDArray[np.float64]
_Singles = npt.NDArray[np.float32]
_Places = npt.NDArray[np.uint16]
_Forces = npt.NDArray[np.float16]
_Ends = npt.NDArray[np.int32]  # how many contacts there are up to and with each tick, and how many second points


class Grid:
    """Places in a level as whole numbers, forces as half floats."""

    def __init__(self, world: World) -> None:
        self._low = -WORLD_MARGIN
        self._step = (max(world.width, world.height) + 2.0 * WORLD_MARGIN) / 65_535.0  # m: 0.4 mm in a level of 4 m

    def places(self, at: _Singles) -> _Places:
        """Coordinates in two bytes each; `at` (m) is used up."""
        at -= self._low
        at /= self._step
        at += 0.5
        np.minimum(np.maximum(at, 0.0, out=at), 65_535.0, out=at)
        return at.astype(np.uint16)

    def coordinates(self, places: _Places) -> Floats:
        """In metres."""
        at = places.astype(np.float64)
        at *= self._step
        at += self._low
        return at


def halves(forces: _Singles) -> _Forces:
    """Forces in two bytes each; `forces` (N) are used up."""
    np.minimum(np.maximum(forces, -_LARGEST, out=forces), _LARGEST, out=forces)
    return forces.astype(np.float16)


class _Contacts(NamedTuple):
    """Contacts of one tick, or of several one after the other. Arrays of two rows are x and y."""

    at: _Places  # their first points
    forces: _Forces  # at each of their points
    counts: npt.NDArray[np.uint8]  # how many those are; 0: it had just parted, and is to be left out
    second: _Places  # of those that have two

    def between(self, begin: int, end: int, second_begin: int, second_end: int) -> _Contacts:
        own, second = slice(begin, end), slice(second_begin, second_end)
        return _Contacts(self.at[:, own], self.forces[:, own], self.counts[own], self.second[:, second])

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in self)


class _Chunk:
    """Some ticks in a row, one of every `every`."""

    __slots__ = ("contacts", "ends", "every", "first")

    def __init__(self, first: int, every: int, contacts: _Contacts, ends: _Ends) -> None:
        self.first, self.every = first, every
        self.contacts, self.ends = contacts, ends

    @property
    def count(self) -> int:
        return len(self.ends[0])

    @property
    def nbytes(self) -> int:
        return self.contacts.nbytes + int(self.ends.nbytes)

    def at(self, nth: int) -> _Contacts:
        begin, second = self.ends[:, nth - 1].tolist() if nth else (0, 0)
        end, second_end = self.ends[:, nth].tolist()
        return self.contacts.between(begin, end, second, second_end)

    def some(self, count: int, step: int = 1) -> _Chunk:
        """The first so many ticks of it, or every second of them."""
        counts = np.diff(self.ends, prepend=0)[:, :count:step]
        return _Chunk(self.first, self.every * step, _in_a_row(map(self.at, range(0, count, step))), _ends(counts))


def _in_a_row(each: Iterable[_Contacts]) -> _Contacts:
    return _Contacts(*(np.concatenate(parts, axis=-1) for parts in zip(*each, strict=True)))


def _ends(counts: _Ends) -> _Ends:
    return np.cumsum(counts, axis=1, dtype=np.int32)


def _joined(chunks: list[_Chunk]) -> _Chunk:
    """Chunks that follow each other as one."""
    if len(chunks) == 1:
        return chunks[0]
    counts = np.concatenate([np.diff(chunk.ends, prepend=0) for chunk in chunks], axis=1)
    return _Chunk(chunks[0].first, chunks[0].every, _in_a_row(chunk.contacts for chunk in chunks), _ends(counts))


class Pressure:
    """The contacts of one run."""

    def __init__(self, machine: Machine) -> None:
        self._grid = Grid(machine.design.world)
        self._dt = machine.dt
        self._chunks: list[_Chunk] = []
        self._log = readout.TouchLog()  # of the last ticks
        self._ends: list[int] = []  # how many contacts it holds up to and with each of these
        self._open: list[_Chunk] = []  # of those before: they are still to be one
        self._first = 0  # of all these
        self._closed_bytes = 0

    @property
    def nbytes(self) -> int:
        return self._closed_bytes

    # -- writing

    def note(self, machine: Machine, tick: int) -> None:
        """The tick that has just passed."""
        if not self._ends and not self._open:
            self._first = tick
        count = self._log.note(machine.space)
        self._ends.append(count)
        if tick - self._first >= _CHUNK - 1:
            self._close()
        elif count > _MOST_WAITING:
            self._pack()

    def _pack(self) -> None:
        """What waits: many small ticks at once, which takes a fraction of the time that one by one would."""
        if not self._ends:
            return
        counts, numbers = self._log.take()
        twice = counts > 1
        second = np.flatnonzero(twice)
        columns = numbers.T.astype(np.float32, order="C")
        columns[0:2] *= np.where(twice, np.float32(0.5 / self._dt), np.float32(1.0 / self._dt))
        # The second point of what touches in one is not to be looked at: it may be anything.
        places = self._grid.places(columns[2:4]), self._grid.places(columns[4:6].take(second, axis=1))
        contacts = _Contacts(places[0], halves(columns[0:2]), counts.astype(np.uint8), places[1])
        first = self._open[-1].first + self._open[-1].count if self._open else self._first
        ends = self._ends, np.searchsorted(second, self._ends)
        self._open.append(_Chunk(first, 1, contacts, np.array(ends, np.int32)))
        self._ends = []

    def _close(self) -> None:
        self._pack()
        if self._open:
            self._keep(_joined(self._open))
            self._open = []

    def close(self) -> None:
        """Nothing waits any more, and no memory is set aside."""
        self._close()
        self._log = readout.TouchLog()

    def _keep(self, chunk: _Chunk) -> None:
        self._chunks.append(chunk)
        self._closed_bytes += chunk.nbytes

    def cut(self, tick: int) -> None:
        """Keep nothing after a tick."""
        self.close()
        kept = bisect.bisect_right(self._chunks, tick, key=lambda chunk: chunk.first)
        chunks, self._chunks, self._closed_bytes = self._chunks[:kept], [], 0
        for chunk in chunks:
            within = (tick - chunk.first) // chunk.every + 1
            self._keep(chunk if within >= chunk.count else chunk.some(within))

    def forget(self) -> None:
        """Keep nothing at all."""
        self._chunks, self._open, self._ends, self._closed_bytes = [], [], [], 0
        self._log = readout.TouchLog()

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
            del self._chunks[0]
            self._closed_bytes -= old.nbytes
        return True

    # -- reading

    def at(self, tick: int) -> tuple[int, Floats] | None:
        """The nearest tick at or before this one that is kept, with x, y (m) and force (N) of each point of contact.

        None: what touched then is no longer known.
        """
        self._pack()
        among = self._open if self._open and tick >= self._first else self._chunks
        index = bisect.bisect_right(among, tick, key=lambda chunk: chunk.first) - 1
        if index < 0:
            return None
        chunk = among[index]
        nth = min((tick - chunk.first) // chunk.every, chunk.count - 1)
        return chunk.first + nth * chunk.every, self._points(chunk.at(nth))

    def _points(self, contacts: _Contacts) -> Floats:
        """First one of each contact, then the second ones."""
        there, twice = contacts.counts > 0, contacts.counts > 1
        at = np.concatenate((contacts.at[:, there], contacts.second), axis=1)
        forces = np.concatenate((contacts.forces[:, there], contacts.forces[:, twice]), axis=1)
        return np.column_stack((self._grid.coordinates(at).T, forces.T.astype(np.float64)))


def now(machine: Machine) -> Floats:
    """x, y (m) and force (N) of each point of contact of a machine that runs."""
    rows = readout.touch_rows(machine.space)
    rows[:, 2:] /= machine.dt
    return rows


__all__ = ["COARSEST", "Pressure", "now"]
