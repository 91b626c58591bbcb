"""What the view draws over the scene, by the calls that it makes. Metres."""

from __future__ import annotations

import pytest

from contraptions import Builder
from sandbox.editing.toolbox import Toolbox
from test_panels import Open, data, drive

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
