"""What only a check knows of a level that was written by hand comes with the line, as mistakes in its text do."""

from __future__ import annotations

import pytest

from sandbox.levels import level_rules, levels
from sandbox.levels.finding_lines import FindingLines
from sandbox.trials.checks import presentation
from tests.levels.test_mistakes import LEVEL, changed


def findings_of(text: str) -> list[str]:
    """All that is not good about a level, with lines."""
    level = levels.loads(text)
    found = [*level_rules.sense(level), *presentation.findings(level)]
    return [FindingLines(text).added(finding.text) for finding in found if finding.grade != "good"]


BY_A_CHECK = {
    "a far place": ("x = 3.0", "x = 80", "outside the picture: Basket 2 (line {})"),
    "a lost part": ("x = 3.0", "x = 80", "gone at once: Basket 2 (line {}) at x 80"),
    "a long title": ('"By hand"', f'"{"x" * 400}"', "its title (line {}) has 400 characters, of up to 24"),
    "a long hint": ('"A rope."', f'"{"x" * 100}"', "hint 2 (line {}) has 100 characters, of up to 90"),
    "a hint without stock": ("ramp = 1\n", "", "the stock holds 0; the last is hint 1 (line 21)"),
}  # fmt: skip


@pytest.mark.parametrize("row", BY_A_CHECK.values(), ids=BY_A_CHECK)
def test_what_only_a_check_finds_comes_with_its_line(row: tuple[str, str, str]) -> None:
    old, new, said = row
    text, line = changed(old, new)
    assert [finding for finding in findings_of(text) if said.format(line) in finding]


def test_a_stock_without_goals_is_found_by_its_line() -> None:
    text = LEVEL[: LEVEL.index("[[goals]]")] + LEVEL[LEVEL.index("[[fails]]") :]
    assert "it has a stock (line 30) but no goals: add a goal, or take the stock away" in findings_of(text)


def test_a_part_without_an_id_is_found_by_its_line_alone() -> None:
    text = LEVEL.replace("id = 1, ", "").replace("x = 2.0, y = 0.05", "x = 80.0, y = 0.05")
    assert [finding for finding in findings_of(text) if "Floor 11 (line 6)" in finding]


def test_links_have_lines_too_and_each_line_is_said_once() -> None:
    said = FindingLines(LEVEL).added("Rope 10 and Basket 2 overlap, Floor 1 and Basket 2 as well")
    assert said == "Rope 10 (line 17) and Basket 2 (line 7) overlap, Floor 1 (line 6) and Basket 2 as well"


@pytest.mark.parametrize("sentence", ["after 2 s", "Crate 2 by 3 mm", "goal 7", "hint 12 fails", "of 100 runs, seed 1"])
def test_other_numbers_stay_as_they_are(sentence: str) -> None:
    assert FindingLines(LEVEL).added(sentence) == sentence
