"""Goals in words: for how long they must last, where their own text does not say so."""

from __future__ import annotations

import pytest

from sandbox.design.conditions import Condition
from sandbox.design.design import All, Beyond, Goal, Held

LOW = Beyond(1, "y", "less", 0.5)


@pytest.mark.parametrize(
    ("text", "when", "brief"),
    [
        ("Low", Held(1.2, LOW), "Low (for 1.2 s)"),
        ("Low", All((LOW, Held(3.0, LOW))), "Low (for 3 s)"),
        ("Low for a moment", Held(0.5, LOW), "Low for a moment"),
        ("Low at all", LOW, "Low at all"),
        ("Low for two seconds", Held(2.0, LOW), "Low for two seconds"),
    ],
)
def test_a_goal_says_for_how_long_unless_its_text_does_or_a_moment_is_enough(
    text: str, when: Condition, brief: str
) -> None:
    goal = Goal(text, when)
    assert goal.brief == brief
    assert bool(goal.must_last) == (brief != text)
