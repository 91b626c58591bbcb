"""The cat: it hunts mice and fish, and sleeps until it is woken."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

CAT, MOUSE, CHEESE = 0.121, 0.046, 0.037  # m: heights of their middles above the floor


def test_it_chases_a_mouse_which_flees_and_catches_it() -> None:
    rig = Rig()
    rig.floor()
    cat, mouse = rig.add("cat", 1.0, CAT), rig.add("mouse", 2.2, MOUSE, flip=True)
    rig.run(1.0)
    assert rig.state(cat, "way") == rig.state(mouse, "way") == 1.0 and rig.state(mouse, "goes") == 1.0
    rig.run(5.0)
    assert mouse not in rig.machine.parts and rig.state(mouse, "dead") == rig.state(cat, "fed") == 1.0


def test_a_mouse_leaves_its_cheese_for_a_cat_and_is_safe_behind_a_low_gap() -> None:
    """What it is for: a wall with a gap tells the small from the great."""
    rig = Rig()
    rig.floor()
    mouse, cat = rig.add("mouse", 2.0, MOUSE), rig.add("cat", 3.9, CAT, flip=True, speed=0.7)
    rig.add("wall", 1.4, 0.12 + 0.5)
    cheese = rig.add("cheese", 2.2, CHEESE)
    rig.run(0.35)
    assert rig.state(mouse, "meal") == cheese
    rig.run(5.0)
    assert mouse in rig.machine.parts and rig.motion(mouse)[0] < 1.4 < rig.motion(cat)[0]
    assert rig.state(cat, "fed") == rig.state(mouse, "dead") == 0.0


@pytest.mark.parametrize("asleep", [True, False])
def test_asleep_it_sees_no_mouse_and_a_mouse_does_not_fear_it(asleep: bool) -> None:
    rig = Rig()
    rig.floor()
    cat, mouse = rig.add("cat", 1.0, CAT, asleep=asleep), rig.add("mouse", 2.2, MOUSE)
    rig.run(1.0)
    assert (rig.state(cat, "goes"), rig.state(mouse, "goes")) == ((0.0, 0.0) if asleep else (1.0, 1.0))


@pytest.mark.parametrize(("x", "awake"), [(2.5, 1.0), (3.5, 0.0)])
def test_a_bell_within_two_metres_wakes_it(x: float, awake: float) -> None:
    rig = Rig()
    rig.floor()
    cat, bell = rig.add("cat", 1.0, CAT, asleep=True), rig.add("bell", x, 1.0)
    rig.add("mouse", 1.9, MOUSE)
    rig.run(0.5)
    rig.machine.press(bell)
    rig.run(1.0)
    assert rig.state(cat, "awake") == rig.state(cat, "goes") == awake


def test_a_ball_wakes_it_and_its_picture_changes() -> None:
    rig = Rig()
    rig.floor()
    cat = rig.add("cat", 1.0, CAT, asleep=True)
    rig.add("soccer_ball", 1.0, 0.8)
    rig.run(1.0)
    run = rig.machine.parts[cat]
    assert rig.state(cat, "awake") == 1.0
    assert [index for index, body in enumerate(run.bodies) if body.space is not None] == [0, 3]


def test_it_lands_on_its_feet_and_lives() -> None:
    rig = Rig()
    rig.floor()
    cat = rig.add("cat", 1.0, 3.0)
    rig.run(2.0)
    assert rig.state(cat, "dead") == 0.0 and rig.motion(cat)[2] == 0.0


def test_a_running_saw_kills_it() -> None:
    rig = Rig()
    rig.add("saw", 1.0, 0.3)
    cat = rig.add("cat", 1.0, 0.7)
    rig.run(0.5)
    assert rig.state(cat, "dead") == 1.0


def test_it_presses_a_plate_on_its_way_that_is_too_stiff_for_a_mouse() -> None:
    rig = Rig()
    rig.floor()
    rig.add("mouse", 3.0, MOUSE)
    plate, cat = rig.add("pressure_plate", 1.8, 0.01, mass=2.0), rig.add("cat", 1.2, CAT)
    rig.run(0.3)
    assert rig.state(plate, "on") == 0.0
    rig.run(1.0)
    assert rig.events("pressed") and rig.state(cat, "goes") == 1.0
