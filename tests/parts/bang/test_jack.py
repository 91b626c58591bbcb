"""A jack-in-the-box throws what lies on its lid, once its crank has been turned far enough."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


@pytest.mark.parametrize(("wired", "mass"), [(True, 2.0), (False, 2.0), (True, 0.1)])
def test_a_motor_on_a_belt_winds_it_up_and_it_throws_what_lies_on_it(wired: bool, mass: float) -> None:
    """What it is for: turning becomes a throw; a gate above counts what flies by."""
    rig = Rig()
    jack, ball = rig.add("jack_in_the_box", 1.0, 0.5), rig.add("custom_ball", 1.0, 0.74, mass=mass)
    motor, gate = rig.add("motor", 0.4, 0.5, speed=60.0), rig.add("light_gate", 1.0, 1.25, width=1.0)
    if wired:
        rig.link("belt", motor, "shaft", jack, "shaft")
    rig.run(0.8)
    assert rig.state(jack, "open") == 0.0 and rig.motion(ball)[1] < 0.8
    rig.run(2.0)
    assert (rig.state(jack, "open") == 1.0) is wired
    assert (rig.state(gate, "count") >= 1.0) is wired


def test_it_throws_two_kilograms_at_four_metres_a_second() -> None:
    rig = Rig()
    jack, ball = rig.add("jack_in_the_box", 1.0, 0.5, turns=0.25), rig.add("custom_ball", 1.0, 0.74, mass=2.0)
    motor = rig.add("motor", 0.4, 0.5, speed=60.0)
    rig.link("belt", motor, "shaft", jack, "shaft")
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, rig.motion(ball)[4])

    rig.run(2.0, watch)
    assert fastest == pytest.approx(4.0, abs=0.4)
    run = rig.machine.parts[jack]
    assert run.bodies[2].position.y > 0.5 + run.plan.bodies[2].y + 0.2, "the jack stays out"
