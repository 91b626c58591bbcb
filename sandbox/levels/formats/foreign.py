"""Files of other programs, converted to levels: which reader a file has by its suffix."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.levels.formats import nph, svg, tbe
from sandbox.levels.formats.drawing import Choices, need_libraries
from sandbox.levels.formats.imported import Imported
from sandbox.recording.plain_text import printable
from sandbox.tasks.serving import Teller, serve

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


class Convert(Struct, frozen=True):
    """An order to convert a file and to write the level into a folder."""

    file: str
    folder: str


class Converted(Struct, frozen=True):
    """The level that a file has become, and the names of what has no counterpart in it."""

    title: str
    level: str
    unknown: tuple[str, ...]


def carry_out(order: Convert, teller: Teller) -> Converted:
    """Convert a file for a caller that need not wait. A level that is there already is not written again.

    Raises:
        BadFile, Refused, OSError: as in `read`, or it can't be written.
    """
    imported, folder = read(Path(order.file)), Path(order.folder)
    design = imported.design
    with library.folder_for(folder):
        level = library.free_path(folder, design.title, is_it=lambda path: _is(path, design))
        levels.write(level, design)
    return Converted(printable(design.title, 60), str(level), tuple(imported.unknown))


def _is(path: Path, design: Design) -> bool:
    try:
        return levels.read(path) == design
    except BadFile:
        return False


if __name__ == "__main__":
    serve(carry_out, Convert)
