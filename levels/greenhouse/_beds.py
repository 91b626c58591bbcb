"""What stands about in the greenhouse: tables of glass and iron, potted plants, panes and lamps."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

SQUARE = [[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]]


def bed(level: Level, x0: float, x1: float, y1: float, y0: float = 0.1, colour: str = "green") -> Part:
    """Raise a bed of planks between two places, with the boards in its side; return what things can lie on."""
    width, height = x1 - x0, y1 - y0
    box = level.put("polygon", outline=SQUARE, width=width, height=height, stuff="wood", colour=colour)
    box.at((x0 + x1) / 2, (y0 + y1) / 2)
    fields = max(1, round(width / 0.5))
    for number in range(fields):
        x = x0 + width / fields * (number + 0.5)
        level.put("backdrop", width=width / fields - 0.06, height=height - 0.06).at(x, (y0 + y1) / 2)
    return box


def pane(level: Level, x: float, y: float, width: float, height: float) -> Part:
    """Hang up an empty frame: a pane of the greenhouse, a trellis."""
    return level.put("backdrop", width=width, height=height).at(x, y).layered(-1)


def stand(level: Level, look: str, on: Part, x: float, size: float = 1.0) -> Part:
    """Stand a piece of scenery on something, behind what moves."""
    return level.put("scenery", look=look, size=size).on(on, x=x).layered(-1)


def hang(level: Level, look: str, x: float, y: float, size: float = 1.0) -> Part:
    """Hang a piece of scenery on the wall behind everything."""
    return level.put("scenery", look=look, size=size).at(x, y).layered(-1)
