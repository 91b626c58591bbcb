"""Draws the confetti that falls when a level is solved.

Its pieces are added to the overlay in one call, which is cheaper than one mark for each.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sandbox.render.effects.effect import Brush, Effect, spread

# Blue, orange, green, vermilion, purple, yellow of Okabe and Ito's palette: distinct with any colour blindness.
_CONFETTI = ((0, 114, 178), (230, 159, 0), (0, 158, 115), (213, 94, 0), (204, 121, 167), (240, 228, 66))
_PIECES, _RAIN = 150, 4.0  # of confetti; s that it falls


class _Piece(NamedTuple):
    shape: str
    colour: tuple[int, int, int]
    late: float  # s
    fall: float  # m/s
    x: float
    y: float
    sway: float
    tumble: float
    turn: float


class Confetti(Effect):
    """Confetti in every shape that falls over the level from its top and is gone."""

    life = _RAIN

    def __init__(self, tick: int, width: float, height: float) -> None:
        super().__init__(tick)
        self.height = height
        self._pieces = [_piece(number, width, height) for number in range(_PIECES)]

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        if still:
            return
        shown = [(piece, age - piece.late) for piece in self._pieces if age > piece.late]
        alpha = int(255 * min(1.0, 2.0 * (self.life - age)))
        rows = [
            (
                piece.shape,
                piece.x + 0.06 * math.sin(3.0 * since + piece.sway),
                y,
                # A piece that tumbles shows its edge now and then.
                max(1.2, 0.018 * (0.35 + 0.65 * abs(math.cos(5.0 * since + piece.tumble))) * brush.pixels),
                (*piece.colour, alpha),
                4.0 * since + piece.turn,
            )
            for piece, since in shown
            if (y := piece.y - piece.fall * since) > 0.0
        ]
        brush.overlay.figures(rows)


def _piece(number: int, width: float, height: float) -> _Piece:
    def chance(seed: int) -> float:
        return spread(number, seed)

    return _Piece(
        ("square", "circle", "triangle", "diamond")[number % 4], _CONFETTI[number % len(_CONFETTI)],
        1.2 * chance(2), (0.45 + 0.35 * chance(4)) * height / 1.6, width * chance(1),
        height * (1.02 + 0.1 * chance(6)), 20.0 * chance(8), 9.0 * chance(3), 6.0 * chance(5),
    )  # fmt: skip
