from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import PartSpec
from tests.parts.rig import Rig


def off_the_lip(flip: bool = False, **props: float) -> tuple[float, float]:
    """vx, vy of a ball 2 cm after the end of a ramp's lip, let go at its top."""
    rig = Rig()
    width, height = props.get("width", 1.0), props.get("height", 0.5)
    side = -1.0 if flip else 1.0
    rig.add("ramp", 2.0, 1.0, flip=flip, **props)
    ball = rig.add("bowling_ball", 2.0 - side * (width / 2 - 0.05), 1.0 + height / 2 + 0.12)
    found: list[tuple[float, float]] = []

    def watch() -> None:
        x, _, _, vx, vy, _ = rig.motion(ball)
        if not found and side * (x - 2.0) > width / 2 - 0.02:
            found.append((vx, vy))

    rig.run(4.0, watch)
    assert found, "it never came off"
    return found[0]


@pytest.mark.parametrize("props", [{}, {"width": 2.0, "height": 0.3}, {"width": 1.0, "height": 1.0}])
def test_rolls_things_down_and_off_level(props: dict[str, float]) -> None:
    vx, vy = off_the_lip(**props)
    assert vx > 0.8 and abs(vy) < 0.08 * vx


def test_flipped_it_rolls_them_the_other_way_just_as_fast() -> None:
    (vx, _), (wx, _) = off_the_lip(), off_the_lip(flip=True)
    assert wx == pytest.approx(-vx, rel=0.01)


def test_a_higher_ramp_gives_more_speed() -> None:
    assert off_the_lip(height=1.0)[0] > 1.3 * off_the_lip(height=0.5)[0]


def test_rolling_loses_no_energy_on_the_curve() -> None:
    """A disc that rolls down h reaches v = sqrt(4/3 g h)."""
    vx, _ = off_the_lip(width=2.0, height=0.5)
    fall = 0.46 * (1 - 0.05 / 1.6)  # of the ball's middle, let go 5 cm from the upper end
    assert vx == pytest.approx((4 / 3 * 9.81 * fall) ** 0.5, rel=0.04)


def test_things_pass_under_it() -> None:
    rig = Rig()
    rig.floor()
    rig.add("ramp", 2.0, 0.5, height=0.8)
    ball = rig.add("tennis_ball", 1.7, 0.3)
    rig.run(2.0)
    assert rig.motion(ball)[1] < 0.1


@pytest.mark.parametrize("flip", [False, True])
def test_an_inclined_plane_rolls_things_down(flip: bool) -> None:
    side = -1.0 if flip else 1.0
    rig = Rig()
    rig.floor()
    rig.add("inclined_plane", 2.0, 0.2, flip=flip)
    ball = rig.add("soccer_ball", 2.0 - side * 0.3, 0.5)
    rig.run(1.5)
    assert side * (rig.motion(ball)[0] - 2.0) > 0.6
    assert side * rig.motion(ball)[3] > 1.0


def test_nothing_passes_under_an_inclined_plane() -> None:
    rig = Rig()
    rig.floor()
    rig.add("inclined_plane", 2.0, 0.2)
    ball = rig.add("tennis_ball", 1.0, 0.035)
    rig.machine.parts[ball].bodies[0].velocity = (3.0, 0.0)
    rig.run(2.0)
    assert rig.motion(ball)[0] < 1.6


def wedge_after_a_ball(kind: str) -> tuple[float, float]:
    """How far a wedge is pushed back by a ball that rolls off it, and where the ball gets to."""
    rig = Rig()
    rig.floor()
    wedge, ball = rig.add(kind, 2.0, 0.101), rig.add("bowling_ball", 1.9, 0.35)
    x = rig.motion(wedge)[0]
    rig.run(1.5)
    return x - rig.motion(wedge)[0], rig.motion(ball)[0]


def test_a_birch_wedge_stays_under_a_rolling_ball_and_a_styrofoam_one_slips() -> None:
    (back, rolled), (away, _) = wedge_after_a_ball("birch_wedge"), wedge_after_a_ball("styrofoam_wedge")
    assert rolled > 2.3
    assert back < 0.002 and away > 0.01


def test_a_wedge_stops_a_soccer_ball_only_if_it_is_heavy() -> None:
    def pushed(kind: str) -> float:
        rig = Rig()
        rig.floor()
        wedge, ball = rig.add(kind, 2.0, 0.101), rig.add("soccer_ball", 1.5, 0.112)
        x = rig.motion(wedge)[0]
        rig.machine.parts[ball].bodies[0].velocity = (2.0, 0.0)
        rig.run(1.5)
        return rig.motion(wedge)[0] - x

    assert pushed("styrofoam_wedge") > 0.1 > 10 * pushed("birch_wedge")


ARCS = [("quarter_arc_small", 0.26), ("quarter_arc_large", 0.56)]


