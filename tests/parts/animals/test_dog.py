"""The dog: it comes when a bell rings, eats bones, shoves, and drives off cats."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

DOG, CAT, BONE = 0.181, 0.121, 0.042  # m: heights of their middles above the floor


def kennel(x: float) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("dog", x, DOG)


@pytest.mark.parametrize(("x", "comes"), [(4.4, True), (5.6, False), (0.2, True)])
def test_it_comes_to_the_bell_that_has_rung_within_four_metres_and_stops_below_it(x: float, comes: bool) -> None:
    rig, dog = kennel(1.0)
    bell = rig.add("bell", x, 1.2)
    rig.run(0.5)
    assert rig.state(dog, "goes") == 0.0
    rig.machine.press(bell)
    rig.run(7.0)
    assert (abs(rig.motion(dog)[0] - x) < 0.1) is comes and rig.state(dog, "goes") == 0.0


def test_a_ball_rings_the_bell_and_the_dog_shoves_a_crate_off_a_plate_on_its_way() -> None:
    """What it is for: a call carries a strong push to another place, without any link."""
    rig, dog = kennel(0.8)
    bell, ball = rig.add("bell", 3.4, 1.4), rig.add("baseball", 3.1, 1.3)
    crate, plate = rig.add("crate", 1.5, 0.14, width=0.24, height=0.24), rig.add("pressure_plate", 1.5, 0.01, mass=1.0)
    rig.run(0.3)
    assert rig.state(plate, "on") == 1.0
    rig.machine.parts[ball].bodies[0].position = (3.1, 1.3)
    rig.machine.parts[ball].bodies[0].velocity = (2.0, 0.5)
    rig.run(6.0)
    assert rig.state(bell, "rung") >= 1.0
    assert rig.motion(crate)[0] > 2.0 and rig.state(plate, "on") == 0.0
    assert rig.state(dog, "dead") == 0.0


def test_it_gives_up_at_what_it_cannot_shove() -> None:
    rig, dog = kennel(1.0)
    rig.add("wall", 2.0, 0.5)
    bell = rig.add("bell", 3.0, 1.2)
    rig.machine.press(bell)
    rig.run(6.0)
    assert rig.motion(dog)[0] < 2.0 and rig.state(dog, "goes") == rig.state(dog, "call") == 0.0


def test_a_bone_is_worth_more_than_a_bell() -> None:
    rig, dog = kennel(2.0)
    bone, bell = rig.add("bone", 3.0, BONE), rig.add("bell", 0.8, 1.2)
    rig.run(0.3)
    rig.machine.press(bell)
    rig.run(1.0)
    assert rig.motion(dog)[0] > 2.3
    rig.run(7.0)
    assert bone not in rig.machine.parts and rig.state(dog, "fed") == 1.0
    assert abs(rig.motion(dog)[0] - 0.8) < 0.15, "then it goes to the bell"


@pytest.mark.parametrize(("asleep", "flees"), [(False, True), (True, False)])
def test_a_cat_that_is_awake_flees_from_it(asleep: bool, flees: bool) -> None:
    rig, dog = kennel(1.0)
    cat = rig.add("cat", 2.0, CAT, asleep=asleep)
    rig.run(2.0)
    assert (rig.motion(cat)[0] > 2.5) is flees and rig.motion(dog)[0] == pytest.approx(1.0, abs=0.01)


def test_it_forgets_the_call_of_a_bell_that_is_gone() -> None:
    rig, dog = kennel(1.0)
    bell = rig.add("bell", 3.0, 1.2)
    rig.machine.press(bell)
    rig.run(0.6)
    assert rig.state(dog, "goes") == 1.0
    rig.machine.remove(bell)
    rig.run(1.5)
    assert rig.state(dog, "goes") == rig.state(dog, "call") == 0.0 and not rig.machine.alarms
