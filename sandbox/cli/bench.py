"""`sandbox bench` and `sandbox loops`: what everything costs, and the main loops side by side."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.options import FILE, check_picture, check_seconds, find, limited
from sandbox.cli.output import print_json, print_note, print_written, progress
from sandbox.recording.plain_text import printable

if TYPE_CHECKING:
    from sandbox.bench.loops import Profile, Row
    from sandbox.bench.rig import Contraption


@click.command()
@click.argument("level", default="bounce")
@click.option("--profile", metavar="NAME", help="One simulated machine only; a wrong name lists them all.")
@click.option("--seconds", type=float, callback=check_seconds, metavar="S", help="Of the contraption; 5 if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--plot", type=FILE, metavar="OUT.png", help="Draw the comparison as a picture.")
@limited()
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
    from sandbox.bench import loops_report
    from sandbox.workspace.clock import SCHEMES

    profiles = _profiles(profile)
    check_picture(plot)
    length = comparison.SECONDS if seconds is None else seconds
    if not 0.1 <= length <= 60:
        raise click.BadParameter(f"{length:g} is not between 0.1 and 60 seconds", param_hint="--seconds")
    contraption = _contraption(level)
    rows: list[Row] = []
    count = len(SCHEMES) * len(profiles)
    with progress("running main loops", as_json) as shown:
        for row in comparison.compare(contraption, profiles=profiles, seconds=length):
            rows.append(row)
            shown(len(rows) / count, "")
            if as_json:
                print_json(row.as_json())
    if not as_json:
        loops_report.show(rows)
    if plot is not None:
        from sandbox.bench import chart

        chart.write(loops_report.draw(rows, f"{printable(contraption.design.title, 60)}, {length:g} s"), plot)
        print_written(plot)
    return 0


def _profiles(name: str | None) -> tuple[Profile, ...]:
    """Return the simulated machine of this name, or all of them."""
    from sandbox.bench.loops import PROFILE_BY_NAME, PROFILES

    if name is None:
        return PROFILES
    if name not in PROFILE_BY_NAME:
        raise click.BadParameter(
            f"'{name}' is no simulated machine; there are {', '.join(PROFILE_BY_NAME)}", param_hint="--profile"
        )
    return (PROFILE_BY_NAME[name],)


def _contraption(name: str) -> Contraption:
    from sandbox.bench import rig
    from sandbox.levels import levels
    from sandbox.recording import reader

    path = find(name)
    if reader.is_recording(path):
        read = reader.read(path)
        return rig.last_run(read.head.design, read.head.seed, read.commands)
    return rig.Contraption(levels.read(path))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quick", is_flag=True, help="Short runs: the figures are rough.")
@click.option("--plot", type=FILE, metavar="OUT.png", help="Draw the figures as a picture.")
@click.option("--kinds", is_flag=True, help="Measure instead what each kind of part and link costs in a tick.")
def bench(as_json: bool, quick: bool, plot: Path | None, kinds: bool) -> int:
    """Measure what recording, hashing and replaying cost, as ratios; and forecasts, searches, a Dask
    cluster, memory, long sessions, frames, the start.

    It takes some minutes, most of them for the memory of an hour's run; a minute with --quick.

    --json prints one object with replay_ratio, replay_ratio_50, replay_ratio_1000, record_ratio, bytes_per_minute,
    hash_share, frame_vs_debug_draw and more, with the spread of each and the most that it should be.

    --kinds takes a minute or two. With --json it prints {"kind", "rest_us", "work_us", "spread", "once_us", "calls",
    "target_us"} for each kind, one object a line.

    \b
    Example:
      sandbox bench
      sandbox bench --json --quick
      sandbox bench --plot bench.png
      sandbox bench --kinds
    """
    check_picture(plot)
    if kinds:
        return _measure_kinds(as_json, quick, plot)
    from sandbox.bench import bench as benchmark
    from sandbox.bench import bench_program as whole
    from sandbox.bench import chart, cluster_cost, figures, forecast_cost, search_cost

    results = benchmark.measure(quick)
    more = [*forecast_cost.measure(), *search_cost.measure(), *cluster_cost.measure(print_note)]
    results = results._replace(figures=[*results.figures, *more, *whole.measure(results.effort)])
    if as_json:
        print_json(figures.as_json(results))
    else:
        figures.show(results)
    if plot is not None:
        chart.write(figures.bars(results), plot, f"What it costs: {results.env}")
        print_written(plot)
    return 0


def _measure_kinds(as_json: bool, quick: bool, plot: Path | None) -> int:
    from sandbox.bench import chart, kind_costs, kind_table

    costs = []
    with ExitStack() as stack:
        shown = stack.enter_context(progress("measuring", as_json))
        for cost in kind_costs.measure(kind_costs.QUICK_RUNS if quick else kind_costs.RUNS, shown):
            costs.append(cost)
            if as_json:
                print_json(kind_table.as_json(cost))
    if not as_json:
        kind_table.show(costs)
    if plot is not None:
        chart.write(kind_table.bars(costs), plot, "What each kind costs in a tick at work")
        print_written(plot)
    return 0
