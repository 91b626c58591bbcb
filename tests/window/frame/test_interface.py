"""All panels together: the picture of the editor, and what another document takes away."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import mouse

from sandbox.design.design import Design
from sandbox.levels import levels
from tests import golden_pictures
from tests.contraptions import everything
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


GOLDEN = Path(__file__).parent / "golden"


def test_the_panel_of_another_document_is_shown_from_its_top(drive: Open, tmp_path: Path) -> None:
    long_text = "There is much to be said about this level. " * 60
    driver, other = drive(replace(shop(), text=long_text)), tmp_path / "other.toml"
    levels.write(other, replace(shop(), title="Other", text=long_text))
    driver.resize(860, 560)
    (side,) = [window for window in imgui.get_current_context().windows if window.name == "side"]
    x0, y0, x1, y1 = driver.app.frames.layout.side
    middle = int((x0 + x1) / 2), int(driver.window.height - (y0 + y1) / 2)
    driver._event("on_mouse_motion", *middle, 0, 0)
    driver._event("on_mouse_scroll", *middle, 0.0, -100.0)
    assert side.scroll.y > 0.0
    assert driver.workspace.files.open(other)
    driver.frames(4)
    assert driver.design.title == "Other"
    assert side.scroll_max.y > 0.0 and side.scroll.y == 0.0


def test_what_was_sought_looked_at_or_asked_about_a_document_is_over_with_it(drive: Open, tmp_path: Path) -> None:
    driver, other = drive(shop()), tmp_path / "other.toml"
    levels.write(other, replace(shop(), title="Other"))
    features = driver.app.features
    features.palette.search = "ramp"
    features.timeline.zoomed = (2.0, 40.0)
    driver.press((1.0, 0.25), mouse.RIGHT)
    driver.release((1.0, 0.25), mouse.RIGHT)
    driver.frames()
    assert driver.shows("context.duplicate") and not driver.shows("part.domino")
    assert driver.workspace.files.open(other)
    driver.frames(4)
    assert driver.design.title == "Other"
    assert features.palette.search == "" and driver.shows("part.domino")
    assert features.timeline.zoomed is None
    assert not driver.shows("context.duplicate")


def gallery() -> Design:
    """What the golden picture shows: many parts, a rope and a wire, goals, a title and a text."""
    return replace(everything(), title="Everything", text="One of each, for the picture.", stock=None)


def test_the_editor_looks_as_it_did(drive: Open, update_golden: bool) -> None:
    driver = drive(gallery())
    driver.click((2.0, 0.1))
    driver.point((0.2, 2.3))
    driver.frames(3)
    golden_pictures.compare(driver.picture(), GOLDEN / "editor.png", update_golden)


def test_a_missing_panel_would_be_noticed(drive: Open) -> None:
    driver = drive(gallery())
    driver.click((2.0, 0.1))
    driver.point((0.2, 2.3))
    others = [[panel for panel in feature.panels if panel.place != "left"] for feature in driver.app.registered]
    driver.app.registered = tuple(
        dataclasses.replace(feature, panels=tuple(panels))
        for feature, panels in zip(driver.app.registered, others, strict=True)
    )
    driver.frames(3)
    assert golden_pictures.share_that_differs(driver.picture(), GOLDEN / "editor.png") > 0.02
