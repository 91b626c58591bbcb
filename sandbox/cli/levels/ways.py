"""`sandbox ways`: how many different ways to solve a level recordings show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL, RECORDING, find
from sandbox.cli.options import as_json, limited
from sandbox.cli.output import print_json, print_line, progress
from sandbox.errors import BadFile, Refused
from sandbox.reading.near_files import existing

if TYPE_CHECKING:
    from sandbox.levels.run_facts import Solution
    from sandbox.levels.ways import TracedWin, Way


class _Row(NamedTuple):
    """A recording that wins the level; `number` is that of its way."""

    path: Path
    solved: Solution
    way: Way
    number: int = 0


@click.command(cls=CliCommand)
@click.argument("level", metavar="LEVEL", type=LEVEL)
@click.argument("files", nargs=-1, metavar="[REPLAY...]", type=RECORDING)
@as_json("a line for each recording")
@limited()
def ways(level: str, files: tuple[Path, ...], as_json: bool) -> int:
    """Say how many different ways to solve a level recordings show.

    Two solutions are different ways if at least two kinds of pieces are used by one of them alone, or if the longest
    chain of causes leads through at least two other kinds of parts, or through the same ones in another order. Without
    any REPLAY, the solutions that came with the level and the ways that you have found yourself are compared.

    The last win in each recording is run again. The exit code is 0, or 2 if a recording wins nothing here.

    --json prints {"file", "way", "pieces", "kinds", "seconds", "chain"} a line for each recording: the number of its
    way, from 1, how many pieces it places, and of which kinds.

    \b
    Example:
      sandbox ways drop
      sandbox solve gears --out wins && sandbox ways gears wins/*.replay
    """
    from sandbox.levels import levels
    from sandbox.levels.ways import numbers

    path = find(level)
    design = levels.read(path)
    rows = []
    with progress(f"running solutions of {path.name} again", as_json):
        for file in [existing(file) for file in files] or _known(path):
            win = _win(file, path)
            rows.append(_Row(file, win.run.solved, win.way))
    numbered = numbers([row.way for row in rows])
    rows = [row._replace(number=number) for row, number in zip(rows, numbered, strict=True)]
    for row in sorted(rows, key=lambda row: row.number):
        if as_json:
            print_json(_plain(row, design.world.tick_rate))
        else:
            print_line(_line(row, design.world.tick_rate))
    if not as_json:
        print_line(f"{path}: {_count(max(numbered, default=0), len(rows))}")
    return 0


def _known(path: Path) -> list[Path]:
    """List the solutions that came with a level, and the ways that the user has found."""
    from sandbox.levels import levels
    from sandbox.levels.solution_places import recordings_beside
    from sandbox.levels.ways import KnownWays
    from sandbox.recording import user_folders

    kept = KnownWays(user_folders.data_dir()).of(levels.read(path))
    return [*recordings_beside(path), *(kept.path(way) for way in kept.ways)]


def _win(file: Path, path: Path) -> TracedWin:
    from sandbox.levels import levels
    from sandbox.levels.ways import traced_win
    from sandbox.recording import reader

    try:
        return traced_win(reader.read(file), levels.read(path))
    except Refused as refused:
        raise BadFile(f"{file}: it does not solve {path}: {refused}") from None


def _plain(row: _Row, rate: int) -> dict[str, Any]:
    return {
        "file": str(row.path), "way": row.number, "pieces": row.solved.used, "kinds": [*row.way.pieces],
        "seconds": row.solved.ticks / rate, "chain": [*row.way.chain],
    }  # fmt: skip


def _line(row: _Row, rate: int) -> str:
    pieces = f"{row.solved.used} piece{'s' if row.solved.used != 1 else ''}"
    kinds = f" ({', '.join(row.way.pieces)})" if row.way.pieces else ""
    chain = f", chain {' > '.join(row.way.chain)}" if len(row.way.chain) > 1 else ""
    return f"way {row.number}: {row.path}: {pieces}{kinds}, {row.solved.ticks / rate:.3f} s{chain}"


def _count(ways: int, recordings: int) -> str:
    if not ways:
        return "no way is known: nobody has solved it"
    count = "1 way" if ways == 1 else f"{ways} different ways"
    return f"{count} in {recordings} recording{'s' if recordings != 1 else ''}"
