"""The frame of it all: what happens at its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.design.design import Design
from tests.contraptions import everything
from tests.window.driver import Driver, data, drive

__all__ = ["data", "drive"]


@pytest.mark.parametrize("way", ["menu", "key"])
def test_a_window_is_closed_when_its_frame_is_drawn(
    drive: Callable[[Design], Driver], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Its context goes with it: what is drawn after that lands nowhere, or crashes."""
    driver = drive(everything())
    told: list[str] = []
    frame, drawn = driver.app.frame, driver.app.host.end
    monkeypatch.setattr(driver.app, "frame", lambda leftover: (told.append("frame"), frame(leftover)))
    monkeypatch.setattr(driver.app.host, "end", lambda: (told.append("drawn"), drawn()))
    monkeypatch.setattr(driver.window, "close", lambda: told.append("closed"))
    if way == "menu":
        driver.click("menu.File", "menu.quit")
        at = told.index("closed")
        assert told[at - 2 : at] == ["frame", "drawn"]
        assert told[at + 1 : at + 2] in ([], ["frame"])
    else:
        told.clear()
        driver.app.actions.run("quit")
        assert told == ["closed"]
    assert driver.app.closed
