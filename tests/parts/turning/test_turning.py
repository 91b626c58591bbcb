from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from sandbox.design.geometry import Pose
from tests.parts.rig import Rig


def carried(**change: object) -> float:
    """How far a crate on a belt has come after a second, in m."""
    rig = Rig()
    rig.add("conveyor", 2.0, 1.0, **{"width": 3.0, **change})  # type: ignore[arg-type]
    crate = rig.add("crate", 2.0, 1.161, width=0.2, height=0.2)
    rig.run(1.0)
    return rig.motion(crate)[0] - 2.0


@pytest.mark.parametrize("speed", [0.5, -0.5, 1.0])
def test_carries_its_cargo_at_its_speed(speed: float) -> None:
    assert carried(speed=speed) == pytest.approx(speed, abs=0.12)


def test_flipped_it_runs_the_other_way() -> None:
    assert carried(flip=True) == pytest.approx(-carried(), abs=0.01)


def test_a_standing_belt_carries_nothing() -> None:
    assert carried(running=False) == pytest.approx(0.0, abs=1e-3)


def test_its_underside_runs_back() -> None:
    """A balloon that is pressed against it from below is carried the other way."""
    rig = Rig()
    rig.add("conveyor", 2.0, 1.5, width=3.0)
    balloon = rig.add("balloon", 2.0, 1.25)
    rig.run(1.5)
    assert rig.motion(balloon)[0] < 1.8


@pytest.mark.parametrize("angle", [0.25, -0.25])
def test_the_surface_runs_along_a_belt_that_is_turned(angle: float) -> None:
    rig = Rig()
    rig.add("conveyor", 2.0, 1.0, angle, width=3.0, speed=1.0)
    crate = rig.add("crate", 2.0, 1.2, angle, width=0.2, height=0.2)
    rig.run(1.0)
    x, y = rig.motion(crate)[:2]
    assert x > 2.6 and (y > 1.3) == (angle > 0)


def switched(running: bool) -> tuple[Rig, int, int, int]:
    rig = Rig()
    belt = rig.add("conveyor", 2.0, 1.0, width=3.0, running=running)
    crate = rig.add("crate", 2.0, 1.161, width=0.2, height=0.2)
    button = rig.add("button", 0.5, 0.5)
    rig.link("wire", button, "signal", belt, "signal")
    return rig, belt, crate, button


def test_a_wire_from_a_button_starts_it_and_wakes_what_sleeps_on_it() -> None:
    rig, belt, crate, button = switched(running=False)
    rig.run(2.0)
    assert rig.machine.parts[crate].bodies[0].is_sleeping
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.state(belt, "on") == 1.0
    assert rig.motion(crate)[0] > 2.3


def test_a_wire_from_a_button_stops_a_running_one_and_starts_it_again() -> None:
    rig, belt, crate, button = switched(running=True)
    rig.run(0.5)
    rig.machine.press(button)
    rig.run(0.5)
    there, travel = rig.motion(crate)[0], rig.state(belt, "travel")
    assert rig.state(belt, "on") == 0.0
    rig.run(0.5)
    assert (rig.motion(crate)[0], rig.state(belt, "travel")) == (pytest.approx(there, abs=1e-3), travel)
    rig.machine.press(button)
    rig.run(0.5)
    assert rig.state(belt, "on") == 1.0 and rig.motion(crate)[0] > there + 0.1


def test_two_wires_switch_it_while_either_is_on() -> None:
    rig = Rig()
    belt = rig.add("conveyor", 2.0, 1.0, running=False)
    buttons = [rig.add("button", 0.5 + index, 0.5) for index in range(2)]
    for button in buttons:
        rig.link("wire", button, "signal", belt, "signal")
    seen = []
    for button in (0, 1, 0, 1):
        rig.machine.press(buttons[button])
        seen.append(rig.state(belt, "on"))
        rig.run(0.5)
    assert seen == [1.0, 1.0, 1.0, 0.0]


def test_travel_goes_round_with_the_tread() -> None:
    rig = Rig()
    belt = rig.add("conveyor", 2.0, 1.0, speed=2.0)
    seen: list[float] = []
    rig.run(2.0, lambda: seen.append(rig.state(belt, "travel")))
    assert min(seen) >= 0.0 and max(seen) < 1.0
    assert sum(after < before for before, after in itertools.pairwise(seen)) in (3, 4)


