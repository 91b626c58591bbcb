"""A child process that checks levels for another machine: its measurements count there, and are not made again.

It answers each order with the results as files for the folder of `results.Results`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandbox.commands.commands import from_json, to_json
from sandbox.design import design as document
from sandbox.design.design import Design, from_plain
from sandbox.errors import BadFile, Refused
from sandbox.levels.solution_files import Attempt
from sandbox.parts import check as checked
from sandbox.tasks.serving import Teller, serve
from sandbox.trials.checks import check
from sandbox.trials.checks.check import CheckPlan
from sandbox.trials.checks.kept_results import CollectedResults


class Measure(Struct, frozen=True):
    """An order to check a level, all of it in its written form; `end` is that of the attempt."""

    level: Any
    margins: bool
    grid: bool
    commands: tuple[Any, ...] | None = None  # of the attempt to solve it; None: there is none
    end: int = 0

    def obeyed(self) -> dict[str, bytes]:
        """Check the level, and return the files of the results by name."""
        attempt = None
        if self.commands is not None:
            attempt = Attempt(tuple(from_json(plain, "an order") for plain in self.commands), self.end)
        results = CollectedResults()
        try:
            plan = CheckPlan(margins=self.margins, grid=self.grid)
            check.check(checked(from_plain(self.level)), attempt, plan=plan, results=results)
        except (BadFile, Refused):
            pass  # who asks finds that out again, and says it
        return results.files


def order_for(level: Design, solving: Attempt | None, plan: CheckPlan) -> Measure:
    """Make the order to check a level."""
    order = Measure(document.to_plain(level), plan.margins, plan.grid)
    if solving is None:
        return order
    commands = tuple(to_json(tick, command) for tick, command in solving.commands)
    return replace(order, commands=commands, end=solving.end)


def carry_out(order: Measure, teller: Teller) -> dict[str, bytes]:
    """Carry out an order."""
    return order.obeyed()


if __name__ == "__main__":
    serve(carry_out, Measure)
