"""Blasts: their reach, their force, and the base of all kinds that go off."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.parts.drawing import TURN
from sandbox.parts.fire.fuses import FuseLit
from sandbox.parts.kind import Circle, Hit, Kind, Point, Property, limit_of
from sandbox.parts.sight import SeenBody, around, bodies_in, open_to

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

CHAIN = 0.1  # s until a blast sets off an explosive with a fuse that it reaches

_NEAREST = 0.1  # m: what is closer than this to a blast gets no more of it
_FASTEST = 15.0  # m/s that a blast can add
_RAYS = (-0.6, 0.0, 0.6)  # of half a body's face: where a blast looks whether something shields it


class Explosive(Kind):
    """Something that goes off once, by its state `exploded`, and is gone then; its body 0 is where it goes off."""

    wants_hits: ClassVar[bool] = True
    goal_states: ClassVar[tuple[str, ...]] = ("exploded",)

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        return (Circle(p.reach),) if self.property("reach") is not None else ()

    def start(self, run: Running, machine: RunningMachine) -> None:
        for shape in run.shapes:
            if shape is not None:
                shape.filter = pymunk.ShapeFilter(run.id, shape.filter.categories)  # it looks out from inside itself

    def explode(self, run: Running, machine: RunningMachine) -> None:
        """Go off: `strength` (N s) and `reach` (m) are properties of its kind."""
        run["exploded"] = 1.0
        machine.tell("exploded", run, run.p.strength)
        machine.remove(run.id)
        blast(run, run.p.strength, run.p.reach, machine)


class Fused(FuseLit, Explosive):
    """An explosive with a fuse, which another blast lights, too: it has burnt down after `chain` seconds at most."""

    chain: ClassVar[float] = CHAIN

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self.explode(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if is_blast(hit, machine):
            self.light(run, min(limit_of(self.fuse_time, run.p), self.chain), machine)


def blast_properties(strength: float, reach: float) -> tuple[Property, Property]:
    """Return the properties of a blast that go with `Explosive`, by their defaults."""
    return (
        Property(
            "strength", "Strength", strength, "N s", 5.0, 500.0, 5.0, help="Of the blast, in all directions together"
        ),
        Property("reach", "Reach", reach, "m", 0.3, 5.0, 0.1, help="Where the blast ends"),
    )


def fuse_property(seconds: float) -> Property:
    """Return the property `fuse`, for the `fuse_time` of a kind."""
    return Property("fuse", "Fuse", seconds, "s", 0.0, 20.0, 0.1, help="From lighting to the blast")


def is_blast(hit: Hit, machine: RunningMachine) -> bool:
    """Tell whether a hit came from a blast."""
    striker = machine.parts.get(hit.other)
    return striker is not None and isinstance(striker.kind, Explosive) and bool(striker["exploded"])


def blast(run: Running, strength: float, reach: float, machine: RunningMachine) -> None:
    """Give each thing in reach an impulse: by its angle as seen from body 0, less with distance, if not shielded.

    It is handed to what it hits as a knock: so balloons pop, actors die, buttons are pushed, by their own rules.

    Args:
        strength: the impulse in all directions together (N s).
        reach: where it ends (m).
    """
    x0, y0 = run.bodies[0].position
    corners = ((x0 - reach, y0 - reach), (x0 + reach, y0 + reach))
    for target in bodies_in(machine, around(corners), run, fixed=True):
        body = target.body
        loose = body.body_type == body.DYNAMIC
        if loose:
            x, y = body.position
        else:
            box = target.shapes[0][1].bb
            x, y = box.center()
        dx, dy = x - x0, y - y0
        far = math.sqrt(dx * dx + dy * dy)
        nx, ny = (dx / far, dy / far) if far > 1e-6 else (0.0, 1.0)
        low, high = target.across(-ny, nx) if loose else (-0.05, 0.05)
        middle, half = (low + high) / 2, (high - low) / 2
        offsets = (middle + ray * half for ray in _RAYS)
        points = [(off, (x - off * ny, y + off * nx)) for off in offsets]
        seen, lever, shape = _exposed(machine, run, target, (x0, y0), points)
        if not seen or far >= reach:
            continue
        angle = min(TURN / 2, 2 * half / max(far, _NEAREST))
        impulse = strength * angle / TURN * (1.0 - far / reach) * seen / len(_RAYS)
        if loose:
            applied = min(impulse, _FASTEST * body.mass)
            lever = lever / seen if seen < len(_RAYS) else 0.0
            body.apply_impulse_at_world_point((applied * nx, applied * ny), (x - lever * ny, y + lever * nx))
        part = target.run
        if part.wants_hits and part.id in machine.parts:
            speed = min(impulse / body.mass, _FASTEST) if loose else 0.0
            hit = Hit(part.id, shape, run.id, 0, True, impulse, speed, -nx, -ny, x, y, impulse)
            part.kind.struck(part, hit, machine)


def _exposed(
    machine: RunningMachine, run: Running, target: SeenBody, source: Point, rays: list[tuple[float, Point]]
) -> tuple[int, float, int]:
    """Return how many rays from a blast reach a body, the sum of their offsets across its face, and the shape that the
    last of them meets. A ray is an offset (m) and a point of the face.
    """
    seen, lever, shape = 0, 0.0, target.shapes[0][0]
    for off, point in rays:
        met = open_to(machine, run, source, point, target.body)
        if met:
            seen += 1
            lever += off
        if isinstance(met, pymunk.Shape):
            shape = next((index for index, candidate in target.shapes if candidate is met), shape)
    return seen, lever, shape