def test_a_ball_is_carried_onto_and_off_the_end() -> None:
    rig = Rig()
    rig.add("conveyor", 1.5, 1.0)
    rig.add("conveyor", 2.52, 1.0)
    crate = rig.add("crate", 1.3, 1.161, width=0.2, height=0.2)
    rig.run(6.0)
    assert rig.motion(crate)[0] > 3.0 and rig.motion(crate)[1] < 1.0


def test_a_flipped_belt_runs_down_its_left_end_and_up_its_right_one() -> None:
    rig = Rig()
    belt = rig.add("conveyor", 2.0, 1.0, flip=True, speed=1.0)
    run = rig.machine.parts[belt]
    ways = {}
    for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
        if shape is not None:
            middle = plan.outline.bounds(Pose(0.0, 0.0, 0.0))
            ways[round(middle.x0 + middle.x1, 6), round(middle.y0 + middle.y1, 6)] = shape.surface_velocity
    (_, left), (_, bottom), (_, top), (_, right) = sorted(ways.items())
    assert top[0] < 0 < bottom[0] and left[1] < 0 < right[1]


# -- gears, motors, belts

TURN = 2 * math.pi


def motor(rig: Rig, x: float = 1.0, y: float = 1.0, **props: Any) -> int:
    return rig.add("motor", x, y, **props)


def turned(rig: Rig, part: int) -> float:
    """How far the wheel of a part has turned since it was placed, in turns."""
    return rig.machine.parts[part].bodies[1].angle / TURN


def resting(rig: Rig, part: int) -> bool:
    return bool(rig.machine.parts[part].bodies[1].is_sleeping)


def spin(rig: Rig, part: int) -> float:
    """Turns a minute."""
    return rig.machine.parts[part].bodies[1].angular_velocity * 60 / TURN


@pytest.mark.parametrize(("size", "ratio"), [("small", 1), ("medium", 2), ("large", 3)])
def test_gears_in_mesh_turn_opposite_ways_in_the_exact_ratio_of_their_teeth(size: str, ratio: int) -> None:
    """Over a hundred turns of the motor, under way and at rest again."""
    rig = Rig()
    drive = motor(rig, speed=600.0)
    gear = rig.add("gear", 1.0 + 0.06 * (1 + ratio), 1.0, size=size)
    rig.run(1.0)
    one, other = turned(rig, drive), turned(rig, gear)
    rig.run(10.0)
    assert turned(rig, drive) - one == pytest.approx(100.0, rel=1e-3)
    assert (turned(rig, drive) - one) + ratio * (turned(rig, gear) - other) == pytest.approx(0.0, abs=1e-4)


def test_a_middle_gear_turns_the_third_the_same_way_as_the_first() -> None:
    rig = Rig()
    drive = motor(rig)
    middle = rig.add("gear", 1.0, 1.24, size="large")
    last = rig.add("gear", 1.3, 1.24)
    rig.run(2.0)
    assert spin(rig, drive) == pytest.approx(60.0, rel=1e-3)
    assert spin(rig, middle) == pytest.approx(-20.0, rel=1e-3)
    assert spin(rig, last) == pytest.approx(30.0, rel=1e-3)


@pytest.mark.parametrize(("gap", "meshes"), [(-0.007, False), (-0.005, True), (0.005, True), (0.007, False)])
def test_gears_mesh_within_six_millimetres(gap: float, meshes: bool) -> None:
    rig = Rig()
    motor(rig)
    gear = rig.add("gear", 1.18 + gap, 1.0)
    rig.run(0.5)
    assert (abs(spin(rig, gear)) > 1.0) == meshes


@pytest.mark.parametrize(("x", "y"), [(1.18, 1.0), (0.82, 1.0), (1.0, 1.18), (1.108, 0.856)])
def test_teeth_stand_in_the_gaps_of_the_neighbours_teeth(x: float, y: float) -> None:
    rig = Rig()
    motor(rig, running=False)
    gear = rig.add("gear", x, y)
    way = math.atan2(y - 1.0, x - 1.0)
    body = rig.machine.parts[gear].bodies[1]
    teeth = (-way * 8 + (body.angle - way - math.pi) * 16) / TURN
    assert teeth % 1.0 == pytest.approx(0.5, abs=1e-6)


