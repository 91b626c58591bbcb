"""What drawings of parts are made of besides what collides: shapes that are only seen, shapes that only sense."""

from __future__ import annotations

from sandbox.design.geometry import Outline
from sandbox.parts.plans import Look, Shape


def painted(outline: Outline, look: Look | None, body: int = 0, name: str = "") -> Shape:
    """Return a shape that is only seen: nothing touches it."""
    return Shape(outline, look, body, collides=False, name=name)


def sensor(outline: Outline, name: str, body: int = 0) -> Shape:
    """Return a shape that is not seen and stops nothing, but tells its part what is in it."""
    return Shape(outline, None, body, collides=False, name=name, senses=True)
