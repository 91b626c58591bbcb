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
    open_: dict[tuple[int, int], int] = {}  # the first row of each run of columns
    for row in range(len(mask)):
        runs = set(_runs(mask[row]))
        for run in [run for run in open_ if run not in runs]:
            yield run[0], open_.pop(run), run[1], row
        for run in runs - open_.keys():
            open_[run] = row
    for run, low in open_.items():
        yield run[0], low, run[1], len(mask)


def _runs(row: Mask) -> Iterator[tuple[int, int]]:
    changes = np.flatnonzero(np.diff(row, prepend=False, append=False)).tolist()
    return zip(changes[::2], changes[1::2], strict=True)


def borders(mask: Mask) -> npt.NDArray[np.float64]:
    """Return the border of a mask as strokes from x0, y0 to x1, y1, in cells."""
    padded = np.pad(mask, 1)
    across, up = padded[1:] != padded[:-1], padded[:, 1:] != padded[:, :-1]
    flat = [(left - 1, row, right - 1, row) for row in range(len(across)) for left, right in _runs(across[row])]
    steep = [(column, low - 1, column, high - 1) for column in range(up.shape[1]) for low, high in _runs(up[:, column])]
    return np.array([*flat, *steep], dtype=np.float64).reshape(-1, 4)


__all__ = ["ZoneMarks", "borders", "rectangles"]
