from __future__ import annotations

import pytest

from rig import Rig

RADIUS = {"tennis_ball": 0.0335, "soccer_ball": 0.11, "bowling_ball": 0.109}


def rebound(kind: str, drop: float) -> float:
    """How high the underside of a ball comes back that was dropped on a floor."""
    rig = Rig()
    rig.floor()
    ball = rig.add(kind, 2.0, drop + RADIUS[kind])
    rig.run((2 * drop / 9.81) ** 0.5 + 0.1)
    return rig.highest(ball, 1.5) - RADIUS[kind]


@pytest.mark.parametrize(
    ("kind", "drop", "low", "high"),
    [("tennis_ball", 2.54, 1.35, 1.47), ("soccer_ball", 2.0, 1.25, 1.55), ("bowling_ball", 2.0, 0.0, 0.05)],
)
def test_bounces_within_the_range_of_its_rules(kind: str, drop: float, low: float, high: float) -> None:
    assert low <= rebound(kind, drop) <= high


@pytest.mark.parametrize("kind", RADIUS)
def test_rolls_without_slipping(kind: str) -> None:
    rig = Rig()
    slope = rig.add("floor", 2.0, 0.5, -0.1, width=4.0)
    ball = rig.add(kind, 1.0, 0.7)
    rig.run(1.2)
    x, _, _, vx, vy, w = rig.motion(ball)
    assert slope and x > 1.2
    assert -w * RADIUS[kind] == pytest.approx((vx * vx + vy * vy) ** 0.5, rel=0.02)


def test_a_bowling_ball_fells_what_a_tennis_ball_does_not() -> None:
    def pin_after(kind: str) -> float:
        rig = Rig()
        rig.floor()
        pin = rig.add("bowling_pin", 2.0, 0.19)
        ramp = rig.add("ramp", 1.2, 0.25)
        rig.add(kind, 0.75, 0.65)
        rig.run(3.0)
        assert ramp
        return abs(rig.motion(pin)[2])

    assert pin_after("bowling_ball") > 1.0
    assert pin_after("tennis_ball") < 0.1


def test_the_paint_does_not_collide() -> None:
    rig = Rig()
    ball = rig.add("soccer_ball", 1.0, 1.0)
    assert sum(shape is not None for shape in rig.machine.parts[ball].shapes) == 1
