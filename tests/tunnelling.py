"""Does anything fast get through something fixed? Every ball is shot at every fixed part, in every phase of a tick.

``python -m tests.tunnelling`` prints the whole table, ball by part, in some minutes; ``--rate 60`` has slower ticks,
``--without`` is the control: the sweep guard is off. It exits with 1 if anything got through. `test_guard` runs a
sample of it.

A ball has got through when its centre has been where the part is solid. The path between two ticks is taken as
straight, and it is looked at with plain geometry of the blueprint's outlines, not with the engine's queries.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import pymunk

from sandbox import parts
from sandbox.design.design import Design, PartSpec, Value, World
from sandbox.design.geometry import Circle, Outline, Point, Polygon
from sandbox.machine.guard import SweepGuard
from sandbox.machine.machine import Machine

SPEEDS = (5.0, 10.0, 15.0, 20.0, 30.0)  # m/s
PHASES = 17
MIDDLE = (5.0, 5.0)  # m: where the part stands
TARGET, BALL = 1, 2

# As small and as heavy as they come, and each fixed part as thin as it comes.
BALLS: dict[str, dict[str, Value]] = {kind.name: {} for kind in parts.FAMILIES["Balls"].KINDS}
BALLS["custom_ball"] = {"radius": 0.02, "mass": 100.0}
THIN: dict[str, dict[str, Value]] = {
    "floor": {"height": 0.04},
    "wall": {"width": 0.04},
    "fixed_block": {"height": 0.05},
}


class Way(NamedTuple):
    """From where a ball comes: its direction, and the point that it is aimed at as shares of the part's half size."""

    name: str
    angle: float  # degrees
    x: float = 0.0
    y: float = 0.0


WAYS = (Way("from above", -90.0, 0.1), Way("from the left", 0.0, 0.0, 0.1), Way("slanting", -50.0, 0.7, -0.4))

EACH = len(WAYS) * len(SPEEDS) * PHASES  # shots of one ball at one part


class Shot(NamedTuple):
    """One run: which ball, at what, how fast, and how far into the tick it starts."""

    ball: str
    part: str
    way: Way
    speed: float
    phase: int
    rate: int = 240


def fixed_kinds() -> list[str]:
    """Every kind with something solid that does not move."""
    found = []
    for name in parts.KINDS:
        plan = parts.blueprint(PartSpec(TARGET, name, 0.0, 0.0))
        if any(shape.collides and plan.bodies[shape.body].kind != "dynamic" for shape in plan.shapes):
            found.append(name)
    return found


def shots(balls: Iterable[str], fixed: Iterable[str], rate: int = 240) -> Iterator[Shot]:
    for ball, part, way, speed, phase in itertools.product(balls, fixed, WAYS, SPEEDS, range(PHASES)):
        yield Shot(ball, part, way, speed, phase, rate)


@functools.lru_cache(maxsize=64)
def solids(part: str) -> list[tuple[int, Outline]]:
    """What a ball's centre may not enter: body and outline, in the body's own frame."""
    plan = parts.blueprint(spec_of(part))
    return [
        (shape.body, shape.outline.moved(-plan.bodies[shape.body].x, -plan.bodies[shape.body].y))
        for shape in plan.shapes
        if shape.collides and plan.bodies[shape.body].kind != "dynamic"
    ]


def spec_of(part: str) -> PartSpec:
    return PartSpec(TARGET, part, *MIDDLE, props=THIN.get(part, {}))


def gets_through(shot: Shot) -> bool:
    """Run a shot, and watch the ball's centre."""
    target = spec_of(shot.part)
    box = parts.blueprint(target).bounds(parts.pose_of(target))
    far = math.hypot(box.x1 - box.x0, box.y1 - box.y0) / 2 + 0.3
    cos, sin = math.cos(math.radians(shot.way.angle)), math.sin(math.radians(shot.way.angle))
    back = far + shot.speed / shot.rate * shot.phase / PHASES
    x = (box.x0 + box.x1) / 2 + shot.way.x * (box.x1 - box.x0) / 2 - back * cos
    y = (box.y0 + box.y1) / 2 + shot.way.y * (box.y1 - box.y0) / 2 - back * sin
    ball = PartSpec(BALL, shot.ball, x, y, props=BALLS[shot.ball])
    world = World(gravity_y=0.0, width=10.0, height=10.0, tick_rate=shot.rate)
    machine = Machine(parts.check(Design(parts=(target, ball), world=world, next_id=3)))
    body = machine.parts[BALL].bodies[0]
    body.velocity = (shot.speed * cos, shot.speed * sin)
    for _ in range(math.ceil(2 * back / shot.speed * shot.rate) + 5):
        before = body.position
        machine.act()
        machine.step()
        machine.react()
        machine.tidy()
        if BALL not in machine.parts or TARGET not in machine.parts:
            return False
        if entered(machine, shot.part, before, body.position):
            return True
    return False


