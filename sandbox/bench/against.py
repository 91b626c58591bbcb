"""Compares what this program costs with what another checkout of it costs: both run their own benchmark, in turns."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sandbox.bench.circumstances import compile_modules
from sandbox.errors import Refused
from sandbox.tasks import child
from sandbox.tasks.progress import ShowProgress

ROUNDS, QUICK_ROUNDS = 3, 1  # runs of each of the two
WORSE = 0.03  # a figure that is worse by more is marked
_MORE_IS_BETTER = {"replay_speed", "workshop_400", "suite_speedup"}  # of all others less is
Plain = dict[str, Any]
Result = TypeVar("Result")


class Change(NamedTuple):
    """A figure of both checkouts: medians of all runs, with the least and the greatest."""

    key: str
    before: float
    low_before: float
    high_before: float
    now: float
    low: float
    high: float
    target: float | None = None  # the most that the figure should be here

    @property
    def ratio(self) -> float | None:
        """The figure now over what it was before; None if it was 0."""
        return self.now / self.before if self.before else None

    @property
    def met(self) -> bool:
        """True if the figure is within its bound here, or has none."""
        return self.target is None or self.now <= self.target

    @property
    def worse(self) -> float:
        """The share by which a figure is worse now; below 0: better."""
        if not self.before or not self.now:
            return 0.0
        return (self.before / self.now if self.key in _MORE_IS_BETTER else self.now / self.before) - 1.0

    @property
    def spread(self) -> float:
        """The range of all runs of one checkout over their median, of the one where that is larger."""
        ranges = (self.high_before - self.low_before, self.before), (self.high - self.low, self.now)
        return max(width / median if median else 0.0 for width, median in ranges)

    def as_json(self) -> Plain:
        """Return the comparison as plain data."""
        ratio = None if self.ratio is None else round(self.ratio, 4)
        return {**self._asdict(), "ratio": ratio, "worse": round(self.worse, 4), "met": self.met}


def measure(checkout: Path, quick: bool, progress: ShowProgress) -> list[Change]:
    """Run both benchmarks `ROUNDS` times, or quickly once; `progress` takes how many runs are done, and which is next.

    Raises:
        Refused: one of them could not be measured.
    """
    before, now = run_in_turns(checkout, rounds_of(quick), lambda root: figures_of(root, quick), progress)
    return changes(before, now)


def rounds_of(quick: bool) -> int:
    """Return how many runs of each of the two are made."""
    return QUICK_ROUNDS if quick else ROUNDS


def run_in_turns(
    checkout: Path, rounds: int, run: Callable[[Path], Result], progress: ShowProgress
) -> tuple[list[Result], list[Result]]:
    """Run something of the program in another checkout, and of this one, in turns; return the results of each."""
    there, here = checkout.absolute(), child.ROOT
    before: list[Result] = []
    now: list[Result] = []
    for number, is_here in enumerate(_turns(rounds)):
        root, results = (here, now) if is_here else (there, before)
        version = "now" if is_here else "before"
        progress(number, 2 * rounds, f"run {number + 1} of {2 * rounds}: {version}, {root}")
        results.append(run(root))
    progress(1.0)
    return before, now


def _turns(rounds: int) -> Iterator[bool]:
    """Yield for each run whether it is here; who is first in one round is last in the next."""
    for number in range(rounds):
        yield from (False, True) if number % 2 == 0 else (True, False)


def figures_of(root: Path, quick: bool) -> Plain:
    """Run the benchmark of the program in a folder.

    Raises:
        Refused: it fails.
    """
    figures: Plain = json.loads(printed_by(root, "--json", *(("--quick",) if quick else ())))
    return figures


def printed_by(root: Path, *options: str) -> bytes:
    """Return what the benchmark of the program in a folder prints. Its command line is the same in all versions.

    Raises:
        Refused: it fails.
    """
    compile_modules(root)
    ran = child.run("-m", "sandbox", "bench", *options, env=child.environment(root=root))
    if ran.returncode:
        lines = ran.stderr.decode(errors="replace").strip().splitlines()
        raise Refused(f"{root} can't be measured: {lines[-1] if lines else child.ending(ran.returncode)}")
    return ran.stdout


def changes(before: Sequence[Plain], now: Sequence[Plain]) -> list[Change]:
    """Return the figures that all runs have, in their order."""
    others = {"pairs", "seconds", "others"}  # lengths of the measurement, and what else the computer did
    targets = now[0].get("targets", {})
    return [
        Change(key, *_spread([run[key] for run in before]), *_spread([run[key] for run in now]), targets.get(key))
        for key, value in now[0].items()
        if isinstance(value, int | float) and key not in others and all(key in run for run in (*before, *now))
    ]


def _spread(values: list[float]) -> tuple[float, float, float]:
    return statistics.median(values), min(values), max(values)


def show(found: Sequence[Change], named: Path, rounds: int) -> None:
    """Print a line for each figure; those that are worse by more than `WORSE` say so, and those over their bound."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))  # no box, or it does not fit into 80 columns
    for heading in ("", "before", "now", "ratio", "range", "at most", ""):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for change in found:
        colour = "red" if change.worse > WORSE else "green" if change.worse < -WORSE else "default"
        ratio = "" if change.ratio is None else f"[{colour}]{change.ratio:.3f}[/]"
        notes = (("worse", change.worse > WORSE), ("better", change.worse < -WORSE), ("over", not change.met))
        table.add_row(
            change.key, _in_words(change.before), _in_words(change.now), ratio,
            f"{change.spread:.0%}" if rounds > 1 else "", "" if change.target is None else f"{change.target:,g}",
            " ".join(note for note, holds in notes if holds),
        )  # fmt: skip
    console = Console(highlight=False)
    console.print(table)
    runs = f"Medians of {rounds} runs of each, in turns" if rounds > 1 else "One run of each, for a first impression"
    console.print(f"{runs}; before: {named}, now: {child.ROOT}.")
    console.print(
        f"worse, better: by more than {WORSE:.0%}; over: more than it should be. What changes by less than the range "
        "of the runs may be the same."
    )


def _in_words(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
