from __future__ import annotations

import math

import pytest

from sandbox.parts import KINDS
from sandbox.parts.launchers.launchers import Thrust
from tests.parts.rig import Rig

# -- spring board


def thrown(on: str, kind: str, along: float = 0.2, flip: bool = False, **props: float) -> float:
    """How high above where it landed a part gets that falls 0.9 m onto a spring board, or a floor just as high."""
    rig = Rig()
    if on == "floor":
        rig.floor(0.16)
    else:
        rig.floor()
        rig.add("spring_board", 2.0, 0.08, flip=flip, **props)
    part = rig.add(kind, 2.0 + along, 1.2)
    rig.run(0.35)
    while rig.motion(part)[4] <= 0 and rig.machine.ticks < 400:
        rig.run(rig.machine.dt)
    low = rig.motion(part)[1]
    return rig.highest(part, 1.0) - low


@pytest.mark.parametrize("kind", ["bowling_ball", "soccer_ball", "tennis_ball"])
def test_the_free_end_throws_higher_than_a_floor_would(kind: str) -> None:
    assert thrown("spring_board", kind, 0.26) > 1.15 * thrown("floor", kind)


def test_what_hardly_bounces_on_a_floor_is_thrown_most() -> None:
    assert thrown("floor", "bowling_ball") < 0.03
    assert 0.8 < thrown("spring_board", "bowling_ball") < 1.2


def test_throws_higher_at_its_end_than_at_its_hinge() -> None:
    assert thrown("spring_board", "soccer_ball", 0.2) > 3 * thrown("spring_board", "soccer_ball", -0.2)


def test_without_push_it_gives_back_no_more_than_it_got() -> None:
    assert thrown("spring_board", "bowling_ball", push=1.0) < 0.95
    assert thrown("spring_board", "soccer_ball", push=1.0) < 0.95


def test_a_flipped_spring_board_throws_alike() -> None:
    for kind in ("bowling_ball", "tennis_ball"):
        assert thrown("spring_board", kind, -0.2, True) == pytest.approx(thrown("spring_board", kind), abs=1e-6)


@pytest.mark.parametrize(("kind", "y"), [("weight", 0.2472), ("crate", 0.3102), ("soccer_ball", 0.2702)])
def test_what_is_laid_on_a_spring_board_stays_and_falls_asleep(kind: str, y: float) -> None:
    rig = Rig()
    rig.floor()
    board = rig.add("spring_board", 2.0, 0.08)
    part = rig.add(kind, 2.1, y)
    rig.run(6.0)
    assert rig.motion(part)[0] == pytest.approx(2.1, abs=0.01)
    assert rig.machine.parts[board].bodies[1].is_sleeping
    assert rig.events("bounced") == []


# -- bumper


def kicked(kind: str, speed: float = 2.0, **props: float) -> tuple[Rig, float]:
    """Speed at which a part leaves a bumper that it has run into."""
    rig = Rig(gravity_y=0.0)
    rig.add("bumper", 2.0, 1.0, **props)
    part = rig.add(kind, 2.5, 1.0)
    rig.machine.parts[part].bodies[0].velocity = (-speed, 0.0)
    rig.run(0.6)
    return rig, rig.motion(part)[3]


@pytest.mark.parametrize("speed", [0.7, 2.0, 3.0])
@pytest.mark.parametrize("kind", ["tennis_ball", "soccer_ball"])
def test_a_light_part_leaves_at_the_kick_speed_however_it_came(kind: str, speed: float) -> None:
    assert kicked(kind, speed)[1] == pytest.approx(3.0, abs=0.01)
    assert kicked(kind, speed, kick=5.0)[1] == pytest.approx(5.0, abs=0.01)


def test_a_heavy_part_gets_no_more_than_the_impulse() -> None:
    # It comes back at 0.16 of its 2 m/s, and 3 N s on 6 kg adds 0.5 m/s.
    assert kicked("bowling_ball")[1] == pytest.approx(0.66, abs=0.02)
    assert kicked("bowling_ball", impulse=0.1)[1] < 0.2


def test_what_is_faster_than_the_kick_is_not_kicked() -> None:
    rig, speed = kicked("soccer_ball", 7.0)
    assert speed == pytest.approx(7.0 * 0.87 * 0.8, abs=0.05)
    assert rig.events("kicked") == []


def test_it_lights_up_for_a_moment() -> None:
    rig = Rig()
    bumper = rig.add("bumper", 2.0, 1.0)
    rig.add("tennis_ball", 2.0, 1.3)
    rig.run(0.1)
    assert rig.state(bumper, "lit") == 0.0
    rig.run(0.1)
    assert 0.5 < rig.state(bumper, "lit") <= 1.0
    rig.run(0.3)
    assert rig.state(bumper, "lit") == 0.0