def test_a_gear_alone_stays_at_rest_and_falls_asleep() -> None:
    rig = Rig()
    gear = rig.add("gear", 1.0, 1.0)
    rig.run(1.0)
    assert turned(rig, gear) == 0.0 and resting(rig, gear)


def test_taking_a_gear_away_frees_the_rest() -> None:
    rig = Rig()
    drive = motor(rig)
    middle = rig.add("gear", 1.18, 1.0)
    last = rig.add("gear", 1.42, 1.0)
    rig.run(0.5)
    rig.machine.remove(middle)
    rig.run(15.0)
    assert spin(rig, drive) == pytest.approx(60.0, rel=1e-3)
    assert abs(turned(rig, last)) > 0.3 and resting(rig, last)
    rig.machine.remove(drive)
    rig.machine.remove(last)
    rig.run(0.1)


def test_three_gears_each_in_mesh_with_both_others_block() -> None:
    """Each would have to turn against both neighbours."""
    rig = Rig()
    drive = motor(rig)
    rig.add("gear", 1.12, 1.0, size="small")
    rig.add("gear", 1.06, 1.0 + 0.12 * 0.866, size="small")
    rig.run(2.0)
    assert abs(turned(rig, drive)) < 0.01


@pytest.mark.parametrize(("torque", "falls"), [(1.0, False), (4.0, True)])
def test_a_load_beyond_its_torque_stalls_a_motor(torque: float, falls: bool) -> None:
    """Two motors drive against each other: the weaker one gives way."""
    rig = Rig()
    mine = motor(rig, torque=2.0)
    other = motor(rig, 1.12, speed=60.0, torque=torque)
    rig.run(1.0)
    assert (spin(rig, mine) < -59.0) == falls
    assert (spin(rig, other) < -59.0) != falls


def test_a_weight_on_a_rope_slows_a_weak_motor_and_not_a_strong_one() -> None:
    """A bowling ball of 6 kg hangs from the rim of a wheel: 59 N at 66 mm, 3.9 N m; the belt makes 2.5 of 1."""
    speeds = []
    for torque in (1.0, 10.0):
        rig = Rig()
        drive = motor(rig, 1.5, 2.0, torque=torque, speed=10.0)
        wheel = rig.add("wheel", 2.0, 2.0)
        rig.link("belt", drive, "shaft", wheel, "shaft")
        ball = rig.add("bowling_ball", 2.066, 1.5)
        rig.link("rope", wheel, "rim", ball, "middle")
        rig.run(1.0)
        speeds.append(turned(rig, drive))
    assert speeds[0] < 0.1 < 0.16 < speeds[1]


@pytest.mark.parametrize("speed", [-600.0, -5.0, 5.0])
def test_a_motor_keeps_its_speed_however_slow(speed: float) -> None:
    rig = Rig()
    drive = motor(rig, speed=speed)
    rig.run(4.0)
    assert turned(rig, drive) == pytest.approx(speed / 15, rel=0.01)


def test_flipped_a_motor_turns_the_other_way() -> None:
    rig = Rig()
    drive = rig.add("motor", 1.0, 1.0, flip=True)
    rig.run(1.0)
    assert turned(rig, drive) == pytest.approx(-1.0, rel=0.01)


def test_a_wire_switches_a_motor_and_its_gears_come_to_rest() -> None:
    rig = Rig()
    drive = motor(rig, running=False)
    gear = rig.add("gear", 1.18, 1.0)
    button = rig.add("button", 0.5, 0.5)
    rig.link("wire", button, "signal", drive, "signal")
    rig.run(1.0)
    assert turned(rig, drive) == 0.0 and resting(rig, gear)
    rig.machine.press(button)
    rig.run(1.0)
    assert spin(rig, gear) == pytest.approx(-30.0, rel=1e-3) and rig.state(drive, "on") == 1.0
    rig.machine.press(button)
    rig.run(10.0)
    assert resting(rig, gear) and rig.state(drive, "on") == 0.0
    assert [event.what for event in rig.machine.events if event.part == drive] == ["started", "stopped"]


