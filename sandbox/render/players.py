"""The signs by which players are told apart: for each a colour, a figure and a mark in it. No two have the same figure
and mark, so nobody has to see colours.
"""

from __future__ import annotations

from typing import NamedTuple

_SHAPES = (("circle", 8.0), ("square", 8.0), ("diamond", 9.5), ("triangle", 10.0))  # each with its size in px
_MARKS = ("", "cross", "check", "circle")
# The first is the accent of all marks, which themes replace (`overlay.ACCENT`); the others stay what they are.
_COLOURS = (
    (18, 107, 237), (204, 84, 0), (0, 128, 96), (160, 64, 144),
    (150, 110, 0), (0, 128, 170), (176, 40, 60), (90, 90, 90),
)  # fmt: skip


class PlayerSign(NamedTuple):
    """The sign of a player; `size` is in interface pixels, `mark` is empty where there is none."""

    colour: tuple[int, int, int]
    shape: str
    size: float
    mark: str


def sign_of(player: int) -> PlayerSign:
    """Return the sign of a player; that of player 0 is the hand as it is where nobody else plays."""
    shape, size = _SHAPES[player % len(_SHAPES)]
    return PlayerSign(_COLOURS[player % len(_COLOURS)], shape, size, _MARKS[player // len(_SHAPES)])
