"""The panels and the scene between them: how they share the window, and what of the level is in view."""

from __future__ import annotations

import functools
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Place, SetWorld
from sandbox.design.design import Beyond, Design, Goal
from sandbox.design.geometry import Box
from sandbox.levels import levels, library
from sandbox.render.camera import Camera
from sandbox.render.marks import goal_marks
from sandbox.window import desktop as program
from sandbox.window.frame import layout as layouts
from sandbox.window.frame.layout import layout
from sandbox.window.shell.view import View
from sandbox.window.ui.widgets import Ui
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive, shop

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
    driver.wheel((2.0, 1.0), 8.0)
    camera = driver.app.view.camera
    zoom, middle = camera.zoom, (camera.x, camera.y)
    driver.resize(1900, 1000)
    driver.key(key.F3)
    driver.frames(3)
    assert (camera.zoom, (camera.x, camera.y)) == (zoom, middle)
    assert not level_fills_the_view(driver)
    driver.key(key._0)
    driver.resize(900, 600)
    assert level_fills_the_view(driver)


def test_a_wider_world_is_shown_whole(driver: Driver) -> None:
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
    assert driver.shows("search") and driver.app.features.palette.search == "domino"


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


# -- how large a level is shown

SIZES = ((1440, 900), (1280, 690), (1920, 1080), (1280, 800), (1680, 1050))


@functools.cache
def rooms() -> dict[str, Design]:
    """The levels that come with the program, by their names."""
    return {path.stem: levels.read(path) for path in library.bundled_levels()}


def view_of(level: Design, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, scale: float = 1.0) -> View:
    """The view of a level in a window of this size, without any pixels."""
    monkeypatch.setattr(imgui, "get_frame_height", lambda: 25.0 * scale)
    ui = cast(Ui, SimpleNamespace(px=lambda width: width * scale))
    x0, y0, x1, y1 = layout(ui, *size, room=level.world).canvas
    view = View.__new__(View)  # its camera is all that is asked for
    view.scale, view.camera = scale, Camera(x1 - x0, y1 - y0)
    view.fit(level)
    return view


