"""The runs of a machine as they were shown, tick by tick: poses, running states, parts and links in place.

A run is kept as float32 poses, the numbers that the picture is made of, in chunks that store only the bodies that moved
within them: resting and sleeping bodies cost nothing. Ten minutes of 200 bodies that never rest take 346 MB. Contacts
are kept beside the poses (`contact_history`); short effects are rebuilt from their events (`past_effects`).
"""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Point
from sandbox.machine.hand import HeldPart
from sandbox.machine.machine import Event, Machine, Rows
from sandbox.workspace.past.contact_history import ContactHistory

CHUNK = 256  # ticks, or fewer of many bodies:
_CHUNK_BYTES = 4 * 1024 * 1024

Poses = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]
Some = TypeVar("Some")


class InPlace(NamedTuple):
    """The parts and links that are in place, not removed."""

    parts: frozenset[int]
    links: frozenset[int]


class _Chunk:
    """A series of ticks, `every` ticks apart; values that never change within it are stored once."""

    __slots__ = ("every", "first", "poses", "state_base", "state_slots", "states", "still", "who")

    def __init__(self, first: int, poses: Poses, states: Poses) -> None:
        self.first = first
        self.every = 1
        self.still = poses[0].copy()
        self.who: Indices = np.flatnonzero((poses != poses[0]).any(axis=(0, 2)))
        self.poses = poses[:, self.who].copy()
        self.state_base = states[0].copy()
        self.state_slots: Indices = np.flatnonzero((states != states[0]).any(axis=0))
        self.states = states[:, self.state_slots].copy()

    @property
    def nbytes(self) -> int:
        return int(self.still.nbytes + self.poses.nbytes + self.states.nbytes + self.state_base.nbytes)

    def at(self, tick: int) -> tuple[int, Poses, Poses]:
        """Return the nearest kept tick at or before this one, with its poses and states."""
        nth = min((tick - self.first) // self.every, len(self.poses) - 1)
        poses, states = self.still.copy(), self.state_base.copy()
        poses[self.who] = self.poses[nth]
        states[self.state_slots] = self.states[nth]
        return self.first + nth * self.every, poses, states

    def column(self, row: int, field: int) -> npt.NDArray[np.float32]:
        """One number of one body, for each tick kept."""
        nth = int(np.searchsorted(self.who, row))
        if nth < len(self.who) and self.who[nth] == row:
            return self.poses[:, nth, field]
        return np.full(len(self.poses), self.still[row, field], np.float32)

    def pose(self, row: int, tick: int) -> Point:
        nth = int(np.searchsorted(self.who, row))
        moved = nth < len(self.who) and self.who[nth] == row
        at = self.poses[min((tick - self.first) // self.every, len(self.poses) - 1), nth] if moved else self.still[row]
        return float(at[0]), float(at[1])

    def thin(self) -> None:
        self.poses, self.states = self.poses[::2].copy(), self.states[::2].copy()
        self.every *= 2

    def cut(self, tick: int) -> None:
        """Drop everything after a tick, which lies in this chunk."""
        count = (tick - self.first) // self.every + 1
        self.poses, self.states = self.poses[:count].copy(), self.states[:count].copy()


class PastRun:
    """One run of the machine: every tick from its Start (the machine as built) to the last one so far."""

    def __init__(self, machine: Machine, start: int, commands: int, place: int) -> None:
        self.design = machine.design
        self.start = self.last = start
        self.commands = commands  # number carried out up to and including its Start
        self.place = place
        self.row_of: Mapping[tuple[int, int], int] = machine.row_of
        self.slot_of: Mapping[tuple[int, str], int] = machine.slot_of
        self.row_part = machine.row_part
        self.dt = machine.dt
        self.forgotten = False
        self.casts: list[tuple[int, InPlace]] = []
        self.met: list[tuple[int, tuple[bool, ...]]] = []
        self.hands: list[tuple[int, tuple[HeldPart, ...]]] = [(start, ())]  # (first tick, what they hold from then on)
        self.pressure = ContactHistory(machine)
        self.seen: list[tuple[int, Event]] = []  # events with an effect, each with the first tick that shows it
        self.won: int | None = None  # tick on which the level was solved
        self.cuts = 0  # number of calls of `cut`
        self._chunks: list[_Chunk] = []
        self._firsts: list[int] = []
        rows, states = len(machine.rows), len(machine.states)
        size = max(16, min(CHUNK, _CHUNK_BYTES // max(1, 12 * rows)))
        self._poses: Poses = np.empty((size, rows, 3), np.float32)
        self._states: Poses = np.empty((size, states), np.float32)
        self._filled = 0
        self._version = -1

    @property
    def length(self) -> int:
        """Length in ticks."""
        return self.last - self.start

    @property
    def nbytes(self) -> int:
        """Bytes held, without contacts."""
        return sum(chunk.nbytes for chunk in self._chunks) + self._poses.nbytes + self._states.nbytes

    # -- writing

    def note(self, machine: Machine, tick: int, met: tuple[bool, ...]) -> None:
        """Record the tick that has just passed."""
        if self._filled == len(self._poses):
            self._close()
        self._poses[self._filled] = machine.read_rows()[:, :3]
        self._states[self._filled] = machine.states
        self._filled += 1
        self.last = tick
        self.pressure.note(machine, tick)
        if machine.version != self._version:
            self._version = machine.version
            self.casts.append((tick, InPlace(frozenset(machine.parts), frozenset(machine.links))))
        if not self.met or self.met[-1][1] != met:
            self.met.append((tick, met))
        held = machine.held
        if self.hands[-1][1] != held:
            self.hands.append((tick, held))

    def _close(self) -> None:
        first = self.last - self._filled + 1
        self._chunks.append(_Chunk(first, self._poses[: self._filled], self._states[: self._filled]))
        self._firsts.append(first)
        self._filled = 0

    def end(self) -> None:
        """Free the buffers for further ticks; the run is over."""
        self.pressure.close()
        if self._filled:
            self._close()
        self._poses, self._states = self._poses[:0].copy(), self._states[:0].copy()

    def forget(self) -> None:
        """Drop all poses except those at its Start; resimulation can bring them back."""
        del self._chunks[1:], self._firsts[1:]
        for chunk in self._chunks:
            chunk.cut(self.start)
        self.pressure.forget()
        self.forgotten = True

    def thin(self) -> bool:
        """Drop every second tick of the oldest of the finest chunks; return False if there is none."""
        thick = [chunk for chunk in self._chunks if len(chunk.poses) > 1]
        if not thick:
            return False
        min(thick, key=lambda chunk: chunk.every).thin()
        return True

    def cut(self, tick: int, machine: Machine | None) -> None:
        """Drop everything after a tick; `machine` is now on that tick and continues the run (None: the run is over)."""
        size = self._poses.shape[0] or max(16, min(CHUNK, _CHUNK_BYTES // max(1, 12 * len(self.row_part))))
        if self._filled:
            self._close()
        count = bisect.bisect_right(self._firsts, tick)
        del self._chunks[count:], self._firsts[count:]
        if self._chunks:
            self._chunks[-1].cut(tick)
        self.pressure.cut(tick)
        self.seen = [(when, event) for when, event in self.seen if when <= tick]
        self.won = self.won if self.won is not None and self.won <= tick else None
        self.cuts += 1
        for changes in (self.casts, self.met, self.hands):
            del changes[bisect.bisect_right(changes, tick, key=lambda change: change[0]) :]
        self.last = tick
        if machine is not None:
            self._poses = np.empty((size, len(machine.rows), 3), np.float32)
            self._states = np.empty((size, len(machine.states)), np.float32)
            self.row_of, self.slot_of = machine.row_of, machine.slot_of
            self._version = machine.version

    # -- reading

    def at(self, tick: int) -> tuple[int, Poses, Poses]:
        """Return the nearest kept tick at or before this one, with the poses of all bodies and all running states."""
        tick = max(self.start, min(tick, self.last))
        open_ = self.last - self._filled + 1
        if self._filled and tick >= open_:
            nth = tick - open_
            return tick, self._poses[nth].copy(), self._states[nth].copy()
        return self._chunks[bisect.bisect_right(self._firsts, tick) - 1].at(tick)

    def rows(self, tick: int) -> tuple[int, Rows, Poses]:
        """Return the same as `at`, with rows like the machine's: velocities are mean rates to the next kept tick."""
        tick, poses, states = self.at(tick)
        rows = np.zeros((len(poses), 6))
        rows[:, :3] = poses
        after, now = self._next(tick)
        if after > tick:
            rows[:, 3:] = (now - poses) / np.float32((after - tick) * self.dt)
        return tick, rows, states

    def _next(self, tick: int) -> tuple[int, Poses]:
        """The kept tick after a kept tick, and its poses; (tick, empty) at the end."""
        step = 1
        while tick + step <= self.last:
            after, poses, _ = self.at(tick + step)
            if after > tick:
                return after, poses
            step *= 2
        return tick, np.zeros((0, 3), np.float32)

    def pose(self, row: int, tick: int) -> Point:
        """Position of one body."""
        tick = max(self.start, min(tick, self.last))
        open_ = self.last - self._filled + 1
        if self._filled and tick >= open_:
            x, y = self._poses[tick - open_, row, :2].tolist()
        else:
            x, y = self._chunks[bisect.bisect_right(self._firsts, tick) - 1].pose(row, tick)
        return x, y

    def column(self, row: int, field: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """One number of one body over the whole run (0 x, 1 y, 2 angle): the ticks that are kept, and the values."""
        ticks = [chunk.first + chunk.every * np.arange(len(chunk.poses)) for chunk in self._chunks]
        values = [chunk.column(row, field) for chunk in self._chunks]
        if self._filled:
            ticks.append(self.last - self._filled + 1 + np.arange(self._filled))
            values.append(self._poses[: self._filled, row, field])
        if not ticks:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        return np.concatenate(ticks), np.concatenate(values)

    def cast(self, tick: int) -> InPlace:
        """The parts and links in place on a tick."""
        return _since(self.casts, tick)

    def goals_met(self, tick: int) -> tuple[bool, ...]:
        return _since(self.met, tick)

    def held(self, tick: int) -> tuple[HeldPart, ...]:
        """The parts in the hands of all players."""
        return _since(self.hands, tick)


def _since(changes: Sequence[tuple[int, Some]], tick: int) -> Some:
    return changes[max(0, bisect.bisect_right(changes, tick, key=lambda change: change[0]) - 1)][1]
