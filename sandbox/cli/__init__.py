"""The command line. Each command imports what it needs when it runs, so that a quick answer stays quick.

Exit codes: 0 done; 1 the answer is no (a recording differs, an outcome was not the expected one); 2 bad input, with one
line on stderr that says what, where and what to do; 3 a recording drifts on this machine; 70 a step of the simulation
in the window did not come back; 130 interrupted.
"""

from __future__ import annotations

import datetime
import json
import math
import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox import __version__, atomic_files
from sandbox.errors import BadFile, Refused
from sandbox.recording.plain_text import printable, printable_json

if TYPE_CHECKING:
    from rich.progress import Progress

    from sandbox.bench.loops import Contraption
    from sandbox.commands.commands import AnyCommand
    from sandbox.commands.session import Session
    from sandbox.design.design import Design
    from sandbox.parts.base import Kind, LinkKind, Property
    from sandbox.recording.recording import Recorder
    from sandbox.verify.pool import Limits
    from sandbox.verify.verdicts import Report

DEFAULT_SECONDS = 10.0
MAX_SECONDS = 36_000.0
MAX_SCRIPT_BYTES = 64 * 1024 * 1024
MAX_SENTENCE = 2000  # characters
SLICE = 2400  # ticks between two looks at the wall clock while a recorded run goes on


