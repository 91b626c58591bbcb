"""Conditions about one of several parts that are alike show which of them they are about."""

from __future__ import annotations

import pytest

from sandbox.design.conditions.condition import Badge, Condition
from sandbox.design.conditions.containers import Contained
from sandbox.design.conditions.places import Beyond, Inside
from tests.contraptions import Builder

BALL, BASKET, OTHER = 1, 2, 3


@pytest.mark.parametrize(
    "condition",
    [Inside(BALL, 0.0, 0.0, 1.0, 1.0), Beyond(BALL, "x", "more", 1.0), Contained(BALL, BASKET)],
    ids=lambda condition: type(condition).__name__,
)
@pytest.mark.parametrize(("other", "marks"), [("soccer_ball", [Badge(BALL, "disc")]), ("tennis_ball", [])])
def test_a_part_has_a_badge_if_another_one_is_of_its_kind(condition: Condition, other: str, marks: list[Badge]) -> None:
    b = Builder()
    assert b.part("soccer_ball", 0.5, 1.0) == BALL and b.part("basket", 1.0, 0.2) == BASKET
    assert b.part(other, 1.5, 1.0) == OTHER
    assert [*condition.marks(b.design())] == marks
