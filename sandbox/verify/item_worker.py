"""A child process that runs levels and recordings for pytest: a file that ends it ends no test run.

It answers an order to verify with the report. It answers each other one with the fault, which is empty if there is
none, and what is worth noting of the item.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandbox.errors import Refused
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import Answer, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup
from sandbox.verify.verdicts import Report
from sandbox.verify.verifier import report_of


class ItemOrder(Struct, frozen=True):
    """An order to run an item, one of `_ITEMS`; `more` are the arguments of its function."""

    what: str
    file: str
    more: dict[str, Any]


class ItemRunner:
    """The other side: a process that is kept from item to item, and replaced when one has ended it."""

    def __init__(self, limits: Limits = USUAL, more: Mapping[str, str] = {}) -> None:
        """Begin; `more` are variables for the environment of the process."""
        self._pool = Pool(Setup("sandbox.verify.item_worker", limits, more=more))

    def run(self, what: str, file: Path, **more: Any) -> dict[str, Any]:
        """Let something be done with a file, by the name of a function below; return the answer, with its `fault`."""
        end = self._pool.ask(ItemOrder(what, str(file), more))
        if isinstance(end, Answer):
            answer: dict[str, Any] = unpack(end.value, dict[str, Any])
            return answer
        prefix = "" if end.reason == "refused" else f"{file}: "
        return {"fault": "\n".join((f"{prefix}{end.sentence(optional=False)}", *end.trace))}

    def verify(self, file: Path) -> Report:
        """Verify a recording."""
        return report_of(str(file), self._pool.ask(ItemOrder("verify", str(file), {})))

    def close(self) -> None:
        """End the process; the next item gets another one."""
        self._pool.close()


# -- the child


def verify(file: Path) -> Report:
    """Verify a recording."""
    from sandbox.verify import verify as verifying

    return verifying.verify(str(file))


def collect(file: Path) -> dict[str, Any]:
    """Read a level, and note whether it has goals."""
    from sandbox.levels import levels

    return {"fault": "", "has_goals": bool(levels.read(file).goals)}


def look(file: Path, recording: str) -> dict[str, Any]:
    """Read the solution of a level, without running it."""
    from sandbox.levels import solution_files

    solution_files.read_solution(file, Path(recording))
    return {"fault": ""}


def empty(file: Path, patience: float) -> dict[str, Any]:
    """Press run and do nothing else for `patience` seconds; that must not win."""
    from sandbox.commands.commands import Start
    from sandbox.commands.session import Session
    from sandbox.levels import levels

    level = levels.read(file)
    session, rate = Session(level), level.world.tick_rate
    session.do(Start())
    session.advance(round(patience * rate))
    if session.outcome != "won" or session.won_tick is None:
        return {"fault": ""}
    when = f"tick {session.won_tick} ({session.won_tick / rate:.3f} s)"
    return {"fault": f"{file}: the level wins itself, at {when}, without anything being done"}


def solution(file: Path, recording: str) -> dict[str, Any]:
    """Give the commands of a solution to a level; that must win."""
    from sandbox.levels import levels, solution_files

    level = levels.read(file)
    attempt, _ = solution_files.read_solution(file, Path(recording))
    assert attempt is not None
    try:
        solved = attempt.solve(level)
    except Refused as refused:
        return {"fault": f"{file}: its solution {recording} does not win: {refused}"}
    return {"fault": "", "seconds": solved.ticks / level.world.tick_rate}


def bless(file: Path, reason: str, allow_outcome: bool) -> dict[str, Any]:
    """Bless a recording; note what that has changed."""
    from sandbox.verify import bless as blessing

    proposal = blessing.propose(file, reason, allow_outcome)
    if proposal is None:
        return {"fault": "", "summary": "it passes in this process"}
    proposal.write(blessing.now())
    lines = [*blessing.table([proposal]), proposal.warning]
    return {"fault": "", "summary": "\n".join(filter(None, lines))}


_ITEMS: dict[str, Callable[..., Report | dict[str, Any]]] = {
    "verify": verify,
    "collect": collect,
    "look": look,
    "empty": empty,
    "solution": solution,
    "bless": bless,
}


def carry_out(order: ItemOrder, teller: Teller) -> Report | dict[str, Any]:
    """Run an item."""
    return _ITEMS[order.what](Path(order.file), **order.more)


if __name__ == "__main__":
    serve(carry_out, ItemOrder)
