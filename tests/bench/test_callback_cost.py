"""What the callbacks in a step cost: 1 where there are none, and more with each function that the engine calls."""

from __future__ import annotations

import time

import pymunk
import pytest

from sandbox.bench import callback_cost, scenes
from sandbox.bench.bare_side import BareSide, CalledSide
from sandbox.bench.callback_cost import callback_ratio, step_after_ticks
from sandbox.bench.kind_meter import CallCounter
from sandbox.engine.callbacks import let_float

TICKS = 4 * callback_cost.TURN
HALL = scenes.active(((scenes._balloon, 2), (scenes._flame, 1), (scenes._fan, 1)))


def calls_in_steps(side: CalledSide, monkeypatch: pytest.MonkeyPatch, ticks: int = TICKS) -> int:
    """Return how many functions are called in the steps of a side: the same on each run, and on each machine."""
    with CallCounter() as counter:
        monkeypatch.setattr(time, "process_time_ns", counter.read)
        step_after_ticks(side.machine.design, [side], ticks)
        monkeypatch.undo()
    return side.spent


def test_a_called_side_calls_the_laws_of_balloons_and_a_bare_side_calls_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare, called = (calls_in_steps(make(HALL), monkeypatch) for make in (BareSide, CalledSide))
    balloons = sum(body.velocity_func != pymunk.Body.update_velocity for body in CalledSide(HALL).machine.space.bodies)
    assert balloons == 3
    assert called - bare >= 3 * balloons * TICKS, "the law of each, its root, and the engine's own"
    assert bare <= 8 * TICKS, "the step itself, and what reads the clock"


def test_a_called_side_keeps_no_notes_of_collisions_that_nobody_takes() -> None:
    design = scenes.active(((scenes._balloon, 2),))
    side = CalledSide(design)
    step_after_ticks(design, [side], callback_cost.TURN)
    side.machine._contacts.notes[1, 0, 2, 0] = [0.0] * 8
    side.follow(side.machine)
    assert not side.machine._contacts.notes


class AllCalled(CalledSide):
    """A side in which the engine calls an empty function of ours for each body."""

    def __init__(self, design) -> None:
        super().__init__(design)
        for body in self.machine.space.bodies:
            if body.body_type == pymunk.Body.DYNAMIC:
                let_float(body)


def test_sides_without_callbacks_are_as_fast_and_a_callback_for_each_body_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the time of this thread, whose neighbours on a busy machine change both alike."""
    monkeypatch.setattr(time, "process_time_ns", time.thread_time_ns)
    pile = scenes.pile(150)
    assert callback_ratio(pile, TICKS) == pytest.approx(1.0, abs=0.25)
    monkeypatch.setattr(callback_cost, "CalledSide", AllCalled)
    assert callback_ratio(pile, TICKS) > 1.5
