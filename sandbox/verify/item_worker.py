"""A child process that reads and runs levels, and blesses recordings, for pytest: what ends it ends no test run.

It reads a line of JSON for each item from standard input, and answers each with a line on standard output: the fault,
which is empty if there is none, and what is worth noting of the item. `ItemRunner` starts it and talks to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from sandbox.errors import BadFile, Refused
from sandbox.tasks.endings import why_ended
from sandbox.tasks.limits import USUAL, Limits, limit_seconds
from sandbox.tasks.worker_process import WorkerProcess
from sandbox.verify.worker import work


class ItemRunner:
    """The other side: a process that is kept from item to item, and replaced when one has ended it."""

    def __init__(self, limits: Limits = USUAL) -> None:
        self._limits = limits
        self._process: WorkerProcess | None = None

    def run(self, what: str, file: Path, **more: Any) -> dict[str, Any]:
        """Let something be done with a file, by the name of a function below; return the answer, with its `fault`."""
        if self._process is None:
            self._process = WorkerProcess("sandbox.verify.item_worker", self._limits)
        order = {"what": what, "file": str(file), "seconds": self._limits.seconds, **more}
        self._process.write(json.dumps(order).encode())
        while (lines := self._process.read_lines()) == []:
            pass
        if lines is None:
            fault = f"{file}: {why_ended('it', self._limits, *self._process.cause_of_death(), optional=False)}"
            self.close()
            return {"fault": fault}
        answer: dict[str, Any] = json.loads(lines[0])
        return answer

    def close(self) -> None:
        """End the process; the next item gets another one."""
        if self._process is not None:
            self._process.end()
            self._process = None


# -- the child


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
    """Press run and do nothing else for so many seconds; that must not win."""
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


def bless(file: Path, reason: str, allow_outcome: bool, date: str) -> dict[str, Any]:
    """Bless a recording; note what that has changed."""
    from sandbox.verify import bless as blessing

    proposal = blessing.propose(file, reason, allow_outcome)
    if proposal is None:
        return {"fault": "", "summary": "it passes in this process"}
    proposal.write(date)
    lines = [*blessing.table([proposal]), proposal.warning]
    return {"fault": "", "summary": "\n".join(filter(None, lines))}


_ITEMS: dict[str, Callable[..., dict[str, Any]]] = {
    "collect": collect,
    "look": look,
    "empty": empty,
    "solution": solution,
    "bless": bless,
}


def serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Run one item for each order until the orders end."""
    for line in orders:
        order = json.loads(line)
        what, file = order.pop("what"), Path(order.pop("file"))
        limit_seconds(order.pop("seconds"))
        try:
            answer = _ITEMS[what](file, **order)
        except (BadFile, Refused) as error:
            answer = {"fault": str(error)}
        except MemoryError:
            answer = {"fault": f"{file}: it needed more memory than it may have"}
        except Exception:  # a bug of ours; the other items shall be run all the same
            import traceback

            answer = {"fault": f"{file}: this program failed on it, which is a bug:\n{traceback.format_exc()}"}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    work(serve)
