"""Draws overlaps of parts: hatching where two bounding boxes meet, and a warning sign on it."""

from __future__ import annotations

from sandbox.design.design import PartSpec
from sandbox.design.geometry import Box
from sandbox.editing.picking import box_of
from sandbox.machine.overlaps import Overlap
from sandbox.render.overlay import ILLEGAL, PAPER, Colour, Overlay

_FILL: Colour = (206, 52, 44, 40)
_SIGN = 10.0  # px
_LEAST_MARK = 0.02  # m


def mark(overlay: Overlay, found: tuple[Overlap, ...], specs: dict[int, PartSpec]) -> None:
    """Mark each overlap of these parts, by their ids."""
    for overlap in found:
        a, b = box_of(specs[overlap.a]), box_of(specs[overlap.b])
        box = _grown(Box(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)))
        overlay.rect(*box, ILLEGAL, 1.6, _FILL, dash=5.0, hatch=7.0)
    for overlap in found:
        overlay.figure("triangle", overlap.x, overlap.y, _SIGN, ILLEGAL, 2.0, PAPER, 1.5707963, casing=1.4)
        overlay.figure("cross", overlap.x, overlap.y, _SIGN * 0.35, ILLEGAL, 2.0)


def _grown(box: Box) -> Box:
    """Grow a box to the smallest size that is visible."""
    x, y = (max(0.0, _LEAST_MARK - (high - low)) / 2 for low, high in ((box.x0, box.x1), (box.y0, box.y1)))
    return Box(box.x0 - x, box.y0 - y, box.x1 + x, box.y1 + y)


__all__ = ["mark"]
