"""Turns ropes, belts, springs and wires into instances of the cord mesh, and fills in their motion each tick."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sandbox.render.instances.forms import ARC
from sandbox.render.instances.layout import CORD_STATIC, Indices, Motions, index_pairs
from sandbox.render.instances.ties import BELT_MARKS, Course, DrawnPiece, Tied


class Cords:
    """The instances of links that are drawn together: one for a link from end to end; for a rope over pulleys, one for
    each straight piece and each arc.
    """

    def __init__(self, tied: list[Tied], style: float) -> None:
        counts = [link.pieces for link in tied]
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
            self.static[index : index + count] = link.records(style)
            self.rows[:, index : index + count] = np.array(link.rows)[:, None]
            self.lengths[index : index + count] = link.length
            if link.slot >= 0:
                slotted.append((index, link.slot))
            if link.run is not None:
                running.append((index, link.run[0]))
                travels.append(link.run[1:])
            if link.bends:
                self.reeved.append(Reeved(index, link))
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

    def drawn(self, moving: npt.NDArray[np.float32]) -> list[DrawnPiece]:
        """Return the pieces as filled rows draw them."""
        arcs = self.static["mark"][:, 2] == ARC
        rows = zip(*self.rows.tolist(), strict=True)
        columns = self.owners.tolist(), rows, self.static["anchors"].tolist(), arcs.tolist(), moving[:, :-1].tolist()
        return [DrawnPiece(*piece) for piece in zip(*columns, strict=True)]


def fill_slots(table: npt.NDArray[np.float32], slotted: Indices, states: Motions) -> None:
    """Set the last column of the rows that show a running state to that state."""
    if len(slotted) and len(states):
        table[slotted[:, 0], -1] = states[slotted[:, 1]]


class Reeved:
    """A rope over pulleys among the instances of cords."""

    def __init__(self, first: int, link: Tied) -> None:
        self.first = first  # instance of the rope
        self.pieces = link.pieces
        self._course = Course(link)

    def fill(self, moving: npt.NDArray[np.float32], motions: Motions, states: Motions) -> None:
        """Fill the rope's rows of CORD_DYNAMIC, except the last column."""
        ends: list[list[float]] = motions[self._course.rows].tolist()
        turns = self._course.turns((lambda slot: float(states[slot])) if len(states) else None)
        moving[self.first : self.first + self.pieces, :-1] = self._course.moving(ends, turns)
