from __future__ import annotations

from typing import Any

import pytest

from sandbox import parts
from sandbox.design.design import PartSpec
from sandbox.errors import BadFile
from tests.parts.rig import Rig

CUP = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (0.3, 0.5), (0.3, -0.3), (-0.3, -0.3), (-0.3, 0.5), (-0.5, 0.5)),)
TRIANGLE = (((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),)


def free(**props: Any) -> PartSpec:
    return parts.fit_part(PartSpec(1, "polygon", 0.0, 0.0, props=props))


@pytest.mark.parametrize("body", ["fixed", "loose"])
def test_a_drawn_cup_holds_a_ball(body: str) -> None:
    """Concave as it is: what is drawn is what balls feel."""
    rig = Rig()
    rig.floor()
    cup = rig.add("polygon", 1.0, 0.2, outline=CUP, width=0.4, height=0.4, body=body)
    inside, beside = rig.add("tennis_ball", 1.0, 0.8), rig.add("tennis_ball", 1.35, 0.8)
    rig.run(4.0)
    x = rig.motion(cup)[0]
    bx, by = rig.motion(inside)[:2]
    assert abs(bx - x) < 0.1
    assert by == pytest.approx(0.08 + 0.034, abs=0.004)
    assert rig.motion(beside)[1] == pytest.approx(0.034, abs=0.004)


def test_weighs_what_its_stuff_and_area_make_or_what_it_is_told() -> None:
    def mass(**props: Any) -> float:
        return parts.blueprint(free(outline=TRIANGLE, width=1.0, height=0.5, body="loose", **props)).bodies[0].mass

    assert mass(stuff="wood") == pytest.approx(650 * 0.1 * 0.25)
    assert mass(stuff="metal") == pytest.approx(7800 * 0.1 * 0.25)
    assert mass(stuff="metal", mass=3.0) == 3.0


def test_upright_it_is_pushed_but_never_turns() -> None:
    rig = Rig()
    rig.floor()
    upright, loose = (
        rig.add("polygon", x, 0.3, outline=TRIANGLE, width=0.2, height=0.6, body=body, mass=1.0)
        for x, body in ((1.0, "upright"), (3.0, "loose"))
    )
    for ball in [rig.add("cannon_ball", x - 0.45, 0.5) for x in (1.0, 3.0)]:
        rig.machine.parts[ball].bodies[0].velocity = (4.0, 0.0)
    rig.run(1.0)
    assert rig.motion(upright)[2] == 0.0
    assert rig.motion(upright)[0] > 1.05
    assert abs(rig.motion(loose)[2]) > 0.3


def test_its_surface_can_be_its_own() -> None:
    square = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
    rig = Rig()
    balls = []
    for x, restitution in ((1.0, 0.2), (3.0, 1.0)):
        rig.add("polygon", x, 0.1, outline=square, width=1.0, surface="own", restitution=restitution)
        balls.append(rig.add("soccer_ball", x, 1.0))
    tops = [0.0, 0.0]

    def watch() -> None:
        for index, ball in enumerate(balls):
            _, y, _, _, vy, _ = rig.motion(ball)
            tops[index] = max(tops[index], y if vy > 0 else 0.0)

    rig.run(1.0, watch)
    assert tops[1] > tops[0] + 0.1


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        ((((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)),), "edges that cross"),
        ((((0.0, 0.0), (1.0, 1.0)),), "3 to 16 points"),
        ((((0.0, 0.0), (1.0, 1e-9), (0.5, 1e-8)),), "next to no area"),
        ((((0.0, 0.0), (9.0, 0.0), (1.0, 1.0)),), "from -4 to 4"),
        ((((0.0, 0.0), (1.0, "x"), (1.0, 1.0)),), "two numbers"),
        ((), "1 to 16 polygons"),
        (3.0, "1 to 16 polygons"),
    ],
)
def test_refuses_what_is_no_outline(outline: Any, why: str) -> None:
    with pytest.raises(BadFile, match=f"part 1 .*outline.*{why}"):
        free(outline=outline)


def test_clockwise_or_not_is_the_same_shape() -> None:
    one, two = (free(outline=outline).props["outline"] for outline in (TRIANGLE, (TRIANGLE[0][::-1],)))
    assert isinstance(one, tuple) and isinstance(two, tuple)
    assert [sorted(points) for points in one] == [sorted(points) for points in two]
    assert parts.blueprint(free(outline=(TRIANGLE[0][::-1],))).shapes


def test_a_pinned_shape_turns_about_its_pin_and_nothing_else() -> None:
    rig = Rig()
    shape = rig.add("polygon", 2.0, 1.0, body="pinned", pin_x=0.15, mass=2.0)
    loose = rig.add("polygon", 4.0, 1.0, body="loose", mass=2.0)
    rig.run(0.5)
    running = rig.machine.parts[shape]
    assert running.world(0.15, 0.0) == pytest.approx((2.15, 1.0), abs=2e-3), "the pin stays where it is"
    assert abs(rig.motion(shape)[2]) > 0.5, "it swings"
    assert rig.motion(loose)[1] < 0.0


def test_what_is_too_small_to_be_moved_is_refused_unless_it_stays_where_it_is() -> None:
    """Each property is in its range; the three of them together make a speck of a tenth of a milligram."""
    speck = {"outline": (((0.0, 0.0), (0.02, 0.0), (0.02, 0.02)),), "width": 0.01, "height": 0.01, "stuff": "foam"}
    with pytest.raises(BadFile, match=r"part 1 \(Free shape\) would be too small or too thin to be built; make it"):
        free(body="loose", **speck)
    assert free(body="fixed", **speck)
    assert free(body="loose", **(speck | {"width": 1.0, "height": 1.0}))
