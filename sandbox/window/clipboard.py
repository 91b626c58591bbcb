"""What was copied, and where it goes when it is pasted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandbox.commands import Paste
from sandbox.design import Design, Link, PartSpec
from sandbox.geometry import Point
from sandbox.window import snapping
from sandbox.window.picking import box_around, box_of
from sandbox.window.snapping import Neighbour, Snaps

COPY_OFFSET = 2 * snapping.GRID  # m, for a copy beside its original


class Clip(NamedTuple):
    """Parts, and the links among them."""

    parts: tuple[PartSpec, ...]
    links: tuple[Link, ...] = ()

    def shifted(self, dx: float = COPY_OFFSET, dy: float = COPY_OFFSET) -> Paste:
        """So far from where they were copied."""
        # Rounded to a nanometre, as parts are that were moved.
        return Paste(self.parts, self.links, round(dx, 9), round(dy, 9))

    def at(self, point: Point, others: list[Neighbour], on: Snaps) -> Paste:
        """With their middle at a point, from which they snap to what is `on`."""
        box, first = box_around(self.parts), self.parts[0]
        wanted = (point[0] - (box.x0 + box.x1) / 2, point[1] - (box.y0 + box.y1) / 2)
        snap = snapping.shift((first.x, first.y), box_of(first), wanted, others, 0.0, on)
        return self.shifted(snap.dx, snap.dy)

    def beside(self) -> Paste:
        """To the right of where they were copied, clear of it."""
        box = box_around(self.parts)
        across = snapping.to_grid(box.x1 - box.x0 + snapping.GRID / 2)
        return self.shifted(max(COPY_OFFSET, across), 0.0)


def copied(design: Design, parts: Iterable[PartSpec]) -> Clip:
    """Parts of a design with those of its links that end at no others."""
    parts = tuple(parts)
    ids = {spec.id for spec in parts}
    return Clip(parts, tuple(link for link in design.links if ids.issuperset(link.parts)))


__all__ = ["COPY_OFFSET", "Clip", "copied"]
