"""Strokes of a hand, smoothed to the points of a track."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sandbox.design.geometry import Point, Points
from sandbox.editing.stroke import LEAST_SPAN, TOLERANCE, smoothed
from sandbox.parts.slopes.tracks import curve_through


def off(point: Point, curve: Points) -> float:
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(curve):
        dx, dy = bx - ax, by - ay
        along = min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)))
        best = min(best, math.hypot(ax + along * dx - point[0], ay + along * dy - point[1]))
    return best


def wave(tremble: float = 0.0) -> Points:
    shakes = [tremble * math.sin(12.9898 * k) for k in range(400)]  # as good as random, and always the same
    return tuple((k / 100 + shakes[k], 0.3 * math.sin(k / 25) + shakes[k + 200]) for k in range(200))


def test_the_track_is_nowhere_farther_from_the_stroke_than_the_tolerance() -> None:
    points = smoothed(wave())
    curve = curve_through(points)
    assert max(off(point, curve) for point in wave()) <= TOLERANCE + 0.002, "and what averaging has moved"
    assert 4 <= len(points) <= 12, "few points are enough for one wave"


def test_a_tremble_is_smoothed_away() -> None:
    curve = curve_through(smoothed(wave(0.004)))
    assert max(off(point, curve) for point in wave()) <= 1.5 * TOLERANCE
    assert len(smoothed(wave(0.004))) <= 20


def test_it_begins_and_ends_where_the_hand_did() -> None:
    stroke = wave()
    points = smoothed(stroke)
    assert (points[0], points[-1]) == (stroke[0], stroke[-1])
    assert all(math.dist(a, b) >= LEAST_SPAN for a, b in pairwise(points))


def test_a_straight_stroke_is_two_points() -> None:
    assert smoothed(((0.0, 0.0), (0.5, 0.25), (1.0, 0.5))) == ((0.0, 0.0), (1.0, 0.5))


def test_a_coarser_tolerance_needs_fewer_points_and_a_limit_is_kept() -> None:
    assert len(smoothed(wave(), 0.05)) < len(smoothed(wave()))
    assert len(smoothed(wave(), most=5)) == 5


@pytest.mark.parametrize("stroke", [(), ((1.0, 1.0),), ((1.0, 1.0), (1.0, 1.001))])
def test_a_stroke_without_length_is_none(stroke: Points) -> None:
    assert smoothed(stroke) == ()
