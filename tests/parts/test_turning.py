from __future__ import annotations

import itertools

import pytest

from rig import Rig
from sandbox.geometry import Pose


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
