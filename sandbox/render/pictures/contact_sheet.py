"""The contact sheet: the levels of a collection, each at rest and in the last frame of its solution, by chapters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from sandbox.commands.commands import Start
from sandbox.errors import Refused
from sandbox.levels import solutions
from sandbox.levels.solution_places import solution_beside
from sandbox.render.colours import LIGHT, PALETTES, ColourScheme
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Script
from sandbox.render.pictures.offscreen import ensure_context
from sandbox.render.pictures.sheet import as_bytes, check_name, fitting, font, save
from sandbox.tasks.progress import ShowProgress, unseen

COLUMNS = 4  # levels side by side
SIZE = (320, 200)  # px of each picture
_GAP, _MARGIN, _HEADING, _LABEL = 16, 28, 52, 32  # px
_TITLE_SIZE, _HEADING_SIZE = 16, 26
_PITCH = (SIZE[0] + _GAP, 2 * SIZE[1] + _LABEL + _GAP)  # px from level to level, across and down


class SheetChapter(NamedTuple):
    """A title, and the files of the levels under it with theirs."""

    title: str
    levels: Sequence[tuple[Path, str]]


def draw(
    out: Path, chapters: Sequence[SheetChapter], theme: str = LIGHT.name,
    progress: ShowProgress = unseen,
) -> None:  # fmt: skip
    """Write the sheet to a PNG file, in the colours of a theme: one of `PALETTES`.

    The solution of a level is the recording in its usual place, run with the level as it is now; if that does not win,
    it is drawn as it was recorded. Without one, there is only the level at rest.

    Raises:
        BadFile: a level or its solution can't be read, or the file can't be written.
        Refused: the name ends in another suffix, or there is no OpenGL.
    """
    check_name(out, "a contact sheet")
    save(out, _sheet(chapters, PALETTES[theme], progress))


def _sheet(chapters: Sequence[SheetChapter], colours: ColourScheme, progress: ShowProgress) -> Image.Image:
    ensure_context()
    from sandbox.render.pictures.studio import Studio, StudioLook  # only now: it imports pyglet's graphics

    depths = [_HEADING + _PITCH[1] * math.ceil(len(chapter.levels) / COLUMNS) for chapter in chapters]
    size = 2 * _MARGIN + COLUMNS * _PITCH[0] - _GAP, 2 * _MARGIN + sum(depths)
    sheet = Image.new("RGB", size, as_bytes(colours.inks.PAPER))
    pen, studio = ImageDraw.Draw(sheet), Studio(*SIZE, look=StudioLook(colours))
    count, done, top = sum(len(chapter.levels) for chapter in chapters), 0, _MARGIN
    try:
        for chapter, depth in zip(chapters, depths, strict=True):
            pen.text((_MARGIN, top + 4), chapter.title, as_bytes(colours.inks.TEXT), font(_HEADING_SIZE, bold=True))
            for index, (path, title) in enumerate(chapter.levels):
                progress(done, count, title)
                done += 1
                row, column = divmod(index, COLUMNS)
                x, y = _MARGIN + column * _PITCH[0], top + _HEADING + row * _PITCH[1]
                for script in _scripts(path):
                    picture = studio.picture(script, film_plan.still(script))
                    sheet.paste(Image.fromarray(np.ascontiguousarray(picture[:, :, :3])), (x, y))
                    y += SIZE[1]
                words = fitting(title, _TITLE_SIZE, SIZE[0])
                pen.text((x + SIZE[0] / 2, y + 4), title, as_bytes(colours.inks.TEXT), words, anchor="ma")
            top += depth
    finally:
        studio.close()
    return sheet


def _scripts(path: Path) -> Iterator[Script]:
    """Yield the pictures of a level: of itself, and of its solution if it has one that wins."""
    level = film_plan.read(path)
    yield level
    recording = solution_beside(path)
    if recording is None:
        return
    recorded = film_plan.read(recording)
    try:
        end = solutions.end_of(level.design, recorded.commands, recorded.ticks)
        solved = solutions.solve(level.design, recorded.commands, end)
    except Refused:  # what it shows of itself may be another level, or an author's hand
        return
    yield Script(solved.design, 0, [(0, Start()), *solved.live], solved.ticks, False, str(recording))
