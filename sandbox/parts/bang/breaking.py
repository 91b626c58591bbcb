"""Breakable parts: a body is replaced by spare ones, its pieces, when it is struck too hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.bang.blast import is_blast
from sandbox.parts.base import Hit, Kind, Point

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Breakable(Kind):
    """A kind that breaks under an impact harder than its `breaks_at`, which is its `hit_threshold` too."""

    wants_hits: ClassVar[bool] = True
    blast_gain: ClassVar[float] = 1.0  # times as hard as a blow of the same impulse does a blast shake it

    def holds(self, run: Running, shape: int) -> bool:
        """Tell whether a shape is of what can still break, and not of a piece."""
        raise NotImplementedError(self.name)

    def broken_by(self, run: Running, hit: Hit, blown: bool, machine: RunningMachine) -> None:
        """Let its pieces out, after a blow or, if `blown`, a blast."""
        raise NotImplementedError(self.name)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if self.holds(run, hit.shape):
            blown = is_blast(hit, machine)
            limit = getattr(run.p, self.breaks_at) if isinstance(self.breaks_at, str) else self.breaks_at
            if hit.impulse * (self.blast_gain if blown else 1.0) > limit:
                self.broken_by(run, hit, blown, machine)


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


__all__ = ["Breakable", "break_up"]
