"""Tracks: what rolls along a drawn line does so as on one piece, and what a level allows of it is kept to."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pymunk
import pytest

from sandbox import parts
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Points, Polygon
from sandbox.errors import BadFile
from sandbox.parts.drawing import MAX_POINTS
from sandbox.parts.slopes.tracks import curve_through, middles_of
from tests.parts.rig import Rig

HALF = 0.015  # m: of the usual thickness
FLAT = tuple((k / 10, 0.0) for k in range(31))
VALLEY = tuple((x / 10, 0.004 * x * x) for x in range(-12, 13, 3))
# Of its speed at the bottom, over a bend of 75 degrees; a bowling ball slips.
KEPT = {"tennis_ball": 0.985, "bowling_ball": 0.97, "cannon_ball": 0.985}
HOPS = 0.1  # m/s up or down


def track(line: Points, **props: Any) -> PartSpec:
    return parts.fit_part(PartSpec(1, "track", 0.0, 0.0, props={"line": (line,), **props}))


def share_kept(ball: str) -> float:
    """The share of its speed at the bottom that a ball has left, once it has rolled down into a valley and up again."""
    radius = parts.blueprint(PartSpec(1, ball, 0.0, 0.0)).shapes[0].outline.reach(0.0, 0.0)
    slope = -0.8  # of the valley at x = -1
    away, long = radius + HALF + 0.0005, math.sqrt(1 + slope * slope)
    rig = Rig()
    rig.add("track", 0.0, 0.0, line=(VALLEY,))
    rolls = rig.add(ball, -1.0 - slope * away / long, 0.4 + away / long)
    body = rig.machine.parts[rolls].bodies[0]
    heights, fast = [rig.motion(rolls)[1]], 0.0

    def energy() -> float:
        _, y, _, vx, vy, w = rig.motion(rolls)
        return (vx * vx + vy * vy + body.moment / body.mass * w * w) / 2 + 9.81 * y

    rig.run(0.05)
    first = energy()
    while fast <= 0.0 or rig.motion(rolls)[3] > 0.0:
        rig.run(1 / 240)
        heights.append(rig.motion(rolls)[1])
        fast = max(fast, rig.motion(rolls)[3])
        assert len(heights) < 480, "it never came up on the other side"
    low = 9.81 * min(heights)
    return math.sqrt((energy() - low) / (first - low))


@pytest.mark.parametrize("ball", KEPT)
def test_a_ball_keeps_its_speed_where_the_pieces_meet(ball: str) -> None:
    assert KEPT[ball] <= share_kept(ball) <= 1.01


def test_without_its_neighbours_each_piece_has_ends_that_brake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pymunk.Segment, "set_neighbors", lambda *_: None)
    assert share_kept("cannon_ball") < KEPT["cannon_ball"] - 0.01


@pytest.mark.parametrize(("kind", "high"), [("bowling_ball", 0.109), ("crate", 0.15)])
def test_along_a_level_line_nothing_hops(kind: str, high: float) -> None:
    rig = Rig()
    rig.add("track", 0.0, 0.0, line=(FLAT,), friction=0.0)
    thing = rig.add(kind, 0.3, HALF + high)
    rig.machine.parts[thing].bodies[0].velocity = (3.0, 0.0)
    hops, speeds = [0.0], [3.0]

    def watch() -> None:
        hops.append(abs(rig.motion(thing)[4]))
        speeds.append(rig.motion(thing)[3])

    rig.run(0.8, watch)
    assert max(hops) < HOPS
    assert min(speeds) > 2.98


def test_the_curve_goes_through_its_points_and_turns_little_at_each_joint() -> None:
    points = ((0.0, 0.0), (0.4, 0.5), (0.5, 0.0), (1.0, 0.1))
    curve = curve_through(points)
    assert all(point in curve for point in points)
    turns = [
        abs(math.remainder(math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]), math.tau))
        for a, b, c in zip(curve, curve[1:], curve[2:], strict=False)
    ]
    assert max(turns) < 0.05
    assert max(turns) > 0.0
    assert len(middles_of(points)) == 3


def test_a_line_of_two_points_is_straight() -> None:
    curve = curve_through(((0.0, 0.0), (1.0, 0.5)))
    assert all(y == pytest.approx(x / 2, abs=1e-12) for x, y in curve)


@pytest.mark.parametrize("flip", [False, True])
def test_flipped_its_pieces_still_know_their_neighbours(flip: bool) -> None:
    plan = parts.blueprint(PartSpec(1, "track", 0.0, 0.0, flip=flip))
    pieces = [shape for shape in plan.shapes if shape.collides]
    for before, after in pairwise(pieces[::-1] if flip else pieces):
        assert before.beside is not None and after.beside is not None
        assert isinstance(before.outline, Polygon) and isinstance(after.outline, Polygon)
        (first, shared), (also_shared, last) = before.outline.points, after.outline.points
        assert shared == also_shared and before.beside[1] == last and after.beside[0] == first


def test_no_strip_has_more_points_than_can_be_drawn() -> None:
    long = tuple((k / 5, 0.3 * (k % 2)) for k in range(32))
    plan = parts.blueprint(track(long))
    assert max(len(getattr(s.outline, "points", ())) for s in plan.shapes if s.look is not None) <= MAX_POINTS


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: track(((0.0, 0.0),)), "2 to 32 points; it has 1"),
        (lambda: track(tuple((k / 9, 0.0) for k in range(33))), "2 to 32 points; it has 33"),
        (lambda: track(((0.0, 0.0), (0.0, 0.001))), "points 1 and 2 in one place"),
        (lambda: track(((0.0, 0.0), (30.0, 0.0))), "from -20 to 20 m"),
        (lambda: track(((0.0, 0.0), (1.0, True))), "two numbers"),
        (lambda: parts.fit_part(PartSpec(1, "track", 0.0, 0.0, props={"line": ((0.0, 1.0),)})), "two numbers"),
        (lambda: parts.fit_part(PartSpec(1, "track", 0.0, 0.0, props={"line": 3.0})), "one list of points"),
        (lambda: track(FLAT[:5], most=4), "a line of 5 points, where 4 are allowed; draw a plainer one"),
        (lambda: track(FLAT[:21], longest=1.5), "2.00 m long, where 1.5 m are allowed; draw a shorter one"),
        (lambda: track(FLAT, thickness=0.5), "thickness is 0.5; it goes from 0.01 to 0.3 m"),
    ],
)
def test_refuses_in_one_sentence(make: Callable[[], PartSpec], why: str) -> None:
    with pytest.raises(BadFile, match=why) as refused:
        make()
    assert "\n" not in str(refused.value)
