"""The one test of many cases, which fails with all that fail."""

import re

import pytest

from tests.for_each import for_each


def test_all_cases_that_fail_are_named_and_no_other() -> None:
    @for_each([2, 3, 4, 0], name=lambda number: f"<{number}>")
    def test_divides_twelve_evenly_and_is_even(number: int) -> None:
        assert 12 % number == 0
        assert number != 4, "four"

    with pytest.raises(pytest.fail.Exception) as failed:
        test_divides_twelve_evenly_and_is_even()
    said = re.sub(r"line \d+", "line", str(failed.value))
    assert "2 of 4 failed" in said
    assert "<4> (line): AssertionError: four" in said and "<0> (line): ZeroDivisionError" in said
    assert "<2>" not in said and "<3>" not in said


def test_a_tuple_is_passed_value_by_value() -> None:
    seen = []

    @for_each([(1, "one"), (2, "two")])
    def test_of_two(number: int, word: str) -> None:
        seen.append((number, word))

    test_of_two()
    assert seen == [(1, "one"), (2, "two")]


def test_a_check_of_nothing_fails() -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        for_each([])(lambda _: None)()
