from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def test_an_empty_seesaw_stays_level() -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 2.0, 0.2)
    rig.run(3.0)
    assert rig.motion(seesaw)[2] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(("side", "sign"), [(-0.5, 1.0), (0.5, -1.0)])
def test_tips_to_the_heavier_side_as_far_as_its_limit(side: float, sign: float) -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 2.0, 1.0, tilt=15.0)
    rig.add("weight", 2.0 + side, 1.13)
    worst = 0.0

    def watch() -> None:
        nonlocal worst
        worst = max(worst, abs(rig.motion(seesaw)[2]))

    rig.run(0.6, watch)
    assert sign * rig.motion(seesaw)[2] > 0.2
    assert worst < 0.2618 + 0.02


def throw(load: str, y: float = 1.8) -> float:
    """How high a tennis ball on the left end gets when a load falls on the right end."""
    rig = Rig()
    rig.floor()
    rig.add("seesaw", 2.0, 0.2)
    rig.add("crate", 1.35, 0.05, width=0.1, height=0.1)  # the left end rests on something: the ball's end starts low
    ball = rig.add("tennis_ball", 1.48, 0.26)
    rig.add(load, 2.5, y)
    rig.run(0.3)
    return rig.highest(ball, 1.5)


def test_a_heavy_fall_throws_up_the_light_part_on_the_other_end() -> None:
    assert throw("weight") > 1.0


def test_a_light_fall_does_not() -> None:
    assert throw("tennis_ball") < 0.5


def test_the_pivot_holds() -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 2.0, 0.2)
    rig.add("bowling_ball", 2.5, 2.4)
    plank = rig.machine.parts[seesaw].bodies[1]
    worst = 0.0

    def watch() -> None:
        nonlocal worst
        worst = max(worst, abs(plank.position.x - 2.0), abs(plank.position.y - 0.2))

    rig.run(2.0, watch)
    assert worst < 0.005


def rebound(on: str, kind: str = "bowling_ball", drop: float = 1.0, **props: float) -> float:
    """How high a part's middle comes back above where it lands, in m."""
    rig = Rig()
    top = 1.1 if on == "trampoline" else 1.05
    rig.add(on, 2.0, 1.0, **props)
    part = rig.add(kind, 2.0, top + drop + 0.11)
    rig.run((2 * drop / 9.81) ** 0.5 + 0.1)
    return rig.highest(part, 0.9) - top - 0.11


@pytest.mark.parametrize("kind", ["bowling_ball", "soccer_ball", "crate"])
def test_a_trampoline_throws_higher_than_a_floor(kind: str) -> None:
    assert rebound("trampoline", kind) > rebound("floor", kind) + 0.05


@pytest.mark.parametrize("bounce", [0.3, 0.6, 0.95, 1.3])
def test_bounce_is_the_ratio_of_the_speeds(bounce: float) -> None:
    assert rebound("trampoline", drop=0.8, bounce=bounce) == pytest.approx(bounce * bounce * 0.8, abs=0.02)


def test_however_often_it_throws_nothing_gets_beyond_its_top_speed() -> None:
    rig = Rig()
    rig.add("trampoline", 2.0, 0.1, bounce=1.5)
    ball = rig.add("soccer_ball", 2.0, 1.0)
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, rig.motion(ball)[4])

    rig.run(12.0, watch)
    assert 7.9 < fastest < 8.1


@pytest.mark.parametrize("bounce", [0.95, 1.5])
@pytest.mark.parametrize("kind", ["soccer_ball", "crate", "weight"])
def test_what_is_laid_on_it_stays_at_rest(kind: str, bounce: float) -> None:
    rig = Rig()
    rig.add("trampoline", 2.0, 0.1, bounce=bounce)
    half = {"soccer_ball": 0.11, "crate": 0.15, "weight": 0.09}[kind]
    part = rig.add(kind, 2.0, 0.2 + half + 0.001)
    rig.run(2.0)
    assert rig.motion(part)[4] == pytest.approx(0.0, abs=1e-3)
    assert rig.machine.parts[part].bodies[0].is_sleeping


def test_a_tilted_trampoline_throws_along_its_normal() -> None:
    rig = Rig()
    rig.add("trampoline", 2.0, 0.5, 0.4)
    ball = rig.add("soccer_ball", 2.0, 1.5)
    rig.run(0.6)
    assert rig.motion(ball)[3] < -2.0


def test_a_box_of_many_shapes_is_not_thrown_many_times() -> None:
    assert rebound("trampoline", "basket") < 1.0


