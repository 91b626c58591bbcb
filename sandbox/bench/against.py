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

ROUNDS = 3  # runs of each of the two
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
        return {**self._asdict(), "worse": round(self.worse, 4)}


def measure(checkout: Path, quick: bool, progress: ShowProgress) -> list[Change]:
    """Run both benchmarks `ROUNDS` times; `progress` takes how many runs are done, and which is next.

    Raises:
        Refused: there is no program in that folder, or one of them could not be measured.
    """
    before, now = run_in_turns(checkout, ROUNDS, lambda root: figures_of(root, quick), progress)
    return changes(before, now)


def run_in_turns(
    checkout: Path, rounds: int, run: Callable[[Path], Result], progress: ShowProgress
) -> tuple[list[Result], list[Result]]:
    """Run something of the program in another checkout, and of this one, in turns; return the results of each.

    Raises:
        Refused: there is no program in that folder.
    """
    if not (checkout / "sandbox" / "__main__.py").is_file():
        raise Refused(f"{checkout} is no checkout of this program: it has no sandbox/__main__.py")
    there, here = checkout.absolute(), child.ROOT
    before: list[Result] = []
    now: list[Result] = []
    for number, is_here in enumerate(_turns(rounds)):
        root, results = (here, now) if is_here else (there, before)
        progress(number, 2 * rounds, root.name)
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
        said = ran.stderr.decode(errors="replace").strip().splitlines()
        raise Refused(f"{root} can't be measured: {said[-1] if said else child.ending(ran.returncode)}")
    return ran.stdout


def changes(before: Sequence[Plain], now: Sequence[Plain]) -> list[Change]:
    """Return the figures that all runs have, in their order."""
    others = {"pairs", "seconds", "others"}  # lengths of the measurement, and what else the computer did
    return [
        Change(key, *_spread([run[key] for run in before]), *_spread([run[key] for run in now]))
        for key, value in now[0].items()
        if isinstance(value, int | float) and key not in others and all(key in run for run in (*before, *now))
    ]


def _spread(values: list[float]) -> tuple[float, float, float]:
    return statistics.median(values), min(values), max(values)


def show(found: Sequence[Change], checkout: Path) -> None:
    """Print a line for each figure; those that are worse by more than `WORSE` are red."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "there", "here", "spread", "worse by"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for change in found:
        colour = "red" if change.worse > WORSE else "green" if change.worse < -WORSE else "default"
        worse = f"[{colour}]{change.worse:+.1%}[/]"
        table.add_row(change.key, f"{change.before:.4g}", f"{change.now:.4g}", f"{change.spread:.1%}", worse)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"Medians of {ROUNDS} runs of each, in turns; there: {checkout}.")
    console.print("What changes by less than the spread of the runs may be the same.")
