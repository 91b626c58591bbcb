"""The Arrange menu."""

from __future__ import annotations

import pytest
from pyglet.window import key

from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_a_group_is_aligned_from_the_menu(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    driver.hold(key.MOD_SHIFT)
    driver.click((2.0, 1.0))
    driver.hold(0)
    driver.click("menu.Arrange", "menu.align_bottom")
    assert driver.part(3).y == pytest.approx(0.1 + 0.109)
    driver.key(key.LEFT, key.MOD_CTRL)
    assert driver.part(3).x == pytest.approx(0.85 + 0.109)
    assert driver.commands == ["move", "move"]
