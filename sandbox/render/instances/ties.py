"""Links to draw between two ports, and the numbers of the cords that they are drawn with, without any library."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandbox.design.geometry import Point, Pose, bearing, place
from sandbox.parts.kind import LinkKind, Port
from sandbox.parts.ropes import rope_path
from sandbox.render.instances.forms import ARC, BETWEEN, FIRST, LAST, WHOLE, Placed, grain_seed

_CORDS = {"cloth": 0, "glow": 1, "metal": 2, "coil": 3, "rubber": 4}  # by material, as in cord.frag
_BELT_STRAND = 5
BELT_MARKS = 0.06  # m from one mark on a belt to the next, as in cord.frag
_TAUT = 1.0005  # a rope up to this many times as long as its way is drawn straight, though its ends move on
_SOON = 1e-3  # s: step of the difference that gives the velocity of a rope's pieces
Quad = tuple[float, float, float, float]
# Anchors, cord and mark of an instance, and its tint.
CordRecord = tuple[Quad, tuple[float, ...], tuple[float, ...], tuple[int, ...]]
Motion = Sequence[float]  # of a body: x, y, angle, vx, vy, w


class Bend(NamedTuple):
    """A wheel that a rope runs over: the row of its body, its radius, and the state that holds its angle of contact."""

    row: int
    r: float
    turn: float  # rad, at rest
    slot: int  # -1: none


class Tied(NamedTuple):
    """A link to draw between two ports.

    `length` is in metres; 0 for a cord that is always as long as it has to be; negative for a straight one, whose
    length at rest is its absolute value.
    """

    id: int
    kind: LinkKind
    a: Placed
    port_a: Port
    b: Placed
    port_b: Port
    length: float
    slot: int  # of the state that lights it; -1: none
    run: tuple[int, float, float] | None = None  # of a belt: the row that turns with it, m for each rad, m before it
    bends: tuple[Bend, ...] = ()
    is_wet: bool = False  # an end of it was in the water of a tank at the start

    @property
    def pieces(self) -> int:
        """The number of instances: one from end to end; over pulleys, one for each straight piece and each arc."""
        return 2 * len(self.bends) + 1

    @property
    def rows(self) -> tuple[int, int]:
        """The rows of the two bodies that it is tied to."""
        return self.a.row + self.port_a.body, self.b.row + self.port_b.body

    @property
    def anchors(self) -> Quad:
        """The points at which it is tied, each in the frame of its body."""
        return (*_anchor(self.a, self.port_a), *_anchor(self.b, self.port_b))

    def records(self, style: float) -> list[CordRecord]:
        """Return its instances."""
        form = _BELT_STRAND if self.kind.loops else _CORDS[self.kind.look.material]
        cord = (form, self.kind.radius, self.length, style)
        anchors = (0.0, 0.0, 0.0, 0.0) if self.bends else self.anchors
        tint = (*self.kind.look.tint, 255)
        seed = grain_seed(self.id)
        return [(anchors, cord, (0.0, seed, _piece(nth, self.pieces)), tint) for nth in range(self.pieces)]

    @property
    def hangs_behind(self) -> bool:
        """True for a rope, as nothing runs into it, unless water would hide it; a wire only informs the player, so it
        stays in front."""
        return self.kind.look.material in ("cloth", "coil") and not self.is_wet


def _anchor(part: Placed, port: Port) -> Point:
    body = part.plan.bodies[port.body]
    return port.x - body.x, port.y - body.y


def _piece(nth: int, count: int) -> int:
    if count == 1:
        return WHOLE
    if nth % 2:
        return ARC
    return FIRST if nth == 0 else LAST if nth == count - 1 else BETWEEN


class DrawnPiece(NamedTuple):
    """A piece of a link as it was drawn: how it is tied, and its motion, CORD_DYNAMIC without its last column."""

    owner: int
    rows: tuple[int, int]  # of the two bodies that the link is tied to
    anchors: Sequence[float]
    arc: bool  # round a wheel
    moving: Sequence[float]


class Course:
    """The way of a rope over pulleys; the points where its pieces touch the wheels change with each tick.

    A straight piece has its two end points in place of two bodies. An arc has the middle of its wheel and the angle at
    which it begins in place of the first body, its radius and its turn in place of the second.
    """

    def __init__(self, link: Tied) -> None:
        self._length = link.length
        rows, (ax, ay, bx, by) = link.rows, link.anchors
        self.rows = [rows[0], *(bend.row for bend in link.bends), rows[1]]  # of both ends, and the wheels between
        self._anchors: list[Point] = [(ax, ay), *((0.0, 0.0) for _ in link.bends), (bx, by)]
        self._radii = [bend.r for bend in link.bends]
        self._turns = [bend.turn for bend in link.bends]
        self._slots = [bend.slot for bend in link.bends]

    def turns(self, states: Callable[[int], float] | None) -> list[float]:
        """Return the angles of contact: as the running states say, or as they are at rest."""
        if states is None or min(self._slots) < 0:
            return self._turns
        return [states(slot) for slot in self._slots]

    def moving(self, motions: Sequence[Motion], turns: list[float]) -> list[tuple[float, ...]]:
        """Return, for each piece, both poses with their velocities, and its length: CORD_DYNAMIC without its last
        column.
        """
        rows = []
        now, soon = self._at(motions, turns, 0.0), self._at(motions, turns, _SOON)
        for nth, (piece, later) in enumerate(zip(now, soon, strict=True)):
            change = [b - a for a, b in zip(piece, later, strict=True)]
            if nth % 2:  # the angle at which an arc begins
                change[2] = (change[2] + math.pi) % math.tau - math.pi
            rates = [each / _SOON for each in change]
            rows.append((*piece[:3], *rates[:3], *piece[3:6], *rates[3:6], piece[6]))
        return rows

    def _at(self, motions: Sequence[Motion], turns: list[float], ahead: float) -> list[tuple[float, ...]]:
        """Return, for each piece, the values in place of the two poses and the piece's length, `ahead` seconds after
        the tick; `motions` are those of `rows`.
        """
        points: list[Point] = []
        for (x, y, angle, vx, vy, w), anchor in zip(motions, self._anchors, strict=True):
            points.append(place(Pose(x + vx * ahead, y + vy * ahead, angle + w * ahead), anchor))
        way = rope_path.path(points, self._radii, turns)
        # Spare length is shared out in proportion to the length of the pieces.
        loose = max(1.0, 1.0 + (self._length - way.span) / (sum(way.straight) or 1.0))
        course: list[tuple[float, ...]] = []
        begin = points[0]
        for k, length in enumerate(way.straight):
            last = k == len(turns)
            end = points[-1] if last else rope_path.rim(points[k + 1], way.ways[k], way.offs[k])
            course.append((*begin, 0.0, *end, 0.0, length * loose if loose > _TAUT else -1.0))
            if not last:
                (x, y), off, (nx, ny) = points[k + 1], way.offs[k], way.ways[k]
                course.append((x, y, bearing(off * ny, -off * nx), abs(off), way.turns[k], 0.0, 0.0))
                begin = rope_path.rim(points[k + 1], way.ways[k + 1], off)
        return course
