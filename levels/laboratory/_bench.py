"""What stands about in the laboratory's levels: scenery, signs, racks of instruments."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part


def dress(level: Level, *pieces: tuple[str, float, float | Part] | tuple[str, float, float | Part, float]) -> None:
    """Put up scenery behind everything: looks, where along, how high (m) or on what, and their sizes if not 1."""
    for look, x, where, *size in pieces:
        piece = level.put("scenery", look=look, size=size[0] if size else 1.0)
        (piece.on(where, x=x) if isinstance(where, Part) else piece.at(x, where)).layered(-1)


def sign(level: Level, text: str, x: float, y: float, colour: str = "amber") -> None:
    """Hang up a board with a dark text."""
    level.put("display", text=text, colour=colour).at(x, y).layered(-1)


def rack(level: Level, x: float, y: float, width: float, height: float, rows: int = 3) -> None:
    """Hang up a rack for instruments: a frame with rows of slots."""
    level.put("backdrop", width=width, height=height).at(x, y).layered(-2)
    step = height / rows
    for row in range(rows):
        for side in (-1, 1):
            slot = level.put("backdrop", width=width * 0.4, height=step * 0.6)
            slot.at(x + side * width * 0.23, y - height / 2 + step * (row + 0.5)).layered(-2)