# -- flipper


def flicked(kind: str, flip: bool = False, **props: float | bool) -> tuple[float, float]:
    """How far from the pivot's side, and how high, a part gets that falls onto a flipper's middle."""
    rig = Rig()
    rig.add("flipper", 2.0, 1.0, flip=flip, **props)
    side = -1.0 if flip else 1.0
    part = rig.add(kind, 2.0 + side * 0.03, 1.5)
    rig.run(0.2)
    highest = rig.highest(part, 0.5)
    return side * (rig.motion(part)[0] - 2.0), highest


def test_it_flicks_up_what_lands_on_it() -> None:
    assert flicked("tennis_ball")[1] > 1.7
    assert flicked("soccer_ball")[1] > 1.7
    assert flicked("tennis_ball", lands=False)[1] < 1.5


def test_a_weak_one_hardly_moves_a_bowling_ball() -> None:
    assert flicked("bowling_ball", strength=2.0)[1] < flicked("bowling_ball", strength=60.0)[1]


def test_flipped_it_flicks_to_the_other_side() -> None:
    assert flicked("tennis_ball", True) == pytest.approx(flicked("tennis_ball"), abs=1e-6)


@pytest.mark.parametrize("flip", [False, True])
def test_pressed_it_goes_up_holds_and_comes_down_again(flip: bool) -> None:
    rig = Rig()
    flipper = rig.add("flipper", 2.0, 1.0, flip=flip)
    rig.run(1.0)
    assert rig.motion(flipper)[2] == pytest.approx(0.0, abs=0.01)
    rig.machine.press(flipper)
    rig.run(0.1)
    up = -0.85 if flip else 0.85
    assert rig.motion(flipper)[2] == pytest.approx(up, abs=0.06)
    rig.run(1.5)
    assert rig.motion(flipper)[2] == pytest.approx(0.0, abs=0.01)
    assert rig.machine.parts[flipper].bodies[1].is_sleeping


def test_a_signal_flicks_it_once() -> None:
    rig = Rig()
    button = rig.add("button", 1.0, 0.5, mode="hold", hold=2.0)
    flipper = rig.add("flipper", 2.0, 1.0)
    rig.link("wire", button, "signal", flipper, "signal")
    rig.machine.press(button)
    rig.run(3.0)
    assert len(rig.events("flicked")) == 1


def test_what_is_laid_on_it_lies_there() -> None:
    rig = Rig()
    flipper = rig.add("flipper", 2.0, 1.0, 0.4)  # turned so that the bat is level
    crate = rig.add("crate", 2.0, 1.0755, width=0.1, height=0.1)
    rig.run(3.0)
    assert rig.events("flicked") == []
    assert rig.motion(crate)[:2] == pytest.approx((2.0, 1.0755), abs=0.01)
    assert rig.machine.parts[flipper].bodies[1].is_sleeping


# -- boxing glove


def punched(kind: str, y: float, flip: bool = False, behind: bool = True, **props: float) -> tuple[Rig, int, int]:
    """A part before a glove, and a tennis ball that strikes the glove's box from behind, or from the front."""
    rig = Rig()
    rig.floor()
    side = -1.0 if flip else 1.0
    glove = rig.add("boxing_glove", 2.0, 0.135, flip=flip, **props)
    part = rig.add(kind, 2.0 + side * 0.6, y)
    ball = rig.add("tennis_ball", 2.0 - side * 0.3, 0.1)
    if behind:
        rig.machine.parts[ball].bodies[0].velocity = (side * 2.0, 0.0)
    return rig, glove, part


def reach(rig: Rig, glove: int, seconds: float) -> float:
    """How far out the glove gets in that time."""
    start, farthest = rig.motion(glove)[0], 0.0

    def watch() -> None:
        nonlocal farthest
        farthest = max(farthest, abs(rig.motion(glove)[0] - start))

    rig.run(seconds, watch)
    return farthest


@pytest.mark.parametrize("length", [0.2, 0.45, 0.8])
def test_struck_behind_the_glove_goes_out_as_far_as_its_reach_and_back(length: float) -> None:
    rig, glove, _ = punched("crate", 0.15, reach=length)
    home = rig.motion(glove)[0]
    assert reach(rig, glove, 1.0) == pytest.approx(length, abs=0.02)
    rig.run(4.0)
    assert rig.motion(glove)[0] == pytest.approx(home, abs=0.005)
    assert (rig.state(glove, "phase"), rig.state(glove, "fired")) == (0.0, 1.0)
    assert rig.machine.parts[glove].bodies[1].is_sleeping


