"""Draws what goes on in an animal (a mark when it notices something, a heart when it has eaten), and spilt water.

A mark goes along with its animal, and stays at the last place of one that has been caught.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox import parts as catalogue
from sandbox.design.geometry import Pose
from sandbox.machine.machine import Event
from sandbox.render.effects.effect import FALL, INK, Brush, Effect, shade, spread

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_PAPER, _ALARM, _LOVE, _WATER = (255, 252, 240), (214, 60, 48), (228, 72, 92), (92, 168, 214)
_GROWS = 0.1  # s until a mark has its size


class _Mark(Effect):
    """A mark above a part's main body, which bounces up as it begins and fades as it ends."""

    life = 0.8

    def __init__(self, event: Event, stage: Stage) -> None:
        super().__init__(event.tick)
        self._stage, self._row = stage, stage.row_of[event.part, 0]
        spec = stage.design.part_by_id[event.part]
        self._above = catalogue.blueprint(spec).bounds(Pose(0.0, 0.0, 0.0)).y1 + 0.055  # m

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        x, y = self._stage.rows[self._row, :2].tolist()
        size = 1.0 if still else min(1.0, age / _GROWS) * (1.0 + 0.25 * math.exp(-9.0 * age))
        self.mark(brush, x, y + self._above, size, min(1.0, 3.0 * (1.0 - age / self.life)))

    def mark(self, brush: Brush, x: float, y: float, size: float, alpha: float) -> None:
        """Draw the mark about a point (m), `size` times as large as usual."""


class AnimalSign(_Mark):
    """An exclamation mark in a bubble, red for a thing that the animal fears."""

    def __init__(self, event: Event, stage: Stage, fear: bool) -> None:
        super().__init__(event, stage)
        self._colour = _ALARM if fear else INK

    def mark(self, brush: Brush, x: float, y: float, size: float, alpha: float) -> None:
        r = 0.042 * size
        brush.disc(x, y, r, shade(_PAPER, alpha))
        brush.ring(x, y, r, shade(INK, alpha), 1.6)
        ink = shade(self._colour, alpha)
        brush.stroke((x, y + 0.6 * r), (x, y - 0.1 * r), ink, 0.26 * r)
        brush.disc(x, y - 0.5 * r, 0.17 * r, ink)


class Heart(_Mark):
    """A heart."""

    def mark(self, brush: Brush, x: float, y: float, size: float, alpha: float) -> None:
        r, love = 0.02 * size, shade(_LOVE, alpha)
        for side in (-1.0, 1.0):
            brush.disc(x + side * 0.86 * r, y, r, love)
        for k in range(9):
            down = k / 8
            half = 1.8 * r * (1.0 - down)
            level = y - 0.2 * r - 2.0 * r * down
            brush.stroke((x - half, level), (x + half, level), love, 0.3 * r)


class Spill(Effect):
    """Drops of water that fly off and fall."""

    life = 0.7

    def __init__(self, event: Event) -> None:
        super().__init__(event.tick)
        self._x, self._y = event.x, event.y

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        if still:
            brush.ring(self._x, self._y, 0.1, shade(_WATER, left), 2.4)
            return
        for number in range(22):
            angle = math.tau * (0.02 + 0.46 * spread(number))
            speed = 0.5 + 1.1 * spread(number, 3)
            x = self._x + (0.12 * (spread(number, 5) - 0.5) + speed * math.cos(angle) * age)
            y = self._y + speed * math.sin(angle) * age - 0.5 * FALL * age * age
            brush.disc(x, y, 0.007 + 0.01 * spread(number, 7), shade(_WATER, 1.5 * left))


def signs_of(stage: Stage, event: Event) -> list[Effect]:
    """Return the effects that an event of an animal starts, or of a vessel that spills its water."""
    if event.what == "spilt":
        return [Spill(event)]
    if event.part not in stage.parts:
        return []
    if event.what == "noticed":
        return [AnimalSign(event, stage, event.strength > 0.0)]
    kind = catalogue.KINDS[stage.design.part_by_id[event.part].kind]
    if event.what == kind.wakes_with:
        return [AnimalSign(event, stage, False)]
    return [Heart(event, stage)] if event.what == "fed" else []