def _seconds(context: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not (math.isfinite(value) and 0 <= value <= MAX_SECONDS):  # click's range lets nan through
        raise click.BadParameter(f"{value} is not between 0 and {MAX_SECONDS:g} seconds")
    return value


def _size(context: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    width, cross, height = value.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(value) < 12):
        raise click.BadParameter(f"{value!r} is not a size such as 1280x720")
    return int(width), int(height)


FILE = click.Path(path_type=Path)
# What running the recordings of others may take.
MAX_TIME = click.option(
    "--max-seconds",
    type=click.IntRange(min=1),
    default=600,
    metavar="N",
    help="Refuse what takes more processor time; default: 600.",
)
MAX_MEMORY = click.option(
    "--max-memory",
    type=click.IntRange(min=64, max=2**20),
    default=2048,
    metavar="MB",
    help="Refuse what takes more memory; default: 2048.",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    # numpy's library for matrices starts a thread for each core when it is loaded; nothing here multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = app.main(args=arguments, prog_name="sandbox", standalone_mode=False) or 0
        sys.stdout.flush()
    except (BadFile, Refused) as error:
        code = _complain(str(error))
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "sandbox"
        code = _complain(f"{error.format_message().rstrip('.')}; see {command} --help")
    except click.ClickException as error:
        code = _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader of our output has closed it; python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        code = _complain(f"{error.filename or 'input or output'}: {error.strerror or error}")
    sys.exit(code)


def _complain(sentence: str) -> int:
    _print("sandbox: " + printable(" ".join(sentence.split()), MAX_SENTENCE), err=True)
    return 2


def _print(line: str, err: bool = False) -> None:
    """Print one line. All text from files goes through here: it stays one line, and the terminal obeys nothing in
    it."""
    click.echo(printable(line, len(line)), err=err)


def _print_json(value: Any) -> None:
    _print(printable_json(value))


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="sandbox")
@click.pass_context
def app(context: click.Context) -> int | None:
    """A deterministic contraption sandbox: build, run, record, replay, prove.

    Without a command it opens the window with the level chooser.

    \b
    Example:
      sandbox                     choose a level and play
      sandbox play drop           open one level
      sandbox verify replays      does every recording still end in exactly the same state?
    """
    return _open_window(None) if context.invoked_subcommand is None else None


# -- the window


@app.command()
@click.argument("file", metavar="[LEVEL|REPLAY]", required=False)
def play(file: str | None) -> int:
    """Open the window with a level, or with the level and the commands of a recording.

    LEVEL is a file or the name of a level that comes with the program.

    \b
    Example:
      sandbox play drop
      sandbox play levels/drop.toml
      sandbox play replays/drop.replay
    """
    if file is None:
        return _open_window(None)
    from sandbox.levels import levels
    from sandbox.recording import recording

    path = _find(file)
    # A bad file is reported here, on the terminal, before a window opens.
    _ = recording.read(path) if recording.is_recording(path) else levels.read(path)
    return _open_window(path)


def _find(name: str) -> Path:
    """Return the file that a name on the command line means: an existing file, else a level that comes with the
    program."""
    from sandbox.levels import library

    path = Path(name)
    if path.is_file() or path.suffix or path.name != name:
        return path  # if it does not exist, its reader reports that
    bundled = {level.stem: level for level in library.bundled_levels()}
    if name not in bundled:
        names = ", ".join(bundled) or "none"
        raise BadFile(f"{name}: no such file, and no level of this name comes with the program (there are: {names})")
    return bundled[name]


def _read_level(name: str) -> Design:
    from sandbox.levels import levels

    return levels.read(_find(name))


def _open_window(path: Path | None) -> int:
    from sandbox.window import app as window

    return window.main(path)


# -- run


class CommandFile(NamedTuple):
    """The commands of a file, each with its tick and its line number."""

    path: str
    steps: list[tuple[int, AnyCommand, int]]
    end: int | None  # the tick on which the recording ended, if these lines were printed by `sandbox show --json`


@app.command()
@click.argument("level")
@click.option(
    "--commands", "script", metavar="FILE.jsonl", help="Commands, one JSON object a line; - reads standard input."
)
@click.option("--seconds", type=float, callback=_seconds, metavar="S", help="End after this long, counted from tick 0.")
@click.option("--record", type=FILE, metavar="OUT.replay", help="Write a recording.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--expect", type=click.Choice(["won", "lost", "open"]), help="Exit 1 unless it ends like this.")
def run(
    level: str, script: str | None, seconds: float | None, record: Path | None, as_json: bool, expect: str | None
) -> int:
    """Run LEVEL headless, as fast as it goes.

    LEVEL is a file or the name of a level that comes with the program.

    Without --commands the machine is started at tick 0 and runs for 10 seconds. With --commands the file is the
    whole session: it starts and stops the machine itself, in lines such as {"tick": 480, "do": "press", "part": 7},
    which `sandbox show --json` prints too. The session ends at --seconds; without it, where the recording ended that
    the lines come from, otherwise 10 seconds after the last command. It does not end early when the level is won.

    --json prints {"outcome", "tick", "won_tick", "end_hash", "parts"}: won, lost or open; the last tick; the first
    tick on which it was won, or null; the hash of the design and the machine at the end; how many parts were there.

    \b
    Example:
      sandbox run drop --seconds 5
      sandbox run levels/press.toml --commands moves.jsonl --record out.replay --expect won
    """
    design = _read_level(level)
    steps = _read_script(script) if script is not None else _just_start()
    session = _run_session(design, steps, seconds, record)
    end = {
        "outcome": session.outcome,
        "tick": session.tick,
        "won_tick": session.won_tick,
        "end_hash": session.end_hash().hex(),
        "parts": len(session.machine.parts if session.machine is not None else session.design.parts),
    }
    _print(printable_json(end) if as_json else _ending(end, session.tick_rate))
    if expect is None or expect == session.outcome:
        return 0
    _print(f"sandbox: expected {expect}, but it is {session.outcome}", err=True)
    return 1


def _just_start() -> CommandFile:
    from sandbox.commands.commands import Start

    return CommandFile("", [(0, Start(), 0)], None)


def _read_script(path: str) -> CommandFile:
    """Read the commands of a JSON-lines file; skip the other kinds of lines that `show --json` prints."""
    from sandbox.commands import commands

    steps: list[tuple[int, AnyCommand, int]] = []
    end: int | None = None
    last = 0
    for number, text in enumerate(_script_text(path).split("\n"), 1):
        if not text.strip():
            continue
        where = f"{path}: line {number}"
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadFile(f"{where}: not JSON ({error})") from None
        if isinstance(line, dict) and line.get("line") in ("head", "bless", "mark", "cut", "end"):
            if line["line"] in ("cut", "end") and type(line.get("tick")) is int:
                end = line["tick"]
            continue
        tick, command = commands.from_json(line, where)
        if tick < last:
            raise BadFile(f"{where}: tick {tick} comes after tick {last}; put the lines in the order of their ticks")
        last = tick
        steps.append((tick, command, number))
    return CommandFile(path, steps, end)


def _script_text(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_SCRIPT_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_SCRIPT_BYTES + 1)
        if len(data) > MAX_SCRIPT_BYTES:
            raise BadFile(f"{path}: larger than {MAX_SCRIPT_BYTES // 2**20} MB, which no file of commands is")
        return data.decode("utf-8")
    except OSError as error:
        raise BadFile(f"{path}: can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path}: not a file of commands: it is not text") from None


def _run_session(design: Design, script: CommandFile, seconds: float | None, record: Path | None) -> Session:
    from sandbox.commands.session import MAX_TICK, Session
    from sandbox.recording import fingerprint

    rate = design.world.tick_rate
    last = script.steps[-1][0] if script.steps else 0
    end = script.end if script.end is not None and script.end >= last else last + round(DEFAULT_SECONDS * rate)
    if seconds is not None:
        end = round(seconds * rate)
        late = sum(1 for tick, _, _ in script.steps if tick > end)
        if late:
            _print(f"sandbox: {script.path}: {late} commands after tick {end} were left out (--seconds)", err=True)
    if end > MAX_TICK:
        raise BadFile(f"{script.path}: ticks go up to {MAX_TICK}")
    if record is None:
        session = Session(design)
        _drive(session, script, end, None)
        return session
    recorder = _recorder(record, design)
    session = Session(design, log=recorder)
    reason = "end of the run"
    try:
        _drive(session, script, end, recorder)
    except Refused as refused:
        reason = f"refused: {refused}"
        raise
    except BaseException:
        recorder.abandon()  # perhaps in the middle of a tick: what is written so far is a cut recording
        raise
    finally:
        recorder.close(session, reason, fingerprint.current())
    return session


def _recorder(path: Path, design: Design) -> Recorder:
    """Open a recorder that writes straight to the path, frame by frame: a killed run leaves a recording up to its
    cut."""
    from sandbox.recording import fingerprint, recording

    if path.suffix != recording.SUFFIX:
        raise BadFile(f"{path}: the name of a recording ends in {recording.SUFFIX}")
    return recording.Recorder(path, design, 0, fingerprint.current())


def _drive(session: Session, script: CommandFile, end: int, recorder: Recorder | None) -> None:
    """Let the session go through the script to the end tick; the recording reaches the disk each second."""
    from sandbox.commands.driver import Driver

    def complain(tick: int, _: AnyCommand, refusal: Refused | None) -> None:
        line = script.steps[driver.given - 1][2]
        where = f"{script.path}: line {line}: " if line else ""
        if refusal is not None:
            raise Refused(f"{where}{refusal} (at tick {tick})")

    driver = Driver(session, [(tick, command) for tick, command, _ in script.steps], complain)
    synced = time.monotonic()
    for _ in driver.steps(end, most=SLICE):
        if recorder is not None and time.monotonic() - synced >= 1.0:
            recorder.sync()
            synced = time.monotonic()


def _ending(end: dict[str, Any], rate: int) -> str:
    won = f" after {end['won_tick'] / rate:.2f} s (tick {end['won_tick']})" if end["won_tick"] is not None else ""
    return (
        f"{end['outcome']}{won}; ended at {end['tick'] / rate:.2f} s (tick {end['tick']}) "
        f"with {end['parts']} parts, end hash {end['end_hash']}"
    )


# -- verify


@app.command()
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each file.")
@click.option("--junit", type=FILE, metavar="FILE", help="Write the results for a CI server, as JUnit's XML.")
@click.option(
    "--report", "page", type=FILE, metavar="OUT.html", help="Write a page that shows both runs where one differs."
)
@click.option("--engine", "engines", multiple=True, metavar="pymunk==X.Y.Z", help="Under another release; repeatable.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first recording that does not exit 0.")
@click.option("--allow-cut", is_flag=True, help="A recording without an end that agrees so far exits 0.")
@click.option("--jobs", type=click.IntRange(min=1, max=256), metavar="N", help="Processes; default: one for each core.")
@MAX_TIME
@MAX_MEMORY
def verify(
    paths: tuple[Path, ...],
    as_json: bool,
    junit: Path | None,
    page: Path | None,
    engines: tuple[str, ...],
    fail_fast: bool,
    allow_cut: bool,
    jobs: int | None,
    max_seconds: int,
    max_memory: int,
) -> int:
    """Run recordings again headless and compare every tick.

    PATH is a recording, or a directory whose recordings (*.replay, at any depth) are all meant. They run on all
    cores, each in a child process with limits, and are told as they finish.

    \b
    Verdict             what it means                                                 exit
      pass              every tick is the same, bit for bit                           0
      cut               the same as far as the file goes, but it has no end           1 (--allow-cut: 0)
      changed           not the same: the program has changed since                   1
      recorder-mismatch not the same, though nothing has changed: a bug               1
      nondeterministic  two fresh runs differ from each other: a bug                  1
      drift             not the same: another engine or another kind of processor     3
      refused           not a recording, or damaged, or over a limit                  2

    The exit code of many files is 1 if any is 1, else 2 if any is 2, else 3 if any is 3, else 0.

    --json prints {"file", "verdict", "exit", "ticks", "compared", "end_hash", "first_bad_tick", "reason",
    "explanation", "difference"}; "difference" is null, or {"micrometre_tick", "visible_tick", "greatest", "growth",
    "then", "now", "changed"}.

    --engine runs them under another release of the engine, which is downloaded once and kept apart; the answer is a
    table of what would drift, with a column for each release (--json: lines with "engine" in them).

    \b
    Example:
      sandbox verify replays
      sandbox verify --json --jobs 8 replays/drop.replay
      sandbox verify --junit report.xml --fail-fast replays
      sandbox verify --report report.html replays
      sandbox verify --engine pymunk==7.2.0 --engine pymunk==7.1.0 replays
    """
    from sandbox.verify import pool
    from sandbox.verify.verdicts import worst_exit

    files, reports = _recordings_in(paths)
    refused = len(reports)  # directories without recordings, which are no files
    limits = pool.Limits(max_seconds, max_memory)
    if engines:
        if junit or page or fail_fast:
            raise Refused("--engine makes a table of its own; leave --junit, --report and --fail-fast away")
        for report in reports:
            _tell(report, as_json, None)
        return max(_across(engines, files, jobs or _cores(), allow_cut, limits, as_json), 2 if reports else 0)
    began = time.monotonic()
    bar = _bar("verifying") if sys.stdout.isatty() and not as_json else None
    with bar or nullcontext():
        for report in reports:
            _tell(report, as_json, bar)
        for report in _verified(files, jobs or _cores(), allow_cut, limits, bar):
            _tell(report, as_json, bar)
            reports.append(report)
            if fail_fast and report.exit:
                break
    if junit is not None:
        _write_junit(junit, reports, time.monotonic() - began)
    if page is not None:
        _write_page(page, reports)
    skipped = len(files) - (len(reports) - refused)
    if not as_json and len(reports) + skipped > 1:
        counts = Counter(str(report.verdict) for report in reports)
        left = f", {skipped} not run (--fail-fast)" if skipped else ""
        _print(f"{len(reports)} recordings: " + ", ".join(f"{n} {name}" for name, n in counts.items()) + left)
    return worst_exit(report.exit for report in reports)


def _across(
    engines: tuple[str, ...], files: list[Path], jobs: int, allow_cut: bool, limits: Limits, as_json: bool
) -> int:
    """Verify recordings under several releases of the engine, and print one table of them all."""
    from sandbox.verify import engines as releases
    from sandbox.verify import pool
    from sandbox.verify.verdicts import worst_exit

    folders = {engine: releases.prepare(engine) for engine in engines}  # all of them are downloaded before any runs
    columns: dict[str, dict[str, Report]] = {}
    for engine, folder in folders.items():
        column = columns[engine] = {}
        for report in pool.verify_all(files, jobs, allow_cut, limits, engine=folder):
            column[report.file] = report
            if as_json:
                _print_json({**report.as_json(), "engine": engine})
    if not as_json:
        for line in releases.table(list(map(str, files)), columns):
            _print(line)
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


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _bar(what: str) -> Progress:
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    return Progress(TextColumn(what), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), transient=True)


