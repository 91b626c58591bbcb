"""`sandbox solve`: search for placements that win a level, and with how few parts."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE, LEVEL, find
from sandbox.cli.options import (
    JOBS,
    MAX,
    SEED,
    as_json,
    guarded,
    how_many,
    processes,
    refuse_jobs_of_cluster,
    seconds,
    with_cluster,
)
from sandbox.cli.output import print_json, print_line, print_note, progress

if TYPE_CHECKING:
    from sandbox.cluster.address import ClusterAddress
    from sandbox.design.design import Design
    from sandbox.trials.search.search import NearWay, SearchResult
    from sandbox.trials.win_store import Win

HELP = """Search for placements of its stock that win LEVEL: shortcuts that its author did not mean, or any win at all.

LEVEL is a file or the name of a level that comes with the program. Its hints are not read.

A search tries so many placements (--runs), each run on the machine for up to --seconds. It proposes places on the
paths of what moves, on surfaces, beside and in mesh with parts, and links from port to port and over pulleys. It builds
chains by what each kind takes and hands on: backwards from what a goal is about to what moves, and forwards from what
was set off. It keeps, for each set of parts and of kinds of pieces that was set off, the placement that came nearest to
the goals, and goes on from there; once a kind of way has won, mostly from others. The answer depends on nothing but the
level, the program, --seed and --runs, on however many processes.

Of each win all that is not needed is left out. It is recorded, and counts only if its recording verifies. Then each
part is moved by 3, 5 and 10 mm in eight directions and turned by 2 degrees: the margin. Among wins with the same
parts the one with the widest margin is given; --out keeps the recordings, as LEVEL.solve1.replay and so on. In the end
stand the kinds of way to win that are known now, and the pieces of others that came near. A level whose stock is empty
gets one run, as it is.

The exit code is 0 if a win was found, 1 if none, 2 for bad input, 3 if none was found but processes ended before they
had an answer, so that there may be one; 130 if interrupted: what was found by then is given.

--json prints {"file", "title", "code", "seed", "runs", "ticks", "refused", "won_runs", "first_win", "nearest", "of",
"wins", "lost", "ways", "near_ways", "complete"}; each of "wins" has {"parts", "uses", "seconds", "run", "alike",
"margin_mm", "turns", "recording", "commands", "way", "chain"}: "commands" can be given to `sandbox run --commands`, and
wins with the same number are one way to solve it, as `sandbox ways` tells them apart. Each of "ways" has {"way",
"pieces", "chain", "wins"}, and each of "near_ways" {"pieces", "nearest"}: the pieces that were set off, in order, and
the share of the goals.

--cluster lets those workers of a Dask cluster search that compute to the bit as this computer does; see
`sandbox cluster --help`. The answer is the same.

\b
Example:
  sandbox solve roll
  sandbox solve levels/mine.toml --runs 1000 --out wins
  sandbox solve roll --seed 2 --jobs 2 --json
  sandbox solve roll --runs 100000 --cluster tls://127.0.0.1:8786
"""


class _Level(NamedTuple):
    path: Path
    design: Design
    seed: int


@click.command(cls=CliCommand, help=HELP)
@click.argument("name", metavar="LEVEL", type=LEVEL)
@how_many("--runs", "Search by so many runs", 3000, 1, 1_000_000)
@SEED
@seconds("its par and 5 more, at least 12")
@JOBS
@click.option("-o", "--out", type=FILE, metavar="DIR", help="Write the recordings of the wins to this folder.")
@as_json()
@MAX
@with_cluster
@guarded(1024)
def solve(
    name: str, runs: int, seed: int, seconds: float | None, jobs: int | None, out: Path | None, as_json: bool,
    max_seconds: int, max_memory: int, cluster: ClusterAddress | None,
) -> int:  # fmt: skip
    """Search; `HELP` describes it."""
    from sandbox.levels import levels
    from sandbox.tasks.limits import Limits
    from sandbox.trials.judging import run_ticks
    from sandbox.trials.search.search import Plan, Search
    from sandbox.trials.win_store import proven

    refuse_jobs_of_cluster(jobs, cluster)
    path = find(name)
    level = _Level(path, levels.read(path), seed)
    plan = Plan(runs, seed, seconds, processes(jobs), Limits(max_seconds, max_memory))
    search, complete = Search(level.design, plan), True
    workers = None
    if cluster is not None:
        from sandbox.cluster.searching import ClusterWorkers

        workers = ClusterWorkers(cluster, level.design, plan.limits, print_note)
    with ExitStack() as stack:
        advance = stack.enter_context(progress(f"searching {path.stem}", as_json))
        try:
            outcome = search.run(advance, workers)
        except KeyboardInterrupt:
            outcome, complete = search.outcome(), False
    with (
        progress(f"proving the wins in {path.stem}", as_json),
        tempfile.TemporaryDirectory(prefix="sandbox-solve-") as folder,
    ):
        wins = proven(level.design, path.stem, outcome.wins, out or Path(folder))
        ways = _ways(level.design, [win for win in wins if not win.problem])
    answer = _as_json(level, outcome, wins, out) | {"complete": complete}
    for win, (number, chain) in zip(answer["wins"], ways, strict=True):
        win |= {"way": number, "chain": chain}
    answer |= {"ways": _kinds_of_way(answer["wins"]), "near_ways": [_near(way) for way in outcome.near]}
    if as_json:
        print_json(answer)
    else:
        _print_answer(answer, run_ticks(level.design, seconds) / level.design.world.tick_rate, outcome.is_whole)
    if not complete:
        return 130
    return 0 if answer["wins"] else 1 if outcome.is_whole else 3


def _ways(level: Design, wins: Sequence[Win]) -> list[tuple[int, tuple[str, ...]]]:
    """Return the number of each win's way, and its chain: the kinds of parts in it."""
    from sandbox.levels.run_facts import Solution
    from sandbox.levels.ways import numbers, way_of
    from sandbox.trials.candidate import built

    ways = [way_of(Solution(built(level, win.candidate), (), win.ticks)) for win in wins]
    return [(number, way.chain) for number, way in zip(numbers(ways), ways, strict=True)]


