"""How exactly one must build: parts turned a little, and random places within the tolerance."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Beyond, Design, Goal, PartSpec, StockItem
from sandbox.levels.run_facts import Solution
from sandbox.parts import check as fit
from sandbox.trials.checks import margins
from tests.trials.checks.small_level import LEVEL, answer_of, finding_of

# A ball falls on a block of the player's, which has to slope to the left.
SLOPE = fit(
    Design(
        title="Slope",
        parts=(PartSpec(1, "bowling_ball", 2.0, 1.3, fixed=True),),
        goals=(Goal("The ball rolls", Beyond(1, "x", "less", 1.9)),),
        stock={"fixed_block": 1},
        next_id=2,
    )
)


def sloping(degrees: float) -> tuple[tuple[int, c.AnyCommand], ...]:
    return (0, c.Place("fixed_block", 2.0, 1.0, math.radians(degrees), props={})), (0, c.Start())


@pytest.mark.parametrize(
    ("degrees", "grade", "says"),
    [
        (1.0, "doubt", "turned by 2 degrees it no longer wins: Fixed block 2"),
        (8.0, "good", "parts may be turned by 2 degrees: Fixed block 2"),
        (15.0, "good", "Fixed block 2 stands at a step of 15 degrees"),
    ],
)
def test_a_part_may_be_turned_a_little(degrees: float, grade: str, says: str) -> None:
    found = finding_of(answer_of(SLOPE, sloping(degrees)), "turning")
    assert (found.grade, found.text) == (grade, says)


def test_what_a_player_can_not_turn_is_not_turned() -> None:
    assert finding_of(answer_of(), "turning").text == "Tennis ball 3 is round"
    still = replace(SLOPE, stock={"slab": StockItem("fixed_block", 1, angle=math.radians(1.0), turns=False)})
    commands = ((0, c.Place("fixed_block", 2.0, 1.0, math.radians(1.0), item="slab")), (0, c.Start()))
    found = finding_of(answer_of(fit(still), commands), "turning")
    assert (found.grade, found.text) == ("good", "Fixed block 2 can't be turned")


@pytest.mark.parametrize(
    ("holds", "mm", "runs"),
    [
        ({(3,): 8.0, (4,): 20.0, (3, 4): 12.0}, 8.0, 8 * 8 + 7 * 8 + 6 * 8 + 1),  # at most 20, then 12 and 12 mm
        ({(3,): 8.0, (4,): 20.0, (3, 4): 3.0}, 3.0, 4 * 8 + 1 + 2 * 4 * 8),
        ({(3,): 0.0, (4,): 50.0, (3, 4): 50.0}, 0.0, 2 * 10 * 8 + 1),
        ({(3,): 50.0, (4,): 50.0, (3, 4): 50.0}, 50.0, 3 * 10 * 8),
    ],
)
def test_the_tightest_tolerance_alone_is_the_least_of_all_with_fewer_runs(
    monkeypatch: pytest.MonkeyPatch, holds: dict[tuple[int, ...], float], mm: float, runs: int
) -> None:
    specs = (PartSpec(3, "tennis_ball", 0.25, 0.6), PartSpec(4, "tennis_ball", 0.75, 0.6))
    solved = Solution(replace(LEVEL, parts=(*LEVEL.parts, *specs)), (), 60)
    tries = []

    def moving(design: Design, parts: tuple[int, ...], dx: float, dy: float) -> tuple[tuple[int, ...], float]:
        return parts, 1000.0 * math.hypot(dx, dy)

    def outcome_at(solved: Solution, place: tuple[tuple[int, ...], float]) -> str:
        tries.append(place)
        return "won" if place[1] <= holds[place[0]] + 1e-6 else "open"

    monkeypatch.setattr(margins, "moved", moving)
    monkeypatch.setattr(margins, "outcome_of", outcome_at)
    all_rows = margins.tolerances(solved, lambda *_: None)
    assert min(row.mm for row in all_rows) == mm
    tries.clear()
    (tightest,) = margins.tightest(solved, lambda *_: None)
    assert tightest.mm == mm and len(tries) <= runs
    assert margins.tightest(Solution(LEVEL, (), 60), lambda *_: None) == ()


def test_a_speckle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No small machine is known to have speckles since sleeping parts are woken, so the outcomes are made up."""
    spec = PartSpec(3, "tennis_ball", 0.25, 0.6)
    solved = Solution(replace(LEVEL, parts=(*LEVEL.parts, spec)), (), 60)
    rows = (margins.Tolerance("Tennis ball 3", (3,), 20.0, None),)
    places: list[tuple[float, float]] = []

    def outcome(solved: Solution, design: Design) -> str:
        places.append((design.part_by_id[3].x - 0.25, design.part_by_id[3].y - 0.6))
        return "open" if places[-1][0] > 0.015 else "won"

    monkeypatch.setattr(margins, "outcome_of", outcome)
    speckled = margins.speckles(solved, rows, lambda _: None)
    assert len(places) == speckled.tried == 60 and len(set(places)) == 60
    assert all(math.hypot(x, y) <= 0.0201 for x, y in places)
    assert 0 < len(speckled.failed) < 20
    (found,) = margins.of_speckles(solved, speckled)
    assert found.grade == "doubt" and "of 60 random places within these distances do not win" in found.text
    assert [row["part"] for row in found.figures["failed"]] == [3] * len(speckled.failed)
    (found,) = margins.of_speckles(solved, margins.Speckled(60))
    assert found.grade == "good"
    again = margins.speckles(solved, rows, lambda _: None)
    assert again == speckled, "the same places each time"
