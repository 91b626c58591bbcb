"""Flaps: a trap door sorts by weight, a diverter by turns."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


@pytest.mark.parametrize(("kind", "falls"), [("soccer_ball", False), ("bowling_ball", True)])
@pytest.mark.parametrize("flip", [False, True])
def test_a_trap_door_holds_what_is_light_and_drops_what_is_heavy(kind: str, falls: bool, flip: bool) -> None:
    rig = Rig()
    door = rig.add("trap_door", 1.0, 1.0, flip=flip)
    ball = rig.add(kind, 1.0, 1.14)
    rig.run(0.6)
    assert (rig.motion(ball)[1] < 0.6) is falls
    assert rig.state(door, "open") == float(falls)


def test_it_closes_after_a_second_and_holds_again() -> None:
    rig = Rig()
    door, ball = rig.add("trap_door", 1.0, 1.0), rig.add("bowling_ball", 1.0, 1.14)
    rig.run(2.5)
    assert rig.motion(ball)[1] < 0.0 and rig.state(door, "open") == 0.0
    assert abs(rig.motion(door)[2]) < 0.01
    assert len(rig.events("opened")) == len(rig.events("closed")) == 1


def test_one_that_stays_open_stays_open() -> None:
    rig = Rig()
    door = rig.add("trap_door", 1.0, 1.0, stays=True)
    rig.machine.press(door)
    rig.run(3.0)
    assert rig.state(door, "open") == 1.0 and rig.motion(door)[2] < -1.2


def test_a_light_load_that_falls_hard_does_not_open_it() -> None:
    rig = Rig()
    door = rig.add("trap_door", 1.0, 0.5)
    rig.add("baseball", 1.0, 2.4)
    rig.run(1.5)
    assert rig.state(door, "open") == 0.0


def test_a_signal_drops_what_lies_asleep_on_it_through_a_light_gate() -> None:
    """What it is for: it works together with what is wired and with what counts."""
    rig = Rig()
    rig.floor()
    door, ball = rig.add("trap_door", 1.0, 1.0), rig.add("soccer_ball", 1.0, 1.14)
    button, gate = rig.add("button", 2.5, 0.5), rig.add("light_gate", 1.0, 0.4, width=1.4)
    rig.link("wire", button, "signal", door, "signal")
    rig.run(3.0)
    assert rig.machine.parts[ball].bodies[0].is_sleeping
    rig.machine.press(button)
    rig.run(0.45)
    assert rig.state(gate, "count") == 1.0


@pytest.mark.parametrize("flip", [False, True])
def test_a_diverter_sends_balls_to_both_sides_by_turns(flip: bool) -> None:
    rig = Rig()
    diverter = rig.add("diverter", 1.0, 1.0, flip=flip)
    dispenser = rig.add("dispenser", 1.0, 1.6, number=4)
    sides = []
    for _ in range(4):
        rig.machine.press(dispenser)
        rig.run(1.2)
        sides.append(rig.state(diverter, "side"))
    first = float(flip)
    assert sides == [first, 1.0 - first, first, 1.0 - first]
    assert rig.state(diverter, "turns") == 4.0
    balls = [body.position.x - 1.0 for body in rig.machine.parts[dispenser].bodies[1:]]
    ways = [x > 0 for x in balls]
    assert ways == [not flip, flip, not flip, flip]


def test_a_diverter_lets_balls_press_two_buttons_by_turns() -> None:
    """What it is for: one stream of balls does one thing and another, by turns."""
    rig = Rig()
    rig.add("diverter", 1.0, 1.0)
    dispenser = rig.add("dispenser", 1.0, 1.6, number=2)
    lamp, fan = rig.add("lamp", 2.5, 1.5), rig.add("fan", 3.5, 1.0, running=False)
    for x, device in ((1.44, lamp), (0.56, fan)):
        button = rig.add("button", x, 0.2, mode="hold", hold=60.0)
        rig.link("wire", button, "signal", device, "signal")
    done = []
    for _ in range(2):
        rig.machine.press(dispenser)
        rig.run(1.5)
        done.append((rig.state(lamp, "on"), rig.state(fan, "on")))
    assert done == [(1.0, 0.0), (1.0, 1.0)]


def test_a_diverter_stays_as_it_leans() -> None:
    rig = Rig()
    diverter = rig.add("diverter", 1.0, 1.0)
    rig.run(5.0)
    assert rig.state(diverter, "turns") == 0.0
    assert rig.machine.parts[diverter].bodies[1].is_sleeping
