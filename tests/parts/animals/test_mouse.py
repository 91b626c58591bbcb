"""The mouse with its cheese and its hole, among the parts of other families."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

MOUSE, CHEESE, HOLE = 0.046, 0.037, 0.09  # m: heights of their middles above the floor


def test_a_fed_mouse_runs_home_and_presses_a_plate_on_its_way_which_drops_a_weight() -> None:
    """What it is for: bait is put down, and something light and alive works a signal and a rope."""
    rig = Rig()
    rig.floor()
    mouse, cheese = rig.add("mouse", 2.0, MOUSE), rig.add("cheese", 2.6, CHEESE)
    hole, plate = rig.add("mouse_hole", 1.0, HOLE), rig.add("pressure_plate", 1.5, 0.01, mass=0.2)
    hook, weight = rig.add("release_hook", 4.0, 1.5), rig.add("weight", 4.0, 1.0)
    rope = rig.link("rope", hook, "hook", weight, "ring")
    rig.link("wire", plate, "signal", hook, "signal")
    rig.run(2.0)
    assert rope in rig.machine.links
    rig.run(3.5)
    assert rope not in rig.machine.links
    assert mouse not in rig.machine.parts and cheese not in rig.machine.parts
    assert rig.state(mouse, "home") == rig.state(hole, "home") == rig.state(mouse, "fed") == 1.0


def test_a_hungry_mouse_does_not_go_home_and_a_penguin_never_gets_into_its_hole() -> None:
    rig = Rig()
    rig.floor()
    mouse, hole = rig.add("mouse", 1.6, MOUSE), rig.add("mouse_hole", 1.0, HOLE)
    penguin, lost = rig.add("walker", 0.8, 0.152), rig.add("mouse", 4.0, MOUSE)
    door = rig.add("door", 4.0, 0.22)
    rig.run(1.5)
    assert {mouse, penguin, lost} <= set(rig.machine.parts) and rig.motion(penguin)[0] > 1.2
    assert rig.state(hole, "home") == rig.state(door, "saved") == 0.0


@pytest.mark.parametrize(("gap", "through"), [(0.12, True), (0.08, False)])
def test_it_slips_through_a_low_gap(gap: float, through: bool) -> None:
    rig = Rig()
    rig.floor()
    mouse = rig.add("mouse", 1.0, MOUSE)
    rig.add("wall", 1.5, gap + 0.5)
    rig.add("cheese", 2.0, CHEESE)
    rig.run(2.0)
    assert (rig.motion(mouse)[0] > 1.7) is through


@pytest.mark.parametrize(("ball", "dead"), [("bowling_ball", 1.0), ("tennis_ball", 0.0)])
def test_a_heavy_ball_that_falls_on_it_kills_it(ball: str, dead: float) -> None:
    rig = Rig()
    rig.floor()
    mouse = rig.add("mouse", 1.0, MOUSE)
    rig.add(ball, 1.0, 1.2)
    rig.run(1.0)
    assert rig.state(mouse, "dead") == dead == len(rig.events("died"))


@pytest.mark.parametrize("running", [True, False])
def test_a_running_saw_kills_it(running: bool) -> None:
    rig = Rig()
    rig.add("saw", 1.0, 0.3, running=running)
    mouse = rig.add("mouse", 1.0, 0.6)
    rig.run(0.5)
    assert rig.state(mouse, "dead") == running


def test_cheese_can_be_knocked_down_to_a_mouse() -> None:
    """Bait on a shelf is on another floor; a ball that rolls against it makes it one for the mouse below."""
    rig = Rig()
    rig.floor()
    mouse = rig.add("mouse", 3.2, MOUSE)
    rig.add("floor", 1.0, 0.75, width=2.0)
    cheese, ball = rig.add("cheese", 1.9, 0.8 + CHEESE), rig.add("petanque_boule", 1.2, 0.84)
    rig.run(1.0)
    assert abs(rig.motion(mouse)[0] - 3.2) < 0.005
    rig.machine.parts[ball].bodies[0].velocity = (2.5, 0.0)
    rig.run(4.0)
    assert rig.state(mouse, "fed") == rig.state(cheese, "eaten") == 1.0


def test_it_sits_up_to_eat_and_runs_on_all_fours() -> None:
    rig = Rig()
    rig.floor()
    mouse = rig.add("mouse", 1.0, MOUSE)
    rig.add("cheese", 1.6, CHEESE)
    run = rig.machine.parts[mouse]
    for seconds, picture in ((0.4, 1), (1.0, 3), (1.5, 1)):
        rig.run(seconds)
        assert [index for index, body in enumerate(run.bodies) if body.space is not None] == [0, picture]
