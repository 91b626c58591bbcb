"""Figures of the benchmark: each a median with its range and target; as a table, as JSON and as bars."""

from __future__ import annotations

import statistics
from typing import Any, NamedTuple

from sandbox.design.design import Design


class Effort(NamedTuple):
    """Length of a measurement: number of pairs, and simulated seconds of each."""

    pairs: int
    seconds: int  # simulated, on each side of a pair

    def ticks(self, design: Design) -> int:
        return self.seconds * design.world.tick_rate


FULL = Effort(pairs=9, seconds=8)
QUICK = Effort(pairs=5, seconds=1)


class Figure(NamedTuple):
    """One row of the table: the median, the least and the greatest measured value."""

    key: str
    title: str
    value: float
    low: float
    high: float
    target: float | None  # upper bound of the median
    unit: str
    meaning: str


class Measurement(NamedTuple):
    """One measured value for a picture, with its spread and its bound, all in one unit."""

    title: str
    value: float
    low: float
    high: float
    bound: float | None  # the most that it should be
    text: str  # the value with its unit


class BenchResults(NamedTuple):
    """All figures, and the circumstances of the measurement."""

    figures: list[Figure]
    effort: Effort
    engine: str
    env: str
    python: str  # its version, and how it was compiled
    others: float | None = None  # the share of the processors that other processes have used


def figure_of(key: str, title: str, values: list[float], target: float | None, unit: str, meaning: str) -> Figure:
    return Figure(key, title, statistics.median(values), min(values), max(values), target, unit, meaning)


def as_json(results: BenchResults) -> dict[str, Any]:
    """One flat object: each figure by its key, and beside them the spread, the targets and the circumstances."""
    figures = results.figures
    return {
        **{figure.key: _rounded(figure.value) for figure in figures},
        "spread": {figure.key: [_rounded(figure.low), _rounded(figure.high)] for figure in figures},
        "targets": {figure.key: figure.target for figure in figures if figure.target is not None},
        "pairs": results.effort.pairs,
        "seconds": results.effort.seconds,
        "engine": results.engine,
        "env": results.env,
        "python": results.python,
        "others": None if results.others is None else round(results.others, 3),
    }


def _rounded(value: float) -> float:
    return round(value) if value >= 1000 else round(value, 4)


def show(results: BenchResults) -> None:
    """Print the figures as a table, and the meaning of each."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    effort = results.effort
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "median", "", "range", "at most"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for figure in results.figures:
        met = figure.target is None or figure.value <= figure.target
        table.add_row(
            figure.title,
            f"[{'green' if met else 'red'}]{_in_words(figure.value)}[/]",
            figure.unit,
            "" if figure.low == figure.high else f"{_in_words(figure.low)} to {_in_words(figure.high)}",
            "" if figure.target is None else _in_words(figure.target),
        )
    console = Console(highlight=False)
    console.print(table)
    for figure in results.figures:
        console.print(f"[bold]{figure.title}[/]: {figure.meaning}.")
    console.print(f"{effort.pairs} pairs of {effort.seconds} simulated seconds each, in processor time.")
    console.print(f"{results.env}; {results.engine}")
    console.print(f"{results.python}; the modules of the program are compiled, as after pip install.")


def bars(results: BenchResults) -> list[Measurement]:
    """Bars of the figures, for a picture."""
    return [
        Measurement(
            figure.title,
            figure.value,
            figure.low,
            figure.high,
            figure.target,
            f"{_in_words(figure.value)} {figure.unit}",
        )
        for figure in results.figures
    ]


def _in_words(value: float) -> str:
    if abs(value) >= 10:
        return f"{value:,.0f}"
    return f"{value:.3f}" if abs(value) >= 0.01 else f"{value:.5f}"
