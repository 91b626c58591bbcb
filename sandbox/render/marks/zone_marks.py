"""The green zone in the scene: striped green with a border where the part would win, a faint red where it would not."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sandbox.render.mark_list import ILLEGAL, LEGAL
from sandbox.render.overlay import Overlay
from sandbox.trials.judging import OUTCOMES, WON
from sandbox.trials.maps.tolerance_map import UNKNOWN, ToleranceMap

_FILL, _FAINT = (*LEGAL[:3], 60), (*ILLEGAL[:3], 22)
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
        origin = (
            np.array((box.x0, box.y0, box.x0, box.y0)) - 0.5 * step
        )  # each cell reaches half a step beyond its point
        won = raster == _WON
        overlay.rects(bars((raster != UNKNOWN) & ~won) * step + origin, _FAINT)
        overlay.rects(bars(won) * step + origin, _FILL, LEGAL, _HATCH_PX)
        overlay.strokes(borders(won) * step + origin, LEGAL, _BORDER_PX)


def bars(mask: Mask) -> npt.NDArray[np.float64]:
    """Cover a mask with one box for each run of cells in a row: left, low, right and high, in cells."""
    rows, left, right = _runs(mask).T
    return np.stack((left, rows, right, rows + 1), axis=1).astype(np.float64)


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
