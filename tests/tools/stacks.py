"""Do stacks stand? Each is left alone for a minute, and what moves is measured.

``python -m tests.tools.stacks`` prints the table, `test_stacks` holds it. What is placed edge to edge first settles
by the solver's slop, about half a millimetre at each joint: shifts are counted from the state after one second.

Besides the three that are built by hand there is a stack of each kind of the catalogue that is flat on top: a crate on
a crate on the part, and on two of it if it is loose.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World
from sandbox.design.geometry import Outline, Point, Polygon, Pose
from sandbox.machine.machine import Machine
from sandbox.parts.kind import Kind

SECONDS = 60
SETTLED = 1  # s
LOOKS = 10  # a second
FLAT = math.pi / 2
Placed = tuple[str, float, float, float, dict[str, Any]]  # kind, x, y, angle, properties


class Stood(NamedTuple):
    """The most that any part has moved and turned, how many of them there were, and how many sleep at the end."""

    shift: float  # m
    turn: float  # rad
    loose: int
    asleep: int


def design(placed: list[Placed], sleep: bool) -> Design:
    """These on a floor whose top is at height 0."""
    floor = PartSpec(1, "floor", 2.0, -0.05, props={"width": 8.0})
    specs = [PartSpec(n, kind, x, y, angle, props=props) for n, (kind, x, y, angle, props) in enumerate(placed, 2)]
    return parts.check(Design(parts=(floor, *specs), world=World(sleep=sleep), next_id=len(specs) + 2))


def pyramid(sleep: bool) -> Design:
    """55 crates in ten rows, 2 cm between neighbours: each stands on the two below it."""
    side, pitch = 0.2, 0.22  # m
    rows = [(row, k) for row in range(10) for k in range(10 - row)]
    box = {"width": side, "height": side}
    return design([("crate", 1.0 + (k + row / 2) * pitch, side * (row + 0.5), 0.0, box) for row, k in rows], sleep)


def house(sleep: bool) -> Design:
    """24 dominoes on four storeys: uprights, a lintel from each to the next, and the next storey on the lintels."""
    w, h = 0.06, 0.3  # m: a domino
    placed: list[Placed] = []
    for storey in range(4):
        bays = 4 - storey
        left, foot = 1.0 + storey * h / 2, storey * (h + w)
        placed += [("domino", left + k * h, foot + h / 2, 0.0, {}) for k in range(bays + 1)]
        placed += [("domino", left + (k + 0.5) * h, foot + h + w / 2, FLAT, {}) for k in range(bays)]
    return design(placed, sleep)


def balance(sleep: bool, off: float = 0.003) -> Design:
    """A birch bar of a metre across the ridge of a wedge, its middle `off` metres from the ridge's."""
    ridge = 2.0 - 0.2 + 0.007  # m: a wedge is 0.4 m wide and high on its left; its ridge has a width
    return design([("birch_wedge", 2.0, 0.1, 0.0, {}), ("bar", ridge + off, 0.225, 0.0, {})], sleep)


STACKS: dict[str, Callable[[bool], Design]] = {
    "a pyramid of 55 crates": pyramid,
    "a house of 24 dominoes": house,
    "a bar balanced on a wedge": balance,
}


CRATE = 0.1  # m: the little ones on top
RESTLESS = {  # what moves by itself, with all that stands on it
    "seesaw": "it tips", "motor": "it turns", "conveyor": "it runs", "antigravity": "it lifts",
    "classic_butterfly": "it flies",
}  # fmt: skip


def solids(kind: Kind) -> list[Outline]:
    """Return what is solid of a part at 0, 0."""
    plan = parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0))
    return [shape.outline for shape in plan.shapes if shape.collides and shape.body not in plan.spare]


def ledge(kind: Kind, top: bool) -> Point | None:
    """Return the middle of the widest level side at the top or bottom of a part; None if no crate fits on it."""
    solid = solids(kind)
    boxes = [outline.bounds(Pose(0.0, 0.0, 0.0)) for outline in solid]
    height = max((box.y1 for box in boxes), default=0.0) if top else min((box.y0 for box in boxes), default=0.0)
    sides = [
        (abs(bx - ax) + 2 * outline.rounding, (ax + bx) / 2)
        for outline in solid
        if isinstance(outline, Polygon)
        for (ax, ay), (bx, by) in zip(outline.points, outline.points[1:] + outline.points[:1], strict=True)
        if max(abs(y - height) for y in (ay, by)) < outline.rounding + 1e-6
    ]
    width, middle = max(sides, default=(0.0, 0.0))
    return (middle, height) if width >= CRATE else None


def topped(kind: Kind) -> list[Placed]:
    """Two little crates on a part, or on two of it if it is loose; nothing if it isn't flat."""
    plan = parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0))
    loose = all(body.kind == "dynamic" for n, body in enumerate(plan.bodies) if n not in plan.spare)
    top, bottom = ledge(kind, True), ledge(kind, False)
    if top is None or (loose and bottom is None):
        return []
    low = min(outline.bounds(Pose(0.0, 0.0, 0.0)).y0 for outline in solids(kind))
    high, count = top[1] - low, 2 if loose else 1
    placed: list[Placed] = [(kind.name, 2.0, n * high - low, 0.0, {}) for n in range(count)]
    box = {"width": CRATE, "height": CRATE}
    crates: list[Placed] = [("crate", 2.0 + top[0], count * high + (n + 0.5) * CRATE, 0.0, box) for n in range(2)]
    return placed + crates


def catalogue() -> dict[str, Callable[[bool], Design]]:
    """Return the stacks of all kinds that are flat on top."""
    return {kind.name: functools.partial(design, placed) for kind in parts.KINDS.values() if (placed := topped(kind))}


def left_alone(of: Design, seconds: float = SECONDS) -> Stood:
    """Run it and watch."""
    machine = Machine(of)
    rate = of.world.tick_rate
    settled = machine.read_rows().copy()
    most = np.zeros_like(settled)
    for tick in range(1, round(seconds * rate) + 1):
        machine.tick()
        if tick == SETTLED * rate:
            settled = machine.read_rows().copy()
        elif tick > SETTLED * rate and tick % (rate // LOOKS) == 0:
            most = np.maximum(most, abs(machine.read_rows() - settled))
    bodies = [body for run in machine.parts.values() for body in run.bodies if body.body_type == body.DYNAMIC]
    return Stood(
        float(np.hypot(most[:, 0], most[:, 1]).max()),
        float(most[:, 2].max()),
        len(bodies),
        sum(body.is_sleeping for body in bodies),
    )


def main() -> None:
    print(f"{'left alone for a minute':<28}{'sleeping':>9}{'moved':>12}{'turned':>12}{'asleep':>8}")
    worst = 0.0
    for name, build in (STACKS | catalogue()).items():
        for sleep in (True, False):
            stood = left_alone(build(sleep))
            if name not in RESTLESS:
                worst = max(worst, stood.shift)
            moved, turned = f"{1000 * stood.shift:.3f} mm", f"{math.degrees(stood.turn):.3f}°"
            print(f"{name:<28}{'on' if sleep else 'off':>9}{moved:>12}{turned:>12}{stood.asleep:>4} of {stood.loose}")
    sys.exit(worst > 0.001)


if __name__ == "__main__":
    main()