def share(level: Design, view: View) -> float:
    """How much of the smaller side of its view a room fills."""
    camera, world = view.camera, level.world
    return camera.zoom * (world.width / camera.width if camera.width < camera.height else world.height / camera.height)


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 1.75, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_every_room_fills_three_fifths_of_its_view(
    size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {}
    for name, level in rooms().items():
        view = view_of(level, size, monkeypatch, scale)
        seen, world = view.camera.bounds, level.world
        assert seen.x0 <= 0.0 and seen.y0 <= 0.0 and world.width <= seen.x1 and world.height <= seen.y1, name
        shares[name] = share(level, view)
    assert {name: filled for name, filled in shares.items() if filled < 0.6} == {}


def test_panels_give_way_to_a_wide_room_only(monkeypatch: pytest.MonkeyPatch) -> None:
    scales, topple = rooms()["scales"], rooms()["topple"]
    wide, usual = (view_of(level, SIZES[0], monkeypatch).camera.width for level in (scales, topple))
    assert wide > usual == 1440 - 236 - 284
    wider = view_of(scales, SIZES[0], monkeypatch, 1.25)
    monkeypatch.setattr(layouts, "GIVING_WAY", layouts.GIVING_WAY[:1])  # the negative controls
    assert share(scales, view_of(scales, SIZES[0], monkeypatch, 1.25)) < 0.6 <= share(scales, wider)
    monkeypatch.setattr(layouts, "FILLED", 0.0)
    assert share(scales, view_of(scales, SIZES[0], monkeypatch)) < 0.6


def test_the_panels_of_the_window_give_way_to_the_room_that_is_open(driver: Driver) -> None:
    usual = width(driver)
    driver.app.editor.set(SetWorld.of(driver.design.world, width=12.0))
    driver.frames(3)
    assert width(driver) > usual


@pytest.mark.parametrize("size", SIZES)
def test_what_a_goal_is_about_is_16_px_large_or_has_a_ring(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ringed = set()
    for name, level in rooms().items():
        pixel = view_of(level, size, monkeypatch).camera.pixel
        rings = goal_marks.small_subjects(level, level.goals, None, pixel)
        for goal in level.goals:
            for box in goal_marks.subjects(level, goal):
                middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
                assert middle in rings or max(box.x1 - box.x0, box.y1 - box.y0) >= 16 * pixel, (name, goal.text)
        ringed |= {name} if rings else set()
    assert 2 * goal_marks.RING >= 16
    assert "round-the-house" in ringed and "topple" not in ringed


def test_the_ring_of_a_goal_goes_with_its_part_and_ends_when_it_is_met(drive: Open) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("tennis_ball", 2.0, 1.2)
    level = replace(b.design(), goals=(Goal("The ball is low", Beyond(2, "y", "less", 0.3)),))
    driver = drive(replace(level, world=replace(level.world, width=12.0, height=7.0)))
    driver.workspace.settings.remember(resident=False)  # whose eyes are rings, too
    drawn: list[tuple[float, float]] = []
    ring = driver.app.view.canvas.overlay.ring

    def note(x: float, y: float, *how: Any) -> None:
        drawn.append((x, y))
        ring(x, y, *how)

    driver.app.view.canvas.overlay.ring = note  # type: ignore[method-assign]
    driver.frames(2)
    assert drawn[-1] == pytest.approx((2.0, 1.2))
    driver.key(key.SPACE)
    drawn.clear()
    driver.seconds(0.3)
    assert 0.3 < drawn[-1][1] < 1.1
    driver.seconds(2.0)
    assert driver.workspace.document.session.outcome == "won"
    drawn.clear()
    driver.frames(2)
    assert not drawn


def test_everything_fits_into_a_small_window_and_at_double_scale(data: Path, gl_window: Any) -> None:
    import pyglet

    from sandbox.render.pictures import offscreen

    for scale, size in ((1.0, (1024, 700)), (1.0, program.SMALLEST), (2.0, (2048, 1400))):
        window = pyglet.window.Window(*size, config=offscreen.config())
        driver = Driver(window, data, library.bundled_dir() / "press.toml", scale)
        driver.workspace.gate.do(Place("button", 0.7, 0.136))
        driver.app.editor.selection.ids = (10,)
        driver.frames()
        toolbar = [rect for name, rect in driver.app.ui.rects.items() if rect[3] < 90 * scale and "menu" not in name]
        assert len(toolbar) > 15
        for index, (x0, y0, x1, y1) in enumerate(toolbar):
            assert 0 <= x0 < x1 <= size[0]
            assert 0 <= y0 < y1 <= size[1]
            for u0, v0, u1, v1 in toolbar[index + 1 :]:
                assert x1 <= u0 or u1 <= x0 or y1 <= v0 or v1 <= y0  # no two overlap
        driver.close()
        window.close()
    gl_window.switch_to()


def test_in_a_narrow_window_no_words_lie_over_others(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(replace(shop(), title="A level with a rather long title that there is hardly room for"))
    driver._event("on_scale", 2.0, 192)  # 1280 pixels are narrow now
    text, ends = imgui.text_unformatted, {}

    def noted(what: str) -> None:
        at = imgui.get_cursor_screen_pos()
        ends[at.y < 30.0] = (at.x, at.x + imgui.calc_text_size(what).x)
        text(what)

    with monkeypatch.context() as patched:
        patched.setattr(imgui, "text_unformatted", noted)
        driver.frames(1)
    begins, ended = ends[True]  # what is highest: the title of the document
    assert begins >= driver.app.ui.rects["menu.Help"][2], "it begins after the menus"
    assert ended <= driver.window.width
    no_buttons = ("timeline.track", "timeline.time")
    names = [name for name in driver.app.ui.rects if name.startswith("timeline.") and name not in no_buttons]
    on_timeline = sorted(driver.app.ui.rects[name] for name in names)
    assert len(on_timeline) >= 4
    assert all(a[2] <= b[0] for a, b in pairwise(on_timeline)), "no two buttons overlap"
    assert driver.app.ui.rects["timeline.time"][2] <= driver.app.ui.rects["timeline.bookmark"][0]
