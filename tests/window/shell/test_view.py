"""What the view draws over the scene, by the calls that it makes. Metres."""

from __future__ import annotations

import math

import pytest

from sandbox.editing.toolbox import Toolbox
from tests.contraptions import Builder
from tests.window.driver import Open, data, drive

__all__ = ["data", "drive"]


def test_a_port_that_fits_is_drawn_over_those_that_do_not(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder()
    b.part("button", 1.0, 1.0)
    b.part("slider", 3.0, 1.5)  # its switch lies among the ports of the crate
    b.part("crate", 3.0, 1.5)
    driver = drive(b.design())
    drawn: list[str] = []
    monkeypatch.setattr(driver.app.view.canvas.overlay, "port", lambda x, y, type_, state, angle: drawn.append(state))
    assert Toolbox(driver.app.editor).draw_link("wire")
    driver.frames(1)
    states = drawn[drawn.index("illegal") :]
    assert "legal" in states and states == sorted(states, key=lambda state: state == "legal")


def test_a_mirror_in_hand_shows_which_way_it_would_throw_a_ray(drive: Open) -> None:
    b = Builder()
    b.part("laser", 0.5, 1.0)
    mirror = b.part("mirror", 2.0, 1.6, math.radians(135))
    b.part("floor", 2.0, 0.05, width=4.0)
    driver = drive(b.design())
    planned = lambda: driver.app.view.canvas.rays.planned  # noqa: E731
    driver.click((2.0, 1.6))
    (ray,) = planned()
    assert ray.end[0] > 4.0, "it is out of the way, and shown where the way is"
    driver.press((2.0, 1.6))
    for y in (1.4, 1.2, 1.0):
        driver.drag((2.0, y))
    _, thrown = planned()
    assert thrown.start == pytest.approx((2.0, 1.0), abs=0.03) and thrown.end == pytest.approx((2.0, 0.1), abs=0.03)
    driver.release((2.0, 1.0))
    assert len(planned()) == 2 and driver.part(mirror).y == pytest.approx(1.0, abs=0.02)
