"""Themes, sizes and calm, chosen live in the whole window: what the pixels say."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui
from pyglet.window import key

from sandbox.render.colours import LIGHT, PALETTES
from sandbox.workspace.workspace import Workspace
from tests.contraptions import everything
from tests.window.driver import Driver, Open, data, drive, shared, shop

__all__ = ["data", "drive", "shared"]  # fixtures
SHARED = everything


@pytest.fixture
def driver(shared: Driver) -> Driver:
    shared.workspace.settings.remember(theme="light", scale=100, reduced_motion=False)
    shared.point((3.6, 1.9))
    return shared


def near(driver: Driver, spot: Any) -> tuple[int, int, int]:
    """The colour of the window at a spot."""
    x, y = driver.at(spot)
    red, green, blue = driver.picture()[driver.window.height - 1 - y, x]
    return int(red), int(green), int(blue)


def test_the_key_walks_through_all_themes_and_the_choice_is_kept(driver: Driver) -> None:
    seen = []
    for _ in PALETTES:
        paper = tuple(round(255 * c) for c in driver.app.features.appearance.palette.inks.PAPER[:3])
        assert np.abs(np.subtract(driver.picture()[-3, 3], paper)).max() <= 1
        seen.append((driver.app.features.appearance.palette.name, near(driver, (3.6, 1.9))))
        driver.key(key.F9)
        driver.frames()
    assert [name for name, _ in seen] == list(PALETTES)
    paper = dict(seen)
    assert sum(paper["light"]) > sum(paper["dark"]) + 250, "the canvas too"
    assert driver.app.features.appearance.palette is LIGHT, "once round"
    driver.key(key.F9)
    again = Workspace(driver.workspace.data)
    assert again.settings.now.theme == "dark"
    again.close()


def test_a_theme_is_chosen_in_the_menu_and_leaves_nothing_of_the_one_before(driver: Driver) -> None:
    driver.key(key._2, key.MOD_CTRL | key.MOD_ALT)
    driver.frames(1)
    by_key = driver.picture().copy()
    driver.key(key._1, key.MOD_CTRL | key.MOD_ALT)
    driver.frames()
    driver.click("menu.View")
    driver.frames()
    driver.click("menu.theme_dark")
    driver.point((3.6, 1.9))
    driver.frames(3)
    assert driver.workspace.settings.now.theme == "dark"
    x0, y0, x1, y1 = (int(value) for value in driver.app.ui.rects["search"])
    assert np.array_equal(driver.picture()[y0:y1, x0:x1], by_key[y0:y1, x0:x1])


def test_the_parts_list_is_drawn_anew_for_the_theme(driver: Driver) -> None:
    cell = driver.app.ui.rects["part.bowling_ball"]
    x0, y0, x1, y1 = (int(value) for value in cell)
    by_day = driver.picture()[y0:y1, x0:x1].copy()
    driver.key(key._2, key.MOD_CTRL | key.MOD_ALT)
    driver.frames()
    by_night = driver.picture()[y0:y1, x0:x1]
    assert by_night.mean() < by_day.mean() - 40
    assert by_night.std() > 10, "there is still a ball in it"


def test_the_interface_grows_and_shrinks_by_keys_within_its_limits(driver: Driver) -> None:
    usual = driver.app.ui.rects["run"]

    def grown() -> float:
        now = driver.app.ui.rects["run"]
        return (now[3] - now[1]) / (usual[3] - usual[1])

    driver.key(key.PLUS, key.MOD_CTRL)
    assert grown() == pytest.approx(1.1, abs=0.04)
    driver.workspace.settings.remember(scale=200)
    driver.key(key.PLUS, key.MOD_CTRL)
    assert driver.app.features.appearance.percent == 200
    driver.workspace.settings.remember(scale=90)
    for _ in range(2):
        driver.app.actions.run("smaller")
    driver.frames(1)
    assert grown() == pytest.approx(0.8, abs=0.04)
    driver.key(key._0, key.MOD_CTRL)
    assert driver.app.ui.rects["run"] == pytest.approx(usual)


def sharpness(driver: Driver, widget: str) -> float:
    """The steepest step of brightness from a pixel to the next."""
    x0, y0, x1, y1 = (int(value) for value in driver.app.ui.rects[widget])
    grey = driver.picture()[y0:y1, x0:x1].astype(float).mean(axis=2)
    return float(np.abs(np.diff(grey, axis=1)).max())


def test_at_twice_the_size_everything_is_still_there_and_text_is_as_sharp(driver: Driver) -> None:
    driver.frames(1)
    at_one = sharpness(driver, "figures")
    driver.workspace.settings.remember(scale=175)
    driver.frames(3)
    assert sharpness(driver, "figures") >= 0.9 * at_one, "rasterised anew, not stretched"
    rects, canvas = driver.app.ui.rects, driver.app.frames.layout.canvas
    x0, _, x1, _ = rects["levels"]
    assert 0 <= x0 < x1 <= driver.window.width
    shown = [rects[name] for name in ("run", "step", "stop", "levels") if name in rects]
    assert all(a[2] <= b[0] for a, b in pairwise(shown)), "no button lies on another"
    assert canvas[2] - canvas[0] > 300
    assert canvas[3] - canvas[1] > 300


def test_a_screen_of_another_density_and_back_changes_nothing(driver: Driver) -> None:
    before = driver.picture().copy()
    for scale in (2.0, 1.0):
        driver.app.inputs.on_scale(scale, round(96 * scale))
        driver.frames(3)
    driver.point((3.6, 1.9))
    driver.frames(3)
    where = [int(value) for value in driver.app.ui.rects["levels"]]
    x0, y0, x1, y1 = where
    assert np.array_equal(driver.picture()[y0:y1, x0:x1], before[y0:y1, x0:x1])


def test_a_small_window_keeps_a_scene_at_any_size_of_the_interface(driver: Driver) -> None:
    driver.workspace.settings.remember(scale=200)
    size = driver.window.get_size
    try:
        driver.window.get_size = lambda: (860, 560)
        assert driver.app.features.appearance.scale == pytest.approx(1.25)
        driver.window.get_size = lambda: (2560, 1600)
        assert driver.app.features.appearance.scale == pytest.approx(2.0)
        driver.window.get_size = lambda: (200, 100)
        assert driver.app.features.appearance.scale == pytest.approx(0.8)
    finally:
        driver.window.get_size = size


def test_the_frame_of_the_focus_is_as_thin_as_before_at_the_usual_size_again(driver: Driver) -> None:
    before = imgui.get_style()._main_scale
    driver.workspace.settings.remember(scale=200)
    driver.frames()
    assert imgui.get_style()._main_scale == 2 * before
    driver.workspace.settings.remember(scale=100)
    driver.frames()
    assert imgui.get_style()._main_scale == before


def test_another_screen_changes_the_scale_and_back(drive: Open) -> None:
    driver = drive(shop())
    before = dict(driver.app.ui.rects)
    driver._event("on_scale", 1.5, 144)
    assert driver.app.ui.rects["run"][2] > 1.4 * before["run"][2]
    driver._event("on_scale", 1.0, 96)
    after = driver.app.ui.rects
    assert {name: after[name] for name in before if name != "figures"} == {  # the tick number has grown
        name: rect for name, rect in before.items() if name != "figures"
    }
