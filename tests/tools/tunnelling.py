"""Does anything fast get through something solid? Every ball is shot at every solid part, in every phase of a tick.

``python -m tests.tools.tunnelling`` prints the whole table, ball by part, in half an hour on two cores; ``--rate 60``
has slower ticks, ``--without`` is the control: the sweep guard is off, ``--parts`` names some parts only. It exits
with 1 if anything got through what does not give way. `test_guard` runs a sample of it.

A ball has got in when its centre has been where the part is solid. A second table tells the same of bodies that are
loose or hang on a joint: the guard sweeps the way of a ball against where they go, but not against how they turn, and a
joint bears no more than 20 kN; see `LETS_IN`. Between two ticks all that moves is taken to move and turn evenly, and it
is looked at with plain geometry of the blueprint's outlines, not with the engine's queries.
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
from sandbox.design.geometry import Circle, Outline, Point, Polygon, Pose, localise
from sandbox.machine.guard import SweepGuard
from sandbox.machine.machine import Machine

SPEEDS = (5.0, 10.0, 15.0, 20.0, 30.0)  # m/s
PHASES = 17
FINE = 0.02  # rad: by which a body turns at most in a piece of its way that is taken as straight
MIDDLE = (5.0, 5.0)  # m: where the part stands
TARGET, BALL = 1, 2

# As small and as heavy as they come, and what is flat as thin as it comes.
BALLS: dict[str, dict[str, Value]] = {kind.name: {} for kind in parts.FAMILIES["Balls"].KINDS}
BALLS["custom_ball"] = {"radius": 0.02, "mass": 100.0}
THIN: dict[str, dict[str, Value]] = {
    "floor": {"height": 0.04},
    "wall": {"width": 0.04},
    "fixed_block": {"height": 0.05},
    "bar": {"height": 0.03},
    "styrofoam_block": {"height": 0.05},
    "birch_wedge": {"height": 0.05},
    "styrofoam_wedge": {"height": 0.05},
}

# What is so light, or turns so easily, that the centre of one of the usual balls has been in it: it was struck by
# something heavier, and spun about it; a joint gave way under it; or it was pressed into it and came out again.
LETS_IN = frozenset({
    "bell", "bellows", "bone", "cheese", "classic_butterfly", "classic_detonator", "crank_rod", "detonator", "diverter",
    "domino", "hammer", "hinge", "nitro", "spring_board", "spring_match", "styrofoam_wedge", "windmill",
})  # fmt: skip


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
    return [name for name in parts.KINDS if any(kind != "dynamic" for kind in _solid_bodies(name))]


def solid_kinds() -> list[str]:
    """Every kind with something solid: those with something that does not move, then those that are loose."""
    fixed = fixed_kinds()
    return fixed + [name for name in parts.KINDS if name not in fixed and any(_solid_bodies(name))]


def _solid_bodies(name: str) -> Iterator[str]:
    """Yield the kinds of body of a part's solid shapes that are there from the start."""
    plan = parts.blueprint(PartSpec(TARGET, name, 0.0, 0.0))
    return (plan.bodies[shape.body].kind for shape in plan.shapes if shape.collides and shape.body not in plan.spare)


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
        if shape.collides
    ]


def spec_of(part: str) -> PartSpec:
    return PartSpec(TARGET, part, *MIDDLE, props=THIN.get(part, {}))


class Entered(NamedTuple):
    """Whether a ball's centre has been in a body of the part that is fixed or driven, and in one that is loose."""

    fixed: bool
    loose: bool


def gets_through(shot: Shot) -> bool:
    """Run a shot, and tell whether the ball gets into something that does not give way."""
    return enters(shot).fixed


