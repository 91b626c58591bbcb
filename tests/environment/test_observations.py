"""Observations as arrays: what stands where in them."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.environment.contraption import ContraptionEnv
from sandbox.environment.observations import GOAL_COLUMNS, PART_COLUMNS
from sandbox.environment.task import KIND_NUMBERS


def test_a_placed_part_has_the_last_row_and_moves_in_the_run() -> None:
    env = ContraptionEnv("drop")
    before, _ = env.reset(seed=1)
    assert not before["parts"][-1].any() and before["kinds"][-1] == 0 and before["stock"].tolist() == [1]
    after, *_ = env.step(env.action_of("place", kind="bowling_ball", x=2.0, y=2.1))
    row = dict(zip(PART_COLUMNS, after["parts"][-1].tolist(), strict=True))
    ball = [*env.run.parts.values()][-1]
    assert after["kinds"][-1] == KIND_NUMBERS["bowling_ball"] and after["stock"].tolist() == [0]
    assert (row["here"], row["placed"]) == (1.0, 1.0)
    width, height = env.task.level.size
    assert (row["x"] * width, row["y"] * height) == pytest.approx((ball.x, ball.y), abs=1e-5)
    assert (row["cos"], row["sin"]) == pytest.approx((np.cos(ball.angle), np.sin(ball.angle)), abs=1e-5)
    assert before["parts"].shape == after["parts"].shape


def test_a_goal_shows_where_it_is_and_that_it_is_met() -> None:
    env = ContraptionEnv("drop")
    before, _ = env.reset(seed=1)
    after, *_ = env.step(env.action_of("place", kind="bowling_ball", x=2.0, y=2.1))
    was, now = (dict(zip(GOAL_COLUMNS, seen["goals"][0].tolist(), strict=True)) for seen in (before, after))
    assert (was["met"], now["met"]) == (0.0, 1.0)
    ball = after["parts"][-1]
    assert now["x0"] < ball[0] < now["x1"] and now["y0"] < ball[1] < now["y1"]
