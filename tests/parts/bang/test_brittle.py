"""A brittle wall stands, until a blast or a hard blow lets its bricks loose."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def loose(rig: Rig, wall: int) -> list[int]:
    """The indices of the bricks that have come loose."""
    run = rig.machine.parts[wall]
    return [k for k in range(len(run.bodies) // 2) if run.bodies[k].space is None]


@pytest.mark.parametrize(("speed", "breaks"), [(0.6, False), (3.0, True)])
def test_a_hard_blow_breaks_it_near_the_blow_and_a_soft_one_does_not(speed: float, breaks: bool) -> None:
    rig = Rig()
    wall, ball = rig.add("brittle_wall", 1.5, 0.8, height=1.6), rig.add("bowling_ball", 1.2, 0.3)
    rig.machine.parts[ball].bodies[0].velocity = (speed, 0.5)
    rig.run(0.5)
    gone = loose(rig, wall)
    assert bool(gone) is breaks and rig.state(wall, "broken") == len(gone)
    run = rig.machine.parts[wall]
    assert all(run.plan.bodies[k].y < -0.1 for k in gone), "what is far from the blow stays"
    for k in gone:
        assert run.bodies[len(run.bodies) // 2 + k].position.y < 1.2


def test_dynamite_lit_by_a_wire_throws_bricks_through_a_gate_that_counts_them() -> None:
    """What it is for: a blast makes a hole, and what flies out of it goes on."""
    for lit in (True, False):
        rig = Rig()
        rig.floor()
        wall, dynamite = rig.add("brittle_wall", 1.5, 0.3, height=0.6), rig.add("dynamite", 1.2, 0.091, fuse=0.0)
        gate = rig.add("light_gate", 2.2, 0.6, 1.5707963267948966, width=1.1)
        button = rig.add("button", 0.3, 1.5)
        rig.link("wire", button, "signal", dynamite, "signal")
        if lit:
            rig.machine.press(button)
        rig.run(2.0)
        assert bool(loose(rig, wall)) is lit
        assert (rig.state(gate, "count") >= 1.0) is lit


def test_what_stands_on_it_falls() -> None:
    rig = Rig()
    rig.floor(0.2)
    wall, crate = rig.add("brittle_wall", 1.5, 0.6, height=0.4), rig.add("crate", 1.5, 0.951)
    nitro = rig.add("nitro", 1.72, 0.3)
    rig.add("bowling_ball", 1.84, 2.6)
    rig.run(0.5)
    assert rig.motion(crate)[1] == pytest.approx(0.95, abs=0.01)
    rig.run(1.5)
    assert nitro not in rig.machine.parts and loose(rig, wall)
    assert rig.motion(crate)[1] < 0.9


def test_loose_bricks_lie_on_one_another() -> None:
    rig = Rig()
    rig.floor()
    wall, ball = rig.add("brittle_wall", 1.5, 0.3, height=0.6, strength=1.0), rig.add("pool_ball", 1.2, 0.3)
    rig.machine.parts[ball].bodies[0].velocity = (5.0, 0.3)
    rig.run(2.0)
    run = rig.machine.parts[wall]
    count = len(run.bodies) // 2
    heights = [run.bodies[count + k].position.y for k in loose(rig, wall)]
    assert len(heights) > 4 and min(heights) > 0.03 and max(heights) > 0.2, "they neither sink in nor pass each other"


def test_a_fan_blows_through_the_hole() -> None:
    for broken in (False, True):
        rig = Rig()
        rig.floor()
        wall, ball = rig.add("brittle_wall", 1.5, 0.2, height=0.4, strength=0.5), rig.add("tennis_ball", 2.3, 0.034)
        rig.add("fan", 0.9, 0.2, speed=20.0)
        rig.add("floor", 2.3, -0.05)
        rig.run(0.5)
        assert rig.motion(ball)[0] == pytest.approx(2.3, abs=0.01)
        if broken:
            hammer = rig.machine.parts[wall]
            for k in range(len(hammer.bodies) // 2):
                rig.machine.take_back(hammer, k)
            rig.run(0.5)
            assert rig.motion(ball)[0] > 2.35
