"""`sandbox check`: is a level sound?"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli import level_map
from sandbox.cli.options import FILE, find
from sandbox.cli.output import print_json, print_line, progress_bar, shown_in
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.levels.checks.check import Answer


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="LEVEL...")
@click.option("--solution", type=FILE, metavar="FILE.replay", help="The recording that solves it.")
@click.option(
    "--least",
    type=click.FloatRange(0.0, 50.0),
    default=3.0,
    metavar="MM",
    help="How far off a part must be allowed to be; default: 3.",
)
@click.option("--map", "map_of", type=(str, FILE), metavar="PART OUT.png", help=level_map.HELP)
@click.option(
    "--map-size", type=level_map.SIZE, default=1.6, metavar="M", help="Metres along the map's side; default: 1.6."
)
@click.option(
    "--map-finest", type=level_map.FINEST, default=12.5, metavar="MM", help="From place to place; default: 12.5."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each level.")
def check(
    names: tuple[str, ...], solution: Path | None, least: float, map_of: tuple[str, Path] | None, map_size: float,
    map_finest: float, as_json: bool,
) -> int:  # fmt: skip
    """Check that a level is sound: fit to be given to players.

    LEVEL is a file or the name of a level that comes with the program.

    Its goals, hints and stock must make sense; the empty run must not win it; its solution must. The solution is the
    recording of the level's name in the folder replays beside it, or the one of --solution; its commands are given to
    the level as it is now. Each part that the solution places is then moved by 0.5 to 50 mm in eight directions, to
    find how exactly one must build. The exit code is 0 if the level is sound, 1 if not, 2 for bad input.

    --map tries that part of the solution at the places around its own: roughly first, and ever finer where the outcomes
    differ. The picture shows the level, where it wins (green and striped), does not (red), or can't be built (grey and
    dotted), and its own place as a cross.

    --json prints {"file", "title", "sound", "findings", "solved", "placing"}: findings with their grade (good, note or
    bad) and text; for the solution {"seconds", "placed", "by_hand"}, or null, where by_hand is true if the level is
    about building and things carried by hand win it; and for each part how far it may be off in mm, with what becomes
    of it at the next distance.

    \b
    Example:
      sandbox check gears
      sandbox check levels/mine.toml --solution replays/mine.replay
      sandbox check bounce --map trampoline bounce.png
      sandbox check --json levels/*.toml
    """
    from sandbox.levels import levels, solution_files
    from sandbox.levels.checks import check as checks

    if solution is not None and len(names) > 1:
        raise Refused("--solution is of one level; check the others without it")
    if map_of is not None and len(names) > 1:
        raise Refused("--map is of one level; check the others without it")
    wish = level_map.MapWish.of(map_of, map_size, map_finest)
    sound = True
    for name in names:
        path = find(name)
        level = levels.read(path)
        solving, called = solution_files.read_solution(path, solution)
        bar = progress_bar("checking") if sys.stderr.isatty() and not as_json else None
        with bar or nullcontext():
            answer = checks.check(level, solving, called, least, shown_in(bar))
        sound = sound and answer.sound
        mapped = level_map.make(wish, level, solving, as_json) if wish is not None else None
        if as_json:
            print_json({"file": str(path), **answer.as_json(), **({"map": mapped} if mapped else {})})
        else:
            _print_answer(path, answer)
            if mapped:
                print_line(f"  {level_map.line(mapped)}")
    return 0 if sound else 1


def _print_answer(path: Path, answer: Answer) -> None:
    from sandbox.levels.checks.margins import reach_line

    print_line(f"{path}: '{answer.title}' is {'sound' if answer.sound else 'not sound'}")
    for finding in answer.findings:
        print_line(f"  {finding.grade:<5} {finding.text}")
    for row in answer.reaches:
        print_line(f"        {reach_line(row)}")