@pytest.mark.parametrize("angle", [0.0, 0.6, -1.2])
def test_an_empty_rotating_bar_stays_as_it_was_put(angle: float) -> None:
    rig = Rig()
    bar = rig.add("rotating_bar", 2.0, 1.5, angle)
    rig.run(3.0)
    assert rig.motion(bar)[2] == pytest.approx(angle, abs=1e-3)
    assert rig.machine.parts[bar].bodies[1].is_sleeping


@pytest.mark.parametrize(("side", "sign"), [(-0.4, 1.0), (0.4, -1.0)])
def test_a_weight_turns_the_rotating_bar_past_upright_and_slides_off(side: float, sign: float) -> None:
    rig = Rig()
    bar = rig.add("rotating_bar", 2.0, 1.5)
    weight = rig.add("weight", 2.0 + side, 1.66)
    rig.run(2.0)
    assert sign * rig.motion(bar)[2] > 1.6
    assert rig.motion(weight)[1] < 0.0


def test_a_seesaw_does_not_turn_that_far() -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 2.0, 1.5)
    rig.add("weight", 1.6, 1.66)
    rig.run(2.0)
    assert abs(rig.motion(seesaw)[2]) < 0.4


def slowing(friction: float) -> tuple[float, float, float]:
    """Spin of a bar that starts with 2 rad/s, after one second and after four, and its moment of inertia."""
    rig = Rig()
    bar = rig.add("rotating_bar", 2.0, 1.5, friction=friction)
    body = rig.machine.parts[bar].bodies[1]
    body.angular_velocity = 2.0
    rig.run(1.0)
    after_one = rig.motion(bar)[5]
    rig.run(3.0)
    return after_one, rig.motion(bar)[5], body.moment


def test_bearing_friction_lets_the_bar_come_to_rest() -> None:
    after_one, after_four, moment = slowing(0.2)
    assert after_one == pytest.approx(2.0 - 0.2 / moment, abs=0.01)
    assert after_four == pytest.approx(0.0, abs=1e-6)
    assert slowing(0.0)[1] == pytest.approx(2.0, abs=0.01)


def pushed_over(push: float, angle: float = 0.0, **props: float) -> tuple[Rig, int, int]:
    """A hammer that is nudged to the right at its head, and a crate where it will fall."""
    rig = Rig()
    rig.floor()
    hammer = rig.add("hammer", 2.0, 0.25, angle, **props)
    crate = rig.add("crate", 2.46, 0.05, width=0.1, height=0.1)
    body = rig.machine.parts[hammer].bodies[1]
    body.velocity, body.angular_velocity = (push, 0.0), -push / 0.33
    return rig, hammer, crate


def test_a_hammer_stands_until_it_is_nudged() -> None:
    rig, hammer, _ = pushed_over(0.0)
    rig.run(10.0)
    assert rig.motion(hammer)[2] == pytest.approx(0.0, abs=1e-3)
    assert rig.machine.parts[hammer].bodies[1].is_sleeping


def test_nudged_it_falls_over_and_strikes_as_fast_as_its_fall() -> None:
    rig, hammer, _ = pushed_over(0.15)
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, -rig.motion(hammer)[5])

    rig.run(2.0, watch)
    assert rig.motion(hammer)[2] < -1.0
    assert 5.0 < fastest < 8.5  # rad/s: a point mass that falls from 0.43 m above its pivot has 6.75


def test_a_tennis_ball_that_rolls_by_tips_it() -> None:
    rig = Rig()
    rig.floor()
    hammer = rig.add("hammer", 2.0, 0.25)
    ball = rig.add("tennis_ball", 1.7, 0.47)
    rig.machine.parts[ball].bodies[0].velocity = (2.5, 0.5)
    rig.run(2.0)
    assert rig.motion(hammer)[2] < -1.0


def test_a_leaning_hammer_falls_at_once_unless_its_bearing_holds_it() -> None:
    rig, hammer, _ = pushed_over(0.0, -0.2)
    rig.run(2.0)
    assert rig.motion(hammer)[2] < -1.0
    rig, hammer, _ = pushed_over(0.0, -0.2, friction=5.0)
    rig.run(2.0)
    assert rig.motion(hammer)[2] == pytest.approx(-0.2, abs=0.01)


def knocked(mass: float) -> float:
    """How far a falling hammer knocks a crate that stands as high as its head comes down."""
    rig = Rig()
    rig.floor()
    rig.add("hammer", 2.0, 0.25, -0.1, mass=mass)
    crate = rig.add("crate", 2.48, 0.15)
    rig.run(3.0)
    return rig.motion(crate)[0] - 2.48


def test_a_heavier_hammer_strikes_harder() -> None:
    assert knocked(10.0) > 0.1 > 0.02 > knocked(2.0) > 0.001
