"""`sandbox bless`: approve an intended change."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from sandbox.cli.options import FILE, MAX, guarded
from sandbox.cli.output import print_line
from sandbox.errors import Refused


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--reason", metavar="TEXT", help="Why the change is meant; it is kept in the recording.")
@click.option(
    "--add-class", is_flag=True, help="Add what they end in on this class of machines, and change nothing else."
)
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.option("--allow-outcome", is_flag=True, help="Also where the outcome changes, as from won to open.")
@MAX
@guarded()
def bless(
    paths: tuple[Path, ...], reason: str | None, add_class: bool, yes: bool, allow_outcome: bool, max_seconds: int,
    max_memory: int,
) -> int:  # fmt: skip
    """Make what recordings end in now what they shall end in from here on.

    Each is run again in two fresh processes; a table shows what would change; then you are asked. The commands in
    a recording stay as they are; the reason, the date, and the old and new end hash and fingerprint are kept in it
    for ever, and `sandbox show` lists them. Recordings that still pass are left alone.

    It is refused where runs disagree, where the program has not changed at all (so the file was altered, or there is
    a bug), where a command can't be carried out any more, and for recordings without an end.

    A recording can hold what its commands end in on several classes of machines (`sandbox engine` names that of this
    one). --add-class runs it here, in two fresh processes that have to agree, and adds this class; what it ends in on
    other machines stays as it is. A blessing is for the class of this machine: what the others expect is then stale,
    until it has been blessed there, too.

    \b
    Example:
      sandbox verify replays
      sandbox bless replays --reason "the ball bounces higher on purpose"
      sandbox bless replays --add-class
      git diff --stat
    """
    from sandbox.verify.verdicts import find

    files = find(paths)
    if add_class:
        if reason is not None:
            raise Refused("--add-class changes no expectation, so it takes no --reason; leave one of them away")
        return _add_class(files, yes, allow_outcome, max_seconds, max_memory)
    if reason is None:
        raise Refused("a blessing needs --reason TEXT, which says why the change is meant")
    return _bless(files, reason, yes, allow_outcome, max_seconds, max_memory)


def _bless(files: list[Path], reason: str, yes: bool, allow_outcome: bool, max_seconds: int, max_memory: int) -> int:
    from sandbox.tasks.limited import within
    from sandbox.tasks.limits import Limits
    from sandbox.verify import bless as blessing

    proposals = []
    for path in files:  # all of them are looked at before any is written
        with within(Limits(max_seconds, max_memory)):
            if proposal := blessing.propose(path, reason, allow_outcome):
                proposals.append(proposal)
    if not proposals:
        print_line("nothing to bless: every recording passes")
        return 0
    for line in blessing.table(proposals):
        print_line(line)
    if not yes:
        _confirm(len(proposals))
    for proposal in proposals:
        with within(Limits(2 * max_seconds, max_memory)):  # it is run twice more: to be written, and to be verified
            proposal.write(_now())
        print_line(f"blessed {proposal.path}")
        if proposal.warning:
            print_line(f"    {proposal.warning}")
    return 0


def _add_class(files: list[Path], yes: bool, allow_outcome: bool, max_seconds: int, max_memory: int) -> int:
    from sandbox.recording import fingerprint
    from sandbox.recording.arithmetic_classes import name_of
    from sandbox.tasks.limited import within
    from sandbox.tasks.limits import Limits
    from sandbox.verify import bless as blessing

    additions = []
    for path in files:
        with within(Limits(max_seconds, max_memory)):
            if addition := blessing.propose_class(path, allow_outcome):
                additions.append(addition)
    name = name_of(fingerprint.arithmetic())
    if not additions:
        print_line(f"nothing to add: every recording holds the class of this machine ({name})")
        return 0
    if not yes:
        _confirm(len(additions))
    for addition in additions:
        with within(Limits(2 * max_seconds, max_memory)):
            addition.write(_now())
        print_line(f"added to {addition.path}: {name}")
    return 0


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


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
