"""Draws motion: trails, arrows of velocity and force, points of contact, a quantity over time.

All of it is read from the history or the machine; nothing is changed.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Point
from sandbox.parts import blueprint
from sandbox.render.mark_list import Colour
from sandbox.render.overlay import Overlay
from sandbox.workspace.past.runs import PastRun

TRAIL_SECONDS = 4.0
_TRAIL_POINTS = 160  # of one trail
_MOST_ARROWS = 400
SLOWEST = 0.02  # m/s: slower bodies have no arrow
ARROW = 0.15  # m for each m/s
FORCE = 0.01  # m for each newton, up to
LONGEST = 0.5  # m
MOTION: Colour = (122, 62, 176)
PUSH: Colour = (190, 70, 20)
TRAILS: tuple[Colour, ...] = ((18, 107, 237), (200, 80, 20), (30, 140, 80), (150, 50, 160), (120, 100, 20))

Floats = npt.NDArray[np.float64]


class Quantity(NamedTuple):
    """A quantity of a part that can be plotted over time."""

    name: str
    title: str
    unit: str


QUANTITIES = (
    Quantity("x", "x", "m"),
    Quantity("y", "y", "m"),
    Quantity("speed", "Speed", "m/s"),
    Quantity("angle", "Angle", "\N{DEGREE SIGN}"),
    Quantity("spin", "Spin", "turns/s"),
    Quantity("energy", "Energy", "J"),
)
QUANTITY_BY_NAME = {quantity.name: quantity for quantity in QUANTITIES}


def main_row(run: PastRun, part: int) -> int | None:
    """Row of a part's main body: the first that can move. None if the part is not in the run."""
    spec = run.design.part_by_id.get(part)
    if spec is None or (part, 0) not in run.row_of:
        return None
    bodies = blueprint(spec).bodies
    main = next((index for index, body in enumerate(bodies) if body.kind == "dynamic"), 0)
    return run.row_of[part, main]


# -- over time


class Series(NamedTuple):
    """A quantity on the ticks that are kept."""

    ticks: npt.NDArray[np.int64]
    values: Floats


def series(run: PastRun, part: int, name: str) -> Series:
    """Return a quantity of a part over its run. A speed or spin is the mean rate from each tick to the next.

    Energy is kinetic energy plus potential energy above y = 0.
    """
    row = main_row(run, part)
    if row is None:
        return Series(np.zeros(0, np.int64), np.zeros(0))
    if name in ("x", "y", "angle"):
        field = ("x", "y", "angle").index(name)
        ticks, column = run.column(row, field)
        values = column.astype(np.float64)
        return Series(ticks, np.degrees(values) if name == "angle" else values)
    ticks, x = run.column(row, 0)
    if len(ticks) < 2:
        return Series(ticks, np.zeros(len(ticks)))
    seconds = np.diff(ticks) * run.dt
    y, angle = (run.column(row, field)[1].astype(np.float64) for field in (1, 2))
    spin = _led_to(angle, seconds)
    if name == "spin":
        return Series(ticks, spin / (2.0 * math.pi))
    vx, vy = _led_to(x.astype(np.float64), seconds), _led_to(y, seconds)
    squares = vx * vx + vy * vy
    if name == "speed":
        return Series(ticks, np.sqrt(squares))
    spec = run.design.part_by_id[part]
    body = blueprint(spec).bodies[row - run.row_of[part, 0]]
    world = run.design.world
    height = -(world.gravity_x * x + world.gravity_y * y)
    energy = body.mass * (0.5 * squares + height) + 0.5 * body.moment * spin * spin
    return Series(ticks, energy if body.kind == "dynamic" else np.zeros(len(ticks)))


def _led_to(values: Floats, seconds: Floats) -> Floats:
    """Rates of change from each value to the next; the last rate is repeated."""
    rates = np.diff(values) / seconds
    return np.append(rates, rates[-1])


