"""Which way driven shafts will turn: as the machine then turns them."""

from __future__ import annotations

import math

import pytest

from sandbox.design.design import Design
from sandbox.editing import trains
from sandbox.parts import KINDS
from sandbox.parts.turning.gearing import WHEEL, Turning
from tests.parts.rig import Rig

DRIVEN = sorted(name for name, kind in KINDS.items() if isinstance(kind, Turning) and not kind.spins_by)
PITCH = {"small": 0.06, "medium": 0.12, "large": 0.18}  # m


def belted(kind: str, flip: bool, crossed: bool, speed: float = 30.0) -> tuple[Rig, int]:
    """A motor, and a part of a kind on its belt."""
    rig = Rig()
    motor = rig.add("motor", 1.0, 2.0, speed=speed, torque=20.0)
    part = rig.add(kind, 2.0, 2.0, flip=flip and KINDS[kind].flips)
    rig.link("belt", motor, "shaft", part, "shaft", crossed=crossed)
    return rig, part


def turned(rig: Rig, part: int) -> float:
    """The sign of the spin of a part's wheel, after half a second."""
    rig.run(0.5)
    return math.copysign(1.0, rig.machine.parts[part].bodies[WHEEL].angular_velocity)


@pytest.mark.parametrize("kind", DRIVEN)
@pytest.mark.parametrize(("flip", "crossed", "speed"), [(False, False, 30.0), (True, True, 30.0), (True, False, -30.0)])
def test_what_a_belt_drives_turns_the_way_that_is_foretold(kind: str, flip: bool, crossed: bool, speed: float) -> None:
    rig, part = belted(kind, flip, crossed, speed)
    turn = trains.driven(rig.design.parts, rig.design.links)[part]
    assert turn.way == turned(rig, part) and not turn.waits
    assert turn.carries == (kind == "driven_conveyor")


def chain_of_gears(*sizes: str) -> tuple[Rig, list[int]]:
    """A motor that drives a row of gears, each in mesh with the one before."""
    rig, x, before = Rig(), 1.0, PITCH["medium"]
    motor = rig.add("motor", 0.4, 2.0, speed=20.0, torque=20.0)
    ids = [rig.add("gear", x, 2.0)]
    rig.link("belt", motor, "shaft", ids[0], "shaft")
    for size in sizes:
        x += before + PITCH[size]
        ids.append(rig.add("gear", x, 2.0, size=size))
        before = PITCH[size]
    return rig, ids


def test_gears_in_mesh_turn_opposite_ways() -> None:
    rig, ids = chain_of_gears("medium", "large", "small")
    turns = trains.driven(rig.design.parts, rig.design.links)
    assert [turns[id_].way for id_ in ids] == [1.0, -1.0, 1.0, -1.0]
    rig.run(0.5)
    for id_ in ids:
        assert turns[id_].way == math.copysign(1.0, rig.machine.parts[id_].bodies[WHEEL].angular_velocity)


def test_where_gears_mesh_is_known_and_how_near_they_have_to_be() -> None:
    rig, _ = chain_of_gears("large")
    assert trains.meshing_at(rig.design.parts) == [pytest.approx((1.0 + PITCH["medium"], 2.0))]
    for off, meshes in ((0.004, True), (0.02, False), (-0.02, False)):
        apart = Rig()
        first = apart.add("gear", 1.0, 2.0)
        apart.link("belt", apart.add("motor", 0.4, 2.0, torque=20.0), "shaft", first, "shaft")
        second = apart.add("gear", 1.0, 2.0 + 2 * PITCH["medium"] + off)
        assert bool(trains.meshing_at(apart.design.parts)) == meshes
        apart.run(0.5)
        assert (abs(apart.machine.parts[second].bodies[WHEEL].angular_velocity) > 0.1) == meshes


def test_gears_that_do_not_touch_and_what_nothing_drives_are_not_foretold() -> None:
    rig, ids = chain_of_gears("medium")
    far, lone = rig.add("gear", 4.0, 2.0), rig.add("driven_conveyor", 6.0, 2.0)
    turns = trains.driven(rig.design.parts, rig.design.links)
    assert turns.keys() == {*ids} and far not in turns and lone not in turns


def test_what_two_drive_against_each_other_is_not_foretold_and_what_waits_is_said_to_wait() -> None:
    rig = Rig()
    one, other = rig.add("motor", 1.0, 2.0, speed=30.0), rig.add("hamster_wheel", 3.0, 2.0)
    middle = rig.add("driven_conveyor", 2.0, 1.0)
    rig.link("belt", other, "shaft", middle, "shaft")
    assert trains.driven(rig.design.parts, rig.design.links) == {middle: trains.ShaftTurn(1.0, True, True)}
    rig.link("belt", one, "shaft", middle, "shaft")
    assert trains.driven(rig.design.parts, rig.design.links) == {middle: trains.ShaftTurn(1.0, False, True)}
    third = rig.add("motor", 4.0, 1.0, speed=-30.0)
    rig.link("belt", third, "shaft", middle, "shaft")
    assert trains.driven(rig.design.parts, rig.design.links) == {}


def test_an_empty_design_has_no_trains() -> None:
    assert trains.driven(Design().parts, ()) == {}
