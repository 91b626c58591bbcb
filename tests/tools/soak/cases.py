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

from sandbox import parts
from sandbox.commands import commands
from sandbox.commands.session import Session
from sandbox.design.design import from_plain, to_plain
from sandbox.levels import levels

ROOT = Path(__file__).parents[3]
PERTURB = "165"  # the byte that what is freed is overwritten with: whoever uses it still gets nonsense
MEGABYTES = 1500  # of memory that one session may take
Plain = dict[str, Any]


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


class Case(NamedTuple):
    """A session as a level (plain data), steps in the language of ``sandbox run --commands``, and its last tick."""

    level: Plain
    steps: list[Plain]
    end: int

    def lines(self) -> str:
        """The text of the file of commands."""
        end = {"line": "end", "tick": self.end}
        return "".join(json.dumps(step) + "\n" for step in (*self.steps, end))

    def without_marks(self) -> Case:
        """Without its collections of garbage: they must make no difference."""
        return self._replace(steps=[step for step in self.steps if "line" not in step])


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


class Reducer:
    """Takes away from a case whatever it fails without, in the same way, for so many seconds at most."""

    def __init__(self, fails: Callable[[Case], Played | None], patience: float) -> None:
        self._fails = fails
        self._until = time.monotonic() + patience
        self.tries = 0

    def reduce(self, case: Case) -> tuple[Case, str] | None:
        """The smallest case that was come upon, and what it says; None: it does not fail when it is played again."""
        looked_at = {"tick": case.end, "do": "start"}  # what failed while it was only looked at fails when it starts
        often = {"line": "mark", "tick": 0, "what": "often"}  # garbage was collected when it was, by chance
        before = [case.steps, [*case.steps, looked_at], [often, *(step for step in case.steps if "do" in step)]]
        played = next(filter(None, (self._play(case._replace(steps=steps)) for steps in before)), None)
        if played is None:
            return None
        case = played.case._replace(end=case.end)
        for start in reversed([index for index, step in enumerate(case.steps) if step.get("do") == "start"]):
            later = from_start(case, start)
            if later is not None and self._play(later):
                case = later
                break
        before = None
        while before != case and not self._late():
            before = case
            for smaller in (self._parts, self._steps, self._links, self._settings, self._values, self._ticks):
                case = smaller(case)
        played = self._play(case, anyway=True) or played
        return played.case._replace(end=case.end), played.text

    def _late(self) -> bool:
        return time.monotonic() > self._until

    def _play(self, case: Case, anyway: bool = False) -> Played | None:
        """How it goes, if it fails in the same way."""
        if self._late() and self.tries and not anyway:
            return None
        self.tries += 1
        return self._fails(case)

    def _fewest(self, case: Case, items: list[Any], without: Callable[[list[Any]], Case]) -> Case:
        """The case with as few of some items as it takes, taking away halves first, then quarters, ..."""
        size = len(items)
        while size:
            at = 0
            while at < len(items):
                fewer = items[:at] + items[at + size :]
                smaller = without(fewer)
                if self._play(smaller):
                    case, items = smaller, fewer
                else:
                    at += size
            size = min(size, len(items)) // 2 if size > 1 else 0
        return case

    def _first(self, case: Case, *smaller: Case) -> Case:
        """The first of some cases that fails too; otherwise the case as it was."""
        return next((other for other in smaller if other != case and self._play(other)), case)

    def _parts(self, case: Case) -> Case:
        whole = case.level.get("parts", [])
        if len(whole) > 1:
            case = self._first(case, *(_with_parts(case, [part]) for part in whole))
        return self._fewest(case, case.level.get("parts", []), lambda left: _with_parts(case, left))

    def _links(self, case: Case) -> Case:
        def with_links(left: list[Plain]) -> Case:
            return case._replace(level={**case.level, "links": left})

        return self._fewest(case, case.level.get("links", []), with_links)

    def _steps(self, case: Case) -> Case:
        return self._fewest(case, case.steps, lambda left: case._replace(steps=left))

    def _settings(self, case: Case) -> Case:
        """The fewest fields of the level, and of its world."""
        needed = ("parts", "links", "next_id")
        bare = {name: value for name, value in case.level.items() if name in needed}
        case = self._first(case, case._replace(level=bare))
        for name in [name for name in case.level if name not in needed]:
            case = self._first(case, case._replace(level=_less(case.level, name)))
        for name in case.level.get("world", {}):
            world = _less(case.level["world"], name)
            case = self._first(case, case._replace(level={**case.level, "world": world}))
        return case

    def _values(self, case: Case) -> Case:
        """The fewest fields and properties of each part and link, and rounder numbers."""
        for kind in ("parts", "links"):
            for index in range(len(case.level.get(kind, []))):
                for plainer in _plainer(case.level[kind][index]):
                    items = list(case.level[kind])
                    items[index] = plainer(items[index])
                    case = self._first(case, case._replace(level={**case.level, kind: items}))
        return case

    def _ticks(self, case: Case) -> Case:
        """Each step sooner after the one before it."""
        last = 0
        for index, step in enumerate(case.steps):
            for sooner in (step["tick"] - last, (step["tick"] - last) // 2):
                if sooner:
                    later = [{**other, "tick": other["tick"] - sooner} for other in case.steps[index:]]
                    smaller = case._replace(steps=case.steps[:index] + later, end=case.end - sooner)
                    changed = self._first(case, smaller)
                    if changed is not case:
                        case = changed
                        break
            last = case.steps[index]["tick"]
        return case


def _less(plain: Plain, name: str) -> Plain:
    return {key: value for key, value in plain.items() if key != name}


def _plainer(item: Plain) -> Iterator[Callable[[Plain], Plain]]:
    """Ways to make a part or a link plainer; each is tried on what the one before has left."""
    needed = ("id", "kind", "x", "y", "a", "b")
    yield lambda plain: {name: plain[name] for name in needed if name in plain}
    for name in item:
        if name not in needed:
            yield lambda plain, name=name: _less(plain, name)
    for name in item.get("props", {}):
        yield lambda plain, name=name: {**plain, "props": _less(plain.get("props", {}), name)}
    for end in ("a", "b"):
        if end in item and len(item[end]) > 1:
            yield lambda plain, end=end: {**plain, end: {"part": plain[end]["part"]}}
    for pulley in item.get("via", ()):
        yield lambda plain, pulley=pulley: {**plain, "via": [id_ for id_ in plain.get("via", ()) if id_ != pulley]}
    for digits in (0, 1, 2, 3):
        yield lambda plain, digits=digits: _rounded(plain, digits)


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item, digits) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item, digits) for item in value]
    return round(value, digits) if isinstance(value, float) else value


