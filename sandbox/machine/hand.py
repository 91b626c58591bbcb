"""The players' hands in a running machine: each a soft joint from a moving point to a loose body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pymunk

from sandbox.design.geometry import Point
from sandbox.engine.engine import EngineSpace
from sandbox.machine.rows import BodyRows
from sandbox.parts.world import Running

HAND_FORCE = 300.0  # N: about what a person's arm lifts
HAND_SPEED = 8.0  # m/s at most towards the pointer, so that a hand can throw but not shoot


class HeldPart(NamedTuple):
    """A part in a player's hand, and where that hand is (m)."""

    player: int
    part: int
    x: float
    y: float


class HandJoint:
    """A hand that holds one part or none; that of player 0 has the last of the rows."""

    def __init__(self, space: EngineSpace, rows: BodyRows, player: int) -> None:
        self._space, self._rows, self._player = space, rows, player
        self._body: pymunk.Body | None = None
        self._hold: pymunk.PivotJoint | None = None
        self.part: int | None = None  # the id of the part that it holds

    @property
    def position(self) -> Point | None:
        """The position of the hand in m, or None if it holds nothing."""
        return (self._body.position.x, self._body.position.y) if self._body is not None else None

    @property
    def grip(self) -> Point | None:
        """The point in m where it has taken hold, as the body carries it; None if it holds nothing."""
        if self._hold is None:
            return None
        point = self._hold.b.local_to_world(self._hold.anchor_b)
        return point.x, point.y

    def holds(self, body: pymunk.Body) -> bool:
        """Tell whether a body is the one in the hand."""
        return self._hold is not None and self._hold.b is body

    def grab(self, run: Running, x: float, y: float) -> None:
        """Tie the hand at world point x, y (m) to the nearest loose body of a part that `can_hold`."""
        nearest = min(_loose(run), key=lambda shape: shape.point_query((x, y)).distance)
        body = nearest.body
        assert body is not None  # the part is in the machine
        hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        hand.position = (x, y)
        hold = pymunk.PivotJoint(hand, body, (0.0, 0.0), body.world_to_local((x, y)))
        hold.max_force = HAND_FORCE
        hold.max_bias = HAND_SPEED
        self._space.add(hand, hold)
        self._body, self._hold, self.part = hand, hold, run.id
        self._rows.show_hand(hand, self._player)

    def drag(self, x: float, y: float) -> None:
        """Move the hand to a world point (m)."""
        assert self._body is not None and self._hold is not None
        self._body.position = (x, y)
        self._hold.activate_bodies()

    def release(self) -> None:
        """Let go of the body that the hand holds."""
        if self._body is not None and self._hold is not None:
            self._rows.read()  # the hand's last row must not depend on when somebody last looked
            self._space.remove(self._hold, self._body)
        self._body = self._hold = self.part = None
        self._rows.show_hand(None, self._player)


class Hands:
    """A hand for each player who has ever held something in this machine."""

    def __init__(self, space: EngineSpace, rows: BodyRows) -> None:
        self._space, self._rows = space, rows
        self._hands: dict[int, HandJoint] = {}  # by player

    def of(self, player: int) -> HandJoint:
        """Return a player's hand, for something that it is to do."""
        if player not in self._hands:
            self._hands[player] = HandJoint(self._space, self._rows, player)
        return self._hands[player]

    def part(self, player: int) -> int | None:
        """Return the id of the part that a player's hand holds, or None."""
        return self._hands[player].part if player in self._hands else None

    def position(self, player: int) -> Point | None:
        """Return where a player's hand is (m), or None if it holds nothing."""
        return self._hands[player].position if player in self._hands else None

    def grip(self, player: int) -> Point | None:
        """Return where a player's hand has taken hold (m), or None if it holds nothing."""
        return self._hands[player].grip if player in self._hands else None

    @property
    def held(self) -> tuple[HeldPart, ...]:
        """The parts in all hands, by player."""
        return tuple(
            HeldPart(player, hand.part, *hand.position)
            for player, hand in sorted(self._hands.items())
            if hand.part is not None and hand.position is not None
        )

    def drop_body(self, body: pymunk.Body) -> None:
        """Let go of a body that goes out of the machine, in the order of the players."""
        for _, hand in sorted(self._hands.items()) if self._hands else ():
            if hand.holds(body):
                hand.release()

    def drop_part(self, part: int) -> None:
        """Let go of a part that goes out of the machine, in the order of the players."""
        for _, hand in sorted(self._hands.items()):
            if hand.part == part:
                hand.release()


def can_hold(run: Running) -> bool:
    """Tell whether a part has anything loose that a hand can hold."""
    return any(True for _ in _loose(run))


def _loose(run: Running) -> Iterator[pymunk.Shape]:
    """Yield the shapes of a part that a hand can hold it by."""
    for shape, plan in zip(run.shapes, run.plan.shapes, strict=True):
        if shape is not None and run.plan.bodies[plan.body].kind == "dynamic" and shape in run.solid:
            yield shape
