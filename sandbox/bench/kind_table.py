"""The costs of all kinds as a table, as JSON and as bars; and what they mean, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.bench.figures import Measurement
from sandbox.bench.kind_costs import MOST, MOST_OF_MANY, ROUND, ROUNDS, KindCost

_SHOWN = 0.05  # us: what costs less costs nothing that could be measured
_BARS = 30  # kinds in a picture: the costliest
MEANING = (
    "Us of a tick that a part or link takes by itself, in Python: its behaviour, before and after the engine's step, "
    "and its own law of motion in it. Not in it: the engine's step, the hash, and what the machine does once for all.\n"
    "[bold]at rest[/]: alone, a second after Start and longer. [bold]at work[/]: in its demonstration, the one that "
    f"its card in the palette shows; the median of {ROUNDS} rounds of {ROUND} ticks where it is busiest, and beside it "
    "that of the least that each tick has taken, which a busy machine disturbs less. [bold]once[/]: the costliest "
    "single tick, as when it is switched, fires or breaks. [bold]calls[/]: of functions, ours and the engine's, in a "
    "tick at work: the same on every machine.\n"
    f"A kind may take {MOST:g} us a tick at work; what blows wind, and ropes over pulleys, {MOST_OF_MANY:g}."
)


def show(costs: Sequence[KindCost]) -> None:
    """Print a line for each kind, the costliest first, and the meaning of the columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "at rest", "at work", "least", "once", "calls", "at most"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    free = [cost for cost in costs if cost.once < 1.0 and cost.rest < _SHOWN]
    for cost in sorted(costs, key=lambda cost: -cost.work):
        if cost not in free:
            table.add_row(
                cost.title, us(cost.rest), f"[{'green' if cost.met else 'red'}]{us(cost.work)}[/]", us(cost.low),
                us(cost.once), f"{cost.calls:.1f}", f"{cost.most:g}",
            )  # fmt: skip
    console = Console(highlight=False)
    console.print(table)
    console.print(f"Nothing of their own: {', '.join(cost.title.lower() for cost in free)}.\n" if free else "")
    console.print(MEANING)


def as_json(cost: KindCost) -> dict[str, Any]:
    """Return a row as plain data."""
    return {
        "kind": cost.key,
        "rest_us": round(cost.rest, 3),
        "work_us": round(cost.work, 3),
        "spread": [round(cost.low, 3), round(cost.high, 3)],
        "once_us": round(cost.once, 1),
        "calls": round(cost.calls, 2),
        "target_us": cost.most,
    }


def bars(costs: Sequence[KindCost]) -> list[Measurement]:
    """Return a bar for each of the costliest kinds, for a picture."""
    costliest = sorted(costs, key=lambda cost: -cost.work)[:_BARS]
    return [
        Measurement(cost.title, cost.work, cost.low, cost.high, cost.most, f"{us(cost.work)} us a tick")
        for cost in costliest
    ]


def us(value: float) -> str:
    """Return microseconds in words, as in the table; nothing if it is as good as nothing."""
    return "" if value < _SHOWN else f"{value:.1f}" if value < 100.0 else f"{value:,.0f}"
