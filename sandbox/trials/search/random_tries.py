"""Random tries: candidates made from nothing, one independent of the other, and how many of them win.

Their places are those that a search proposes when it begins, on surfaces, beside parts, on the paths of what moves when
nothing is placed; but nothing is learnt from one try for the next. So the share that wins tells how hard a level is for
somebody who has understood nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, fitting
from sandbox.trials.search.archive import Entry
from sandbox.trials.search.numbers import Numbers, mixed
from sandbox.trials.search.proposals import Proposals

BATCH = 50  # tries of a process before it is asked again
ENOUGH = 30  # wins, after which the share is known well enough: to a fifth of it
MOST_REFUSED = 60  # candidates in a row that can't be built, after which this counts as a try
_STREAM = 0x7A4D0  # keeps these random numbers apart from those of a search with the same seed


class TriedBatch(Struct, frozen=True, array_like=True):
    """A number of tries, and how many of them won."""

    tries: int
    wins: int


def try_batch(level: Design, seed: int, number: int, tries: int, limit: int) -> TriedBatch:
    """Try candidates of one batch; a pure function of its arguments.

    Args:
        number: of the batch.
        limit: ticks that a run may take.
    """
    empty = judging.watch(level, limit)
    parent = Entry(Candidate(), empty.nearness, empty.moved, empty.paths)
    proposals = Proposals(level, Numbers(mixed(_STREAM, seed, number)))
    wins = 0
    for _ in range(tries):
        design = _next(level, lambda: proposals.new(parent))
        wins += design is not None and judging.outcome(design, limit) == "won"
    return TriedBatch(tries, wins)


def _next(level: Design, make: Callable[[], Candidate]) -> Design | None:
    """Return the level with the next candidate that can be built in it; None if one after the other can't."""
    for _ in range(MOST_REFUSED):
        try:
            return fitting(level, make())
        except Refused:
            continue
    return None
