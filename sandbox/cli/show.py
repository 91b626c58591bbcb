"""`sandbox show` and `sandbox diff`: what is in a recording or a level, and how two recordings differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_OR_RECORDING, RECORDING, find
from sandbox.cli.options import WORLD, as_json, limited
from sandbox.cli.output import print_json, print_line, progress
from sandbox.errors import BadFile
from sandbox.reading.near_files import existing

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.recording.recording import Recording


@click.command(cls=CliCommand)
@click.argument("one", type=RECORDING, metavar="ONE.replay")
@click.argument("other", type=RECORDING, metavar="OTHER.replay")
@WORLD
@as_json()
@limited()
def diff(one: Path, other: Path, as_json: bool) -> int:
    """Say how two recordings differ: level, first command, first tick, and which bodies by how much.

    Both are run again side by side, so that every tick is seen; if one does not run here as it was recorded, the
    states that both files hold are compared. The exit code is 0 if they are equal, 1 if not.

    --json prints {"equal", "first_command", "first_tick", "micrometre_tick", "visible_tick", "greatest", "lines"}.

    \b
    Example:
      sandbox diff yesterday.replay today.replay
    """
    from sandbox.recording import reader
    from sandbox.verify import diff as differ

    with progress("running both recordings again", as_json):
        difference = differ.diff(reader.read(existing(one), worlds=True), reader.read(existing(other), worlds=True))
    if as_json:
        print_json(difference.as_json())
    else:
        for line in difference.lines:
            print_line(line)
    return 0 if difference.equal else 1


@click.command(cls=CliCommand)
@click.argument("file", metavar="LEVEL|REPLAY", type=LEVEL_OR_RECORDING)
@click.option("--chain", is_flag=True, help="Show what set off what: the longest chain of the run.")
@click.option("--why", type=int, metavar="PART", help="Of a recording: what led to the last time that this part moved.")
@as_json("of a level, --chain or --why; else one a line for each command")
@limited(20)
def show(file: str, chain: bool, why: int | None, as_json: bool) -> int:
    """Show the contents of a recording or a level.

    The JSON lines of a recording are its header, its commands in the language that `sandbox run --commands` reads,
    its marks and its end. A level gives one JSON object.

    --chain runs the recording again and counts the longest chain of parts that set each other off; --why leads from a
    part back, cause by cause. With --json both print {"length", "families", "chain": [{"part", "kind", "family",
    "tick", "seconds", "how", "cause", "link"}]}, ticks and seconds from the start of the run.

    \b
    Example:
      sandbox show replays/drop.replay
      sandbox show replays/press.replay --chain
      sandbox show replays/press.replay --why 23
      sandbox show replays/drop.replay --json >moves.jsonl
      sandbox show drop
    """
    from sandbox.recording import reader

    path = find(file)
    if chain or why is not None:
        _show_causes(path, why, as_json)
    elif reader.is_recording(path):
        _show_recording(path, as_json)
    else:
        _show_level(path, as_json)
    return 0


def _show_recording(path: Path, as_json: bool) -> None:
    from sandbox.recording import reader, recording

    with progress(f"reading {path.name}", as_json):
        read = reader.read(path, worlds=True)
    if as_json:
        for plain in recording.describe(read):
            print_json(plain)
    else:
        for line in _recording_lines(path, read):
            print_line(line)


def _show_causes(path: Path, why: int | None, as_json: bool) -> None:
    from sandbox.causes import cause_text, cause_tree, traced_run
    from sandbox.parts.titles import title_in
    from sandbox.recording import reader

    option = "--chain" if why is None else "--why"
    if not reader.is_recording(path):
        raise BadFile(
            f"{path}: {option} is about a recording; run the level first: sandbox run {path} --record OUT.replay"
        )
    with progress(f"running {path.name} again", as_json):
        read = reader.read(path)
        ran = traced_run.causes_of_run(read.head.design, read.head.seed, read.commands, read.ticks)
    if ran is None:
        raise BadFile(f"{path}: nothing runs in it, so nothing was set off")
    design, span, tree = ran
    if why is not None and why not in design.part_by_id:
        raise BadFile(f"--why {why}: the run of {path} has no part {why}; `sandbox show {path}` lists its commands")
    way = tree.chain() if why is None else tree.why(why, span.ticks)
    families = cause_tree.families(design, way)
    if as_json:
        steps = [cause_text.plain_step(design, step, tree, read.head.tick_rate) for step in way]
        print_json({"length": len(way), "families": families, "chain": steps})
        return
    if why is not None and not way:
        print_line(f"{path}: {title_in(design, why)} neither moved nor acted")
    elif why is None:
        count = cause_tree.count_text(design, way) or "nothing set off anything else"
        print_line(f"{path}: {count}" + (f": {', '.join(families)}" if len(way) > 1 else ""))
    for line in cause_text.lines(design, way, tree, read.head.tick_rate):
        print_line(line)


def _recording_lines(path: Path, read: Recording) -> Iterator[str]:
    from sandbox.recording import arithmetic_classes, fingerprint, recording

    this_class = fingerprint.arithmetic()
    read = read.seen_from(this_class)
    design, rate = read.head.design, read.head.tick_rate
    yield f"{path}: a recording of '{design.title}', {_seconds_of(read.ticks, rate)}, {read.hashed} ticks of it running"
    yield f"recorded on {read.recorded_on.env}, with {read.recorded_on.engine}"
    class_name = arithmetic_classes.name_of(read.head.fingerprint.arithmetic)
    yield f"class of arithmetic: {class_name}"
    if read.marks:
        elsewhere = (
            ""
            if read.marks_of(this_class) is not None
            else f", for machines of the class {class_name} and not this one"
        )
        yield f"lines with * are what the file says{elsewhere}; sandbox verify proves it"
    for blessing in read.blessings:
        hashes = f"end hash {blessing.old_hash.hex()} became {blessing.new_hash.hex()}"
        yield f"blessed {blessing.date}: {blessing.reason} ({hashes})"
    for other in read.others:
        stale = ", stale" if other.generation < read.generation else ""
        name = arithmetic_classes.name_of(other.fingerprint.arithmetic)
        yield f"also for {name}, since {other.date}: end hash {other.end.hash.hex()}{stale}"
    players: dict[int, str] = {}  # the names of those who have joined so far
    for line in recording.describe(read):
        if line.get("do") == "join":
            players[line.get("player", 0)] = line["name"]
        if line.get("line") not in ("head", "bless", "class"):
            yield f"{_seconds_of(line['tick'], rate):>26}  {_happening(line, players)}"


def _happening(line: dict[str, Any], players: dict[int, str]) -> str:
    """Describe a line of `recording.describe` after the head in words."""
    if "do" in line:
        arguments = [
            f"{name}={json.dumps(value)}" for name, value in line.items() if name not in ("tick", "do", "player")
        ]
        player = line.get("player", 0)
        whose = [f"by {players.get(player, f'player {player}')}"] if player or players else []
        return " ".join([line["do"], *arguments, *whose])
    if line["line"] == "mark":
        return f"* {line['what']}: {line['text']}"
    return f"end ({line['reason']}), hash {line['end_hash']}" if line["line"] == "end" else f"cut: {line['cut']}"


def _seconds_of(tick: int, rate: int) -> str:
    return f"{tick / rate:.3f} s (tick {tick})"


def _show_level(path: Path, as_json: bool) -> None:
    from sandbox.levels import levels

    design = levels.read(path)
    plain = _plain_level(design)
    if as_json:
        print_json(plain)
    else:
        for line in _level_lines(path, design, plain):
            print_line(line)


def _plain_level(design: Design) -> dict[str, Any]:
    from sandbox.design.design import to_plain

    return {
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
        "rules": design.rules,
        "no_build": [[area.x0, area.y0, area.x1, area.y1] for area in design.no_build],
        "forecast": design.forecast,
        "insight": design.insight,
        "open": design.open,
        "clues": to_plain(design).get("clues"),
        "aims": [aim.text for aim in design.aims],
    }


def _level_lines(path: Path, design: Design, plain: dict[str, Any]) -> Iterator[str]:
    yield f"{path}: the level '{design.title}', {design.world.width:g} by {design.world.height:g} m"
    yield from (f"text: {line}" for line in design.text.split("\n") if line)
    for title in ("parts", "links", "stock"):
        if plain[title]:
            yield f"{title}: " + ", ".join(f"{count} {kind}" for kind, count in plain[title].items())
    for title in ("goals", "fails"):
        yield from (f"{title[:-1]}: {text}" for text in plain[title])
    for x0, y0, x1, y1 in plain["no_build"]:
        yield f"no-build area: x from {x0:g} to {x1:g} m, y from {y0:g} to {y1:g} m"
    if design.insight:
        yield f"insight: {design.insight}"
    if design.open:
        yield "open: a machine to invent; many ways win"
    yield from (f"aim: {text}" for text in plain["aims"])
    if design.forecast:
        yield "forecast: the player sees while building where things will move"
