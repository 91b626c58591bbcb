from __future__ import annotations

from typing import Any

import pytest

from tests.parts.rig import Rig


def blasted(distance: float = 0.5, wall: float = 0.0, **props: Any) -> float:
    """Speed of a crate just after dynamite has gone off on the floor to its left; `wall`: height of one between."""
    rig = Rig()
    rig.floor()
    dynamite = rig.add("dynamite", 1.0, 0.091, fuse=0.0, **props)
    crate = rig.add("crate", 1.0 + distance, 0.151)
    if wall:
        rig.add("wall", 1.0 + distance / 2, wall / 2, width=0.04, height=wall)
    rig.machine.press(dynamite)
    rig.run(0.01)
    assert dynamite not in rig.machine.parts and rig.state(dynamite, "exploded") == 1.0
    return rig.motion(crate)[3]


def test_dynamite_throws_what_is_near_and_less_what_is_far_or_shielded() -> None:
    near, far = blasted(0.5), blasted(1.2)
    assert near > 1.0 and near > 2 * far > 0
    assert 0.1 * near < blasted(0.5, wall=0.15) < 0.8 * near
    assert abs(blasted(0.5, wall=0.5)) < 0.01
    assert abs(blasted(2.2)) < 0.01


def test_a_blast_is_bounded() -> None:
    assert blasted(0.26, strength=500.0) < 15.5
    rig = Rig()
    dynamite = rig.add("dynamite", 1.0, 1.0, fuse=0.0, strength=500.0)
    ball = rig.add("tennis_ball", 1.0, 1.0)
    rig.machine.press(dynamite)
    rig.run(0.5)
    motion = rig.motion(ball)
    assert motion[3] * motion[3] + motion[4] * motion[4] < 25.0 * 25.0


def test_dynamite_waits_for_its_fuse() -> None:
    rig = Rig()
    rig.floor()
    dynamite, other = rig.add("dynamite", 1.0, 0.091, fuse=1.0), rig.add("dynamite", 4.0, 0.091)
    rig.machine.press(dynamite)
    rig.run(0.95)
    assert dynamite in rig.machine.parts and rig.state(dynamite, "lit") == 1.0
    rig.run(0.1)
    assert dynamite not in rig.machine.parts and len(rig.events("exploded")) == 1
    assert other in rig.machine.parts and rig.state(other, "lit") == 0.0


def test_a_blast_pops_balloons_pushes_buttons_and_sets_off_other_dynamite() -> None:
    for distance, reached in ((0.4, 1.0), (2.5, 0.0)):
        rig = Rig()
        dynamite = rig.add("dynamite", 2.0, 1.0, fuse=0.0)
        balloon = rig.add("balloon", 2.0 + distance, 1.0)
        button = rig.add("button", 2.0, 1.0 - distance)
        other = rig.add("dynamite", 2.0 - distance, 1.0, fuse=5.0)
        rig.machine.press(dynamite)
        rig.run(0.2)
        assert rig.state(balloon, "popped") == rig.state(button, "on") == rig.state(other, "exploded") == reached


def detonated(kind: str, **props: Any) -> tuple[Rig, int, int]:
    rig = Rig()
    rig.floor()
    box = rig.add("detonator", 2.0, 0.12, **props)
    dynamite = rig.add("dynamite", 4.5, 0.091, fuse=0.0)
    rig.link("wire", box, "signal", dynamite, "signal")
    if kind:
        rig.add(kind, 2.0, 0.8)
    return rig, box, dynamite


def test_a_falling_weight_pushes_the_plunger_and_the_dynamite_goes_off_after_the_delay() -> None:
    rig, box, dynamite = detonated("weight", delay=0.5)
    rig.run(0.7)
    assert rig.state(box, "pushed") == 1.0 and rig.state(box, "on") == 0.0 and dynamite in rig.machine.parts
    rig.run(0.5)
    assert rig.state(box, "on") == 1.0 and dynamite not in rig.machine.parts


