"""As much of pygame as pymunk's examples need to run without a window: events come from a world's inputs.

Each thread plays one game; whatever draws does nothing.
"""

import sys
import threading
import types
from collections import defaultdict
from unittest.mock import MagicMock

QUIT, KEYDOWN, KEYUP, MOUSEBUTTONDOWN, MOUSEBUTTONUP = range(5)
_SHOWN = MagicMock(name="pygame")
_SHOWN.display.set_mode.return_value.get_height.return_value = 600
_SHOWN.display.set_mode.return_value.get_width.return_value = 600


class Controls:
    """The keyboard, the mouse and the clock of one game."""

    def __init__(self, await_frame):
        self.events, self.mouse, self.frame, self.await_frame = [], (0, 0), 0, await_frame

    def get_events(self):
        self.await_frame()
        taken, self.events = self.events, []
        return taken


def here():
    return threading.current_thread().controls


def __getattr__(name):
    if name.startswith("K_"):
        return f"key {name[2:].lower()}"
    return getattr(_SHOWN, name)


event = types.SimpleNamespace(get=lambda: here().get_events())
mouse = types.SimpleNamespace(get_pos=lambda: here().mouse, get_pressed=lambda: (False, False, False))
key = types.SimpleNamespace(get_pressed=lambda: defaultdict(bool))
time = types.SimpleNamespace(get_ticks=lambda: here().frame * 16, Clock=_SHOWN.time.Clock)
display, draw, font, image = _SHOWN.display, _SHOWN.draw, _SHOWN.font, _SHOWN.image
sys.modules["pygame.locals"] = _SHOWN
