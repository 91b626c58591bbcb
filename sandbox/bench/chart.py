"""Draws charts as PNG pictures: tables of numbers on coloured cells, and bars against a bound. Uses Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files

if TYPE_CHECKING:
    from PIL.Image import Image

Colour = tuple[int, int, int]

PAPER: Colour = (255, 255, 255)
INK: Colour = (32, 38, 46)
PALE: Colour = (105, 115, 125)
LINE: Colour = (214, 219, 224)
GOOD: Colour = (222, 240, 222)
MIDDLING: Colour = (253, 236, 190)
BAD: Colour = (238, 150, 130)
MET: Colour = (96, 160, 104)
MISSED: Colour = (205, 92, 72)
PLAIN: Colour = (120, 150, 190)
# Colours of kinds; the first is for the kind that should be the most frequent.
KINDS: tuple[Colour, ...] = (
    (205, 226, 247), (250, 208, 170), (213, 196, 232), (247, 190, 199), (196, 228, 214), (244, 230, 158),
    (226, 206, 184), (190, 214, 220), (236, 200, 230), (214, 224, 170), (200, 200, 208), (240, 170, 150),
)  # fmt: skip

_EDGE, _GAP = 28, 34  # px around the picture, and between its sheets
_ROW, _COLUMN, _LABEL = 30, 50, 190  # px of a sheet: height of a row, width of a column and of the names of its rows
_LEAST = 480  # px of a sheet's width: its heading
_TILTED = 84  # px of height that the names of the columns take
_BAR_LABEL, _BAR = 300, 560
_FONTS = ("sandbox", "render", "assets")


class Cell(NamedTuple):
    """A number as text, and the value that its colour depends on (see `CellGrid.colour_by`)."""

    text: str
    value: float


class CellGrid(NamedTuple):
    """Rows by columns of cells."""

    title: str
    subtitle: str  # the unit, and what it means
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    colour_by: str = "bad"  # a cell's value goes from 0 (good) to 1 (bad); "kind": it is the number of a kind


class Measurement(NamedTuple):
    """One measured value with its spread and its bound, all in one unit."""

    title: str
    value: float
    low: float
    high: float
    bound: float | None  # the most that it should be
    text: str  # the value with its unit


class Chart(NamedTuple):
    """A picture of sheets, two in a row."""

    title: str
    subtitle: str
    sheets: Sequence[CellGrid]


def write(chart: Chart | Sequence[Measurement], path: Path, title: str = "") -> None:
    """Draw a chart, or bars under a title, to a .png file; the file is written completely or not at all.

    Raises:
        Refused: the name does not end in .png.
        BadFile: it can't be written there.
    """
    if path.suffix.lower() != ".png":
        raise Refused(f"can't write '{path.name}': the name of a picture ends in .png")
    image = _sheets(chart) if isinstance(chart, Chart) else _bars(chart, title)
    try:
        with atomic_files.replacing(path) as new:
            image.save(new, "PNG", optimize=True)
    except OSError as error:
        raise BadFile(f"{path}: can't be written: {error.strerror or error}") from None


class _Pen:
    """Draws text and boxes on one image."""

    def __init__(self, width: int, height: int) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self.image: Image.Image = Image.new("RGB", (width, height), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        assets = files(_FONTS[0]).joinpath(*_FONTS[1:])
        self._fonts = {}
        for name in ("Regular", "Bold"):
            with as_file(assets / f"Roboto-{name}.ttf") as font:
                data = str(font)
                for size in (13, 15, 17, 24):
                    self._fonts[name, size] = ImageFont.truetype(data, size)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int = 15,
        bold: bool = False,
        colour: Colour = INK,
        anchor: str = "lm",
    ) -> None:
        self.draw.text((x, y), text, colour, self._fonts["Bold" if bold else "Regular", size], anchor)

    def tilted(self, x: float, y: float, text: str, size: int = 13) -> None:
        """Draw text that rises to the right from (x, y)."""
        from PIL import Image, ImageDraw

        font = self._fonts["Regular", size]
        length = int(font.getlength(text)) + 4
        strip = Image.new("L", (length, size + 6), 0)
        ImageDraw.Draw(strip).text((0, size / 2 + 3), text, 255, font, "lm")
        turned = strip.rotate(50, Image.Resampling.BICUBIC, expand=True)
        self.image.paste(INK, (int(x), int(y - turned.height)), turned)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        self.draw.rectangle((x, y, x + width - 1, y + height - 1), colour)


def _sheets(chart: Chart) -> Image:
    columns = max(len(sheet.columns) for sheet in chart.sheets)
    rows = max(len(sheet.rows) for sheet in chart.sheets)
    width = max(_LEAST, _LABEL + columns * _COLUMN + 46)  # the last tilted name sticks out
    height = 52 + _TILTED + rows * _ROW
    lines = -(-len(chart.sheets) // 2)
    pen = _Pen(2 * _EDGE + 2 * width + _GAP, 2 * _EDGE + 70 + lines * height + (lines - 1) * _GAP)
    pen.text(_EDGE, _EDGE + 14, chart.title, 24, bold=True)
    pen.text(_EDGE, _EDGE + 44, chart.subtitle, 15, colour=PALE)
    for index, sheet in enumerate(chart.sheets):
        _sheet(pen, sheet, _EDGE + (index % 2) * (width + _GAP), _EDGE + 70 + (index // 2) * (height + _GAP))
    return pen.image


def _sheet(pen: _Pen, sheet: CellGrid, left: int, top: int) -> None:
    pen.text(left, top + 10, sheet.title, 17, bold=True)
    pen.text(left, top + 32, sheet.subtitle, 13, colour=PALE)
    under = top + 48 + _TILTED
    for index, name in enumerate(sheet.columns):
        pen.tilted(left + _LABEL + index * _COLUMN + 14, under - 2, name)
    for index, (name, cells) in enumerate(zip(sheet.rows, sheet.cells, strict=True)):
        y = under + index * _ROW
        pen.text(left, y + _ROW / 2, name)
        for column, cell in enumerate(cells):
            x = left + _LABEL + column * _COLUMN
            if cell.text:
                pen.box(x, y, _COLUMN - 2, _ROW - 2, colour_of(cell.value, sheet.colour_by))
                pen.text(x + (_COLUMN - 2) / 2, y + _ROW / 2 - 1, cell.text, 15, anchor="mm")


def colour_of(value: float, by: str) -> Colour:
    """Return the colour of a cell: from green by yellow to red, or one for each kind."""
    if by == "kind":
        return KINDS[int(value) % len(KINDS)]
    value = min(1.0, max(0.0, value))
    low, high, share = (GOOD, MIDDLING, value * 2) if value < 0.5 else (MIDDLING, BAD, value * 2 - 1)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _bars(bars: Sequence[Measurement], title: str) -> Image:
    """Draw each bar in the scale of its bound (without one, of its value), so that all bounds stand on one line."""
    row = 38
    pen = _Pen(2 * _EDGE + _BAR_LABEL + _BAR + 190, 2 * _EDGE + 74 + row * len(bars))
    pen.text(_EDGE, _EDGE + 14, title, 24, bold=True)
    pen.text(_EDGE, _EDGE + 44, "Each bar is drawn relative to its upper bound (the line); thin: least to most.", 15,
             colour=PALE)  # fmt: skip
    left, line, top = _EDGE + _BAR_LABEL, _BAR * 0.66, _EDGE + 74
    for index, bar in enumerate(bars):
        y = top + index * row
        pen.text(_EDGE, y + row / 2, bar.title)
        unit = bar.bound if bar.bound else max(bar.high, 1e-9) * 1.5

        def at(value: float, unit: float = unit) -> float:
            return min(_BAR, max(2.0, line * value / unit))

        met = bar.bound is None or bar.value <= bar.bound
        pen.box(left, y + 8, at(bar.value), row - 18, PLAIN if bar.bound is None else MET if met else MISSED)
        pen.draw.line((left + at(bar.low), y + row / 2 - 1, left + at(bar.high), y + row / 2 - 1), INK, 1)
        pen.text(left + _BAR + 12, y + row / 2, bar.text)
    pen.draw.line((left + line, top, left + line, top + row * len(bars)), INK, 2)
    return pen.image
