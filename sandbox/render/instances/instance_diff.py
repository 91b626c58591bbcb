"""Finds the instances of another run that coincide with the shown run, so that only the rest is drawn.

No OpenGL here, only arrays. Two instances are paired, once for each cast, if they are the same piece of the same part
or link and look alike; each tick then asks which pairs coincide.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.instances.cords import Cords
from sandbox.render.instances.forms import POLYGON, POLYGON_ROW, WHOLE
from sandbox.render.instances.layout import Indices
from sandbox.render.instances.pieces import Pieces

_Floats = npt.NDArray[np.float32]

_STATE = 1e-3  # largest difference of a running state that counts as equal: most are 0 or 1, some are metres or radians
# A rope that is nearly taut sags by far more than its ends have moved: for those of 1 m, by 2 mm for these 10 um.
_CORD = 1e-5  # m, rad
_MIDDLES, _ANGLES, _LENGTH, _SHOWN = (0, 1, 6, 7), (2, 8), 12, 13  # columns of CORD_DYNAMIC: two bodies', its own


class PairedBodies:
    """The shapes that two sets of pieces have in common."""

    def __init__(self, mine: Pieces, other: Pieces) -> None:
        at, in_other = _same_pieces(mine.owners, other.owners)
        a, b = mine.bodies[at], other.bodies[in_other]
        form, look = [0, 2, 3], 1  # without the row that its polygon is in; the width of its outline
        same = (a["form"][:, form] == b["form"][:, form]).all(axis=1) & (a["look"][:, look] == b["look"][:, look])
        same &= _equal(a, b, ("place", "size", "ball", "tint"))
        drawn = np.flatnonzero(same & (a["form"][:, 0] == POLYGON))
        rows, other_rows = (of["form"][drawn, POLYGON_ROW].astype(np.intp) for of in (a, b))
        same[drawn] = (mine.outlines[rows] == other.outlines[other_rows]).all(axis=(1, 2))
        self._mine, self._others = at[same], in_other[same]
        place, half = a["place"][same, :2], a["size"][same, :2]
        # m: twice as far as the points of a shape are from the middle of its body, at most
        self._twice_reach: _Floats = 2.0 * (np.hypot(*place.T) + np.hypot(*half.T))

    def alike(self, mine: _Floats, others: _Floats, near: float) -> Indices:
        """Return the indices in `mine` that have the same state in `others`, and no point farther than `near` metres
        off.

        Both are rows of BODY_DYNAMIC, as plain floats.
        """
        off = mine.take(self._mine, axis=0)
        off -= others.take(self._others, axis=0)
        apart = np.sqrt(off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1])
        apart += self._twice_reach * np.abs(np.sin(0.5 * off[:, 2]))
        same: Indices = self._mine[(apart <= near) & (np.abs(off[:, 6]) <= _STATE)]
        return same


class PairedCords:
    """The pieces of cords that two sets have in common."""

    def __init__(self, mine: Cords, other: Cords) -> None:
        at, in_other = _same_pieces(mine.owners, other.owners)
        a, b = mine.static[at], other.static[in_other]
        same = _equal(a, b, ("anchors", "tint"))
        same &= (a["cord"][:, :3] == b["cord"][:, :3]).all(axis=1)  # without the style
        same &= (a["mark"][:, 1:] == b["mark"][:, 1:]).all(axis=1)  # without the halo
        self._mine, self._others = at[same], in_other[same]
        anchors = a["anchors"][same]
        # m: how far from the middles of its bodies a cord ends. The pieces of a rope over pulleys have angles of their
        # own in place of those of bodies: they count as they are.
        self._arm: _Floats = np.hypot(anchors[:, 0::2], anchors[:, 1::2])
        self._arm[a["mark"][same, 2] != WHOLE] = 1.0

    def alike(self, mine: _Floats, others: _Floats) -> Indices:
        """Return the indices in `mine` that look the same in `others`; both are rows of CORD_DYNAMIC, as floats."""
        if not len(self._mine):
            return self._mine
        off = np.abs(mine.take(self._mine, axis=0) - others.take(self._others, axis=0))
        same = (off[:, _MIDDLES] <= _CORD).all(axis=1) & (off[:, _ANGLES] * self._arm <= _CORD).all(axis=1)
        same &= (off[:, _LENGTH] <= _CORD) & (off[:, _SHOWN] <= _STATE)
        coinciding: Indices = self._mine[same]
        return coinciding


def _equal(a: npt.NDArray[Any], b: npt.NDArray[Any], fields: tuple[str, ...]) -> npt.NDArray[np.bool_]:
    same = np.ones(len(a), np.bool_)
    for field in fields:
        same &= (a[field] == b[field]).all(axis=1)
    return same


def _same_pieces(mine: npt.NDArray[np.int64], others: npt.NDArray[np.int64]) -> tuple[Indices, Indices]:
    """Return indices into both arrays that pair the nth instance of each owner. Instances of one owner must be
    adjacent.
    """
    _, at, in_others = np.intersect1d(_numbered(mine), _numbered(others), assume_unique=True, return_indices=True)
    return at, in_others


def _numbered(owners: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Number each instance by its owner and its position among that owner's instances."""
    count = np.arange(len(owners))
    begins = np.ones(len(owners), np.bool_)
    begins[1:] = owners[1:] != owners[:-1]
    first: npt.NDArray[np.int64] = np.maximum.accumulate(np.where(begins, count, 0))
    return (owners << 32) + count - first
