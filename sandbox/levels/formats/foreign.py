"""Files of other programs, converted to levels: which reader a file has by its suffix."""

from __future__ import annotations

from pathlib import Path

from sandbox.errors import BadFile
from sandbox.levels.formats import nph, svg, tbe
from sandbox.levels.formats.drawing import Choices, need_libraries
from sandbox.levels.formats.imported import Imported
from sandbox.recording.plain_text import printable

DRAWINGS = {".svg": svg.read, ".nph": nph.read}
SUFFIXES = (".xml", *DRAWINGS)


def read(path: Path, choices: Choices | None = None) -> Imported:
    """Read a file of another program and convert it.

    Args:
        choices: for a drawing.

    Raises:
        BadFile: one sentence with the file, the place and the rule.
        Refused: the packages that read drawings are not installed.
    """
    reader = DRAWINGS.get(path.suffix.lower())
    if reader is None:
        return tbe.read(path)
    need_libraries()
    from shapely.errors import ShapelyError

    from sandbox.levels.formats import drawn_level

    choices = choices or Choices()
    try:
        drawing = reader(path, choices)
        try:
            return drawn_level.level_of(drawing, choices)
        except BadFile as error:
            raise BadFile(f"{path}: {error}") from None
    except ShapelyError as error:
        raise BadFile(
            f"{path}: its outlines can't be worked out ({printable(str(error), 80)}); simplify them"
        ) from None
