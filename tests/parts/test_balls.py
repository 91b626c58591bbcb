from __future__ import annotations

import pytest

from tests.parts.rig import Rig

RADIUS = {
    "tennis_ball": 0.0335, "soccer_ball": 0.11, "bowling_ball": 0.109, "volleyball": 0.105, "basketball": 0.121,
    "baseball": 0.0369, "petanque_boule": 0.0375, "table_tennis_ball": 0.0201, "cannon_ball": 0.0705,
    "pool_ball": 0.028575, "super_ball": 0.024, "custom_ball": 0.1,
}  # fmt: skip
ROLLS = [kind for kind in RADIUS if kind not in ("pool_ball", "super_ball")]  # the one hangs, the other jumps


def rebound(kind: str, drop: float) -> float:
    """How high the underside of a ball comes back that was dropped on a floor."""
    rig = Rig()
    rig.floor()
    ball = rig.add(kind, 2.0, drop + RADIUS[kind])
    rig.run((2 * drop / 9.81) ** 0.5 + 0.1)
    return rig.highest(ball, 1.5) - RADIUS[kind]


@pytest.mark.parametrize(
    ("kind", "drop", "low", "high"),
    [
        ("tennis_ball", 2.54, 1.35, 1.47),
        ("soccer_ball", 2.0, 1.25, 1.55),
        ("bowling_ball", 2.0, 0.0, 0.05),
        ("volleyball", 2.0, 1.0, 1.25),
        ("basketball", 1.8, 1.035, 1.085),
        ("baseball", 2.0, 0.528, 0.668),  # restitution 0.514 to 0.578
        ("petanque_boule", 2.0, 0.0, 0.05),
        ("table_tennis_ball", 0.305, 0.24, 0.26),
        ("cannon_ball", 2.0, 0.0, 0.06),
    ],
)
def test_bounces_within_the_range_of_its_rules(kind: str, drop: float, low: float, high: float) -> None:
    assert low <= rebound(kind, drop) <= high


@pytest.mark.parametrize("kind", ROLLS)
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


def test_a_pool_ball_hangs_until_it_is_struck_and_then_falls() -> None:
    rig = Rig()
    rig.floor()
    struck, alone = rig.add("pool_ball", 1.0, 1.0), rig.add("pool_ball", 3.0, 1.0)
    rig.add("tennis_ball", 1.0, 1.5)
    rig.run(0.2)
    assert rig.motion(struck)[:2] == (1.0, 1.0)
    rig.run(2.0)
    assert rig.state(struck, "loose") == 1.0 and rig.motion(struck)[1] < 0.5
    assert rig.state(alone, "loose") == 0.0 and rig.motion(alone)[:2] == (3.0, 1.0)
    assert rig.machine.parts[alone].bodies[0].is_sleeping, "and costs nothing meanwhile"


def test_a_pool_ball_that_leans_on_something_is_not_struck_by_it() -> None:
    rig = Rig()
    rig.floor()
    ball = rig.add("pool_ball", 1.0, 0.0284)
    rig.run(1.0)
    assert rig.state(ball, "loose") == 0.0


def test_a_struck_pool_ball_is_woken_from_its_sleep() -> None:
    rig = Rig()
    rig.floor()
    ball = rig.add("pool_ball", 1.0, 0.5)
    rig.add("cannon_ball", 1.0, 6.0)
    rig.run(0.8)
    assert rig.machine.parts[ball].bodies[0].is_sleeping
    rig.run(0.3)
    assert rig.state(ball, "loose") == 1.0 and rig.motion(ball)[1] < 0.3


def test_a_pool_ball_that_a_hand_has_let_go_falls() -> None:
    rig = Rig()
    rig.floor()
    ball = rig.add("pool_ball", 1.0, 1.0)
    rig.machine.grab(ball, 1.0, 1.0)
    rig.machine.drag(1.3, 1.2)
    rig.run(0.5)
    rig.machine.release()
    rig.run(0.4)
    assert rig.state(ball, "loose") == 1.0 and rig.motion(ball)[1] < 0.5