def _verified(files: list[Path], jobs: int, allow_cut: bool, limits: Limits, bar: Progress | None) -> Iterator[Report]:
    """Yield a report for each file as it finishes; the bar advances with each, or with the ticks of a single one."""
    from sandbox.verify import pool

    if bar is None:
        yield from pool.verify_all(files, jobs, allow_cut, limits)
        return
    task = bar.add_task("", total=len(files))

    def progress(done: int, total: int) -> None:
        bar.update(task, completed=done / max(1, total))

    for number, report in enumerate(pool.verify_all(files, jobs, allow_cut, limits, progress), 1):
        yield report
        bar.update(task, completed=number)


def _write_junit(path: Path, reports: list[Report], seconds: float) -> None:
    from sandbox.verify import junit

    _write_beside(path, junit.xml(reports, seconds))


def _write_page(path: Path, reports: list[Report]) -> None:
    from sandbox.verify import page

    _write_beside(path, page.html_page(reports).encode("utf-8"))


def _write_beside(path: Path, data: bytes) -> None:
    """Write a file beside its place and rename it: a reader finds the old one or the new one, never half of it."""
    try:
        with atomic_files.replacing(path) as new:
            new.write_bytes(data)
    except OSError as error:
        raise BadFile(f"can't write {path}: {error.strerror}; choose another place") from None


