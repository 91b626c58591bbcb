"""The ribbon of a film: the longest chain so far, as a row of pictures of its parts over its count."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from PIL import Image, ImageDraw

from sandbox.causes.cause_tree import CauseStep, CauseTree, count_text
from sandbox.causes.traced_run import causes_until
from sandbox.design.design import Design
from sandbox.render.canvas import Canvas
from sandbox.render.pictures.film_plan import Script, Shot
from sandbox.render.pictures.offscreen import Pixels
from sandbox.render.pictures.thumbnails import part_picture
from sandbox.render.pictures.title_card import font

_BAND, _INK, _GROUND = (24, 30, 42, 200), (255, 255, 255, 255), (246, 244, 238, 255)
_CELL, _LEAST = 0.07, 14  # of the picture's height, and px: a part
_GAP = 0.35  # of a cell, from one part to the next: the arrow stands there
_TEXT = 0.5  # of a cell: the size of letters


class ChainRibbon:
    """Draws the chain of the run that a film shows; the causes of it are read first, from a run of its own."""

    def __init__(self, canvas: Canvas, script: Script, last: Shot) -> None:
        """Read the causes up to the last moment; `canvas` is one that draws nothing else."""
        self._design, self._start, self._tree = _causes(script, last)
        self._canvas = canvas
        self._pictures: dict[int, Pixels] = {}  # by part
        self._bands: dict[tuple[object, ...], Pixels] = {}

    def draw(self, pixels: Pixels, tick: int) -> None:
        """Draw the chain as of a tick of the session into a frame, in place; nothing while there is none."""
        chain = self._tree.chain(tick - self._start)
        if len(chain) < 2:
            return
        height, width, _ = pixels.shape
        band = self._band(chain, width, height)
        tall, wide, _ = band.shape
        alpha = band[:, :, 3:].astype(np.float32) / 255.0
        area = pixels[height - tall :, :wide, :3]
        area[:] = (area * (1.0 - alpha) + band[:, :, :3] * alpha).round().astype(np.uint8)

    def _band(self, chain: list[CauseStep], width: int, height: int) -> Pixels:
        key = (tuple(step.part for step in chain), width, height)
        if key not in self._bands:
            self._bands[key] = self._drawn(chain, width, height)
        return self._bands[key]

    def _drawn(self, chain: list[CauseStep], width: int, height: int) -> Pixels:
        cell = max(_LEAST, round(height * _CELL))
        letters = font(round(cell * _TEXT))
        words = count_text(self._design, chain)
        head = round(letters.getlength(words) + cell)
        step = round(cell * (1.0 + _GAP))
        shown = chain[-max(1, (width - head) // step) :]  # of a chain that is too long for the picture the end
        image = Image.new("RGBA", (min(width, head + len(shown) * step), round(cell * 1.3)), _BAND)
        pen, middle = ImageDraw.Draw(image), image.height / 2
        pen.text((cell * 0.4, middle), words, _INK, letters, anchor="lm")
        for nth, each in enumerate(shown):
            x, y = head + nth * step, round(middle - cell / 2)
            if each is not chain[0]:
                arrow = cell * 0.12
                left = x - cell * _GAP / 2 - arrow / 2
                pen.polygon([(left, middle - arrow), (left + arrow, middle), (left, middle + arrow)], _INK)
            pen.rounded_rectangle((x, y, x + cell - 1, y + cell - 1), cell * 0.15, _GROUND)
            picture = Image.fromarray(self._picture(each.part))
            image.alpha_composite(picture.resize((cell, cell), Image.Resampling.LANCZOS), (x, y))
        return np.asarray(image)

    def _picture(self, part: int) -> Pixels:
        if part not in self._pictures:
            self._pictures[part] = part_picture(self._canvas, replace(self._design.part_by_id[part], id=1))
        return self._pictures[part]


def _causes(script: Script, last: Shot) -> tuple[Design, int, CauseTree]:
    """Return the design that is run at a moment, when it was started, and the causes up to there."""
    return causes_until(script.design, script.seed, script.commands, last.tick, last.commands)
