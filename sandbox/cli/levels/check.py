"""`sandbox check`: is a level sound, and is it good?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.levels import level_map
from sandbox.cli.names import FILE, LEVEL, RECORDING, PartAndFile, find
from sandbox.cli.options import HUNT, JOBS, SEED, as_json, guarded, refuse_jobs_of_cluster, with_cluster
from sandbox.cli.output import print_json, print_line, print_note, progress
from sandbox.errors import Refused
from sandbox.reading.near_files import existing
from sandbox.tasks.progress import ShowProgress

if TYPE_CHECKING:
    from sandbox.cluster.address import ClusterAddress
    from sandbox.design.design import Design
    from sandbox.levels.solution_files import Attempt
    from sandbox.trials.checks.check import CheckAnswer, CheckPlan
    from sandbox.trials.checks.kept_results import Results

HELP = """Check that a level is sound: fit to be given to players. And is it good?

LEVEL is a file or the name of a level that comes with the program.

Its goals, hints and stock must make sense; the empty run must not win it; its solution must, and must need each of its
parts and links. The solution is the recording of the level's name in the folder replays beside it, or the one of
--solution; its commands are given to the level as it is now. Each part that the solution places is then moved by 0.5 to
50 mm in eight directions, to find how exactly one must build. All that is bad if it fails.

The rest is a doubt, which is a matter of taste: something moves in the first 3 s of the empty run; the solution takes 6
to 40 s (1 to 10 s in the first chapter of the campaign); parts may be turned by 2 degrees, if they can be turned
and stand at no step of 15 degrees; they stand on the grid, at an edge or in mesh, and of the nine nearest places on the
grid five win; all of 60 random places within the margin win; texts are short, goals name what is seen, nothing loose
is smaller than 30 mm, there are five pieces of scenery, no parts overlap, and all that a goal is about is in the
picture. --grid tries 17 x 17 places on the grid around each part, which takes a minute: 2 to 80 % of them should win.

Of an open puzzle it is a doubt as well if its stock holds fewer than 6 or more than 20 pieces, links among them; if its
solution leaves over fewer than two; if it has more than three goals or one no-build area, lacks a layer of its clues,
has no aims, or names in its texts what only the stock has; and if the recordings beside it (as `crane.replay`,
`crane.way2.replay`, ...) show fewer than three ways that differ. One that does not win is bad.

--hunt 3000 searches as `sandbox solve` does, with so many runs: a win with fewer parts and links than the solution, at
a margin of 3 mm, is bad; of an open puzzle, one with fewer than half of them or fewer than four. It takes a minute or
more. --out keeps the recordings; the sentence names the file.

--map tries a part of the solution at the places around its own: roughly first, and ever finer where the outcomes
differ. The picture shows the level, where it wins (green and striped), does not (red), or can't be built (grey and
dotted), and its own place as a cross.

--cluster lets those workers of a Dask cluster run all this that compute to the bit as this computer does, level by
level, and a hunt in parallel; see `sandbox cluster --help`. The answers are the same.

Results are kept in your cache folder, so that only what has changed is run again; --no-cache leaves it alone.

The exit code is 0 if the level is sound, 1 if not (with --strict also if there is a doubt), 2 for bad input.

--json prints {"file", "title", "sound", "findings", "solved", "placing"}: findings with their grade (good, note, doubt
or bad), text, bar and figures; for the solution {"seconds", "placed", "by_hand"}, or null, where by_hand is true if
the level is about building and things carried by hand win it; and for each part how far it may be off in mm, with what
becomes of it at the next distance. With --map and --pictures it has "map" and "pictures" as well.

