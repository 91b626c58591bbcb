"""A wall whose bricks come loose where a blast or a hard blow meets it."""

from __future__ import annotations

import math
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.parts.bang.breaking import Breakable, break_up
from sandbox.parts.drawing import painted, slab
from sandbox.parts.kind import Blueprint, Body, Hit, Look, Property, Rgb, Shape
from sandbox.parts.materials import DEPTH

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class BrittleWall(Breakable):
    """A wall of bricks, each of two bodies: a fixed one, and a spare one that takes its place when the brick comes
    loose.

    States: `broken`, how many bricks have come loose.
    """

    name = "brittle_wall"
    title = "Brittle wall"
    price = 8
    synonyms = "glass wall, breakable, bricks"
    hands_on = ("knock",)
    set_off_by = ("blast",)
    help = (
        "Holds until a blast or a hard enough blow reaches it; then the bricks there come loose, and the rest stays. "
        "Turned, it is a floor or a bridge that breaks."
    )
    source = (
        "Hollow bricks of 20 by 10 cm, 10 cm deep, 800 kg/m^3: 1.6 kg each. Lime mortar gives way to a sledgehammer: "
        "5 kg at 2 m/s and more. A blast shakes all joints of a brick at once: it counts three times."
    )
    sound = "stone"
    cues = {"broken": "crash"}
    properties = (
        Property("width", "Thickness", 0.2, "m", 0.1, 1.0, 0.05),
        Property("height", "Height", 0.8, "m", 0.2, 1.6, 0.1),
        Property("strength", "Strength", 8.0, "N s", 0.5, 50.0, 0.5, help="A harder blow than this breaks it"),
    )
    resizes = ("width", "height")
    breaks_at = hit_threshold = "strength"
    states = ("broken",)
    goal_states = ("broken",)
    brick, most = (0.2, 0.1), 24  # m, at most so many of them: then they are larger
    density, reach = 800.0, 0.35  # kg/m^3; m from the blow: so far they come loose
    blast_gain = 3.0  # times as hard as a blow does a blast shake it
    fastest = 6.0  # m/s at most that a brick flies off with
    gap = 0.001  # m: so much smaller is a loose brick, so as not to be jammed between others

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        mortar, tints = Look("stone", (206, 198, 186), outline=0.8), self._tints()
        fixed: list[Shape] = []
        spare: list[Shape] = []
        bricks = self._bricks(p)
        for k, (x, y, w, h) in enumerate(bricks):
            face = Look("stone", tints[(7 * k) % len(tints)], outline=0.7)
            fixed += [
                Shape(slab(w, h, x, y), mortar, k, friction=0.8, restitution=0.3),
                painted(slab(w - 0.012, h - 0.012, x, y, 0.004), face, k),
            ]
            body = len(bricks) + k
            spare += [
                Shape(slab(w - self.gap, h - self.gap, x, y, 0.002), face, body, friction=0.6, restitution=0.1),
                painted(slab(w - 0.02, 0.012, x, y + h / 2 - 0.012, 0.003), mortar, body),
            ]
        loose = [Body("dynamic", self.density * DEPTH * w * h) for _, _, w, h in bricks]
        stuck = [Body("static", x=x, y=y) for x, y, _, _ in bricks]
        count = len(bricks)
        return Blueprint((*stuck, *loose), (*spare, *fixed), spare=tuple(range(count, 2 * count)))

    def _tints(self) -> tuple[Rgb, ...]:
        return (186, 92, 70), (172, 82, 62), (196, 104, 78), (178, 88, 72)

    def _bricks(self, p: SimpleNamespace) -> list[tuple[float, float, float, float]]:
        """Return the middle and the size of each brick: in every second row they are shifted by half a brick."""
        columns, rows = max(1, round(p.width / self.brick[0])), max(2, round(p.height / self.brick[1]))
        while rows * columns + rows // 2 > self.most:
            columns, rows = (columns - 1, rows) if columns > 1 and columns > rows / 2 else (columns, rows - 1)
        w, h = p.width / columns, p.height / rows
        bricks = []
        for row in range(rows):
            y = p.height * ((row + 0.5) / rows - 0.5)
            edges = [k * w for k in range(columns + 1)]
            if row % 2:
                edges = [0.0, *(edge + w / 2 for edge in edges[:-1]), p.width]
            bricks += [((a + b - p.width) / 2, y, b - a, h) for a, b in pairwise(edges)]
        return bricks

    def start(self, run: Running, machine: RunningMachine) -> None:
        for shape in run.shapes:
            if shape is not None:
                shape.filter = pymunk.ShapeFilter(0, shape.filter.categories)  # loose bricks lie on one another

    def holds(self, run: Running, shape: int) -> bool:
        body = run.plan.shapes[shape].body
        return body not in run.plan.spare and run.bodies[body].space is not None

    def broken_by(self, run: Running, hit: Hit, blown: bool, machine: RunningMachine) -> None:
        """Let the bricks near a blow come loose. They share its impulse by how near they are; a blast meets each."""
        count = len(run.bodies) // 2
        shares: dict[int, float] = {}
        for k in range(count):
            x, y = run.bodies[k].position
            far = math.sqrt((x - hit.x) * (x - hit.x) + (y - hit.y) * (y - hit.y))
            if far < self.reach and run.bodies[k].space is not None:
                shares[k] = 1.0 - far / self.reach
        whole = 0.0
        for share in shares.values():
            whole += share
        for k, share in shares.items():
            taken = hit.impulse * (share * self.blast_gain if blown else share / whole)
            speed = min(self.fastest, taken / run.plan.bodies[count + k].mass)
            break_up(run, (count + k,), machine, k, (-speed * hit.nx, -speed * hit.ny))
        run["broken"] += len(shares)
        machine.tell("broken", run, hit.impulse, hit.other)
