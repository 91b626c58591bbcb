"""What open puzzles of the playroom share: furniture, and how their surroundings are put up."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)


def wood(level: Level, x0: float, x1: float, y0: float, y1: float) -> Part:
    """Put up wood between two places and two heights (m)."""
    beam = level.put("polygon", outline=SQUARE, stuff="wood", width=x1 - x0, height=y1 - y0)
    return beam.at((x0 + x1) / 2, (y0 + y1) / 2)


def hang(level: Level, *pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> None:
    """Put up scenery behind everything: looks with their places (m) and, if not 1, their sizes."""
    for look, x, y, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).at(x, y).layered(-1)
