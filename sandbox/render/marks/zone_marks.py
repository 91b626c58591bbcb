"""The green zone in the scene: striped green with a border where the part would win, a faint red where it would not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Box
from sandbox.levels.solver.placement import OUTCOMES, WON
from sandbox.levels.tolerance.tolerance_map import UNKNOWN, ToleranceMap
from sandbox.render.overlay import ILLEGAL, LEGAL, Overlay

_FILL, _FAINT = (*LEGAL[:3], 60), (*ILLEGAL[:3], 22)
_NO_LINE = (*ILLEGAL[:3], 0)
_HATCH_PX, _BORDER_PX = 10.0, 1.6
_WON = OUTCOMES.index(WON)

Mask = npt.NDArray[np.bool_]


class ZoneMarks:
    """Draws zones; marks stay as they are until more runs have been made."""

    def __init__(self) -> None:
        self._shown: tuple[ToleranceMap, int] | None = None

    def show(self, overlay: Overlay, mapped: ToleranceMap | None) -> None:
        """Fill an overlay of its own with a zone as far as it is known."""
        if mapped is None:
            self._shown = None
            overlay.clear()
            return
        if self._shown is not None and self._shown[0] is mapped and self._shown[1] == mapped.runs:
            return
        self._shown = mapped, mapped.runs
        overlay.clear()
        box, step, raster = mapped.plan.box, mapped.plan.finest, mapped.raster.copy()
        for left, low, right, high in rectangles((raster != UNKNOWN) & (raster != _WON)):
            overlay.rect(*_placed(box, step, left, low, right, high), _NO_LINE, 0.0, _FAINT)
        won = raster == _WON
        for left, low, right, high in rectangles(won):
            overlay.rect(*_placed(box, step, left, low, right, high), LEGAL, 0.0, _FILL, hatch=_HATCH_PX)
        edges = borders(won) * step - 0.5 * step + np.array((box.x0, box.y0, box.x0, box.y0))
        overlay.strokes(edges, LEGAL, _BORDER_PX)


def _placed(box: Box, step: float, left: int, low: int, right: int, high: int) -> tuple[float, float, float, float]:
    """Return the box (m) of cells: each reaches half a step beyond its point."""
    x, y = box.x0 - 0.5 * step, box.y0 - 0.5 * step
    return x + left * step, y + low * step, x + right * step, y + high * step


def rectangles(mask: Mask) -> Iterator[tuple[int, int, int, int]]:
    """Cover a mask with few rectangles: left, low, right and high in cells. Equal runs of rows in a row are one."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}  # by run of columns: the first row, and the one after the last
    for row, left, right in _runs(mask).tolist():
        low, high = spans.get((left, right), (row, row))
        if high < row:
            yield left, low, right, high
            low = row
        spans[left, right] = low, row + 1
    for (left, right), (low, high) in spans.items():
        yield left, low, right, high


def borders(mask: Mask) -> npt.NDArray[np.float64]:
    """Return the border of a mask as strokes from x0, y0 to x1, y1, in cells."""
    padded = np.pad(mask, 1)
    y, x0, x1 = _runs(padded[1:] != padded[:-1]).T
    x, y0, y1 = _runs((padded[:, 1:] != padded[:, :-1]).T).T
    flat, steep = np.stack((x0 - 1, y, x1 - 1, y), axis=1), np.stack((x, y0 - 1, x, y1 - 1), axis=1)
    return np.concatenate((flat, steep)).astype(np.float64)


def _runs(mask: Mask) -> npt.NDArray[np.int_]:
    """Return the row, the first column and the one after the last of each run of cells, row by row."""
    rows, columns = np.nonzero(np.diff(mask, axis=1, prepend=False, append=False))
    return np.stack((rows[::2], columns[::2], columns[1::2]), axis=1)


__all__ = ["ZoneMarks", "borders", "rectangles"]
