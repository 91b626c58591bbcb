"""`sandbox bless`: approve an intended change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING
from sandbox.cli.options import MAX, WORLD, guarded
from sandbox.cli.output import print_line, progress
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.tasks.limits import Limits

_Change = TypeVar("_Change")


@click.command(cls=CliCommand)
@click.argument("paths", nargs=-1, required=True, type=RECORDING, metavar="PATH...")
@click.option("--reason", metavar="TEXT", help="Why the change is meant; it is kept in the recording.")
@click.option(
    "--add-class", is_flag=True, help="Add what they end in on this class of machines, and change nothing else."
)
@click.option("--renew", is_flag=True, help="Note in those that pass here that they do so with the present code.")
@click.option("--states", is_flag=True, help="With --renew: take the states of all that pass here anew.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.option("--allow-outcome", is_flag=True, help="Also where the outcome changes, as from won to open.")
@WORLD
@MAX
@guarded()
def bless(
    paths: tuple[Path, ...], reason: str | None, add_class: bool, renew: bool, states: bool, yes: bool,
    allow_outcome: bool, max_seconds: int, max_memory: int,
) -> int:  # fmt: skip
    """Take the ends that recordings have now for the ends that they shall have from here on.

    Each is run again in two fresh processes; a table shows what would change; then you are asked. The commands in
    a recording stay as they are; the reason, the date, and the old and new end hash and fingerprint are kept in it
    for ever, and `sandbox show` lists them. Recordings that still pass are left alone.

    It is refused where runs disagree, where the program has not changed at all (so the file was altered, or there is
    a bug), where a command can't be carried out any more, and for recordings without an end.

    A recording can hold what its commands end in on several classes of machines (`sandbox engine` names that of this
    one). --add-class runs it here, in two fresh processes that have to agree, shows the table, and adds this class;
    what it ends in on other machines stays as it is. A machine that computes otherwise is no change of the program: it
    is refused where the code has changed since the recording passed. Bless that where the file holds the class, or add
    --reason, which makes it a blessing. Each blessing is for the class of this machine: what the others expect is
    stale, until it has been blessed there, too.

    --renew is for recordings that pass, though kinds that they use have other code by now. It notes the present code in
    them, so that a difference later names only what has changed since. No command, tick, end or blessing changes.
    With --states the states in them are taken anew, too: those of older versions are seconds apart, so that a report
    of a difference speaks of a later moment than it need.

    \b
    Example:
      sandbox verify replays
      sandbox bless replays --reason "the ball bounces higher on purpose"
      sandbox bless replays --add-class
      sandbox bless replays --renew --yes
      git diff --stat
    """
    from sandbox.verify.verdicts import find

    files = find(paths)
    if renew:
        if add_class or reason is not None or allow_outcome:
            raise Refused("--renew changes no expectation; leave --reason, --add-class and --allow-outcome away")
        return _renew(files, states, yes, max_seconds, max_memory)
    if states:
        raise Refused("--states goes with --renew: it changes nothing in recordings that do not pass")
    if add_class:
        return _add_class(files, reason or "", yes, allow_outcome, max_seconds, max_memory)
    if reason is None:
        raise Refused("a blessing needs --reason TEXT, which says why the change is meant")
    return _bless(files, reason, yes, allow_outcome, max_seconds, max_memory)


def _bless(files: list[Path], reason: str, yes: bool, allow_outcome: bool, max_seconds: int, max_memory: int) -> int:
    from sandbox.tasks.forking import within
    from sandbox.tasks.limits import Limits
    from sandbox.verify import bless as blessing

    limits = Limits(max_seconds, max_memory)
    # All of them are looked at before any is written.
    proposals = _each(files, limits, lambda path: blessing.propose(path, reason, allow_outcome))
    if not proposals:
        print_line("nothing to bless: every recording passes")
        return 0
    for line in blessing.table(proposals):
        print_line(line)
    if not yes:
        _confirm(len(proposals))
    for proposal in proposals:
        # It is run twice more: to be written, and to be verified.
        with progress(f"blessing {proposal.path}"), within(Limits(2 * max_seconds, max_memory), str(proposal.path)):
            proposal.write(blessing.now())
        print_line(f"blessed {proposal.path}")
        if proposal.warning:
            print_line(f"    {proposal.warning}")
    return 0


def _add_class(
    files: list[Path], reason: str, yes: bool, allow_outcome: bool, max_seconds: int, max_memory: int
) -> int:
    from sandbox.recording import fingerprint
    from sandbox.recording.arithmetic_classes import name_of
    from sandbox.tasks.forking import within
    from sandbox.tasks.limits import Limits
    from sandbox.verify import bless as blessing

    limits = Limits(max_seconds, max_memory)
    additions = _each(files, limits, lambda path: blessing.propose_class(path, allow_outcome, reason))
    name = name_of(fingerprint.arithmetic())
    if not additions:
        print_line(f"nothing to add: every recording holds the class of this machine ({name})")
        return 0
    for line in blessing.table(additions):
        print_line(line)
    if refusals := [addition.refusal for addition in additions if addition.refusal]:
        raise Refused("; ".join([refusals[0], *([f"so it is with {len(refusals) - 1} more"] if refusals[1:] else [])]))
    if not yes:
        _confirm(len(additions))
    for addition in additions:
        with progress(f"adding to {addition.path}"), within(Limits(2 * max_seconds, max_memory), str(addition.path)):
            addition.write(blessing.now())
        print_line(f"added to {addition.path}: {name}")
        if addition.warning:
            print_line(f"    {addition.warning}")
    return 0


def _renew(files: list[Path], states: bool, yes: bool, max_seconds: int, max_memory: int) -> int:
    from sandbox.recording.used_code import title
    from sandbox.tasks.limits import Limits
    from sandbox.verify import bless as blessing

    left: list[Refused] = []

    def look(path: Path) -> blessing.Renewal | None:
        try:
            return blessing.renewal_of(path, states)
        except Refused as refused:  # the others can be renewed all the same
            left.append(refused)
            return None

    renewals = _each(files, Limits(max_seconds, max_memory), look)
    for refused in left:
        print_line(f"left as it is: {refused}")
    for renewal in renewals:
        known = ", ".join(map(title, renewal.changed)) or (
            "its states" if states else "until now only the whole code is noted"
        )
        print_line(f"{renewal.path}: {known}")
    if not renewals:
        print_line("nothing to renew" if left else "nothing to renew: every recording has the present code noted")
        return 1 if left else 0
    if not yes:
        _confirm(len(renewals))
    for renewal in renewals:
        renewal.write()
    print_line(f"renewed {len(renewals)} recording{'s' if len(renewals) > 1 else ''}")
    return 1 if left else 0


def _each(files: list[Path], limits: Limits, look: Callable[[Path], _Change | None]) -> list[_Change]:
    """Look at recordings one after the other, each within limits; return the changes that are to be made."""
    from sandbox.tasks.forking import within

    changes: list[_Change] = []
    with progress("running recordings again") as advance:
        for number, path in enumerate(files):
            advance(number, len(files), path.name)
            with within(limits, str(path)):
                change = look(path)
            if change is not None:
                changes.append(change)
    return changes


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
