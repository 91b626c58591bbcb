"""The picture in the window while the program loads: the program's name, the step of the loading, and a bar.

Drawn by pyglet alone, as the interface is among the things that are loaded meanwhile.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pyglet
from pyglet import gl

from sandbox.render.colours import ColourScheme, Rgba

if TYPE_CHECKING:
    from pyglet.window import BaseWindow

TITLE = "Contraption sandbox"
_BAR = (260, 8)  # px at scale 1
_TITLE_SIZE, _WORDS_SIZE = 21, 11  # points at scale 1
_GAP = 26  # px at scale 1: from line to line


class Splash:
    """The first picture of a window."""

    def __init__(self, window: BaseWindow, palette: ColourScheme, scale: float = 1.0) -> None:
        """`scale` is how many pixels of the window one pixel at scale 1 takes."""
        self.window, self.palette, self.scale = window, palette, scale
        assets = files("sandbox.render") / "assets"
        for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf"):
            pyglet.font.add_file(str(assets / name))

    def show(self, share: float, words: str) -> None:
        """Show how much of the loading is done (0 to 1), and what is being done now; the window's events wait."""
        self.window.switch_to()
        self.draw(share, words)
        self.window.flip()

    def draw(self, share: float, words: str) -> None:
        """Draw the splash into the window's back buffer."""
        inks, (width, height) = self.palette.inks, self.window.get_framebuffer_size()
        gl.glViewport(0, 0, width, height)
        gl.glClearColor(*inks.PAPER)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        middle = width // 2, height // 2
        gap, (long_, high) = round(_GAP * self.scale), (round(side * self.scale) for side in _BAR)
        self._text(TITLE, middle[0], middle[1] + gap, _TITLE_SIZE, inks.TEXT, bold=True)
        self._text(words, middle[0], middle[1] - gap, _WORDS_SIZE, inks.FAINT)
        left, done = middle[0] - long_ // 2, round(long_ * min(1.0, max(0.0, share)))
        pyglet.shapes.Rectangle(left, middle[1] - high // 2, long_, high, _byte4(inks.FIELD)).draw()
        pyglet.shapes.Rectangle(left, middle[1] - high // 2, done, high, _byte4(inks.ACCENT)).draw()

    def _text(self, text: str, x: int, y: int, size: int, ink: Rgba, bold: bool = False) -> None:
        label = pyglet.text.Label(
            text, x=x, y=y, font_name="Roboto", font_size=size * self.scale, weight="bold" if bold else "normal",
            color=_byte4(ink), anchor_x="center", anchor_y="center",
        )  # fmt: skip
        label.draw()


def _byte4(ink: Rgba) -> tuple[int, int, int, int]:
    """Convert a colour to four bytes."""
    red, green, blue, alpha = (round(255 * value) for value in ink)
    return red, green, blue, alpha
