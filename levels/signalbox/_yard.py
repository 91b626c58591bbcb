"""What stands about in the yard of the signal box's levels: panels with track plans, signs, and scenery."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

_LINE = 0.03  # m: the thinnest frame that there is


def dress(level: Level, *pieces: tuple[str, float, float | Part] | tuple[str, float, float | Part, float]) -> None:
    """Put up scenery behind everything: looks, where along, how high (m) or on what, and their sizes if not 1."""
    for look, x, where, *size in pieces:
        piece = level.put("scenery", look=look, size=size[0] if size else 1.0)
        (piece.on(where, x=x) if isinstance(where, Part) else piece.at(x, where)).layered(-1)


def plan(level: Level, x: float, y: float, width: float, height: float, tracks: int = 3) -> None:
    """Hang up a panel with a track plan: parallel lines, joined by points."""
    level.put("backdrop", width=width, height=height).at(x, y).layered(-2)
    gap = height / (tracks + 1)
    for number in range(tracks):
        long = width * (0.84 - 0.2 * (number % 2))
        level.put("backdrop", width=long, height=_LINE).at(x, y - height / 2 + gap * (number + 1)).layered(-2)
    for side in (-1, 1):
        points = level.put("backdrop", width=_LINE, height=gap * 1.1).turned(35 * side)
        points.at(x + side * width * 0.24, y).layered(-2)


def sign(level: Level, text: str, x: float, y: float, colour: str = "amber") -> None:
    """Hang up a board with a dark text, as it is while no train is due."""
    level.put("display", text=text, colour=colour).at(x, y).layered(-1)
