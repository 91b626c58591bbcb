"""What parts are drawn with besides what collides: shapes that are only seen, lamps, and shapes that only sense."""

from __future__ import annotations

from sandbox.design.geometry import Circle, Outline
from sandbox.parts.plans import Look, Rgb, Shape

# Colours of lamps and flames that several families have.
GREEN_LAMP: Rgb = (90, 200, 90)
DIM_GREEN_LAMP: Rgb = (70, 190, 84)
BRIGHT_GREEN_LAMP: Rgb = (96, 214, 96)
FLAME: Rgb = (236, 122, 26)


def painted(outline: Outline, look: Look | None, body: int = 0, name: str = "") -> Shape:
    """Return a shape that is only seen: nothing touches it."""
    return Shape(outline, look, body, collides=False, name=name)


def lamp(
    r: float, x: float, y: float, tint: Rgb, slot: str, outline: float = 1.6, body: int = 0, name: str = ""
) -> Shape:
    """Return a round lamp that glows as bright as the running state `slot` says, from 0 to 1."""
    return painted(Circle(r, x, y), Look("glow", tint, outline, slot), body, name)


def sensor(outline: Outline, name: str, body: int = 0) -> Shape:
    """Return a shape that is not seen and stops nothing, but tells its part what is in it."""
    return Shape(outline, None, body, collides=False, name=name, senses=True)
