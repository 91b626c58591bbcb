"""Compares what each kind costs in a tick with what it costs in another checkout of this program, in turns."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.bench.against import Plain, printed_by, rounds_of, run_in_turns
from sandbox.bench.kind_table import us
from sandbox.tasks.progress import ShowProgress

_SHOWN = 0.5  # us: kinds that cost less in both are not in the table


class KindChange(NamedTuple):
    """The cost of a kind at work in both checkouts, in us of a tick; None of a kind that one of them does not have.

    `before` and `now` are the medians of all runs. The least is that of the least that each tick has taken: a busy
    machine disturbs it least.
    """

    kind: str
    before: float | None
    least_before: float | None
    now: float | None
    least: float | None
    target: float

    @property
    def ratio(self) -> float | None:
        """The least now over the least before; None if a checkout does not have the kind, or it cost nothing."""
        return self.least / self.least_before if self.least is not None and self.least_before else None

    @property
    def met(self) -> bool:
        """Tell whether the kind costs no more than its target here."""
        return self.now is None or self.now <= self.target


def measure(checkout: Path, quick: bool, progress: ShowProgress) -> list[KindChange]:
    """Measure the kinds of both as often as `against.measure`; `progress` takes how many runs are done, and which is
    next.

    Raises:
        Refused: one of them could not be measured.
    """
    before, now = run_in_turns(checkout, rounds_of(quick), lambda root: _costs_of(root, quick), progress)
    return changes(before, now)


def _costs_of(root: Path, quick: bool) -> dict[str, Plain]:
    """Measure the kinds of the program in a folder; return its rows by their kinds."""
    rows = map(json.loads, printed_by(root, "--kinds", "--json", *(("--quick",) if quick else ())).splitlines())
    return {row["kind"]: row for row in rows}


def changes(before: Sequence[dict[str, Plain]], now: Sequence[dict[str, Plain]]) -> list[KindChange]:
    """Return a comparison for each kind, in the order of this catalogue; what is no longer in it comes last."""
    kinds = dict.fromkeys([*now[0], *before[0]])
    return [
        KindChange(kind, *_work(kind, before), *_work(kind, now), _target(kind, now) or _target(kind, before) or 0.0)
        for kind in kinds
    ]


def _work(kind: str, runs: Sequence[dict[str, Plain]]) -> tuple[float | None, float | None]:
    """Return the median and the least of what a kind costs at work in all runs."""
    rows = [run[kind] for run in runs if kind in run]
    if not rows:
        return None, None
    return statistics.median(row["work_us"] for row in rows), min(row["spread"][0] for row in rows)


def _target(kind: str, runs: Sequence[dict[str, Plain]]) -> float | None:
    """Return the most that a kind should cost. (An older program may have no target for some.)"""
    target: float | None = runs[0].get(kind, {}).get("target_us")
    return target


def as_json(change: KindChange) -> dict[str, Any]:
    """Return a row as plain data."""
    ratio = None if change.ratio is None else round(change.ratio, 4)
    return {**change._asdict(), "ratio": ratio, "met": change.met}


def show(changes: Sequence[KindChange], named: Path, rounds: int) -> None:
    """Print a line for each kind, the costliest first; those over their target are red, and say so."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "before", "now", "least\nbefore", "least\nnow", "ratio", "at most", ""):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    shown = [change for change in changes if max(change.before or 0.0, change.now or 0.0) >= _SHOWN]
    for change in sorted(shown, key=lambda change: -(change.now or 0.0)):
        numbers = [_us(number) for number in (change.before, change.now, change.least_before, change.least)]
        if not change.met:
            numbers[1] = f"[red]{numbers[1]}[/]"
        ratio = "" if change.ratio is None else f"{change.ratio:.2f}"
        table.add_row(change.kind, *numbers, ratio, f"{change.target:g}", "" if change.met else "over")
    console = Console(highlight=False)
    console.print(table)
    runs = f"medians of {rounds} runs of each, in turns" if rounds > 1 else "of one run of each"
    console.print(
        f"Us of a tick at work: {runs}, and the least that each tick has taken in any of them, of which the ratio is. "
        f"Before: {named}. The other {len(changes) - len(shown)} kinds cost less than {_SHOWN:g} in both."
    )


def _us(number: float | None) -> str:
    return "none" if number is None else us(number)
