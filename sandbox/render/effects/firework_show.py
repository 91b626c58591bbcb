"""Draws the burst of a firework: stars that fly apart, a willow that rains down, or a ring in two colours."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.render.effects.effect import FALL, Brush, Effect, shade, spread


class _Show(NamedTuple):
    """A pattern of stars: how many, how much their speeds differ, how fast they sink, how long their tails are."""

    stars: int
    uneven: float  # share of its speed by which the slowest is slower
    sinks: float  # share of a free fall
    tail: float  # s
    tints: tuple[tuple[int, int, int], ...]


_SHOWS = {
    "star": _Show(26, 0.6, 0.08, 0.12, ((255, 96, 84), (255, 214, 96), (120, 190, 255))),
    "willow": _Show(22, 0.35, 0.22, 0.4, ((255, 206, 110), (244, 176, 72))),
    "ring": _Show(24, 0.0, 0.04, 0.08, ((150, 230, 140), (236, 120, 220))),
}


class FireworkShow(Effect):
    """The stars of one show, thrown out in all directions, slowed down by the air, and fading."""

    life = 1.8

    def __init__(self, tick: int, x: float, y: float, reach: float, show: str) -> None:
        super().__init__(tick)
        self.x, self.y, self.reach, self.show = x, y, reach, _SHOWS[show]

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        if still:
            brush.ring(self.x, self.y, self.reach, shade(self.show.tints[0], left), 2.4)
            return
        if age < 0.15:
            brush.glow(self.x, self.y, 0.5 * self.reach, (255, 246, 220), 0.9 * (1.0 - age / 0.15))
        for number in range(self.show.stars):
            tint = self.show.tints[number % len(self.show.tints)]
            brush.stroke(
                self._star(number, max(0.0, age - self.show.tail)), self._star(number, age), shade(tint, left), 0.008
            )
            x, y = self._star(number, age)
            brush.glow(x, y, 0.016, tint, 0.8 * left)

    def _star(self, number: int, age: float) -> tuple[float, float]:
        """Return where one star is."""
        angle = math.tau * (number + 0.4 * spread(number, 3)) / self.show.stars
        far = 1.5 * self.reach * (1.0 - self.show.uneven * spread(number, 5)) * (1.0 - math.exp(-3.0 * age))
        drop = 0.5 * FALL * self.show.sinks * age * age
        return self.x + far * math.cos(angle), self.y + far * math.sin(angle) - drop
