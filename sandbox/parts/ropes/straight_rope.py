"""The work of a rope without pulleys before each step: a cheap look whether the rope can get too long, and else an
exact one."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import pymunk

from sandbox.engine.readout import ASLEEP, MOTION, MOVING, SPEED_X, SPEED_Y, SPIN, Numbers, reader_of
from sandbox.parts.ropes.reeving import GIVE, Span
from sandbox.parts.ropes.rope_lines import RECOVERS, TOLERANCE
from sandbox.parts.ropes.rope_solver import jerk

if TYPE_CHECKING:
    from sandbox.design.geometry import Point
    from sandbox.parts.kind import LinkAct
    from sandbox.parts.world import RunningLink, RunningMachine


def straight_act(run: RunningLink, span: Span) -> LinkAct:
    """Return the function that a rope from end to end calls before each step; all that never changes is looked up
    here."""
    ends = (run.a.bodies[run.port_a.body], run.b.bodies[run.port_b.body])
    loose = _loose_act(run, span)
    a, ax, ay, off_a, b, bx, by, off_b, _ = span
    if ends[0].body_type == pymunk.Body.STATIC:
        return _tethered_act(run, span, (b, bx, by, off_b), a, _turned_about(a, ax, ay), loose=loose)
    if ends[1].body_type == pymunk.Body.STATIC:
        return _tethered_act(run, span, (a, ax, ay, off_a), b, _turned_about(b, bx, by), loose=loose)
    return loose


def _turned_about(numbers: Numbers, lx: float, ly: float) -> Point:
    """Return where a point of a body's own frame is in the world, worked out as by `_loose_act`."""
    x, y, _, _, _, _, _, _, _, c, s = numbers[MOTION]
    return (x + (c * lx - s * ly), y + (s * lx + c * ly)) if lx or ly else (x, y)


def _loose_act(run: RunningLink, span: Span) -> LinkAct:
    """Return the function for a rope that pulls two bodies, either of which may move."""
    a, ax_tied, ay_tied, off_a, b, bx_tied, by_tied, off_b, length = span
    near, bound = length * (1 - 2 * GIVE), (1 + TOLERANCE) * length
    # In the middle of its body an end goes where that goes, however it turns.
    see_a, see_b = reader_of(a, MOTION if off_a else MOVING), reader_of(b, MOTION if off_b else MOVING)
    tautness, data = run.numbers_from("taut", 1), run.data
    rested = 0.0  # s: the step at the last look, if all slept then; else 0

    def act(machine: RunningMachine, dt: float) -> None:
        nonlocal rested
        if a[ASLEEP] != 0.0 and b[ASLEEP] != 0.0:
            if rested == dt:
                return  # all is as at the last look
            rested = dt
        else:
            rested = 0.0
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
        bend *= dt * dt * 0.5
        dx, dy = bx - ax, by - ay
        ex, ey = dx + (bvx - avx) * dt, dy + (bvy - avy) * dt
        far = ex * ex + ey * ey
        taut = 0.0
        if near <= bend or far > (near - bend) * (near - bend):
            far = sqrt(far)
            # The first is what the second comes to at least, and mostly.
            if far + bend <= bound or far + bend <= _most(sqrt(dx * dx + dy * dy), length):
                taut = 1.0 if far > near else 0.0
            elif a[ASLEEP] != 0.0 or b[ASLEEP] != 0.0:
                return
            else:
                taut = float(jerk(run, machine))
        if taut != tautness[0]:
            tautness[0] = taut

    return act


def _tethered_act(
    run: RunningLink,
    span: Span,
    moving: tuple[Numbers, float, float, float],
    fixed: Numbers,
    at: Point,
    *,
    loose: LinkAct,
) -> LinkAct:
    """Return what a rope does that ties a body to something fixed: `_loose_act`, whose every line it follows, without
    what never moves. With the signs of both differences turned about, their squares are the same.

    Args:
        moving: of the end that may move its body's numbers, where it is tied there, and how far off the middle (m).
        fixed: the numbers of what is fixed; in a machine that blows up it may have a velocity, and `loose` is asked.
        at: where the rope is tied to that (m).
    """
    numbers, lx, ly, off = moving
    (*_, length), (fx, fy) = span, at
    near, bound = length * (1 - 2 * GIVE), (1 + TOLERANCE) * length
    see = reader_of(numbers, MOTION if off else MOVING)
    tautness, data = run.numbers_from("taut", 1), run.data
    rested = 0.0  # s: the step at the last look, if all slept then; else 0

    def act(machine: RunningMachine, dt: float) -> None:
        nonlocal rested
        if numbers[ASLEEP] != 0.0:
            if rested == dt and not (fixed[SPEED_X] or fixed[SPEED_Y] or fixed[SPIN]):
                return
            rested = dt
        else:
            rested = 0.0
            if data.lone and data.settled == machine.ticks - 1:
                jerked = data.lone(run, machine, False)
                if jerked is not None:
                    if jerked != tautness[0]:
                        tautness[0] = float(jerked)
                    return
        if fixed[SPEED_X] or fixed[SPEED_Y] or fixed[SPIN]:
            loose(machine, dt)
            return
        bend = 0.0
        if off:
            x, y, vx, vy, _, _, _, w, _, c, s = see()
            px, py = c * lx - s * ly, s * lx + c * ly
            x, y, vx, vy, bend = x + px, y + py, vx - w * py, vy + w * px, w * w * off * (dt * dt * 0.5)
        else:
            x, y, vx, vy = see()
        dx, dy = x - fx, y - fy
        ex, ey = dx + vx * dt, dy + vy * dt
        far = ex * ex + ey * ey
        taut = 0.0
        if near <= bend or far > (near - bend) * (near - bend):
            far = sqrt(far)
            if far + bend <= bound or far + bend <= _most(sqrt(dx * dx + dy * dy), length):
                taut = 1.0 if far > near else 0.0
            elif numbers[ASLEEP] != 0.0 or fixed[ASLEEP] != 0.0:
                return
            else:
                taut = float(jerk(run, machine))
        if taut != tautness[0]:
            tautness[0] = taut

    return act


def _most(far: float, length: float) -> float:
    """Return the length that a rope without pulleys, `far` long now, may reach in the next move without a jerk: a
    little more than its `length_limit`.
    """
    limit = length + (1.0 - RECOVERS) * (far - length) if far > length else length
    return (1.0 + TOLERANCE) * limit
