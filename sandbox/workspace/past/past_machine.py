"""A past moment of a run in place of the machine: as much of a machine as marks, effects and the pointer need."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sandbox.design.design import Design
from sandbox.design.geometry import Point, Pose, localise, place
from sandbox.editing.picking import part_at
from sandbox.machine.machine import WORLD_MARGIN
from sandbox.parts import blueprint
from sandbox.parts.world import main_body
from sandbox.workspace.past.history import Moment
from sandbox.workspace.past.runs import PastRun

Numbers = npt.NDArray[np.floating[Any]]


class Stage(Protocol):
    """The part of a machine's interface that drawing needs; implemented by machines and by past moments."""

    @property
    def design(self) -> Design: ...
    @property
    def parts(self) -> Container[int]: ...  # ids of those that are not removed
    @property
    def links(self) -> Container[int]: ...
    @property
    def rows(self) -> Numbers: ...  # x, y, angle (m, rad), ... of each body
    @property
    def row_of(self) -> Mapping[tuple[int, int], int]: ...  # by part, and body of it
    @property
    def slot_of(self) -> Mapping[tuple[int, str], int]: ...  # by part, and name of its state
    @property
    def states(self) -> Numbers: ...  # the running states, by slot
    def origin(self, part: int) -> Point: ...


class PastMachine:
    """A run on one of its ticks; `to` goes to another."""

    def __init__(self, run: PastRun, tick: int | None = None) -> None:
        self._run = run
        self.tick = -1
        self.to(tick if tick is not None else run.start)

    def to(self, tick: int) -> PastMachine:
        """Go to a tick."""
        if tick != self.tick:
            self.tick = tick
            self.parts, self.links = self._run.cast(tick)
            _, self.rows, self.states = self._run.at(tick)
        return self

    @property
    def design(self) -> Design:
        return self._run.design

    @property
    def row_of(self) -> Mapping[tuple[int, int], int]:
        return self._run.row_of

    @property
    def slot_of(self) -> Mapping[tuple[int, str], int]:
        return self._run.slot_of

    def origin(self, part: int) -> Point:
        """Origin of a part, as `Machine.origin`."""
        spec = self.design.part_by_id[part]
        plan = blueprint(spec)
        index = main_body(plan)
        x, y, angle = self.rows[self.row_of[part, index]].tolist()
        if part not in self.parts and _within(self.design, x, y):
            return spec.x, spec.y
        body = plan.bodies[index]
        return place(Pose(x, y, angle), (-body.x, -body.y))


def _within(design: Design, x: float, y: float) -> bool:
    margin, world = WORLD_MARGIN, design.world
    return -margin < x < world.width + margin and -margin < y < world.height + margin


# -- what was under the pointer


def part_of_run_at(run: PastRun, tick: int, at: Point, reach: float) -> int | None:
    """Return the part of a past run that was under a point, or the nearest within reach; loose parts before fixed
    ones."""
    _, poses, _ = run.at(tick)
    cast = run.cast(tick)
    best, best_rank = None, (2, reach)
    for spec in run.design.parts:
        if spec.id not in cast.parts:
            continue
        plan = blueprint(spec)
        fixed = int(all(body.kind != "dynamic" for body in plan.bodies))
        for shape in plan.shapes:
            body = plan.bodies[shape.body]
            x, y = localise(Pose(*poses[run.row_of[spec.id, shape.body]].tolist()), at)
            distance = max(0.0, shape.outline.distance(x + body.x, y + body.y))
            if distance <= reach and (fixed, distance) <= best_rank:
                best, best_rank = spec.id, (fixed, distance)
    return best


def part_of_moment(moment: Moment, at: Point, reach: float) -> int | None:
    """Return the part that was under a point at a past moment, or the nearest within reach."""
    if moment.run is None:
        return part_at(moment.design, at, reach)
    return part_of_run_at(moment.run, moment.tick, at, reach)
