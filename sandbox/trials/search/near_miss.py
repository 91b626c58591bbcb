"""Near misses: whether a machine that did not win would win with one of its parts a few millimetres off.

Each part that the player has placed is tried 5, 10 and 20 mm off in eight directions, the nearest places first. The
answer is the first of these that wins, in an order that depends on the machine alone, on however many processes.
"""

from __future__ import annotations

from typing import NamedTuple

from sandbox.design.design import Design, Id, PartSpec
from sandbox.trials.judging import WON, patience
from sandbox.trials.search.try_service import Poses
from sandbox.trials.variations import DIRECTIONS, PartPose, ring

DISTANCES = (5, 10, 20)  # mm
MOST_TRIES = 240  # of a machine with many parts the nearest places
_BATCH = 4  # tries for one process


class NearMiss(NamedTuple):
    """A place where a part wins; without a part: the machine as it stands wins, if it is left alone."""

    part: Id = 0
    mm: int = 0
    way: int = 0  # index in `DIRECTIONS`
    pose: PartPose | None = None

    @property
    def words(self) -> str:
        """The way to the winning place, in words for the player."""
        return f"a little {DIRECTIONS[self.way].way}, {self.mm} mm"


class NearMissJob:
    """The tries for one machine; a job of a `TryService`. `result` and `done` may be read by another thread."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.ticks = patience(design)
        self.result: NearMiss | None = None
        self.done = False
        self._misses = [NearMiss(), *_nearest_first(tuple(spec for spec in design.parts if not spec.fixed))]
        self._outcomes: dict[int, str] = {}
        self._given = self._known = 0

    def next_tries(self) -> tuple[Poses, ...]:
        if self.done:
            return ()
        first = self._given
        self._given = min(len(self._misses), first + (_BATCH if first else 1))  # alone: most often it is the answer
        return tuple(_poses(miss) for miss in self._misses[first : self._given])

    def take(self, tries: tuple[Poses, ...], outcomes: tuple[str, ...]) -> None:
        places = {_poses(miss): index for index, miss in enumerate(self._misses)}
        for poses, outcome in zip(tries, outcomes, strict=True):
            self._outcomes[places[poses]] = outcome
        while not self.done and self._known in self._outcomes:
            if self._outcomes[self._known] == WON:
                self.result = self._misses[self._known]
            self._known += 1
            self.done = self.result is not None or self._known == len(self._misses)


def _nearest_first(parts: tuple[PartSpec, ...]) -> list[NearMiss]:
    """List all places to try, up to `MOST_TRIES`."""
    return [
        NearMiss(spec.id, mm, way, PartPose.shifted(spec, dx, dy))
        for mm in DISTANCES
        for spec in parts
        for way, (dx, dy) in enumerate(ring(mm))
    ][:MOST_TRIES]


def _poses(miss: NearMiss) -> Poses:
    return (miss.pose,) if miss.pose is not None else ()
