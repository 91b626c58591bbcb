"""Draws a burning fuse: the fire that runs along its cord both ways from where it was lit, and the ash behind it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from sandbox import parts as catalogue
from sandbox.design.design import Link
from sandbox.design.geometry import Point, Pose, place
from sandbox.render.effects.effect import Brush, Effect, sparks

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_PIECES = 24
_ASH = (52, 48, 46, 255)


class BurningCord(Effect):
    """The fire on a fuse, drawn on the curve in which a loose cord hangs, until the fuse is gone."""

    life = 60.0

    def __init__(self, tick: int, stage: Stage, link: Link, start: float) -> None:
        """Take note that the cord was lit at `start` (m) from its first end."""
        super().__init__(tick)
        self._stage, self._link = stage, link
        kind = catalogue.LINKS[link.kind]
        length = float(stage.states[stage.slot_of[link.id, "length"]])
        self._start, self._rate = start / length, float(kind.values(link.props).speed) / length
        self._radius = kind.radius
        self._ends = []
        for end in (link.a, link.b):
            spec = stage.design.part_by_id[end.part]
            port = catalogue.port_of(spec, end)
            assert port is not None  # checked with the design
            body = catalogue.blueprint(spec).bodies[port.body]
            self._ends.append((stage.row_of[end.part, port.body], (port.x - body.x, port.y - body.y)))

    @property
    def over(self) -> bool:
        return self._link.id not in self._stage.links

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        low, high = (self._start + way * self._rate * age for way in (-1.0, 1.0))
        course = self._course()
        burnt = [_at(course, min(1.0, max(0.0, low + (high - low) * k / _PIECES))) for k in range(_PIECES + 1)]
        for a, b in pairwise(burnt):
            brush.stroke(a, b, _ASH, 2.6 * self._radius)
        for share, number in ((low, 0), (high, 40)):
            if 0.0 < share < 1.0:
                x, y = _at(course, share)
                sparks(brush, x, y, age, still, number)

    def _course(self) -> list[Point]:
        """Return points along the cord, as it is drawn now, from end to end."""
        (ax, ay), (bx, by) = (
            place(Pose(*self._stage.rows[row, :3].tolist()), anchor) for row, anchor in self._ends
        )  # fmt: skip
        world = self._stage.design.world
        pull = math.hypot(world.gravity_x, world.gravity_y)
        down = (world.gravity_x / pull, world.gravity_y / pull) if pull else (0.0, -1.0)
        sag = 0.02 + 0.07 * math.hypot(bx - ax, by - ay)
        points = []
        for k in range(_PIECES + 1):
            t = k / _PIECES
            drop = 4.0 * sag * t * (1.0 - t)
            points.append((ax + (bx - ax) * t + down[0] * drop, ay + (by - ay) * t + down[1] * drop))
        return points


def _at(course: list[Point], share: float) -> Point:
    """Return the point at a share of the length of a line of points."""
    left = share * sum(math.dist(a, b) for a, b in pairwise(course))
    for (ax, ay), (bx, by) in pairwise(course):
        far = math.dist((ax, ay), (bx, by))
        if left <= far and far:
            return ax + (bx - ax) * left / far, ay + (by - ay) * left / far
        left -= far
    return course[-1]
