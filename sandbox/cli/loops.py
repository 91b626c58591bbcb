"""`sandbox loops`: the main loops side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_OR_RECORDING, Word, find
from sandbox.cli.options import as_json, check_picture, limited, picture, seconds
from sandbox.cli.output import print_json, print_written, progress
from sandbox.reading.nearest import meant_or_all
from sandbox.recording.plain_text import printable

if TYPE_CHECKING:
    from sandbox.loops.loops import Profile, Row
    from sandbox.loops.rig import Contraption


def _profile_names(context: click.Context) -> list[str]:
    from sandbox.loops.loops import PROFILE_BY_NAME

    return list(PROFILE_BY_NAME)


@click.command(cls=CliCommand)
@click.argument("level", metavar="[LEVEL|REPLAY]", type=LEVEL_OR_RECORDING, default="bounce")
@click.option("--profile", type=Word(_profile_names), metavar="NAME", help="Take one simulated machine only.")
@seconds("5")
@as_json("a line")
@picture("the comparison")
@limited()
def loops(level: str, profile: str | None, seconds: float | None, as_json: bool, picture: Path | None) -> int:
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
      sandbox loops bounce --picture loops.png
    """
    from sandbox.loops import loops as comparison
    from sandbox.loops import report
    from sandbox.workspace.clock import SCHEMES

    profiles = _profiles(profile)
    check_picture(picture)
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
    if picture is not None:
        from sandbox.loops import chart

        chart.write(rows, f"{printable(contraption.design.title, 60)}, {length:g} s", picture)
        print_written(picture)
    return 0


def _profiles(name: str | None) -> tuple[Profile, ...]:
    """Return the simulated machine of this name, or all of them."""
    from sandbox.loops.loops import PROFILE_BY_NAME, PROFILES

    if name is None:
        return PROFILES
    if name not in PROFILE_BY_NAME:
        raise click.BadParameter(
            f"'{name:.40}' is no simulated machine{meant_or_all(name, PROFILE_BY_NAME)}", param_hint="--profile"
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
