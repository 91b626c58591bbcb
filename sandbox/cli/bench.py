"""`sandbox bench`: what everything costs. The measurements themselves come with the source, not with a wheel."""

from __future__ import annotations

import importlib.util
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import CHECKOUT
from sandbox.cli.options import as_json, check_picture, picture
from sandbox.cli.output import print_json, print_note, print_written, progress
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.bench.circumstances import Neighbours
    from sandbox.bench.figures import Measurement

NOT_HERE = (
    "the measurements of sandbox bench are for those who work on the program, and not installed with it: "
    "run it in a checkout of the source, after 'make play'"
)


@click.command(cls=CliCommand)
@as_json("; with --kinds, --curve or --against a line")
@click.option("--quick", is_flag=True, help="Be quicker and rougher: short runs.")
@picture("the figures")
@click.option("--kinds", is_flag=True, help="Measure instead what each kind of part and link costs in a tick.")
@click.option("--curve", is_flag=True, help="Measure instead how the load grows from 50 active parts to 1,600.")
@click.option(
    "--against",
    type=CHECKOUT,
    metavar="DIR|REV",
    help="Compare with the checkout in this folder, or with a revision of this one; goes with --kinds.",
)
def bench(as_json: bool, quick: bool, picture: Path | None, kinds: bool, curve: bool, against: Path | None) -> int:
    """Measure what recording, hashing and replaying cost, as ratios; and forecasts, searches, the
    environment of learning programs, a Dask cluster, memory, long sessions, frames, the start.

    It takes some minutes, most of them for the memory of an hour's run; a minute with --quick.

    Modules are compiled first, as pip does; the figures come with the Python that took them and the way it was
    compiled, and with a note if other processes used the processors meanwhile.

    --json prints one object with replay_ratio, replay_ratio_50, replay_ratio_1000, record_ratio, bytes_per_minute,
    hash_share, frame_vs_debug_draw and more, with the spread of each and the most that it should be.

    --against runs this program's benchmark and that of another checkout, or of a revision that git knows, in turns,
    three times each, or once with --quick. It shows each figure before and now with their ratio, and says what is worse
    or better by more than 3 %, and what is over its bound. With --json it prints {"key", "before", "low_before",
    "high_before", "now", "low", "high", "target", "ratio", "worse", "met"} for each figure, one object a line.

    --kinds takes a minute or two. With --json it prints {"kind", "rest_us", "work_us", "spread", "once_us", "calls",
    "target_us"} for each kind, one object a line. With --against it compares the kinds of both programs, and marks
    those over their target; then --json prints {"kind", "before", "least_before", "now", "least", "target", "ratio",
    "met"} for each, in us.

    --curve takes a minute or two. With --json it prints {"parts", "load", "tick_us", "spread", "step_us", "bare_us",
    "frame_ms", "power"} for each number of parts, one object a line. --picture draws both as curves on logarithmic
    axes, where a power of the number of parts is a straight line.

    \b
    Example:
      sandbox bench
      sandbox bench --json --quick
      sandbox bench --picture bench.png
      sandbox bench --kinds
      sandbox bench --curve --picture curve.png
      sandbox bench --against HEAD~100
      sandbox bench --kinds --against ../before
    """
    check_picture(picture)
    if importlib.util.find_spec("sandbox.bench") is None:
        raise Refused(NOT_HERE)
    if against is not None and (curve or picture is not None):
        raise click.UsageError("--against goes with neither --curve nor --picture")
    if kinds and curve:
        raise click.UsageError("--kinds and --curve are measured one at a time")
    from sandbox.bench import circumstances

    if circumstances.is_busy(share := circumstances.share_now()):
        print_note(f"other processes use {share:.0%} of the processors now: the figures will be too high and uneven")
    neighbours = circumstances.Neighbours()
    if against is not None:
        (_compare_kinds if kinds else _compare)(against, as_json, quick)
    elif kinds:
        _measure_kinds(as_json, quick, picture)
    elif curve:
        _measure_curve(as_json, quick, picture)
    else:
        _measure(as_json, quick, picture, neighbours)
    if circumstances.is_busy(share := neighbours.share()):
        print_note(
            f"other processes used {share:.0%} of the processors meanwhile, so these figures are too high and uneven; "
            "measure again when the computer is quiet"
        )
    return 0


def _measure(as_json: bool, quick: bool, picture: Path | None, neighbours: Neighbours) -> None:
    from sandbox.bench import bench as benchmark
    from sandbox.bench import bench_program as whole
    from sandbox.bench import circumstances, cluster_cost, environment_cost, figures, forecast_cost, search_cost
    from sandbox.tasks import child

    if not circumstances.compile_modules(child.ROOT):
        print_note(f"{child.ROOT} can't be written, so its modules are compiled anew for each start that is measured")
    with progress("measuring", in_lines=True):  # a bar would be drawn meanwhile, which costs something itself
        results = benchmark.measure(quick)
        more = [*forecast_cost.measure(), *search_cost.measure(), *cluster_cost.measure(print_note)]
        more += [*environment_cost.measure(print_note), *whole.measure(results.effort)]
    results = results._replace(figures=[*results.figures, *more], others=neighbours.share())
    if as_json:
        print_json(figures.as_json(results))
    else:
        figures.show(results)
    _draw(figures.bars(results), f"What it costs: {results.env}", picture)


def _measure_kinds(as_json: bool, quick: bool, picture: Path | None) -> None:
    from sandbox.bench import kind_costs, kind_table

    costs = []
    with ExitStack() as stack:
        advance = stack.enter_context(progress("measuring", as_json))
        for cost in kind_costs.measure(kind_costs.QUICK_RUNS if quick else kind_costs.RUNS, advance):
            costs.append(cost)
            if as_json:
                print_json(kind_table.as_json(cost))
    if not as_json:
        kind_table.show(costs)
    _draw(kind_table.bars(costs), "What each kind costs in a tick at work", picture)


def _measure_curve(as_json: bool, quick: bool, picture: Path | None) -> None:
    from sandbox.bench import growth, growth_table
    from sandbox.recording import fingerprint

    with progress("measuring", as_json) as advance:
        rows = growth.measure(quick, advance)
    if as_json:
        for plain in growth_table.as_json(rows):
            print_json(plain)
    else:
        growth_table.show(rows)
    if picture is not None:
        growth_table.draw(rows, f"Load and frames by active parts: {fingerprint.current().env}", picture)
        print_written(picture)


def _compare(named: Path, as_json: bool, quick: bool) -> None:
    from sandbox.bench import against
    from sandbox.bench.checkouts import checkout_of

    with progress("measuring", as_json) as advance, checkout_of(named) as checkout:
        changes = against.measure(checkout, quick, advance)
    if not as_json:
        against.show(changes, named, against.rounds_of(quick))
    for change in changes if as_json else ():
        print_json(change.as_json())


def _compare_kinds(named: Path, as_json: bool, quick: bool) -> None:
    from sandbox.bench import against, kind_against
    from sandbox.bench.checkouts import checkout_of

    with progress("measuring", as_json) as advance, checkout_of(named) as checkout:
        changes = kind_against.measure(checkout, quick, advance)
    if not as_json:
        kind_against.show(changes, named, against.rounds_of(quick))
    for change in changes if as_json else ():
        print_json(kind_against.as_json(change))


def _draw(bars: list[Measurement], title: str, picture: Path | None) -> None:
    if picture is not None:
        from sandbox.bench import chart

        chart.write(bars, title, picture)
        print_written(picture)
