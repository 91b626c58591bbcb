"""`sandbox daily`: the machine of a day."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_SUFFIX, RECORDING_SUFFIX, FileName
from sandbox.cli.options import as_json
from sandbox.cli.output import print_json, print_line, print_written, progress

if TYPE_CHECKING:
    from sandbox.authoring.daily.day import Day
    from sandbox.authoring.daily.maker import DailyMachine


@click.command(cls=CliCommand)
@click.argument("day", metavar="[DATE]", required=False)
@click.option(
    "-o",
    "--out",
    type=FileName(LEVEL_SUFFIX),
    metavar="OUT.toml",
    help="Write the level to this file; default: one in your data folder.",
)
@click.option(
    "--record", type=FileName(RECORDING_SUFFIX), metavar="OUT.replay", help="Write a recording of its solution."
)
@as_json()
def daily(day: str | None, out: Path | None, record: Path | None, as_json: bool) -> int:
    """Make the machine of the day, and print where its level is.

    A level is made from the date (today, or DATE, as 2026-11-24) without a network: two rooms, each with a part that is
    missing. Their places are drawn, the spots of the missing parts swept, and the level is checked as any other; a
    search must not win it with fewer parts. It takes some ten seconds.

    The same date gives the same level with the same release and the same arithmetic (see `sandbox engine`).

    --json prints {"level", "date", "title", "ideas", "draws", "solution"}.

    \b
    Example:
      sandbox daily
      sandbox play "$(sandbox daily)"
      sandbox daily 2026-12-24 -o eve.toml --record eve.replay
    """
    from sandbox.authoring.daily import maker
    from sandbox.authoring.daily.day import Day
    from sandbox.levels import levels, library, solutions
    from sandbox.recording import user_folders

    date = Day.read(day if day is not None else time.strftime("%Y-%m-%d"))
    path = out if out is not None else date.level_in(user_folders.data_dir())
    with ExitStack() as stack:
        machine = maker.make(date, stack.enter_context(progress(f"making the machine of {date}", as_json)))
    with progress(f"writing {path.name}", as_json):
        with library.folder_for(path.parent):
            levels.write(path, machine.design)
        if record is not None:
            solutions.record_solution(record, machine.design, machine.commands)
    if as_json:
        print_json(_as_json(machine, date, path, record))
    else:
        print_line(str(path))
        if record is not None:
            print_written(record)
    return 0


def _as_json(machine: DailyMachine, date: Day, path: Path, recording: Path | None) -> dict[str, object]:
    return {
        "level": str(path), "date": str(date), "title": machine.design.title, "ideas": machine.ideas,
        "draws": machine.draws, "solution": str(recording) if recording else None,
    }  # fmt: skip
