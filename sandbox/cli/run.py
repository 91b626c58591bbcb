"""`sandbox run`: run a level without a window, with the commands of a file, and record it."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox.cli.command import CliCommand, OneOf
from sandbox.cli.names import LEVEL, RECORDING
from sandbox.cli.options import as_json, limited, read_level, seconds
from sandbox.cli.output import print_json, print_line, print_written, progress
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from sandbox.commands.commands import AnyCommand
    from sandbox.commands.session import Session
    from sandbox.design.design import Design
    from sandbox.recording.recorder import Recorder

DEFAULT_SECONDS = 10.0
SLICE = 2400  # ticks between two looks at the wall clock while a recorded run goes on


class CommandFile(NamedTuple):
    """The commands of a file, each with its tick and its line number."""

    path: str
    steps: list[tuple[int, AnyCommand, int]]
    end: int | None  # the tick on which the recording ended, if these lines were printed by `sandbox show --json`


@click.command(cls=CliCommand)
@click.argument("level", type=LEVEL)
@click.option(
    "--commands",
    "script",
    metavar="FILE.jsonl",
    help="Carry these commands out, one JSON object a line; - reads standard input.",
)
@seconds("until the recording ended that the commands come from, otherwise 10 after the last command")
@click.option("--record", type=RECORDING, metavar="OUT.replay", help="Write a recording.")
@as_json()
@click.option("--expect", type=OneOf(["won", "lost", "open"]), help="Exit 1 unless it ends like this.")
@limited()
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
    from sandbox.levels import library

    design = read_level(level)
    steps = read_script(script) if script is not None else _just_start()
    with library.folder_for(record.parent) if record is not None else nullcontext():
        session = _run_session(design, steps, seconds, record, as_json)
    print_ending(session, as_json)
    if record is not None:
        print_written(record)
    if expect is None or expect == session.outcome:
        return 0
    print_line(f"sandbox: expected {expect}, but it is {session.outcome}", err=True)
    return 1


def _just_start() -> CommandFile:
    from sandbox.commands.commands import Start

    return CommandFile("", [(0, Start(), 0)], None)


def read_script(path: str) -> CommandFile:
    """Read the commands of a JSON-lines file; skip the other kinds of lines that `show --json` prints."""
    from sandbox.commands import commands
    from sandbox.reading import json_text

    steps: list[tuple[int, AnyCommand, int]] = []
    end: int | None = None
    last = 0
    for number, text in enumerate(_script_text(path).split("\n"), 1):
        if not text.strip():
            continue
        where = f"{path}: line {number}"
        try:
            line = json_text.loads(text)
        except BadFile as error:
            raise BadFile(f"{where}: not JSON: {error}") from None
        if isinstance(line, dict) and "line" in line:  # the others that `show --json` prints, now and later
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
    from sandbox.levels.solution_files import MAX_SCRIPT
    from sandbox.reading import files

    what = "file of commands"
    if path != "-":
        return files.read_text(path, MAX_SCRIPT, what)
    return files.as_text(files.read_stream(sys.stdin.buffer, MAX_SCRIPT, path, what), path, what)


def _run_session(
    design: Design, script: CommandFile, seconds: float | None, record: Path | None, as_json: bool
) -> Session:
    from sandbox.commands.session import MAX_TICK, Session
    from sandbox.recording import fingerprint

    rate = design.world.tick_rate
    last = script.steps[-1][0] if script.steps else 0
    end = script.end if script.end is not None and script.end >= last else last + round(DEFAULT_SECONDS * rate)
    if seconds is not None:
        end = round(seconds * rate)
        late = sum(1 for tick, _, _ in script.steps if tick > end)
        if late:
            left_out = f"{late} commands after tick {end} were left out (--seconds)"
            print_line(f"sandbox: {script.path}: {left_out}", err=True)
    if end > MAX_TICK:
        raise BadFile(f"{script.path}: ticks go up to {MAX_TICK}")
    if record is None:
        session = Session(design)
        _drive(session, script, end, None, as_json)
        return session
    recorder = recorder_for(record, design)
    session = Session(design, log=recorder)
    reason = "end of the run"
    try:
        _drive(session, script, end, recorder, as_json)
    except Refused as refused:
        reason = f"refused: {refused}"
        raise
    except BaseException:
        recorder.abandon()  # perhaps in the middle of a tick: what is written so far is a cut recording
        raise
    finally:
        recorder.close(session, reason, fingerprint.current())
    return session


def recorder_for(path: Path, design: Design) -> Recorder:
    """Open a recorder that writes straight to the path, frame by frame: a killed run leaves a recording up to its
    cut."""
    from sandbox.recording import fingerprint
    from sandbox.recording.plain_text import check_suffix
    from sandbox.recording.recorder import Recorder

    check_suffix(path)
    return Recorder(path, design, 0, fingerprint.current())


def _drive(session: Session, script: CommandFile, end: int, recorder: Recorder | None, as_json: bool) -> None:
    """Let the session go through the script to the end tick; the recording reaches the disk each second."""
    from sandbox.commands.driver import Driver

    def complain(tick: int, _: AnyCommand, refusal: Refused | None) -> None:
        line = script.steps[driver.given - 1][2]
        where = f"{script.path}: line {line}: " if line else ""
        if refusal is not None:
            raise Refused(f"{where}{refusal} (at tick {tick})")

    driver = Driver(session, [(tick, command) for tick, command, _ in script.steps], complain)
    synced = time.monotonic()
    with progress(f"running {session.design.title}", as_json) as advance:
        for _ in driver.steps(end, most=SLICE):
            advance(session.tick, max(1, end))
            if recorder is not None and time.monotonic() - synced >= 1.0:
                recorder.sync()
                synced = time.monotonic()


def print_ending(session: Session, as_json: bool) -> None:
    """Print how a session has ended."""
    end = {
        "outcome": session.outcome,
        "tick": session.tick,
        "won_tick": session.won_tick,
        "end_hash": session.end_hash().hex(),
        "parts": len(session.machine.parts if session.machine is not None else session.design.parts),
    }
    if as_json:
        print_json(end)
    else:
        print_line(_ending(end, session.tick_rate))


def _ending(end: dict[str, Any], rate: int) -> str:
    won = f" after {end['won_tick'] / rate:.2f} s (tick {end['won_tick']})" if end["won_tick"] is not None else ""
    return (
        f"{end['outcome']}{won}; ended at {end['tick'] / rate:.2f} s (tick {end['tick']}) "
        f"with {end['parts']} parts, end hash {end['end_hash']}"
    )