@pytest.mark.parametrize(("crossed", "sense"), [(False, 1), (True, -1)])
def test_a_belt_turns_in_the_ratio_of_the_discs_and_crossed_the_other_way(crossed: bool, sense: int) -> None:
    rig = Rig()
    drive = motor(rig, speed=600.0)
    wheel = rig.add("wheel", 2.0, 1.5, radius=0.2)
    rig.link("belt", wheel, "shaft", drive, "shaft", crossed=crossed)
    rig.run(10.0)
    assert turned(rig, wheel) == pytest.approx(sense * 20.0, rel=0.01)
    assert turned(rig, wheel) * 5 == pytest.approx(sense * turned(rig, drive), abs=1e-3)


def test_a_belt_on_a_gear_that_settles_into_mesh_stays_as_it_was_put_on() -> None:
    rig = Rig()
    motor(rig, running=False)
    gear = rig.add("gear", 1.0, 1.18)
    wheel = rig.add("wheel", 2.0, 1.0)
    rig.link("belt", gear, "shaft", wheel, "shaft")
    rig.run(0.5)
    assert turned(rig, wheel) == 0.0


def test_taking_a_belt_away_frees_what_it_drove() -> None:
    rig = Rig()
    drive, wheel = motor(rig), rig.add("wheel", 2.0, 1.5)
    belt = rig.link("belt", drive, "shaft", wheel, "shaft")
    rig.run(1.0)
    rig.machine.remove(belt)
    rig.run(10.0)
    assert resting(rig, wheel)


def test_a_turning_wheel_carries_off_what_lies_on_it() -> None:
    rig = Rig()
    drive, wheel = motor(rig), rig.add("wheel", 2.0, 1.0, radius=0.2)
    rig.link("belt", drive, "shaft", wheel, "shaft")
    crate = rig.add("crate", 2.0, 1.261, width=0.12, height=0.12)
    rig.run(1.0)
    assert rig.motion(crate)[0] < 1.9


# -- conveyors driven by a shaft


def driven(torque: float = 5.0, drag: float = 0.1, **props: Any) -> tuple[Rig, int, int]:
    """A conveyor with a crate on it, driven at 60 rpm: 2 pi * 60 mm is 0.377 m/s."""
    rig = Rig()
    drive = motor(rig, 0.5, 1.5, speed=-60.0, torque=torque, **props)
    belt = rig.add("driven_conveyor", 2.0, 1.0, width=3.0, drag=drag)
    rig.link("belt", drive, "shaft", belt, "shaft")
    rig.add("crate", 2.0, 1.161, width=0.2, height=0.2)
    return rig, drive, belt


def test_a_driven_conveyor_carries_its_cargo_as_fast_as_its_shaft_turns() -> None:
    rig, _, belt = driven()
    rig.run(2.0)
    assert rig.state(belt, "speed") == pytest.approx(0.377, abs=0.011)
    assert rig.motion(belt + 2)[0] - 2.0 == pytest.approx(0.754, abs=0.06)


def test_without_a_belt_it_stands() -> None:
    rig = Rig()
    belt = rig.add("driven_conveyor", 2.0, 1.0, width=3.0)
    crate = rig.add("crate", 2.0, 1.161, width=0.2, height=0.2)
    rig.run(1.0)
    assert rig.motion(crate)[0] == pytest.approx(2.0, abs=1e-3) and rig.state(belt, "speed") == 0.0


def test_its_drag_stalls_a_weak_motor() -> None:
    rig, drive, belt = driven(torque=1.0, drag=2.0)
    rig.run(1.0)
    assert abs(turned(rig, drive)) < 0.01 and rig.state(belt, "speed") == 0.0


