"""The tables of object types: body masses as measured there, and the points that are lost by size."""

import pytest

from sandbox.levels.formats.tbe_types import BALLS, SOLIDS, hull, scaled, title, welded

# kg: read from the running game, one object of each type at its usual size.
BODY_MASS = {
    "BowlingPin": 1.082, "Weight": 6.50, "LeftWedge": 1.04, "RightWedge": 1.04, "LeftStyrofoamWedge": 0.26,
    "CardboardBox": 0.0898, "SeesawSmall": 2.835, "RotatingBar": 4.0,
}  # fmt: skip


@pytest.mark.parametrize("type_", BODY_MASS)
def test_a_body_weighs_as_much_of_its_mass_as_its_outline_fills(type_: str) -> None:
    solid = SOLIDS[type_]
    assert solid.mass is not None
    polygons = scaled(solid.outlines, solid.reach, solid.width, solid.height)
    filled = sum(polygon.mass_properties()[0] for polygon in polygons) / (solid.width * solid.height)
    assert solid.mass * filled == pytest.approx(BODY_MASS[type_], rel=1e-3)


@pytest.mark.parametrize("type_", [name for name, solid in SOLIDS.items() if solid.outlines])
def test_outlines_are_convex_and_loses_no_point_at_its_usual_size(type_: str) -> None:
    solid = SOLIDS[type_]
    polygons = scaled(solid.outlines, solid.reach, solid.width, solid.height)
    assert len(polygons) == len(solid.outlines)
    for polygon, outline in zip(polygons, solid.outlines, strict=True):
        assert polygon.mass_properties()[0] > 0
        assert len(welded(list(outline))) == len(outline)


def test_scaling_goes_by_the_extent_of_all_points_and_the_origin() -> None:
    goal = SOLIDS["Goal"]  # its points are 0.836 m x 0.978 m, and it is 0.4 m x 0.7 m
    polygons = scaled(goal.outlines, goal.reach, 0.8, 1.4)
    usual = scaled(goal.outlines, goal.reach, 0.4, 0.7)
    assert min(x for p in usual for x, _ in p.points) == pytest.approx(-0.386 * 0.4 / 0.836)
    assert polygons[0].points == tuple((2 * x, 2 * y) for x, y in usual[0].points)
    hook = SOLIDS["Skyhook"]  # a point that is none of its outline widens the extent
    assert scaled(hook.outlines, hook.reach, 0.2, 0.23)[0].points[0] == pytest.approx((-0.03, -0.07))


@pytest.mark.parametrize(("height", "corners"), [(0.6, 6), (0.5, 5)])
def test_a_low_ramp_loses_a_corner(height: float, corners: int) -> None:
    """Two corners are 0.04 of the height apart; what is nearer than 0.0224 m to a point before it goes."""
    for type_ in ("LeftRamp", "RightRamp"):
        (polygon,) = scaled(SOLIDS[type_].outlines, (), 2.0, height)
        assert len(polygon.points) == corners
    (left,) = scaled(SOLIDS["LeftRamp"].outlines, (), 2.0, 0.5)
    assert (-1.0, -0.25) not in left.points, "the later of the two"


def test_a_rectangle_keeps_its_corners_however_small() -> None:
    (polygon,) = scaled((), (), 0.04, 0.031)
    assert len(polygon.points) == 4


def test_a_polygon_without_an_area_is_left_out() -> None:
    assert scaled((((0.0, 0.0), (1.0, 0.0)),), (), 1.0, 1.0) == []
    assert scaled((((0.0, 0.0), (1.0, 0.0), (2.0, 0.0)),), (), 1.0, 1.0) == []
    assert hull([(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]) == ((0, 0), (1, 0), (1, 1), (0, 1))


def test_names_as_words() -> None:
    assert title("QuarterArc40") == "Quarter arc40"
    assert title("BowlingBall") == "Bowling ball"
    assert set(BALLS) & set(SOLIDS) == set()
