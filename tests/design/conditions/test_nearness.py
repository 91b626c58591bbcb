"""Each condition tells how near a run is to making it true: a search for solutions climbs by that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from sandbox import parts
from sandbox.design import conditions
from sandbox.design.conditions import Contained, CountContained
from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Condition,
    Count,
    Design,
    Distance,
    End,
    Faster,
    Goal,
    Gone,
    Held,
    Inside,
    Latched,
    Link,
    LinkState,
    Moved,
    Not,
    PartSpec,
    State,
    Tally,
    Touches,
    Turned,
    Unused,
)
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine

# A crate falls past a balloon to the floor, tumbling; the balloons rise, one of them beside a basket; a fuse burns.
YARD = Design(
    parts=(PartSpec(1, "crate", 1.0, 1.6, 0.3), PartSpec(2, "balloon", 1.3, 0.6), PartSpec(3, "balloon", 3.0, 1.0),
           PartSpec(4, "basket", 2.0, 0.2), PartSpec(5, "floor", 2.0, 0.05),
           PartSpec(6, "candle", 3.4, 0.5, props={"lit": True}), PartSpec(7, "candle", 3.8, 0.5)),
    links=(Link(8, "fuse", End(6, "fuse"), End(7, "fuse"), {"speed": 0.8}),),
    next_id=9,
)  # fmt: skip
LAST = 180  # ticks


class Moments(NamedTuple):
    """A tick of the yard's run, and one on which it is nearer to a condition."""

    far: int
    nearer: int


EACH: dict[AnyCondition, Moments] = {
    Inside(1, 0.0, 0.0, 1.0, 1.0): Moments(1, 60),
    Count("crate", 0.0, 0.0, 1.0, 1.0): Moments(1, 60),
    Contained(1, 4): Moments(1, 110),
    CountContained("balloon", 4, 2): Moments(180, 1),  # they rise out of reach
    Beyond(1, "y", "more", 1.8): Moments(120, 1),
    Touches(1, 2): Moments(1, 60),
    Distance(2, 3, "less", 0.5): Moments(1, 180),
    Moved(3, 2.0, "y"): Moments(1, 180),
    Turned(1, 3.0): Moments(1, 80),
    Faster(1, 6.0): Moments(1, 40),
    State(2, "popped"): Moments(1, 80),  # the crate comes near
    Tally("balloon", "popped", at_least=2): Moments(1, 80),
    LinkState(8, "burnt out"): Moments(1, 80),
    LinkState(8, "burning", on=False): Moments(1, 170),
    Gone(2): Moments(1, 80),
    All((Gone(2), Gone(3))): Moments(1, 80),
    AnyOf((Gone(2), Gone(3))): Moments(1, 80),
    Held(0.5, Gone(2)): Moments(1, 80),
    Latched(Gone(2)): Moments(1, 80),
    Not(Inside(1, 0.0, 1.5, 2.0, 2.0)): Moments(1, 100),  # it has left the region
}


def level(condition: Condition, yard: Design = YARD) -> Design:
    return parts.check(msgspec.structs.replace(yard, goals=(Goal("", condition),)))


def by_tick(design: Design) -> Iterator[tuple[bool, float]]:
    """Yield for each tick whether the run is won, and the nearness."""
    machine = Machine(design)
    judge = Judge(design, machine)
    for _ in range(LAST + 1):
        machine.tick()
        judge.update()
        yield judge.progress()[0].met, judge.nearness()


def test_the_table_holds_every_condition_of_a_run() -> None:
    assert {type(condition) for condition in EACH} == {*conditions.CONDITIONS.values()} - {Unused}


@pytest.mark.parametrize("condition", EACH, ids=lambda condition: str(condition.__struct_config__.tag))
def test_it_grows_as_the_run_comes_nearer_and_is_one_only_when_it_is_true(condition: Condition) -> None:
    moments = [*by_tick(level(condition))]
    far, nearer = (moments[tick][1] for tick in EACH[condition])
    assert far < nearer
    assert all(0.0 <= nearness <= 1.0 and met == (nearness == 1.0) for met, nearness in moments)


def test_doing_without_a_part_is_so_or_not() -> None:
    fixed = tuple(msgspec.structs.replace(spec, fixed=True) for spec in YARD.parts)
    used, spared = level(Unused("balloon")), level(Unused("balloon"), msgspec.structs.replace(YARD, parts=fixed))
    assert [next(by_tick(design)) for design in (used, spared)] == [(False, 0.0), (True, 1.0)]


def test_one_that_gives_no_figure_never_comes_near() -> None:
    class Mute(Moved, frozen=True, tag="mute"):
        nearness = Condition.nearness

    assert {nearness for _, nearness in by_tick(level(Moved(1, 9.0)))} != {0.0}
    machine = Machine(YARD)
    condition = Mute(1, 9.0)
    assert condition.nearness(machine, Judge(YARD, machine).memory, ()) == 0.0
