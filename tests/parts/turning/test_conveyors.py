"""A driven belt bears its load to the bit as one that asks the engine for each number by itself."""

from __future__ import annotations

import random  # noqa: TID251  (lays out the scene)
from typing import TYPE_CHECKING, Any

import pymunk
import pytest

from sandbox.engine.readout import INERTIA_TO_SPIN, contacts_of
from sandbox.machine.machine import Machine
from sandbox.parts.turning import conveyors
from sandbox.parts.turning.conveyors import RADIUS, DrivenConveyor
from sandbox.parts.turning.gearing import WHEEL
from tests.parts.rig import Rig

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

SEEDS = range(4)
TICKS = 480


def works(seed: int) -> Machine:
    """Motors drive belts, level and steep, with and without loads: some stall, and balls and crates slip on some."""
    dice, rig = random.Random(seed), Rig(width=9.0, height=3.0)
    rig.floor()
    for k in range(3):
        x = 1.5 + 3.0 * k
        rig.add("motor", x, 2.6, speed=dice.choice((-90.0, -60.0, 60.0)), torque=dice.choice((0.3, 2.0, 20.0)))
        gear = rig.add("gear", x + 0.18, 2.6)
        angle, flip = dice.choice((0.0, 0.0, dice.uniform(-0.3, 0.3))), dice.choice((False, True))
        belt = rig.add("driven_conveyor", x, 0.8, angle, flip, width=2.4, drag=dice.choice((0.01, 0.1)))
        rig.link("belt", gear, "shaft", belt, "shaft")
        for load in range(dice.randrange(5)):
            kind = dice.choice(("crate", "soccer_ball", "bowling_ball"))
            size: dict[str, Any] = {"width": 0.2, "height": 0.2} if kind == "crate" else {}
            rig.add(kind, x - 0.8 + 0.45 * load, 1.5, **size)
    return rig.machine


def digests(machine: Machine) -> list[bytes]:
    ended = []
    for _ in range(TICKS):
        machine.tick()
        ended.append(machine.digest())
    return ended


def load(run: Running, machine: RunningMachine) -> conveyors._Load:
    """Work out a load with the bodies looked up anew at each contact."""
    ways, u, dt = conveyors._ways(run), run.facing * run["speed"], machine.dt_before
    carried = mass = dragged = towards = 0.0
    for shape, other, x, y, jx, jy in contacts_of(run.bodies[0]):
        owner, way = machine.owner(other), ways.get(shape)
        if owner is None or way is None:
            continue
        numbers = owner[0].numbers[owner[0].plan.shapes[owner[1]].body]
        weight, light, _, _, _, _, px, py, vx, vy, _, _, _, w = numbers[INERTIA_TO_SPIN]
        if not light:
            continue
        tx, ty = way
        force = -(jx * tx + jy * ty) / dt
        speed = (vx - w * (y - py)) * tx + (vy + w * (x - px)) * ty
        needed = -weight * (machine.world.gravity_x * tx + machine.world.gravity_y * ty)
        low, high = (needed, 0.0) if needed < 0.0 else (0.0, needed if needed > 0.0 else 0.0)
        pushed = min(max(force, low), high)
        carried += pushed
        dragged += abs(force - pushed)
        towards += abs(force - pushed) * speed
        if abs(speed - u) < conveyors._SLIPS:
            mass += weight
    return conveyors._Load(carried, mass, dragged, towards / dragged if dragged else 0.0)


def bear(kind: DrivenConveyor, run: Running, load: conveyors._Load, machine: RunningMachine) -> None:
    """Let the shaft feel a load, and ask the engine for each number whenever it is compared."""
    wheel, motor = run.bodies[WHEEL], run.joints[-1]
    assert isinstance(motor, pymunk.SimpleMotor)
    if load.dragged > abs(load.carried):
        run["held"] = conveyors._TRIES
    elif run["held"] > 0:
        run["held"] = max(0.0, run["held"] - run.lapse) if load.mass and not run["speed"] else 0.0
    if run["held"] and not load.dragged:
        return
    if run["held"]:
        rate, torque = load.towards / RADIUS, load.dragged * RADIUS
    else:
        way = -1.0 if load.carried > 0 else 1.0
        rate, torque = (run.facing * run["speed"] + way * conveyors._BEYOND) / RADIUS, abs(load.carried) * RADIUS
    felt = conveyors._FELT * max(torque, motor.max_force)
    if abs(torque - motor.max_force) > felt and max(torque, motor.max_force) > conveyors._WEAK:
        motor.max_force = torque
    if torque > conveyors._WEAK and abs(rate - motor.rate) > conveyors._NOTICED / RADIUS:
        motor.rate = rate
    moment = run.plan.bodies[WHEEL].moment + load.mass * RADIUS * RADIUS
    if abs(moment - wheel.moment) > conveyors._FELT * moment:
        wheel.moment = moment


def test_it_bears_the_same_as_one_that_looks_everything_up(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [digests(works(seed)) for seed in SEEDS]
    monkeypatch.setattr(conveyors, "_load", load)
    monkeypatch.setattr(DrivenConveyor, "_bear", bear)
    assert [digests(works(seed)) for seed in SEEDS] == quick


@pytest.mark.parametrize("blind", ["mass", "carried", "dragged", "towards"])
def test_belts_that_do_not_feel_one_of_the_numbers_run_otherwise(blind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative controls."""
    before = [digests(works(seed)) for seed in SEEDS]
    monkeypatch.setattr(conveyors, "_load", lambda run, machine: load(run, machine)._replace(**{blind: 0.0}))
    assert [digests(works(seed)) for seed in SEEDS] != before
