"""What a rope without pulleys does before each step: it looks cheaply whether it can get too long, and else asks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.engine.readout import MOTION, MOVING, asleep, reader_of
from sandbox.parts.ropes.reeving import GIVE, Span
from sandbox.parts.ropes.rope_lines import TOLERANCE, length_limit
from sandbox.parts.ropes.rope_solver import jerk

if TYPE_CHECKING:
    from sandbox.parts.base import LinkAct
    from sandbox.parts.world import RunningLink, RunningMachine


def straight_act(run: RunningLink, span: Span) -> LinkAct:
    """Return what a rope from end to end does before each step; all that never changes is looked up here."""
    a, ax_tied, ay_tied, off_a, b, bx_tied, by_tied, off_b, length = span
    near, bound = length * (1 - 2 * GIVE), (1 + TOLERANCE) * length
    # In the middle of its body an end goes where that goes, however it turns.
    see_a, see_b = reader_of(a, MOTION if off_a else MOVING), reader_of(b, MOTION if off_b else MOVING)
    tautness, data = run.numbers_from("taut", 1), run.data

    def act(machine: RunningMachine, dt: float) -> None:
        if data.lone and data.settled == machine.ticks - 1:  # as a swing is on each tick: mostly it is again
            jerked = data.lone(run, machine, False)
            if jerked is not None:
                if jerked != tautness[0]:
                    tautness[0] = float(jerked)
                return
        bend = 0.0  # m by which the ends may come elsewhere, because their bodies turn, than straight on
        if off_a:
            ax, ay, avx, avy, _, _, _, w, _, c, s = see_a()
            px, py = c * ax_tied - s * ay_tied, s * ax_tied + c * ay_tied
            ax, ay, avx, avy, bend = ax + px, ay + py, avx - w * py, avy + w * px, w * w * off_a
        else:
            ax, ay, avx, avy = see_a()
        if off_b:
            bx, by, bvx, bvy, _, _, _, w, _, c, s = see_b()
            px, py = c * bx_tied - s * by_tied, s * bx_tied + c * by_tied
            bx, by, bvx, bvy, bend = bx + px, by + py, bvx - w * py, bvy + w * px, bend + w * w * off_b
        else:
            bx, by, bvx, bvy = see_b()
        bend *= dt * dt / 2
        dx, dy = bx - ax, by - ay
        ex, ey = dx + (bvx - avx) * dt, dy + (bvy - avy) * dt
        far = ex * ex + ey * ey
        taut = 0.0
        if near <= bend or far > (near - bend) * (near - bend):
            far = math.sqrt(far)
            # The first is what the second comes to at least, and mostly.
            if far + bend <= bound or far + bend <= _most(math.sqrt(dx * dx + dy * dy), length):
                taut = 1.0 if far > near else 0.0
            elif asleep(a) or asleep(b):
                return
            else:
                taut = float(jerk(run, machine))
        if taut != tautness[0]:
            tautness[0] = taut

    return act


def _most(far: float, length: float) -> float:
    """Return the length that a rope without pulleys, `far` long now, may reach in the next move without a jerk."""
    return (1 + TOLERANCE) * length_limit(far, length)


__all__ = ["straight_act"]