def _kinds_of_way(wins: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each way with the pieces and the chain of its first win, the one with the fewest pieces."""
    alike: dict[int, list[dict[str, Any]]] = {}
    for win in wins:
        alike.setdefault(win["way"], []).append(win)
    return [
        {"way": number, "pieces": [*first["uses"]], "chain": first["chain"], "wins": 1 + len(others)}
        for number, (first, *others) in alike.items()
    ]


def _near(way: NearWay) -> dict[str, Any]:
    return {"pieces": way.pieces, "nearest": way.nearness}


def _as_json(level: _Level, outcome: SearchResult, wins: tuple[Win, ...], out: Path | None) -> dict[str, Any]:
    from sandbox.recording import fingerprint

    lost = [*outcome.lost, *(f"the win of run {win.run} does not count: {win.problem}" for win in wins if win.problem)]
    return {
        "file": str(level.path),
        "title": level.design.title,
        "code": fingerprint.current().code,
        "seed": level.seed,
        "runs": outcome.runs,
        "ticks": outcome.ticks,
        "refused": outcome.refused,
        "won_runs": outcome.won,
        "first_win": outcome.first,
        "nearest": round(outcome.nearest, 4),
        "of": sum(item.count for item in level.design.stock_items.values()),
        "wins": [_win(level, win, str(out / win.recording) if out else None) for win in wins if not win.problem],
        "lost": lost,
    }


def _win(level: _Level, win: Win, recording: str | None) -> dict[str, Any]:
    from sandbox.commands.commands import to_json
    from sandbox.trials.candidate import commands_of

    return {
        "parts": win.size,
        "uses": win.candidate.used,
        "seconds": round(win.ticks / level.design.world.tick_rate, 3),
        "run": win.run,
        "alike": win.alike,
        "margin_mm": win.margin.mm if win.margin else None,
        "turns": win.turns,
        "recording": recording,
        "commands": [to_json(tick, command) for tick, command in commands_of(level.design, win.candidate)],
    }


def _print_answer(answer: dict[str, Any], seconds: float, is_whole: bool) -> None:
    tried = f"{answer['runs']} run{'s' * (answer['runs'] != 1)}, seed {answer['seed']}"
    if not answer["complete"]:
        tried += ", interrupted"
    print_line(f"{answer['file']}: '{answer['title']}', {tried}")
    for sentence in answer["lost"]:
        print_line(f"  note  {sentence}")
    if not answer["runs"] and not is_whole:
        print_line(
            "  nothing was tried, so nobody knows whether it can be won; --max-memory and --max-seconds allow more"
        )
        return
    if not answer["of"]:
        _print_only_run(answer, seconds)
        return
    if not answer["wins"]:
        nearest = f"the nearest run came to {100 * answer['nearest']:.0f} % of the goals"
        print_line(f"  no win was found{'' if is_whole else ' in the runs that count'}; {nearest}")
        _print_near(answer)
        return
    print_line(f"  {answer['won_runs']} runs won, the first was run {answer['first_win']}")
    rows: list[tuple[str, ...]] = [("won with", "after", "margin", "turned by 2 deg", "at run", "way", "uses")]
    rows += [_row(win, answer["of"]) for win in answer["wins"]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print_line("  " + "  ".join([*padded, row[-1]]))
    ways = answer["ways"]
    listed = "; ".join(" + ".join(way["pieces"]) or "nothing" for way in ways)
    help_ = "; `sandbox ways --help` says what differs" * (len(ways) > 1)
    print_line(f"  {len(ways)} kind{'s' * (len(ways) != 1)} of way: {listed}{help_}")
    _print_near(answer)
    for win in answer["wins"]:
        if win["recording"]:
            print_line(f"  written: {win['recording']}")


def _print_near(answer: dict[str, Any]) -> None:
    """Print the kinds of way that came near, if there are any."""
    near = "; ".join(f"{' + '.join(way['pieces'])} ({100 * way['nearest']:.0f} %)" for way in answer["near_ways"])
    if near:
        print_line(f"  these came near, with such pieces set off: {near}")


def _print_only_run(answer: dict[str, Any], seconds: float) -> None:
    """Print the outcome of a level in which nothing can be placed."""
    near = f"it comes to {100 * answer['nearest']:.0f} % of the goals within {seconds:g} s (--seconds)"
    ends = next((f"it wins after {win['seconds']:.2f} s" for win in answer["wins"]), near)
    print_line(f"  its stock is empty, so there is one placement to try, the level as it is: {ends}")
    for win in answer["wins"]:
        if win["recording"]:
            print_line(f"  written: {win['recording']}")


def _row(win: dict[str, Any], stock: int) -> tuple[str, ...]:
    """Return a line of the table of wins."""
    mm, turns = win["margin_mm"], win["turns"]
    margin = "?" if mm is None else "less than 3 mm" if not mm else f"{mm:g} mm" + (" or more" if mm >= 10 else "")
    uses = ", ".join(f"{count} \N{MULTIPLICATION SIGN} {name}" for name, count in win["uses"].items()) or "nothing"
    turned = "-" if turns is None else "wins" if turns else "fails"
    return (
        f"{win['parts']} of {stock} parts",
        f"{win['seconds']:.2f} s",
        margin,
        turned,
        str(win["run"]),
        str(win["way"]),
        uses,
    )
