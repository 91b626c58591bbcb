"""The comparison of main loops as a PNG picture: for each figure a sheet, schemes by machines, on coloured cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from sandbox.loops.loops import Row
from sandbox.loops.report import letters
from sandbox.loops.rig import FINER
from sandbox.render.pictures.sheet import font, save

Colour = tuple[int, int, int]

_PAPER: Colour = (255, 255, 255)
_INK: Colour = (32, 38, 46)
_PALE: Colour = (105, 115, 125)
_GOOD: Colour = (222, 240, 222)
_MIDDLING: Colour = (253, 236, 190)
_BAD: Colour = (238, 150, 130)
# Colours of kinds; the first is for the kind that should be the most frequent.
KINDS: tuple[Colour, ...] = (
    (205, 226, 247), (250, 208, 170), (213, 196, 232), (247, 190, 199), (196, 228, 214), (244, 230, 158),
    (226, 206, 184), (190, 214, 220), (236, 200, 230), (214, 224, 170), (200, 200, 208), (240, 170, 150),
)  # fmt: skip

_EDGE, _GAP = 28, 34  # px around the picture, and between its sheets
_ROW, _COLUMN, _LABEL = 30, 50, 190  # px of a sheet: height of a row, width of a column and of the names of its rows
_LEAST = 480  # px of a sheet's width: its heading
_TILTED = 84  # px of height that the names of the columns take
_SMALL, _LETTERS = 13, 15  # px


class CellTable(NamedTuple):
    """One figure: its text in each cell, and the value that the cell's colour depends on."""

    title: str
    subtitle: str  # the unit, and what it means
    text: Callable[[Row], str]
    value: Callable[[Row], float]  # from 0 (good) to 1 (bad); with `kinds`, the number of a kind
    kinds: bool = False


def write(rows: Sequence[Row], title: str, path: Path) -> None:
    """Draw the comparison; the file is written completely or not at all.

    Raises:
        BadFile: it can't be written there.
    """
    sheets = _sheets(rows)
    schemes, profiles = dict.fromkeys(row.scheme for row in rows), dict.fromkeys(row.profile for row in rows)
    width = max(_LEAST, _LABEL + len(profiles) * _COLUMN + 46)  # the last tilted name sticks out
    height = 52 + _TILTED + len(schemes) * _ROW
    lines = -(-len(sheets) // 2)
    size = 2 * _EDGE + 2 * width + _GAP, 2 * _EDGE + 70 + lines * height + (lines - 1) * _GAP
    image = Image.new("RGB", size, _PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((_EDGE, _EDGE + 14), f"Main loops side by side: {title}", _INK, font(24, bold=True), "lm")
    about = "Rows are schemes, columns simulated machines: frames a second of their screen, or what is wrong with them."
    pen.text((_EDGE, _EDGE + 44), about, _PALE, font(_LETTERS), "lm")
    for index, sheet in enumerate(sheets):
        left, top = _EDGE + (index % 2) * (width + _GAP), _EDGE + 70 + (index // 2) * (height + _GAP)
        _draw(image, sheet, rows, left, top)
    save(path, image)


def _draw(image: Image.Image, sheet: CellTable, rows: Sequence[Row], left: int, top: int) -> None:
    pen, words = ImageDraw.Draw(image), font(_LETTERS)
    pen.text((left, top + 10), sheet.title, _INK, font(17, bold=True), "lm")
    pen.text((left, top + 32), sheet.subtitle, _PALE, font(_SMALL), "lm")
    under = top + 48 + _TILTED
    lines = {scheme: under + line * _ROW for line, scheme in enumerate(dict.fromkeys(row.scheme for row in rows))}
    columns = dict.fromkeys(row.profile for row in rows)
    places = {profile: left + _LABEL + column * _COLUMN for column, profile in enumerate(columns)}
    for profile, x in places.items():
        _tilted(image, x + 14, under - 2, profile.title)
    for scheme, y in lines.items():
        pen.text((left, y + _ROW / 2), scheme.title, _INK, words, "lm")
    for row in rows:
        x, y = places[row.profile], lines[row.scheme]
        value = sheet.value(row)
        colour = KINDS[int(value) % len(KINDS)] if sheet.kinds else _rated(value)
        pen.rectangle((x, y, x + _COLUMN - 3, y + _ROW - 3), colour)
        pen.text((x + (_COLUMN - 2) / 2, y + _ROW / 2 - 1), sheet.text(row), _INK, words, "mm")


def _tilted(image: Image.Image, x: int, y: int, text: str) -> None:
    """Draw text that rises to the right from (x, y)."""
    small = font(_SMALL)
    strip = Image.new("L", (int(small.getlength(text)) + 4, _SMALL + 6), 0)
    ImageDraw.Draw(strip).text((0, _SMALL / 2 + 3), text, 255, small, "lm")
    turned = strip.rotate(50, Image.Resampling.BICUBIC, expand=True)
    image.paste(_INK, (x, y - turned.height), turned)


def _rated(value: float) -> Colour:
    """Return the colour of a value from 0 (good) to 1 (bad): from green by yellow to red."""
    value = min(1.0, max(0.0, value))
    low, high, share = (_GOOD, _MIDDLING, value * 2) if value < 0.5 else (_MIDDLING, _BAD, value * 2 - 1)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _sheets(rows: Sequence[Row]) -> tuple[CellTable, ...]:
    ends = letters(rows)
    best = max(1e-3, min(row.pose_error_mm_p50 for row in rows if row.ticks))  # sixteen times as much is bad
    return (
        CellTable("Speed of the game", "% of real time; 100 is right. Where the program itself stood still, all lose.",
                  lambda row: f"{100 + 100 * row.speed_error:.0f}", lambda row: abs(row.speed_error) * 1.6),
        CellTable("New pictures a second", "frames that differ from the one before",
                  lambda row: f"{row.pictures:.0f}", lambda row: 1.0 - row.pictures / 60.0),
        CellTable("Delay of input", "ms from a key press to the first picture that can show it, median",
                  lambda row: f"{row.input_delay_ms:.0f}", lambda row: row.input_delay_ms / 100.0),
        CellTable("Drawn off the truth", f"mm, median over moving bodies; truth: {FINER} times the tick rate",
                  lambda row: _short(row.pose_error_mm_p50),
                  lambda row: math.log2(max(row.pose_error_mm_p50 / best, 1e-3)) / 4.0),
        CellTable("Waiting in a busy loop", "% of the time of a core",
                  lambda row: f"{100 * row.busy_share:.0f}", lambda row: row.busy_share * 2.5),
        CellTable("State at the end", "the same letter and colour: the same state to the last bit",
                  lambda row: ends[row.end_hash], lambda row: float(list(ends).index(row.end_hash)), kinds=True),
    )  # fmt: skip


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"
