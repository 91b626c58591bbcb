"""A winch winds up its rope when its shaft turns, and turns when its rope is pulled off."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("over", [False, True])
def test_a_motor_on_a_belt_lifts_a_load_with_it_also_over_a_pulley(flip: bool, over: bool) -> None:
    way = -1.0 if flip else 1.0
    for belted in (True, False):
        rig = Rig()
        rig.floor()
        winch, motor = rig.add("winch", 1.0, 1.5, flip=flip), rig.add("motor", 1.0 - 0.6 * way, 1.5, flip=flip)
        via = (rig.add("pulley", 1.0 + 1.0 * way, 2.0),) if over else ()
        load = rig.add("weight", 1.0 + (1.06 if over else 0.04) * way, 0.8, mass=3.0)
        rig.link("rope", winch, "rope", load, "ring", via=via)
        if belted:
            rig.link("belt", motor, "shaft", winch, "shaft")
        rig.run(1.5)
        assert (rig.motion(load)[1] > 0.85) is belted
        assert (rig.motion(load)[1] < 0.3) is not belted, "a free drum lets the load go"


def test_what_is_wound_up_is_as_much_as_the_drum_has_turned() -> None:
    rig = Rig()
    winch, load = rig.add("winch", 1.0, 2.0, radius=0.06), rig.add("weight", 1.06, 0.8, mass=1.0)
    motor = rig.add("motor", 0.4, 2.0)
    rig.link("belt", motor, "shaft", winch, "shaft")
    rope = rig.link("rope", load, "ring", winch, "rope")
    rig.run(1.5)
    length, y, angle = rig.state(rope, "length"), rig.motion(load)[1], rig.machine.parts[winch].bodies[1].angle
    rig.run(1.0)
    turned = rig.machine.parts[winch].bodies[1].angle - angle
    assert turned > 0.5
    assert length - rig.state(rope, "length") == pytest.approx(0.06 * turned, abs=0.002)
    assert rig.motion(load)[1] - y == pytest.approx(0.06 * turned, abs=0.005)


def test_a_falling_load_turns_its_shaft_and_so_a_tachometer_that_rings_a_bell() -> None:
    """What it is for: a pull becomes a turn, and the turn a signal."""
    for mass, rings in ((3.0, True), (0.0, False)):
        rig = Rig()
        rig.floor()
        winch, tacho = rig.add("winch", 1.0, 2.0), rig.add("tacho", 0.4, 2.0)
        bell = rig.add("bell", 3.0, 1.0)
        rig.link("belt", winch, "shaft", tacho, "shaft")
        rig.link("wire", tacho, "signal", bell, "signal")
        if mass:
            load = rig.add("weight", 1.04, 1.2, mass=mass)
            rig.link("rope", winch, "rope", load, "ring")
        rig.run(1.5)
        assert (rig.state(bell, "rung") > 0.0) is rings


def test_only_the_first_rope_is_wound_up_and_a_second_is_tied_to_the_stand() -> None:
    rig = Rig()
    winch = rig.add("winch", 1.0, 2.0)
    motor = rig.add("motor", 0.4, 2.0)
    rig.link("belt", motor, "shaft", winch, "shaft")
    first, second = rig.add("weight", 1.04, 1.2, mass=1.0), rig.add("weight", 1.0, 0.7, mass=1.0)
    rig.link("rope", winch, "rope", first, "ring")
    rig.link("rope", winch, "rope", second, "ring")
    rig.run(1.5)
    assert rig.motion(first)[1] > 1.3 and rig.motion(second)[1] == pytest.approx(0.7, abs=0.01)


def test_a_load_that_lies_on_the_floor_falls_asleep() -> None:
    rig = Rig()
    rig.floor()
    winch, load = rig.add("winch", 1.0, 1.0), rig.add("weight", 1.04, 0.3)
    rig.link("rope", winch, "rope", load, "ring", slack=0.2)
    rig.run(6.0)
    assert rig.machine.parts[load].bodies[0].is_sleeping and rig.machine.parts[winch].bodies[1].is_sleeping


def test_a_blade_cuts_its_rope() -> None:
    rig = Rig()
    rig.floor()
    winch, load = rig.add("winch", 1.0, 2.0), rig.add("weight", 1.04, 1.0)
    motor = rig.add("motor", 0.4, 2.0)
    rig.link("belt", motor, "shaft", winch, "shaft")
    rig.link("rope", winch, "rope", load, "ring")
    rig.add("shears", 0.9, 1.5)
    rig.run(1.0)
    assert rig.motion(load)[1] < 0.2
