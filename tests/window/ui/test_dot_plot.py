"""Values as dots above a line."""

from __future__ import annotations

from sandbox.window.ui.dot_plot import Dot, dots


def test_values_stand_where_they_belong_between_the_least_and_the_greatest() -> None:
    assert dots([10, 30, 20], 11) == [Dot(0, 0, 0), Dot(1, 10, 0), Dot(2, 5, 0)]


def test_what_meets_is_stacked_in_the_order_of_the_values() -> None:
    assert dots([10, 11, 30, 10], 5) == [Dot(0, 0, 0), Dot(1, 0, 1), Dot(2, 4, 0), Dot(3, 0, 2)]
    assert len(set(dots([7, 7, 8] * 9, 2))) == 27, "no dot hides another"


def test_equal_values_stand_in_the_middle_and_none_leave_it_empty() -> None:
    assert dots([5, 5], 9) == [Dot(0, 4, 0), Dot(1, 4, 1)]
    assert dots([], 9) == []
