"""What stands about at the lighthouse: rocks, iron ladders and lamps."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

# A block of rock with a flat top: it is wider at its foot, and its sides are rough.
_ROCK = [[[-0.5, -0.5], [0.5, -0.5], [0.47, -0.1], [0.49, 0.2], [0.44, 0.5], [-0.45, 0.5], [-0.48, 0.1], [-0.46, -0.2]]]
SQUARE = [[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]]


def rock(level: Level, x0: float, x1: float, y1: float, y0: float = 0.1) -> Part:
    """Raise a rock whose flat top reaches from x0 to x1 (m), and return it."""
    width = (x1 - x0) / 0.89
    middle = (x0 + x1) / 2 + 0.005 * width
    return level.put("polygon", outline=_ROCK, width=width, height=y1 - y0).at(middle, (y0 + y1) / 2)


def ladder(level: Level, x: float, y0: float, y1: float, width: float = 0.18) -> None:
    """Put up an iron ladder between two heights, behind everything."""
    rungs = max(1, round((y1 - y0) / 0.16))
    step = (y1 - y0) / rungs
    for number in range(rungs):
        level.put("backdrop", width=width, height=step).at(x, y0 + step * (number + 0.5)).layered(-2)


def stand(level: Level, look: str, on: Part, x: float, size: float = 1.0) -> Part:
    """Stand a piece of scenery on something, behind what moves."""
    return level.put("scenery", look=look, size=size).on(on, x=x).layered(-1)


def hang(level: Level, look: str, x: float, y: float, size: float = 1.0) -> Part:
    """Hang a piece of scenery on the wall behind everything."""
    return level.put("scenery", look=look, size=size).at(x, y).layered(-1)
