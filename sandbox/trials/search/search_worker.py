"""A child process that works for a search, within limits.

The level comes as a greeting before the orders about it. The process keeps nothing between two orders but what follows
from the level.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandbox.design.design import Design, from_plain
from sandbox.parts import check
from sandbox.tasks.messages import unpack
from sandbox.tasks.serving import Teller, serve
from sandbox.trials.candidate import Candidate
from sandbox.trials.search import island, random_tries, simplify
from sandbox.trials.search.archive import Entry, Family
from sandbox.trials.variations import PartPose, outcome_at
from sandbox.trials.win_store import Margin


class Explore(Struct, frozen=True, tag="explore"):
    """An order to search an island; its fields are as in `island.explore`."""

    seed: int
    number: int
    runs: int
    limit: int
    entries: tuple[Entry, ...] = ()
    won: tuple[Family, ...] = ()

    def obeyed(self, level: Design) -> island.IslandAnswer:
        """Carry the order out."""
        return island.explore(level, self.seed, self.number, self.runs, self.limit, self.entries, self.won)


class MeasureMargin(Struct, frozen=True, tag="shake"):
    """An order to measure the margin of a win."""

    candidate: Candidate
    ticks: int

    def obeyed(self, level: Design) -> Margin:
        """Carry the order out."""
        return simplify.margin(level, self.candidate, self.ticks)


class TryAtRandom(Struct, frozen=True, tag="random"):
    """An order to try a level at random; its fields are as in `random_tries.try_batch`."""

    seed: int
    number: int
    tries: int
    limit: int

    def obeyed(self, level: Design) -> random_tries.TriedBatch:
        """Carry the order out."""
        return random_tries.try_batch(level, self.seed, self.number, self.tries, self.limit)


class TryPoses(Struct, frozen=True, tag="try"):
    """An order to run a machine with parts put elsewhere: each entry of `tries` is a run of up to `ticks` ticks."""

    tries: tuple[tuple[PartPose, ...], ...]
    ticks: int

    def obeyed(self, level: Design) -> tuple[str, ...]:
        """Carry the order out; return the outcome of each run."""
        return tuple(outcome_at(level, poses, self.ticks) for poses in self.tries)


Order = Explore | MeasureMargin | TryAtRandom | TryPoses


class _Level:
    """The level that the orders are about."""

    design = Design()


def greet(packed: bytes) -> None:
    """Take in the level that the next orders are about, in its written form."""
    _Level.design = check(from_plain(unpack(packed, Any)))


def carry_out(order: Order, teller: Teller) -> Any:
    """Carry out an order about the level."""
    return order.obeyed(_Level.design)


if __name__ == "__main__":
    serve(carry_out, Order, greet=greet)
