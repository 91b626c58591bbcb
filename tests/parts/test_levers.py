from __future__ import annotations

import pytest

from rig import Rig


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
