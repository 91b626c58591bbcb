"""The first lesson in the whole window: each step points at the thing itself, and is done by doing it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyglet
from imgui_bundle import imgui
from pyglet.window import key

from sandbox.editing import picking
from sandbox.editing.lesson import STEPS, OfKind
from sandbox.levels import library
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]


def begun(driver: Driver) -> Driver:
    driver.key(key.F2, key.MOD_SHIFT)
    driver.frames(3)
    return driver


def shown(driver: Driver) -> str:
    """The name of the step that the card shows; empty if there is none."""
    driver.frames()
    return next((step.name for step in STEPS if driver.shows(f"lesson.{step.name}")), "")


def middle(driver: Driver, kind: str, up: float = 0.0) -> tuple[float, float]:
    spec = next(spec for spec in driver.design.parts if spec.kind == kind)
    box = picking.box_of(spec)
    return (box.x0 + box.x1) / 2, spec.y + up if up else (box.y0 + box.y1) / 2


def test_it_is_gone_through_by_doing_what_it_says(drive: Open) -> None:  # noqa: F811
    driver = begun(drive(None))
    assert driver.app.screen == "editor" and shown(driver) == "place"
    above = next(target for target in STEPS[0].targets if isinstance(target, OfKind))
    spot = middle(driver, above.kind, above.up)
    driver.carry("part.bowling_ball", (spot[0] + 0.5, spot[1]), (spot[0] + 0.5, spot[1]))
    assert shown(driver) == "move"
    ball = driver.design.parts[-1]
    driver.carry((ball.x, ball.y), (spot[0] + 0.1, spot[1]), spot)
    assert shown(driver) == "run"
    driver.click("run")
    driver.seconds(1.5)
    assert shown(driver) == "rewind"
    x0, y0, x1, y1 = driver.app.ui.rects["timeline.track"]
    assert driver.workspace.document.past.scrub(driver.workspace.document.past.history.last - 60) is None
    driver.frames()
    assert shown(driver) == "stop" and x1 > x0 and y1 > y0
    driver.click("stop")
    assert shown(driver) == "join"
    driver.click("part.wire", middle(driver, "button"), middle(driver, "conveyor"))
    assert len(driver.design.links) == 1 and shown(driver) == "solve"
    driver.click("run")
    driver.seconds(7.2)
    assert driver.workspace.document.session.outcome == "won"
    assert shown(driver) == "" and driver.shows("card.build")
    assert driver.workspace.settings.now.lesson_over and not driver.app.features.lesson.is_due


def test_it_is_left_by_escape_and_by_its_button_and_is_not_shown_again_by_itself(drive: Open) -> None:  # noqa: F811
    driver = drive(None)
    assert driver.app.features.lesson.is_due
    begun(driver)
    driver.key(key.ESCAPE)
    assert shown(driver) == "" and driver.app.screen == "editor" and "Help menu" in driver.said
    assert not driver.app.features.lesson.is_due
    driver.key(key.L, key.MOD_CTRL)
    driver.click("chooser.lesson")
    assert shown(driver) == "place"
    driver.click("lesson.leave")
    assert shown(driver) == ""
    driver = drive(None)
    assert not driver.app.features.lesson.is_due


def test_another_level_ends_it(drive: Open) -> None:  # noqa: F811
    driver = begun(drive(None))
    assert shown(driver) == "place"
    assert driver.workspace.files.open(library.bundled_levels()[3])
    assert shown(driver) == "" and driver.app.features.lesson.lesson is None


def test_who_has_solved_or_built_something_is_not_asked(drive: Open, data: object) -> None:  # noqa: F811
    driver = drive(None)
    assert driver.app.features.lesson.is_due
    driver.workspace.wins.won(library.bundled_levels()[2])
    assert not driver.app.features.lesson.is_due


def test_with_reduced_motion_nothing_pulses(drive: Open) -> None:  # noqa: F811
    driver = begun(drive(None))
    pictures = []
    for still in (False, True):
        driver.workspace.settings.remember(reduced_motion=still)
        driver.frames(10)
        first = driver.picture()
        driver.frames(20)
        pictures.append(bool((first != driver.picture()).any()))
    assert pictures == [True, False]


def assert_card_is_whole(driver: Driver, step: str) -> None:
    """The card of a step lies in the window, and its sentence and its button lie in the card."""
    assert shown(driver) == step
    driver.frames()  # a card is placed again once its size is known
    card = imgui.internal.find_window_by_name("lesson")
    x0, y0, x1, y1 = card.pos.x, card.pos.y, card.pos.x + card.size.x, card.pos.y + card.size.y
    assert x0 >= 0 and y0 >= 0 and x1 <= driver.window.width and y1 <= driver.window.height
    for name in ("lesson.leave", f"lesson.{step}"):
        left, top, right, bottom = driver.app.ui.rects[name]
        assert x0 < left < right < x1 and y0 < top < bottom < y1, name


def test_at_double_scale_the_whole_card_is_in_the_window(data: Path, gl_window: Any) -> None:  # noqa: F811
    from sandbox.render.pictures import offscreen

    window = pyglet.window.Window(1280, 720, config=offscreen.config())
    driver = begun(Driver(window, data, scale=2.0))
    assert_card_is_whole(driver, "place")  # over the panel: the canvas is full of what is pointed at
    above = STEPS[0].targets[1]
    assert isinstance(above, OfKind)
    driver.carry("part.bowling_ball", *[middle(driver, above.kind, above.up)] * 2)
    assert_card_is_whole(driver, "run")
    driver.click("run")
    driver.seconds(1.5)
    assert_card_is_whole(driver, "rewind")  # its target, the timeline, reaches under the panel
    driver.close()
    window.close()
    gl_window.switch_to()


DROP = library.bundled_dir() / "drop.toml"


def test_a_first_start_with_a_level_offers_it_until_it_is_taken_or_declined(drive: Open) -> None:  # noqa: F811
    driver = drive(DROP)
    lesson = driver.app.features.lesson
    lesson.first_start(opened=True)
    driver.seconds(30.0)
    assert driver.shows("toast.lesson") and driver.design.title == "Drop"
    driver.key(key.SPACE)
    driver.seconds(1.0)
    driver.key(key.R)
    assert driver.shows("toast.lesson"), "it is about no run"
    driver.click("toast.close")
    driver.frames()
    assert not driver.shows("toast.lesson") and not lesson.is_due, "it is not offered again"


def test_the_lesson_that_is_offered_begins_by_its_button_or_its_key(drive: Open) -> None:  # noqa: F811
    for take in (lambda driver: driver.click("toast.lesson"), lambda driver: driver.key(key.F2, key.MOD_SHIFT)):
        driver = drive(DROP)
        driver.app.features.lesson.first_start(opened=True)
        driver.frames()
        take(driver)
        assert shown(driver) == "place" and not driver.shows("toast.lesson")
        driver.key(key.ESCAPE)
        driver.workspace.settings.remember(lesson_over=False)


def test_who_has_solved_or_built_something_is_no_newcomer(drive: Open) -> None:  # noqa: F811
    driver = drive(DROP)
    driver.workspace.settings.remember(lesson_over=True)
    driver.app.features.lesson.first_start(opened=True)
    driver.frames()
    assert not driver.shows("toast.lesson")
