"""The contacts of a space for those who only look: where things touch, and how hard, tick after tick."""

from __future__ import annotations

from typing import NamedTuple

import pymunk
from pymunk import batch
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.engine import arrays
from sandbox.engine.readout import gathering, own_buffer


class Touch(NamedTuple):
    """A point at which two things touch: where (m), and its share of the contact's impulse in the last step (N s)."""

    x: float
    y: float
    impulse_x: float
    impulse_y: float


_TOUCHES = (
    batch.ArbiterFields.POINT_A_1
    | batch.ArbiterFields.POINT_A_2
    | batch.ArbiterFields.CONTACT_COUNT
    | batch.ArbiterFields.TOTAL_IMPULSE
)


class Touched(NamedTuple):
    """The engine's own numbers of contacts, of one tick or of several, one after the other."""

    counts: arrays.Addresses  # of each contact: of how many points it is, one or two; 0: it has just parted
    numbers: arrays.Floats  # of each, in a row: its impulse, its first and its second point


class TouchLog:
    """The contacts of a space on tick after tick, gathered in one piece of memory until somebody takes them.

    What the engine says is added to what it has said: nothing is made anew or copied. That is some 40 ns for a contact.
    """

    def __init__(self) -> None:
        self._buffer = own_buffer()
        self._counts = self._buffer._int_arr
        self._add = ffi.addressof(lib, "pmSpaceArbiterIteratorFuncBatched")
        self._wanted = gathering(_TOUCHES, self._buffer)

    def note(self, space: pymunk.Space) -> int:
        """Add all contacts now, in the engine's order: for the eyes only. How many there are with those before."""
        lib.cpSpaceEachCachedArbiter(space._space, self._add, self._wanted)
        count: int = self._counts.num
        return count

    def take(self) -> Touched:
        """Return all that was noted since the last time: good until the next `note`, as long as this log exists."""
        counts = arrays.frombuffer(self._buffer.int_buf(), arrays.uintp)
        numbers = arrays.frombuffer(self._buffer.float_buf(), arrays.float64).reshape(len(counts), 6)
        self._buffer.clear()
        return Touched(counts, numbers)


def touch_rows(space: pymunk.Space) -> arrays.Floats:
    """Return all points of contact now: x, y (m), and the point's share of the impulse in the last step (N s).

    First one of each contact, in the engine's order, then the second ones.
    """
    log = TouchLog()
    log.note(space)
    counts, numbers = log.take()
    first, second = arrays.flatnonzero(counts), arrays.flatnonzero(counts > 1)
    shares = numbers[:, 0:2] / arrays.maximum(counts, 1)[:, None]
    rows = arrays.empty((len(first) + len(second), 4))
    rows[: len(first), :2], rows[len(first) :, :2] = numbers[first, 2:4], numbers[second, 4:6]
    rows[: len(first), 2:], rows[len(first) :, 2:] = shares[first], shares[second]
    return rows


def touches(space: pymunk.Space) -> list[Touch]:
    """Return all points of contact now, as `touch_rows` does."""
    return [Touch(*row) for row in touch_rows(space).tolist()]
