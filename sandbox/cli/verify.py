"""`sandbox verify`: run recordings again and compare every tick."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING, NewFile
from sandbox.cli.options import JOBS, MAX, WAS, WORLD, as_json, processes, refuse_jobs_of_cluster, with_cluster
from sandbox.cli.output import (
    is_quiet,
    is_verbose,
    print_above,
    print_json,
    print_line,
    print_note,
    print_written,
    progress,
    progress_bar,
)
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from sandbox.cluster.address import ClusterAddress
    from sandbox.tasks.limits import Limits
    from sandbox.tasks.progress import ShowProgress
    from sandbox.verify.page import PagePlayer
    from sandbox.verify.verdicts import Report


HELP = """Run recordings again headless and compare every tick.

PATH is a recording, or a directory whose recordings (*.replay, at any depth) are all meant. They run on all
cores, each in a child process with limits. The answers come in the order of the files, or as they finish with
--fail-fast.

\b
Verdict             what it means                                                 exit
  pass              every tick is the same, bit for bit                           0
  cut               the same as far as the file goes, but it has no end           1 (--allow-cut: 0)
  changed           not the same: the program has changed since                   1
  stale             a change was blessed on another class of machines only        1
  recorder-mismatch not the same, though nothing has changed: a bug               1
  nondeterministic  two fresh runs differ from each other: a bug                  1
  undecided         not the same, and both the program and the machine differ     1
  drift             the same program, on another engine or kind of processor      3
  same-outcome      not the same, but won, lost or open as before (--outcome)     0
  refused           not a recording, or damaged, or over a limit                  2

The exit code of many files is 1 if any is 1, else 2 if any is 2, else 3 if any is 3, else 0.

--json prints {"file", "verdict", "exit", "ticks", "compared", "end_hash", "first_bad_tick", "reason",
"explanation", "difference"}; "difference" is null, or {"micrometre_tick", "visible_tick", "greatest", "growth",
"then", "now", "changed", "code", "healed_tick"}.

--outcome asks for less: what differs because the program or the machine is another, and comes to the same outcome
(won, lost or open, whenever), is same-outcome. That says nothing about single bodies. --repeat verifies each recording
so many times, in processes with other hash seeds and allocators; what does not repeat itself is nondeterministic.

On GitHub (GITHUB_ACTIONS=true) each file that does not exit 0 is an annotation, too.

--engine runs them under another release of the engine, which is downloaded once and kept apart; the answer is a
table of what would drift, with a column for each release (--json: lines with "engine" in them).

--cluster lets the workers of a Dask cluster run them; see `sandbox cluster --help`.

--world names the function that makes the world of recordings of another program (`sandbox help library`), whose module
is then imported. Without it they are refused: nothing is imported because a file says so.

--was names the program that plays the recorded runs in the page of --report, where it is not in the history of a
checkout: a revision, a folder with its package, such as another environment, or a wheel. Without it they are shown
where the file holds a state.

-v says of what passes, too, which code it uses is another by now.

\b
Example:
  sandbox verify replays
  sandbox verify --json --jobs 8 replays/drop.replay
  sandbox verify --junit report.xml --fail-fast replays
  sandbox verify --report report.html replays
  sandbox verify --report report.html --was ../yesterday/.venv replays/drop.replay
  sandbox verify --repeat 5 replays
  sandbox verify --world mygame.world:make replays
  sandbox verify --engine pymunk==7.2.0 --engine pymunk==7.1.0 replays
  sandbox verify --cluster tls://127.0.0.1:8786 replays
