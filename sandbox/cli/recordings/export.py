"""`sandbox export`: where each body of a recorded session is on each tick, and what everybody has done, as a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import RECORDING, NewFile
from sandbox.cli.options import guarded
from sandbox.cli.output import complain, print_written, progress
from sandbox.errors import BadFile, Refused
from sandbox.reading.near_files import existing

_CSV, _LINES = ".csv", ".jsonl"
_TICK = click.IntRange(0, 2**53)
HELP = """Write where each body of a recorded session is on each tick, and what everybody has done, for other programs.

The recording is run again and compared with itself on the way. A line is one body on one tick of a running machine
("body": metres, radians and seconds), a command with the number and name of its player ("command"), or what has come
of a run ("mark"). Bodies come as they are at the end of a tick, before the commands that are given on it; and as they
are when a machine starts. Part 0 is a hand.

The name of OUT says how: OUT.csv is a table, whose last column holds the fields of a command as JSON; OUT.jsonl has an
object a line. Numbers are written in the shortest way that reads back to the same bits; --hex writes all of their
bits, as C and Python do.

The exit code is 1 if the session does not run here as it was recorded; what is written is then what this machine does.

\b
Example:
  sandbox export replays/drop.replay -o drop.csv
  sandbox export replays/drop.replay -o drop.jsonl --every 24 --parts 4,5 --from-tick 240 --to-tick 1200
"""


def _part_ids(context: click.Context, param: click.Parameter, value: str | None) -> frozenset[int]:
    """Read the numbers of parts, with commas between them."""
    ids = [word.strip() for word in value.split(",")] if value is not None else []
    if not all(word.isascii() and word.isdigit() and len(word) < 12 for word in ids):
        raise click.BadParameter(f"'{value}' are no numbers of parts; give them as 4,5,7")
    return frozenset(map(int, ids))


@click.command(cls=CliCommand, help=HELP)
@click.argument("file", type=RECORDING, metavar="ONE.replay")
@click.option("-o", "--out", required=True, type=NewFile(_CSV, _LINES), metavar="OUT", help="Write it here.")
@click.option("--every", type=click.IntRange(1, 2**31), default=1, metavar="N", help="Bodies on every Nth tick only.")
@click.option("--parts", callback=_part_ids, metavar="IDS", help="Bodies of these parts only: 4,5.")
@click.option("--from-tick", "begin", type=_TICK, default=0, metavar="TICK", help="The first tick that is written.")
@click.option("--to-tick", "end", type=_TICK, metavar="TICK", help="The last tick that is written.")
@click.option("--what", type=click.Choice(("bodies", "events")), help="Bodies only; or commands and marks only.")
@click.option("--hex", "as_hex", is_flag=True, help="Write the numbers of bodies as 0x1.8p+1.")
@guarded(1024)
def export(
    file: Path, out: Path, every: int, parts: frozenset[int], begin: int, end: int | None, what: str | None,
    as_hex: bool,
) -> int:  # fmt: skip
    """Export; `HELP` describes it."""
    from sandbox.recording import atomic_files, fingerprint, reader
    from sandbox.verify import trace

    source = existing(file)
    sinks = {_CSV: trace.csv_sink, _LINES: trace.json_sink}
    if out.suffix not in sinks:
        raise Refused(f"{out}: the name of the file has to end with {_CSV} or {_LINES}")
    if out.exists() and out.samefile(source):
        raise Refused(f"{out}: is the recording to export; choose another place")
    if end is not None and end < begin:
        raise Refused(f"--to-tick {end}: that is before --from-tick {begin}")
    recording = reader.read(source).seen_from(fingerprint.arithmetic())
    selection = trace.TraceSelection(every, begin, end, parts, what != "events", what != "bodies")
    exact: Callable[[float], Any] = float.hex if as_hex else float
    try:
        with atomic_files.replacing(out) as beside, beside.open("w", encoding="utf-8", newline="") as written:
            run = trace.SessionTrace(recording, selection, sinks[out.suffix](written, exact))
            with progress(f"exporting {file}") as show:
                run.write(show)
            missing = sorted(parts - run.seen) if selection.bodies else []
            if missing:
                raise Refused(f"--parts {missing[0]}: no machine has had a body of such a part in the ticks chosen")
    except OSError as error:
        raise BadFile(f"can't write {out}: {error.strerror}; choose another place") from None
    print_written(out)
    if run.bad_tick is None:
        return 0
    complain(f"{file}: does not run here as it was recorded: tick {run.bad_tick}: {run.what}")
    return 1
