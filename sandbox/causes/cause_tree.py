"""The tree of causes of a run: which part was set off by which, when and how; its longest chain, and the way back.

A part is *set off* when it begins to move or to act after a rest. What sets it off is the first of these: a knock or a
push, a pull by a rope, belt, gear or joint, a support that gives way, a signal, power, light, heat, fire, wind, a
blast, what an animal notices, a hand. A part that begins without any of them begins by itself: it falls, or runs from
Start on. Resting contact sets nothing off, and neither does what never moves nor acts, as a floor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import Design

NOTHING = -1  # in place of the number of a step: no other part was the cause
BY_ITSELF, BY_HAND = "by itself", "by hand"


class CauseStep(NamedTuple):
    """A part that was set off.

    Attributes:
        tick: when, in ticks since Start.
        cause: the number of the step that set it off, which comes before it; `NOTHING` if no part did.
        how: in a word or two: "knock", "signal", "rope", ..., `BY_ITSELF` or `BY_HAND`.
        link: the id of the link that carried it; 0 if none did.
    """

    part: int
    tick: int
    cause: int
    how: str
    link: int = 0


class CauseTree:
    """The steps of a run so far, each after the one that caused it."""

    def __init__(self, steps: Sequence[CauseStep] = ()) -> None:
        self.steps = [*steps]

    def __len__(self) -> int:
        return len(self.steps)

    def way_to(self, number: int) -> list[CauseStep]:
        """Return the steps that led to one of them, the first cause first, that step last."""
        way: list[CauseStep] = []
        while number != NOTHING:
            step = self.steps[number]
            way.append(step)
            number = step.cause
        return way[::-1]

    def why(self, part: int, tick: int) -> list[CauseStep]:
        """Return what led to the last time, up to a tick since Start, that a part was set off; empty if it never was.

        What merely goes on by itself after an earlier cause has no cause of its own: then that step stands alone.
        """
        numbers = [number for number, step in enumerate(self.steps) if step.part == part and step.tick <= tick]
        return self.way_to(numbers[-1]) if numbers else []

    def chain(self, until: int | None = None) -> list[CauseStep]:
        """Return the longest chain: a way on which the most different parts were set off.

        Of chains that are equally long it is the one that was complete first; of those, the one whose last part has
        the lower id.

        Args:
            until: leave out what came after this tick since Start.
        """
        lengths = [*self._lengths()]
        numbers = [number for number, step in enumerate(self.steps) if until is None or step.tick <= until]
        if not numbers:
            return []
        return once(self.way_to(min(numbers, key=lambda number: self._rank(number, lengths[number]))))

    def _rank(self, number: int, length: int) -> tuple[int, int, int, int]:
        step = self.steps[number]
        return -length, step.tick, step.part, number

    def _lengths(self) -> Iterator[int]:
        """Yield, for each step, on how many different parts the way to it leads."""
        ways: list[frozenset[int]] = []
        for step in self.steps:
            before: frozenset[int] = ways[step.cause] if step.cause != NOTHING else frozenset()
            ways.append(before | {step.part})
            yield len(ways[-1])


def once(way: Sequence[CauseStep]) -> list[CauseStep]:
    """Return a way with each part only where it was set off first."""
    first: dict[int, CauseStep] = {}
    for step in way:
        first.setdefault(step.part, step)
    return [*first.values()]


def families(design: Design, chain: Sequence[CauseStep]) -> list[str]:
    """Return the families of the parts of a chain, in the order in which they come."""
    kinds = [design.part_by_id[step.part].kind for step in chain]
    return [*dict.fromkeys(FAMILY_OF[kind] for kind in kinds)]


FAMILY_OF = {kind.name: family for family, module in catalogue.FAMILIES.items() for kind in module.KINDS}  # by kind


def count_text(design: Design, chain: Sequence[CauseStep]) -> str:
    """Return the count of a chain in words: "chain of 11, 6 families"; empty if nothing has set off anything."""
    if len(chain) < 2:
        return ""
    number = len(families(design, chain))
    return f"chain of {len(chain)}, {number} famil{'y' if number == 1 else 'ies'}"