@pytest.mark.parametrize("kind", ["", "tennis_ball"])
def test_something_light_does_not_push_the_plunger(kind: str) -> None:
    rig, box, dynamite = detonated(kind)
    rig.run(2.0)
    assert rig.state(box, "pushed") == 0.0 and dynamite in rig.machine.parts
    assert rig.machine.parts[box].bodies[1].position.y == pytest.approx(
        0.12 + rig.machine.parts[box].plan.bodies[1].y, abs=0.005
    )


def test_a_press_pushes_the_plunger_down_once() -> None:
    rig, box, dynamite = detonated("", delay=0.2)
    rig.machine.press(box)
    rig.run(0.1)
    rig.machine.press(box)
    rig.run(0.2)
    sunk = 0.12 + rig.machine.parts[box].plan.bodies[1].y - rig.machine.parts[box].bodies[1].position.y
    assert sunk == pytest.approx(0.08, abs=0.005) and dynamite not in rig.machine.parts
    assert len(rig.events("pressed")) == 1


def rocket(**props: Any) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("rocket_bottle", 2.0, 0.242, **props)


def test_a_pressed_bottle_flies_up_until_its_fuel_runs_out() -> None:
    rig, bottle = rocket()
    rig.run(1.0)
    assert rig.motion(bottle)[1] == pytest.approx(0.242, abs=0.02) and rig.state(bottle, "fuel") == 1.0
    rig.machine.press(bottle)
    rig.run(0.3)
    assert rig.state(bottle, "firing") == 0.0
    rig.run(0.6)
    assert rig.state(bottle, "firing") == 1.0 and 0.6 < rig.state(bottle, "fuel") < 0.9
    assert rig.motion(bottle)[1] > 0.6 and abs(rig.motion(bottle)[0] - 2.0) < 0.05
    assert rig.machine.parts[bottle].bodies[0].mass < 1.6


def test_thrust_needs_fuel() -> None:
    rig, bottle = rocket(burn=0.3)
    rig.machine.press(bottle)
    rig.run(0.8)
    assert rig.state(bottle, "fuel") == rig.state(bottle, "firing") == 0.0
    speed = rig.motion(bottle)[4]
    rig.run(0.1)
    assert rig.motion(bottle)[4] == pytest.approx(speed - 0.981, abs=0.05)
    rig.machine.press(bottle)
    rig.run(0.6)
    assert rig.state(bottle, "firing") == 0.0


@pytest.mark.parametrize(("kind", "fires"), [("bowling_ball", 1.0), ("tennis_ball", 0.0)])
def test_a_hard_blow_sets_a_bottle_off(kind: str, fires: float) -> None:
    rig, bottle = rocket()
    rig.add(kind, 2.0, 1.0)
    rig.run(0.9)
    assert rig.state(bottle, "firing") == fires


def test_the_jet_pushes_what_stands_in_it() -> None:
    for press, moved in ((True, True), (False, False)):
        rig = Rig()
        rig.floor()
        bottle = rig.add("rocket_bottle", 2.0, 0.13, 1.5707963267948966)
        ball = rig.add("soccer_ball", 2.5, 0.111)
        if press:
            rig.machine.press(bottle)
        rig.run(0.6)
        assert (rig.motion(ball)[0] > 2.51) is moved


def test_a_detonator_lights_the_dynamite_with_its_number_and_no_other() -> None:
    rig = Rig()
    rig.floor()
    box = rig.add("detonator", 1.0, 0.118, delay=0.2, number="17")
    near, other, none = (
        rig.add("dynamite", x, 0.09, number=number) for x, number in ((3.0, "17"), (5.5, "18"), (8.0, ""))
    )
    rig.machine.press(box)
    rig.run(0.5)
    assert [rig.state(part, "lit") for part in (near, other, none)] == [1.0, 0.0, 0.0]


def test_a_detonator_without_a_number_calls_nobody() -> None:
    rig = Rig()
    box, dynamite = rig.add("detonator", 1.0, 0.118, delay=0.0), rig.add("dynamite", 3.0, 0.09)
    rig.machine.press(box)
    rig.run(0.5)
    assert rig.state(dynamite, "lit") == 0.0
