"""What all levels of the circus share: how their surroundings are put up."""

from __future__ import annotations

from sandbox.authoring import Level

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)


def dress(level: Level, *pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> None:
    """Put up scenery behind everything: looks with their places (m) and, if not 1, their sizes."""
    for look, x, y, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).at(x, y).layered(-1)
