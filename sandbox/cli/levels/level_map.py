"""`sandbox check --map`: the tolerance map of one part of a level's solution, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox.cli.options import check_picture
from sandbox.cli.output import progress
from sandbox.errors import Refused
from sandbox.tasks import cores

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.levels.solution_files import Attempt

HELP = "Draw where PART of the solution may stand: its number or kind there, or hint1 for the part of a hint."
MOST_PLACES = 2000  # along a side
SIZE = click.FloatRange(0.1, 20.0)
FINEST = click.FloatRange(1.0, 500.0)


class MapWish(NamedTuple):
    """The map that a user asks for: of which part, into which file, how large (m) and how fine (mm)."""

    part: str
    path: Path
    size: float
    finest: float

    @staticmethod
    def of(options: tuple[str, Path] | None, size: float, finest: float) -> MapWish | None:
        """Check the options; None if no map is wished for."""
        if options is None:
            return None
        part, path = options
        check_picture(path)
        if 1000 * size > MOST_PLACES * finest:
            raise Refused(
                f"a map of {size:g} m with a place every {finest:g} mm has over {MOST_PLACES} places along its side; "
                "make it smaller or coarser"
            )
        return MapWish(part, path, size, finest)


def make(wish: MapWish, level: Design, solving: Attempt | None, quiet: bool) -> dict[str, Any]:
    """Make the map and draw it; return what it shows, as plain values."""
    from sandbox.render.pictures import map_picture
    from sandbox.trials.maps.subjects import chosen
    from sandbox.trials.maps.tolerance_map import ToleranceMap, around
    from sandbox.trials.search.try_service import run_job

    subject = chosen(level, solving, wish.part)
    mapped = ToleranceMap(around(*subject, wish.size, 0.001 * wish.finest))
    with progress(f"mapping {subject.title.lower()}", quiet) as advance:
        run_job(mapped, cores.usable(), progress=lambda: advance(mapped.share))
    map_picture.draw(mapped, f"{level.title}: where {subject.title.lower()} wins", wish.path)
    return {"file": str(wish.path), "part": subject.title, "runs": mapped.runs, **mapped.shares}


def line(answer: dict[str, Any]) -> str:
    """Describe a map in a line for people."""
    percent = {name: f"{100 * answer[name]:.1f} %" for name in ("won", "not_won", "refused")}
    return (
        f"{answer['file']}: {answer['part']} wins at {percent['won']} of the places, does not at "
        f"{percent['not_won']}, and can't be built at {percent['refused']} ({answer['runs']:,} runs)"
    )
