"""The resolution of X11's screens by the desktop's setting, which may hold anything.

pyglet takes whole numbers only and ends the program at any other; some desktops write fractions.
"""

from __future__ import annotations

import re
from typing import Any

from pyglet.display import xlib as displays
from pyglet.libs.x11 import xlib

USUAL = 96  # dots an inch: the interface as large as it is drawn
LEAST, MOST = 48, 480
RESOURCES = 23  # the atom, of the protocol itself, of the root window's property with the desktop's settings
_SETTING = re.compile(rb"^\s*Xft[.*]dpi\s*:\s*(\d{1,4}(?:\.\d+)?)\s*$", re.MULTILINE)


def resolution(resources: bytes) -> int:
    """Return the dots an inch that a display's resources ask for; the usual ones if they ask for nothing sensible."""
    setting = _SETTING.search(resources)
    dots = round(float(setting[1])) if setting else USUAL
    return dots if LEAST <= dots <= MOST else USUAL


def mend() -> None:
    """Let pyglet's screens have a resolution whatever the setting is; call it before any window is made."""

    def get_dpi(self: Any) -> int:
        return resolution(xlib.XResourceManagerString(self.display._display) or b"")

    displays.XlibScreen.get_dpi = get_dpi  # type: ignore[method-assign]