"""


class _Work(NamedTuple):
    """The recordings to verify, and by whom; without a cluster by processes of this computer."""

    files: list[Path]
    jobs: int | None
    allow_cut: bool
    limits: Limits
    cluster: ClusterAddress | None
    repeat: int = 1

    def reports(self, progress: ShowProgress | None = None, engine: Path | None = None) -> Iterator[Report]:
        """Yield a report for each file as it finishes; the arguments are as in `verifier.verify_all`."""
        if self.cluster is not None:
            from sandbox.cluster import verifying

            return verifying.verify_all(self.cluster, self.files, self.allow_cut, self.limits, progress, print_note)
        if self.repeat > 1:
            from sandbox.verify import repeating

            jobs = processes(self.jobs)
            return repeating.verify_repeatedly(self.files, self.repeat, jobs, self.allow_cut, self.limits)
        from sandbox.verify import verifier

        return verifier.verify_all(self.files, processes(self.jobs), self.allow_cut, self.limits, progress, engine)

    def counted_in(self, advance: ShowProgress, engine: Path | None = None) -> Generator[Report]:
        """Yield a report for each file as it finishes.

        Args:
            advance: takes how many files are done, and the ticks of a single one.
            engine: see `verifier.verify_all`.
        """
        for number, report in enumerate(self.reports(advance, engine), 1):
            advance(number, len(self.files))
            yield report

    @property
    def words(self) -> str:
        """The name of the work, for the bar of progress."""
        return f"verifying {self.files[0] if len(self.files) == 1 else f'{len(self.files)} recordings'}"


@click.command(cls=CliCommand, help=HELP)
@click.argument("paths", nargs=-1, required=True, type=RECORDING, metavar="PATH...")
@as_json("a line for each file")
@click.option(
    "--junit", type=NewFile(".xml"), metavar="OUT.xml", help="Write the results for a CI server, as JUnit's XML."
)
@click.option(
    "--report",
    "page",
    type=NewFile(".html"),
    metavar="OUT.html",
    help="Write a page that shows both runs where one differs.",
)
@WAS
@click.option("--engine", "engines", multiple=True, metavar="pymunk==X.Y.Z", help="Under another release; repeatable.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first recording that does not exit 0.")
@click.option("--allow-cut", is_flag=True, help="A recording without an end that agrees so far exits 0.")
@click.option("--outcome", "by_outcome", is_flag=True, help="Be content with the same outcome where bits differ.")
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, metavar="N", help="Verify each N times.")
@WORLD
@JOBS
@MAX
@with_cluster
def verify(
    paths: tuple[Path, ...], as_json: bool, junit: Path | None, page: Path | None, was: str | None,
    engines: tuple[str, ...], fail_fast: bool, allow_cut: bool, by_outcome: bool, repeat: int, jobs: int | None,
    max_seconds: int, max_memory: int, cluster: ClusterAddress | None,
) -> int:  # fmt: skip
    """Verify; `HELP` describes it."""
    from sandbox.tasks.limits import Limits
    from sandbox.verify import verdicts

    refuse_jobs_of_cluster(jobs, cluster)
    if cluster:
        _refuse_worlds()
    if repeat > 1 and (cluster or engines):
        raise Refused("--repeat is for processes of this computer and one engine; leave --cluster and --engine away")
    if was is not None and page is None:
        raise Refused("--was is for the films of --report OUT.html; leave it away, or add that")
    files, reports = _recordings_in(paths)
    refused = len(reports)  # directories without recordings, which are no files
    work = _Work(files, jobs, allow_cut, Limits(max_seconds, max_memory), cluster, repeat)
    if engines:
        if junit or page or fail_fast or cluster or by_outcome:
            others = "--junit, --report, --fail-fast, --outcome and --cluster"
            raise Refused(f"--engine makes a table of its own; leave {others} away")
        for report in reports:
            _print_report(report, as_json, None)
        return max(_across(engines, work, as_json), 2 if reports else 0)
    began = time.monotonic()
    with _shown(work.words, as_json) as (bar, advance):
        for report in reports:
            _print_report(report, as_json, bar)
        with closing(work.counted_in(advance)) as finished, closing(_in_order(files, finished)) as ordered:
            for report in finished if fail_fast else ordered:
                report = verdicts.by_outcome(report) if by_outcome else report
                _print_report(_with_code(report) if is_verbose() and not as_json else report, as_json, bar)
                reports.append(report)
                if fail_fast and report.exit:
                    break
    _write_reports(reports, time.monotonic() - began, junit, page, was)
    if not as_json:
        _print_counts(reports, skipped=len(files) - (len(reports) - refused))
        _annotate(reports)
    return verdicts.worst_exit(report.exit for report in reports)


@contextmanager
def _shown(words: str, as_json: bool) -> Iterator[tuple[Bar | None, ShowProgress]]:
    """Show that something goes on, by a bar where people look at stdout, else by lines on stderr now and then."""
    if sys.stdout.isatty() and not as_json and not is_quiet():
        with progress_bar("verifying") as bar:
            task = bar.add_task("", total=1.0)
            yield bar, lambda done, total=1.0, what="": bar.update(task, completed=done, total=total)
        return
    with progress(words, in_lines=True) as advance:
        yield None, advance


def _write_reports(
    reports: list[Report], seconds: float, junit_path: Path | None, page_path: Path | None, was: str | None
) -> None:
    """Write the files that were asked for; only what writes them is imported, as the page takes the engine with it."""
    if junit_path is not None:
        from sandbox.verify import junit

        junit.write(junit_path, reports, seconds)
        print_written(junit_path)
    if page_path is not None:
        from sandbox.verify import former, page

        with (
            former.program_in(was) if was is not None else nullcontext() as package,
            progress("making the page", in_lines=True) as advance,
        ):
            page.write(page_path, reports, _player, package, advance)
        print_written(page_path)


def _player() -> PagePlayer:
    """Make the player of the films in a page; only where two runs differ is all that it needs loaded."""
    from sandbox.web.page import report_film

    return report_film.player()


def _print_counts(reports: list[Report], skipped: int) -> None:
    """Print the number of each verdict, unless there is a single one."""
    if len(reports) + skipped > 1:
        counts = Counter(str(report.verdict) for report in reports)
        left = f", {skipped} not run (--fail-fast)" if skipped else ""
        print_line(f"{len(reports)} recordings: " + ", ".join(f"{n} {name}" for name, n in counts.items()) + left)


def _annotate(reports: list[Report]) -> None:
    """Print each report that does not exit 0 as a command of GitHub's workflows, which shows it beside the file."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    for report in reports:
        if report.exit:
            text = "\n".join((report.reason, *report.explanation))
            print_line(f"::error file={_escaped(report.file, ':,')},title={report.verdict}::{_escaped(text)}")


