"""A meter of the cost of single parts and links: the time in the behaviour of each, without the behaviour of others
that it sets off.

The machine calls a behaviour by the methods of `Kind` and `LinkKind`, and the engine calls laws of motion. A meter puts
a clock around these calls, so the machine that is measured runs to the same bits as any other.
"""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

import pymunk

from sandbox.machine.machine import Machine
from sandbox.parts.kind import Described, Kind, LinkAct, LinkKind
from sandbox.parts.world import RunningLink, RunningMachine

Clock = Callable[[], int]
AnyKind = TypeVar("AnyKind", Kind, LinkKind)
# All that the machine, or another part, calls of a part or link while the machine runs; each begins with what runs.
_HOOKS = (
    "act", "due", "on_neighbour_removed", "struck", "grabbed", "eaten", "heard", "on_wind", "heated", "caught",
    "quenched", "on_ray", "lit_by", "spring_gain", "press", "signal", "signal_at", "consumes", "powered", "gives",
    "taken", "cut",
)  # fmt: skip
_TRIALS = 400  # of what the meter itself takes


class Meter:
    """Reads a clock as a behaviour begins and ends, and as another one interrupts it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: list[int] = []  # ids, of those whose behaviour runs
        self._since = 0
        self._spent: defaultdict[int, int] = defaultdict(int)
        self._sections: defaultdict[int, int] = defaultdict(int)
        self._interruptions: defaultdict[int, int] = defaultdict(int)
        self._reading, self._interrupting = 0.0, 0.0
        self._reading, self._interrupting = self._own_share()

    def take(self, id_: int) -> float:
        """Return what a part or link has taken since the last call, without what the meter takes."""
        sections, interruptions = self._sections.pop(id_, 0), self._interruptions.pop(id_, 0)
        return self._spent.pop(id_, 0) - sections * self._reading - interruptions * self._interrupting

    def watch(self, machine: Machine) -> None:
        """Measure all parts and links of a machine from now on."""
        for run in machine.parts.values():
            run.kind = self._measured(run.kind, Kind)
            for body in run.bodies:
                if body.velocity_func != pymunk.Body.update_velocity:
                    body.velocity_func = functools.partial(self._call, run.id, body.velocity_func)
        for link in machine.links.values():
            link.kind = self._measured(link.kind, LinkKind)
        machine.list_acting_links()

    def _measured(self, kind: AnyKind, base: type[Described]) -> AnyKind:
        """Return a kind that does the same under the clock. What it leaves to its base costs nothing, and stays so."""
        hooks = {
            name: self._hook(getattr(type(kind), name))
            for name in _HOOKS
            if hasattr(base, name) and getattr(type(kind), name) is not getattr(base, name)
        }
        if isinstance(kind, LinkKind) and type(kind).acting is not LinkKind.acting:
            hooks["acting"] = self._preparing_hook(type(kind).acting)
        measured: AnyKind = object.__new__(type(type(kind).__name__, (type(kind),), hooks))
        measured.__dict__.update(kind.__dict__)
        return measured

    def _hook(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def hook(kind: Described, run: Any, *rest: Any) -> Any:
            return self._call(run.id, method, kind, run, *rest)

        return hook

    def _preparing_hook(self, prepare: Callable[..., LinkAct | None]) -> Callable[..., LinkAct | None]:
        """Return a method that prepares the function that a link calls before each step, to be measured then."""

        def acting(kind: LinkKind, run: RunningLink, machine: RunningMachine) -> LinkAct | None:
            act = prepare(kind, run, machine)
            return None if act is None else functools.partial(self._call, run.id, act)

        return acting

    def _call(self, id_: int, behave: Callable[..., Any], *arguments: Any) -> Any:
        clock, under_way = self._clock, self._open
        self._sections[id_] += 1
        if under_way:
            self._interruptions[under_way[-1]] += 1
            self._spent[under_way[-1]] += clock() - self._since
        under_way.append(id_)
        self._since = clock()
        try:
            return behave(*arguments)
        finally:
            self._spent[id_] += clock() - self._since
            under_way.pop()
            self._since = clock()

    def _own_share(self) -> tuple[float, float]:
        """Return the meter's own cost: of an empty call, and the extra of one inside another."""
        nothing, outer = [], []
        inner = self._hook(_do_nothing)
        for _ in range(_TRIALS):
            self._call(1, _do_nothing, self, _NOBODY)
            nothing.append(self._spent.pop(1))
            self._call(1, inner, self, _NOBODY)
            outer.append(self._spent.pop(1))
        self.take(1)
        reading = sorted(nothing)[_TRIALS // 2]
        return reading, sorted(outer)[_TRIALS // 2] - reading


class CallCounter:
    """A clock that counts calls of functions, ours and the engine's, within a `with` block: the same on each run."""

    def __init__(self) -> None:
        self._calls = 0

    def __enter__(self) -> CallCounter:
        self._before = sys.getprofile()
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def read(self) -> int:
        """Return how many calls there have been."""
        return self._calls

    def _count(self, frame: object, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            self._calls += 1


class _Nobody:
    """Stand in for what runs, while the meter measures itself."""

    id = 2


_NOBODY = _Nobody()


def _do_nothing(kind: object, run: object) -> None:
    """Stand in for a behaviour that does nothing."""
