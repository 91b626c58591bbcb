"""Trials: one run of a candidate on the machine, judged after each tick but not hashed, and what it shows."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandbox.design.design import Design
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE
from sandbox.machine.stillness import Stillness
from sandbox.parts.world import Rows

LOOK_S = 0.25  # between two looks at where everything is, and how near the run is to being won
MOVED, TURNED = 0.01, 0.1  # m, rad: a part that moves and turns less has not been set in motion
MOST_POINTS = 48  # of all paths together
LOST = 0.8  # of its nearness is left of a run that is lost


class Waypoint(NamedTuple):
    """A point on the path of a part (m)."""

    part: int
    x: float
    y: float


class TrialResult(NamedTuple):
    """The result of a run: won, lost or open; how near it came; which parts moved, and where."""

    outcome: str
    ticks: int
    nearness: float
    moved: tuple[int, ...] = ()
    paths: tuple[Waypoint, ...] = ()


def run(design: Design, ticks: int, early: bool = True) -> TrialResult:
    """Run a design for so many ticks, or until it is won or lost, or until nothing can change any more.

    Args:
        early: False runs on although nothing can change.
    """
    machine = Machine(design)
    judge = Judge(design, machine)
    still = Stillness(machine, judge.memory)
    look = max(1, round(LOOK_S * design.world.tick_rate))
    rows, nearness = [machine.read_rows()[:, :3].copy()], 0.0
    while machine.ticks < ticks and judge.outcome == "open":
        _step(machine, judge, min(look, ticks - machine.ticks))
        rows.append(machine.read_rows()[:, :3].copy())
        nearness = max(nearness, judge.nearness())
        if early and still.look():
            break
    if judge.outcome == "lost":
        nearness *= LOST
    poses = np.stack(rows)
    return TrialResult(judge.outcome, machine.ticks, nearness, *_paths(machine, poses))


def outcome(design: Design, ticks: int) -> str:
    """Run a design for up to so many ticks; return only won, lost or open."""
    machine = Machine(design)
    judge = Judge(design, machine)
    still = Stillness(machine, judge.memory)
    while machine.ticks < ticks and judge.outcome == "open":
        _step(machine, judge, min(still.every, ticks - machine.ticks))
        if still.look():
            break
    return judge.outcome


def _step(machine: Machine, judge: Judge, ticks: int) -> None:
    """Let up to so many ticks pass, as in a session; stop on the one that decides the run."""
    end, memory, decides = machine.ticks + ticks, judge.memory, judge.update if judge.judges else None
    forward, act, step, react, tidy = machine.fast_forward, machine.act, machine.step, machine.react, machine.tidy
    while machine.ticks < end:
        if forward(end - machine.ticks, None, memory, decides):
            if judge.outcome != "open":
                return
        else:
            act()
            step()
            react()
            tidy()
            if decides is not None and decides():
                return


def _paths(machine: Machine, poses: Rows) -> tuple[tuple[int, ...], tuple[Waypoint, ...]]:
    """Return the parts that were set in motion, and points on their paths; `poses` holds x, y and angle by moment."""
    present = poses[:, :, 1] > NOWHERE[1]
    shifts = np.abs(poses - poses[0])
    shifts[~(present & present[0])] = 0.0
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
    """Return up to so many points of a path, at even distances along it."""
    steps = np.sqrt(np.square(np.diff(path, axis=0)).sum(axis=1))
    along = np.concatenate(((0.0,), np.cumsum(steps)))
    if not math.isfinite(along[-1]):
        return path[:0]
    marks: Rows = np.arange(count) * (along[-1] / (count - 1))  # np.linspace takes five times as long for it
    at = np.searchsorted(along, marks)
    return np.round(path[np.minimum(at, len(path) - 1)], 4)
