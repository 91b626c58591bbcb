"""What stands about on the quay of the harbour's levels: containers, masts of cranes, lamps and signposts."""

from __future__ import annotations

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
_LEAF = 0.36  # m: about the width of a panel in the side of a container


def container(level: Level, x0: float, x1: float, y1: float, colour: str, y0: float = 0.1) -> Part:
    """Stand a container of steel between two places, with its panels; return what things can lie on."""
    x, y, width, height = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
    box = level.put("polygon", outline=SQUARE, width=width, height=height, stuff="metal", colour=colour).at(x, y)
    panels = max(1, round(width / _LEAF))
    leaf = width / panels
    for number in range(panels):
        frame(level, x0 + leaf * (number + 0.5), y, leaf - 0.05, height - 0.06)
    return box


def frame(level: Level, x: float, y: float, width: float, height: float) -> Part:
    """Hang up an empty frame: a panel, a strut, a field of a lattice."""
    return level.put("backdrop", width=width, height=height).at(x, y)


def mast(level: Level, x: float, y0: float, y1: float, width: float = 0.16) -> None:
    """Put up the mast of a crane, a lattice between two heights."""
    fields = max(1, round((y1 - y0) / 0.3))
    step = (y1 - y0) / fields
    for number in range(fields):
        frame(level, x, y0 + step * (number + 0.5), width, step)


def jib(level: Level, y: float, x0: float, x1: float, height: float = 0.12) -> None:
    """Hang up the jib of a crane, a lattice between two places."""
    fields = max(1, round((x1 - x0) / 0.4))
    step = (x1 - x0) / fields
    for number in range(fields):
        frame(level, x0 + step * (number + 0.5), y, step, height)


def stand(level: Level, look: str, on: Part, x: float, size: float = 1.0) -> Part:
    """Stand a piece of scenery on something."""
    return level.put("scenery", look=look, size=size).on(on, x=x)
