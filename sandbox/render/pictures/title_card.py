"""The title over the first frames of a film: its level's name on a band, which fades in and out."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sandbox.render.pictures.film_plan import TitleCard
from sandbox.render.pictures.offscreen import Pixels

_FADE_S = 0.4
_BAND, _INK, _FAINT = (24, 30, 42, 190), (255, 255, 255, 255), (214, 222, 234, 255)
_TITLE, _TEXT = 0.075, 0.038  # sizes of letters, shares of the picture's height
_SMALLEST = 8  # px of letters
_SIDE = 0.9  # share of the width that a title may take


def opacity(frame: int, frames: int, fps: int) -> float:
    """Opacity of the card, 0 to 1, in one of its frames."""
    seconds = min(frame + 1, frames - frame) / fps
    return min(1.0, seconds / _FADE_S)


def draw(pixels: Pixels, card: TitleCard, frame: int, fps: int) -> None:
    """Draw the card into a frame, in place."""
    height, width, _ = pixels.shape
    top, band = _band(card.title, card.text, width, height)
    alpha = band[:, :, 3:].astype(np.float32) / 255.0 * opacity(frame, card.frames, fps)
    area = pixels[top : top + len(band), :, :3]
    area[:] = (area * (1.0 - alpha) + band[:, :, :3] * alpha).round().astype(np.uint8)


@lru_cache(maxsize=4)
def _band(title: str, text: str, width: int, height: int) -> tuple[int, Pixels]:
    """Return the first row of the band, and its pixels."""
    tall = max(12, round(height * (1.6 * _TITLE + 2.2 * _TEXT)))
    image = Image.new("RGBA", (width, tall), _BAND)
    pen = ImageDraw.Draw(image)
    middle = width / 2
    for line, share, size, ink in ((title, 0.38, _TITLE, _INK), (text, 0.78, _TEXT, _FAINT)):
        fitting, font = _fitted(line, round(height * size), width)
        pen.text((middle, tall * share), fitting, ink, font, anchor="mm")
    return round(height * 0.5 - tall / 2), np.asarray(image)


def _fitted(text: str, size: int, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return a text with the program's font in this size; smaller, and then shortened, if it would not fit."""
    room = _SIDE * width
    longest = font(size).getlength(text)
    fitting = font(size if longest <= room else int(size * room / longest))
    while len(text) > 1 and fitting.getlength(text) > room:
        text = text[: max(1, int(len(text) * 0.9) - 1)] + "\N{HORIZONTAL ELLIPSIS}"
    return text, fitting


def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the program's bold font in a size (px of letters), at least as large as can be read."""
    with as_file(files("sandbox.render") / "assets" / "Roboto-Bold.ttf") as path:
        return ImageFont.truetype(str(path), max(_SMALLEST, size))
