"""Overlaps that would be torn apart: found as one builds, marked with a sign and hatching, each to be gone to."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox import overlaps
from sandbox.design import Design, PartSpec
from sandbox.geometry import Box
from sandbox.overlaps import Overlap
from sandbox.window.overlay import ILLEGAL, PAPER, Colour, Overlay
from sandbox.window.picking import box_of

MOST_IN_HAND = 40  # parts that are looked at while they are dragged; of more only where they are put down
_FILL: Colour = (206, 52, 44, 40)
_SIGN = 10.0  # px
_LEAST_MARK = 0.02  # m


class Crowding:
    """The overlaps of the document, and of what is in the hand where it is now."""

    def __init__(self) -> None:
        self._watch = overlaps.Watch()
        self._last: tuple[Design | None, tuple[PartSpec, ...]] = (None, ())
        self._found: tuple[Overlap, ...] = ()

    def look(self, design: Design, in_hand: tuple[PartSpec, ...]) -> tuple[Overlap, ...]:
        """All of them; `in_hand` are parts that stand in for those of the same ids, or are new."""
        at_rest = self._watch.look(design)
        if not in_hand:
            return at_rest
        if self._last[0] is not design or self._last[1] != in_hand:
            self._last = design, in_hand
            moved = {spec.id for spec in in_hand}
            others = tuple(one for one in at_rest if not moved & {one.a, one.b})
            self._found = (*others, *_of(design, in_hand)) if len(in_hand) <= MOST_IN_HAND else others
        return self._found


def _of(design: Design, in_hand: tuple[PartSpec, ...]) -> tuple[Overlap, ...]:
    moved = {spec.id: spec for spec in in_hand}
    parts = tuple(moved.get(spec.id, spec) for spec in design.parts)
    new = tuple(spec for spec in in_hand if spec.id not in design.part_by_id)
    return overlaps.found(replace(design, parts=(*parts, *new)), moved.keys())


def mark(overlay: Overlay, found: tuple[Overlap, ...], specs: dict[int, PartSpec]) -> None:
    """Hatching where two boxes meet, and a warning sign on it."""
    for overlap in found:
        a, b = box_of(specs[overlap.a]), box_of(specs[overlap.b])
        box = _grown(Box(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)))
        overlay.rect(*box, ILLEGAL, 1.6, _FILL, dash=5.0, hatch=7.0)
    for overlap in found:
        overlay.figure("triangle", overlap.x, overlap.y, _SIGN, ILLEGAL, 2.0, PAPER, 1.5707963, casing=1.4)
        overlay.figure("cross", overlap.x, overlap.y, _SIGN * 0.35, ILLEGAL, 2.0)


def _grown(box: Box) -> Box:
    """No smaller than can be seen."""
    x, y = (max(0.0, _LEAST_MARK - (high - low)) / 2 for low, high in ((box.x0, box.x1), (box.y0, box.y1)))
    return Box(box.x0 - x, box.y0 - y, box.x1 + x, box.y1 + y)


__all__ = ["Crowding", "mark"]
