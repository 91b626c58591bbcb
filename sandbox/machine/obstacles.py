"""The obstacles of a body that is held back: the solid shapes about its path, and where the path meets them.

All of it is asked between two steps, when nothing about the shapes changes: each answer is good for every body that
is held back before the same step, and is asked of the engine once.

In a dense pile every path has every shape about it, and asking the engine about each of them takes seconds. As soon as
more shapes have been looked at than the space has, the boxes of all shapes are laid out as arrays. A path then asks
about a shape only if its box leaves open that the answer matters, the nearest first. What comes out is the same, to
the last bit.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import pymunk

from sandbox.engine import arrays
from sandbox.engine.shape_queries import box_of, distance_of, share_to_touch, velocity_of

KEPT = 0.75  # of the clearance: no path may leave less
OVERLAP = 0.001  # m by which a stopped body overlaps its obstacle, so that there is a contact

_SLACK = 1e-6  # m: much more than the rounding errors of the engine's shapes and boxes
_EVERYTHING = pymunk.ShapeFilter()
_TINY = 1e-300  # m: what stands for no way at all, so that it can be divided by

Floats = arrays.Floats


class Obstacle(NamedTuple):
    """A solid shape, with the facts that every sweep needs."""

    shape: pymunk.Shape
    body: pymunk.Body
    loose: bool
    velocity: tuple[float, float]  # m/s
    filter: pymunk.ShapeFilter


class Traveller:
    """A body on a path: the disc that it is swept as, and what does not stand in its way whatever it meets."""

    def __init__(self, body: pymunk.Body, reach: float, hollow: bool, obstacles: Obstacles) -> None:
        self.body, self.reach, self.hollow = body, reach, hollow
        self.position: tuple[float, float] = body.position
        self._passed: dict[pymunk.ShapeFilter, bool] = {}  # whether those of an obstacle let this body pass
        self._obstacles = obstacles

    # Looked for once there is something in its way: most of what is fast falls through empty air.

    @functools.cached_property
    def _filters(self) -> list[pymunk.ShapeFilter]:
        return [shape.filter for shape in self.body.shapes]

    @functools.cached_property
    def _partners(self) -> list[pymunk.Body]:
        """The bodies that joints let it pass."""
        # A body also lists joints that were removed, until the garbage collector comes: those have no say.
        joints = self._obstacles.joints
        tied = (joint for joint in self.body.constraints if joint in joints and not joint.collide_bodies)
        return [partner for joint in tied for partner in (joint.a, joint.b)]

    def is_stopped_by(self, obstacle: Obstacle) -> bool:
        """Tell whether the engine would let an obstacle push this body."""
        if obstacle.body is self.body or (self.hollow and obstacle.loose):
            return False
        if obstacle.body in self._partners:
            return False
        passed = self._passed.get(obstacle.filter)
        if passed is None:
            passed = all(own.rejects_collision(obstacle.filter) for own in self._filters)
            self._passed[obstacle.filter] = passed
        return not passed

    def gap(self, obstacle: Obstacle) -> float:
        """Return the distance in m of the start from an obstacle; what is not above 0 is no obstacle.

        What is around the centre already can't be kept out.
        """
        return distance_of(obstacle.shape, self.position) if self.is_stopped_by(obstacle) else 0.0


class Obstacles:
    """The solid shapes of one space between two steps."""

    def __init__(self, space: pymunk.Space, dt: float) -> None:
        self._space, self._dt = space, dt
        self._known: dict[pymunk.Shape, Obstacle | None] = {}
        self._bodies: dict[pymunk.Body, tuple[bool, tuple[float, float]]] = {}  # is the body loose; its velocity (m/s)
        self._looks = 0  # at shapes, so far
        self._layout: _Layout | None = None

    @functools.cached_property
    def joints(self) -> dict[pymunk.Constraint, None]:
        """The joints in the space."""
        return dict.fromkeys(self._space.constraints)

    def share(self, body: pymunk.Body, reach: float, hollow: bool, dx: float, dy: float) -> float | None:
        """Return the share of a path that a disc about a body's centre may go, up to its first touch.

        None if nothing is in its way.
        """
        traveller = Traveller(body, reach, hollow, self)
        if self._layout is None and self._looks > len(self._space.shapes):
            self._layout = _Layout([known for shape in self._space.shapes if (known := self._know(shape))], self._dt)
        if self._layout is not None:
            return self._layout.share(traveller, dx, dy)
        near = self._near(traveller, dx, dy)
        if not near:
            return None
        core = KEPT * min([reach, *(gap for gap, _ in near)])
        shares = [_touch(traveller, obstacle, gap, core, dx, dy, self._dt) for gap, obstacle in near]
        return min((share for share in shares if share is not None), default=None)

    def _near(self, traveller: Traveller, dx: float, dy: float) -> list[tuple[float, Obstacle]]:
        """Return the obstacles about a path, each with its distance from the start (m).

        Not the engine's own query along a path: that misses what only the disc meets, and not the path of its centre.
        """
        (x, y), r = traveller.position, traveller.reach
        box = pymunk.BB(min(x, x + dx) - r, min(y, y + dy) - r, max(x, x + dx) + r, max(y, y + dy) + r)
        shapes = self._space.bb_query(box, _EVERYTHING)
        self._looks += len(shapes)
        near = []
        for shape in shapes:
            obstacle = self._know(shape)
            if obstacle is not None:
                gap = traveller.gap(obstacle)
                if gap > 0.0:
                    near.append((gap, obstacle))
        return near

    def _know(self, shape: pymunk.Shape) -> Obstacle | None:
        if shape not in self._known:
            body = shape.body
            if body is None or shape.sensor:
                self._known[shape] = None
            else:
                if body not in self._bodies:
                    self._bodies[body] = body.body_type == pymunk.Body.DYNAMIC, velocity_of(body)
                self._known[shape] = Obstacle(shape, body, *self._bodies[body], shape.filter)
        return self._known[shape]


class _Layout:
    """All obstacles of a space as arrays: their boxes (m), and how they move within a step (m)."""

    def __init__(self, obstacles: list[Obstacle], dt: float) -> None:
        self._obstacles, self._dt = obstacles, dt
        left, bottom, right, top = arrays.array([box_of(obstacle.shape) for obstacle in obstacles]).reshape(-1, 4).T
        moves = arrays.array([obstacle.velocity for obstacle in obstacles]).reshape(-1, 2).T * dt
        self._low: list[Floats] = [left.copy(), bottom.copy()]  # each in one piece: numpy is quicker with those
        self._high: list[Floats] = [right.copy(), top.copy()]
        self._moves: list[Floats] = [moves[0].copy(), moves[1].copy()]

    def share(self, traveller: Traveller, dx: float, dy: float) -> float | None:
        """Return the share of a path as `Obstacles.share` does."""
        reach, start, way = traveller.reach, traveller.position, (dx, dy)
        about: Any = True  # which boxes the engine would say are about the path
        for at, go, low, high in zip(start, way, self._low, self._high, strict=True):
            about &= (low <= max(at, at + go) + reach) & (min(at, at + go) - reach <= high)
        rows = arrays.flatnonzero(about)
        away: Any = 0.0  # m, squared: how far each box is from the start
        enters: Any = 0.0  # the share of the path on which the disc meets each box at the earliest
        leaves: Any = 1.0
        for at, go, lows, highs, moves in zip(start, way, self._low, self._high, self._moves, strict=True):
            low, high = lows[rows], highs[rows]
            outside = arrays.maximum(arrays.maximum(low - at, at - high), 0.0)
            away = away + outside * outside
            path = go - moves[rows]
            path[path == 0.0] = _TINY
            with arrays.errstate(over="ignore"):
                one, other = (low - at - reach - _SLACK) / path, (high - at + reach + _SLACK) / path
            enters = arrays.maximum(enters, arrays.minimum(one, other))
            leaves = arrays.minimum(leaves, arrays.maximum(one, other))
        gaps: dict[int, float] = {}
        near = reach + _SLACK
        close = away < near * near
        core = KEPT * self._clearance(traveller, rows[close], away[close], gaps)
        met = enters <= leaves
        rows, enters = rows[met], enters[met]
        order = arrays.lexsort((rows, enters))
        best: float | None = None
        for row, entered in zip(rows[order].tolist(), enters[order].tolist(), strict=True):
            if best is not None and entered > best:
                break
            obstacle = self._obstacles[row]
            gap = gaps[row] if row in gaps else traveller.gap(obstacle)
            if gap > 0.0:
                share = _touch(traveller, obstacle, gap, core, dx, dy, self._dt)
                if share is not None and (best is None or share < best):
                    best = share
        return best

    def _clearance(self, traveller: Traveller, close: arrays.Places, away: Floats, gaps: dict[int, float]) -> float:
        """Return the least distance of the start from an obstacle, at most the reach (m); note those asked for.

        `close`: the rows of those whose boxes are within reach; `away`: how far these are (m, squared).
        """
        least = traveller.reach
        order = arrays.lexsort((close, away))
        for row, square in zip(close[order].tolist(), away[order].tolist(), strict=True):
            if math.sqrt(square) > least + _SLACK:
                break
            gap = gaps[row] = traveller.gap(self._obstacles[row])
            if 0.0 < gap < least:
                least = gap
        return least


def _touch(
    traveller: Traveller, obstacle: Obstacle, gap: float, core: float, dx: float, dy: float, dt: float
) -> float | None:
    """Return the share of a path up to where it touches an obstacle; None if it may pass it."""
    (x, y), (ux, uy) = traveller.position, obstacle.velocity
    end = x + dx - ux * dt, y + dy - uy * dt  # as seen from the obstacle
    hit = share_to_touch(obstacle.shape, (x, y), end, core)
    if hit is None:
        return None
    # The solver knows already of a shape that the body touches: from there the body may go on to the core.
    touching = traveller.reach - OVERLAP
    touch = share_to_touch(obstacle.shape, (x, y), end, touching) if gap > touching else None
    return hit if touch is None else touch
