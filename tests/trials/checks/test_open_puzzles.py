"""What is asked of an open puzzle, by its file and by its recorded ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, Goal, Hint
from sandbox.design.no_build import NoBuildArea
from sandbox.design.objectives import Par
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.levels.run_facts import Solution
from sandbox.levels.ways import Way
from sandbox.trials.checks import open_puzzles
from sandbox.trials.checks.margins import Tolerance
from sandbox.trials.checks.open_puzzles import RecordedWay
from tests.trials.checks.small_level import LEVEL, answer_of

OPEN = replace(
    LEVEL,
    text="Bring it down.",
    goals=(Goal("It is down", LEVEL.goals[0].when),),
    stock={"tennis_ball": 1, "crate": 2, "fan": 1, "rope": 2},
    hints=tuple(Hint("", "tennis_ball", 0.25, 0.6) for _ in range(4)),
    open=True,
    clues=Clues("That one", "What falls", 1),
    aims=(PuzzleAim("Alone", pieces=1),),
)
SOLVED = Solution(LEVEL, (), 240)
WAYS = tuple(
    RecordedWay(Path(f"{name}.replay"), SOLVED, Way(kinds, ()), 3, 2)
    for name, kinds in (("a", ("ball", "ramp")), ("b", ("fan", "rope")), ("c", ("cat", "dog")))
)


def doubts(level: Design) -> list[str]:
    return [finding.text for finding in open_puzzles.findings(level) if finding.grade == "doubt"]


def test_a_puzzle_that_is_as_it_should_be_has_no_doubts() -> None:
    assert doubts(OPEN) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stock": {"crate": 5, "rope": 1}, "hints": OPEN.hints + OPEN.hints[:1]}, "own way leaves over 1 piece"),
        ({"stock": {"crate": 4, "rope": 1}, "hints": ()}, "its stock holds 5 pieces; 6 to 20 make an open puzzle"),
        ({"stock": {"crate": 20, "rope": 1}}, "its stock holds 21 pieces; 6 to 20"),
        ({"goals": OPEN.goals * 4}, "it has 4 goals; 1 to 3"),
        ({"no_build": (NoBuildArea(0.0, 0.0, 1.0, 1.0),) * 2}, "it has 2 no-build areas"),
        ({"clues": None}, "its clues lack goal and family and piece"),
        ({"clues": Clues("That one", piece=1)}, "its clues lack family"),
        ({"aims": ()}, "it has no aims"),
        ({"par": Par(seconds=9.0), "aims": (PuzzleAim("Soon", seconds=9.5),)}, "its par both ask for some 9 s"),
        (
            {"par": Par(2), "aims": (PuzzleAim("Both", pieces=2),)},
            "its par both ask for 2 pieces: that is one star twice",
        ),
        ({"text": "Let fans blow."}, "names what only the stock has, which tells how: Fan"),
        ({"goals": (Goal("The rope is tied", LEVEL.goals[0].when),)}, "which tells how: Rope"),
    ],
)
def test_each_fault_of_its_file_is_a_doubt(change: dict[str, Any], sentence: str) -> None:
    (said,) = doubts(replace(OPEN, **change))
    assert sentence in said


def test_what_stands_there_may_be_named_and_a_word_within_another_is_no_name() -> None:
    assert doubts(replace(OPEN, text="The floor is a fantastic tightrope.")) == []


@pytest.mark.parametrize(("ways", "grades"), [(WAYS, ["good"]), (WAYS[:2], ["doubt"]), ((), ["doubt"])])
def test_three_ways_are_asked_for(ways: tuple[RecordedWay, ...], grades: list[str]) -> None:
    assert [finding.grade for finding in open_puzzles.of_ways(ways, ())] == grades


def test_two_recordings_of_one_way_are_named() -> None:
    same, few = open_puzzles.of_ways((*WAYS[:2], WAYS[0]._replace(recording=Path("d.replay"))), ())
    assert same.text.startswith("a.replay and d.replay show the same way") and same.grade == "doubt"
    assert few.text == "2 ways in 3 recordings: record 1 more beside it, as NAME.way4.replay"
    assert [row["file"] for row in few.figures["recordings"]] == ["a.replay", "b.replay", "d.replay"]


@pytest.mark.parametrize(("mm", "grade"), [((50.0, 5.0), "good"), ((50.0, 3.0), "doubt"), ((), "good")])
def test_the_most_exact_part_of_another_way_counts(mm: tuple[float, ...], grade: str) -> None:
    rows = [Tolerance("", (), one, None) for one in mm]
    finding = open_puzzles.of_margin(WAYS[1], rows, 5.0)
    assert finding.grade == grade and finding.figures["mm"] == min(mm, default=None)


@pytest.mark.parametrize(("used", "least"), [(4, 4), (6, 4), (9, 5), (12, 6), (20, 10)])
def test_a_win_with_less_than_half_or_than_four_pieces_is_cheap(used: int, least: int) -> None:
    assert open_puzzles.smallest(used) == least


def test_a_check_asks_it_of_open_puzzles_alone() -> None:
    assert not [finding for finding in answer_of(margins=False).findings if finding.bar in ("open", "ways")]
    open_level = replace(LEVEL, open=True)
    bars = [finding.bar for finding in answer_of(open_level, margins=False, ways=()).findings]
    assert bars.count("open") == 7 and bars.count("ways") == 1
