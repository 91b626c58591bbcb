"""`sandbox bless`: approve an intended change."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from sandbox.cli.options import FILE, MAX_MEMORY, MAX_TIME
from sandbox.cli.output import print_line
from sandbox.errors import Refused


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--reason", required=True, metavar="TEXT", help="Why the change is meant; it is kept in the recording.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.option("--allow-outcome", is_flag=True, help="Also where the outcome changes, as from won to open.")
@MAX_TIME
@MAX_MEMORY
def bless(
    paths: tuple[Path, ...], reason: str, yes: bool, allow_outcome: bool, max_seconds: int, max_memory: int
) -> int:
    """Make what recordings end in now what they shall end in from here on.

    Each is run again in two fresh processes; a table shows what would change; then you are asked. The commands in
    a recording stay as they are; the reason, the date, and the old and new end hash and fingerprint are kept in it
    for ever, and `sandbox show` lists them. Recordings that still pass are left alone.

    It is refused where runs disagree, where the program has not changed at all (so the file was altered, or there is
    a bug), where a command can't be carried out any more, and for recordings without an end.

    \b
    Example:
      sandbox verify replays
      sandbox bless replays --reason "the ball bounces higher on purpose"
      git diff --stat
    """
    from sandbox.verify import bless as blessing
    from sandbox.verify.verdicts import find
    from sandbox.verify.worker import limits

    proposals = []
    for path in find(paths):  # all of them are looked at before any is written
        with limits(max_memory, max_seconds):
            if proposal := blessing.propose(path, reason, allow_outcome):
                proposals.append(proposal)
    if not proposals:
        print_line("nothing to bless: every recording passes")
        return 0
    for line in blessing.table(proposals):
        print_line(line)
    if not yes:
        _confirm(len(proposals))
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    for proposal in proposals:
        with limits(max_memory, 2 * max_seconds):  # it is run twice more: to be written, and to be verified
            proposal.write(date)
        print_line(f"blessed {proposal.path}")
    return 0


def _confirm(count: int) -> None:
    """Ask before recordings are written over.

    Raises:
        Refused: there is no terminal to ask on.
        click.Abort: the answer is no.
    """
    if not sys.stdin.isatty():
        raise Refused(
            "nothing was written: standard input is no terminal to confirm on; check the table, then add --yes"
        )
    click.confirm(f"Write {count} recording{'s' if count > 1 else ''}?", abort=True)
