"""The Advanced menu: how the machine is stepped, and how its motion is drawn between two ticks."""

from __future__ import annotations

from pyglet.window import key

from sandbox.workspace.clock import FLAT_OUT, Smoothing
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_loops_and_smoothings_are_chosen_in_menus_and_by_key_while_a_machine_runs(drive: Open) -> None:
    driver = drive(shop())
    workspace = driver.workspace
    driver.key(key.SPACE)
    driver.click("menu.Advanced", "menu.smooth_interpolate")
    assert workspace.pacing.smoothing is Smoothing.INTERPOLATE
    assert workspace.pacing.moving and workspace.pacing.rows_before is not None
    driver.key(key.F12)
    driver.key(key.M)
    assert workspace.pacing.smoothing is Smoothing.EXTRAPOLATE and workspace.pacing.rows_before is None
    assert driver.said == "Between two ticks: extrapolate"
    driver.key(key._1, key.MOD_CTRL)
    assert (workspace.pacing.smoothing, driver.said) == (Smoothing.NONE, "Between two ticks: no smoothing")
    driver.key(key._7, key.MOD_ALT)
    assert (workspace.pacing.scheme.name, workspace.pacing.smoothing) == ("client", Smoothing.INTERPOLATE)
    assert driver.said.startswith("Main loop: ")
    driver.click("menu.Advanced", "menu.loop_variable")
    assert workspace.pacing.scheme.name == "client"
    assert "stop the machine first" in driver.said.lower()
    for _ in range(5):
        driver.key(key.BRACKETRIGHT)
    assert workspace.pacing.speed is FLAT_OUT
    driver.frames()
    assert workspace.pacing.clock.speed is FLAT_OUT
    driver.key(key.BRACKETLEFT)
    assert workspace.pacing.speed == 16
