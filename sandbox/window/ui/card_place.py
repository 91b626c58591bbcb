"""The place of the card of an outcome: the corner of the canvas, and the shape, that hide least. Pixels, y down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandbox.window.ui.widgets import Rect

_COLUMN = 0.25  # of a thing's weight: hiding the space above or below it, where it comes from or goes to


class Weighed(NamedTuple):
    """Something in the scene that the card should not hide, and how much that matters."""

    rect: Rect
    weight: float


class CardPlace(NamedTuple):
    """A place for a card: which of the sizes, at which side, and whether at the bottom."""

    size: int
    side: float  # 0 at the left, 1 at the right
    low: bool

    def corner(self, size: tuple[float, float], canvas: Rect, top: float, margin: float) -> tuple[float, float]:
        """Return the upper left corner; at the bottom there is room for a card of that size. `top` is where the canvas
        becomes free."""
        x0, _, x1, y1 = canvas
        x = x0 + margin + self.side * max(0.0, x1 - x0 - 2 * margin - size[0])
        return x, max(top, y1 - margin - size[1]) if self.low else top


def best_place(
    sizes: Sequence[tuple[float, float]], canvas: Rect, top: float, margin: float, scene: Sequence[Weighed]
) -> CardPlace:
    """Return the place that hides least of a scene; of equal ones the first, at the top and at the right."""
    places = [CardPlace(n, side, low) for low in (False, True) for n in range(len(sizes)) for side in (1.0, 0.0, 0.5)]

    def hidden(place: CardPlace) -> float:
        size = sizes[place.size]
        x, y = place.corner(size, canvas, top, margin)
        columns = (weighed.weight * _span(x, x + size[0], weighed.rect[0], weighed.rect[2]) for weighed in scene)
        return _hidden((x, y, x + size[0], y + size[1]), scene) + _COLUMN * sum(columns)

    return min(places, key=hidden)


def hides_less_at_top(
    size: tuple[float, float], canvas: Rect, top: float, bottom: float, scene: Sequence[Weighed]
) -> bool:
    """Tell whether a card in the middle of the canvas hides less at its top than at its bottom, where it usually is."""
    x0 = (canvas[0] + canvas[2] - size[0]) / 2
    x1 = x0 + size[0]
    return _hidden((x0, top, x1, top + size[1]), scene) < _hidden((x0, bottom - size[1], x1, bottom), scene)


def _hidden(card: Rect, scene: Sequence[Weighed]) -> float:
    """Return the weight of what a card hides."""
    return sum(weighed.weight * _covered(card, weighed.rect) for weighed in scene)


def _covered(card: Rect, rect: Rect) -> float:
    """Return the share of a rectangle that lies under the card."""
    return _span(card[0], card[2], rect[0], rect[2]) * _span(card[1], card[3], rect[1], rect[3])


def _span(a0: float, a1: float, b0: float, b1: float) -> float:
    """Return the share of the stretch b that lies in the stretch a."""
    return max(0.0, min(a1, b1) - max(a0, b0)) / max(b1 - b0, 1e-6)