def loaded(torque: float, mass: float, angle: float = 0.0, held: bool = False, seconds: float = 2.0) -> float:
    """How fast a driven conveyor's belt runs that has a weight on it, which a wall may hold; it may rise."""
    rig = Rig()
    drive = motor(rig, 0.5, 1.6, speed=-60.0, torque=torque)
    belt = rig.add("driven_conveyor", 2.0, 1.0, angle=angle, width=3.0)
    rig.link("belt", drive, "shaft", belt, "shaft")
    if mass:
        rig.add("weight", 2.0, 1.148, angle=angle, mass=mass)
    if held:
        rig.add("wall", 2.3, 1.4, height=0.5)
    rig.run(seconds)
    return rig.state(belt, "speed")


def test_what_a_wall_holds_stalls_a_weak_motor_and_slips_on_a_strong_one() -> None:
    """Friction: 0.5 of 196 N, on a roller of 60 mm: 5.9 N m."""
    assert abs(loaded(2.0, 20.0, held=True, seconds=4.0)) < 0.05
    assert loaded(20.0, 20.0, held=True, seconds=4.0) > 0.35
    assert loaded(2.0, 0.0, held=True) > 0.35  # the control: nothing on it


def test_a_load_weighs_on_the_shaft_of_a_rising_belt_and_not_of_a_level_one() -> None:
    """10 kg up a slope of 0.2 rad: 19.5 N, on a roller of 60 mm: 1.17 N m, and the drag of 0.1 N m."""
    assert loaded(0.9, 10.0, angle=0.2) < -0.05, "it turns the motor back"
    assert loaded(1.5, 10.0, angle=0.2) == pytest.approx(0.377, abs=0.012)
    assert loaded(0.5, 20.0) == pytest.approx(0.377, abs=0.012)


def test_a_heavy_load_takes_longer_to_get_going() -> None:
    """20 kg on a roller of 60 mm are 0.072 kg m^2 more: 0.9 N m gets them to 0.377 m/s in half a second."""
    for mass, speed in ((20.0, 0.19), (0.0, 0.377)):
        rig = Rig()
        drive, button = motor(rig, 0.5, 1.6, speed=-60.0, torque=1.0, running=False), rig.add("button", 0.5, 0.5)
        belt = rig.add("driven_conveyor", 2.0, 1.0, width=3.0)
        rig.link("belt", drive, "shaft", belt, "shaft")
        rig.link("wire", button, "signal", drive, "signal")
        if mass:
            rig.add("weight", 2.0, 1.148, mass=mass)
        rig.run(0.3)
        rig.machine.press(button)
        rig.run(0.25)
        assert rig.state(belt, "speed") == pytest.approx(speed, abs=0.06)


def test_starting_its_motor_wakes_what_sleeps_on_it() -> None:
    rig, drive, belt = driven(running=False)
    button = rig.add("button", 0.5, 0.5)
    rig.link("wire", button, "signal", drive, "signal")
    rig.run(2.0)
    crate = rig.machine.parts[belt + 2].bodies[0]
    assert crate.is_sleeping
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.motion(belt + 2)[0] > 2.2
    rig.machine.press(button)
    rig.run(3.0)
    assert rig.state(belt, "speed") == 0.0 and crate.is_sleeping


def test_at_a_crawl_it_still_carries() -> None:
    rig = Rig()
    drive = motor(rig, 0.5, 1.5, speed=-5.0)
    belt = rig.add("driven_conveyor", 2.0, 1.0, width=3.0)
    rig.link("belt", drive, "shaft", belt, "shaft")
    crate = rig.add("crate", 2.0, 1.161, width=0.2, height=0.2)
    rig.run(6.0)
    assert rig.motion(crate)[0] - 2.0 == pytest.approx(6 * TURN / 12 * 0.06, rel=0.15)


def test_its_surface_is_written_only_when_its_speed_changes() -> None:
    rig, _, belt = driven()
    rig.run(1.0)
    run = rig.machine.parts[belt]
    top = next(shape for shape in run.shapes if shape is not None)
    before, changes = top.surface_velocity, 0

    def watch() -> None:
        nonlocal before, changes
        changes += top.surface_velocity != before
        before = top.surface_velocity

    rig.run(1.0, watch)
    assert changes == 0 and run.bodies[1].angular_velocity == pytest.approx(-TURN, rel=0.01)


# -- cranks and the hamster


