"""The random numbers of a search: a generator of our own, whose stream no release of Python can change.

It is SplitMix64 (G. L. Steele, D. Lea, C. H. Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014;
the constants are those of S. Vigna's public-domain splitmix64.c), in plain integers. Fractions are made from the upper
53 bits, as usual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_T = TypeVar("_T")


def mixed(*seeds: int) -> int:
    """Return a seed that depends on all of some numbers and on their order."""
    state = 0
    for seed in seeds:
        state = Numbers(state ^ (seed & _MASK)).bits()
    return state


class Numbers:
    """A stream of random numbers: the same for the same seed, for ever."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def fraction(self) -> float:
        """Return a number from 0 to below 1."""
        return (self.bits() >> 11) * 2.0**-53

    def chance(self, share: float) -> bool:
        """Return True in this share of all calls."""
        return self.fraction() < share

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` to `high`."""
        return low + (high - low) * self.fraction()

    def spread(self, size: float) -> float:
        """Return a number around 0, mostly nearer than `size`: the sum of three even ones, nearly a bell curve."""
        return size * (self.fraction() + self.fraction() + self.fraction() - 1.5)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` - 1. The lack of evenness, below 2^-50, does not matter here."""
        return self.bits() % count

    def one_of(self, items: Sequence[_T]) -> _T:
        """Return one of some items."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[_T], weights: Sequence[float]) -> _T:
        """Return one of some items, each as often as its weight says."""
        whole = 0.0
        for weight in weights:
            whole += weight
        left = whole * self.fraction()
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0.0:
                return item
        return items[-1]

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """Return the items in another order, each order as likely as any other."""
        rest, order = list(items), []
        while rest:
            order.append(rest.pop(self.below(len(rest))))
        return order
