"""The comparison of main loops, printed as a table and drawn as a chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sandbox.bench.chart import Cell, CellGrid, Chart
from sandbox.bench.loops import Row
from sandbox.bench.rig import FINER


def show(rows: Sequence[Row]) -> None:
    """Print a table: a line for each scheme on each profile, and a description of each scheme."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)  # fits into 80 columns
    table.add_column("", no_wrap=True)
    for heading in ("speed", "ticks", "dropped", "frames", "new/s", "input", "off", "most", "busy", "end"):
        table.add_column(heading, justify="right", no_wrap=True)
    ends = letters(rows)
    for scheme in dict.fromkeys(row.scheme for row in rows):
        table.add_row(f"[bold]{scheme.name}[/]")
        for row in rows:
            if row.scheme is scheme:
                table.add_row(f"  {row.profile.name}", *_figures(row), ends[row.end_hash])
    console = Console(highlight=False)
    console.print(table)
    console.print()
    for scheme in dict.fromkeys(row.scheme for row in rows):
        console.print(f"[bold]{scheme.name}[/]: {scheme.about}")
    console.print(
        "\n[bold]speed[/] of the game, against real time. [bold]new/s[/]: frames that differ from the one before. "
        "[bold]input[/]: ms from a key press to the first picture that can show it (median). [bold]off[/], "
        f"[bold]most[/]: mm that a moving body is drawn from where it is in the same contraption at {FINER} times the "
        "tick rate (median, and the most). [bold]busy[/]: of the time, spent in a busy loop. [bold]end[/]: the same "
        "letter is the same state to the last bit."
    )


def _figures(row: Row) -> list[str]:
    return [
        f"{row.speed_error:+.1%}" if abs(row.speed_error) >= 0.0005 else "exact",
        f"{row.ticks}",
        f"{row.dropped}" if row.dropped else "",
        f"{row.frames}",
        f"{row.pictures:.1f}",
        f"{row.input_delay_ms:.1f}",
        f"{row.pose_error_mm_p50:.2f}",
        f"{row.pose_error_mm_max:.0f}",
        f"{row.busy_share:.0%}" if row.busy_share >= 0.005 else "",
    ]


def letters(rows: Sequence[Row]) -> dict[str, str]:
    """Give each end state a letter, in the order in which they come; those of fixed steps first."""
    hashes = dict.fromkeys(row.end_hash for row in sorted(rows, key=lambda row: not row.scheme.fixed))
    return {end_hash: chr(ord("A") + index % 26) + "'" * (index // 26) for index, end_hash in enumerate(hashes)}


def draw(rows: Sequence[Row], title: str) -> Chart:
    """Draw the comparison: for each figure a sheet of schemes by profiles."""
    schemes = list(dict.fromkeys(row.scheme for row in rows))
    profiles = list(dict.fromkeys(row.profile for row in rows))
    row_of = {(row.scheme, row.profile): row for row in rows}
    ends = letters(rows)

    def sheet(
        heading: str, subtitle: str, text: Callable[[Row], str], bad: Callable[[Row], float], colour_by: str = "bad"
    ) -> CellGrid:
        cells = [
            [Cell(text(row), bad(row)) if (row := row_of.get((scheme, profile))) else Cell("", 0.0)
             for profile in profiles]
            for scheme in schemes
        ]  # fmt: skip
        return CellGrid(heading, subtitle, [s.title for s in schemes], [p.title for p in profiles], cells, colour_by)

    return Chart(
        f"Main loops side by side: {title}",
        "Rows are schemes, columns simulated machines (frames a second of their screen, or what is wrong with them).",
        [
            sheet("Speed of the game", "% of real time; 100 is right. Where the program itself stood still, all lose.",
                  lambda row: f"{100 + 100 * row.speed_error:.0f}", lambda row: min(1.0, abs(row.speed_error) * 1.6)),
            sheet("New pictures a second", "frames that differ from the one before",
                  lambda row: f"{row.pictures:.0f}", lambda row: max(0.0, 1.0 - row.pictures / 60.0)),
            sheet("Delay of input", "ms from a key press to the first picture that can show it, median",
                  lambda row: f"{row.input_delay_ms:.0f}", lambda row: min(1.0, row.input_delay_ms / 100.0)),
            sheet("Drawn off the truth", f"mm, median over moving bodies; truth: {FINER} times the tick rate",
                  lambda row: _short(row.pose_error_mm_p50), lambda row: _steps(row.pose_error_mm_p50, rows)),
            sheet("Waiting in a busy loop", "% of the time of a core",
                  lambda row: f"{100 * row.busy_share:.0f}", lambda row: min(1.0, row.busy_share * 2.5)),
            sheet("State at the end", "the same letter and colour: the same state to the last bit",
                  lambda row: ends[row.end_hash], lambda row: float(list(ends).index(row.end_hash)), "kind"),
        ],
    )  # fmt: skip


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"


def _steps(value: float, rows: Sequence[Row]) -> float:
    """Rate an error against the best one, on a scale of doublings: 0 as good, 1 sixteen times as bad."""
    best = max(1e-3, min(row.pose_error_mm_p50 for row in rows if row.ticks))
    return min(1.0, max(0.0, float(np.log2(max(value, 1e-3) / best)) / 4.0))
