"""What the levels of the ice rink share: floes of ice, portcullises, and what stands about."""

from __future__ import annotations

import math

from sandbox.authoring import Level
from sandbox.authoring.placing import Part

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
_THICKEST = 1.0  # m: of a floor


def floe(level: Level, x0: float, x1: float, top: float, bottom: float = 0.1) -> Part:
    """Put ice between two places (m), as high as a penguin is to walk; return the layer that he walks on."""
    layers = math.ceil((top - bottom) / _THICKEST)
    for number in range(layers):
        thick = (top - bottom) / layers
        layer = level.put("floor", width=x1 - x0, height=thick).at((x0 + x1) / 2, bottom + thick * (number + 0.5))
    return layer


def portcullis(level: Level, x: float, floor: Part, height: float = 0.75, mass: float = 2.0) -> Part:
    """Stand a gate on a floor, between two posts that leave room for a penguin below them; return the gate."""
    gate = level.put("polygon", outline=SQUARE, width=0.07, height=height, body="upright", stuff="wood", mass=mass)
    gate.named("the gate").on(floor, x=x)
    top = floor.box.y1
    for side in (-0.09, 0.09):
        level.put("wall", width=0.07, height=0.9).at(x + side, top + 0.45 + 0.45)
    return gate


def stand(level: Level, *pieces: tuple[str, Part, float] | tuple[str, Part, float, float]) -> None:
    """Stand scenery on what carries it: looks with their supports, places (m) and, if not 1, sizes."""
    for look, on, x, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).on(on, x=x).layered(-1)


def hang(level: Level, *pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> None:
    """Hang up scenery behind everything: looks with their places (m) and, if not 1, their sizes."""
    for look, x, y, *size in pieces:
        level.put("scenery", look=look, size=size[0] if size else 1.0).at(x, y).layered(-1)
