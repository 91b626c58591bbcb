"""Marks above animals, and spilt water: seen for a while, calm for whom that is better."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.design.design import Design
from sandbox.render.effects.animal_signs import AnimalSign, Heart, Spill
from tests.contraptions import Builder
from tests.render.effects.test_live_effects import FRAME, Show, canvas  # noqa: F401


def meadow() -> Design:
    """A mouse that sees cheese, a cat that sees the mouse, and a fish bowl that falls."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("mouse", 1.0, 0.146)
    b.part("cheese", 1.4, 0.137)
    b.part("fish_bowl", 3.5, 0.7)
    return b.design()


def test_what_it_notices_and_eats_is_marked_above_it_and_spilt_water_is_seen(canvas: Any) -> None:  # noqa: F811
    show = Show(canvas, meadow()).frames(30)
    notice = next(effect for effect in show.effects._going if isinstance(effect, AnimalSign))
    assert notice.tick == pytest.approx(0.1 * 240, abs=24)
    _, y = show.effects.overlay._marks[0][0][:2]
    assert 0.2 < y < 0.35
    show.frames(120)
    for kind in (AnimalSign, Heart, Spill):
        assert show.seen[kind.__name__] == pytest.approx(kind.life * 240 / FRAME, abs=3)
    assert show.marks[-1] == 0


def test_without_motion_a_ring_stands_for_the_drops(canvas: Any) -> None:  # noqa: F811
    lively, calm = (max(Show(canvas, meadow(), still=still).frames(60).marks) for still in (False, True))
    assert 0 < calm < lively


def test_a_mark_says_that_a_hamster_has_been_woken(canvas: Any) -> None:  # noqa: F811
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("hamster_wheel", 1.0, 0.5)
    b.part("soccer_ball", 1.02, 1.5)
    show = Show(canvas, b.design()).frames(20)
    assert show.seen == {}, "the ball still falls"
    show.frames(60)
    assert show.seen["AnimalSign"] > 0


def test_nothing_is_marked_where_no_animal_notices_anything(canvas: Any) -> None:  # noqa: F811
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("mouse", 1.0, 0.146)
    show = Show(canvas, b.design()).frames(60)
    assert show.seen == {} and show.marks[-1] == 0
