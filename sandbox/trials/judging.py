"""Runs of a machine on trial: they are judged after each tick, as in a session, but not hashed and not logged.

Whether anything but a session's own commands wins a level is asked here: with `outcome`, or with `watch` by a search,
which wants to know how near a run came as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.commands import Live, Start
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels.solutions import SLICE
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE
from sandbox.machine.stillness import Stillness
from sandbox.parts.world import Rows

WON, LOST, OPEN, REFUSED = OUTCOMES = ("won", "lost", "open", "refused")
LOOK_S = 0.25  # between two looks at where everything is, and how near the run is to being won
MOVED, TURNED = 0.01, 0.1  # m, rad: a part that moves and turns less has not been set in motion
MOST_POINTS = 48  # of all paths together
_STILL_NEAR = 0.8  # of its nearness is left of a run that is lost
_SECONDS = 12.0  # that a run may take if nothing is known about the level
_SPARE_S = 5.0  # that a run gets besides


# -- how long a run may take


def run_ticks(design: Design, seconds: float | None = None) -> int:
    """Return how many ticks each run of a search gets: a machine that needs longer would never be seen to win.

    `seconds`: the time of a run; without it, a little more than the level's par, and at least twelve seconds.
    """
    if seconds is None:
        par = design.par.seconds if design.par is not None else 0.0
        seconds = max(_SECONDS, par + _SPARE_S)
    return max(1, round(seconds * design.world.tick_rate))


def patience(design: Design) -> int:
    """Return how many ticks a run of a level gets to win: more than twice its par, if it has one."""
    par = design.par.seconds if design.par is not None else 0.0
    return round(max(_SECONDS, 2.0 * par + _SPARE_S) * design.world.tick_rate)


def time_for(design: Design, ticks: int) -> int:
    """Return the ticks that variations of a win get which took `ticks`: twice as many, and five seconds more."""
    return 2 * ticks + round(_SPARE_S * design.world.tick_rate)


# -- the outcome alone


class Trial:
    """A machine on trial, with the judge of its goals. Attributes to read: `machine`, `judge`, and `decided`, the tick
    on which the run was won or lost; None while it is open."""

    def __init__(self, design: Design) -> None:
        self.machine = Machine(design)
        self.judge = Judge(design, self.machine)
        self.decided: int | None = None

    @property
    def is_open(self) -> bool:
        return self.decided is None

    def advance(self, ticks: int, beyond: bool = False) -> None:
        """Let up to a number of ticks pass; stop on the one that decides the run, or go on `beyond` it."""
        machine, judge = self.machine, self.judge
        end = machine.ticks + ticks
        while machine.ticks < end and (beyond or judge.outcome == OPEN):
            judge.advance(end - machine.ticks)
            if self.decided is None and judge.outcome != OPEN:
                self.decided = machine.ticks


def outcome(design: Design, ticks: int, commands: Sequence[tuple[int, Live]] = ()) -> str:
    """Run a design for up to a number of ticks; return one of `OUTCOMES`.

    Without commands it is not refused, as nobody looks whether the window would start it.

    Args:
        commands: those given while it runs, with ticks since the start.
    """
    if commands:
        return _outcome_with(design, ticks, commands)
    trial = Trial(design)
    machine = trial.machine
    still = Stillness(machine, trial.judge.memory)
    while machine.ticks < ticks and trial.is_open:
        trial.advance(min(still.every, ticks - machine.ticks))
        if still.look():
            break
    return trial.judge.outcome


def _outcome_with(design: Design, ticks: int, commands: Sequence[tuple[int, Live]]) -> str:
    session = Session(design)
    try:
        session.do(Start())
        for _ in Driver(session, commands).steps(ticks, most=SLICE):
            if session.outcome != OPEN:
                break
    except Refused:
        return REFUSED
    return session.outcome


# -- with all that a search learns from


class Waypoint(NamedTuple):
    """A point on the path of a part (m)."""

    part: int
    x: float
    y: float


class WatchedRun(NamedTuple):
    """A run that was watched: won, lost or open; how near it came; which parts moved, and where.

    `order` has the parts that moved or changed a running state, in the order of the looks at which they first had;
    `unmet` the goals, by their places in the level, that were not met when it was nearest.
    """

    outcome: str
    ticks: int
    nearness: float
    moved: tuple[int, ...] = ()
    paths: tuple[Waypoint, ...] = ()
    order: tuple[int, ...] = ()
    unmet: tuple[int, ...] = ()


def watch(design: Design, ticks: int, early: bool = True) -> WatchedRun:
    """Run a design for a number of ticks, or until it is won or lost, or until nothing can change any more.

    Args:
        early: False runs on although nothing can change.
    """
    trial = Trial(design)
    machine, judge = trial.machine, trial.judge
    still = Stillness(machine, judge.memory)
    look = max(1, round(LOOK_S * design.world.tick_rate))
    rows, nearness = [machine.read_rows()[:, :3].copy()], 0.0
    states, unmet = [machine.states.copy()], _unmet(judge)
    while machine.ticks < ticks and trial.is_open:
        trial.advance(min(look, ticks - machine.ticks))
        rows.append(machine.read_rows()[:, :3].copy())
        states.append(machine.states.copy())
        now = judge.nearness()
        if now > nearness:
            nearness, unmet = now, _unmet(judge)
        if early and still.look():
            break
    if judge.outcome == LOST:
        nearness *= _STILL_NEAR
    poses = np.stack(rows)
    present = poses[:, :, 1] > NOWHERE[1]
    shifts = np.abs(poses - poses[0])
    shifts[~(present & present[0])] = 0.0
    order = _order(machine, shifts, np.stack(states))
    return WatchedRun(judge.outcome, machine.ticks, nearness, *_paths(machine, poses, present, shifts), order, unmet)


def _unmet(judge: Judge) -> tuple[int, ...]:
    """Return the goals that are not met now, by their places in the level."""
    return tuple(place for place, goal in enumerate(judge.progress()) if not goal.met)


def _order(machine: Machine, shifts: Rows, states: Rows) -> tuple[int, ...]:
    """Return the parts that were set off, in order; `states` holds the running states by moment."""
    changes = states != states[0]
    changes[:, machine.flowing_slots] = False  # what flows at a constant rate is only drawn
    moves = (shifts[:, :, 0] + shifts[:, :, 1] > MOVED) | (shifts[:, :, 2] > TURNED)
    first: dict[int, int] = {}
    for owners_of, signs in ((_row_owners, moves), (_slot_owners, changes)):
        columns = np.flatnonzero(signs.any(axis=0)).tolist()
        owners = owners_of(machine) if columns else []
        for column, moment in zip(columns, signs[:, columns].argmax(axis=0).tolist(), strict=True):
            first[owners[column]] = min(first.get(owners[column], moment), moment)
    return tuple(sorted({*first} & {*machine.design.part_by_id}, key=lambda part: (first[part], part)))


def _row_owners(machine: Machine) -> list[int]:
    """Return the id of the part that each body belongs to, by its row."""
    owners: list[int] = machine.row_part.tolist()
    return owners


def _slot_owners(machine: Machine) -> list[int]:
    """Return the id of the part or link that each running state belongs to, by its slot."""
    owners = [0] * len(machine.states)
    for (id_, _), slot in machine.slot_of.items():
        owners[slot] = id_
    return owners


def _paths(
    machine: Machine, poses: Rows, present: npt.NDArray[np.bool_], shifts: Rows
) -> tuple[tuple[int, ...], tuple[Waypoint, ...]]:
    """Return the parts that were set in motion, and points on their paths; `poses` holds x, y and angle by moment."""
    farthest = shifts.max(axis=0)
    moving = (farthest[:, 0] + farthest[:, 1] > MOVED) | (farthest[:, 2] > TURNED)
    travelled = np.flatnonzero(farthest[:, 0] + farthest[:, 1] > MOVED)
    parts = sorted({int(machine.row_part[row]) for row in np.flatnonzero(moving)} - {0})
    points: list[Waypoint] = []
    each = max(3, MOST_POINTS // max(1, len(travelled)))
    for row in travelled:
        part = int(machine.row_part[row])
        if part:
            points += [Waypoint(part, x, y) for x, y in _spaced(poses[present[:, row], row, :2], each).tolist()]
    return tuple(parts), tuple(points)


def _spaced(path: Rows, count: int) -> Rows:
    """Return up to `count` points of a path, at even distances along it."""
    steps = np.sqrt(np.square(np.diff(path, axis=0)).sum(axis=1))
    along = np.concatenate(((0.0,), np.cumsum(steps)))
    if not math.isfinite(along[-1]):
        return path[:0]
    marks: Rows = np.arange(count) * (along[-1] / (count - 1))  # np.linspace takes five times as long for it
    at = np.searchsorted(along, marks)
    return np.round(path[np.minimum(at, len(path) - 1)], 4)
