"""The ways of what parts of a design would shoot out, while nothing runs: curves up to the first solid thing."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Box, Outline, Point, Pose, localise, place, place_all
from sandbox.design.world import World
from sandbox.parts import KINDS, blueprint, pose_of

_LASTS = 4.0  # s that are followed at most
_GRAZES = 0.7  # of its radius: what lies farther from its middle, as a slide below the muzzle, only guides it
_PIECE = 16  # places that are compared with the parts together
_EVERY = 4  # ticks between two points of the curve: 60 points a second


class FlightPath(NamedTuple):
    """The places of the middle of a shot, 60 a second (m), the last where it would strike something, and its radius."""

    points: tuple[Point, ...]
    r: float


def of_design(design: Design, ids: Collection[int]) -> list[FlightPath]:
    """Return the ways of what the parts with these ids would shoot, each up to the first solid thing or out of the
    room."""
    paths = []
    for spec in design.parts:
        kind = KINDS[spec.kind]
        flight = kind.flight(kind.values(spec.props)) if spec.id in ids else None
        if flight is None:
            continue
        pose, facing = pose_of(spec), -1.0 if spec.flip else 1.0
        start = place(pose, (facing * flight.x, flight.y))
        (speed,) = place_all(Pose(0.0, 0.0, pose.angle), [(facing * flight.vx, flight.vy)])
        places = _free_flight(start, speed, design.world)
        others = [other for other in design.parts if other.id != spec.id]
        end = _struck(places, _GRAZES * flight.r, others)
        paths.append(FlightPath((*places[:end:_EVERY], places[min(end, len(places) - 1)]), flight.r))
    return paths


def _free_flight(start: Point, speed: Point, world: World) -> list[Point]:
    """Return the places of a body that nothing meets, one for each tick, as the engine moves it (m)."""
    dt = 1.0 / world.tick_rate
    kept = (1.0 - world.air) ** dt
    (x, y), (vx, vy) = start, speed
    places = [start]
    for _ in range(round(_LASTS * world.tick_rate)):
        x, y = x + dt * vx, y + dt * vy
        vx, vy = kept * vx + dt * world.gravity_x, kept * vy + dt * world.gravity_y
        places.append((x, y))
        if y < 0.0 and world.gravity_y <= 0.0 and vy < 0.0:
            break  # out of the room, for good
    return places


def _struck(places: list[Point], r: float, others: list[PartSpec]) -> int:
    """Return the index of the first place at which something round meets one of these parts; all of them: none."""
    end = len(places)
    pieces = [(first, _around(places[first : first + _PIECE], r)) for first in range(0, end, _PIECE)]
    whole = reduce(Box.union, (box for _, box in pieces))
    for spec in others:
        plan, pose = blueprint(spec), pose_of(spec)
        for shape in plan.shapes:
            if not shape.collides or shape.body in plan.spare or not whole.overlaps(box := shape.outline.bounds(pose)):
                continue
            for first, piece in pieces:
                if first >= end:
                    break
                if piece.overlaps(box):
                    end = _first_met(shape.outline, pose, r, places, first, end)
    return end


def _first_met(outline: Outline, pose: Pose, r: float, places: list[Point], first: int, end: int) -> int:
    """Return the index of the first place of a piece that is within `r` of an outline; `end` if none is."""
    for index in range(first, min(first + _PIECE, end)):
        if outline.distance(*localise(pose, places[index])) <= r:
            return index
    return end


def _around(places: list[Point], r: float) -> Box:
    """Return the box around a circle of this radius at all of these places."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Box(min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)