def round_the_arc(kind: str, radius: float, flip: bool = False, ball: str = "petanque_boule") -> tuple[float, float]:
    """vx, vy of a ball 2 cm after it leaves an arc into whose upper end it fell from 0.3 m above."""
    side = -1.0 if flip else 1.0
    rig = Rig()
    rig.add(kind, 2.0, 1.0, flip=flip)
    half = (radius + 0.04) / 2
    what = rig.add(ball, 2.0 - side * (half - 0.04 - 0.039), 1.0 + half + 0.3)
    found: list[tuple[float, float]] = []

    def watch() -> None:
        x, _, _, vx, vy, _ = rig.motion(what)
        if not found and side * (x - 2.0) > half - 0.01:
            found.append((vx, vy))

    rig.run(2.0, watch)
    assert found, "it never came round"
    return found[0]


@pytest.mark.parametrize(("kind", "radius"), ARCS)
@pytest.mark.parametrize("flip", [False, True])
def test_an_arc_turns_a_fall_into_a_run(kind: str, radius: float, flip: bool) -> None:
    """Friction sets it rolling: a disc that slid at v rolls at 2/3 v; and a hollow of facets takes a little."""
    vx, vy = round_the_arc(kind, radius, flip)
    full = (2 * 9.81 * (0.3 + radius)) ** 0.5
    assert 0.6 * full < (-vx if flip else vx) < full
    assert abs(vy) < 0.1 * full


def through(kind: str, x: float, y: float, vx: float, vy: float, **props: float) -> tuple[float, float]:
    """Where a soccer ball has got to after it came to a tube at 2, 1 with that velocity."""
    rig = Rig()
    rig.floor()
    rig.add(kind, 2.0, 1.0, **props)
    ball = rig.add("soccer_ball", x, y)
    rig.machine.parts[ball].bodies[0].velocity = (vx, vy)
    rig.run(1.2)
    return rig.motion(ball)[:2]


def test_a_ball_runs_through_a_straight_tube() -> None:
    assert through("straight_tube", 1.4, 1.0, 3.0, 0.0)[0] > 2.6


def test_a_ball_stays_out_of_a_tube_that_is_too_narrow() -> None:
    assert through("straight_tube", 1.4, 1.0, 3.0, 0.0, bore=0.2)[0] < 1.6


def test_a_ball_does_not_fall_into_a_tube_from_above() -> None:
    rig = Rig()
    rig.add("straight_tube", 2.0, 1.0)
    ball = rig.add("soccer_ball", 2.0, 1.6)
    rig.run(3.0)
    assert rig.motion(ball)[1] > 1.2


def test_a_ball_that_falls_into_a_curved_tube_comes_out_of_its_side() -> None:
    # The middle of the tube's mouth: 0.3 m left of the corner that it bends about, which is 0.2275 m from its middle.
    x, y = through("curved_tube", 2.2275 - 0.3, 1.6, 0.0, 0.0)
    assert x > 2.3 and y < 1.0


@pytest.mark.parametrize("ball", ["tennis_ball", "petanque_boule", "cannon_ball"])
def test_two_bends_and_a_tube_lead_a_ball_down_and_up_again(ball: str) -> None:
    rig = Rig()
    rig.add("curved_tube", 1.0, 1.0)
    rig.add("straight_tube", 1.0 + 0.2275 + 0.4, 1.0 + 0.2275 - 0.3)
    rig.add("curved_tube", 1.0 + 0.2275 + 0.8 + 0.2275, 1.0, flip=True)
    what = rig.add(ball, 1.0 + 0.2275 - 0.3, 3.0)
    best = 0.0

    def watch() -> None:
        nonlocal best
        x, y, *_ = rig.motion(what)
        if x > 2.1:
            best = max(best, y)

    rig.run(3.0, watch)
    assert best > 1.0


def test_bends_of_any_radius_and_bore_keep_their_bore() -> None:
    for radius in (0.1, 1.5):
        for bore in (0.08, 0.6):
            spec = PartSpec(1, "curved_tube", 0.0, 0.0, props={"radius": radius, "bore": bore})
            plan = parts.blueprint(spec)
            box = plan.bounds(parts.pose_of(spec))
            mid = max(radius, bore / 2 + 0.035)
            mouth = box.x1 - mid  # the middle line at the upper end
            felt = [shape.outline for shape in plan.shapes if shape.collides]
            assert min(outline.distance(mouth, box.y1) for outline in felt) == pytest.approx(bore / 2, abs=0.001)


@pytest.mark.parametrize("x", [1.68, 1.85, 2.0, 2.3])
def test_a_funnel_lets_out_at_one_place_what_falls_in_anywhere(x: float) -> None:
    rig = Rig()
    funnel = rig.add("funnel", 2.0, 1.0)
    ball = rig.add("tennis_ball", x, 1.6)
    passed: list[float] = []

    def watch() -> None:
        at, y, *_ = rig.motion(ball)
        if y < 1.0 - 0.225 and not passed:  # the lower end of its spout
            passed.append(at)

    rig.run(4.0, watch)
    assert funnel and len(passed) == 1
    assert abs(passed[0] - 2.0) < 0.13 - 0.03


def test_what_is_too_big_stays_in_a_funnel() -> None:
    rig = Rig()
    rig.add("funnel", 2.0, 1.0, bore=0.16)
    big, small = rig.add("soccer_ball", 2.05, 1.6), rig.add("tennis_ball", 2.0, 3.0)
    rig.run(3.0)
    assert rig.motion(big)[1] > 0.9
    assert rig.motion(small)[1] > 0.9, "and stops it up"
