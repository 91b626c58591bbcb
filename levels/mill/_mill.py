"""What stands about in the levels of the mill: posts of timber, shelves, sacks of flour, and things to look at."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
_THIN = 0.03  # m: of a shelf that only carries scenery


def block(level: Level, x0: float, x1: float, y1: float, y0: float = 0.1, colour: str = "natural") -> Part:
    """Wall up a rectangle of timber; return what things can lie on."""
    box = level.put("polygon", outline=SQUARE, width=x1 - x0, height=y1 - y0, stuff="wood", colour=colour)
    return box.at((x0 + x1) / 2, (y0 + y1) / 2)


def post(level: Level, x: float, y1: float, y0: float = 0.1, width: float = 0.07) -> Part:
    """Stand a post from the floor up to what it carries."""
    return level.put("wall", width=width, height=y1 - y0).at(x, (y0 + y1) / 2)


def bracket(level: Level, x: float, y: float, width: float = 0.4) -> Part:
    """Fix a board to the wall whose top is at a height; a motor or a wheel stands on it."""
    return level.put("floor", width=width, height=0.05).at(x, y - 0.025)


def shelf(
    level: Level, x: float, y: float, width: float, *things: tuple[str, float] | tuple[str, float, float]
) -> None:
    """Hang up a shelf that nothing lies on but scenery: looks with their places along it and, if not 1, their sizes."""
    board = level.put("backdrop", width=width, height=_THIN).at(x, y - _THIN / 2).layered(-1)
    for look, at, *size in things:
        level.put("scenery", look=look, size=size[0] if size else 1.0).on(board, x=at).layered(-1)


def stand(level: Level, on: Part, *things: tuple[str, float] | tuple[str, float, float]) -> None:
    """Stand scenery on something: looks with their places along it and, if not 1, their sizes."""
    for look, at, *size in things:
        level.put("scenery", look=look, size=size[0] if size else 1.0).on(on, x=at).layered(-1)


def hang(level: Level, *pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> None:
    """Hang scenery on the wall: looks with their places (m) and, if not 1, their sizes."""
    for look, x, y, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).at(x, y).layered(-1)