def test_it_pushes_light_things_far_and_heavy_ones_a_little() -> None:
    moved = []
    for kind, y in (("soccer_ball", 0.112), ("crate", 0.152), ("weight", 0.092)):
        rig, _, part = punched(kind, y)
        rig.run(1.5)
        moved.append(rig.motion(part)[0] - 2.6)
    assert moved[0] > moved[1] > 0.5 > moved[2] > 0.03


@pytest.mark.parametrize("kind", ["boxing_glove", "pool_cue"])
def test_where_its_head_gets_to_is_what_it_shows_beforehand(kind: str) -> None:
    rig = Rig()
    part = rig.add(kind, 2.0, 1.0, reach=0.3)
    thrust, run = KINDS[kind], rig.machine.parts[part]
    assert isinstance(thrust, Thrust)
    (shown,) = thrust.ranges(run.p)
    rig.machine.press(part)
    assert reach(rig, part, 1.0) == pytest.approx(shown.x - thrust.head.x, abs=0.02)


def test_untouched_it_keeps_still() -> None:
    rig, glove, part = punched("crate", 0.152, behind=False)
    assert reach(rig, glove, 3.0) < 1e-3
    assert rig.motion(part)[0] == pytest.approx(2.6, abs=1e-3)


def test_struck_on_its_top_it_keeps_still() -> None:
    rig = Rig()
    glove = rig.add("boxing_glove", 2.0, 0.5)
    rig.add("weight", 2.0, 1.2)
    rig.run(1.0)
    assert rig.state(glove, "fired") == 0.0


def test_a_flipped_glove_punches_to_the_left_alike() -> None:
    ends = []
    for flip in (False, True):
        rig, _, part = punched("soccer_ball", 0.112, flip)
        rig.run(1.0)
        ends.append(rig.motion(part)[0] - 2.0)
    assert ends[0] > 1.0 and ends[1] == pytest.approx(-ends[0], abs=1e-6)


def test_a_signal_fires_it_and_a_wall_stops_it_without_harm() -> None:
    rig = Rig()
    button = rig.add("button", 1.0, 0.5)
    glove = rig.add("boxing_glove", 2.0, 1.0, force=2000.0, speed=8.0)
    rig.add("wall", 2.4, 1.0)
    rig.link("wire", button, "signal", glove, "signal")
    rig.machine.press(button)
    assert reach(rig, glove, 3.0) < 0.15
    assert rig.state(glove, "phase") == 0.0