\b
Example:
  sandbox check gears
  sandbox check levels/mine.toml --solution replays/mine.replay
  sandbox check --strict --grid levels/mine.toml --pictures pictures
  sandbox check roll --hunt 3000 --out shortcuts
  sandbox check bounce --map trampoline bounce.png
  sandbox check --json levels/*.toml
  sandbox check --grid --cluster tls://127.0.0.1:8786 levels/*.toml
"""


@click.command(cls=CliCommand, help=HELP)
@click.argument("names", nargs=-1, required=True, metavar="LEVEL...", type=LEVEL)
@click.option("--solution", type=RECORDING, metavar="FILE.replay", help="The recording that solves it.")
@click.option(
    "--least",
    type=click.FloatRange(0.0, 50.0),
    default=3.0,
    metavar="MM",
    help="How far off a part must be allowed to be; default: 3.",
)
@click.option("--strict", is_flag=True, help="Be strict: a doubt counts as bad.")
@click.option("--grid", is_flag=True, help="Try 17 x 17 places on the grid around each part.")
@HUNT
@SEED
@JOBS
@click.option("-o", "--out", type=FILE, metavar="DIR", help="Write the recordings of shortcuts to this folder.")
@click.option("--pictures", type=FILE, metavar="DIR", help="Draw what --grid and --hunt have found, into this folder.")
@click.option("--map", "map_of", type=PartAndFile(), metavar="PART OUT.png", help=level_map.HELP)
@click.option(
    "--map-size", type=level_map.SIZE, default=1.6, metavar="M", help="Metres along the map's side; default: 1.6."
)
@click.option(
    "--map-finest", type=level_map.FINEST, default=12.5, metavar="MM", help="From place to place; default: 12.5."
)
@click.option("--no-cache", is_flag=True, help="Run everything anew, and keep no results.")
@as_json("a line for each level")
@with_cluster
@guarded(1024)
def check(
    names: tuple[str, ...], solution: Path | None, strict: bool, map_of: tuple[str, Path] | None, map_size: float,
    map_finest: float, pictures: Path | None, no_cache: bool, as_json: bool, cluster: ClusterAddress | None,
    **bars: Any,
) -> int:  # fmt: skip
    """Check; `HELP` describes it."""
    from sandbox.trials.checks import check as checks
    from sandbox.trials.checks.kept_results import Results, folder

    for option, chosen in (("--solution", solution), ("--map", map_of)):
        if chosen is not None and len(names) > 1:
            raise Refused(f"{option} is of one level; check the others without it")
    wish = level_map.MapWish.of(map_of, map_size, map_finest)
    entries = [_entry(find(name), solution, cluster=cluster, **bars) for name in names]
    sound, results = True, Results(None if no_cache else folder())
    if cluster is not None:
        results = _measured_on(cluster, entries, results, as_json)
    for path, level, solving, called, plan in entries:
        with _bar(as_json) as advance:
            answer = checks.check(level, solving, called, plan, results, advance)
        answer = answer.strictly() if strict else answer
        sound = sound and answer.sound
        with progress("drawing what was found", as_json):
            drawn = _draw(path, answer, pictures)
        mapped = level_map.make(wish, level, solving, as_json) if wish is not None else None
        if as_json:
            more = ({"map": mapped} if mapped else {}) | ({"pictures": drawn} if pictures else {})
            print_json({"file": str(path), **answer.as_json(), **more})
            continue
        _print_answer(path, answer)
        for picture in drawn:
            print_line(f"  written: {picture}")
        if mapped:
            print_line(f"  {level_map.line(mapped)}")
    return 0 if sound else 1


class _Entry(NamedTuple):
    """A level to check, its supposed solution with the words for that, and how thoroughly it is checked."""

    path: Path
    level: Design
    solving: Attempt | None
    called: str
    plan: CheckPlan


def _entry(path: Path, solution: Path | None, **bars: Any) -> _Entry:
    from sandbox.levels import levels, solution_files

    wanted = existing(solution) if solution is not None else None
    return _Entry(
        path,
        levels.read(path),
        *solution_files.read_solution(path, wanted),
        _plan(path, **bars),
    )


@contextmanager
def _bar(as_json: bool) -> Iterator[ShowProgress]:
    """Show a bar for people at a terminal; yield a function that shows progress in it."""
    with progress("checking", as_json) as advance:
        yield advance


def _measured_on(cluster: ClusterAddress, entries: list[_Entry], results: Results, as_json: bool) -> Results:
    """Let a cluster make the missing measurements, and return all results."""
    from sandbox.cluster import checking
    from sandbox.trials.checks.kept_results import CollectedResults

    results = results if results.folder is not None else CollectedResults()
    checks = [checking.LevelCheck(entry.level, entry.solving, entry.plan) for entry in entries]
    with _bar(as_json) as advance:
        checking.measure(cluster, checks, results, advance, print_note)
    return results


def _plan(
    path: Path, least: float, grid: bool, hunt: int | None, seed: int, jobs: int | None, out: Path | None,
    cluster: ClusterAddress | None,
) -> CheckPlan:  # fmt: skip
    """Return how thoroughly a level is checked."""
    from sandbox.levels.solution_places import recordings_beside
    from sandbox.trials.checks.check import CheckPlan
    from sandbox.trials.checks.hunt import HuntPlan
    from sandbox.trials.checks.solving import span_of

    if out is not None and hunt is None:
        raise Refused("--out is for the recordings of --hunt; hunt as well, or leave it away")
    refuse_jobs_of_cluster(jobs, cluster)
    workers = None
    if cluster is not None:
        from sandbox.cluster.searching import ClusterWorkers

        workers = partial(ClusterWorkers, cluster, note=print_note)
    hunting = HuntPlan(path, hunt, seed, jobs or 0, out, workers) if hunt is not None else None
    ways = recordings_beside(path)
    return CheckPlan(least, grid=grid, seconds=span_of(path), hunt=hunting, ways=ways, way_margins=True)


def _draw(path: Path, answer: CheckAnswer, folder: Path | None) -> list[str]:
    """Draw the pictures of an answer, if they are asked for."""
    if folder is None:
        return []
    from sandbox.render.pictures import check_pictures

    return [str(picture) for picture in check_pictures.draw(path, answer, folder)]


def _print_answer(path: Path, answer: CheckAnswer) -> None:
    from sandbox.levels import levels
    from sandbox.levels.finding_lines import FindingLines
    from sandbox.reading import files
    from sandbox.trials.checks.margins import tolerance_line

    print_line(f"{path}: '{answer.title}' is {'sound' if answer.sound else 'not sound'}{answer.doubt_words}")
    lines = FindingLines(files.read_text(path, levels.MAX_BYTES))
    for finding in answer.findings:
        text = finding.text if finding.grade == "good" else lines.added(finding.text)
        print_line(f"  {finding.grade:<5} {finding.bar:<8} {text}")
    for row in answer.tolerances:
        print_line(f"                 {tolerance_line(row)}")
