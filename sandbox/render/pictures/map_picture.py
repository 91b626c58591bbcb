"""The picture of a tolerance map: the level with the machine in it, the outcomes over it, and a legend.

Colour is never the only sign: where the machine wins is striped and has a border, and what can't be built is dotted.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from sandbox.design.design import Design
from sandbox.design.geometry import Box, Circle, Point, place
from sandbox.design.scenes import PAPER
from sandbox.editing import picking
from sandbox.errors import BadFile
from sandbox.parts import blueprint, pose_of
from sandbox.recording import atomic_files
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_options import CameraAim
from sandbox.render.pictures.film_plan import Script
from sandbox.render.pictures.offscreen import NoGraphics, ensure_context
from sandbox.trials.judging import OUTCOMES, REFUSED, WON
from sandbox.trials.maps.tolerance_map import UNKNOWN, ToleranceMap

_WIDTH, _LOWEST, _HIGHEST = 1600, 500, 1400  # px of the level's picture
LEGEND, _EDGE = 112, 24  # px: the height of the strip below it, and its margin
_INK, _PAPER = (32, 38, 46), (250, 251, 253)
_LETTERS, _SMALL = 26, 20  # px
_STRIPES, _STRIPE, _DOTS, _DOT = 12, 4, 8, 3  # px: from stripe to stripe, and how wide; the same of dots

_Rgba = tuple[int, int, int, int]
_GREEN, _STRIPED, _BORDER = (40, 170, 96, 120), (8, 108, 52, 190), (4, 84, 40, 255)
_RED, _GREY, _DOTTED = (206, 70, 64, 74), (90, 100, 116, 120), (40, 46, 58, 170)
Image4 = npt.NDArray[np.uint8]


class _View(NamedTuple):
    """The part of the world that the picture shows, and its size in pixels."""

    x: float  # of the middle (m)
    y: float
    zoom: float  # px/m
    height: int

    def pixel(self, x: float, y: float) -> Point:
        """Return the pixel of a point of the world, from the upper left."""
        return _WIDTH / 2 + (x - self.x) * self.zoom, self.height / 2 - (y - self.y) * self.zoom


def draw(mapped: ToleranceMap, title: str, path: Path) -> None:
    """Draw a map as a PNG picture.

    Raises:
        BadFile: it can't be written.
    """
    plan = mapped.plan
    view = _view(picking.box_of_level(plan.design).union(plan.box))
    image = Image.new("RGB", (_WIDTH, view.height + LEGEND), _PAPER)
    image.paste(_background(plan.design, view), (0, 0))
    _lay_map(image, mapped, view)
    _cross(ImageDraw.Draw(image), view.pixel(plan.spec.x, plan.spec.y))
    _legend(image, mapped, title, view)
    try:
        with atomic_files.replacing(path) as new:
            image.save(new, "PNG")
    except OSError as error:
        raise BadFile(f"{path}: can't be written: {error.strerror or error}") from None


def _view(box: Box) -> _View:
    height = round(min(_HIGHEST, max(_LOWEST, _WIDTH * (box.y1 - box.y0) / (box.x1 - box.x0))))
    zoom = 0.98 * min(_WIDTH / (box.x1 - box.x0), height / (box.y1 - box.y0))
    return _View((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, zoom, height)


# -- the level


def _background(design: Design, view: _View) -> Image.Image:
    """Draw the machine as the window shows it; its outlines if there is no OpenGL."""
    try:
        ensure_context()
    except NoGraphics:
        return _outlines(design, view)
    from sandbox.render.pictures.studio import Studio, StudioLook

    script = Script(design, 0, [], 0, True, design.title)
    aim = CameraAim(x=view.x, y=view.y, width=_WIDTH / view.zoom)
    studio = Studio(_WIDTH, view.height, aim, look=StudioLook(scenes=PAPER))
    try:
        return Image.fromarray(studio.picture(script, film_plan.still(script))).convert("RGB")
    finally:
        studio.close()


def _outlines(design: Design, view: _View) -> Image.Image:
    image = Image.new("RGB", (_WIDTH, view.height), (226, 234, 242))
    pen = ImageDraw.Draw(image)
    for spec in design.parts:
        pose = pose_of(spec)
        for shape in blueprint(spec).shapes:
            if isinstance(shape.outline, Circle):
                x, y = view.pixel(*place(pose, (shape.outline.x, shape.outline.y)))
                pen.circle((x, y), shape.outline.r * view.zoom, (196, 204, 214), _INK, 2)
            else:
                corners = [view.pixel(*place(pose, point)) for point in shape.outline.points]
                pen.polygon(corners, (196, 204, 214), _INK, 2)
    return image


# -- the map over it


def _lay_map(image: Image.Image, mapped: ToleranceMap, view: _View) -> None:
    """Lay the outcomes over the level, each about its own point of the lattice."""
    plan, half = mapped.plan, mapped.plan.finest / 2
    x0, y0 = view.pixel(plan.box.x0 - half, plan.box.y1 + half)
    x1, y1 = view.pixel(plan.box.x1 + half, plan.box.y0 - half)
    left, top, right, bottom = max(0, round(x0)), max(0, round(y0)), min(_WIDTH, round(x1)), min(view.height, round(y1))
    columns = _index(np.arange(left, right), x0, x1, plan.columns + 1)
    rows = plan.rows - _index(np.arange(top, bottom), y0, y1, plan.rows + 1)
    codes = mapped.raster[np.ix_(rows, columns)]
    layer = Image.fromarray(coloured(codes), "RGBA")
    image.paste(layer, (left, top), layer)


def _index(pixels: npt.NDArray[np.int_], begin: float, end: float, count: int) -> npt.NDArray[np.int_]:
    """Return the cell that each pixel lies in, of `count` cells between two pixels."""
    cells = ((pixels + 0.5 - begin) / (end - begin) * count).astype(np.int_)
    return np.minimum(np.maximum(cells, 0), count - 1)


def coloured(codes: npt.NDArray[np.int8]) -> Image4:
    """Return the pixels of a layer that shows the outcome of each of them: striped, plain or dotted."""
    y, x = np.indices(codes.shape)
    layer = np.zeros((*codes.shape, 4), np.uint8)
    won, refused = codes == OUTCOMES.index(WON), codes == OUTCOMES.index(REFUSED)
    layer[~won & ~refused & (codes != UNKNOWN)] = _RED
    layer[refused] = _GREY
    layer[refused & (x % _DOTS < _DOT) & (y % _DOTS < _DOT)] = _DOTTED
    layer[won] = _GREEN
    layer[won & ((x + y) % _STRIPES < _STRIPE)] = _STRIPED
    inside = np.pad(won, 2, mode="edge")
    for dx, dy in ((0, 2), (4, 2), (2, 0), (2, 4)):
        layer[won & ~inside[dy : dy + won.shape[0], dx : dx + won.shape[1]]] = _BORDER
    return layer


def _cross(pen: ImageDraw.ImageDraw, at: Point) -> None:
    """Mark the part's own place."""
    x, y = at
    for colour, width, near, far in (((255, 255, 255), 7, 6, 21), (_INK, 3, 8, 19)):  # open: what is there is seen
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            pen.line((x + near * dx, y + near * dy, x + far * dx, y + far * dy), colour, width)