def test_the_arm_is_drawn_up_to_the_glove() -> None:
    rig, glove, _ = punched("soccer_ball", 0.112)
    run = rig.machine.parts[glove]
    start = [body.position.x for body in run.bodies[2:]]
    rig.run(0.25)
    out = rig.motion(glove)[0] - run.plan.bodies[1].x - 2.0
    shifts = [body.position.x - x for body, x in zip(run.bodies[2:], start, strict=True)]
    assert out > 0.2
    assert shifts == pytest.approx([out * (index // 2 + 0.5) / 4 for index in range(8)], abs=0.02)


# -- catapult


def loaded(kind: str = "tennis_ball", half: float = 0.0335, flip: bool = False, **props: float) -> tuple[Rig, int, int]:
    rig = Rig()
    rig.floor()
    side = -1.0 if flip else 1.0
    catapult = rig.add("catapult", 2.0, 0.1, flip=flip, **props)
    return rig, catapult, rig.add(kind, 2.0 - side * 0.185, 0.201 + half)


def flight(rig: Rig, part: int) -> tuple[float, float]:
    """How far from the catapult a part comes down to the height of the arm, and how high it has been."""
    highest = rig.highest(part, 0.3)
    while rig.motion(part)[1] > 0.2 and rig.machine.ticks < 5000:
        rig.run(rig.machine.dt)
        highest = max(highest, rig.motion(part)[1])
    return rig.motion(part)[0] - 2.0, highest


@pytest.mark.parametrize("flip", [False, True])
def test_stays_latched_for_ten_seconds_and_then_throws_forward(flip: bool) -> None:
    rig, catapult, ball = loaded(flip=flip)
    rig.run(10.0)
    assert rig.motion(catapult)[2] == pytest.approx(0.0, abs=1e-3)
    assert rig.machine.parts[catapult].bodies[1].is_sleeping
    rig.machine.press(catapult)
    far, high = flight(rig, ball)
    assert 2.0 < (-far if flip else far) < 3.5
    assert 0.8 < high < 1.5
    assert rig.state(catapult, "fired") == 1.0


def test_a_flipped_catapult_is_the_mirror_image() -> None:
    flights = []
    for flip in (False, True):
        rig, catapult, ball = loaded(flip=flip)
        rig.machine.press(catapult)
        flights.append(flight(rig, ball))
    assert flights[1] == pytest.approx((-flights[0][0], flights[0][1]), abs=1e-6)


def test_the_aim_sets_the_angle_of_the_throw() -> None:
    angles = []
    for aim in (30.0, 45.0, 60.0):
        rig, catapult, ball = loaded(aim=aim)
        rig.machine.press(catapult)
        best = (0.0, 0.0)

        def watch(rig: Rig = rig, ball: int = ball) -> None:
            nonlocal best
            _, _, _, vx, vy, _ = rig.motion(ball)
            best = max(best, (vx * vx + vy * vy, math.degrees(math.atan2(vy, vx))))

        rig.run(0.2, watch)
        angles.append(best[1])
    assert angles == pytest.approx([30.0, 45.0, 60.0], abs=10.0)
    assert angles == sorted(angles)


def test_more_energy_throws_farther_and_more_load_less_far() -> None:
    far = []
    for kind, half, energy in (("tennis_ball", 0.0335, 12.0), ("tennis_ball", 0.0335, 8.0), ("soccer_ball", 0.11, 8.0)):
        rig, catapult, part = loaded(kind, half, energy=energy)
        rig.machine.press(catapult)
        far.append(flight(rig, part)[0])
    assert far[0] > far[1] > far[2] > 1.0


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("speed", "fired"), [(2.0, 1.0), (0.0, 0.0)])
def test_a_ball_that_runs_into_the_latch_lets_go(flip: bool, speed: float, fired: float) -> None:
    side = -1.0 if flip else 1.0
    rig, catapult, _ = loaded(flip=flip)
    ball = rig.add("tennis_ball", 2.0 - side * 0.5, 0.1)
    rig.machine.parts[ball].bodies[0].velocity = (side * speed, 0.0)
    rig.run(0.3)
    assert rig.state(catapult, "fired") == fired


def test_a_signal_lets_go() -> None:
    rig, catapult, ball = loaded()
    button = rig.add("button", 1.0, 0.5)
    rig.link("wire", button, "signal", catapult, "signal")
    rig.machine.press(button)
    assert flight(rig, ball)[0] > 2.0


def test_what_falls_into_the_cup_does_not_let_go() -> None:
    rig, catapult, _ = loaded()
    rig.add("bowling_ball", 1.81, 0.9)
    rig.run(2.0)
    assert rig.state(catapult, "fired") == 0.0
    assert rig.motion(catapult)[2] == pytest.approx(0.0, abs=0.02)


# -- cue


@pytest.mark.parametrize("flip", [False, True])
def test_a_cue_knocked_on_its_butt_by_a_ball_thrusts_another_over_a_plate(flip: bool) -> None:
    """What it is for: a knock goes on, straight and hard, to a small thing; a light gate notices what it sends off."""
    for speed, fires in ((2.0, True), (0.0, False)):
        rig, way = Rig(), -1.0 if flip else 1.0
        cue, x = rig.add("pool_cue", 2.0, 0.5, flip=flip), 2.0 + 0.29 * way
        rig.add("floor", x + 0.43 * way, 0.42, width=0.9)
        ball, knock = rig.add("pool_ball", x, 0.499), rig.add("baseball", 2.0 - 0.45 * way, 0.51)
        gate = rig.add("light_gate", x + 0.5 * way, 0.72, 1.5707963267948966, width=0.7)
        rig.machine.parts[knock].bodies[0].velocity = (speed * way, 0.2)
        rig.run(0.6)
        assert (rig.state(cue, "fired") == 1.0) is fires
        assert (rig.motion(ball)[3] * way > 1.5) is fires
        assert (rig.state(gate, "count") == 1.0) is fires


def test_a_cue_at_a_signal_thrusts_as_far_as_it_reaches_and_draws_back_ready_for_the_next() -> None:
    rig = Rig()
    cue, button = rig.add("pool_cue", 1.0, 1.0, 0.4), rig.add("button", 0.3, 0.3, mode="hold", hold=0.2)
    rig.link("wire", button, "signal", cue, "signal")
    run = rig.machine.parts[cue]
    home, farthest = run.bodies[1].position, 0.0

    def watch() -> None:
        nonlocal farthest
        farthest = max(farthest, run.bodies[1].position.get_distance(home))

    for _ in range(2):
        farthest = 0.0
        rig.machine.press(button)
        rig.run(2.0, watch)
        assert run["phase"] == 0.0 and run.bodies[1].position.get_distance(home) < 0.02
        assert 0.2 < farthest < 0.27
