"""`sandbox agents`: how many tries agents need for levels that they have not seen."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import FILE, NewFile, find
from sandbox.cli.options import JOBS, LEVELS, SEED, as_json, guarded, how_many, processes
from sandbox.cli.output import print_json, print_line, print_written, progress
from sandbox.errors import Refused

HELP = """Measure how many tries agents need to win levels that they have not seen before.

There are three: one places at random, one has learnt from tries at other variants, and one is the program's own
search. They try held-out variants, which the ideas of the daily machine give for other numbers, and each LEVEL, a file
or the name of a level that comes with the program; without one, all of the latter with a stock of one piece.

A try is an episode of the environment for learning programs: see `sandbox help learning`. AUCCESS is the share of
levels that are won within k tries, for all k up to --tries, weighted by log(k + 1) - log(k). The answer depends on
nothing but the program, the levels, --tries and --seed, on however many processes. What was measured before is kept,
and not measured again.

--out writes a page with curves and tables, --wins a recording of every win, which `sandbox verify` verifies.

--json prints {"group", "agent", "levels", "auccess", "within"} a line for each group of levels and agent; "within" has
the share that is won within 1, 10 and --tries tries.

\b
Example:
  sandbox agents -o agents.html
  sandbox agents drop roll --tries 20
  sandbox agents --wins wins --json
"""


@click.command(cls=CliCommand, help=HELP)
@LEVELS
@click.option("-o", "--out", type=NewFile(".html"), metavar="OUT.html", help="Write a page with curves and tables.")
@how_many("--tries", "Make so many tries at most at each level", 100, 1, 10_000)
@SEED
@JOBS
@click.option("--wins", type=FILE, metavar="DIR", help="Write recordings of all wins to this folder.")
@as_json("a line for each group of levels and agent")
@guarded(1024)
def agents(
    names: tuple[str, ...], out: Path | None, tries: int, seed: int, jobs: int | None, wins: Path | None, as_json: bool
) -> int:  # fmt: skip
    """Measure; `HELP` describes it."""
    try:
        import sandbox.environment  # noqa: F401
    except ImportError as error:
        raise Refused(str(error)) from None
    from sandbox.environment.agents import benchmark, page

    if out is not None and out.suffix.lower() != ".html":
        raise Refused(f"can't write '{out.name}': the name of a page ends in .html")
    paths = [find(name) for name in names] or benchmark.one_piece_levels()
    plan = benchmark.BenchmarkPlan(tries, seed, processes(jobs), wins=wins)
    with progress("agents are trying", as_json) as advance:
        scores = benchmark.measure(paths, plan, advance)
    for group, agent, count, auccess, within in page.rows(scores, tries):
        if as_json:
            shares = {str(k): round(share, 4) for k, share in within.items()}
            print_json(
                {"group": group, "agent": agent, "levels": count, "auccess": round(auccess, 4), "within": shares}
            )
        else:
            words = ", ".join(f"{share:.0%} within {k}" for k, share in within.items())
            print_line(f"{group} ({count}), {agent}: AUCCESS {auccess:.3f}; {words}")
    if out is not None:
        page.write(out, scores, plan)
        print_written(out)
    return 0
