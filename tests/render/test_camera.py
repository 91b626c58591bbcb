"""The camera: screen and world, zoom, fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.design.geometry import Box
from sandbox.render.camera import MAX_ZOOM, MIN_ZOOM, Camera

metres = st.floats(-100, 100)
pixels = st.floats(0, 2000)


@given(metres, metres, st.floats(MIN_ZOOM, MAX_ZOOM), pixels, pixels)
def test_screen_and_world_are_inverses(x: float, y: float, zoom: float, px: float, py: float) -> None:
    camera = Camera(1000, 700, x, y, zoom, left=230, bottom=40)
    assert camera.to_screen(*camera.to_world(px, py)) == pytest.approx((px, py), abs=1e-6)


def test_the_middle_of_the_viewport_is_where_it_looks() -> None:
    camera = Camera(1000, 700, 2.0, 1.0, 300, left=230, bottom=40)
    assert camera.to_world(730, 390) == (2.0, 1.0)
    assert camera.sees(230, 40) and not camera.sees(229, 40) and not camera.sees(1230, 40)


@given(pixels, pixels, st.floats(0.01, 100))
def test_zoom_keeps_the_point_under_the_pointer_and_its_limits(px: float, py: float, factor: float) -> None:
    camera = Camera(1000, 700, 2.0, 1.0)
    before = camera.to_world(px, py)
    camera.zoom_at(px, py, factor)
    assert camera.to_world(px, py) == pytest.approx(before, abs=1e-9)
    assert MIN_ZOOM <= camera.zoom <= MAX_ZOOM


def test_panning_moves_the_world_with_the_pointer() -> None:
    camera = Camera(1000, 700)
    at = camera.to_world(100, 100)
    camera.pan(50, -20)
    assert camera.to_screen(*at) == pytest.approx((150, 80))


def test_fit_shows_the_whole_box_with_its_margin() -> None:
    camera = Camera(1000, 700)
    camera.fit(Box(1, 1, 5, 2), margin=0.1)
    assert camera.bounds.x0 == pytest.approx(1 - 0.5) and camera.bounds.x1 == pytest.approx(5 + 0.5)
    assert camera.bounds.y0 < 1 and camera.bounds.y1 > 2


def test_it_can_be_brought_back() -> None:
    camera = Camera(1000, 700, x=99.0, y=-7.0)
    camera.keep_in(Box(0, 0, 4, 2))
    assert (camera.x, camera.y) == (4, 0)
