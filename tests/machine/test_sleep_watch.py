"""What sleeps beside something that moves away wakes."""

from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World
from sandbox.machine.machine import Machine
from sandbox.machine.sleep_watch import LOOK_EVERY, SleepWatch
from tests.support import pile

SLOPE = PartSpec(1, "floor", 1.0, 0.3, -0.3, props={"width": 2.0})
RADIUS = 0.11  # m, of a soccer ball
BALL, CRATE = 2, 3


def leaning(gap: float = 0.0005) -> Machine:
    """A ball on a slope and a crate just below it, which it does not touch at the moment."""
    specs = (
        SLOPE,
        PartSpec(BALL, "soccer_ball", 0.6, 0.606),
        PartSpec(CRATE, "crate", 0.6 + RADIUS + 0.1 + gap, 0.606, props={"width": 0.2, "height": 0.2}),
    )
    machine = Machine(parts.check(Design(parts=specs, next_id=9)))
    pass_ticks(machine, 1)
    machine.parts[BALL].bodies[0].sleep()
    return machine


def pass_ticks(machine: Machine, ticks: int) -> None:
    for _ in range(ticks):
        machine.tick()


def ball_sleeps(machine: Machine) -> bool:
    return bool(machine.parts[BALL].bodies[0].is_sleeping)


def send_off(machine: Machine, speed: float) -> None:
    machine.parts[CRATE].bodies[0].velocity = (speed, 0.0)


@pytest.mark.parametrize("watched", [True, False])
def test_a_ball_beside_a_crate_that_goes_away_wakes_by_the_watch_alone(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not watched:
        monkeypatch.setattr(SleepWatch, "look", lambda watch, lapse: None)
    machine = leaning()
    pass_ticks(machine, LOOK_EVERY)
    machine.parts[CRATE].bodies[0].sleep()
    pass_ticks(machine, 60)
    assert ball_sleeps(machine), "nothing has moved"
    machine.parts[CRATE].bodies[0].activate()
    send_off(machine, 0.5)
    pass_ticks(machine, 60)
    assert ball_sleeps(machine) is not watched


def test_what_goes_away_in_haste_before_anybody_looks_is_noticed() -> None:
    machine = leaning()
    send_off(machine, 1.5)
    pass_ticks(machine, LOOK_EVERY + 1)
    assert not ball_sleeps(machine)


def test_a_neighbour_that_only_turns_or_comes_nearer_wakes_nothing() -> None:
    machine = leaning()
    pass_ticks(machine, LOOK_EVERY)
    crate = machine.parts[CRATE].bodies[0]
    crate.position += (-0.0004, 0.002)
    pass_ticks(machine, LOOK_EVERY)
    assert ball_sleeps(machine)


def test_what_is_farther_away_wakes_nothing() -> None:
    machine = leaning(gap=0.3)
    send_off(machine, 0.5)
    pass_ticks(machine, 60)
    assert ball_sleeps(machine)


@pytest.mark.parametrize("watched", [True, False])
def test_a_neighbour_that_is_removed_wakes_it_too(watched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not watched:
        monkeypatch.setattr(SleepWatch, "wake_beside", lambda watch, shapes: None)
    machine = leaning()
    pass_ticks(machine, LOOK_EVERY)
    machine.remove(CRATE)
    pass_ticks(machine, 2)
    assert ball_sleeps(machine) is not watched


def test_a_pile_settles_as_deep_and_the_watch_then_has_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(pile(12))
    pass_ticks(machine, 2400)
    loose = [body for run in machine.parts.values() for body in run.bodies if body.body_type == body.DYNAMIC]
    assert all(body.is_sleeping for body in loose)
    monkeypatch.delattr(SleepWatch, "_note_sleepers")
    monkeypatch.delattr(SleepWatch, "_wake_where_parted")
    pass_ticks(machine, 240)


def test_a_world_without_sleep_has_no_watch() -> None:
    assert Machine(Design(world=World(sleep=False)))._sleep_watch is None
    assert Machine(Design())._sleep_watch is not None
