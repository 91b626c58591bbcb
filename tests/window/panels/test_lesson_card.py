"""The first lesson in the whole window: each step points at the thing itself, and is done by doing it."""

from __future__ import annotations

from collections.abc import Callable

from pyglet.window import key

from sandbox.editing import picking
from sandbox.editing.lesson import STEPS, OfKind
from sandbox.levels import library
from test_panels import Driver, data, drive  # noqa: F401  (fixtures)

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
    driver.seconds(6.0)
    assert driver.workspace.document.session.outcome == "won"
    assert shown(driver) == "" and driver.shows("card.build")
    assert driver.workspace.settings.now.lesson_over and not driver.app.controls.lesson.is_due


def test_it_is_left_by_escape_and_by_its_button_and_is_not_shown_again_by_itself(drive: Open) -> None:  # noqa: F811
    driver = drive(None)
    assert driver.app.controls.lesson.is_due
    begun(driver)
    driver.key(key.ESCAPE)
    assert shown(driver) == "" and driver.app.screen == "editor" and "Help menu" in driver.said
    assert not driver.app.controls.lesson.is_due
    driver.key(key.L, key.MOD_CTRL)
    driver.click("chooser.lesson")
    assert shown(driver) == "place"
    driver.click("lesson.leave")
    assert shown(driver) == ""
    driver = drive(None)
    assert not driver.app.controls.lesson.is_due


def test_another_level_ends_it(drive: Open) -> None:  # noqa: F811
    driver = begun(drive(None))
    assert shown(driver) == "place"
    assert driver.workspace.files.open(library.bundled_levels()[3])
    assert shown(driver) == "" and driver.app.controls.lesson.lesson is None


def test_who_has_solved_or_built_something_is_not_asked(drive: Open, data: object) -> None:  # noqa: F811
    driver = drive(None)
    assert driver.app.controls.lesson.is_due
    driver.workspace.wins.won(library.bundled_levels()[2], library.Best(1, 100))
    assert not driver.app.controls.lesson.is_due


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
