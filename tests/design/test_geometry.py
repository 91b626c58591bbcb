"""Outlines and the exact trigonometry that designs are built with."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh64_hexdigest

from sandbox.design.geometry import (
    Box,
    Circle,
    Points,
    Polygon,
    Pose,
    area,
    bearing,
    convex_pieces,
    cos_sin,
    crossing,
    localise,
    place,
    rectangle,
    total,
)


@given(st.floats(-100, 100))
def test_cos_sin_agrees_with_the_c_library(angle: float) -> None:
    c, s = cos_sin(angle)
    assert c == pytest.approx(math.cos(angle), abs=3e-16)
    assert s == pytest.approx(math.sin(angle), abs=3e-16)


def test_cos_sin_is_the_same_bits_everywhere() -> None:
    """A golden value: these bits follow from IEEE 754 alone, so another machine must find them too."""
    bits = b"".join(struct.pack("<2d", *cos_sin(k * 0.37 - 40.0)) for k in range(217))
    assert xxh64_hexdigest(bits) == "dff94f274b52dbaf"
    assert xxh64_hexdigest(bits[:-1] + b"\0") != "dff94f274b52dbaf"


def test_small_angles_have_the_bits_that_they_had_when_they_were_turned_into_the_first_quarter_as_all_others() -> None:
    bits = b"".join(struct.pack("<2d", *cos_sin(k * 0.0037 - 0.8)) for k in range(433))
    assert xxh64_hexdigest(bits) == "05ea5652e7295590"
    assert struct.pack("<2d", *cos_sin(-0.0)) == struct.pack("<2d", 1.0, 0.0)


def test_a_total_is_rounded_at_each_step() -> None:
    """As Python's own `sum` was before 3.12, which gives 1 here since then."""
    assert total([1e16, 1.0, -1e16]) == 0.0
    assert total(number for number in (0.1, 0.2, 0.3)) == 0.1 + 0.2 + 0.3
    assert total([]) == 0.0


def test_quarter_turns() -> None:
    assert cos_sin(0.0) == (1.0, 0.0)
    c, s = cos_sin(math.pi / 2)
    assert abs(c) < 1e-16
    assert s == 1.0


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(-7, 7), st.floats(-5, 5), st.floats(-5, 5))
def test_localise_undoes_place(x: float, y: float, angle: float, px: float, py: float) -> None:
    pose = Pose(x, y, angle)
    assert localise(pose, place(pose, (px, py))) == pytest.approx((px, py), abs=1e-12)


def test_rectangle_keeps_its_outer_size_when_rounded() -> None:
    box = rectangle(1.0, 0.5, rounding=0.05).bounds(Pose(0, 0, 0))
    assert tuple(box) == pytest.approx((-0.5, -0.25, 0.5, 0.25))


def test_mass_properties_of_known_figures() -> None:
    size, x, y, second = rectangle(2.0, 1.0, 3.0, 4.0).mass_properties()
    assert (size, x, y) == pytest.approx((2.0, 3.0, 4.0))
    assert second == pytest.approx(2.0 * (4.0 + 1.0) / 12)
    size, _, _, second = Circle(0.5).mass_properties()
    assert second == pytest.approx(size * 0.125)


def test_distance_is_negative_inside() -> None:
    square = rectangle(1.0, 1.0)
    assert square.distance(0.0, 0.0) == pytest.approx(-0.5)
    assert square.distance(1.0, 0.0) == pytest.approx(0.5)
    assert Circle(0.2, 1.0, 0.0).distance(1.0, 0.5) == pytest.approx(0.3)


def test_mirrored_polygons_stay_counter_clockwise() -> None:
    ramp = Polygon(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    assert ramp.mass_properties()[0] > 0
    assert ramp.mirrored().mass_properties()[0] > 0
    assert ramp.mirrored().mirrored() == ramp


def test_boxes() -> None:
    box = Box(0, 0, 1, 1).union(Box(2, 2, 3, 3))
    assert box == Box(0, 0, 3, 3)
    assert box.contains(1.5, 1.5)
    assert not box.overlaps(Box(4, 4, 5, 5))


CONCAVE = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (3.0, 3.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))  # a U


def test_a_concave_outline_is_cut_into_convex_pieces() -> None:
    assert area(CONCAVE) == pytest.approx(8.0)
    pieces = convex_pieces(CONCAVE)
    assert len(pieces) == 3
    assert sum(area(piece) for piece in pieces) == pytest.approx(8.0)
    assert convex_pieces(CONCAVE[:3]) == (CONCAVE[:3],)


@given(st.lists(st.floats(0.1, 1.0), min_size=3, max_size=16))
def test_any_star_is_cut_without_loss(radii: list[float]) -> None:
    """A star about the origin never crosses itself, however ragged it is."""
    rays = [cos_sin(2 * math.pi * k / len(radii)) for k in range(len(radii))]
    star = tuple((r * c, r * s) for r, (c, s) in zip(radii, rays, strict=True))
    assert not crossing(star)
    pieces = convex_pieces(star)
    assert sum(area(piece) for piece in pieces) == pytest.approx(area(star))
    for piece in pieces:
        corners = zip(piece, piece[1:] + piece[:1], piece[2:] + piece[:2], strict=True)
        assert all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= 0 for (ax, ay), (bx, by), (cx, cy) in corners)


@pytest.mark.parametrize(
    "points",
    [
        ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)),  # a bow tie
        ((0.0, 0.0), (2.0, 0.0), (1.0, 0.0)),  # there and back
        ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 0.0), (0.0, 2.0)),  # touches its own edge
        ((0.0, 0.0), (0.0, 0.0), (1.0, 1.0)),  # a point twice
    ],
)
def test_an_outline_that_meets_itself_is_noticed(points: Points) -> None:
    assert crossing(points)
    assert not crossing(CONCAVE)


@given(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
def test_bearing_is_the_angle_of_a_direction(x: float, y: float) -> None:
    y += 0.0  # without a sign of zero, by which atan2 tells pi from -pi
    assert bearing(x, y) == pytest.approx(math.atan2(y, x) if x or y else 0.0, abs=1e-15)


def test_bearing_along_the_axes() -> None:
    assert [bearing(*way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1), (0, 0))] == [
        0.0, math.pi / 2, math.pi, -math.pi / 2, 0.0,
    ]  # fmt: skip


def test_what_is_not_finite_has_no_direction_and_fails_nobody() -> None:
    for angle in (math.inf, -math.inf, math.nan):
        assert all(map(math.isnan, cos_sin(angle)))
    assert bearing(math.nan, 0.0) == 0.0 and math.isnan(bearing(math.nan, 1.0))


def test_a_polygon_all_in_one_line_has_no_area_and_no_moment() -> None:
    assert Polygon(((1.0, 1.0), (2.0, 2.0), (3.0, 3.0))).mass_properties() == (0.0, 3.0, 3.0, 0.0)
    assert Polygon(((0.5, 0.25),)).mass_properties() == (0.0, 0.5, 0.25, 0.0)