# -- the legend


def _legend(image: Image.Image, mapped: ToleranceMap, title: str, view: _View) -> None:
    pen, top = ImageDraw.Draw(image), view.height + 14
    pen.text((_EDGE, top), title, _INK, _font(_LETTERS))
    x, y = float(_EDGE), view.height + 62
    for outcome, words in ((WON, "wins"), ("open", "does not win"), (REFUSED, "can't be built there")):
        x = _swatch(image, pen, (x, y), outcome, words)
    _cross(pen, (x + 17, y + 15))
    x += 46
    pen.text((x, y + 3), "its own place", _INK, _font(_SMALL))
    x += _font(_SMALL).getlength("its own place") + 36
    spacing = f"{mapped.runs:,} runs, places every {1000 * mapped.plan.finest:g} mm"
    pen.text((x, y + 3), spacing, _INK, _font(_SMALL))
    _scale_bar(pen, view, y)


def _swatch(image: Image.Image, pen: ImageDraw.ImageDraw, at: Point, outcome: str, words: str) -> float:
    """Draw the sign of an outcome, and what it means; return where the next one goes."""
    x, y = at
    sign = Image.fromarray(coloured(np.full((30, 48), OUTCOMES.index(outcome), np.int8)), "RGBA")
    image.paste(sign, (round(x), round(y)), sign)
    pen.rectangle((x, y, x + 47, y + 29), outline=_INK)
    pen.text((x + 58, y + 3), words, _INK, _font(_SMALL))
    return x + 58 + _font(_SMALL).getlength(words) + 36


def _scale_bar(pen: ImageDraw.ImageDraw, view: _View, y: float) -> None:
    """Draw a bar of a round length at the right, about 150 px long."""
    mm = min((10, 20, 50, 100, 200, 500, 1000, 2000, 5000), key=lambda mm: abs(0.001 * mm * view.zoom - 150))
    right, length = _WIDTH - _EDGE, 0.001 * mm * view.zoom
    pen.line((right - length, y + 24, right, y + 24), _INK, 3)
    for x in (right - length, right):
        pen.line((x, y + 16, x, y + 28), _INK, 3)
    pen.text((right - length / 2, y + 12), f"{mm} mm", _INK, _font(_SMALL), anchor="ms")


def _font(size: int) -> ImageFont.FreeTypeFont:
    with as_file(files("sandbox.render") / "assets" / "Roboto-Regular.ttf") as path:
        return ImageFont.truetype(str(path), size)
