"""Regions are cut into few polygons that cover them exactly."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon, box

from sandbox.design.geometry import area, crossing
from sandbox.levels.formats import regions
from sandbox.levels.formats.drawing import Ring

CIRCLE = Polygon([(cos(2 * pi * n / 40), sin(2 * pi * n / 40)) for n in range(40)])
REGIONS = {
    "a square": (box(0, 0, 1, 1), 1),
    "a circle": (CIRCLE, 3),
    "a ring": (CIRCLE.difference(CIRCLE.buffer(-0.2)), 7),
    "two holes": (box(0, 0, 4, 2).difference(box(0.5, 0.5, 1.5, 1.5).union(box(2.5, 0.5, 3.5, 1.5))), 3),
}


@pytest.mark.parametrize(("region", "most"), REGIONS.values(), ids=REGIONS)
def test_pieces_cover_a_region_without_overlap(region: Polygon, most: int) -> None:
    assert len(covered(region)) <= most


def covered(region: Polygon) -> list[Polygon]:
    """Cut a region, and check the pieces."""
    pieces = regions.pieces(region, 16)
    assert all(len(points) <= 16 and not crossing(points) and area(points) > 0.0 for points in pieces)
    polygons = [Polygon(points) for points in pieces]
    assert sum(piece.area for piece in polygons) == pytest.approx(region.area)
    assert shapely.unary_union(polygons).symmetric_difference(region).area == pytest.approx(0.0, abs=1e-9)
    assert set(shapely.get_coordinates(polygons).ravel()) <= set(shapely.get_coordinates(region).ravel())
    return polygons


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=25), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_outline_is_filled_as_its_winding_number_says(points: list[tuple[int, int]], evenodd: bool) -> None:
    corners = tuple((float(x), float(y)) for x, y in points)
    region = regions.filled([Ring(corners, closed=True)], "evenodd" if evenodd else "nonzero")
    for x in range(0, 40, 3):
        at = (x + 0.37, (7 * x) % 40 + 0.59)
        if shapely.distance(Point(at), shapely.LinearRing(corners) if len(corners) > 2 else Point(at)) > 1e-6:
            winding = _winding(at, corners)
            assert region.covers(Point(at)) == (bool(winding % 2) if evenodd else winding != 0)
    for one in regions.simplified(region, 0.0):
        covered(one)


def _winding(at: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> int:
    """Count the crossings of a ray to the right, one after the other."""
    count = 0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            count += 1 if by > ay else -1
    return count
