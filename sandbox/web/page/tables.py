"""What is drawn in a page, each thing written once: shapes, outlines and cords, and the layouts that put them together.

A run and all the designs before it consist of the same parts, and a shape is an instance in the frame of its body; so
a layout is a list of numbers of shapes and of the rows that move them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.instances.cords import Cords
from sandbox.render.instances.forms import MAX_POINTS, POLYGON, POLYGON_ROW
from sandbox.render.instances.layout import BODY_STATIC, CORD_STATIC
from sandbox.render.instances.pieces import Pieces
from sandbox.web.page.pack import Pack, Reference

_SHELF = 16  # polygons in a row of the texture: as in distance.glsl
_FORM, _POINTS = 0, 2  # columns of "form"
Bytes = npt.NDArray[np.uint8]


class _Table:
    """Records of one type, each once; the number of each by its bytes."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}

    def numbers(self, records: npt.NDArray[np.void]) -> npt.NDArray[np.uint32]:
        size, data, numbers = records.dtype.itemsize, records.tobytes(), self._numbers
        each = (data[at : at + size] for at in range(0, len(data), size))
        return np.fromiter((numbers.setdefault(record, len(numbers)) for record in each), np.uint32, len(records))

    @property
    def bytes(self) -> Bytes:
        return np.frombuffer(b"".join(self._numbers), np.uint8)


class Tables:
    """All shapes of a page."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._bodies, self._cords = _Table(), _Table()
        self._polygons: dict[bytes, int] = {}

    def layout(self, shown: Pieces) -> dict[str, Any]:
        """Add what is drawn together; return where its numbers are."""
        pack, records = self._pack, shown.bodies.copy()
        outlines = shown.outlines
        for index in np.flatnonzero(records["form"][:, _FORM] == POLYGON).tolist():
            form = records["form"][index]
            points = outlines[int(form[POLYGON_ROW]), : int(form[_POINTS]), :2].tobytes()
            form[POLYGON_ROW] = self._polygons.setdefault(points, len(self._polygons))
        return {
            "bodies": pack.array(self._bodies.numbers(records)),
            "rows": pack.array(shown.body_rows.astype(np.uint32)),
            "owners": pack.array(shown.owners.astype(np.uint32)),
            "slots": pack.array(shown.slotted.astype(np.uint32)),
            "behind": self._cords_of(shown.behind),
            "front": self._cords_of(shown.front),
        }

    def _cords_of(self, cords: Cords) -> dict[str, Any]:
        pack = self._pack
        return {
            "cords": pack.array(self._cords.numbers(cords.static)),
            "rows": pack.array(cords.rows.astype(np.uint32)),
            "lengths": pack.array(cords.lengths),
            "owners": pack.array(cords.owners.astype(np.uint32)),
            "slots": pack.array(cords.slotted.astype(np.uint32)),
            "running": pack.array(cords.running.astype(np.uint32)),
            "travels": pack.array(cords.travels.astype(np.float32)),
            "reeved": pack.array(reeved(cords).astype(np.uint32)),
        }

    def described(self) -> dict[str, Reference | int]:
        """Add the tables themselves, once all layouts are there."""
        shelves = max(1, -(-len(self._polygons) // _SHELF))
        table = np.zeros((shelves * _SHELF, MAX_POINTS, 2), np.float32)
        for row, data in enumerate(self._polygons):
            points = np.frombuffer(data, np.float32).reshape(-1, 2)
            table[row, : len(points)] = points
        assert (BODY_STATIC.itemsize, CORD_STATIC.itemsize) == (80, 48)  # as in gl.mjs
        return {
            "bodies": self._pack.array(self._bodies.bytes),
            "cords": self._pack.array(self._cords.bytes),
            "polygons": self._pack.array(table),
            "shelves": shelves,
        }


def reeved(cords: Cords) -> npt.NDArray[np.intp]:
    """Return the numbers of the instances whose ends are not on bodies: the pieces of ropes over pulleys."""
    runs = [np.arange(rope.first, rope.first + rope.pieces) for rope in cords.reeved]
    return np.concatenate(runs) if runs else np.zeros(0, np.intp)