def _tell(report: Report, as_json: bool, bar: Progress | None) -> None:
    if as_json:
        _print_json(report.as_json())
        sys.stdout.flush()
        return
    # An unreadable file is bad input; every other verdict is an answer.
    bad = report.verdict == "refused"
    lines = [f"{report.verdict:<17} {report.file}: {report.reason}", *(f"    {line}" for line in report.explanation)]
    for line in lines:
        if bar is not None and (not bad or sys.stderr.isatty()):
            bar.console.print(printable(line, len(line)), markup=False, highlight=False, soft_wrap=True)  # above it
        else:
            _print(line, err=bad)


@app.command()
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
        _print("nothing to bless: every recording passes")
        return 0
    for line in blessing.table(proposals):
        _print(line)
    if not yes:
        if not sys.stdin.isatty():
            raise Refused(
                "nothing was written: standard input is no terminal to confirm on; check the table, then add --yes"
            )
        click.confirm(f"Write {len(proposals)} recording{'s' if len(proposals) > 1 else ''}?", abort=True)
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    for proposal in proposals:
        with limits(max_memory, 2 * max_seconds):  # it is run twice more: to be written, and to be verified
            proposal.write(date)
        _print(f"blessed {proposal.path}")
    return 0


@app.command()
@click.argument("one", type=FILE)
@click.argument("other", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@MAX_TIME
@MAX_MEMORY
def diff(one: Path, other: Path, as_json: bool, max_seconds: int, max_memory: int) -> int:
    """Say how two recordings differ: level, first command, first tick, and which bodies by how much.

    Both are run again side by side. The exit code is 0 if they are equal, 1 if not.

    --json prints {"equal", "first_command", "first_tick", "micrometre_tick", "visible_tick", "greatest", "lines"}.

    \b
    Example:
      sandbox diff yesterday.replay today.replay
    """
    from sandbox.recording import recording
    from sandbox.verify import diff as differ
    from sandbox.verify.worker import limits

    with limits(max_memory, max_seconds):
        difference = differ.diff(recording.read(one), recording.read(other))
    if as_json:
        _print_json(difference.as_json())
    else:
        for line in difference.lines:
            _print(line)
    return 0 if difference.equal else 1


# -- show


@app.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a line for each command of a recording.")
def show(file: str, as_json: bool) -> int:
    """Show what is in a recording or a level.

    The JSON lines of a recording are its header, its commands in the language that `sandbox run --commands` reads,
    its marks and its end. A level gives one JSON object.

    \b
    Example:
      sandbox show replays/drop.replay
      sandbox show replays/drop.replay --json >moves.jsonl
      sandbox show drop
    """
    from sandbox.recording import recording

    path = _find(file)
    lines = _recording_lines(path, as_json) if recording.is_recording(path) else _level_lines(path, as_json)
    for line in lines:
        _print(line)
    return 0


def _recording_lines(path: Path, as_json: bool) -> Iterator[str]:
    from sandbox.recording import recording

    read = recording.read(path)
    if as_json:
        yield from map(printable_json, recording.describe(read))
        return
    design, rate = read.head.design, read.head.tick_rate
    yield f"{path}: a recording of '{design.title}', {_seconds_of(read.ticks, rate)}, {read.hashed} ticks of it running"
    yield f"recorded on {read.head.fingerprint.env}, with {read.head.fingerprint.engine}"
    for blessing in read.blessings:
        hashes = f"end hash {blessing.old_hash.hex()} became {blessing.new_hash.hex()}"
        yield f"blessed {blessing.date}: {blessing.reason} ({hashes})"
    for line in recording.describe(read):
        if line.get("line") not in ("head", "bless"):
            yield f"{_seconds_of(line['tick'], rate):>26}  {_happening(line)}"


def _happening(line: dict[str, Any]) -> str:
    """Describe a line of `recording.describe` after the head in words."""
    if "do" in line:
        arguments = [f"{name}={json.dumps(value)}" for name, value in line.items() if name not in ("tick", "do")]
        return " ".join([line["do"], *arguments])
    if line["line"] == "mark":
        return f"* {line['what']}: {line['text']}"
    return f"end ({line['reason']}), hash {line['end_hash']}" if line["line"] == "end" else f"cut: {line['cut']}"


def _seconds_of(tick: int, rate: int) -> str:
    return f"{tick / rate:.3f} s (tick {tick})"


def _level_lines(path: Path, as_json: bool) -> Iterator[str]:
    from sandbox.levels import levels

    design = levels.read(path)
    plain: dict[str, Any] = {
        "level": design.title,
        "text": design.text,
        "parts": dict(Counter(spec.kind for spec in design.parts)),
        "links": dict(Counter(link.kind for link in design.links)),
        "stock": {name: item.count for name, item in design.stock_items.items()} if design.stock is not None else None,
        "goals": [goal.text for goal in design.goals],
        "fails": [goal.text for goal in design.fails],
        "allow": list(design.allow),
        "tick_rate": design.world.tick_rate,
        "width": design.world.width,
        "height": design.world.height,
    }
    if as_json:
        yield printable_json(plain)
        return
    yield f"{path}: the level '{design.title}', {design.world.width:g} by {design.world.height:g} m"
    yield from (f"text: {line}" for line in design.text.split("\n") if line)
    for title in ("parts", "links", "stock"):
        if plain[title]:
            yield f"{title}: " + ", ".join(f"{count} {kind}" for kind, count in plain[title].items())
    for title in ("goals", "fails"):
        yield from (f"{title[:-1]}: {text}" for text in plain[title])


# -- check


@app.command()
@click.argument("names", nargs=-1, required=True, metavar="LEVEL...")
@click.option("--solution", type=FILE, metavar="FILE.replay", help="The recording that solves it.")
@click.option(
    "--least",
    type=click.FloatRange(0.0, 50.0),
    default=3.0,
    metavar="MM",
    help="How far off a part must be allowed to be; default: 3.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each level.")
def check(names: tuple[str, ...], solution: Path | None, least: float, as_json: bool) -> int:
    """Check that a level is sound: fit to be given to players.

    LEVEL is a file or the name of a level that comes with the program.

    Its goals, hints and stock must make sense; the empty run must not win it; its solution must. The solution is the
    recording of the level's name in the folder replays beside it, or the one of --solution; its commands are given to
    the level as it is now. Each part that the solution places is then moved by 0.5 to 50 mm in eight directions, to
    find how exactly one must build. The exit code is 0 if the level is sound, 1 if not, 2 for bad input.

    --json prints {"file", "title", "sound", "findings", "solved", "placing"}: findings with their grade (good, note or
    bad) and text; seconds and parts of the solution, or null; and for each part how far it may be off in mm, with what
    becomes of it at the next distance.

    \b
    Example:
      sandbox check gears
      sandbox check levels/mine.toml --solution replays/mine.replay
      sandbox check --json levels/*.toml
    """
    from sandbox.levels import check as checker
    from sandbox.levels import levels

    if solution is not None and len(names) > 1:
        raise Refused("--solution is of one level; check the others without it")
    sound = True
    for name in names:
        path = _find(name)
        level = levels.read(path)
        solving, called = checker.read_solution(path, solution)
        bar = _bar("checking") if sys.stderr.isatty() and not as_json else None
        with bar or nullcontext():
            answer = checker.check(level, solving, called, least, _shown_in(bar))
        sound = sound and answer.sound
        if as_json:
            _print_json({"file": str(path), **answer.as_json()})
            continue
        _print(f"{path}: '{answer.title}' is {'sound' if answer.sound else 'not sound'}")
        for finding in answer.findings:
            _print(f"  {finding.grade:<5} {finding.text}")
        for row in answer.reaches:
            _print(f"        {checker.reach_line(row)}")
    return 0 if sound else 1


def _shown_in(bar: Progress | None) -> Callable[[float, str], None]:
    """Return a function that shows progress, 0 to 1, in a bar."""
    if bar is None:
        return lambda share, what: None
    task = bar.add_task("", total=1.0)
    return lambda share, what: bar.update(task, completed=share)


# -- import


@app.command("import")
@click.argument("file", type=FILE, metavar="FILE.xml")
@click.option("-o", "--output", type=FILE, required=True, metavar="LEVEL.toml", help="Where the level goes.")
@click.option("--solution", type=FILE, metavar="OUT.jsonl", help="Write the level's own hints as commands, too.")
@click.option("--strict", is_flag=True, help="Write nothing and exit 2 if anything has no counterpart here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_(file: Path, output: Path, solution: Path | None, strict: bool, as_json: bool) -> int:
    """Convert a level of The Butterfly Effect.

    Sizes, masses, surfaces, joints, goals, the toolbox, texts and hints are kept, and contacts work as they do there;
    pictures and backgrounds are not. What has no counterpart is named on stderr.

    --solution writes the commands that place the hints and start the machine, for `sandbox run --commands`.

    --json prints {"objects", "converted", "unknown"}: how many objects the level has, how many of them have become
    parts or links, and what has no counterpart, by name, with how often it is there.

    \b
    Example:
      sandbox import picnic.xml -o picnic.toml --solution picnic.jsonl
      sandbox run picnic.toml --commands picnic.jsonl --seconds 30 --expect won
    """
    from sandbox.commands import commands
    from sandbox.levels import levels
    from sandbox.levels.formats import tbe

    if output.exists() and file.exists() and output.samefile(file):
        raise BadFile(f"{output}: is the file to convert; give the level another name")
    imported = tbe.read(file)
    lacking = ", ".join(f"{name} ({count})" for name, count in imported.unknown.items())
    if lacking and strict:
        raise BadFile(f"{file}: has no counterpart here: {lacking}; without --strict it is left out")
    if lacking:
        _print(f"sandbox: {file}: left out, as it has no counterpart here: {lacking:.{MAX_SENTENCE}}", err=True)
    levels.write(output, imported.design)
    if solution is not None:
        lines = (json.dumps(commands.to_json(0, command), ensure_ascii=False) for command in imported.solution)
        levels.write_text(solution, "\n".join(lines) + "\n")
    if as_json:
        summary = {"objects": imported.objects, "converted": imported.converted, "unknown": imported.unknown}
        _print_json(summary)
    else:
        hints = len(imported.solution) - 1
        _print(f"{output}: {imported.converted} of {imported.objects} objects, {hints} hints")
    return 0


# -- render


@app.command()
@click.argument("file")
@click.option("-o", "--output", type=FILE, required=True, metavar="OUT", help="A .png picture, or a .gif or .mp4 film.")
@click.option("--at", type=float, metavar="SECONDS", help="The moment of a picture, or where a film ends.")
@click.option("--size", callback=_size, metavar="WxH", help="Pixels, as in 1280x720.")
@click.option("--fps", type=int, metavar="N", help="Frames a second of a film.")
@click.option("--speed", metavar="X", help="Of a film, times real time: 2, 0.5, 1/4.")
@click.option(
    "--camera",
    default="fit",
    metavar="WHERE",
    help="fit; the number or kind of a part to follow; or x,y,width in metres.",
)
@click.option("--from", "begin", type=float, metavar="SECONDS", help="Where a film begins, in seconds of the run.")
@click.option("--to", "end", type=float, metavar="SECONDS", help="Where it ends.")
@click.option("--run", "number", type=int, metavar="N", help="Which run of a recording, from 1; default: the last.")
@click.option(
    "--theme", type=click.Choice(["light", "dark", "colour-blind"]), default="light", help="As in the window's menu."
)
@click.option("--json", "as_json", is_flag=True, help="Tell how far it is: one JSON object a line.")
def render(
    file: str, output: Path, at: float | None, size: tuple[int, int] | None, fps: int | None, speed: str | None,
    camera: str, begin: float | None, end: float | None, number: int | None, theme: str, as_json: bool,
) -> int:  # fmt: skip
    """Draw a recording or a level, without a window.

    A picture shows the last frame of a recording's last run, or a level at rest; a film the whole of that run, or a
    level's run until it is decided. It needs OpenGL, but no display; an .mp4 needs ffmpeg.

    --json prints {"done", "total"}, frames, for each frame of a film.

    --camera 7 follows part 7, and --camera 7,1.5 shows 1.5 m around it; --camera volleyball follows the first one;
    --camera 1.2,0.8,1.5 looks at a region 1.5 m wide around a point.

    \b
    Example:
      sandbox render replays/drop.replay -o drop.png
      sandbox render replays/topple.replay -o topple.gif --size 640x360
      sandbox render replays/circus.replay -o slow.mp4 --camera volleyball,2 --from 2.5 --to 3.5 --speed 1/4
    """
    from fractions import Fraction

    from sandbox.render.pictures import film as picture
    from sandbox.render.pictures import film_plan as script

    pace = script.pace(speed) if speed is not None else Fraction(1)
    wish = picture.Wish(size, at, fps, pace, script.aim(camera), begin, end, number, theme.replace("-", "_"))
    source = _find(file)
    with _terminates():
        if as_json:
            picture.render(source, output, wish=wish, progress=_tell_progress)
            return 0
        if output.suffix.lower() == ".png" or not sys.stdout.isatty():
            picture.render(source, output, wish=wish)
            return 0
        with _bar("drawing") as bar:
            task = bar.add_task("", total=None)
            picture.render(
                source, output, wish=wish, progress=lambda done, total: bar.update(task, completed=done, total=total)
            )
    return 0


def _tell_progress(done: int, total: int) -> None:
    print(json.dumps({"done": done, "total": total}), flush=True)


@contextmanager
def _terminates() -> Iterator[None]:
    """Treat a request to terminate like Ctrl+C, so that the program tidies up first."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# -- parts


@app.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, for each kind.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw them all, with their names, to this PNG file.")
def parts(as_json: bool, picture: Path | None) -> int:
    """List every kind of part and link, with its properties, their units and their ranges.

    \b
    Example:
      sandbox parts
      sandbox parts --json
      sandbox parts --picture parts.png

    A line of --json is {"kind", "family", "properties", "ports", "help", "title", "sound", "source", ...}; a kind of
    link has "joins" besides: the types of port that it joins. A property is {"name", "type", "default", ...}: a switch;
    a number or whole number with "unit" and "range" [low, high]; a choice with "choices"; a text or an outline.
    """
    from sandbox import parts as catalogue

    if picture is not None:
        from sandbox.render.pictures import gallery

        gallery.draw(picture)
        return 0

    for family, module in catalogue.FAMILIES.items():
        if not as_json:
            click.secho(family, bold=True)
        for kind in module.KINDS:
            _tell_kind(_kind_plain(kind, family), as_json)
        for link in getattr(module, "LINKS", ()):
            _tell_kind(_link_plain(link, family), as_json)
    return 0


def _tell_kind(kind: dict[str, Any], as_json: bool) -> None:
    if as_json:
        _print_json(kind)
    else:
        _echo_kind(kind)


def _kind_plain(kind: Kind, family: str) -> dict[str, Any]:
    from sandbox.parts import sounds

    ports = kind.blueprint(kind.values({})).ports
    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [{"name": port.name, "type": port.type, "title": port.title} for port in ports],
        "help": kind.help,
        "title": kind.title,
        "link": False,
        "flips": kind.flips,
        "turns": kind.turns,
        "pressable": kind.pressable,
        "resizes": list(kind.resizes),
        "states": list(kind.goal_states),
        "sound": sounds.plain(kind),
        "source": kind.source,
    }


def _link_plain(kind: LinkKind, family: str) -> dict[str, Any]:
    from sandbox.parts import sounds

    return {
        "kind": kind.name,
        "family": family,
        "properties": [_property_plain(prop) for prop in kind.properties],
        "ports": [],
        "help": kind.help,
        "title": kind.title,
        "link": True,
        "joins": list(kind.ends),
        "sound": sounds.plain(kind),
        "source": kind.source,
    }


def _property_plain(prop: Property) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "name": prop.name,
        "title": prop.title,
        "type": prop.type,
        "default": prop.default,
        "help": prop.help,
    }
    if prop.choices:
        plain["choices"] = list(prop.choices)
    elif prop.type != "switch":
        plain |= {"unit": prop.unit, "range": [prop.low, prop.high]}
    return plain


def _echo_kind(kind: dict[str, Any]) -> None:
    indent = " " * 19
    name = f"  {kind['kind']:<16} "
    for line in click.wrap_text(kind["help"], _width(), initial_indent=name, subsequent_indent=indent).split("\n"):
        _print(line)
    can = [word for word in ("flips", "pressable") if kind.get(word)]
    if kind.get("resizes"):
        can.append(f"resizes in {' and '.join(kind['resizes'])}")
    if kind.get("joins"):
        can.append(f"joins {kind['joins'][0]} and {kind['joins'][1]}")
    if kind.get("states"):
        can.append(f"goals may ask for: {', '.join(kind['states'])}")
    if kind.get("ports"):
        can.append("ports: " + ", ".join(f"{port['name']} ({port['type']})" for port in kind["ports"]))
    sounds = kind["sound"]
    heard = [sounds["knock"], *([sounds["hum"]] if "hum" in sounds else []), *sounds.get("cues", {}).values()]
    can.append("sounds: " + ", ".join(dict.fromkeys(heard)))
    for line in click.wrap_text("; ".join(can), _width(), indent, indent + "  ").split("\n"):
        _print(line)
    for prop in kind["properties"]:
        _print(f"{indent}{prop['name']} = {_shown(prop)} {_range(prop)}".rstrip())


def _width() -> int:
    return min(120, shutil.get_terminal_size().columns)


def _shown(prop: dict[str, Any]) -> str:
    value = prop["default"]
    if prop["type"] == "outline":
        return " and ".join(f"{len(points)} points" for points in value)
    if prop["type"] == "text":
        return json.dumps(value)
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _range(prop: dict[str, Any]) -> str:
    if "choices" in prop:
        return f"({', '.join(prop['choices'])})"
    if "range" not in prop:
        return "(true, false)"
    low, high = prop["range"]
    if prop["type"] == "text":
        return f"(a text of up to {high:g} characters)"
    return f"{prop['unit']} ({low:g} to {high:g})".lstrip()


# -- loops


@app.command()
@click.argument("level", default="bounce")
@click.option("--profile", metavar="NAME", help="One simulated machine only; a wrong name lists them all.")
@click.option("--seconds", type=float, callback=_seconds, metavar="S", help="Of the contraption; 5 if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--plot", type=FILE, metavar="OUT.png", help="Draw the comparison as a picture.")
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
    from sandbox.bench import loops as comparison

    profiles = comparison.PROFILES
    if profile is not None:
        if profile not in comparison.PROFILE_BY_NAME:
            raise click.BadParameter(
                f"'{profile}' is no simulated machine; there are {', '.join(comparison.PROFILE_BY_NAME)}",
                param_hint="--profile",
            )
        profiles = (comparison.PROFILE_BY_NAME[profile],)
    if plot is not None and plot.suffix.lower() != ".png":
        raise Refused(f"can't write '{plot.name}': the name of a picture ends in .png")
    length = comparison.SECONDS if seconds is None else seconds
    if not 0.1 <= length <= 60:
        raise click.BadParameter(f"{length:g} is not between 0.1 and 60 seconds", param_hint="--seconds")
    contraption = _contraption(level)
    rows = []
    for row in comparison.compare(contraption, profiles=profiles, seconds=length):
        rows.append(row)
        if as_json:
            _print_json(row.as_json())
    if not as_json:
        comparison.show(rows)
    if plot is not None:
        from sandbox.bench import chart

        chart.write(comparison.draw(rows, f"{printable(contraption.design.title, 60)}, {length:g} s"), plot)
    return 0


def _contraption(name: str) -> Contraption:
    from sandbox.bench import loops
    from sandbox.levels import levels
    from sandbox.recording import recording

    path = _find(name)
    if recording.is_recording(path):
        read = recording.read(path)
        return loops.last_run(read.head.design, read.head.seed, read.commands)
    return loops.Contraption(levels.read(path))


# -- bench


@app.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quick", is_flag=True, help="Short runs: the figures are rough.")
@click.option("--plot", type=FILE, metavar="OUT.png", help="Draw the figures as a picture.")
def bench(as_json: bool, quick: bool, plot: Path | None) -> int:
    """Measure what recording, hashing and replaying cost, as ratios; and memory, long sessions, frames, the start.

    It takes some minutes, most of them for the memory of an hour's run; a minute with --quick.

    --json prints one object with replay_ratio, replay_ratio_50, replay_ratio_1000, record_ratio, bytes_per_minute,
    hash_share, frame_vs_debug_draw and more, with the spread of each and the most that it should be.

    \b
    Example:
      sandbox bench
      sandbox bench --json --quick
      sandbox bench --plot bench.png
    """
    from sandbox.bench import bench as benchmark
    from sandbox.bench import bench_program as whole
    from sandbox.bench import chart

    if plot is not None and plot.suffix.lower() != ".png":
        raise Refused(f"can't write '{plot.name}': the name of a picture ends in .png")
    results = benchmark.measure(quick)
    results = results._replace(figures=[*results.figures, *whole.measure(results.effort)])
    if as_json:
        _print_json(benchmark.as_json(results))
    else:
        benchmark.show(results)
    if plot is not None:
        chart.write(benchmark.bars(results), plot, f"What it costs: {results.env}")
    return 0
