"""Draws a cut rope: its halves swing down from the ends that are still tied, and fade."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link
from sandbox.design.geometry import Point
from sandbox.render.effects.effect import FALL, Brush, Effect, shade, spread
from sandbox.render.instances.ties import DrawnPiece

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_ROPE_POINTS = 9


class FallingRope(Effect):
    """A cut rope: its two halves swing down from its ends, frayed at the cut, and fade."""

    life = 0.9

    def __init__(
        self, tick: int, points: list[Point], cut: Point, held: tuple[TiedEnd, TiedEnd], tint: tuple[int, ...],
        radius: float,
    ) -> None:  # fmt: skip
        """`points` is the rope's course when it was cut; `held` are the bodies that its ends are tied to."""
        super().__init__(tick)
        self.held = held
        nearest = min(range(len(points)), key=lambda n: math.dist(points[n], cut))
        self.halves = (points[: nearest + 1], points[nearest:][::-1])
        self.tint, self.radius = tint, radius

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        alpha = 1.0 - (age / self.life) ** 2
        for half, held in zip(self.halves, self.held, strict=True):
            if len(half) < 2:
                continue
            dx, dy = held.moved
            fallen = (self._fallen(half, n, 0.0 if still else age) for n in range(len(half)))
            now = [(x + dx, y + dy) for x, y in fallen]
            for start, end in pairwise(now):
                brush.stroke(start, end, shade(self.tint, alpha), 2.0 * self.radius)
            self._fray(brush, now[-2], now[-1], alpha)

    def _fallen(self, half: list[Point], n: int, age: float) -> Point:
        """Position of a point `age` seconds after the cut: the held end stays; the farther a point is from it, the more
        freely it falls, until it hangs straight down.
        """
        (x0, y0), (x, y) = half[0], half[n]
        reach = sum(math.dist(half[k], half[k + 1]) for k in range(n))
        share = n / (len(half) - 1)
        drop = min(0.5 * FALL * (age * (0.4 + 0.6 * share)) ** 2, max(0.0, y - (y0 - reach)))
        hang = drop / max(1e-6, y - (y0 - reach)) if y > y0 - reach else 1.0
        return x + (x0 - x) * hang, y - drop

    def _fray(self, brush: Brush, before: Point, end: Point, alpha: float) -> None:
        way = math.atan2(end[1] - before[1], end[0] - before[0])
        for turn in (-0.55, -0.2, 0.15, 0.5):
            long_ = self.radius * (4.0 + 2.0 * spread(round(10 * turn) + 9))
            tip = end[0] + long_ * math.cos(way + turn), end[1] + long_ * math.sin(way + turn)
            brush.stroke(end, tip, shade(self.tint, alpha), 0.5 * self.radius)


def falling_ropes(stage: Stage, tick: int, drawn: Sequence[DrawnPiece], cuts: Mapping[int, Point]) -> list[Effect]:
    """Return falling ropes for the links that were drawn so before `tick` and are no longer in the stage.

    `cuts` are the points where blades cut them or a hook let them go, by link.
    """
    gone = {link.id: link for link in stage.design.links if link.id not in stage.links}
    pieces: dict[int, list[DrawnPiece]] = {}
    for piece in drawn:
        if piece.owner in gone:
            pieces.setdefault(piece.owner, []).append(piece)
    ropes: list[Effect] = []
    for id_, course in pieces.items():
        kind = catalogue.LINKS[gone[id_].kind]
        if not kind.cuttable or (kind.loose and id_ not in cuts):
            continue  # of a loose cord that nothing has cut, nothing is left: it has burnt
        points = _course(course, stage.design)
        if len(points) > 1:
            cut = _where(stage, gone[id_], points, cuts)
            held = TiedEnd(stage, course[0].rows[0]), TiedEnd(stage, course[-1].rows[1])
            ropes.append(FallingRope(tick, points, cut, held, kind.look.tint, kind.radius))
    return ropes


def _where(stage: Stage, link: Link, points: list[Point], cuts: Mapping[int, Point]) -> Point:
    """Return the point where a rope was cut, or the end that it has lost."""
    if link.a.part not in stage.parts:
        return points[0]
    if link.b.part not in stage.parts:
        return points[-1]
    return cuts.get(link.id, points[len(points) // 2])


class TiedEnd:
    """The body that an end of a rope is tied to, and how far it has moved since the cut, in metres."""

    def __init__(self, stage: Stage, row: int) -> None:
        self._stage, self._row = stage, row
        self._x, self._y = self._now()

    def _now(self) -> Point:
        x, y = self._stage.rows[self._row, :2].tolist()
        return x, y

    @property
    def moved(self) -> Point:
        x, y = self._now()
        return x - self._x, y - self._y


def _course(pieces: Sequence[DrawnPiece], design: Design) -> list[Point]:
    """Return the course of a link in the world, as the last tick drew it."""
    gx, gy = design.world.gravity_x, design.world.gravity_y
    pull = math.hypot(gx, gy)
    down = (gx / pull, gy / pull) if pull else (0.0, -1.0)
    return [point for piece in pieces if not piece.arc for point in _hang(piece.moving, piece.anchors, down)]


def _hang(row: Sequence[float], anchors: Sequence[float], down: Point) -> list[Point]:
    """Points of one piece from end to end: straight, or sagging about as far as its length allows."""
    ends = []
    for pose, anchor in ((row[0:3], anchors[0:2]), (row[6:9], anchors[2:4])):
        c, s = math.cos(pose[2]), math.sin(pose[2])
        ends.append((pose[0] + c * anchor[0] - s * anchor[1], pose[1] + s * anchor[0] + c * anchor[1]))
    (ax, ay), (bx, by) = ends
    spare = row[12] ** 2 - (bx - ax) ** 2 - (by - ay) ** 2 if row[12] > 0 else 0.0
    sag = math.sqrt(0.1875 * spare) if spare > 0 else 0.0
    points = []
    for n in range(_ROPE_POINTS):
        t = n / (_ROPE_POINTS - 1)
        low = 4.0 * sag * t * (1.0 - t)
        points.append((ax + (bx - ax) * t + down[0] * low, ay + (by - ay) * t + down[1] * low))
    return points
