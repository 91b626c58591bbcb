"""The panels and the scene between them: how they share the window, and what of the level is in view."""

from __future__ import annotations

import pytest
from pyglet.window import key

from sandbox.design.geometry import Box
from sandbox.levels import library
from test_panels import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]


@pytest.fixture
def driver(drive: Open) -> Driver:
    return drive(shop())


def width(driver: Driver) -> float:
    """The width of the scene in pixels."""
    return driver.app.view.camera.width


def level_fills_the_view(driver: Driver) -> bool:
    """All of the level is seen, and no more than is needed for that."""
    world, seen = driver.design.world, driver.app.view.camera.bounds
    inside = seen.x0 <= 0.0 and seen.y0 <= 0.0 and world.width <= seen.x1 and world.height <= seen.y1
    spare = min(seen.x1 - seen.x0 - world.width, seen.y1 - seen.y0 - world.height)
    return inside and spare < 0.7


def test_the_level_fills_the_view_of_a_window_that_was_made_larger_or_smaller(driver: Driver) -> None:
    for size in ((1900, 1000), (900, 600)):
        driver.resize(*size)
        assert level_fills_the_view(driver), size


def test_the_level_fills_the_view_at_another_scale_and_without_panels(driver: Driver) -> None:
    driver.workspace.settings.remember(scale=200)
    driver.frames(3)
    assert level_fills_the_view(driver)
    driver.key(key.F3)
    driver.key(key.F4)
    assert level_fills_the_view(driver)
    driver.key(key.T, key.MOD_CTRL)
    assert level_fills_the_view(driver)


def test_a_view_that_the_user_has_moved_stays_until_all_is_shown_again(driver: Driver) -> None:
    driver.wheel((2.0, 1.0), 3.0)
    camera = driver.app.view.camera
    zoom, middle = camera.zoom, (camera.x, camera.y)
    driver.resize(1900, 1000)
    driver.key(key.F3)
    driver.frames(3)
    assert (camera.zoom, (camera.x, camera.y)) == (zoom, middle)
    assert not level_fills_the_view(driver)
    driver.key(key._0)
    driver.window.set_size(900, 600)
    driver.frames(3)
    assert level_fills_the_view(driver)


def test_a_wider_world_is_shown_whole(driver: Driver) -> None:
    from sandbox.commands.commands import SetWorld

    driver.app.editor.set(SetWorld.of(driver.design.world, width=8.0))
    driver.frames(3)
    assert driver.design.world.width == 8.0
    seen: Box = driver.app.view.camera.bounds
    assert seen.x0 <= 0.0 and seen.x1 >= 8.0


def test_a_panel_is_folded_away_by_key_or_button_and_comes_back(driver: Driver) -> None:
    before = width(driver)
    driver.click("fold_palette")
    driver.click("fold_side")
    assert width(driver) > before + 350
    assert not driver.shows("search") and not driver.shows("world.width")
    driver.click("fold_palette")
    driver.key(key.F4)
    assert width(driver) == before
    assert driver.shows("search")


def test_a_search_unfolds_the_parts(driver: Driver) -> None:
    driver.key(key.F3)
    assert not driver.shows("search")
    driver.key(key.F, key.MOD_CTRL)
    driver.type("domino")
    assert driver.shows("search") and driver.app.panels.palette.search == "domino"


@pytest.mark.parametrize("scale", [100, 200])
def test_at_least_half_of_the_window_is_the_scene(driver: Driver, scale: int) -> None:
    driver.workspace.settings.remember(scale=scale)
    driver.frames(3)
    assert width(driver) >= 640


def test_a_wider_world_takes_its_walls_along_in_one_step(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "workshop.toml")
    driver.click("world.width")
    driver.type("8")
    driver.key(key.RETURN)
    assert driver.design.world.width == 8.0
    assert [round(driver.part(id_).x, 6) for id_ in (1, 2, 3)] == [4.0, -0.05, 8.05]
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.design.world.width == 4.0 and driver.part(3).x == 4.05
