"""`sandbox shrink`: the smallest recording that still differs, or still ends the program."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING, NewFile
from sandbox.cli.options import WAS, as_json, guarded
from sandbox.cli.output import print_json, print_line, print_written, progress
from sandbox.errors import Refused
from sandbox.reading.near_files import existing
from sandbox.recording.plain_text import SUFFIX

if TYPE_CHECKING:
    from sandbox.verify.narrowing.cases import Case
    from sandbox.verify.narrowing.shrinking import Shrunk

HELP = """Make a recording that differs here as small as it can be: fewest parts, links, commands and ticks.

What is left out is whatever it differs without: halves first, then quarters, down to single parts and properties; then
numbers are rounded. Each try is run by this program and by the one that made the recording, and has to differ between
the two. That one is taken from the history of the checkout that this program runs from, or from --was: a revision, a
folder that holds its package, such as another environment, or a wheel. The small recording is made by the older
program, so `sandbox verify` says of it what it says of the large one.

A recording that ends the program (a crash, a hang, an error) is shrunk to one that ends it in the same way. It holds
commands only, since nobody has seen its end.

The exit code is 2 if the recording passes, since there is nothing to shrink.

--json prints {"before", "after", "kinds", "commands", "what", "tries", "is_whole"}: "before" and "after" are the
numbers of parts, links, commands and ticks.

\b
Example:
  sandbox shrink replays/drop.replay -o small.replay
  sandbox shrink replays/drop.replay -o small.replay --was v1.2 --patience 60
"""


@click.command(cls=CliCommand, help=HELP)
@click.argument("file", type=RECORDING, metavar="ONE.replay")
@click.option("-o", "--out", required=True, type=NewFile(SUFFIX), metavar="OUT.replay", help="Write it here.")
@WAS
@click.option(
    "--patience",
    type=click.IntRange(min=1),
    default=300,
    metavar="S",
    help="Stop after so many seconds with the smallest one so far; default: 300.",
)
@as_json()
@guarded(1024)
def shrink(file: Path, out: Path, was: str | None, patience: int, as_json: bool) -> int:
    """Shrink; `HELP` describes it."""
    from sandbox.verify.narrowing import shrinking

    source = existing(file)
    if out.exists() and out.samefile(source):
        raise Refused(f"{out}: is the recording to shrink; choose another place")
    with progress(f"shrinking {file}", as_json) as advance:

        def show(case: Case, tries: int) -> None:
            advance(tries, tries + 50, _size(case.size))

        end = time.monotonic() + patience
        shrunk = shrinking.shrink(source, out, was, lambda: time.monotonic() < end, show)
    print_written(out)
    if as_json:
        print_json(shrunk._asdict())
    else:
        _print(out, shrunk)
    return 0


def _print(out: Path, shrunk: Shrunk) -> None:
    print_line(f"{out}: {_size(shrunk.after)}; the large one has {_size(shrunk.before)}")
    print_line(f"    {shrunk.what}")
    kinds = ", ".join(f"{title} ({count})" for title, count in shrunk.kinds.items())
    print_line(f"    what is left: {kinds or 'no part'}; commands: {', '.join(shrunk.commands) or 'none'}")
    rest = "nothing more can go" if shrunk.is_whole else "the time was up before nothing more could go (--patience)"
    print_line(f"    {shrunk.tries} tries; {rest}")


def _size(size: tuple[int, int, int, int]) -> str:
    names = ("part", "link", "command", "tick")
    return ", ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in zip(size, names, strict=True))
