"""Draws the confetti that falls when a level is solved.

Its pieces are added to the overlay in one call, which is cheaper than one mark for each.
"""

from __future__ import annotations

import numpy as np

from sandbox.render.effects.effect import Brush, Effect, spread
from sandbox.render.overlay import Floats, Overlay

# Blue, orange, green, vermilion, purple, yellow of Okabe and Ito's palette: distinct with any colour blindness.
_CONFETTI = ((0, 114, 178), (230, 159, 0), (0, 158, 115), (213, 94, 0), (204, 121, 167), (240, 228, 66))
_PIECES, _RAIN = 150, 4.0  # of confetti; s that it falls


class Confetti(Effect):
    """Confetti in every shape that falls over the level from its top and is gone."""

    life = _RAIN

    def __init__(self, tick: int, width: float, height: float) -> None:
        super().__init__(tick)
        self.height = height
        numbers = range(_PIECES)

        def chance(seed: int) -> Floats:
            return np.array([spread(number, seed) for number in numbers])

        self._late = 1.2 * chance(2)
        self._fall = (0.45 + 0.35 * chance(4)) * height / 1.6  # m/s
        self._x, self._y = width * chance(1), height * (1.02 + 0.1 * chance(6))
        self._sway, self._tumble, self._turn = 20.0 * chance(8), 9.0 * chance(3), 6.0 * chance(5)
        self._shapes = [("square", "circle", "triangle", "diamond")[number % 4] for number in numbers]
        self._inks = np.array([(*_CONFETTI[number % len(_CONFETTI)], 255) for number in numbers], np.uint8)

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        if still:
            return
        since = age - self._late
        x, y = self._x + 0.06 * np.sin(3.0 * since + self._sway), self._y - self._fall * since
        # A piece that tumbles shows its edge now and then.
        r = 0.018 * (0.35 + 0.65 * np.abs(np.cos(5.0 * since + self._tumble))) * brush.pixels
        inks = self._inks.copy()
        inks[:, 3] = 255 * min(1.0, 2.0 * (self.life - age)) * ((since > 0.0) & (y > 0.0))
        assert isinstance(brush.overlay, Overlay)  # many at once
        brush.overlay.figures(self._shapes, x, y, np.maximum(1.2, r), inks, 4.0 * since + self._turn)