def test_pool_balls_hand_on_their_speed() -> None:
    rig = Rig(gravity_y=0.0)
    row = [rig.add("pool_ball", 1.0 + 0.2 * index, 1.0) for index in range(3)]
    rig.machine.parts[row[0]].bodies[0].velocity = (2.0, 0.0)
    rig.run(0.5)
    speeds = [rig.motion(ball)[3] for ball in row]
    assert speeds[0] < 0.15 and speeds[1] < 0.25 and speeds[2] > 1.6


def peaks(seconds: float, **props: float) -> list[float]:
    """The heights at which a super ball turns, dropped from 0.3 m."""
    rig = Rig()
    rig.floor()
    ball = rig.add("super_ball", 2.0, 0.324, **props)
    found, rising = [], False

    def watch() -> None:
        nonlocal rising
        _, y, _, _, vy, _ = rig.motion(ball)
        if rising and vy <= 0:
            found.append(y - 0.024)
        rising = vy > 0

    rig.run(seconds, watch)
    return found


def test_a_super_ball_jumps_higher_at_each_bounce() -> None:
    first, second, third = peaks(2.5)[:3]
    assert 0.3 < first < second < third
    assert first == pytest.approx(0.3 * 1.15**2, rel=0.05)


def test_a_super_ball_gains_no_more_than_its_bound() -> None:
    found = peaks(15.0, gain=1.5, top=5.0)
    assert len(found) > 8 and max(found) == pytest.approx(25 / (2 * 9.81), rel=0.02)


def test_a_super_ball_without_gain_only_keeps_its_height() -> None:
    assert max(peaks(4.0, gain=1.0)) == pytest.approx(0.3, rel=0.05)


def test_a_super_ball_at_rest_lies_still() -> None:
    rig = Rig()
    rig.floor()
    ball = rig.add("super_ball", 2.0, 0.025)
    rig.run(2.0)
    assert rig.machine.parts[ball].bodies[0].is_sleeping


def test_a_super_ball_pushes_back_what_it_bounces_off() -> None:
    """It takes its gain from nowhere, but not its momentum."""
    rig = Rig(gravity_y=0.0)
    ball, crate = rig.add("super_ball", 1.0, 1.0), rig.add("crate", 1.5, 1.0)
    bodies = [rig.machine.parts[part].bodies[0] for part in (ball, crate)]
    bodies[0].velocity = (4.0, 0.0)
    before = bodies[0].mass * 4.0
    rig.run(0.3)
    assert sum(body.mass * body.velocity.x for body in bodies) == pytest.approx(before, rel=0.01)
    assert rig.motion(crate)[3] - rig.motion(ball)[3] == pytest.approx(1.15 * 4.0, rel=0.02)


def test_a_custom_ball_is_what_its_properties_say() -> None:
    rig = Rig()
    rig.floor()
    ball = rig.add("custom_ball", 2.0, 1.2, radius=0.2, mass=3.0, restitution=0.8)
    body = rig.machine.parts[ball].bodies[0]
    assert (body.mass, body.moment) == (3.0, pytest.approx(3.0 * 0.2 * 0.2 / 2))
    rig.run(0.6)
    assert rig.highest(ball, 1.0) - 0.2 == pytest.approx(0.8 * 0.8, rel=0.05)


def test_a_cannon_ball_pushes_away_what_stops_a_table_tennis_ball() -> None:
    def pushed(kind: str) -> float:
        rig = Rig()
        rig.floor()
        crate = rig.add("crate", 2.0, 0.151)
        rig.add("ramp", 1.0, 0.25)
        rig.add(kind, 0.6, 0.7)
        rig.run(3.0)
        return rig.motion(crate)[0] - 2.0

    assert pushed("cannon_ball") > 0.3
    assert pushed("table_tennis_ball") < 0.005
