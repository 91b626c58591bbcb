"""Signs at parts that do something by themselves, while the machine is at rest: arrows that show which way they will
turn, run or walk, also if others drive them, and two bars on those that do nothing before something sets them off. A
winch that nothing drives has the arrow of the way that winds up its rope. A ring is where two gears mesh, and a cross
on a pulley that two ropes turn against each other."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Point, Pose, place
from sandbox.editing import ropes_against, trains
from sandbox.editing.trains import ShaftTurn
from sandbox.parts import KINDS, blueprint, pose_of
from sandbox.parts.drawing import arc
from sandbox.parts.turning.gearing import WHEEL
from sandbox.render.mark_list import ILLEGAL, INK, LEGAL, PAPER, MarkList

_GAP = 0.03  # m: from a wheel's rim to its arrow
_FROM, _TO, _STROKES = math.radians(35), math.radians(145), 12  # of the arc above a wheel, counted from the right
_HALF, _DASHES = 0.12, 8  # m: half of an arrow on a belt; strokes of it
_STEP = 0.05  # m: half of an arrow before what walks
_HEAD = 5.0  # px
_STOPPED = 6.5  # px: the sign of two bars. A square would look like a port for signals
_HELD = 8.0  # px
_IN_MESH = 3.5  # px: the ring where two gears mesh


class Arrow(NamedTuple):
    """A line with a head at its end; on what waits to be set off it has gaps, a hollow head, and, unless that is
    `driven` by another part, two bars at its beginning, the sign of what has been stopped."""

    points: tuple[Point, ...]  # m
    angle: float  # rad, of the head
    waits: bool = False
    driven: bool = False


class TurningMarks:
    """Draws the signs; they are computed anew only when the design has changed."""

    def __init__(self) -> None:
        self._design: Design | None = None
        self._signs: dict[int, Arrow | Point] = {}
        self._turns: dict[int, ShaftTurn] = {}  # of the parts that others drive
        self._meshing: list[Point] = []
        self.held: dict[int, Point] = {}  # wheels that ropes turn against each other: each has a cross

    def show(self, overlay: MarkList, design: Design, moved: Iterable[PartSpec] = ()) -> None:
        """Draw the signs of a design, with some parts as they are shown instead."""
        if design is not self._design:
            self._design = design
            self._turns = trains.driven(design.parts, design.links)
            self._signs = _signs_of(design.parts, self._turns)
            self._meshing = trains.meshing_at(design.parts)
            self.held = ropes_against.wheels_held(design)
        signs, meshing = self._signs, self._meshing
        if shown := {spec.id: spec for spec in moved}:
            signs = self._with(design, shown)
            if any(map(trains.is_in_train, shown.values())):
                meshing = trains.meshing_at((design.part_by_id | shown).values())
        for x, y in meshing:
            overlay.figure("circle", x, y, _IN_MESH, LEGAL, 1.6, PAPER, casing=1.2)
        for sign in signs.values():
            if isinstance(sign, Arrow):
                draw_arrow(overlay, sign)
            else:
                _draw_stopped(overlay, sign)
        for x, y in self.held.values():
            overlay.figure("circle", x, y, _HELD, ILLEGAL, 1.8, PAPER, casing=1.4)
            overlay.figure("cross", x, y, 0.5 * _HELD, ILLEGAL, 2.2)

    def _with(self, design: Design, shown: dict[int, PartSpec]) -> dict[int, Arrow | Point]:
        """Return the signs with some parts as they are shown; only those are computed that are others then."""
        turns = self._turns
        if any(map(trains.is_in_train, shown.values())):
            turns = trains.driven((design.part_by_id | shown).values(), design.links)
        other = {id_ for id_ in turns.keys() | self._turns.keys() if turns.get(id_) != self._turns.get(id_)}
        fresh = [shown.get(id_) or design.part_by_id[id_] for id_ in sorted(other | shown.keys())]
        kept = {id_: sign for id_, sign in self._signs.items() if id_ not in shown and id_ not in other}
        return kept | _signs_of(fresh, turns)


def _signs_of(specs: Iterable[PartSpec], turns: Mapping[int, ShaftTurn]) -> dict[int, Arrow | Point]:
    """Return the sign of each part that has one: an arrow, or where its bars are; `turns` of those that are driven."""
    signs = ((spec.id, arrow_of(spec, turns.get(spec.id)) or stopped_at(spec)) for spec in specs)
    return {id_: sign for id_, sign in signs if sign is not None}


def _draw_stopped(overlay: MarkList, at: Point) -> None:
    overlay.figure("circle", *at, _STOPPED, INK, 1.4, PAPER, casing=1.2)
    overlay.figure("pause", *at, _STOPPED - 1.5, INK, 0.0, INK)


def draw_arrow(overlay: MarkList, arrow: Arrow) -> None:
    """Draw an arrow, dark on light, so that it is seen on anything."""
    points, angle, waits, driven = arrow
    overlay.polyline(points, PAPER, 4.0)
    overlay.figure("triangle", *points[-1], _HEAD + 2.0, PAPER, 0.0, PAPER, angle)
    for a, b in list(pairwise(points))[:: 2 if waits else 1]:
        overlay.line(*a, *b, INK, 1.8)
    if waits and not driven:
        _draw_stopped(overlay, points[0])
    overlay.figure("triangle", *points[-1], _HEAD, INK, 1.4 if waits else 0.0, PAPER if waits else INK, angle)


def arrow_of(spec: PartSpec, turn: ShaftTurn | None = None) -> Arrow | None:
    """Return the arrow of a placed part, which others may drive; None if it does nothing or stands still."""
    kind = KINDS[spec.kind]
    if turn is not None:
        arrow = _along(spec, -turn.way) if turn.carries else _about(spec, turn.way)
        return arrow._replace(waits=turn.waits, driven=True)
    name = kind.spins_by or kind.carries_by or kind.walks_by
    sheave = blueprint(spec).sheave
    if sheave is not None and sheave.winds:
        return _about(spec, -1.0 if spec.flip else 1.0)._replace(waits=True)
    speed = trains.own_speed(spec, name)
    if not speed:
        return None
    arrow = (_about if kind.spins_by else _along if kind.carries_by else _before)(spec, speed)
    return arrow._replace(waits=trains.waits(spec))


def stopped_at(spec: PartSpec) -> Point | None:
    """Return the middle of what is solid of a part that usually runs from the start, and here waits for a wire; None of
    others."""
    running = KINDS[spec.kind].property("running")
    if running is None or not running.default or spec.props.get("running", True):
        return None
    boxes = [shape.outline.bounds(pose_of(spec)) for shape in blueprint(spec).shapes if shape.collides]
    box = functools.reduce(Box.union, boxes) if boxes else blueprint(spec).bounds(pose_of(spec))
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _about(spec: PartSpec, speed: float) -> Arrow:
    """Return an arc over the wheel, upright however the part is turned."""
    plan, origin = blueprint(spec), Pose(0.0, 0.0, 0.0)
    rim = max(shape.outline.bounds(origin).x1 for shape in plan.shapes if shape.body == WHEEL)
    points = arc(max(rim, plan.bounds(origin).y1) + _GAP, _FROM, _TO, _STROKES, spec.x, spec.y)
    way = 1.0 if speed > 0 else -1.0
    points = points if way > 0 else points[::-1]
    end = math.atan2(points[-1][1] - spec.y, points[-1][0] - spec.x)
    return Arrow(tuple(points), end + way * math.pi / 2)


def _along(spec: PartSpec, speed: float) -> Arrow:
    """Return a straight arrow on the middle of the belt, where nothing that lies on it is hidden."""
    return _straight(pose_of(spec), _HALF if speed > 0 else -_HALF)


def _before(spec: PartSpec, speed: float) -> Arrow:
    """Return a straight arrow before what walks, level as it walks upright; the signs of goals are higher up."""
    half = _STEP if speed > 0 else -_STEP
    far = blueprint(spec).bounds(Pose(0.0, 0.0, 0.0)).x1 + _GAP + _STEP
    return _straight(Pose(spec.x + math.copysign(far, half), spec.y, 0.0), half)


def _straight(pose: Pose, half: float) -> Arrow:
    """Return a straight arrow in the middle of a frame; `half` of its length is negative if it points to the left."""
    points = [place(pose, (half * (2 * n / _DASHES - 1.0), 0.0)) for n in range(_DASHES + 1)]
    (x0, y0), (x1, y1) = points[0], points[-1]
    return Arrow(tuple(points), math.atan2(y1 - y0, x1 - x0))
