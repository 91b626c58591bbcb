"""A past moment of a run in place of the machine: as much of a machine as marks and effects need."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Point, Pose, place
from sandbox.machine.machine import WORLD_MARGIN
from sandbox.parts.world import main_body
from sandbox.workspace.past.history import Run

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
    def origin(self, part: int) -> Point: ...


class Bygone:
    """A run on one of its ticks; `to` goes to another."""

    def __init__(self, run: Run, tick: int | None = None) -> None:
        self._run = run
        self.tick = -1
        self.to(tick if tick is not None else run.start)

    def to(self, tick: int) -> Bygone:
        """Go to a tick."""
        if tick != self.tick:
            self.tick = tick
            self.parts, self.links = self._run.cast(tick)
            _, self.rows, _ = self._run.at(tick)
        return self

    @property
    def design(self) -> Design:
        return self._run.design

    @property
    def row_of(self) -> Mapping[tuple[int, int], int]:
        return self._run.row_of

    def origin(self, part: int) -> Point:
        """Origin of a part, as `Machine.origin`."""
        spec = self.design.part_by_id[part]
        plan = catalogue.blueprint(spec)
        index = main_body(plan)
        x, y, angle = self.rows[self.row_of[part, index]].tolist()
        if part not in self.parts and _within(self.design, x, y):
            return spec.x, spec.y
        body = plan.bodies[index]
        return place(Pose(x, y, angle), (-body.x, -body.y))


def _within(design: Design, x: float, y: float) -> bool:
    margin, world = WORLD_MARGIN, design.world
    return -margin < x < world.width + margin and -margin < y < world.height + margin


__all__ = ["Bygone", "Stage"]
