"""A run that stands still can be ended early: the rest of it would change nothing."""

import pytest
from msgspec.structs import replace

from sandbox.design.design import Beyond, Design, End, Goal, Held, Link, PartSpec, World
from sandbox.levels import levels, library
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.machine.stillness import Stillness
from sandbox.parts import check, hinted

FLOOR = PartSpec(1, "floor", 1.0, 0.0, props={"width": 4.0})
BALL = PartSpec(2, "bowling_ball", 1.0, 0.5)


def still_from(design: Design, ticks: int) -> int | None:
    """Return the first tick on which nothing can change any more, by looking as a search does."""
    machine = Machine(design)
    judge = Judge(design, machine)
    still = Stillness(machine, judge.memory)
    while machine.ticks < ticks:
        run(machine, judge, still.every)
        if still.look():
            return machine.ticks
    return None


def run(machine: Machine, judge: Judge, ticks: int) -> None:
    for _ in range(ticks):
        machine.tick()
        judge.update()


def test_a_ball_that_has_come_to_rest_ends_the_run() -> None:
    ended = still_from(check(Design(parts=(FLOOR, BALL))), 2400)
    assert ended is not None and 120 < ended < 2000


def test_a_run_goes_on_while_a_goal_is_still_being_held() -> None:
    held = Goal("rest", Held(8.0, Beyond(2, "y", "less", 1.0)))
    design = check(Design(parts=(FLOOR, BALL), goals=(held,)))
    ended = still_from(design, 4800)
    assert ended is not None and ended > 8 * 240


@pytest.mark.parametrize(
    "design",
    [
        Design(parts=(FLOOR, BALL), world=World(sleep=False)),
        Design(parts=(FLOOR, PartSpec(2, "walker", 1.0, 0.4))),
        Design(
            parts=(FLOOR, PartSpec(2, "motor", 0.5, 1.0), PartSpec(3, "gear", 1.0, 1.0)),
            links=(Link(4, "belt", End(2, "shaft"), End(3, "shaft")),),
        ),
    ],
    ids=["nothing sleeps", "one walks", "one turns"],
)
def test_a_machine_that_may_still_change_runs_on(design: Design) -> None:
    assert still_from(check(design), 1200) is None


def test_a_conveyor_that_carries_nothing_does_not_keep_a_run_going() -> None:
    design = check(Design(parts=(FLOOR, BALL, PartSpec(3, "conveyor", 3.0, 1.0))))
    assert still_from(design, 2400) is not None


@pytest.mark.parametrize("name", ["drop", "topple", "lift", "tackle"])
def test_what_stands_still_would_have_stood_still(name: str) -> None:
    """Each level as it is, and with half of its hints: every body and state stays as it was when the run was ended."""
    level = levels.read(next(path for path in library.bundled_levels() if path.stem == name))
    for hints in (0, len(level.hints) // 2):
        design = replace(hinted(level, hints), hints=())
        machine = Machine(design)
        judge = Judge(design, machine)
        still = Stillness(machine, judge.memory)
        while not still.look() and machine.ticks < 3600:
            run(machine, judge, still.every)
        rows, states, outcome = machine.read_rows().copy(), machine.states.copy(), judge.outcome
        states[machine.flowing_slots] = 0.0
        if machine.ticks < 3600:
            run(machine, judge, 600)
            after = machine.states.copy()
            after[machine.flowing_slots] = 0.0
            assert (machine.read_rows() == rows).all() and (after == states).all() and judge.outcome == outcome
