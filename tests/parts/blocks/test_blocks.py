from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import PartSpec, Value
from tests.parts.rig import Rig


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


LOOSE = (
    "domino", "bowling_pin", "crate", "weight", "bar", "basket", "styrofoam_block", "i_beam", "flat_crate",
    "bottle_crate", "cardboard_box", "birch_wedge", "styrofoam_wedge",
)  # fmt: skip


@pytest.mark.parametrize("kind", LOOSE)
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
    for kind in (
        "floor", "wall", "bar", "crate", "basket", "ramp", "fixed_block", "styrofoam_block", "flat_crate", "toy_chest",
        "cardboard_box", "goal", "inclined_plane", "birch_wedge", "styrofoam_wedge",
    ):  # fmt: skip
        plan = parts.blueprint(PartSpec(1, kind, 0.0, 0.0, props={"width": 0.8, "height": 0.4}))
        box = plan.bounds(parts.pose_of(PartSpec(1, kind, 0.0, 0.0)))
        assert (box.x1 - box.x0, box.y1 - box.y0) == (pytest.approx(0.8, abs=0.01), pytest.approx(0.4, abs=0.01)), kind


def thrown_up_by(kind: str) -> float:
    """How high above a peg a tennis ball rises that was dropped on it from 0.5 m."""
    rig = Rig()
    rig.add(kind, 2.0, 1.0)
    ball = rig.add("tennis_ball", 2.0, 1.0 + 0.035 + 0.0335 + 0.5)
    rig.run((2 * 0.5 / 9.81) ** 0.5 + 0.05)
    return rig.highest(ball, 0.5) - 1.0685


def test_balls_spring_off_a_metal_peg_and_hardly_off_a_wooden_one() -> None:
    assert thrown_up_by("peg_metal") > 0.28
    assert thrown_up_by("peg_wood") < 0.02


def test_fixed_parts_stay_where_they_are() -> None:
    rig = Rig()
    kinds = ("fixed_block", "peg_metal", "peg_wood", "toy_chest", "goal", "inclined_plane", "quarter_arc_small")
    fixed = [rig.add(kind, 1.0 + 2.0 * index, 1.0) for index, kind in enumerate(kinds)]
    for index in range(len(kinds)):
        rig.add("cannon_ball", 1.0 + 2.0 * index, 2.5)
    before = [rig.motion(part) for part in fixed]
    rig.run(2.0)
    assert [rig.motion(part) for part in fixed] == before


def test_a_balloon_lifts_styrofoam_and_no_crate() -> None:
    def floats_up(kind: str) -> bool:
        rig = Rig()
        rig.floor()
        box, load = rig.add("basket", 2.0, 0.151), rig.add(kind, 2.0, 0.13, width=0.2, height=0.15)
        for side, port in ((-0.3, "left"), (0.3, "right")):
            balloon = rig.add("balloon", 2.0 + side, 0.7, lift=6.0)
            rig.link("rope", box, port, balloon, "knot")
        rig.run(3.0)
        return bool(rig.motion(load)[1] > 0.5)

    assert floats_up("styrofoam_block")
    assert not floats_up("crate")


def shoved_by_a_ball(kind: str, **props: Value) -> float:
    """How far a soccer ball at 4 m/s moves it along the floor, in m."""
    rig = Rig()
    rig.floor()
    spec = PartSpec(1, kind, 0.0, 0.0, props=props)
    box = parts.blueprint(spec).bounds(parts.pose_of(spec))
    part = rig.add(kind, 2.0 - box.x0, -box.y0 + 0.001, **props)
    ball = rig.add("soccer_ball", 1.7, 0.112)
    x = rig.motion(part)[0]
    rig.machine.parts[ball].bodies[0].velocity = (4.0, 0.0)
    rig.run(2.0)
    return rig.motion(part)[0] - x


def test_the_light_ones_give_way_and_the_heavy_ones_do_not() -> None:
    assert shoved_by_a_ball("styrofoam_block", height=0.3) > 0.3
    assert shoved_by_a_ball("cardboard_box", open=False) > 0.3
    assert shoved_by_a_ball("flat_crate") > 0.05
    assert shoved_by_a_ball("bottle_crate") < 0.01
    assert shoved_by_a_ball("bottle_crate", full=False) > 5 * shoved_by_a_ball("bottle_crate")


def test_an_i_beam_stays_put_where_a_birch_bar_is_tipped() -> None:
    """A little more than half of it lies on a wall; 1 kg falls on the free end."""

    def angle_after(kind: str) -> float:
        rig = Rig()
        rig.add("wall", 1.3, 0.5, width=0.55)
        beam = rig.add(kind, 1.5, 1.051 if kind == "i_beam" else 1.026)
        rig.add("weight", 1.95, 1.2, mass=1.0)
        rig.run(1.0)
        return abs(rig.motion(beam)[2])

    assert angle_after("bar") > 0.5
    assert angle_after("i_beam") < 0.1


@pytest.mark.parametrize("kind", ["flat_crate", "bottle_crate"])
def test_crates_stack(kind: str) -> None:
    rig = Rig()
    rig.floor()
    height = {"flat_crate": 0.2, "bottle_crate": 0.29}[kind]
    crates = [rig.add(kind, 2.0, height / 2 + 0.001 + (height + 0.002) * level) for level in range(4)]
    rig.run(5.0)
    for level, crate in enumerate(crates):
        assert rig.motion(crate)[1] == pytest.approx(height * (level + 0.5), abs=0.005)


