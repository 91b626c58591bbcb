"""`sandbox coverage`: which kinds, links, goals and commands a suite of recordings exercises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING
from sandbox.cli.options import as_json, limited
from sandbox.cli.output import is_verbose, print_json, print_line, progress

if TYPE_CHECKING:
    from sandbox.recording.recording import Recording
    from sandbox.verify.coverage import Coverage

HELP = """Say which kinds of parts and links, conditions of goals and commands recordings exercise.

PATH is a recording, or a directory whose recordings (*.replay, at any depth) are all meant. Counted is what stands in
their levels, what their commands bring in, and the commands; nothing is run.

By default there is a line for each group, with what is used by no recording. -v adds how many recordings use each of
the others. The exit code is 0, whatever is missing; with --strict it is 1 if anything is.

Recordings of the worlds of other programs count for the inputs in them.

--json prints {"recordings", "part", "link", "goal", "command", "input"}: for each group the number of
recordings by name.

\b
Example:
  sandbox coverage replays
  sandbox coverage replays --json
"""
_TITLES = {"part": "kinds of parts", "link": "kinds of links", "goal": "conditions of goals", "command": "commands"}


@click.command(cls=CliCommand, help=HELP)
@click.argument("paths", nargs=-1, required=True, type=RECORDING, metavar="PATH...")
@click.option("--strict", is_flag=True, help="Be strict: exit with 1 if there is anything that no recording uses.")
@as_json()
@limited()
def coverage(paths: tuple[Path, ...], strict: bool, as_json: bool) -> int:
    """Count; `HELP` describes it."""
    from sandbox.verify import coverage as coverages
    from sandbox.verify.verdicts import find

    files = find(paths)
    with progress("reading recordings", as_json) as advance:

        def recordings() -> Iterator[Recording]:
            from sandbox.recording import reader

            for number, file in enumerate(files, 1):
                yield reader.read(file, worlds=True)
                advance(number, len(files))

        covered = coverages.cover(recordings())
    if as_json:
        print_json({"recordings": covered.recordings, **covered.counts, "input": covered.inputs})
    else:
        _print(covered)
    return int(strict and any(covered.missing(group) for group in coverages.GROUPS))


def _print(covered: Coverage) -> None:
    print_line(f"{covered.recordings} recordings")
    for group, title in _TITLES.items():
        counts, missing = covered.counts[group], covered.missing(group)
        rest = f"; none has {', '.join(missing)}" if missing else ""
        print_line(f"{title}: {covered.used(group)} of {len(counts)}{rest}")
        if is_verbose():
            for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
                if count:
                    print_line(f"{count:8} {name}")
    if covered.inputs:
        print_line(f"inputs of other programs: {', '.join(covered.inputs)}")
