"""Breakable parts: a body is replaced by spare ones, its pieces, when it is struck too hard."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.parts.bang.blast import is_blast
from sandbox.parts.kind import Hit, Kind, Point, Property, limit_of

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Breakable(Kind):
    """A kind that breaks under an impact harder than its `breaks_at`, which is its `hit_threshold` too."""

    wants_hits: ClassVar[bool] = True
    blast_gain: ClassVar[float] = 1.0  # times as hard as a blow of the same impulse does a blast shake it

    def holds(self, run: Running, shape: int) -> bool:
        """Tell whether a shape belongs to a part that can still break, and not to a piece."""
        raise NotImplementedError(self.name)

    def broken_by(self, run: Running, hit: Hit, blown: bool, machine: RunningMachine) -> None:
        """Let the pieces of a broken part out, after a blow or, if `blown`, a blast."""
        raise NotImplementedError(self.name)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if self.holds(run, hit.shape):
            blown = is_blast(hit, machine)
            if hit.impulse * (self.blast_gain if blown else 1.0) > limit_of(self.breaks_at, run.p):
                self.broken_by(run, hit, blown, machine)


class BreaksIfAsked(Breakable):
    """A kind that breaks if its property `breaks_at` is not 0, into all of its spare bodies; else nothing can break it.

    Its body 0 is the whole. A blueprint has the spare bodies, a running part the state `broken`, and the engine tells
    of hits only if the property is not 0: what can't break is, to the last bit, as it was before it could.
    """

    cues: ClassVar[Mapping[str, str]] = {"broken": "crash"}
    breaks_at: ClassVar[float | str] = "breaks_at"
    hit_threshold: ClassVar[float | str] = "breaks_at"
    states: ClassVar[tuple[str, ...]] = ("broken",)
    goal_states: ClassVar[tuple[str, ...]] = ("broken",)
    bursts: ClassVar[float] = 0.5  # m/s that a piece gets, away from the middle of the whole

    def states_of(self, p: SimpleNamespace) -> tuple[str, ...]:
        return self.states if p.breaks_at else ()

    def heeds_hits(self, p: SimpleNamespace) -> bool:
        return bool(p.breaks_at)

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.breaks_at:
            for shape in run.shapes:
                if shape is not None:
                    shape.filter = pymunk.ShapeFilter(0, shape.filter.categories)  # its pieces lie on one another

    def holds(self, run: Running, shape: int) -> bool:
        return not run["broken"] and run.plan.shapes[shape].body == 0

    def broken_by(self, run: Running, hit: Hit, blown: bool, machine: RunningMachine) -> None:
        run["broken"] = 1.0
        whole, pieces = run.bodies[0], run.plan.spare
        x, y = whole.position
        break_up(run, pieces, machine)
        for piece in pieces:
            body = run.bodies[piece]
            dx, dy = body.position.x - x, body.position.y - y
            far = math.sqrt(dx * dx + dy * dy)
            if far:
                vx, vy = body.velocity
                body.velocity = (vx + self.bursts * dx / far, vy + self.bursts * dy / far)
        run.follow(pieces[0])
        machine.jumped()
        machine.tell("broken", run, hit.impulse, hit.other)


def breaking_point(high: float, about: str) -> Property:
    """Return the property `breaks_at`, up to `high` N s; `about` says what a real one bears."""
    text = f"A harder blow than this breaks it; 0: it never breaks. {about}"
    return Property("breaks_at", "Breaks at", 0.0, "N s", 0.0, high, 0.5, help=text)


def break_up(
    run: Running, pieces: tuple[int, ...], machine: RunningMachine, body: int = 0, push: Point = (0.0, 0.0)
) -> None:
    """Take a body of a part out, and let spare ones out instead, each where the blueprint has it.

    A piece goes on as that point of the body went; `push` (m/s) is what it gets besides.
    """
    whole = run.bodies[body]
    angle, spin = whole.angle, whole.angular_velocity
    places = [run.world(run.plan.bodies[piece].x, run.plan.bodies[piece].y, body) for piece in pieces]
    speeds = [whole.velocity_at_world_point(place) for place in places]
    machine.take_back(run, body)
    for piece, place, (vx, vy) in zip(pieces, places, speeds, strict=True):
        machine.let_out(run, piece, place, (vx + push[0], vy + push[1]), angle)
        run.bodies[piece].angular_velocity = spin
