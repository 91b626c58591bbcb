"""The card of a win stays clear of what has happened: at the top of the scene, or at its bottom. Metres."""

from __future__ import annotations

import pytest
from pyglet.window import key

from contraptions import Builder
from sandbox.design.design import Design, Goal, Moved
from test_panels import Open, data, drive

__all__ = ["data", "drive"]


def falls(y: float) -> Design:
    """A ball that wins as soon as it moves, on a long way down or on the floor of the level."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("floor", 2.0, 2.0, width=4.0)
    ball = b.part("tennis_ball", 2.0, y)
    goals = (Goal("It moves", Moved(ball, 0.001)),)
    return Design(world=b.design().world, parts=b.design().parts, goals=goals, stock={})


@pytest.mark.parametrize(("y", "low"), [(2.2, True), (0.3, False)])
def test_the_card_of_a_win_is_where_it_hides_less(drive: Open, y: float, low: bool) -> None:
    driver = drive(falls(y))
    driver.key(key.SPACE)
    driver.seconds(0.5)
    assert driver.workspace.document.session.won
    _, top, _, bottom = driver.app.ui.rects["card.close"]
    assert ((top + bottom) / 2 > driver.window.height / 2) is low
    x0, y0, x1, y1 = driver.app.ui.rects["card.close"]
    driver.seconds(0.5)
    assert driver.app.ui.rects["card.close"] == (x0, y0, x1, y1), "it stays where it has appeared"
