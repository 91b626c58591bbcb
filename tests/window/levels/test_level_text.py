"""The text of a level beside the scene: its goals, as they stand at the moment that is shown."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Beyond, Goal, Held
from sandbox.design.scenes import PAPER
from sandbox.levels import levels, library
from tests.window.driver import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]

BALL = 3


def met(driver: Driver) -> list[bool]:
    return [goal.met for goal in driver.app.features.level.goals]


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


def test_a_goal_says_how_long_it_must_last_until_it_is_met(drive: Open) -> None:
    low = Beyond(BALL, "y", "less", 0.5)
    goals = (Goal("Low", Held(1.2, low)), Goal("Low for a moment", Held(0.5, low)), Goal("Low at all", low))
    driver = drive(replace(shop(), goals=goals, author=False))
    assert [f"lasting.{index}" in driver.app.ui.rects for index in range(3)] == [True, False, False]
    driver.key(key.SPACE)
    driver.seconds(3.0)
    assert met(driver) == [True] * 3
    assert "lasting.0" not in driver.app.ui.rects


def test_a_goal_under_the_pointer_shows_what_it_is_about(drive: Open) -> None:
    low = Goal("The ball is low", Beyond(BALL, "y", "less", 0.5))
    driver = drive(replace(shop(), goals=(low,), author=False))
    driver.point((0.5, 2.0))
    before = driver.picture().astype(int)
    driver.point("goal.0")
    assert driver.app.view.pointed_goal == (False, 0)
    x, y = driver.at((2.0, 1.0))
    changed = abs(driver.picture().astype(int) - before).max(axis=2) > 16
    row = driver.window.height - 1 - y
    assert changed[row - 40 : row + 40, x - 60 : x + 60].mean() > 0.05, "a frame around the ball"
    driver.point((0.5, 2.0))
    assert driver.app.view.pointed_goal is None


def test_a_hint_is_drawn_while_the_machine_runs_and_the_part_snaps_to_it(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "drop.toml")
    driver.click("run")
    (hint,) = driver.design.hints
    before = driver.app.ui.rects["hint"]
    driver.click("hint")
    driver.click("hint")
    assert driver.app.ui.rects["hint"] == before, "the text stands below the button"
    driver.click("hint")
    assert [spec.kind for spec in driver.app.editor.places] == ["bowling_ball"]
    driver.key(key.R)
    reach = driver.app.view.reach
    driver.carry("part.bowling_ball", (1.0, 1.0), (hint.x + 2.0 * reach, hint.y), (hint.x + 1.5 * reach, hint.y))
    assert (driver.design.parts[-1].x, driver.design.parts[-1].y) == (hint.x, hint.y)
    assert driver.app.editor.places == () and not driver.shows("hint")


def at_hint(driver: Driver) -> npt.NDArray[np.int_]:
    """Some pixels in the middle of the place of the level's first hint."""
    hint = driver.design.hints[0]
    driver.point((0.3, 2.2))
    x, y = driver.at((hint.x, hint.y))
    row = driver.window.height - 1 - y
    return driver.picture()[row - 4 : row + 5, x - 4 : x + 5].astype(int)


def test_the_ghost_of_a_hint_is_the_part_itself_and_goes_when_the_part_is_there(drive: Open) -> None:
    driver = drive(replace(levels.read(library.bundled_dir() / "drop.toml"), scene=PAPER))  # where nothing moves
    hint = driver.design.hints[0]
    before = at_hint(driver)
    driver.click("hint", "hint")
    assert abs(at_hint(driver) - before).max() <= 16, "where about is a ring, with nothing in it"
    driver.click("hint")
    ghost = at_hint(driver)
    assert abs(ghost - before).max() > 16, "its inside is drawn, not an outline alone"
    driver.carry("part.bowling_ball", (1.0, 1.0), (hint.x, hint.y))
    driver.click((0.3, 2.2))
    assert abs(at_hint(driver) - ghost).max() > 16, "the part, which is not translucent"
    driver.key(key.Z, key.MOD_CTRL)
    assert abs(at_hint(driver) - ghost).max() <= 16, "it is a ghost again"


def test_a_part_that_is_moved_snaps_to_the_place_of_a_hint_too(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "drop.toml")
    (hint,) = driver.design.hints
    driver.carry("part.bowling_ball", (1.0, 1.0), (1.0, 1.9))
    placed = driver.design.parts[-1]
    reach = driver.app.view.reach
    near = (hint.x + 1.5 * reach, hint.y)
    driver.carry((placed.x, placed.y), (1.2, 1.5), near)
    assert (driver.design.parts[-1].x, driver.design.parts[-1].y) != (hint.x, hint.y), "no hint is shown yet"
    driver.key(key.Z, key.MOD_CTRL)
    driver.click("hint", "hint", "hint")
    driver.carry((placed.x, placed.y), (1.2, 1.5), near)
    moved = driver.design.parts[-1]
    assert (moved.x, moved.y, moved.angle, moved.flip) == (hint.x, hint.y, hint.angle, hint.flip)
    assert not driver.shows("hint"), "it is in place"
