"""The contact history of a run: the points of contact on each tick and the forces there, in few bytes.

A point of contact takes eight bytes: its place to a fraction of a millimetre, its force to three digits; the second one
of a contact takes four. That is still more than the poses of bodies in heaps, so contacts have their own share of the
memory: the older they are, the more they are thinned, to every second, fourth, eighth tick, and then dropped.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.design import World
from sandbox.engine import touch_log
from sandbox.machine.machine import WORLD_MARGIN, Machine

_CHUNK = 32  # ticks
_MOST_WAITING = 8192  # contacts that are packed at once: 460 kB
COARSEST = 8  # ticks from one that is kept to the next
_LARGEST = 65_000.0  # N that a half float holds

Floats = npt.NDArray[np.float64]
_Singles = npt.NDArray[np.float32]
_Places = npt.NDArray[np.uint16]
_Forces = npt.NDArray[np.float16]
_Ends = npt.NDArray[np.int32]  # running totals by tick: contacts, and second points of contacts


class Grid:
    """Packs coordinates in a level into whole numbers, and forces into half floats."""

    def __init__(self, world: World) -> None:
        self._low = -WORLD_MARGIN
        self._step = (max(world.width, world.height) + 2.0 * WORLD_MARGIN) / 65_535.0  # m: 0.4 mm in a level of 4 m

    def places(self, at: _Singles) -> _Places:
        """Pack coordinates into two bytes each; `at` (m) is overwritten."""
        at -= self._low
        at /= self._step
        at += 0.5
        np.minimum(np.maximum(at, 0.0, out=at), 65_535.0, out=at)
        return at.astype(np.uint16)

    def coordinates(self, places: _Places) -> Floats:
        """Unpack coordinates to metres."""
        at = places.astype(np.float64)
        at *= self._step
        at += self._low
        return at


def halves(forces: _Singles) -> _Forces:
    """Pack forces into two bytes each; `forces` (N) is overwritten."""
    np.minimum(np.maximum(forces, -_LARGEST, out=forces), _LARGEST, out=forces)
    return forces.astype(np.float16)


class _Contacts(NamedTuple):
    """Contacts of one tick, or of several ticks in a row. Arrays of two rows are x and y."""

    at: _Places  # their first points
    forces: _Forces  # at each of their points
    counts: npt.NDArray[np.uint8]  # number of points; 0: the bodies had just separated, and the contact is left out
    second: _Places  # of those that have two

    def between(self, begin: int, end: int, second_begin: int, second_end: int) -> _Contacts:
        first, second = slice(begin, end), slice(second_begin, second_end)
        return _Contacts(self.at[:, first], self.forces[:, first], self.counts[first], self.second[:, second])

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in self)


class _Chunk:
    """A series of ticks, `every` ticks apart."""

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
        """Return the first `count` ticks, or every `step`-th of them."""
        counts = np.diff(self.ends, prepend=0)[:, :count:step]
        return _Chunk(self.first, self.every * step, _in_a_row(map(self.at, range(0, count, step))), _ends(counts))


def _in_a_row(each: Iterable[_Contacts]) -> _Contacts:
    return _Contacts(*(np.concatenate(parts, axis=-1) for parts in zip(*each, strict=True)))


def _ends(counts: _Ends) -> _Ends:
    return np.cumsum(counts, axis=1, dtype=np.int32)


def _joined(chunks: list[_Chunk]) -> _Chunk:
    """Join consecutive chunks into one."""
    if len(chunks) == 1:
        return chunks[0]
    counts = np.concatenate([np.diff(chunk.ends, prepend=0) for chunk in chunks], axis=1)
    return _Chunk(chunks[0].first, chunks[0].every, _in_a_row(chunk.contacts for chunk in chunks), _ends(counts))


class ContactHistory:
    """The contacts of one run."""

    def __init__(self, machine: Machine) -> None:
        self._grid = Grid(machine.design.world)
        self._dt = machine.dt
        self._chunks: list[_Chunk] = []
        self._log = touch_log.TouchLog()  # contacts of the last ticks, not yet packed
        self._ends: list[int] = []  # for each of these ticks, the number of contacts in the log up to its end
        self._open: list[_Chunk] = []  # of the ticks before: packed, to be joined into one chunk
        self._first = 0  # first tick of all these
        self._closed_bytes = 0

    @property
    def nbytes(self) -> int:
        return self._closed_bytes

    # -- writing

    def note(self, machine: Machine, tick: int) -> None:
        """Record the contacts of the tick that has just passed."""
        if not self._ends and not self._open:
            self._first = tick
        count = self._log.note(machine.space)
        self._ends.append(count)
        if tick - self._first >= _CHUNK - 1:
            self._close()
        elif count > _MOST_WAITING:
            self._pack()

    def _pack(self) -> None:
        """Pack the contacts in the log: many ticks at once, which takes a fraction of the time of packing each one."""
        if not self._ends:
            return
        counts, numbers = self._log.take()
        twice = counts > 1
        second = np.flatnonzero(twice)
        columns = numbers.T.astype(np.float32, order="C")
        columns[0:2] *= np.where(twice, np.float32(0.5 / self._dt), np.float32(1.0 / self._dt))
        # Where a contact has only one point, the memory of its second point is undefined: do not read it.
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
        """Pack everything and free the buffers."""
        self._close()
        self._log = touch_log.TouchLog()

    def _keep(self, chunk: _Chunk) -> None:
        self._chunks.append(chunk)
        self._closed_bytes += chunk.nbytes

    def cut(self, tick: int) -> None:
        """Drop everything after a tick."""
        self.close()
        count = bisect.bisect_right(self._chunks, tick, key=lambda chunk: chunk.first)
        chunks, self._chunks, self._closed_bytes = self._chunks[:count], [], 0
        for chunk in chunks:
            within = (tick - chunk.first) // chunk.every + 1
            self._keep(chunk if within >= chunk.count else chunk.some(within))

    def forget(self) -> None:
        """Drop everything."""
        self._chunks, self._open, self._ends, self._closed_bytes = [], [], [], 0
        self._log = touch_log.TouchLog()

    def thin(self) -> bool:
        """Drop every second tick of the oldest of the finest chunks, or the oldest chunk; return False if there is
        none.
        """
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
        """Return the nearest kept tick at or before this one, with x, y (m) and force (N) of each point of contact.

        None if the contacts of that time are no longer known.
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
        """Unpack the points: first one of each contact, then the second ones."""
        touching, twice = contacts.counts > 0, contacts.counts > 1
        at = np.concatenate((contacts.at[:, touching], contacts.second), axis=1)
        forces = np.concatenate((contacts.forces[:, touching], contacts.forces[:, twice]), axis=1)
        return np.column_stack((self._grid.coordinates(at).T, forces.T.astype(np.float64)))


def now(machine: Machine) -> Floats:
    """Points of contact of a running machine: x, y (m) and force (N) of each."""
    rows = touch_log.touch_rows(machine.space)
    rows[:, 2:] /= machine.dt
    return rows
