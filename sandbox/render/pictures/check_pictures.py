"""Pictures of what a check has found: the grid around each part of a solution, and the runs that win by a shortcut."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.editing.snapping import GRID
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.parts.titles import title_of
from sandbox.render.pictures import film, map_picture
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.trials.checks.check import CheckAnswer
from sandbox.trials.checks.grid import CLOSED, FAILS, FAR, WINS
from sandbox.trials.judging import OPEN, OUTCOMES, REFUSED, WON
from sandbox.trials.maps.tolerance_map import MapPlan, ToleranceMap

_CODES = {WINS: OUTCOMES.index(WON), FAILS: OUTCOMES.index(OPEN), CLOSED: OUTCOMES.index(REFUSED)}


def draw(level: Path, answer: CheckAnswer, folder: Path) -> list[Path]:
    """Draw all that pictures can tell of an answer, as files of a folder; return their names.

    Raises:
        BadFile: the folder can't be made, or a picture can't be written.
    """
    try:
        with library.folder_for(folder):
            return [*_grids(level, answer, folder), *_shortcuts(answer, folder)]
    except OSError as error:
        raise BadFile(f"{folder}: can't be made: {error.strerror or error}") from None


def _grids(level: Path, answer: CheckAnswer, folder: Path) -> Iterator[Path]:
    machine = answer.machine
    if machine is None:
        return
    for finding in answer.findings:
        for figures in finding.figures["parts"] if finding.bar == "around" else ():
            path = folder / f"{level.stem}.grid{figures['part']}.png"
            mapped = grid_map(machine, figures["part"], (figures["x"], figures["y"]), figures["rows"])
            title = title_of(machine.part_by_id[figures["part"]])
            map_picture.draw(mapped, f"{answer.title}: where {title.lower()} wins on the grid", path)
            yield path


def grid_map(machine: Design, part: int, middle: tuple[float, float], rows: list[str]) -> ToleranceMap:
    """Return the places around a part, a row of letters for each height from the top, as a map that is done."""
    specs = (replace(spec, x=middle[0], y=middle[1]) if spec.id == part else spec for spec in machine.parts)
    design = replace(machine, parts=tuple(specs))
    mapped = ToleranceMap(MapPlan(design, part, 0, 1, 1, 1, 1, GRID, FAR, FAR))
    mapped.raster[:] = np.array([[_CODES[letter] for letter in row] for row in reversed(rows)], np.int8)
    mapped.runs = len("".join(rows).replace(CLOSED, ""))
    return mapped


def _shortcuts(answer: CheckAnswer, folder: Path) -> Iterator[Path]:
    """Draw the end of each shortcut whose recording was kept."""
    for finding in answer.findings:
        recording = finding.figures.get("recording") if finding.bar == "shortcut" else None
        if recording is not None:
            path = folder / f"{Path(recording).stem}.png"
            film.render(Path(recording), path, FilmOptions(still=True))
            yield path
