from __future__ import annotations

import pytest

from rig import Rig
from sandbox import parts
from sandbox.design import PartSpec


def tipped(rig: Rig, part: int) -> float:
    return abs(rig.motion(part)[2])


def test_a_stack_of_five_crates_stands() -> None:
    rig = Rig()
    rig.floor()
    crates = [rig.add("crate", 2.0, 0.151 + 0.302 * level) for level in range(5)]
    rig.run(10.0)
    for level, crate in enumerate(crates):
        x, y = rig.motion(crate)[:2]
        assert (x, y) == (pytest.approx(2.0, abs=0.002), pytest.approx(0.15 + 0.3 * level, abs=0.005))
    assert all(rig.machine.parts[crate].bodies[0].is_sleeping for crate in crates)


def test_a_leaning_stack_falls() -> None:
    rig = Rig()
    rig.floor()
    crates = [rig.add("crate", 2.0 + 0.12 * level, 0.151 + 0.302 * level) for level in range(5)]
    rig.run(5.0)
    assert rig.motion(crates[-1])[1] < 1.0


def test_floors_and_walls_stay_where_they_are() -> None:
    rig = Rig()
    floor, wall = rig.floor(), rig.add("wall", 3.0, 0.5)
    rig.add("bowling_ball", 2.9, 2.0)
    before = rig.motion(floor), rig.motion(wall)
    rig.run(2.0)
    assert (rig.motion(floor), rig.motion(wall)) == before


def test_a_wall_turns_back_what_runs_into_it() -> None:
    rig = Rig()
    rig.floor()
    rig.add("wall", 2.5, 0.5)
    rig.add("ramp", 1.0, 0.25)
    ball = rig.add("soccer_ball", 0.6, 0.7)
    rig.run(4.0)
    assert rig.motion(ball)[0] < 2.45 - 0.1


def row_of_dominoes(gap: float) -> list[float]:
    """The angles of a row of ten after the first was pushed by a rolling ball."""
    rig = Rig()
    rig.floor()
    rig.add("ramp", 0.5, 0.25)
    row = [rig.add("domino", 1.3 + gap * index, 0.15) for index in range(10)]
    rig.add("soccer_ball", 0.1, 0.7)
    rig.run(5.0)
    return [tipped(rig, stone) for stone in row]


def test_dominoes_topple_one_another() -> None:
    assert min(row_of_dominoes(0.15)) > 0.5


def test_dominoes_too_far_apart_do_not() -> None:
    assert max(row_of_dominoes(0.5)[2:]) < 0.01


@pytest.mark.parametrize("kind", ["domino", "bowling_pin", "crate", "weight", "bar", "basket"])
def test_stands_still_when_left_alone(kind: str) -> None:
    rig = Rig()
    rig.floor()
    plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0))
    part = rig.add(kind, 2.0, -plan.bounds(parts.pose_of(PartSpec(1, kind, 0.0, 0.0))).y0 + 0.001)
    rig.run(3.0)
    x, _, angle, *_ = rig.motion(part)
    assert (x, angle) == (pytest.approx(2.0 + plan.bodies[0].x, abs=0.002), pytest.approx(0.0, abs=0.002))
    assert rig.machine.parts[part].bodies[0].is_sleeping


def test_a_pin_falls_at_a_push_that_a_crate_withstands() -> None:
    def after_a_push(kind: str, y: float) -> float:
        rig = Rig()
        rig.floor()
        part = rig.add(kind, 2.0, y)
        body = rig.machine.parts[part].bodies[0]
        body.apply_impulse_at_world_point((0.8, 0.0), (2.0, 2 * y - 0.05))
        rig.run(2.0)
        return tipped(rig, part)

    assert after_a_push("bowling_pin", 0.1905) > 1.0
    assert after_a_push("crate", 0.15) < 0.1


def test_a_bar_bridges_a_gap_and_bears_a_weight() -> None:
    rig = Rig()
    rig.add("wall", 1.6, 0.5)
    rig.add("wall", 2.4, 0.5)
    bar, weight = rig.add("bar", 2.0, 1.026), rig.add("weight", 2.0, 1.15)
    rig.run(3.0)
    assert rig.motion(bar)[1] == pytest.approx(1.025, abs=0.005)
    assert rig.motion(weight)[1] > 1.1


def test_a_short_bar_falls_through_the_gap() -> None:
    rig = Rig()
    rig.add("wall", 1.6, 0.5)
    rig.add("wall", 2.4, 0.5)
    bar = rig.add("bar", 2.0, 1.026, width=0.6)
    rig.run(3.0)
    assert rig.motion(bar)[1] < 0.5


@pytest.mark.parametrize("mass", [1.0, 10.0, 30.0])
def test_a_weight_weighs_what_it_says(mass: float) -> None:
    rig = Rig()
    weight = rig.add("weight", 2.0, 1.0, mass=mass)
    assert rig.machine.parts[weight].bodies[0].mass == mass


@pytest.mark.parametrize("kind", ["tennis_ball", "soccer_ball", "bowling_ball"])
def test_a_basket_catches(kind: str) -> None:
    rig = Rig()
    rig.floor()
    basket, ball = rig.add("basket", 2.0, 0.151), rig.add(kind, 2.03, 1.2)
    rig.run(5.0)
    (x, y, *_), (bx, by, *_) = rig.motion(basket), rig.motion(ball)
    assert abs(bx - x) < 0.17 and abs(by - y) < 0.3
    assert rig.machine.parts[basket].plan.bodies[0].y < 0, "the bottom is the heavier end"


def test_what_falls_beside_a_basket_is_not_caught() -> None:
    rig = Rig()
    rig.floor()
    rig.add("basket", 2.0, 0.151)
    ball = rig.add("soccer_ball", 2.5, 1.2)
    rig.run(3.0)
    assert rig.motion(ball)[0] > 2.25


def test_sizes_follow_their_properties() -> None:
    for kind in ("floor", "wall", "bar", "crate", "basket", "ramp"):
        plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0, props={"width": 0.8, "height": 0.4}))
        box = plan.bounds(parts.pose_of(PartSpec(1, kind, 0.0, 0.0)))
        assert (box.x1 - box.x0, box.y1 - box.y0) == (pytest.approx(0.8, abs=0.01), pytest.approx(0.4, abs=0.01)), kind
