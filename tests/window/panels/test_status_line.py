"""What the status line advises, by what is in hand or under the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pyglet.window import key

from sandbox.window.panels.status_line import advice
from test_panels import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def test_an_empty_scene_says_how_to_begin(drive: Open) -> None:
    driver = drive(None)
    driver.app.controls.documents.new()
    assert (
        advice(driver.app, driver.app.controls.keyboard)
        == "Drag a part from the left into the scene. Space runs the machine."
    )


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda driver: driver.point((1.0, 0.25)), "Crate 2. "),
        (lambda driver: driver.app.toolbox.arm("crate", held_down=False), "Click to place the crate; Shift+click"),
        (lambda driver: driver.app.toolbox.arm("crate", held_down=True), "Let go to place the crate."),
        (lambda driver: driver.app.toolbox.arm("polygon", held_down=False), "Click corner after corner; Backspace"),
        (lambda driver: driver.app.toolbox.draw_link("wire"), "Click a port with a dot, where the wire begins"),
        (lambda driver: (driver.press((1.0, 0.25)), driver.drag((1.3, 0.4))), "Alt suspends snapping"),
    ],
    ids=["over a part", "armed", "dragged in", "outline", "link", "moving"],
)
def test_what_can_be_done(drive: Open, act: Callable[[Driver], object], says: str) -> None:
    driver = drive(shop())
    act(driver)
    assert advice(driver.app, driver.app.controls.keyboard).startswith(says)


def test_while_it_runs_a_part_is_pressed_or_pulled(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.point((3.0, 0.14))
    assert advice(driver.app, driver.app.controls.keyboard) == "Push button 4: click to press it."
    driver.point((2.0, 0.05))
    assert advice(driver.app, driver.app.controls.keyboard) == "Floor 1"
    driver.point((1.0, 0.25))
    assert advice(driver.app, driver.app.controls.keyboard) == "Crate 2: drag to pull it."
