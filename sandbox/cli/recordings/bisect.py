"""`sandbox bisect`: the commit that changed what a recording ends in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING
from sandbox.cli.options import JOBS, as_json, guarded, processes
from sandbox.cli.output import is_verbose, print_json, print_line, progress
from sandbox.reading.near_files import existing

if TYPE_CHECKING:
    from sandbox.verify.narrowing.bisection import CommitTrial, Culprit

HELP = """Find the commit that changed what a recording ends in.

The program has to run from a git checkout. Old versions of it are taken out of the history into the user's cache
folder, and run the recording again, several at once; the checkout itself stays as it is. Each run is compared with the
file tick by tick, in the way of `sandbox verify`. Versions that can't run the recording are passed over, and named
where the change may be in them.

The search begins at the version that the recording was made with, or blessed with last, and ends at the newest commit.
--good and --bad name others, by any name that git knows. The exit code is 0 if the change is found, and 2 if there is
nothing to find.

--json prints {"commits", "good", "first_bad_tick", "files", "trials"}: "commits" are those that may have brought the
change, one if it is certain, each a {"commit", "date", "subject"}; "trials" are {"commit", "equal", "first_bad_tick",
"reason"}, where "equal" is null for a version that can't run it.

\b
Example:
  sandbox bisect replays/drop.replay
  sandbox bisect replays/drop.replay --good v1.2 --bad main
  sandbox bisect replays/drop.replay --json
"""


@click.command(cls=CliCommand, help=HELP)
@click.argument("file", type=RECORDING, metavar="ONE.replay")
@click.option("--good", metavar="REV", help="A revision at which it passes; default: the one that it was made with.")
@click.option("--bad", metavar="REV", help="A revision at which it differs; default: HEAD.")
@JOBS
@as_json()
@guarded(1024)
def bisect(file: Path, good: str | None, bad: str | None, jobs: int | None, as_json: bool) -> int:
    """Search; `HELP` describes it."""
    from sandbox.verify.narrowing import bisection

    at_once = processes(jobs)
    with progress("running it at old commits", as_json) as advance:

        def show(tried: int, left: int) -> None:
            advance(tried, tried + left.bit_length(), f"{left} commits left")

        culprit = bisection.bisect(existing(file), good, bad, at_once, show)
    if as_json:
        print_json(_plain(culprit))
    else:
        _print(file, culprit)
    return 0


def _plain(culprit: Culprit) -> dict[str, Any]:
    def plain_commit(commit: Any) -> dict[str, str]:
        return {"commit": commit.name, "date": commit.date, "subject": commit.subject}

    return {
        "commits": [plain_commit(commit) for commit in culprit.commits],
        "good": plain_commit(culprit.good),
        "first_bad_tick": culprit.first_bad_tick,
        "files": list(culprit.files),
        "trials": [trial._asdict() for trial in culprit.trials],
    }


def _print(file: Path, culprit: Culprit) -> None:
    if len(culprit.commits) == 1:
        print_line(f"{file}: changed by {culprit.commits[0]}")
        for changed in culprit.files:
            print_line(f"    {changed}")
    else:
        print_line(f"{file}: changed by one of {len(culprit.commits)} commits; those before the last can't run it:")
        for commit in culprit.commits:
            print_line(f"    {commit}")
    print_line(f"    from tick {culprit.first_bad_tick} on; the last commit that agrees is {culprit.good}")
    if is_verbose():
        for trial in culprit.trials:
            print_line(f"    tried {trial.commit[:12]}: {_outcome(trial)}")


def _outcome(trial: CommitTrial) -> str:
    if trial.equal is None:
        return f"can't run it: {trial.reason}"
    return "agrees" if trial.equal else f"differs from tick {trial.first_bad_tick} on"
