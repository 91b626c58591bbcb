"""The sweep guard: a body that is fast enough to jump through something within one tick is stopped at its surface.

The engine first moves every body by its velocity times the tick, and looks for contacts only where it is then: a
tennis ball at 30 m/s moves by almost four times its radius in a tick of 1/240 s. So before each step the path of
every body that is fast enough is searched for what stands in it, and the body is put back by as much as the step
would carry it too far. Its velocity stays what it was: the solver then finds an ordinary contact, and stops, bounces
or topples as usual.

A body is swept as the disc about its centre of mass that its outline holds. Contacts take care of themselves as long
as that centre stays outside of what it meets, so a path is shortened only if it uses up more than a quarter of the
clearance that the centre has: rolling along a floor does not, nor does a bend that is wide for the speed.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import pymunk
from pymunk import batch

from sandbox.engine import arrays
from sandbox.engine.layout import addresses_in
from sandbox.engine.readout import Readout, address_of, own_buffer
from sandbox.machine.obstacles import Obstacles
from sandbox.parts.kind import Blueprint

FAST = 0.75  # of a body's reach: a body that moves farther within a tick has its path searched
LEAST_REACH = 0.016  # m: the reach of a thinner body, or of one with its centre of mass outside its shapes (a basket)
TOO_FAST = 1e6  # m/s: something has blown up; two ticks later its numbers would be infinite, and its neighbours' too

# Of a double as the engine's machines store it, the lowest byte first, the last byte holds the sign and the upper
# seven bits of the exponent; the last two hold also the rest of it, and sixteenths of an octave.
_SLOW = bytes(byte for byte in range(256) if byte & 0x7F < 0x40)  # the last byte of numbers from -2 to 2
_SIEVED = 2.0  # m/s
_MANY = 20_000  # bytes: of fewer numbers a copy costs less than to look at them where they are
_WHO_AND_HOW_FAST = batch.BodyFields.BODY_ID | batch.BodyFields.VELOCITY
_LANE = 2  # bytes
_MAGNITUDE, _TOP = 0x7FFF, 0x8000  # of the upper two bytes: all bits but the sign, and the bit that marks fast bodies
_ENDLESS = 0x7FF0  # the upper two bytes of an endless number; those of what is no number are greater


class Swept(NamedTuple):
    """A body that may get fast: the radius of its disc (m), and the speed (m/s) from which on its path is searched.

    `bound`: the upper two bytes of the least component of a velocity that may be so fast.
    `hollow`: loose things may lie where its disc is.
    """

    body: pymunk.Body
    reach: float
    speed: float
    bound: int
    hollow: bool


def is_hollow(plan: Blueprint, index: int) -> bool:
    """Tell whether the centre of mass of a body is in none of its shapes, as a basket's is in the air that it holds."""
    body = plan.bodies[index]
    return all(s.outline.distance(body.x, body.y) > 0.0 for s in plan.shapes if s.body == index and s.collides)


def reach_of(plan: Blueprint, index: int) -> float:
    """Return the radius in m of the disc that a body of a blueprint is swept as."""
    body = plan.bodies[index]
    depths = [-s.outline.distance(body.x, body.y) for s in plan.shapes if s.body == index and s.collides]
    return max([LEAST_REACH, *depths])