def entered(machine: Machine, part: str, before: Point, after: Point) -> bool:
    bodies = machine.parts[TARGET].bodies
    for index, outline in solids(part):
        body: pymunk.Body = bodies[index]
        if crosses(outline, body.world_to_local(before), body.world_to_local(after)):
            return True
    return False


def crosses(outline: Outline, start: Point, end: Point) -> bool:
    """Whether a straight path leads into an outline (its rounding left out: a polygon is a little smaller so)."""
    (ax, ay), (bx, by) = start, end
    if isinstance(outline, Circle):
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        t = min(1.0, max(0.0, ((outline.x - ax) * dx + (outline.y - ay) * dy) / long)) if long else 0.0
        return math.hypot(ax + t * dx - outline.x, ay + t * dy - outline.y) < outline.r
    points = outline.points
    if (
        max(ax, bx) < min(p[0] for p in points)
        or min(ax, bx) > max(p[0] for p in points)
        or max(ay, by) < min(p[1] for p in points)
        or min(ay, by) > max(p[1] for p in points)
    ):
        return False
    return clipped(outline, start, end)


def clipped(outline: Polygon, start: Point, end: Point) -> bool:
    """Whether some of a path is left within all sides of a convex polygon."""
    (ax, ay), (bx, by) = start, end
    low, high = 0.0, 1.0
    px, py = outline.points[-1]
    for qx, qy in outline.points:
        # Counter-clockwise: the inside is to the left of each side.
        a = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        b = (qx - px) * (by - py) - (qy - py) * (bx - px)
        if a < 0.0 and b < 0.0:
            return False
        if a < 0.0 or b < 0.0:
            t = a / (a - b)
            low, high = (max(low, t), high) if a < 0.0 else (low, min(high, t))
        px, py = qx, qy
    return low < high


def table(fixed: list[str], counts: dict[tuple[str, str], int]) -> Iterator[str]:
    """How many shots of each ball got through each part, line by line."""
    width = max(map(len, fixed)) + 1
    yield " " * width + " ".join(f"{ball[:9]:>9}" for ball in BALLS)
    for part in fixed:
        yield f"{part:<{width}}" + " ".join(f"{counts[ball, part] or '.':>9}" for ball in BALLS)


def count(job: tuple[str, str, int, bool]) -> tuple[str, str, int, list[Shot]]:
    ball, part, rate, guarded = job
    if not guarded:
        SweepGuard.hold_back = lambda self: None  # type: ignore[method-assign]
    through = [shot for shot in shots([ball], [part], rate=rate) if gets_through(shot)]
    return ball, part, len(through), through


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rate", type=int, default=240, help="ticks a second")
    asked.add_argument("--without", action="store_true", help="the control: without the guard")
    asked.add_argument("--parts", nargs="*", default=fixed_kinds(), help="only these")
    asked.add_argument("--list", action="store_true", help="each shot that got through")
    told = asked.parse_args()
    jobs = [(ball, part, told.rate, not told.without) for part in told.parts for ball in BALLS]
    counts, through = {}, []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for ball, part, number, which in pool.map(count, jobs, chunksize=4):
            counts[ball, part] = number
            through += which
    print("\n".join(table(told.parts, counts)))
    print(
        f"{sum(counts.values())} of {EACH * len(jobs)} shots got through: {len(SPEEDS)} speeds from {SPEEDS[0]:g} to "
        f"{SPEEDS[-1]:g} m/s, {PHASES} phases, {len(WAYS)} directions, at {told.rate} ticks a second"
    )
    if told.list:
        print("\n".join(map(str, through)))
    sys.exit(bool(through))


if __name__ == "__main__":
    main()