def enters(shot: Shot) -> Entered:
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
    found = {False: False, True: False}  # by whether it is loose
    for _ in range(math.ceil(2 * back / shot.speed * shot.rate) + 5):
        others = machine.parts[TARGET].bodies
        poses, before = [_pose(other) for other in others], body.position
        machine.tick()
        if BALL not in machine.parts or TARGET not in machine.parts:
            break
        paths = [_path(was, _pose(other), before, body.position) for was, other in zip(poses, others, strict=True)]
        for index, outline in solids(shot.part):
            loose = others[index].body_type == pymunk.Body.DYNAMIC
            if not found[loose] and any(crosses(outline, a, b) for a, b in itertools.pairwise(paths[index])):
                found[loose] = True
        if found[False]:
            break
    return Entered(found[False], found[True])


def _pose(body: pymunk.Body) -> Pose | None:
    return Pose(*body.position, body.angle) if body.space is not None else None


def _path(start: Pose | None, end: Pose | None, before: Point, after: Point) -> list[Point]:
    """Return the way of a ball's centre within a tick as seen from a body, which moves and turns evenly meanwhile."""
    if start is None or end is None:
        return []
    pieces = 1 + math.ceil(abs(end.angle - start.angle) / FINE)
    shares = [k / pieces for k in range(pieces + 1)]
    poses = [Pose(*(a + share * (b - a) for a, b in zip(start, end, strict=True))) for share in shares]
    return [
        localise(pose, (before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1])))
        for share, pose in zip(shares, poses, strict=True)
    ]


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


def table(names: Iterable[str], counts: dict[tuple[str, str], int]) -> Iterator[str]:
    """How many shots of each ball got into each part, line by line."""
    names = [*names]
    width = max(map(len, names), default=0) + 1
    yield " " * width + " ".join(f"{ball[:9]:>9}" for ball in BALLS)
    for part in names:
        yield f"{part:<{width}}" + " ".join(f"{counts[ball, part] or '.':>9}" for ball in BALLS)


def count(job: tuple[str, str, int, bool]) -> tuple[str, str, list[Shot], list[Shot]]:
    """Return the shots of a ball at a part that got into something fixed, and those that got into something loose."""
    ball, part, rate, guarded = job
    if not guarded:
        SweepGuard.hold_back = lambda self: None  # type: ignore[method-assign]
    found = [(shot, enters(shot)) for shot in shots([ball], [part], rate=rate)]
    return ball, part, [shot for shot, into in found if into.fixed], [shot for shot, into in found if into.loose]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rate", type=int, default=240, help="ticks a second")
    asked.add_argument("--without", action="store_true", help="the control: without the guard")
    asked.add_argument("--parts", nargs="*", default=solid_kinds(), help="only these")
    asked.add_argument("--list", action="store_true", help="each shot that got in")
    told = asked.parse_args()
    jobs = [(ball, part, told.rate, not told.without) for part in told.parts for ball in BALLS]
    through: dict[tuple[str, str], list[Shot]] = {}
    into: dict[tuple[str, str], list[Shot]] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for ball, part, fixed, loose in pool.map(count, jobs):
            through[ball, part], into[ball, part] = fixed, loose
    fixed_ones = [part for part in told.parts if part in fixed_kinds()]
    loose_ones = [part for part in told.parts if any(into[ball, part] for ball in BALLS)]
    whole = f"of {EACH * len(jobs)} shots"
    for title, names, found in (
        (f"into what does not give way: {sum(map(len, through.values()))} {whole}", fixed_ones, through),
        (f"into what is loose or turns: {sum(map(len, into.values()))} {whole}, all at these", loose_ones, into),
    ):
        print(title)
        print("\n".join(table(names, {pair: len(which) for pair, which in found.items()})) + "\n")
        if told.list:
            print("\n".join(str(shot) for which in found.values() for shot in which) + "\n")
    print(
        f"{len(SPEEDS)} speeds from {SPEEDS[0]:g} to {SPEEDS[-1]:g} m/s, {PHASES} phases, {len(WAYS)} directions, "
        f"at {told.rate} ticks a second"
    )
    sys.exit(any(through.values()))


if __name__ == "__main__":
    main()
