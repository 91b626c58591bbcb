"""A try that has come to rest says so, with what is still open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Beyond, Design, Goal
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive

__all__ = ["data", "drive"]


def lands(*goals: Goal, motor: bool = False, height: float = 2.25) -> Design:
    """A crate (2) that falls on the floor."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("crate", 2.0, 0.5)
    if motor:
        b.part("motor", 3.5, 1.5)
    return replace(b.design(height=height), goals=goals, stock={"crate": 1})


HIGH = Goal("The crate is high up", Beyond(2, "y", "more", 1.0))
FAR = Goal("The crate is far away", Beyond(2, "x", "more", 3.0))
LOW = Goal("The crate is low", Beyond(2, "y", "less", 0.4))


def test_it_does_not_lie_over_what_it_is_about(drive: Open) -> None:
    low = ran(drive(lands(HIGH)))
    assert low.app.ui.rects["toast.close"][1] > low.window.height / 2, "at the bottom, below the floor"
    high = ran(drive(lands(HIGH, height=4.0)))
    assert high.app.ui.rects["toast.close"][3] < high.window.height / 2, "the crate would be under it there"


def ran(driver: Driver) -> Driver:
    driver.key(key.SPACE)
    driver.seconds(4.0)
    return driver


@pytest.mark.parametrize(
    ("goals", "says"),
    [
        ((HIGH,), "Nothing moves any more. Still to come: The crate is high up."),
        ((LOW, HIGH, FAR), "The crate is high up. And 1 more goal."),
    ],
)
def test_it_names_a_goal_that_is_open_and_offers_to_go_back(drive: Open, goals: tuple[Goal, ...], says: str) -> None:
    driver = ran(drive(lands(*goals)))
    assert says in driver.said
    toast = driver.app.toasts.shown
    assert toast is not None and (toast.offer, toast.also) == ("stop", "hint")
    driver.key(key.R)
    driver.workspace.messages.say("something else")
    driver.key(key.SPACE)
    driver.seconds(1.0)
    assert driver.said == "Something else", "it is still on its way"
    driver.seconds(3.0)
    assert says in driver.said, "in each run once"
    driver.workspace.messages.say("something else")
    driver.seconds(1.0)
    assert driver.said == "Something else"


def test_what_goes_round_for_ever_is_no_hope_either(drive: Open) -> None:
    driver = ran(drive(lands(HIGH, motor=True)))
    assert driver.said != (says := "Nothing new happens any more. Still to come: The crate is high up.")
    driver.seconds(9.0)
    assert driver.said == says
    driver.workspace.messages.say("something else")
    driver.seconds(2.0)
    assert driver.said == "Something else", "in each run once"


@pytest.mark.parametrize(
    "level",
    [lambda: lands(LOW), lambda: lands(HIGH, motor=True), lands],
    ids=["won", "it goes on", "nothing to solve"],
)
def test_nothing_is_said_of_a_run_that_is_no_failed_try(drive: Open, level: Callable[[], Design]) -> None:
    assert "Nothing" not in ran(drive(level())).said


def test_nothing_is_said_to_an_author(drive: Open) -> None:
    driver = drive(lands(HIGH))
    driver.app.actions.run("author")
    assert "Nothing" not in ran(driver).said
