"""Frames a second, counted over the last second of a counter that is told how to go."""

from __future__ import annotations

import pytest

from sandbox.window.frame_rate import FrameRate
from sandbox.workspace.clock import NS


def test_it_is_counted_over_the_last_second() -> None:
    rate = FrameRate()
    for n in range(120):
        rate.count(n * NS // 60)
    assert rate.a_second == pytest.approx(60.0)
    for n in range(1, 31):
        rate.count(2 * NS + n * NS // 30)
    assert rate.a_second == pytest.approx(30.0)


def test_one_frame_says_nothing_and_nor_do_two_at_once() -> None:
    rate = FrameRate()
    assert rate.a_second is None
    rate.count(5)
    assert rate.a_second is None
    rate.count(5)
    assert rate.a_second is None


def test_a_counter_that_is_set_back_begins_anew() -> None:
    rate = FrameRate()
    rate.count(NS)
    rate.count(NS + NS // 10)
    rate.count(0)
    assert rate.a_second is None
    rate.count(NS // 4)
    assert rate.a_second == pytest.approx(4.0)
