"""The motion of every body as rows of one array, each in its place for the whole run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pymunk
from pymunk import batch

from sandbox.engine import arrays
from sandbox.engine.readout import Readout, address_of
from sandbox.parts.kind import Blueprint
from sandbox.parts.world import Rows, Running, main_body

MOTION = (
    batch.BodyFields.POSITION | batch.BodyFields.ANGLE | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)
_WITH_IDS = batch.BodyFields.BODY_ID | MOTION
NOWHERE = (0.0, -1e4)  # m: the row of a spare body that waits, far out of sight


class _Lookup:
    """A table of rows by number of a body, for many of them at a time."""

    def __init__(self, rows: list[tuple[int, int]]) -> None:
        rows.sort()
        self._numbers = arrays.array([number for number, _ in rows], arrays.uintp)
        self._rows = arrays.array([row for _, row in rows], arrays.intp)

    def of(self, numbers: arrays.Addresses) -> arrays.Places:
        """Return the row of each number."""
        return self._rows[arrays.searchsorted(self._numbers, numbers)]


class BodyRows:
    """A row for each body of each part, in id order, and a last one for the hand of player 0.

    Hands of others share the row of the engine's own fixed body, which nobody looks at: where a hand is, its commands
    say, so no state need hold it.

    `rows` holds x, y, angle, vx, vy, w (m, rad, m/s, rad/s) as of the last `read`; `bodies` the body of each row, None
    while it is not in the machine; `row_part` the part's id, 0 for the hand. `motion` holds the same numbers as the
    engine gave them in the last `read`, good until the next one.
    """

    def __init__(self, space: pymunk.Space, parts: Mapping[int, Running]) -> None:
        self._space, self._readout = space, Readout(space, _WITH_IDS)
        self.row_of: dict[tuple[int, int], int] = {}  # by part and index of its body
        bodies: list[pymunk.Body] = []
        owners: list[int] = []
        for run in parts.values():
            for index, body in enumerate(run.bodies):
                self.row_of[run.id, index] = len(bodies)
                bodies.append(body)
                owners.append(run.id)
        self.row_part = arrays.array([*owners, 0], arrays.int32)
        self.all: Rows = arrays.zeros((len(bodies) + 2, 6))
        self.rows: Rows = self.all[:-1]  # the last one is the engine's own fixed body, and no part's
        self.bodies: list[pymunk.Body | None] = [*bodies, None]
        self._ever = bodies  # also bodies that have left: as all are kept, no number is ever given to another body
        for row, body in enumerate(bodies):
            self.rows[row, :3] = (*body.position, body.angle)
            if body.space is None:
                self.bodies[row] = None
                self.rows[row, :2] = NOWHERE
        self._other_hands: dict[int, pymunk.Body] = {}  # by player
        self._mapped = False
        self.motion: Any = b""

    def show_hand(self, hand: pymunk.Body | None, player: int) -> None:
        """Take note of the body of a player's hand, or that it has none now."""
        if not player:
            self.bodies[-1] = hand
        elif hand is None:
            self._other_hands.pop(player, None)
        else:
            self._other_hands[player] = hand
        self._mapped = False

    def _map(self) -> None:
        """Note pymunk's id and the engine's address of each body, also of bodies outside the space: in a machine where
        parts let out and take back bodies all the time, this work would else come back each time.

        These are addresses: good for finding a row within this process, never for order or hash.
        """
        self._mapped = True
        hand = self.bodies[-1]
        unseen = (self._space.static_body, *self._other_hands.values())
        numbered = [*enumerate(self._ever), *((len(self.all) - 1, body) for body in unseen)]
        if hand is not None:
            numbered.append((len(self.bodies) - 1, hand))
        self._by_id = _Lookup([(body.id, row) for row, body in numbered])
        self._by_place = _Lookup([(address_of(body), row) for row, body in numbered])
        self._last_order: bytes | None = None  # the bodies of the last reading, in the engine's order

    def rows_of(self, addresses: arrays.Addresses) -> arrays.Places:
        """Return the rows of bodies by the engine's ids."""
        if not self._mapped:
            self._map()
        return self._by_id.of(addresses)

    def read(self) -> Rows:
        """Fill `rows` from the engine and return them; rows of absent bodies keep what they held last."""
        if not self._mapped:
            self._map()
        self.motion = motion = self._readout.read()
        order, lookup = self._readout.order, self._by_place
        if order is None:  # something sleeps
            order, lookup = self._readout.ids(), self._by_id
        if order != self._last_order:
            self._last_order = order
            self._order = lookup.of(arrays.frombuffer(order, arrays.uintp))
        self.all[self._order] = arrays.frombuffer(motion, arrays.float64).reshape(-1, 6)
        return self.rows

    def last_of(self, part: int, plan: Blueprint) -> int:
        """Return the row that says where a part that is gone was last."""
        rows = [self.row_of[part, index] for index, body in enumerate(plan.bodies) if body.kind == "dynamic"]
        seen = (row for row in rows if self.rows[row, 1] > NOWHERE[1])
        return next(seen, self.row_of[part, main_body(plan)])
