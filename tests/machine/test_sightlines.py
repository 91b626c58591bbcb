"""A line meets the same thing whatever the engine's order, and a machine at rest is known as such."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.machine.machine import Machine
from sandbox.parts.world import SHAPES, Met
from tests.contraptions import Builder

AROUND = Box(1.5, 0.5, 2.5, 1.5)


def two_walls() -> Design:
    """Two walls in one place, one as high again as the other, and their seer to the left."""
    b = Builder()
    b.part("photocell", 0.5, 1.0)
    b.part("wall", 2.0, 1.0, width=0.2, height=0.5)
    b.part("wall", 2.0, 1.0, width=0.2, height=1.0)
    return b.design()


def look(machine: Machine, before: int = 0, y: float = 1.0) -> Met | None:
    return machine.sight.first_met((0.7, y), (4.0, y), machine.parts[1], before)


def test_of_two_at_one_point_the_least_key_is_met_or_the_one_that_was_met_before() -> None:
    machine = Machine(replace(two_walls(), rules=2))  # by which they are not joined
    met, again = look(machine), look(machine, 3 * SHAPES)
    assert met is not None and (met.run.id, met.x, met.nx) == (2, pytest.approx(1.9), -1.0)
    assert again is not None and again.run.id == 3, "the tie goes to what was met before"
    higher = look(machine, 2 * SHAPES, 1.4)
    assert higher is not None and higher.run.id == 3, "where there is no tie it does not matter what was met before"


def test_what_only_senses_and_the_seer_itself_are_not_met() -> None:
    b = Builder()
    b.part("photocell", 1.0, 1.0)
    b.part("light_gate", 2.0, 1.0, 1.5707963, width=0.6)
    b.part("wall", 3.0, 1.0, width=0.2, height=1.0)
    machine = Machine(b.design())
    met = machine.sight.first_met((0.5, 1.0), (4.0, 1.0), machine.parts[1], 0)
    assert met is not None and met.run.id == 3
    away = machine.sight.first_met((0.5, 3.0), (4.0, 3.0), machine.parts[1], 0)
    assert away is None


def in_the_wind(between: str) -> Machine:
    """A fan, something that stands across its wind, and a balloon behind that."""
    b = Builder()
    b.part("fan", 1.0, 1.0)
    b.part(between, 2.0, 1.0, 1.5707963, width=0.6)
    b.part("balloon", 2.6, 1.0)
    return Machine(b.design())


def test_what_only_senses_hides_nothing_and_stops_no_wind() -> None:
    gated, walled = in_the_wind("light_gate"), in_the_wind("wall")
    firsts = [machine.sight.first_between((1.5, 1.0), (4.0, 1.0), machine.parts[1]) for machine in (gated, walled)]
    owners = [machine.owner(met) for machine, met in zip((gated, walled), firsts, strict=True) if met is not None]
    assert [owner[0].id for owner in owners if owner is not None] == [3, 2]
    assert gated.sight.first_between((1.5, 1.0), (2.1, 1.0), gated.parts[1]) is None
    for machine in (gated, walled):
        for _ in range(120):
            machine.act()
            machine.step()
    assert gated.parts[3].place[0] > walled.parts[3].place[0] + 0.01


@pytest.mark.parametrize(("before", "burns"), [("nothing", 0.0), ("light_gate", 0.0), ("wall", 1.0)])
def test_a_flame_is_blown_out_though_it_is_nothing_solid(before: str, burns: float) -> None:
    b = Builder()
    b.part("fan", 1.0, 1.0)
    b.part("candle", 1.5, 1.0, lit=True)
    if before != "nothing":
        b.part(before, 1.3, 1.0, 1.5707963, width=0.6)
    machine = Machine(b.design())
    for _ in range(60):
        machine.act()
        machine.step()
    assert machine.parts[2]["lit"] == burns


@pytest.mark.parametrize(("kind", "stirs"), [("wall", False), ("soccer_ball", True), ("fan", True)])
def test_what_is_loose_or_driven_stirs(kind: str, stirs: bool) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.0, width=4.0)
    b.part(kind, 2.0, 1.0)
    assert Machine(b.design()).sight.stirs(AROUND) == stirs


def test_what_has_fallen_asleep_stirs_no_more() -> None:
    b = Builder()
    b.part("floor", 2.0, 0.0, width=4.0)
    b.part("crate", 2.0, 0.25)
    machine = Machine(b.design())
    assert machine.sight.stirs(AROUND)
    for _ in range(480):
        machine.tick()
    assert not machine.sight.stirs(AROUND)


@pytest.mark.parametrize(("x", "stirs"), [(2.7, True), (3.3, False)])
def test_only_what_is_near_stirs_unless_many_are_awake(x: float, stirs: bool) -> None:
    b = Builder()
    b.part("soccer_ball", x, 1.0)
    sight = Machine(b.design()).sight
    assert not sight.is_busy() and sight.stirs(AROUND) == stirs
    for k in range(20):
        b.part("soccer_ball", 3.5, 1.0 + 0.3 * k)
    assert Machine(b.design()).sight.is_busy()
