"""What the desktop program hands to the window."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pyglet

from sandbox.window import desktop


def test_the_icon_comes_in_the_order_of_the_screen_as_pyglet_would_bring_it() -> None:
    """Three pixels across and two down, each byte another one."""
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    given: list[Any] = []
    desktop._set_icon(SimpleNamespace(set_icon=given.append), pixels)
    plain = pyglet.image.ImageData(3, 2, "RGBA", pixels.tobytes(), pitch=-12)
    assert given[0].get_data("BGRAAAAA", -24) == plain.get_data("BGRAAAAA", -24)
    assert given[0].get_data("BGRAAAAA", -24)[:8] == bytes([2, 1, 0, 3, 3, 3, 3, 3])
