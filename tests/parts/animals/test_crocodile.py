"""The crocodile: it eats mice, throws up the rest, and leaves alone what lies still."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

CROCODILE, MOUSE, CHEESE = 0.09, 0.046, 0.037  # m: heights of their middles above the floor


def river(flip: bool = False) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("crocodile", 2.0, CROCODILE, flip=flip)


@pytest.mark.parametrize("flip", [False, True])
def test_it_eats_a_mouse_that_a_cat_drives_into_its_jaws(flip: bool) -> None:
    rig, crocodile = river(flip)
    side = -1.0 if flip else 1.0
    mouse = rig.add("mouse", 2.0 + side * 0.8, MOUSE)
    rig.add("cat", 2.0 + side * 1.8, 0.121)
    rig.run(1.5)
    assert mouse not in rig.machine.parts
    assert rig.state(crocodile, "fed") == rig.state(mouse, "dead") == 1.0


def test_a_mouse_behind_it_is_safe() -> None:
    rig, crocodile = river()
    mouse = rig.add("mouse", 1.2, MOUSE)
    rig.add("cheese", 1.55, CHEESE)
    rig.run(3.0)
    assert rig.state(mouse, "fed") == 1.0 and rig.state(crocodile, "snaps") == 0.0


@pytest.mark.parametrize("there", [True, False])
def test_it_throws_a_ball_onto_a_shelf_where_it_presses_a_plate(there: bool) -> None:
    """What it is for: what rolls along the floor is taken up to another, as often as it comes."""
    rig = Rig()
    rig.floor()
    crocodile = rig.add("crocodile", 2.0, CROCODILE) if there else 0
    ball = rig.add("soccer_ball", 3.4, 0.111)
    rig.add("fixed_block", 1.35, 0.5, width=1.0, height=0.05)
    rig.add("wall", 0.85, 0.8, width=0.05, height=0.6)
    plate, fan = rig.add("pressure_plate", 1.35, 0.54, width=0.9, mass=0.2), rig.add("fan", 5.0, 1.0, running=False)
    rig.link("wire", plate, "signal", fan, "signal")
    rig.machine.parts[ball].bodies[0].velocity = (-1.5, 0.0)
    rig.run(4.0)
    assert (rig.motion(ball)[1] > 0.6) == there
    assert rig.state(plate, "on") == rig.state(fan, "on") == float(there)
    if there:
        assert rig.state(crocodile, "snaps") >= 1.0 and rig.state(crocodile, "fed") == 0.0


def test_its_jaw_shuts_and_opens_again_and_what_lies_still_it_leaves_alone() -> None:
    rig, crocodile = river()
    rig.add("weight", 2.2, 0.6)
    rig.run(0.5)
    jaw = rig.machine.parts[crocodile].bodies[1]
    assert rig.state(crocodile, "snaps") >= 1.0
    rig.run(4.0)
    snaps = rig.state(crocodile, "snaps")
    assert jaw.angle == 0.0 and snaps < 8.0
    rig.run(3.0)
    assert rig.state(crocodile, "snaps") == snaps and not rig.machine.alarms
