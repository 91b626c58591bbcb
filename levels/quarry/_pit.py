"""What the levels of the quarry share: rock, scaffolds, slabs that break, and what stands about."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part


def rock(level: Level, x0: float, x1: float, top: float, bottom: float = 0.1) -> Part:
    """Leave rock standing between two places (m), up to a height."""
    block = level.put("fixed_block", width=x1 - x0, height=top - bottom)
    return block.at((x0 + x1) / 2, (top + bottom) / 2)


def scaffold(level: Level, x0: float, x1: float, y0: float, y1: float, step: float = 0.45) -> None:
    """Put up a scaffold behind everything: fields of a lattice, between two places and two heights (m)."""
    columns, rows = max(1, round((x1 - x0) / step)), max(1, round((y1 - y0) / step))
    wide, high = (x1 - x0) / columns, (y1 - y0) / rows
    for column in range(columns):
        for row in range(rows):
            field = level.put("backdrop", width=wide, height=high)
            field.at(x0 + wide * (column + 0.5), y0 + high * (row + 0.5)).layered(-2)


def slab(level: Level, x0: float, x1: float, top: float, strength: float = 8.0) -> Part:
    """Put a floor of bricks, 0.1 m thick, that breaks, between two places (m)."""
    bricks = level.put("brittle_wall", width=0.1, height=x1 - x0, strength=strength).turned(90)
    return bricks.at((x0 + x1) / 2, top - 0.05)


def stand(level: Level, *pieces: tuple[str, Part, float] | tuple[str, Part, float, float]) -> None:
    """Stand scenery on what carries it: looks with their supports, places (m) and, if not 1, sizes."""
    for look, on, x, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).on(on, x=x).layered(-1)


def hang(level: Level, *pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> None:
    """Hang up scenery behind everything: looks with their places (m) and, if not 1, their sizes."""
    for look, x, y, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).at(x, y).layered(-1)
