"""The empty run of a level, in which the player builds nothing and presses Run."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.levels.level_rules import Finding
from sandbox.levels.solutions import PATIENCE, SLICE
from sandbox.machine import overlaps
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE
from sandbox.parts.titles import title_of
from sandbox.parts.world import Rows
from sandbox.tasks.progress import ShowProgress
from sandbox.trials.judging import MOVED, TURNED, WON, Trial

FIRST_MOTION_S = 3.0


class EmptyRun(Struct, frozen=True):
    """The measured empty run; ticks count from its start, and 0 stands for never."""

    refused: str = ""
    met: tuple[int, ...] = ()  # numbers of the goals that are met from the start
    outcome: str = "open"
    ticks: int = 0
    won: int = 0
    motion: int = 0  # the first tick on which a part has moved or turned, if that is within the first seconds
    mover: int = 0  # the part


def measure(level: Design, progress: ShowProgress) -> EmptyRun:
    """Run a level as it is until it is decided, or for `PATIENCE` seconds."""
    level = catalogue.as_read(level)
    for overlap in overlaps.pushes(level):
        return EmptyRun(overlaps.push_sentence(level, overlap))
    run, rate = Trial(level), level.world.tick_rate
    machine = run.machine
    before = machine.read_rows()[:, :3].copy()
    run.advance(1)
    met = tuple(number for number, goal in enumerate(run.judge.progress(), 1) if goal.met)
    mover = motion = 0
    while run.is_open and not mover and machine.ticks < FIRST_MOTION_S * rate:
        mover = _mover(machine, before)
        motion = machine.ticks if mover else 0
        run.advance(1)
    end = round(PATIENCE * rate)
    while run.is_open and machine.ticks < end:
        run.advance(min(10 * SLICE, end - machine.ticks), beyond=True)
        progress(machine.ticks / end)
    won = run.decided if run.judge.outcome == WON else None
    return EmptyRun("", met, run.judge.outcome, machine.ticks, won or 0, motion, mover)


def _mover(machine: Machine, before: Rows) -> int:
    """Return the first part that has moved or turned since; 0 if none has."""
    now = machine.read_rows()[:, :3]
    shifts = np.abs(now - before)
    present = (now[:, 1] > NOWHERE[1]) & (before[:, 1] > NOWHERE[1])
    moving = present & ((shifts[:, 0] + shifts[:, 1] > MOVED) | (shifts[:, 2] > TURNED))
    parts = [int(part) for part in machine.row_part[np.flatnonzero(moving)] if part]
    return min(parts, default=0)


def findings(level: Design, run: EmptyRun) -> list[Finding]:
    """Judge an empty run: it must not win, and something should move soon."""
    if run.refused:
        return [Finding("bad", f"its machine can't be started as it is: {run.refused}", "empty")]
    rate = level.world.tick_rate
    result = [
        Finding("note", f"goal {number} ('{level.goals[number - 1].text}') is met from the start", "empty")
        for number in run.met
    ]
    figures = {"outcome": run.outcome, "seconds": run.ticks / rate}
    if run.outcome == "won":
        sentence = f"it wins itself after {run.won / rate:.2f} s, without anything being done"
        result.append(Finding("bad", sentence, "empty", {"outcome": "won", "seconds": run.won / rate}))
    elif run.outcome == "lost":
        result.append(Finding("good", f"left alone it is lost within {run.ticks / rate:.0f} s", "empty", figures))
    else:
        result.append(Finding("good", f"left alone for {PATIENCE:.0f} s it is not won", "empty", figures))
    return [*result, _of_motion(level, run)]


def _of_motion(level: Design, run: EmptyRun) -> Finding:
    if not run.motion:
        sentence = f"nothing moves or turns in the first {FIRST_MOTION_S:g} s of the empty run: Run gives no first clue"
        return Finding("doubt", sentence, "motion", {"seconds": None, "part": None})
    seconds = run.motion / level.world.tick_rate
    sentence = f"left alone, {title_of(level.part_by_id[run.mover])} moves first, after {seconds:.2f} s"
    return Finding("good", sentence, "motion", {"seconds": seconds, "part": run.mover})
