"""The marks of a canvas: those of `mark_list`, and many at once. No OpenGL; `gl_overlay` draws them in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.mark_list import CIRCLE, FIGURES, NO_COLOUR, RECTANGLE, SEGMENT, Colour, Figure, MarkList, Quad

_NO_STROKE = -1.0  # px: the width of a border that leaves no trace; of one of 0 half a pixel is seen
_SET_OFF = 0.7  # px: the border of strokes that are added many at once
MARK_INSTANCE = np.dtype(
    [("ends", "f4", 4), ("sizes", "f4", 4), ("ink", "u1", 4), ("fill", "u1", 4), ("extra", "f4", 4)]
)
Floats = npt.NDArray[np.floating[Any]]


class Overlay(MarkList):
    """A list of marks, some of them as arrays, in the colours of a theme."""

    def __init__(self) -> None:
        super().__init__()
        self._many: list[npt.NDArray[np.void]] = []
        self._sets: list[tuple[npt.NDArray[np.void], Colour, Colour]] = []  # rows, ink and fill

    def __len__(self) -> int:
        return len(self._marks) + sum(map(len, self._many)) + sum(len(rows) for rows, _, _ in self._sets)

    def clear(self) -> None:
        """Remove all marks."""
        super().clear()
        self._many.clear()
        self._sets.clear()

    def rows(self) -> npt.NDArray[np.void]:
        """Return the marks as instances in the order in which they are drawn, in the colours of the theme."""
        worn = [(ends, sizes, self._rgba(ink), self._rgba(fill), more) for ends, sizes, ink, fill, more in self._marks]
        for rows, ink, fill in self._sets:
            rows["ink"], rows["fill"] = self._rgba(ink), self._rgba(fill)
        sets = (rows for rows, _, _ in self._sets)
        return np.concatenate((*sets, np.array(worn, MARK_INSTANCE), *self._many))

    @property
    def themed(self) -> int:
        """The number of marks, from the first row on, whose colours are those of the theme."""
        return len(self) - sum(map(len, self._many))

    def figures(self, figures: Sequence[Figure]) -> None:
        """Add many filled figures at once, over the marks that are added one by one; in any theme of these colours."""
        if not figures:
            return
        names, x, y, r_px, inks, angles = zip(*figures, strict=True)
        rows = np.zeros(len(figures), MARK_INSTANCE)
        rows["ends"] = np.stack((x, y, x, y), axis=1)
        rows["sizes"][:, 0] = [FIGURES[name] for name in names]
        rows["sizes"][:, 1] = r_px
        rows["ink"] = rows["fill"] = inks
        rows["extra"][:, 0] = angles
        self._many.append(rows)
        self.changed = True

    def dots(self, x: Floats, y: Floats, r_px: float, colour: Colour) -> None:
        """Add many discs of one size and colour, below the marks that are added one by one."""
        self._add_set(np.stack((x, y, x, y), axis=1), (CIRCLE, r_px, 0.0, 0.0), colour)

    def strokes(self, ends: Floats, colour: Colour, width: float) -> None:
        """Add many strokes (x0, y0, x1, y1 in a row), below the marks that are added one by one."""
        self._add_set(ends, (SEGMENT, 0.0, width, 0.0), colour)

    def rects(self, ends: Floats, fill: Colour, hatching: Colour = NO_COLOUR, hatch: float = 0.0) -> None:
        """Add many boxes without a border (two corners of each in a row), below the marks that are added one by one;
        `hatch` as in `rect`."""
        self._add_set(ends, (RECTANGLE, 0.0, _NO_STROKE, 0.0), hatching, fill, hatch)

    def _add_set(
        self, ends: Floats, sizes: Quad, ink: Colour, fill: Colour | None = None, hatch: float = 0.0
    ) -> None:  # fmt: skip
        rows = np.zeros(len(ends), MARK_INSTANCE)
        rows["ends"], rows["sizes"] = ends, sizes
        rows["extra"][:, 1] = hatch
        self._sets.append((rows, ink, ink if fill is None else fill))
        self.changed = True

    def segments(self, ends: Floats, widths: Floats, inks: npt.NDArray[np.uint8]) -> None:
        """Add many strokes at once: both ends of each (m), widths (px), colours with alpha; the same in any theme."""
        rows = np.zeros(len(ends), MARK_INSTANCE)
        rows["ends"] = ends
        rows["sizes"][:, 0] = SEGMENT
        rows["sizes"][:, 2] = widths
        rows["ink"] = inks
        rows["extra"][:, 2] = _SET_OFF
        self._many.append(rows)
        self.changed = True
