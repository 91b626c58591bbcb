"""The gallery: every part and link on one sheet, by families, with names."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from sandbox.parts import FAMILIES
from sandbox.parts.kind import Kind, LinkKind
from sandbox.render.colours import LIGHT, PALETTES, ColourScheme, Inks
from sandbox.render.pictures.offscreen import ensure_context
from sandbox.render.pictures.sheet import as_bytes, check_name, fitting, font, save

SCALE = 1.5  # of the palette's pictures
COLUMNS = 10
_GAP, _MARGIN, _HEADING, _LABEL = 10, 28, 46, 44  # px
_LABEL_SIZE, _NAME_SIZE, _HEADING_SIZE = 15, 12, 24


class Block(NamedTuple):
    """A family on the sheet, and the column in which it begins."""

    family: str
    column: int
    kinds: list[Kind | LinkKind]


def draw(out: Path, theme: str = LIGHT.name) -> None:
    """Write the sheet to a PNG file, in the colours of a theme: one of `PALETTES`.

    Raises:
        BadFile: the file can't be written.
        Refused: the name ends in another suffix, or there is no OpenGL.
    """
    check_name(out, "the gallery")
    save(out, _sheet(PALETTES[theme]))


def _sheet(colours: ColourScheme) -> Image.Image:
    ensure_context()
    from sandbox.render.canvas import Canvas  # only now: it imports pyglet's graphics
    from sandbox.render.pictures.thumbnails import CELL, Thumbnails

    canvas, inks = Canvas(scale=SCALE), colours.inks
    canvas.wear(colours)
    thumbnails = Thumbnails(canvas)
    cell = round(CELL * SCALE)
    pitch, deep = cell + _GAP, cell + _GAP + _LABEL
    shelves = _shelves({name: _kinds(name) for name in FAMILIES})
    depths = [_HEADING + deep * math.ceil(len(shelf[-1].kinds) / COLUMNS) for shelf in shelves]
    sheet = Image.new("RGB", (2 * _MARGIN + COLUMNS * pitch - _GAP, 2 * _MARGIN + sum(depths)), as_bytes(inks.PAPER))
    pen = ImageDraw.Draw(sheet)
    y = _MARGIN
    for shelf, depth in zip(shelves, depths, strict=True):
        for block in shelf:
            left, heading = _MARGIN + block.column * pitch, font(_HEADING_SIZE, bold=True)
            pen.text((left, y + 6), block.family, as_bytes(inks.TEXT), heading)
            for index, kind in enumerate(block.kinds):
                row, column = divmod(index, COLUMNS)
                at = (left + column * pitch, y + _HEADING + row * deep)
                _card(sheet, pen, at, Image.fromarray(thumbnails.cell(kind.name)), kind, inks)
        y += depth
    return sheet


def _shelves(families: dict[str, list[Kind | LinkKind]]) -> list[list[Block]]:
    """Arrange families in order, side by side where they fit into one row; a large one has rows of its own."""
    shelves: list[list[Block]] = []
    column = COLUMNS
    for family, kinds in families.items():
        if column + len(kinds) > COLUMNS:
            shelves.append([])
            column = 0
        shelves[-1].append(Block(family, column, kinds))
        column += len(kinds)
    return shelves


def _kinds(family: str) -> list[Kind | LinkKind]:
    module = FAMILIES[family]
    return [*module.KINDS, *getattr(module, "LINKS", ())]


def _card(
    sheet: Image.Image,
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    picture: Image.Image,
    kind: Kind | LinkKind,
    inks: Inks,
) -> None:
    """Draw one kind: its picture, its title and its name in files."""
    (x, y), size = at, picture.width
    pen.rounded_rectangle((x, y, x + size, y + size + _LABEL - 2), 8, as_bytes(inks.CARD))
    sheet.paste(picture, at, picture)
    middle = x + size / 2
    for text, down, ink, points in ((kind.title, 4, inks.TEXT, _LABEL_SIZE), (kind.name, 23, inks.FAINT, _NAME_SIZE)):
        pen.text((middle, y + size + down), text, as_bytes(ink), fitting(text, points, size - 8), anchor="ma")