def thinned(of: Series, first: int, last: int, columns: int) -> list[tuple[float, float, float]]:
    """Reduce a series to the columns of a plot: for each column with values, its position (0 to 1), their minimum and
    maximum.
    """
    within = (of.ticks >= first) & (of.ticks <= last)
    ticks, values = of.ticks[within], of.values[within]
    if not len(ticks) or last <= first:
        return []
    column = ((ticks - first) * (columns - 1) // (last - first)).astype(np.intp)
    begins = np.flatnonzero(np.diff(column, prepend=-1))
    least, most = np.minimum.reduceat(values, begins), np.maximum.reduceat(values, begins)
    return [
        (float(at) / max(1, columns - 1), float(low), float(high))
        for at, low, high in zip(column[begins].tolist(), least.tolist(), most.tolist(), strict=True)
    ]


# -- over the scene


def trail(run: PastRun, part: int, tick: int) -> list[Point]:
    """Positions of a part in the last seconds before a tick, the oldest first."""
    row = main_row(run, part)
    if row is None:
        return []
    first = max(run.start, tick - round(TRAIL_SECONDS / run.dt))
    every = max(1, (tick - first) // _TRAIL_POINTS)
    points: list[Point] = []
    for when in [*range(first, tick, every), tick]:
        x, y = run.pose(row, when)
        if y > -100.0 and (not points or points[-1] != (x, y)):  # a spare body waits far below
            points.append((x, y))
    return points


def paint_trails(overlay: Overlay, run: PastRun, parts: Collection[int], tick: int) -> None:
    """Draw the trail of each part, thinner towards the past."""
    for nth, part in enumerate(sorted(parts)):
        colour = TRAILS[nth % len(TRAILS)]
        points = trail(run, part, tick)
        for index in range(1, len(points)):
            share = index / len(points)
            overlay.line(*points[index - 1], *points[index], (*colour[:3], round(60 + 180 * share)), 1.0 + 2.0 * share)
        for x, y in points[-1 :: -max(1, len(points) // 6)]:  # told apart without colour: dots, rings, squares
            overlay.figure(("circle", "square", "diamond", "triangle")[nth % 4], x, y, 3.0, colour, 1.2, colour)


def paint_velocities(overlay: Overlay, rows: Floats) -> None:
    """Draw an arrow for each body that moves; only for the fastest ones if there are very many."""
    speeds = np.hypot(rows[:, 3], rows[:, 4])
    moving = np.flatnonzero(speeds > SLOWEST)
    if len(moving) > _MOST_ARROWS:
        moving = moving[np.argsort(speeds[moving])[-_MOST_ARROWS:]]
    for row in moving.tolist():
        x, y, _, vx, vy, _ = rows[row].tolist()
        _arrow(overlay, x, y, ARROW * vx, ARROW * vy, MOTION)


def paint_contacts(overlay: Overlay, points: Floats) -> None:
    """Draw a mark where bodies touch, and the force on the upper one (x, y, N, N); slight contacts have no arrow."""
    for x, y, fx, fy in points[:_MOST_ARROWS].tolist():
        overlay.figure("diamond", x, y, 3.5, PUSH, 1.4, (255, 255, 255, 230))
        if fy < 0.0:  # of the two that are opposed the one that bears: which comes first is the engine's affair
            fx, fy = -fx, -fy
        force = math.hypot(fx, fy)
        if FORCE * force > 0.02:
            share = FORCE * min(1.0, LONGEST / (FORCE * force))
            _arrow(overlay, x, y, share * fx, share * fy, PUSH)


def _arrow(overlay: Overlay, x: float, y: float, dx: float, dy: float, colour: Colour) -> None:
    overlay.line(x, y, x + dx, y + dy, colour, 1.8, casing=0.8)
    overlay.figure("triangle", x + dx, y + dy, 4.5, colour, 1.0, colour, math.atan2(dy, dx))
