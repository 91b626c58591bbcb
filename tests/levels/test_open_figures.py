"""The figures of a machine in an open puzzle beside earlier ones, and the aims that it reaches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.design.open_puzzle import PuzzleAim
from sandbox.levels.open_figures import aim_states, digest_of, figure_rows, is_reached, with_figures
from sandbox.levels.run_facts import RunFacts

FACTS = RunFacts(480, 6, 0, price=40, chain=9, families=4)
BUILT = Design(
    parts=(PartSpec(1, "floor", 1.0, 0.1, fixed=True), PartSpec(2, "crate", 1.0, 1.0), PartSpec(3, "anchor", 1.0, 2.0)),
    links=(Link(4, "rope", End(3, "hook"), End(2, "")),),
)


def marks(now: RunFacts, *before: RunFacts) -> dict[str, tuple[str, str, bool]]:
    return {row.name: (row.now, row.best, row.is_new) for row in figure_rows(now, before, 240)}


def test_a_first_run_is_the_best_in_all_that_it_has() -> None:
    assert marks(replace(FACTS, chain=0, families=0)) == {
        "price": ("40", "40", True), "parts": ("6", "6", True), "ticks": ("2.000", "2.000", True),
        "chain": ("0", "0", False), "families": ("0", "0", False),
    }  # fmt: skip


def test_each_figure_is_compared_by_itself_and_less_or_more_is_better() -> None:
    before = (RunFacts(240, 7, 0, price=30, chain=8, families=5), RunFacts(500, 6, 0, price=60, chain=2, families=1))
    assert marks(FACTS, *before) == {
        "price": ("40", "30", False), "parts": ("6", "6", False), "ticks": ("2.000", "1.000", False),
        "chain": ("9", "9", True), "families": ("4", "5", False),
    }  # fmt: skip


def test_a_run_by_hand_is_neither_a_best_nor_beaten() -> None:
    by_hand = replace(FACTS, price=1, by_hand=True)
    assert marks(by_hand)["price"] == ("1", "", False)
    assert marks(FACTS, by_hand)["price"] == ("40", "40", True)
    assert marks(by_hand, FACTS)["price"] == ("1", "40", False)


@pytest.mark.parametrize(
    ("aim", "reached"),
    [
        (PuzzleAim("", without=("balloon",)), True), (PuzzleAim("", without=("balloon", "crate")), False),
        (PuzzleAim("", without=("rope",)), False), (PuzzleAim("", without=("floor",)), True),
        (PuzzleAim("", pieces=6), True), (PuzzleAim("", pieces=5), False),
        (PuzzleAim("", price=40), True), (PuzzleAim("", price=39), False),
        (PuzzleAim("", seconds=2.0), True), (PuzzleAim("", seconds=1.99), False),
        (PuzzleAim("", chain=9), True), (PuzzleAim("", chain=10), False),
        (PuzzleAim("", families=4), True), (PuzzleAim("", families=5), False),
        (PuzzleAim("", price=40, chain=10), False),
    ],
)  # fmt: skip
def test_an_aim_is_reached_by_a_machine_that_keeps_to_all_of_it(aim: PuzzleAim, reached: bool) -> None:
    assert is_reached(aim, BUILT, FACTS) is reached
    assert not is_reached(aim, BUILT, replace(FACTS, by_hand=True))


def test_what_a_run_reached_is_known_by_what_the_aim_asks_for_and_not_by_its_words() -> None:
    level = Design(open=True, aims=(PuzzleAim("Light", price=50), PuzzleAim("Long", chain=20)))
    facts = with_figures(RunFacts(480, 6, 0), BUILT, level, 40, 9, 4)
    assert facts == replace(FACTS, aims=(digest_of(level.aims[0]),))
    assert [(state.now, state.before) for state in aim_states(level, facts, ())] == [(True, False), (False, False)]
    renamed = replace(level, aims=(PuzzleAim("Cheap", price=50), PuzzleAim("Short", chain=2)))
    earlier = [(state.now, state.before) for state in aim_states(renamed, RunFacts(1, 1, 0), (facts,))]
    assert earlier == [(False, True), (False, False)]
    assert with_figures(RunFacts(480, 6, 0), BUILT, replace(level, open=False), 40, 9, 4) == RunFacts(480, 6, 0)
