"""Levels of The Butterfly Effect, converted and run: a table of which are won by their own hints, and when.

    python -m tests.foreign [FILE.xml ...] [--runs 8 --noise 0.002 --jobs 2]

Not a test but a tool, and no part of the product: it needs the levels, which are not in this repository. It looks for
them in ../shared/data/tbe, or where TBE_DATA says, with the list of times beside them.
"""

from __future__ import annotations

import argparse
import math
import os
import random  # noqa: TID251 - only where the hints are put, before the session sees them
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.commands.commands import Place, Start
from sandbox.commands.session import Session
from sandbox.errors import BadFile, Refused
from sandbox.levels.formats import tbe

DATA = Path(os.environ.get("TBE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data" / "tbe"))
DEFAULT_SECONDS = 10.0  # of a level that is not on the list
SETTLED = 2.0  # s: what is still then should stay so
# What is slower for so long has come to rest: at 1 cm/s Box2D begins to think so, too. A penguin that turns has not.
STILL, RESTS = 0.01, 1.0  # m/s, s
WILD = 25.0  # m/s: faster than anything in these levels but what explodes


class Time(NamedTuple):
    """A line of the list: within `listed` seconds the hints should win; TBE itself needed `theirs`, if it is known."""

    listed: float
    theirs: float | None


class Empty(NamedTuple):
    """A run without hints: did it win, how fast was the fastest, did what had come to rest move again?"""

    outcome: str
    fastest: float
    strayed: float  # m


class Row(NamedTuple):
    name: str
    trouble: str = ""  # why it was not converted or could not be run
    unknown: int = 0
    hints: int = 0
    empty: Empty | None = None
    won: float | None = None
    outcome: str = ""
    again: int = 0  # wins of the runs with noise
    runs: int = 0
    goals: str = ""  # which were not met at the end of a run that was not won


def levels() -> list[Path]:
    return sorted(DATA.glob("levels/*.xml"))


def times() -> dict[str, Time]:
    """The list of levels that their own hints should win, by file name."""
    found = {}
    path = DATA / "solvable.tsv"
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.strip() and not line.startswith("#"):
            name, listed, theirs = line.split("\t")
            found[name] = Time(float(listed), None if theirs.strip() == "-" else float(theirs))
    return found


def run(level: tbe.Imported, seconds: float, noise: float = 0.0, seed: int = 0) -> Session:
    """The level with its hints placed, each off by up to `noise` metres along each axis, run until it is decided."""
    chance = random.Random(seed)
    session = Session(level.design)
    for command in level.solution:
        if isinstance(command, Place) and noise:
            dx, dy = chance.uniform(-noise, noise), chance.uniform(-noise, noise)
            command = replace(command, x=command.x + dx, y=command.y + dy)
        session.do(command)
    end = round(seconds * session.tick_rate)
    while session.tick < end and session.outcome == "open":
        session.advance(min(24, end - session.tick))
    return session


def empty(level: tbe.Imported, seconds: float) -> Empty:
    """The level as the player finds it, started."""
    session = Session(level.design)
    session.do(Start())
    machine = session.machine
    assert machine is not None
    fastest = strayed = 0.0
    moved = 0  # the last tick on which something did
    settled: dict[int, tuple[float, float]] = {}
    while session.tick < round(seconds * session.tick_rate):
        session.advance(12)
        rows = machine.read_rows()
        speeds = [math.hypot(row[3], row[4]) for row in rows.tolist()]
        fastest = max(fastest, *speeds) if all(map(math.isfinite, speeds)) else math.inf
        if max(speeds) >= STILL:
            moved = session.tick
        if session.tick >= round(SETTLED * session.tick_rate):
            if not settled and session.tick - moved >= RESTS * session.tick_rate:
                settled = {index: (row[0], row[1]) for index, row in enumerate(rows.tolist())}
            for index, (x, y) in settled.items():
                strayed = max(strayed, math.hypot(rows[index, 0] - x, rows[index, 1] - y))
    return Empty(session.outcome, fastest, strayed)


def try_level(path: Path, runs: int, noise: float, with_empty: bool = True) -> Row:
    """Convert and run one level."""
    listed = times().get(path.name)
    seconds = 2 * (listed.listed if listed else DEFAULT_SECONDS)
    try:
        level = tbe.read(path)
        still = empty(level, min(seconds, 20.0)) if with_empty else None
        if len(level.solution) < 2:
            return Row(path.stem, "has no hints", sum(level.unknown.values()), 0, still)
        session = run(level, seconds)
    except (BadFile, Refused) as error:
        return Row(path.stem, str(error))
    won = session.won_tick / session.tick_rate if session.won_tick is not None else None
    lacking = "; ".join(goal.text for goal in session.goals if not goal.met) if won is None else ""
    again = sum(run(level, seconds, noise, seed).won_tick is not None for seed in range(1, runs + 1))
    hints = len(level.solution) - 1
    return Row(path.stem, "", sum(level.unknown.values()), hints, still, won, session.outcome, again, runs, lacking)


def _line(row: Row, time: Time | None) -> str:
    if row.trouble and row.empty is None:
        return f"{row.name:34} {row.trouble}"
    still = row.empty
    quiet = "-" if still is None else f"{still.outcome} {still.fastest:5.1f} {1000 * still.strayed:5.1f}"
    listed = f"{time.listed:5.1f} {time.theirs if time.theirs is not None else '-':>6}" if time else f"{'':12}"
    won = f"{row.won:6.2f}" if row.won is not None else f"{row.outcome or '-':>6}"
    again = f"{row.again}/{row.runs}" if row.runs else ""
    return (
        f"{row.name:34} {row.unknown:2} {quiet:>18} {row.hints:2} {listed} {won} {again:5} {row.trouble}{row.goals:.60}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=0, help="more runs of each, with noise")
    parser.add_argument("--noise", type=float, default=0.002, help="m along each axis")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--listed", action="store_true", help="only those on the list")
    parser.add_argument("--no-empty", action="store_true", help="leave out the runs without hints")
    options = parser.parse_args()
    known = times()
    files = options.files or levels()
    if not files:
        print(f"no levels in {DATA}", file=sys.stderr)
        return 2
    files = [path for path in files if not options.listed or path.name in known]
    count = len(files)
    print(f"{'level':34} un {'empty m/s mm':>18}  h listed  theirs   won   again")
    rows = []
    with ProcessPoolExecutor(options.jobs) as pool:
        arguments = (files, [options.runs] * count, [options.noise] * count, [not options.no_empty] * count)
        for path, row in zip(files, pool.map(try_level, *arguments), strict=True):
            rows.append(row)
            print(_line(row, known.get(path.name)), flush=True)
    listed = [row for path, row in zip(files, rows, strict=True) if path.name in known]
    converted = sum(not row.trouble or row.empty is not None for row in rows)
    won = sum(row.won is not None for row in listed)
    print(f"{converted} of {count} converted; {won} of {len(listed)} listed ones won")
    if options.runs:
        again, runs = sum(row.again for row in listed), sum(row.runs for row in listed)
        off = 1000 * options.noise
        print(f"with hints off by up to {off:g} mm: {again} of {runs} ({100 * again / max(1, runs):.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
