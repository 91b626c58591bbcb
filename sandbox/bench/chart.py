"""Draws measured values as bars against their bounds, as a PNG picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from sandbox.bench.figures import Measurement
from sandbox.render.pictures.sheet import font, save

Colour = tuple[int, int, int]

INK: Colour = (32, 38, 46)
MET: Colour = (96, 160, 104)
MISSED: Colour = (205, 92, 72)
PLAIN: Colour = (120, 150, 190)  # of what has no bound
_PAPER: Colour = (255, 255, 255)
_PALE: Colour = (105, 115, 125)
_EDGE, _TOP, _ROW = 28, 74, 38  # px: around the picture, of its heading, of a bar
_LABEL, _BAR, _TEXT = 300, 560, 190  # px: width of the names, of the bars, of the values in words
_BOUND = 0.66  # of a bar's width: where its bound is


def write(bars: Sequence[Measurement], title: str, path: Path) -> None:
    """Draw each bar in the scale of its bound (without one, of its value), so that all bounds stand on one line.

    Raises:
        BadFile: it can't be written there.
    """
    image = Image.new("RGB", (2 * _EDGE + _LABEL + _BAR + _TEXT, 2 * _EDGE + _TOP + _ROW * len(bars)), _PAPER)
    pen, words = ImageDraw.Draw(image), font(15)
    pen.text((_EDGE, _EDGE + 14), title, INK, font(24, bold=True), "lm")
    about = "Each bar is drawn relative to its upper bound (the line); thin: least to most."
    pen.text((_EDGE, _EDGE + 44), about, _PALE, words, "lm")
    left, line, top = _EDGE + _LABEL, _BAR * _BOUND, _EDGE + _TOP
    for index, bar in enumerate(bars):
        y = top + index * _ROW
        unit = bar.bound or max(bar.high, 1e-9) * 1.5
        value, low, high = (min(_BAR, max(2.0, line * at / unit)) for at in (bar.value, bar.low, bar.high))
        met = bar.bound is None or bar.value <= bar.bound
        colour = PLAIN if bar.bound is None else MET if met else MISSED
        pen.text((_EDGE, y + _ROW / 2), bar.title, INK, words, "lm")
        pen.rectangle((left, y + 8, left + value - 1, y + _ROW - 11), colour)
        pen.line((left + low, y + _ROW / 2 - 1, left + high, y + _ROW / 2 - 1), INK, 1)
        pen.text((left + _BAR + 12, y + _ROW / 2), bar.text, INK, words, "lm")
    pen.line((left + line, top, left + line, top + _ROW * len(bars)), INK, 2)
    save(path, image)