def _escaped(text: str, more: str = "") -> str:
    """Write the characters by which a workflow command ends, or a property of it, as their codes."""
    return "".join(f"%{ord(letter):02X}" if letter in f"%\r\n{more}" else letter for letter in text)


def _across(engines: tuple[str, ...], work: _Work, as_json: bool) -> int:
    """Verify recordings under several releases of the engine, and print one table of them all."""
    from sandbox.verify import engines as releases
    from sandbox.verify.verdicts import worst_exit

    with progress("downloading engines", in_lines=True):
        folders = {engine: releases.prepare(engine) for engine in engines}  # all of them, before any runs
    columns: dict[str, dict[str, Report]] = {}
    for engine, folder in folders.items():
        column = columns[engine] = {}
        with progress(f"{work.words} under {engine}", in_lines=True) as advance:
            for report in work.counted_in(advance, folder):
                column[report.file] = report
                if as_json:
                    print_json({**report.as_json(), "engine": engine})
    if not as_json:
        for line in releases.table(list(map(str, work.files)), columns):
            print_line(line)
    return worst_exit(report.exit for column in columns.values() for report in column.values())


def _recordings_in(paths: tuple[Path, ...]) -> tuple[list[Path], list[Report]]:
    """Find recordings; return also a refusal for each directory without any, which must not go unnoticed."""
    from sandbox.verify.verdicts import find, refusal

    files: dict[Path, None] = {}
    refusals = []
    for path in paths:
        try:
            files.update(dict.fromkeys(find([path])))
        except BadFile as error:
            refusals.append(refusal(str(path), str(error).removeprefix(f"{path}: ")))
    return list(files), refusals


def _in_order(files: list[Path], reports: Iterator[Report]) -> Generator[Report]:
    """Yield reports in the order of their files, each as soon as all before it have come."""
    names = deque(map(str, files))
    early: dict[str, Report] = {}
    try:
        for report in reports:
            early[report.file] = report
            while names and names[0] in early:
                yield early.pop(names.popleft())
    except Refused:  # there are no more; those that have come shall not be lost
        yield from early.values()
        raise


def _refuse_worlds() -> None:
    from sandbox.worlds import factories

    if factories.named().worlds:
        raise Refused(
            "--world is for this computer: the workers of a cluster have no copy of your program; leave --cluster away"
        )


def _with_code(report: Report) -> Report:
    """Return a report that says of a recording that passes which code it was made with."""
    if report.verdict != "pass":
        return report
    from sandbox.recording.reader import read
    from sandbox.verify.judgement import code_lines, here

    return report._replace(explanation=tuple(code_lines(read(report.file, worlds=True).seen_from(here().arithmetic))))


def _print_report(report: Report, as_json: bool, bar: Bar | None) -> None:
    if as_json:
        print_json(report.as_json())
        sys.stdout.flush()
        return
    # (What is refused stands among the others, on stdout: a log of them all has to be whole, and in order.)
    lines = [f"{report.verdict:<17} {report.file}: {report.reason}", *(f"    {line}" for line in report.explanation)]
    for line in lines:
        if bar is not None:
            print_above(bar, line)
        else:
            print_line(line)