def _with_parts(case: Case, left: list[Plain]) -> Case:
    """The case with these of its parts, without the links, goals and steps that are about others."""
    ids = {part["id"] for part in left}
    level = {**case.level, "parts": left}
    level["links"] = [
        link for link in level.get("links", []) if {link["a"]["part"], link["b"]["part"], *link.get("via", ())} <= ids
    ]
    for name in ("goals", "fails"):
        if name in level:
            level[name] = [goal for goal in level[name] if _about(goal["when"]) <= ids]
    there = {part["id"] for part in case.level.get("parts", [])}
    steps = [step for step in case.steps if step.get("part") in ids or step.get("part") not in there]
    return case._replace(level=level, steps=steps)


def _about(when: Any) -> set[int]:
    """The parts that a goal's condition is about."""
    if isinstance(when, list):
        return set().union(*map(_about, when))
    if not isinstance(when, dict):
        return set()
    here = {when[name] for name in ("part", "other") if name in when}
    return here | _about(when.get("of"))


def from_start(case: Case, start: int) -> Case | None:
    """The case as a level that holds what the steps before a Start have built; None if they can't be carried out."""
    try:
        session = Session(parts.check(from_plain(case.level)))
        for number, step in enumerate(case.steps[:start]):
            if step.get("do") in ("start", "stop", "press", "grab", "drag", "release") or "line" in step:
                continue
            session.advance(1)
            session.do(commands.from_json(step, f"step {number}")[1])
        level = to_plain(levels.as_player(session.design))
    except Exception:  # whatever it is, it is the failure that is looked for, or hinders nobody
        return None
    tick = case.steps[start]["tick"]
    steps = [{**step, "tick": step["tick"] - tick} for step in case.steps[start:]]
    return Case(level, steps, case.end - tick)
