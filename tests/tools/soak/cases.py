"""A process that plays sessions, what it says of them, and how a session that fails is made smaller."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.verify.narrowing.cases import Case, Plain
from sandbox.verify.narrowing.reducer import Reducer

ROOT = Path(__file__).parents[3]
PERTURB = "165"  # the byte that what is freed is overwritten with: whoever uses it still gets nonsense
MEGABYTES = 1500  # of memory that one session may take


class Signature(NamedTuple):
    """What two failures have in common that are taken for the same: the kind of it, and the function it was in."""

    what: str  # the name of an exception, "hang", "stuck" or "signal 11"
    where: str

    def __str__(self) -> str:
        return f"{self.what} in {self.where}"

    def same(self, other: Signature | None) -> bool:
        """Whether a smaller session fails alike. What the engine was called for when it died may be another thing."""
        if other is None or self.what != other.what:
            return False
        return self.where == other.where or self.what in ("hang", "stuck", "signal 7", "signal 11")


def lines_of(case: Case) -> str:
    """Write the file of commands of a case."""
    end = {"line": "end", "tick": case.end}
    return "".join(json.dumps(step) + "\n" for step in (*case.steps, end))


def without_marks(case: Case) -> Case:
    """Leave out the collections of garbage of a case: they must make no difference."""
    return case._replace(steps=[step for step in case.steps if "line" not in step])


class Played(NamedTuple):
    """How one session of an order went: its seed (None: it was given by its steps), and the steps that were done."""

    seed: int | None
    case: Case
    said: Plain | None  # None: it did not come to its end
    failure: Signature | None
    text: str
    before: Sequence[int] = ()  # the seeds that one process has played, this one last


class Player:
    """A child process with `child.py` in it. Its hash seed differs from player to player."""

    def __init__(self, number: int, plant: str | None = None, perturb: bool = True) -> None:
        environment = {
            **os.environ,
            "PYTHONHASHSEED": str(number),
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONPATH": str(ROOT),
        }
        environment |= {"MALLOC_PERTURB_": PERTURB} if perturb else {}
        arguments = [sys.executable, "-m", "tests.tools.soak.child", str(MEGABYTES), *([plant] if plant else [])]
        self._child = subprocess.Popen(
            arguments, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            encoding="utf-8",
        )  # fmt: skip

    def play(self, order: Plain) -> list[Played]:
        """Each session of an order; none after one that has failed."""
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(json.dumps(order) + "\n")
        self._child.stdin.flush()
        return list(self._hear(self._child.stdout))

    def _hear(self, lines: Any) -> Iterator[Played]:
        seed, begun, level, end = None, False, {}, 0
        steps: list[Plain] = []
        for line in lines:
            try:
                what, *more = json.loads(line)
            except ValueError:
                continue  # half a line, of a fork that died
            if what == "begin":
                seed, begun, level, steps, end = more[0], True, {}, [], 0
            elif what == "level":
                level, steps = more[0], []
            elif what == "step":
                steps.append(more[0])
                end = more[0]["tick"]
            elif what == "refused":
                steps.pop()
            elif what == "end":
                end = more[0]
            elif what == "done":
                begun = False
                yield Played(seed, Case(level, steps, end), more[0], None, "")
            elif what == "failed":
                begun = False
                yield Played(seed, Case(level, steps, end), None, Signature(*more[:2]), more[2])
            else:
                if begun and more[0]:
                    yield Played(seed, Case(level, steps, end), None, _of_signal(*more), more[1])
                return
        raise RuntimeError("the process that plays sessions has ended; it says above why")

    def one(self, case: Case, seconds: float, finite: bool = False) -> Played | None:
        """How a session goes that is given by its steps; None: it is none. `finite`: all numbers must be."""
        order = {"level": case.level, "steps": case.steps, "end": case.end, "seconds": seconds, "finite": finite}
        return next(iter(self.play(order)), None)

    def close(self) -> None:
        self._child.kill()
        self._child.communicate()


def _of_signal(number: int, said: str) -> Signature:
    """The signature of what a signal has ended, by what the fault handler and the engine have said."""
    where = re.search(r'File "[^"]*/sandbox/(?:\w+/)*(\w+)\.py", line \d+ in (\w+)', said)
    function = f"{where[1]}.{where[2]}" if where else "?"
    if number == signal.SIGPROF:
        return Signature("hang", function)
    if number == signal.SIGALRM:
        return Signature("stuck", function)
    if number == signal.SIGABRT:  # the engine or the allocator gives up, and says why
        source = re.search(r"Source:\s*(\S+)", said) or re.search(r"^(?!Fatal|File|\s)(.{8,60})$", said, re.M)
        function = source[1].split("/")[-1] if source else function
    return Signature(f"signal {number}", function)


# -- making it smaller


def alike(player: Player, signature: Signature, seconds: float) -> Callable[[Case], Played | None]:
    """A function that plays a case, and tells how it went if it has failed with a like signature."""
    if signature.what == "hang":
        seconds = min(seconds, 1.5)

    def fails(case: Case) -> Played | None:
        played = player.one(case, seconds, signature.what == "NotFinite")
        return played if played is not None and signature.same(played.failure) else None

    return fails


class Reduction(NamedTuple):
    """The smallest case, what it says, and how many were played; no case if it does not fail when played again."""

    case: Case | None
    text: str
    tries: int


def reduce(case: Case, fails: Callable[[Case], Played | None], patience: float) -> Reduction:
    """Take away from a case whatever it fails without, in the same way, for so many seconds at most."""
    text = ""

    def play(smaller: Case) -> Case | None:
        nonlocal text
        played = fails(smaller)
        if played is None:
            return None
        text = played.text
        return played.case._replace(end=smaller.end)

    end = time.monotonic() + patience
    reducer = Reducer(play, lambda: time.monotonic() < end)
    looked_at = {"tick": case.end, "do": "start"}  # what failed while it was only looked at fails when it starts
    often = {"line": "mark", "tick": 0, "what": "often"}  # garbage was collected when it was, by chance
    for steps in (case.steps, [*case.steps, looked_at], [often, *(step for step in case.steps if "do" in step)]):
        smallest = reducer.reduce(case._replace(steps=steps))
        if smallest is not None:
            return Reduction(smallest, text, reducer.tries)
    return Reduction(None, text, reducer.tries)
