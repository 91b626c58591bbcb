"""A run in which nothing new happens is told from one in which something still comes."""

from __future__ import annotations

import pytest

from sandbox.machine.repetition import AFTER, Repetition
from tests.parts.rig import Rig


def first_said(rig: Rig, seconds: float) -> float | None:
    """Return the second in which a watch says that nothing new happens; None: in none of so many."""
    watch, rate = Repetition(rig.machine, rig.machine.states[:0]), rig.machine.design.world.tick_rate
    while rig.machine.ticks < seconds * rate:
        rig.run(watch.every / rate)
        if watch.look():
            return rig.machine.ticks / rate
    return None


def swing(rig: Rig) -> None:
    """A ball that swings for minutes."""
    pulley, ball = rig.add("pulley", 2.0, 3.0), rig.add("bowling_ball", 3.0, 3.0)
    rig.link("rope", pulley, "hook", ball, "middle")


@pytest.mark.parametrize("kind", ["motor", "fan", "candle", "swing"])
def test_what_turns_burns_or_swings_for_ever_does_nothing_new(kind: str) -> None:
    rig = Rig()
    rig.floor()
    if kind == "swing":
        swing(rig)
    else:
        rig.add(kind, 1.0, 0.12, **({"lit": True} if kind == "candle" else {}))
    said = first_said(rig, 20.0)
    assert said is not None and AFTER < said < AFTER + 8.0


def test_a_walker_between_two_walls_paces_for_ever() -> None:
    rig = Rig()
    rig.floor()
    for x in (0.5, 1.5):
        rig.add("wall", x, 0.5, height=1.0)
    rig.add("walker", 1.0, 0.2)
    said = first_said(rig, 30.0)
    assert said is not None and said > AFTER + 2.0, "after its first round"


def test_what_is_still_to_come_is_new() -> None:
    rig = Rig()
    swing(rig)
    timer = rig.add("timer", 1.0, 0.2, time=14.0)
    rig.machine.press(timer)
    assert first_said(rig, 13.0) is None, "it will ring"
    said = first_said(rig, 30.0)
    assert said is not None and said > 14.0 + AFTER


def test_what_goes_on_somewhere_is_new() -> None:
    rig = Rig()
    rig.add("conveyor", 2.5, 0.0, width=5.0, speed=0.25)
    rig.add("crate", 0.3, 0.2)
    assert first_said(rig, 16.0) is None
