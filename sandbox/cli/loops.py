"""`sandbox loops`: the main loops side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.options import FILE, check_picture, check_seconds, find, limited
from sandbox.cli.output import print_json, print_written, progress
from sandbox.recording.plain_text import printable

if TYPE_CHECKING:
    from sandbox.loops.loops import Profile, Row
    from sandbox.loops.rig import Contraption


@click.command()
@click.argument("level", default="bounce")
@click.option("--profile", metavar="NAME", help="One simulated machine only; a wrong name lists them all.")
@click.option("--seconds", type=float, callback=check_seconds, metavar="S", help="Of the contraption; 5 if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--plot", type=FILE, metavar="OUT.png", help="Draw the comparison as a picture.")
@limited()
def loops(level: str, profile: str | None, seconds: float | None, as_json: bool, plot: Path | None) -> int:
    """Run one contraption through every kind of main loop, and measure what each gives and costs.

    LEVEL is a file or the name of a level that comes with the program; or a recording, whose last run is taken with
    its commands. The contraption is real, the machines that it runs on are simulated, so the figures repeat exactly.

    --json prints {"scheme", "profile", "fixed", "speed_error", "ticks", "dropped", "frames", "input_delay_ms",
    "pose_error_mm_p50", "pose_error_mm_max", "busy_share", "end_hash"} for each scheme on each profile: fixed is false
    for the variable step alone; speed_error is simulated over real time, less 1; end_hash is the state after the same
    simulated time.

    \b
    Example:
      sandbox loops
      sandbox loops replays/press.replay --profile steady-144
      sandbox loops bounce --plot loops.png
    """
    from sandbox.loops import loops as comparison
    from sandbox.loops import report
    from sandbox.workspace.clock import SCHEMES

    profiles = _profiles(profile)
    check_picture(plot)
    length = comparison.SECONDS if seconds is None else seconds
    if not 0.1 <= length <= 60:
        raise click.BadParameter(f"{length:g} is not between 0.1 and 60 seconds", param_hint="--seconds")
    contraption = _contraption(level)
    rows: list[Row] = []
    count = len(SCHEMES) * len(profiles)
    with progress("running main loops", as_json) as advance:
        for row in comparison.compare(contraption, profiles=profiles, seconds=length):
            rows.append(row)
            advance(len(rows), count)
            if as_json:
                print_json(row.as_json())
    if not as_json:
        report.show(rows)
    if plot is not None:
        from sandbox.loops import chart

        chart.write(rows, f"{printable(contraption.design.title, 60)}, {length:g} s", plot)
        print_written(plot)
    return 0


def _profiles(name: str | None) -> tuple[Profile, ...]:
    """Return the simulated machine of this name, or all of them."""
    from sandbox.loops.loops import PROFILE_BY_NAME, PROFILES

    if name is None:
        return PROFILES
    if name not in PROFILE_BY_NAME:
        raise click.BadParameter(
            f"'{name}' is no simulated machine; there are {', '.join(PROFILE_BY_NAME)}", param_hint="--profile"
        )
    return (PROFILE_BY_NAME[name],)


def _contraption(name: str) -> Contraption:
    from sandbox.levels import levels
    from sandbox.loops import rig
    from sandbox.recording import reader

    path = find(name)
    if reader.is_recording(path):
        read = reader.read(path)
        return rig.last_run(read.head.design, read.head.seed, read.commands)
    return rig.Contraption(levels.read(path))
