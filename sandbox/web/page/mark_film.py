"""The marks of a page over time: goals, effects, rays and hands, as the overlays of a canvas hold them.

Most frames have the marks of the frame before. Where there are as many as before, they are mostly the same ones moved
on, so what is written of them is how they differ from where they were heading.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.overlay import Overlay
from sandbox.web.page.pack import Ints, Pack, quantised

_PIXELS = 1 / 64  # px: step of sizes
_TURNS = math.tau / 65536  # rad: step of angles
_COLUMNS = 20  # ends, sizes, ink and fill, angle, hatch, casing, and whether the theme gives the colours
_HEADING = 4  # columns that go on as they went: the ends
_SAME = -1  # in place of a count: the marks of the frame before


class MarkFilm:
    """The marks of one overlay, frame by frame."""

    def __init__(self, step: float) -> None:
        """`step` (m) is the finest length."""
        self._step = step
        self._counts: list[int] = []
        self._changes: list[Ints] = []
        self._last: Ints = np.zeros((0, _COLUMNS), np.int32)
        self._heading: Ints = np.zeros((0, _HEADING), np.int32)
        self._seen = b""

    def add(self, overlay: Overlay) -> None:
        """Take over what is on an overlay as the marks of the next frame."""
        rows = overlay.rows()
        seen = rows.tobytes()
        if self._counts and seen == self._seen:
            self._counts.append(_SAME)
            self._heading[:] = 0
            return
        self._seen = seen
        now = self._numbers(rows, overlay.themed)
        self._counts.append(len(now))
        if len(now) == len(self._last):
            change = now - self._last
            heading = change[:, :_HEADING].copy()
            change[:, :_HEADING] -= self._heading
            self._heading = heading
        else:
            change, self._heading = now, np.zeros((len(now), _HEADING), np.int32)
        self._changes.append(change)
        self._last = now

    def _numbers(self, rows: npt.NDArray[np.void], themed: int) -> Ints:
        numbers = np.zeros((len(rows), _COLUMNS), np.int32)
        numbers[:, :4] = quantised(rows["ends"], self._step)
        numbers[:, 4:8] = quantised(rows["sizes"], _PIXELS)
        numbers[:, 8:12], numbers[:, 12:16] = rows["ink"], rows["fill"]
        numbers[:, 16] = quantised(rows["extra"][:, 0], _TURNS)
        numbers[:, 17:19] = quantised(rows["extra"][:, 1:3], _PIXELS)
        numbers[:themed, 19] = 1
        return numbers

    @property
    def empty(self) -> bool:
        """True if no frame has any mark."""
        return not any(len(change) for change in self._changes)

    def described(self, pack: Pack) -> dict[str, Any] | None:
        """Add the film to a pack; None if there is nothing on it."""
        if self.empty:
            return None
        changes = np.concatenate(self._changes)
        pack.unpacked += len(changes) * 56
        return {"counts": pack.array(np.array(self._counts, np.int32)), "total": len(changes), **pack.folded(changes)}
