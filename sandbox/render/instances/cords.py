"""Turns ropes, belts, springs and wires into instances of the cord mesh, and fills in their motion each tick."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Point, Pose, bearing, place
from sandbox.parts.kind import LinkKind, Port
from sandbox.parts.ropes import rope_path
from sandbox.render.instances.layout import (
    ARC,
    BETWEEN,
    CORD_STATIC,
    FIRST,
    LAST,
    WHOLE,
    Indices,
    Motions,
    Placed,
    Rows,
    grain_seed,
    index_pairs,
)

_CORDS = {"cloth": 0, "glow": 1, "metal": 2, "coil": 3, "rubber": 4}  # by material, as in cord.frag
_BELT_STRAND = 5
BELT_MARKS = 0.06  # m from one mark on a belt to the next, as in cord.frag
_TAUT = 1.0005  # a rope up to this many times as long as its way is drawn straight, though its ends move on
_SOON = 1e-3  # s: step of the difference that gives the velocity of a rope's pieces
Quad = tuple[float, float, float, float]


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


class Cords:
    """The instances of links that are drawn together: one for a link from end to end; for a rope over pulleys, one for
    each straight piece and each arc.
    """

    def __init__(self, tied: list[Tied], style: float) -> None:
        counts = [2 * len(link.bends) + 1 for link in tied]
        total = sum(counts)
        self.static = np.zeros(total, CORD_STATIC)
        self.rows: Indices = np.zeros((2, total), np.intp)
        self.lengths = np.zeros(total, np.float32)
        self.owners = np.repeat(np.array([link.id for link in tied], np.int64), counts)
        self.reeved: list[Reeved] = []
        slotted: list[tuple[int, int]] = []
        running: list[tuple[int, int]] = []
        travels: list[tuple[float, float]] = []
        index = 0
        for link, count in zip(tied, counts, strict=True):
            anchors = (*_anchor(link.a, link.port_a), *_anchor(link.b, link.port_b))
            form = _BELT_STRAND if link.kind.loops else _CORDS[link.kind.look.material]
            cord = (form, link.kind.radius, link.length, style)
            rows = (link.a.row + link.port_a.body, link.b.row + link.port_b.body)
            for nth in range(count):
                mark = (0.0, grain_seed(link.id), _piece(nth, count))
                self.static[index + nth] = anchors, cord, mark, (*link.kind.look.tint, 255)
            self.rows[:, index : index + count] = np.array(rows)[:, None]
            self.lengths[index : index + count] = link.length
            if link.slot >= 0:
                slotted.append((index, link.slot))
            if link.run is not None:
                running.append((index, link.run[0]))
                travels.append(link.run[1:])
            if link.bends:
                self.static[index : index + count]["anchors"] = 0.0
                self.reeved.append(Reeved(index, link, rows, anchors))
            index += count
        self.slotted = index_pairs(slotted)
        self.running = index_pairs(running)
        self.travels = np.array(travels, np.float64).reshape(-1, 2)  # m for each rad; m at 0

    def fill(self, moving: npt.NDArray[np.float32], motions: Motions, states: Motions) -> None:
        """Fill the rows of CORD_DYNAMIC from the motions of all bodies and the running states."""
        moving[:, 0:6] = motions[self.rows[0]]
        moving[:, 6:12] = motions[self.rows[1]]
        moving[:, 12] = self.lengths
        for rope in self.reeved:
            rope.fill(moving, motions, states)
        fill_slots(moving, self.slotted, states)
        if len(self.running):  # belts show how far they have run
            turned = motions[self.running[:, 1], 2]
            moving[self.running[:, 0], -1] = self.travels[:, 1] + (self.travels[:, 0] * turned) % BELT_MARKS


def fill_slots(table: npt.NDArray[np.float32], slotted: Indices, states: Motions) -> None:
    """Set the last column of the rows that show a running state to that state."""
    if len(slotted) and len(states):
        table[slotted[:, 0], -1] = states[slotted[:, 1]]


def _piece(nth: int, count: int) -> int:
    if count == 1:
        return WHOLE
    if nth % 2:
        return ARC
    return FIRST if nth == 0 else LAST if nth == count - 1 else BETWEEN


class Reeved:
    """A rope over pulleys; the points where its pieces touch the wheels change with each tick.

    A straight piece has its two end points in place of two bodies. An arc has the middle of its wheel and the angle at
    which it begins in place of the first body, its radius and its turn in place of the second.
    """

    def __init__(self, first: int, link: Tied, rows: tuple[int, int], anchors: Quad) -> None:
        self.first = first  # instance of the rope
        self._length = link.length
        self._rows = [rows[0], *(bend.row for bend in link.bends), rows[1]]
        ax, ay, bx, by = anchors
        self._anchors: list[Point] = [(ax, ay), *((0.0, 0.0) for _ in link.bends), (bx, by)]
        self._radii = [bend.r for bend in link.bends]
        self._turns = [bend.turn for bend in link.bends]
        self._slots = [bend.slot for bend in link.bends]

    @property
    def pieces(self) -> int:
        """The number of instances that the rope consists of."""
        return 2 * len(self._radii) + 1

    def fill(self, moving: npt.NDArray[np.float32], motions: Motions, states: Motions) -> None:
        """Fill the rope's rows of CORD_DYNAMIC, except the last column."""
        measured = len(states) > 0 and min(self._slots) >= 0
        turns = [float(states[slot]) for slot in self._slots] if measured else self._turns
        now, soon = self._course(motions, turns, 0.0), self._course(motions, turns, _SOON)
        rates = soon - now
        rates[1::2, 2] = np.remainder(rates[1::2, 2] + np.pi, 2 * np.pi) - np.pi  # the angles at which arcs begin
        rates /= _SOON
        rows = moving[self.first : self.first + len(now)]
        rows[:, 0:3], rows[:, 3:6] = now[:, 0:3], rates[:, 0:3]
        rows[:, 6:9], rows[:, 9:12] = now[:, 3:6], rates[:, 3:6]
        rows[:, 12] = now[:, 6]

    def _course(self, motions: Motions, turns: list[float], ahead: float) -> Rows:
        """Return, for each piece, the values in place of the two poses and the piece's length, `ahead` seconds after
        the tick.
        """
        points: list[Point] = []
        for row, anchor in zip(self._rows, self._anchors, strict=True):
            x, y, angle, vx, vy, w = motions[row].tolist()
            points.append(place(Pose(x + vx * ahead, y + vy * ahead, angle + w * ahead), anchor))
        way = rope_path.path(points, self._radii, turns)
        # Spare length is shared out in proportion to the length of the pieces.
        loose = max(1.0, 1.0 + (self._length - way.span) / (sum(way.straight) or 1.0))
        course = np.zeros((2 * len(turns) + 1, 7))
        begin = points[0]
        for k, length in enumerate(way.straight):
            last = k == len(turns)
            end = points[-1] if last else rope_path.rim(points[k + 1], way.ways[k], way.offs[k])
            course[2 * k] = (*begin, 0.0, *end, 0.0, length * loose if loose > _TAUT else -1.0)
            if not last:
                (x, y), off, (nx, ny) = points[k + 1], way.offs[k], way.ways[k]
                course[2 * k + 1] = (x, y, bearing(off * ny, -off * nx), abs(off), way.turns[k], 0.0, 0.0)
                begin = rope_path.rim(points[k + 1], way.ways[k + 1], off)
        return course


def hangs_behind(link: Tied) -> bool:
    return link.kind.look.material in ("cloth", "coil")


def _anchor(part: Placed, port: Port) -> Point:
    body = part.plan.bodies[port.body]
    return port.x - body.x, port.y - body.y
