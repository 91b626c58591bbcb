"""`sandbox overview`: the figures of many levels as a table, and all of them as one picture."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import find
from sandbox.cli.options import HUNT, JOBS, KEEP, LEVELS, THEME, as_json, guarded, picture
from sandbox.cli.output import print_json, print_written, progress
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.levels.library import Chapter
    from sandbox.trials.checks.check import CheckAnswer
    from sandbox.trials.checks.hunt import HuntPlan
    from sandbox.trials.checks.measured import Measured
    from sandbox.trials.checks.overview import LevelRow

_LEAST_WIDTH = 150  # characters of the table: any narrower, its numbers are cut off
HELP = """Show many levels at once: their figures in a table, and all of them in a picture.

LEVEL is a file or the name of a level that comes with the program; without one, all of the latter are shown.

A row has the insight of a level; the marks of its difficulty, 1 to 5; the parts that the player places in its solution,
the parts and the kinds of the whole machine; the seconds to the win; the margin, in mm that the most exact part may be
off; the share of random tries that win, as `sandbox difficulty --keep` has measured it; the shortcuts in so many runs
of hunts, and the seconds of their fastest win with no more parts than the solution; and par. A dash stands for what is
not known. Each level is checked as by `sandbox check`, whose results are kept, so only what has changed is run again;
--quick measures no margins, which take longest.

Open puzzles have a second table: the pieces of their stock; the pieces, kinds, price, chain and families of the first
recorded way; how many recorded ways differ; the margin of the most exact part of any way; and the pieces of the
smallest win that the hunts know.

--hunt 3000 --seeds 3 searches for shortcuts with so many runs of each of the seeds 1, 2 and 3, which takes minutes a
level where it has not been done before.

--keep writes the margins and the hunts of the levels that come with the program into the file measured.json beside
them, from which every later table has them; hunts that are there of a level that has not changed are not made again.

--picture OUT.png draws each level at rest, and below it the last frame of its solution, in its chapter.

The exit code is 0 if all levels are sound, 1 if not, 2 for bad input.

--json prints {"file", "chapter", "title", "insight", "sound", "doubts", "placed", "parts", "kinds", "seconds",
"margin_mm", "tries", "wins", "marks", "hunted", "shortcuts", "fastest_s", "par_parts", "par_seconds", "open"} a line
for each level; null is what is not known. Of an open puzzle, "open" is {"stock", "ways", "margin_mm", "smallest",
"pieces", "kinds", "price", "chain", "families"}.

\b
Example:
  sandbox overview
  sandbox overview --quick --picture levels.png
  sandbox overview roll drop --hunt 3000 --seeds 3 --json
