"""The comparison of main loops as a printed table."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.loops.loops import Row
from sandbox.loops.rig import FINER


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
