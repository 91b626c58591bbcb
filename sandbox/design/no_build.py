"""The areas of a level in which the player may not put parts."""

from __future__ import annotations

from sandbox.design.geometry import Box
from sandbox.design.values import Document

MOST_AREAS = 64  # areas in a level
LEAST_SIDE = 0.02  # m: what is drawn smaller is a click that slipped
NOT_THERE = "No part may be put here."


class NoBuildArea(Document, frozen=True):
    """A rectangle (m) in which the player may put no part; ropes, belts and wires may run through it.

    What belongs to the level may stand in it, and everything may move into it once the machine runs.
    """

    canonical_name = "NoBuildArea"

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def box(self) -> Box:
        return Box(self.x0, self.y0, self.x1, self.y1)

    def refusal(self) -> str | None:
        """Return the fault in it, as a sentence, or None."""
        if self.x1 - self.x0 < LEAST_SIDE or self.y1 - self.y0 < LEAST_SIDE:
            return f"it goes from x0, y0 to x1, y1, and each side is at least {LEAST_SIDE:g} m"
        return None


def area_at(areas: tuple[NoBuildArea, ...], x: float, y: float) -> NoBuildArea | None:
    """Return the area that a point lies in, the last of several."""
    return next((area for area in reversed(areas) if area.box.contains(x, y)), None)


def areas_refusal(areas: tuple[NoBuildArea, ...]) -> str | None:
    """Return the first fault in the areas of a level, as a sentence that says which, or None."""
    if len(areas) > MOST_AREAS:
        return f"the level has {len(areas)} no-build areas; a level holds up to {MOST_AREAS}"
    for number, area in enumerate(areas, 1):
        why = area.refusal()
        if why:
            return f"no_build {number}: {why}"
    return None
