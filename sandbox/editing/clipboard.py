"""Copied parts, and their place when they are pasted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandbox.commands.commands import Paste
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Point
from sandbox.editing import snapping
from sandbox.editing.picking import box_around, box_of
from sandbox.editing.snapping import Neighbour, Snaps

COPY_OFFSET = 2 * snapping.GRID  # m, for a copy beside its original


class Clip(NamedTuple):
    """Parts, and the links among them."""

    parts: tuple[PartSpec, ...]
    links: tuple[Link, ...] = ()

    def shifted(self, dx: float = COPY_OFFSET, dy: float = COPY_OFFSET) -> Paste:
        """Paste this far from where the parts were copied."""
        # Rounded to a nanometre, as parts are that were moved.
        return Paste(self.parts, self.links, round(dx, 9), round(dy, 9))

    def at(self, point: Point, others: list[Neighbour], on: Snaps) -> Paste:
        """Paste with the middle at a point, snapping from there to what is `on`."""
        box, first = box_around(self.parts), self.parts[0]
        by = (point[0] - (box.x0 + box.x1) / 2, point[1] - (box.y0 + box.y1) / 2)
        snap = snapping.shift((first.x, first.y), box_of(first), by, others, 0.0, on)
        return self.shifted(snap.dx, snap.dy)

    def beside(self) -> Paste:
        """Paste to the right of the originals, clear of them."""
        box = box_around(self.parts)
        across = snapping.to_grid(box.x1 - box.x0 + snapping.GRID / 2)
        return self.shifted(max(COPY_OFFSET, across), 0.0)


def copied(design: Design, parts: Iterable[PartSpec]) -> Clip:
    """Copy parts of a design, with the links whose ends are all among them."""
    parts = tuple(parts)
    ids = {spec.id for spec in parts}
    return Clip(parts, tuple(link for link in design.links if ids.issuperset(link.parts)))
