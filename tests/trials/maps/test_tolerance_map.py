"""Tolerance maps: what they show is what brute force finds, on any number of processes."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

from sandbox.trials.judging import OUTCOMES
from sandbox.trials.maps.tolerance_map import UNKNOWN, ToleranceMap, over_world
from sandbox.trials.search.try_service import run_job
from sandbox.trials.variations import outcome_at
from tests.trials.maps.mapping import PLACE, mapped, plan

WON, REFUSED = OUTCOMES.index("won"), OUTCOMES.index("refused")


def test_it_shows_what_brute_force_finds() -> None:
    of = plan()
    result = mapped(of)
    every = [(i, j) for j in range(of.rows + 1) for i in range(of.columns + 1)]
    forced = {point: outcome_at(of.design, of.poses(point), of.ticks) for point in every}
    assert result.outcomes.items() <= forced.items()
    shown = {point: OUTCOMES[result.raster[point[1], point[0]]] for point in every}
    assert {point: shown[point] for point in result.outcomes} == result.outcomes
    wrong = [point for point in every if shown[point] != forced[point]]
    assert len(wrong) <= 0.02 * len(every), wrong
    assert {"won", "open", "refused"} <= set(result.outcomes.values())
    assert len(result.outcomes) == result.runs < len(every)


def test_the_own_place_is_a_point_of_it() -> None:
    of = plan()
    (pose,) = of.poses(of.home)
    assert (pose.x, pose.y) == PLACE
    assert (of.box.x0, of.box.y1) == (PLACE[0] - 0.4, PLACE[1] + 0.4)


def test_it_is_at_least_as_large_as_asked_for() -> None:
    assert plan(0.8).columns == plan(0.79).columns == 16 and plan(0.81).columns == 32


def test_first_blocks_are_shown_at_once_and_become_finer() -> None:
    result = ToleranceMap(plan())
    tries = result.next_tries()
    i, j = result.plan.home
    result.take(tries, ("won", *["open"] * (len(tries) - 1)))
    assert result.raster[j, i] == WON, "places near its own come first"
    coarse = np.count_nonzero(result.raster != UNKNOWN)
    assert coarse > 4 * len(tries) and not result.done
    assert 0.0 <= result.share < 1.0


def test_it_is_the_same_on_two_processes() -> None:
    alone, together = mapped(plan(0.4)), ToleranceMap(plan(0.4))
    run_job(together, 2)
    assert together.done and together.share == 1.0
    assert alone.outcomes[alone.plan.home] == "won"
    assert np.array_equal(alone.raster, together.raster) and alone.outcomes == together.outcomes
    assert sum(alone.shares.values()) == 1.0 and alone.shares["won"] > 0.0


def test_it_is_the_same_with_other_hash_seeds() -> None:
    path = os.pathsep.join(filter(None, sys.path))
    digests = {
        subprocess.run(
            [sys.executable, "-m", "tests.trials.maps.mapping"],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1 and len(digests.pop().strip()) == 64


def test_a_map_of_the_whole_level_covers_it() -> None:
    of = plan()
    whole = over_world(of.design, of.part, of.ticks, 0.05, 8, 8)
    box, world = whole.box, of.design.world
    assert box.x0 <= 0.0 and box.y0 <= 0.0 and box.x1 >= world.width and box.y1 >= world.height
    (pose,) = whole.poses(whole.home)
    assert (pose.x, pose.y) == PLACE
