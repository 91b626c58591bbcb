"""A small tolerance map for tests, made in this process; run as a program it prints the digest of its raster."""

from __future__ import annotations

import hashlib

from sandbox.trials.candidate import Candidate, Placement, built
from sandbox.trials.maps.tolerance_map import MapPlan, ToleranceMap, around
from sandbox.trials.variations import outcome_at
from tests.trials.search.puzzles import DROP, level

PLACE = (1.8, 1.3)


def plan(size: float = 0.8, finest: float = 0.05, root: int = 8) -> MapPlan:
    """Return the plan of a map of where a ball may be let go above a basket, with a shelf beside it."""
    design = built(level(DROP), Candidate((Placement("bowling_ball", *PLACE),)))
    return around(design, design.parts[-1].id, 720, size, finest, root)


def mapped(of: MapPlan, probing: bool = True) -> ToleranceMap:
    """Make a map without other processes."""
    result = ToleranceMap(of, probing)
    while tries := result.next_tries():
        result.take(tries, tuple(outcome_at(of.design, poses, of.ticks) for poses in tries))
    return result


if __name__ == "__main__":
    print(hashlib.sha256(mapped(plan(0.4)).raster.tobytes()).hexdigest())