@pytest.mark.parametrize("ball", ["tennis_ball", "soccer_ball"])
def test_an_open_cardboard_box_catches_and_a_closed_one_does_not(ball: str) -> None:
    def caught(is_open: bool) -> bool:
        rig = Rig()
        rig.floor()
        box, what = rig.add("cardboard_box", 2.0, 0.151, open=is_open), rig.add(ball, 2.01, 1.0)
        rig.run(6.0)
        (bx, by, *_), (x, y, *_) = rig.motion(box), rig.motion(what)
        return abs(x - bx) < 0.17 and abs(y - by) < 0.15

    assert caught(True)
    assert not caught(False)


@pytest.mark.parametrize("flip", [False, True])
def test_a_toy_chest_keeps_what_falls_in_or_hits_its_lid(flip: bool) -> None:
    side = -1.0 if flip else 1.0
    rig = Rig()
    rig.floor()
    rig.add("toy_chest", 2.0, 0.35, flip=flip)
    falling = rig.add("soccer_ball", 2.0 - side * 0.1, 1.5)
    flying = rig.add("tennis_ball", 2.0 - side * 0.3, 0.8)
    rig.machine.parts[flying].bodies[0].velocity = (side * 3.0, 0.0)
    rig.run(5.0)
    for ball in (falling, flying):
        x, y = rig.motion(ball)[:2]
        assert abs(x - 2.0 + side * 0.035) < 0.3 and y < 0.3


def test_what_flies_at_the_back_of_a_lid_is_not_kept() -> None:
    rig = Rig()
    rig.floor()
    rig.add("toy_chest", 2.0, 0.35)
    ball = rig.add("tennis_ball", 3.0, 0.5)
    rig.machine.parts[ball].bodies[0].velocity = (-3.0, 1.5)
    rig.run(5.0)
    assert rig.motion(ball)[0] > 2.35


def shot(flip: bool = False, x: float = 0.5, vx: float = 6.0, kind: str = "soccer_ball") -> tuple[float, float]:
    """Where a ball comes to rest that is shot at a goal at x = 2, and whether it has scored."""
    rig = Rig()
    rig.floor()
    goal, ball = rig.add("goal", 2.0, 0.3, flip=flip), rig.add(kind, x, 0.2)
    rig.machine.parts[ball].bodies[0].velocity = (vx, 0.5)
    rig.run(4.0)
    return rig.motion(ball)[0], rig.state(goal, "scored")


@pytest.mark.parametrize("kind", ["soccer_ball", "tennis_ball", "basketball"])
def test_a_goal_stops_a_ball_in_its_net(kind: str) -> None:
    x, scored = shot(kind=kind)
    assert 1.75 < x < 2.25 and scored == 1.0


def test_a_flipped_goal_stops_one_from_the_other_side() -> None:
    x, scored = shot(True, 3.5, -6.0)
    assert 1.75 < x < 2.25 and scored == 1.0


def test_from_behind_there_is_no_goal() -> None:
    x, scored = shot(False, 3.5, -6.0)
    assert x > 2.2 and scored == 0.0


def test_a_wall_in_its_place_throws_the_ball_back() -> None:
    rig = Rig()
    rig.floor()
    rig.add("fixed_block", 2.1, 0.3, height=0.6)
    ball = rig.add("soccer_ball", 0.5, 0.2)
    rig.machine.parts[ball].bodies[0].velocity = (6.0, 0.5)
    rig.run(2.0)
    assert rig.motion(ball)[0] < 1.0


def test_nothing_sticks_out_of_a_goal_at_any_size() -> None:
    for width in (0.3, 1.5):
        for height in (0.3, 1.4):
            spec = PartSpec(1, "goal", 0.0, 0.0, props={"width": width, "height": height})
            box = parts.blueprint(spec).bounds(parts.pose_of(spec))
            assert (box.x1 - box.x0, box.y1 - box.y0) == (
                pytest.approx(width, abs=0.01),
                pytest.approx(height, abs=0.01),
            )


# -- pillow


@pytest.mark.parametrize(("kind", "height", "state"), [("nitro", 0.6, "exploded"), ("walker", 1.4, "dead")])
def test_on_a_pillow_what_is_fragile_or_alive_bears_a_fall_that_a_floor_does_not_forgive(
    kind: str, height: float, state: str
) -> None:
    harmed = []
    for pillow in (False, True):
        rig = Rig()
        rig.floor()
        top = 0.0
        if pillow:
            rig.add("pillow", 1.0, 0.081)
            top = 0.16
        part = rig.add(kind, 1.0, top + 0.16 + height)
        rig.run(1.2)
        harmed.append(rig.state(part, state))
    assert harmed == [1.0, 0.0]


def test_a_pillow_takes_half_of_a_knock_and_no_more() -> None:
    rig = Rig()
    rig.floor()
    rig.add("pillow", 1.0, 0.081)
    nitro = rig.add("nitro", 1.0, 2.4)
    rig.run(1.5)
    assert rig.state(nitro, "exploded") == 1.0


def test_nothing_bounces_off_a_pillow_and_it_rides_on_a_conveyor() -> None:
    rig = Rig()
    rig.floor()
    rig.add("pillow", 1.0, 0.081)
    ball = rig.add("basketball", 1.0, 1.2)
    rig.run(0.55)
    assert rig.highest(ball, 1.0) < 0.35
    other = Rig()
    other.add("conveyor", 1.0, 0.5, width=2.0)
    pillow, nitro = other.add("pillow", 0.5, 0.65), other.add("nitro", 0.5, 0.9)
    other.run(1.5)
    assert other.motion(pillow)[0] > 0.7 and nitro in other.machine.parts
