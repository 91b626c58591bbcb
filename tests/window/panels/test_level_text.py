"""The text of a level beside the scene: its goals, as they stand at the moment that is shown."""

from __future__ import annotations

from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Beyond, Goal
from test_panels import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]

BALL = 3


def met(driver: Driver) -> list[bool]:
    return [goal.met for goal in driver.app.panels.level.goals]


def test_goals_are_those_of_the_past_while_it_is_shown(drive: Open) -> None:
    low = Goal("The ball is low", Beyond(BALL, "y", "less", 0.5))
    driver = drive(replace(shop(), goals=(low,), author=False))
    assert met(driver) == [False]
    driver.key(key.SPACE)
    driver.seconds(1.5)
    driver.key(key.SPACE)
    assert met(driver) == [True]
    driver.app.actions.run("to_start")
    driver.frames()
    assert met(driver) == [False], "at its start the ball was high"
    driver.key(key.END)
    assert met(driver) == [True]
