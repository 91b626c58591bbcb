"""What is listed once says the same as a look at all parts, until one of them leaves; and rows know every body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.machine.rows import BodyRows
from sandbox.parts.fire.heat import STATES, heaters_of
from sandbox.parts.fluids.water import under_water
from sandbox.parts.light.rays import BURNING, COLD, FOCUSED, GLOW, WHITE, Illumination, falling_on, path_of
from sandbox.parts.world import SHAPES, Running
from tests.contraptions import Builder


def lit_room() -> Design:
    """Lights of every sort on photocells, and a ball that rolls through their rays into the fire."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    for x in (0.6, 1.2, 1.8, 2.4):
        b.part("photocell", x, 1.0, -1.571)
        b.part("flashlight", x, 0.4, 1.571, on=True)
    b.part("laser", 0.3, 1.4, running=True)
    b.part("photocell", 3.6, 1.4, 3.1416)
    b.part("lamp", 1.5, 1.6, reach=1.5, on=True)
    for x in (2.0, 3.0):
        b.part("candle", x, 0.2, lit=True)
        b.part("cardboard_box", x, 0.39, width=0.2, height=0.2)
    b.part("water_tank", 3.4, 1.9, width=0.6, height=0.4)
    b.part("soccer_ball", 1.4, 1.2)
    return b.design()


def run(machine: Machine, ticks: int, look: Callable[[], object] = lambda: None) -> None:
    for _ in range(ticks):
        machine.tick()
        look()


def scanned_light(part: Running, machine: Machine) -> Illumination:
    """The light on a part, by a look at the states of all parts."""

    def falls(key: float) -> bool:
        feeling = part.kind.lit_shape
        return key // SHAPES == part.id and feeling in ("", part.plan.shapes[int(key % SHAPES)].name)

    lights: list[tuple[int, int]] = []
    for source in machine.parts.values():
        for name in source.kind.rays:
            numbers = [source[f"{name}_{leg}"] for leg in ("legs", "colours", "heat")]
            keys = [source[f"{name}_met_{leg}"] for leg in range(1, 7)][: int(numbers[0])]
            assert (path_of(source, name) is None) == (not keys)
            lights += [(int(numbers[1]), int(numbers[2])) for key in keys if falls(key)]
        if GLOW[0] in source:
            lights += [(WHITE, COLD) for name in GLOW if falls(source[name])]
    colours = 0
    for light, _ in lights:
        colours |= light
    white = any(light == WHITE and heat != BURNING for light, heat in lights)
    heats = {heat for _, heat in lights}
    return Illumination(colours, white, BURNING in heats, FOCUSED in heats)


def scanned_heaters(part: Running, machine: Machine) -> list[Running]:
    return [run for run in machine.parts.values() if STATES[0] in run and part.id in [run[n] for n in STATES[::2]]]


def test_light_and_heat_are_those_that_a_look_at_all_parts_finds() -> None:
    machine = Machine(lit_room())
    lights, hot = set(), 0

    def look() -> None:
        nonlocal hot
        for part in machine.parts.values():
            if part.kind.name == "photocell":
                light = falling_on(part, machine)
                assert light == scanned_light(part, machine)
                lights.add(light)
            heaters = heaters_of(part, machine)
            assert heaters == scanned_heaters(part, machine)
            hot += len(heaters)

    run(machine, 400, look)
    assert len(lights) > 1 and hot > 20


def names(machine: Any) -> list[str]:
    return [run.kind.name for run in machine.parts.values()]


def test_a_list_is_made_once_and_again_after_a_part_has_left() -> None:
    machine = Machine(lit_room())
    before = machine.listed(names)
    run(machine, 20)
    assert machine.listed(names) is before
    machine.remove(next(id_ for id_, part in machine.parts.items() if part.kind.name == "water_tank"))
    run(machine, 1)
    after = machine.listed(names)
    assert set(before) - set(after) == {"water_tank"}


@pytest.mark.parametrize("stale", [False, True])
def test_water_is_gone_with_its_tank(stale: bool) -> None:
    """The negative control: a list that is kept for too long finds the water still there."""
    machine, at = Machine(lit_room()), (3.4, 1.85)
    assert under_water(at, machine) and not under_water((3.4, 1.0), machine)
    kept = dict(machine._listed)
    machine.remove(next(id_ for id_, part in machine.parts.items() if part.kind.name == "water_tank"))
    run(machine, 1)
    under_water(at, machine)
    if stale:
        machine._listed.update(kept)
    assert under_water(at, machine) == stale


def test_bodies_that_are_let_out_are_mapped_to_their_rows_but_once(monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("sand_hopper", 1.0, 1.5, number=20, open=True)
    crate = b.part("crate", 2.0, 0.3)
    machine, mapped, out = Machine(b.design()), [0], set()
    map_ = BodyRows._map

    def count(rows: BodyRows) -> None:
        mapped[0] += 1
        map_(rows)

    def look() -> None:
        rows = machine.read_rows()
        for (part, index), row in machine.row_of.items():
            body = machine.parts[part].bodies[index]
            if body.space is not None:
                assert tuple(rows[row, :3]) == (*body.position, body.angle)
                if index in machine.parts[part].plan.spare:
                    out.add((machine.ticks, row))

    monkeypatch.setattr(BodyRows, "_map", count)
    run(machine, 900, look)
    assert len({row for _, row in out}) > 3, "sand was let out"
    assert mapped == [0], "the map of the start knew it"
    machine.grab(crate, 2.0, 0.3)
    look()
    assert mapped == [1], "a hand is new"
    x, y = machine.rows[-1, :2]
    assert (x, y) == (2.0, 0.3)
    machine.release()
    run(machine, 5, look)
    assert mapped == [2]


def test_the_parts_of_some_kinds_are_those_that_are_still_there() -> None:
    machine = Machine(lit_room())

    def ids(*kinds: str) -> list[int]:
        return [run.id for run in machine.parts_of(lambda kind: kind.name in kinds)]

    def slow(*kinds: str) -> list[int]:
        return [run.id for run in machine.parts.values() if run.kind.name in kinds]

    assert ids("photocell", "lamp") == slow("photocell", "lamp") != []
    machine.remove(ids("photocell")[1])
    machine.remove(ids("lamp")[0])
    machine.tick()
    assert ids("photocell", "lamp") == slow("photocell", "lamp") != []
    assert ids("lamp") == []
