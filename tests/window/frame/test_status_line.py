"""What the status line advises, by what is in hand or under the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.no_build import NoBuildArea
from sandbox.window.frame.status_line import advice
from sandbox.workspace.clock import NS
from tests.window.driver import Driver, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def test_an_empty_scene_says_how_to_begin(drive: Open) -> None:
    driver = drive(None)
    driver.app.features.documents.new()
    assert advice(driver.app) == "Drag a part from the left into the scene. Space runs the machine."


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda driver: driver.point((1.0, 0.25)), "Crate 2. "),
        (
            lambda driver: driver.app.features.palette.toolbox.arm("crate", held_down=False),
            "Click to place the crate; Shift+click",
        ),
        (lambda driver: driver.app.features.palette.toolbox.arm("crate", held_down=True), "Let go to place the crate."),
        (
            lambda driver: driver.app.features.palette.toolbox.arm("polygon", held_down=False),
            "Click corner after corner; Backspace",
        ),
        (
            lambda driver: driver.app.features.palette.toolbox.draw_link("wire"),
            "Click a port with a dot, where the wire begins",
        ),
        (lambda driver: (driver.press((1.0, 0.25)), driver.drag((1.3, 0.4))), "Alt suspends snapping"),
    ],
    ids=["over a part", "armed", "dragged in", "outline", "link", "moving"],
)
def test_what_can_be_done(drive: Open, act: Callable[[Driver], object], says: str) -> None:
    driver = drive(shop())
    act(driver)
    assert advice(driver.app).startswith(says)


def test_the_hatched_area_is_explained_where_it_is_pointed_at(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(replace(shop(), stock={"crate": 3}, no_build=(NoBuildArea(1.5, 1.2, 3.5, 2.2),)))
    labels: list[str] = []
    at = driver.app.features.labels
    monkeypatch.setattr(at, "_label", lambda canvas, text, *_: labels.append(text))
    for spot, in_status, in_scene in (((1.7, 1.4), True, False), ((2.5, 1.7), True, True), ((1.0, 1.7), False, False)):
        labels.clear()
        driver.point(spot)
        said = advice(driver.app)
        assert said.startswith("No part may be put here. Ropes, belts and wires") is in_status
        assert ("No part may be put here." in labels) is in_scene
    driver.click("part.crate")
    driver.point((2.0, 1.7))
    assert driver.app.editor.preview.why_not == "No part may be put here."


def test_while_it_runs_a_part_is_pressed_or_pulled(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.point((3.0, 0.14))
    assert advice(driver.app) == "Push button 4: click to press it."
    driver.point((2.0, 0.05))
    assert advice(driver.app) == "Floor 1"
    driver.point((1.0, 0.25))
    assert advice(driver.app) == "Crate 2: drag to pull it."


def test_the_time_is_that_of_the_run_that_is_shown(drive: Open) -> None:
    driver = drive(shop())
    status = driver.app.panels.status
    driver.seconds(0.5)
    assert status._figures() == "5 parts", "no ticks, no frames, no time while building"
    for _ in range(2):  # in the second run the session is older, and the time begins anew
        driver.key(key.SPACE)
        driver.seconds(0.5)
        driver.key(key.SPACE)
        driver.app.actions.run("to_start")
        driver.workspace.travel.look_by(60)
        driver.frames()
        assert status._figures().split()[:2] == ["0.250", "s"]
        driver.key(key.END)
        driver.key(key.R)


def test_ticks_and_frames_are_counted_for_testers(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F12)
    assert driver.app.panels.status._figures().startswith("tick ")
    driver.key(key.F12)
    assert "tick" not in driver.app.panels.status._figures()


def test_time_that_is_lost_is_shown_to_testers(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F12)
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert "lost" not in driver.app.panels.status._figures()
    driver.time_ns += 3 * NS
    driver.frames()
    assert "2.8 s lost" in driver.app.panels.status._figures()
