"""The ways of what parts of a design would shoot out, while nothing runs: curves up to the first solid thing."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point, Pose, localise, place, place_all
from sandbox.design.world import World
from sandbox.parts import KINDS, blueprint, pose_of

_LASTS = 4.0  # s that are followed at most
_GRAZES = 0.7  # of its radius: what lies farther from its middle, as a slide below the muzzle, only guides it
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
        points = [(float(x), float(y)) for x, y in (*places[:end:_EVERY], places[min(end, len(places) - 1)])]
        paths.append(FlightPath(tuple(points), flight.r))
    return paths


def _free_flight(start: Point, speed: Point, world: World) -> npt.NDArray[np.float64]:
    """Return the places of a body that nothing meets, one for each tick, as the engine moves it: shape (n, 2), m."""
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
    return np.array(places)


def _struck(places: npt.NDArray[np.float64], r: float, others: list[PartSpec]) -> int:
    """Return the index of the first place at which something round meets one of these parts; all of them: none."""
    end = len(places)
    low, high = places.min(axis=0) - r, places.max(axis=0) + r
    for spec in others:
        plan, pose = blueprint(spec), pose_of(spec)
        for shape in plan.shapes:
            if not shape.collides or shape.body in plan.spare:
                continue
            box = shape.outline.bounds(pose)
            if box.x1 < low[0] or box.x0 > high[0] or box.y1 < low[1] or box.y0 > high[1]:
                continue
            x, y = places[:end, 0], places[:end, 1]
            near = (x > box.x0 - r) & (x < box.x1 + r) & (y > box.y0 - r) & (y < box.y1 + r)
            for index in np.flatnonzero(near).tolist():
                if shape.outline.distance(*localise(pose, (float(x[index]), float(y[index])))) <= r:
                    end = index
                    break
    return end