class SweepGuard:
    """A guard that watches the bodies of one space, and holds them back before each step.

    As long as nothing is fast it only looks, and that must cost next to nothing on every tick: one byte of each
    component of each velocity is looked at, and more only if there is one that says so.
    """

    def __init__(self, space: pymunk.Space, dt: float) -> None:
        self._space, self._dt = space, dt
        self._velocities = Readout(space, batch.BodyFields.VELOCITY)
        self._by_id = own_buffer()
        self._swept: dict[int, Swept] = {}  # by the body's id
        self._placed: dict[int, Swept] = {}  # the same by where the engine keeps it
        self._sieves = True  # whether none need be watched from less than 2 m/s on
        self._order = b""
        self._ordered: list[Swept | None] = []
        self.astray: list[pymunk.Body] = []  # that the last look saw at more than `TOO_FAST`, or not finite
        self.fixed_astray = False  # whether that look saw a body that nothing moves with a velocity that is not finite
        self._bounds: arrays.Halves = arrays.zeros(0, arrays.uint16)  # of the bodies in that order
        self._least = _TOP  # of all bounds
        # How many numbers; for their upper two bytes: which bits count, what lifts those at the least bound to the top
        # bit, the top bits.
        self._all = (0, 0, 0, 0)
        self._read: Any = b""  # the velocities, at the last look for which nobody had read them
        self._looked_at: Any = None  # the numbers that the last look was at
        self._last: tuple[Callable[[], bytes], ...] = ()  # return the last bytes of their velocities' x, and y

    def watch(self, body: pymunk.Body, reach: float, hollow: bool = False) -> None:
        """Guard this body from now on, as a disc of radius `reach` (m); a hollow one only from what is not loose."""
        speed = FAST * reach / self._dt
        along = 0.7071 * speed  # the greater of two components is at least the whole divided by the root of two
        bound = int.from_bytes(struct.pack("<d", along)[-_LANE:], "little")
        self._swept[body.id] = self._placed[address_of(body)] = Swept(body, reach, speed, bound, hollow)
        self._least = min(bound, self._least)
        self._all = (0, 0, 0, 0)
        self._sieves = self._sieves and along >= _SIEVED
        self._order = b""

    def retime(self, dt: float) -> None:
        """Set the length of a step (s), and with it the speed above which each body's path is searched."""
        self._dt, self._sieves, self._least = dt, True, _TOP
        for swept in list(self._swept.values()):
            self.watch(swept.body, swept.reach, swept.hollow)

    def forget(self, body: pymunk.Body) -> None:
        """Stop guarding a body that has been removed from the space."""
        self._swept.pop(body.id, None)
        self._placed.pop(address_of(body), None)
        self._order = b""

    def hold_back(self, motion: Any | None = None, order: bytes | None = None) -> None:
        """Shorten the path that the next step takes, where it leads through something.

        If anything is `astray`, no path is shortened: take it out of the space first, then ask again.

        `motion`: x, y, angle, vx, vy, w of every body, if somebody has just read them; `order`: of which, if it is
        known (`Readout.order`).
        """
        if self.may_be_fast(motion):
            self.hold_back_fast(motion, order)
        elif self.astray or self.fixed_astray:
            self._forget_astray()

    def hold_back_fast(self, motion: Any | None, order: bytes | None) -> None:
        """Do what `hold_back` does if any body `may_be_fast`."""
        self._forget_astray()
        fast = self._fast(motion, order)
        if self.astray or not fast:
            return
        obstacles = Obstacles(self._space, self._dt)
        for swept, vx, vy in fast:
            dx, dy = vx * self._dt, vy * self._dt
            share = obstacles.share(swept.body, swept.reach, swept.hollow, dx, dy)
            if share is not None:
                x, y = swept.body.position
                swept.body.position = (x - (dx - share * dx), y - (dy - share * dy))

    # -- which bodies are fast

    def _forget_astray(self) -> None:
        self.astray.clear()
        self.fixed_astray = False

    def may_be_fast(self, motion: Any | None) -> bool:
        """Tell by two quick looks whether any body may be fast: is one at 2 m/s, is one at the least guarded speed?

        In the second look all are compared at once, as 16-bit lanes of one large integer (SWAR).
        """
        numbers: Any = motion
        if motion is None:
            self._read = numbers = self._velocities.read()
            last = numbers[:][7::8] if len(numbers) < _MANY else self._last_bytes(numbers, 7, 15, 16)
        elif len(motion) < _MANY:
            copied = motion[:]
            last = copied[31::48] + copied[39::48]
        else:
            last = self._last_bytes(motion, 31, 39, 48)
        if self._sieves and not last.translate(None, _SLOW):
            return False
        halves = arrays.frombuffer(numbers, arrays.uint16)
        lanes = halves[3::4].tobytes() if motion is None else halves[15::24].tobytes() + halves[19::24].tobytes()
        count = len(lanes) // _LANE
        if count != self._all[0]:
            same = (_MAGNITUDE, _TOP - self._least, _TOP)  # for all of them
            magnitude, lift, flags = (int.from_bytes(count * lane.to_bytes(_LANE, "little"), "little") for lane in same)
            self._all = count, magnitude, lift, flags
        _, magnitude, lift, flags = self._all
        return (int.from_bytes(lanes, "little") & magnitude) + lift & flags != 0

    def _last_bytes(self, numbers: Any, first: int, second: int, size: int) -> bytes:
        """Return the bytes at two places in each `size` of many.

        They are looked at where they are: a copy of the motion of 1,000 bodies would take the processor's caches from
        the engine.
        """
        if not arrays.HAS_NUMPY:
            copied = bytes(numbers)
            return copied[first::size] + copied[second::size]
        if numbers is not self._looked_at:
            every = arrays.frombuffer(numbers, arrays.uint8)
            self._looked_at, self._last = numbers, (every[first::size].tobytes, every[second::size].tobytes)
        x, y = self._last
        return x() + y()

    def _fast(self, motion: Any | None, order: bytes | None) -> list[tuple[Swept, float, float]]:
        """Return the guarded bodies that are at their speed or above it, with their velocities (m/s), in the engine's
        order."""
        guarded, data, row, at = self._placed, motion, 6, 3  # doubles of a body, and which of them is x of its velocity
        if data is None:
            order, data, row, at = self._velocities.order, self._read, 2, 0
        if order is None:
            self._by_id.clear()
            batch.get_space_bodies(self._space, _WHO_AND_HOW_FAST, self._by_id)
            order, data, row, at = bytes(self._by_id.int_buf()), bytes(self._by_id.float_buf()), 2, 0
            guarded = self._swept
        if order != self._order:
            self._line_up(order, guarded)
        velocities, halves = memoryview(data).cast("B").cast("d"), arrays.frombuffer(data, arrays.uint16)
        x, y = halves[4 * at + 3 :: 4 * row], halves[4 * at + 7 :: 4 * row]  # the last of each double's four
        fast = []
        for index in (arrays.maximum(x & _MAGNITUDE, y & _MAGNITUDE) >= self._bounds).nonzero()[0].tolist():
            swept, vx, vy = self._ordered[index], velocities[row * index + at], velocities[row * index + at + 1]
            if swept is not None:
                square = vx * vx + vy * vy
                if not square <= TOO_FAST * TOO_FAST:  # or nan
                    self.astray.append(swept.body)
                elif swept.speed * swept.speed <= square:
                    fast.append((swept, vx, vy))
            elif not math.isfinite(vx + vy):
                self.fixed_astray = True
        return fast

    def _line_up(self, order: bytes, guarded: dict[int, Swept]) -> None:
        """Lay out the bounds in the engine's order of bodies, which changes whenever one falls asleep or wakes."""
        self._order = order
        self._ordered = [guarded.get(number) for number in addresses_in(order)]
        bounds = [_ENDLESS if swept is None else swept.bound for swept in self._ordered]
        self._bounds = arrays.array(bounds, arrays.uint16)