@pytest.mark.parametrize(("size", "stroke"), [("small", 0.06), ("medium", 0.14), ("large", 0.24)])
@pytest.mark.parametrize(("angle", "flip"), [(0.0, False), (0.0, True), (1.0, False)])
def test_the_slider_moves_by_its_stroke_along_its_axis(size: str, stroke: float, angle: float, flip: bool) -> None:
    rig = Rig()
    crank = rig.add("crank_rod", 2.0, 1.0, angle, flip, size=size)
    drive = motor(rig, 1.0, 1.0)
    rig.link("belt", drive, "shaft", crank, "shaft")
    slider = rig.machine.parts[crank].bodies[3]
    way = (-1 if flip else 1) * math.cos(angle), math.sin(angle)
    start, along, across = slider.position, [0.0], [0.0]

    def watch() -> None:
        moved = slider.position - start
        along.append(moved.x * way[0] + moved.y * way[1])
        across.append(abs(moved.x * way[1] - moved.y * way[0]))

    rig.run(2.0, watch)
    assert max(along) == pytest.approx(stroke, abs=0.001)
    assert min(along) == pytest.approx(0.0, abs=0.001)
    assert max(across) < 0.001
    assert slider.angle == pytest.approx(angle, abs=0.005)


def test_its_slider_pushes_what_stands_before_it() -> None:
    rig = Rig()
    rig.floor()
    crank = rig.add("crank_rod", 1.0, 0.15)
    rig.link("belt", motor(rig, 0.5, 0.8), "shaft", crank, "shaft")
    crate = rig.add("crate", 1.53, 0.2, width=0.2, height=0.4)
    rig.run(3.0)
    assert rig.motion(crate)[0] > 1.56


def test_each_press_turns_a_hand_crank_by_its_angle() -> None:
    rig = Rig()
    crank = rig.add("hand_crank", 1.0, 1.0, turn=90.0)
    gear = rig.add("gear", 1.18, 1.0)
    seen = []
    for presses in (0, 1, 2):
        for _ in range(presses):
            rig.machine.press(crank)
        rig.run(1.5)
        seen.append(round(360 * turned(rig, crank)))
    assert seen == [0, 90, 270]
    before = turned(rig, gear)
    rig.machine.press(crank)
    rig.run(1.0)
    assert turned(rig, gear) - before == pytest.approx(-1 / 8, abs=0.002)
    assert len(rig.events("started")) == len(rig.events("stopped")) == 3


def test_the_brake_of_a_hand_crank_holds_a_load() -> None:
    for torque, holds in ((10.0, True), (1.0, False)):
        rig = Rig()
        crank, wheel = rig.add("hand_crank", 1.0, 2.0, torque=torque), rig.add("wheel", 2.0, 2.0)
        rig.link("belt", crank, "shaft", wheel, "shaft")
        ball = rig.add("bowling_ball", 2.066, 1.5)
        rig.link("rope", wheel, "rim", ball, "middle")
        rig.run(1.0)
        assert (abs(turned(rig, wheel)) < 0.01) == holds


def bumped(kind: str) -> tuple[Rig, int, int]:
    rig = Rig()
    cage = rig.add("hamster_wheel", 1.0, 1.0, time=3.0)
    gear = rig.add("gear", 1.0, 0.76)
    rig.add(kind, 1.08, 1.5)
    return rig, cage, gear


def test_a_bump_wakes_the_hamster_for_its_time() -> None:
    rig, cage, gear = bumped("tennis_ball")
    rig.run(2.0)
    assert rig.state(cage, "on") == 1.0
    assert spin(rig, cage) == pytest.approx(40.0, rel=0.01) and spin(rig, gear) == pytest.approx(-40.0, rel=0.01)
    rig.run(15.0)
    assert rig.state(cage, "on") == 0.0 and resting(rig, gear)
    assert len(rig.events("started")) == len(rig.events("stopped")) == 1


def test_nothing_wakes_it_without_a_bump() -> None:
    rig = Rig()
    cage = rig.add("hamster_wheel", 1.0, 1.0)
    rig.add("gear", 1.0, 0.76)
    rig.add("tennis_ball", 1.5, 1.5)
    rig.run(1.0)
    assert rig.state(cage, "on") == 0.0 and turned(rig, cage) == 0.0