"""


@click.command(cls=CliCommand, help=HELP)
@LEVELS
@click.option("--quick", is_flag=True, help="Be quicker and rougher: no margins.")
@HUNT
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Search so many times, each with other tries; default: 1.",
)
@JOBS
@KEEP
@picture("all levels and their solutions")
@THEME
@as_json("a line for each level")
@guarded(1024)
def overview(
    names: tuple[str, ...], quick: bool, hunt: int | None, seeds: int | None, jobs: int | None, keep: bool,
    picture: Path | None, theme: str, as_json: bool,
) -> int:  # fmt: skip
    """Check many levels and print a line for each; `HELP` describes the command."""
    from sandbox.levels import library
    from sandbox.trials.checks.measured import TABLE
    from sandbox.trials.checks.overview import chapters_of

    if seeds is not None and hunt is None:
        raise Refused("--seeds is for --hunt; hunt as well, or leave it away")
    if picture is not None:
        from sandbox.render.pictures.sheet import check_name

        check_name(picture, "a contact sheet")  # before minutes of checks
    paths = [find(name) for name in names] or library.bundled_levels()
    if keep and not all(library.is_bundled(path) for path in paths):
        raise Refused(f"--keep is for the levels in {library.bundled_dir()}; look at the others without it")
    chapters = chapters_of(paths)
    rows = _rows(chapters, _Thoroughness(quick, hunt or 0, seeds or 1, jobs or 0, keep), as_json)
    if as_json:
        for row in rows:
            print_json(row.as_json())
    else:
        _print_table(rows, any(row.hunted for row in rows))
        if any(row.open is not None for row in rows):
            _print_open(rows)
    if keep:
        print_written(library.bundled_dir() / TABLE.file)
    if picture is not None:
        _draw(picture, chapters, rows, theme, as_json)
    return 0 if all(row.sound for row in rows) else 1


class _Thoroughness(NamedTuple):
    """The extent of the measurement: margins unless `quick`, and hunts; `keep` writes the figures beside the levels."""

    quick: bool
    hunt: int  # runs of each seed; 0: none
    seeds: int
    jobs: int  # 0: one for each core
    keep: bool

    def hunts(self, path: Path, kept: Measured) -> list[HuntPlan]:
        """Return the hunts that are missing of a level."""
        from sandbox.trials.checks.hunt import HuntPlan

        plans = [HuntPlan(path, self.hunt, seed, self.jobs) for seed in range(1, self.seeds + 1) if self.hunt]
        return [plan for plan in plans if not kept.is_hunted(plan)]


def _rows(chapters: list[Chapter], thoroughness: _Thoroughness, as_json: bool) -> list[LevelRow]:
    """Check all levels, and return their rows; with a bar for people at a terminal."""
    count = sum(len(chapter.levels) for chapter in chapters)
    rows: list[LevelRow] = []
    with progress("checking", as_json) as advance:
        for chapter in chapters:
            for path in chapter.levels:
                advance(len(rows), count, path.stem)
                rows.append(_row(path, chapter.title, thoroughness))
    return rows


def _row(path: Path, chapter: str, thoroughness: _Thoroughness) -> LevelRow:
    """Check a level, and return its row."""
    from sandbox.levels import difficulty, levels, library
    from sandbox.levels.decisions import of_level
    from sandbox.trials.checks import measured
    from sandbox.trials.checks.overview import row

    folder, level = library.bundled_dir(), levels.read(path)
    figures = measured.of_level(measured.TABLE.read(folder), path.stem, level)
    hunts = thoroughness.hunts(path, figures)
    answers = _answers(path, level, hunts, margins=not thoroughness.quick)
    known = measured.joined(figures, answers, hunts)
    if thoroughness.keep and known != figures:  # read again: another process may have kept its results meanwhile
        measured.TABLE.write(folder, {**measured.TABLE.read(folder), path.stem: known})
    shares = {share.digest: share for share in difficulty.read(folder).values()}
    return row(path, chapter, level, answers, shares.get(levels.digest(level)), known, of_level(path, level))


def _answers(path: Path, level: Design, hunts: list[HuntPlan], margins: bool) -> list[CheckAnswer]:
    """Check a level once for each hunt; once if there is none."""
    from sandbox.levels import solution_files
    from sandbox.levels.solution_places import recordings_beside
    from sandbox.trials.checks import check
    from sandbox.trials.checks.kept_results import Results, folder
    from sandbox.trials.checks.solving import span_of

    ways = recordings_beside(path)
    plan = check.CheckPlan(margins=margins, seconds=span_of(path), ways=ways, way_margins=margins)
    plans = [plan._replace(hunt=hunt) for hunt in hunts] or [plan]
    solving, called = solution_files.read_solution(path, None)
    results = Results(folder())
    return [check.check(level, solving, called, one, results) for one in plans]


def _print_table(rows: list[LevelRow], with_hunts: bool) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("level", no_wrap=True)
    table.add_column("insight", ratio=1)
    hunting = ["shortcuts", "fastest"] if with_hunts else []
    for title in (
        "marks",
        "placed",
        "parts",
        "kinds",
        "to the win",
        "margin",
        "random wins",
        *hunting,
        "par",
        "doubts",
    ):
        table.add_column(title, justify="right", no_wrap=True)
    chapter = ""
    for row in rows:
        if row.chapter != chapter:
            chapter = row.chapter
            table.add_row(f"[bold]{chapter}[/]")
        table.add_row(*_cells(row, with_hunts))
    Console(highlight=False, width=max(_LEAST_WIDTH, shutil.get_terminal_size().columns)).print(table)


def _print_open(rows: list[LevelRow]) -> None:
    """Print what there is to know of open puzzles alone: a machine may be built in several ways."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("open puzzle", no_wrap=True)
    for title in (
        "stock", "pieces", "kinds", "price", "chain", "families", "to the win", "ways", "margin", "smallest win",
        "random wins",
    ):  # fmt: skip
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        if row.open is not None:
            of = row.open
            own = (of.pieces, of.kinds, of.price, of.chain, of.families)
            table.add_row(
                row.title, str(of.stock), *map(_number, own), _number(row.seconds, " s", 1), str(of.ways),
                _number(of.margin_mm, " mm", 1), _number(of.smallest), _random(row),
            )  # fmt: skip
    Console(highlight=False, width=max(_LEAST_WIDTH, shutil.get_terminal_size().columns)).print(table)


def _cells(row: LevelRow, with_hunts: bool) -> list[str]:
    return [
        f"  {row.title}" if row.sound else f"  {row.title} (not sound)",
        row.insight,
        _number(row.marks),
        _number(row.placed),
        str(row.parts),
        str(row.kinds),
        _number(row.seconds, " s", 1),
        _number(row.margin_mm, " mm"),
        _random(row),
        *(_hunt_cells(row) if with_hunts else []),
        _par(row),
        str(row.doubts) if row.doubts else "",
    ]


def _random(row: LevelRow) -> str:
    return f"{row.wins} of {row.tries}" if row.tries else "-"


def _hunt_cells(row: LevelRow) -> list[str]:
    return [f"{row.shortcuts} in {row.hunted:,}" if row.hunted else "-", _number(row.fastest_s, " s", 1)]


def _number(number: float | None, unit: str = "", digits: int = 0) -> str:
    return "-" if number is None else f"{number:.{digits}f}{unit}"


def _par(row: LevelRow) -> str:
    """Return a level's par in parts and seconds; what it leaves open is 0 in it."""
    return f"{_number(row.par_parts or None)} / {_number(row.par_seconds or None, ' s', 1)}"


def _draw(sheet: Path, chapters: list[Chapter], rows: list[LevelRow], theme: str, as_json: bool) -> None:
    """Draw the contact sheet; with a bar for people at a terminal."""
    from sandbox.render.pictures import contact_sheet

    titles = {row.file: row.title for row in rows}
    plan = [
        contact_sheet.SheetChapter(chapter.title, [(path, titles[str(path)]) for path in chapter.levels])
        for chapter in chapters
    ]
    with progress(f"drawing {sheet.name}", as_json) as advance:
        contact_sheet.draw(sheet, plan, theme, advance)
    print_written(sheet)
