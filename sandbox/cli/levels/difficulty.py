"""`sandbox difficulty`: how much has to be decided in a level, and the share of random tries that win it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import find
from sandbox.cli.options import JOBS, KEEP, LEVELS, MAX, SEED, as_json, guarded, how_many, processes
from sandbox.cli.output import print_json, print_line, print_written, progress
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.levels.decisions import Decisions
    from sandbox.levels.difficulty import RandomShare
    from sandbox.trials.search.search import Plan

HELP = """Say how hard levels are, by what has to be decided in them, and measure the share of random tries that win.

LEVEL is a file or the name of a level that comes with the program; without one, all of the latter are measured.

The difficulty is 1 to 5 marks, as the level chooser shows it. It counts the pieces that the solution places and joins
(its hints, else its par), the kinds of the stock to choose from, the pieces of the stock that are too many, the kinds
of things that move or pass something on in the whole machine, and whether a kind has to be used that no level before
has asked for. Nothing is run for that.

The share of random tries is a figure for authors. A try takes some of the level's stock, and puts it where a search
begins to look: on surfaces, beside parts, on the grid, on the paths of what moves by itself; nothing is learnt from one
for the next. After 30 wins no more are made. The answer depends on nothing but the level, the program, --seed and
--tries, on however many processes. --tries 0 makes none.

--keep writes the shares of the levels that come with the program into the file difficulty.json beside them, from which
`sandbox overview` shows them; levels that have not changed since they were measured are left as they are.

--json prints {"file", "marks", "pieces", "kinds", "spare", "acting", "new", "tries", "wins", "digest", "measured"} a
line for each level.

\b
Example:
  sandbox difficulty roll
  sandbox difficulty levels/mine.toml --tries 500 --json
  sandbox difficulty --keep
"""


class _Measured(NamedTuple):
    path: Path
    counted: Decisions
    share: RandomShare
    is_new: bool  # measured now, and not read from the file


@click.command(cls=CliCommand, help=HELP)
@LEVELS
@how_many("--tries", "Make so many random tries", 1000, 0, 1_000_000)
@SEED
@JOBS
@KEEP
@as_json("a line for each level")
@MAX
@guarded(1024)
def difficulty(
    names: tuple[str, ...], tries: int, seed: int, jobs: int | None, keep: bool, as_json: bool,
    max_seconds: int, max_memory: int,
) -> int:  # fmt: skip
    """Measure; `HELP` describes it."""
    from sandbox.levels import difficulty as difficulties
    from sandbox.levels import library
    from sandbox.tasks.limits import Limits
    from sandbox.trials.search.search import Plan

    plan = Plan(tries, seed, jobs=processes(jobs), limits=Limits(max_seconds, max_memory))
    paths = [find(name) for name in names] or library.bundled_levels()
    folder = library.bundled_dir()
    if keep and not all(library.is_bundled(path) for path in paths):
        raise Refused(f"--keep is for the levels in {folder}; measure the others without it")
    for measured in _measured(paths, plan, folder if keep else None, bool(names), as_json):
        if as_json:
            share, counted = measured.share, measured.counted
            print_json({
                "file": str(measured.path), "marks": counted.marks, "pieces": counted.pieces, "kinds": counted.kinds,
                "spare": counted.spare, "acting": counted.acting, "new": counted.is_new,
                "tries": share.tries, "wins": share.wins, "digest": share.digest, "measured": measured.is_new,
            })  # fmt: skip
        else:
            note = "" if measured.is_new else " (as measured before)"
            shares = f"; {measured.share.words}{note}" if measured.share.tries else ""
            print_line(f"{measured.path}: {measured.counted.words}{shares}")
    if keep:
        print_written(folder / difficulties.TABLE.file)
    return 0


def _measured(paths: list[Path], plan: Plan, folder: Path | None, by_name: bool, as_json: bool) -> Iterator[_Measured]:
    """Measure levels, and yield each result; keep all results in a folder, if one is given.

    Args:
        by_name: what can't be measured is refused; otherwise it is passed over.
    """
    from sandbox.levels import decisions, levels, library
    from sandbox.levels import difficulty as difficulties

    entries: dict[str, RandomShare] = {}
    if folder is not None:
        before = difficulties.read(folder)
        entries = {path.stem: before[path.stem] for path in library.bundled_levels(folder) if path.stem in before}
    for path in paths:
        level = levels.read(path)
        if not by_name and not difficulties.can_be_measured(level):
            continue
        is_new = path.stem not in entries or entries[path.stem].digest != levels.digest(level)
        if is_new:
            entries[path.stem] = _share(level, plan, f"trying {path.stem}", as_json)
            if folder is not None:  # read again: another process may have kept its results meanwhile
                names = {bundled.stem for bundled in library.bundled_levels(folder)}
                now = {name: share for name, share in difficulties.read(folder).items() if name in names}
                difficulties.write(folder, {**now, path.stem: entries[path.stem]})
        counted = decisions.of_level(path, level)
        assert counted is not None  # what has neither goals nor a stock was refused
        yield _Measured(path, counted, entries[path.stem], is_new)


def _share(level: Design, plan: Plan, title: str, as_json: bool) -> RandomShare:
    """Measure a level, and show how far it is."""
    from sandbox.trials.search.random_share import measure

    with progress(title, as_json) as advance:
        return measure(level, plan, advance)
