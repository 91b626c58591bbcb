"""The look ahead of a rope over wheels that stand still, and that hangs together with no other rope.

A load that swings, falls or is drawn up by such a rope asks for this on every tick. The function gives the same bits as
the equations of `rope_lines.ReevedLine` and the rounds of `rope_solver`, in a quarter of the time, as it makes no
objects: each line here is one there, in the same order. What hangs together with other ropes, by loose wheels or on a
pivot is left to them, and so is an end that is drawn up to its wheel.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.engine.readout import SPEED_X, SPEED_Y, SPIN, WHOLE, Numbers, mover_of, reader_of
from sandbox.parts.ropes.fixed_course import bender, span_finder
from sandbox.parts.ropes.reeving import GIVE, JAMS, Reeving, pulled
from sandbox.parts.ropes.rope_lines import (
    ASTRAY,
    HARD,
    HELD,
    LOUD,
    MENDS,
    RECOVERS,
    ROUNDS,
    SOFT,
    TOLERANCE,
    hangs_on_pivot,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sandbox.design.geometry import Point
    from sandbox.parts.ropes.swing import LoneJerk
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_KNOT = 1.51  # times as near to its wheel as an end can come: from there on a knot is surely not `KnotLine.close`
_TURNS = 0.5  # rad in a step: up to there a turning end is off a straight line by less than the square of that, a metre


class _End(NamedTuple):
    """One of the two bodies that the rope is tied to."""

    body: pymunk.Body
    numbers: Numbers | None  # None if it is fixed
    lx: float  # m: where on it, in its own frame
    ly: float
    off: float  # m: how far from its middle that is
    now: Point  # m: where it is tied, if it is fixed
    ahead: Point  # m: what a look ahead takes that for: see `Carrier.ahead`


def reeved_jerk(
    run: RunningLink,
    tied: Mapping[tuple[int, int], Sequence[int]],
    general: Callable[[RunningLink, RunningMachine], bool],
) -> LoneJerk | None:
    """Return the look ahead of a rope over fixed wheels if nothing but it pulls what moves at its ends; else None.

    Args:
        tied: the ropes that pull each body.
        general: the look ahead of any rope, for when this one does not answer.
    """
    reeving: Reeving | None = run.data.reeving
    if reeving is None or not reeving.stands:
        return None
    bodies = pulled(run)
    ends = bodies[0], bodies[-1]
    if not all(_pulled_by_it_alone(run, part, index, tied) for part, index in ends):
        return None
    ahead = [_seen_ahead(part, index, point) for (part, index), point in zip(bodies, reeving.still, strict=True)]
    if ahead[1:-1] != reeving.still[1:-1]:  # by rounding
        return None
    fixed = [part.numbers[index] for part, index in bodies if part.bodies[index].body_type == pymunk.Body.STATIC]
    loose = {k: (numbers, lx, ly) for k, numbers, lx, ly in reeving.loose}
    a, b = (
        _End(part.bodies[index], *at, math.sqrt(at[1] * at[1] + at[2] * at[2]), reeving.still[k], ahead[k])
        for k, (part, index) in ((0, ends[0]), (len(bodies) - 1, ends[1]))
        for at in (loose.get(k, (None, 0.0, 0.0)),)
    )
    return _jerk(run["length"], reeving, (a, b), fixed, general)


def _pulled_by_it_alone(
    run: RunningLink, part: Running, index: int, tied: Mapping[tuple[int, int], Sequence[int]]
) -> bool:
    if hangs_on_pivot(part, index):
        return False
    return part.bodies[index].body_type != pymunk.Body.DYNAMIC or list(tied[part.id, index]) == [run.id]


def _seen_ahead(part: Running, index: int, point: Point) -> Point:
    """Return what a look ahead takes a point of a body for that stands still."""
    x, y = part.bodies[index].position
    return x + (point[0] - x), y + (point[1] - y)


def _jerk(
    length: float,
    reeving: Reeving,
    ends: tuple[_End, _End],
    fixed: Sequence[Numbers],
    general: Callable[[RunningLink, RunningMachine], bool],
) -> LoneJerk:
    """Return the look ahead itself. (It holds on to no rope, for the rope holds on to it.)"""
    course, bend, laid = reeving.course, bender(reeving), reeving.course.laid
    find_span_now, find_first_span, find_span = (span_finder(reeving, nearest) for nearest in (0.0, _KNOT, JAMS))
    near, near_by = (1 - 2 * GIVE) * length, HELD * length
    sure = (1 + TOLERANCE) * length + 1e-9 * length  # far more than rounding does
    slow = min(least * least for _, _, least in reeving.least)
    (body_a, numbers_a, lx_a, ly_a, off_a, begin, begin_ahead) = ends[0]
    (body_b, numbers_b, lx_b, ly_b, off_b, end, end_ahead) = ends[1]
    # Of ends in the middle of bodies the last look ahead is where `Reeving.ahead` takes them, however they turn.
    is_straight = not (off_a or off_b) and (begin, end) == (begin_ahead, end_ahead)
    move_a, move_b = mover_of(body_a), mover_of(body_b)
    see_a = None if numbers_a is None else reader_of(numbers_a, WHOLE)
    see_b = None if numbers_b is None else reader_of(numbers_b, WHOLE)

    def jerk(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        for numbers in fixed:
            if numbers[SPEED_X] or numbers[SPEED_Y] or numbers[SPIN]:  # in a machine that blows up
                return general(run, machine) if asked else None
        dt: float = machine.dt
        bend()
        # `Carrier` and `Reeving.now`
        light_a = slew_a = ax = ay = avx = avy = aw = rax = ray = 0.0
        light_b = slew_b = bx = by = bvx = bvy = bw = rbx = rby = 0.0
        (px, py), (qx, qy) = begin, end
        if see_a:
            _, light_a, _, slew_a, _, _, ax, ay, avx, avy, _, _, _, aw, _, c, s, _, _, _, _ = see_a()
            px, py = ax, ay
            if off_a:
                x, y = c * lx_a - s * ly_a, s * lx_a + c * ly_a
                px, py = ax + x + (avx - aw * y) * 0.0, ay + y + (avy + aw * x) * 0.0
                rax, ray = px - ax, py - ay
        if see_b:
            _, light_b, _, slew_b, _, _, bx, by, bvx, bvy, _, _, _, bw, _, c, s, _, _, _, _ = see_b()
            qx, qy = bx, by
            if off_b:
                x, y = c * lx_b - s * ly_b, s * lx_b + c * ly_b
                qx, qy = bx + x + (bvx - bw * y) * 0.0, by + y + (bvy + bw * x) * 0.0
                rbx, rby = qx - bx, qy - by
        # `ReevedLine`
        span = find_span_now(px, py, qx, qy)
        over = span - length
        if not over > 0.0:
            over = 0.0
        limit, most = (1 - RECOVERS) * over, over - MENDS * dt
        limit = length + (most if most > limit else limit)
        held = span > near_by
        nax = nay = nbx = nby = arm_a = arm_b = 0.0
        if held:
            _, nx, ny = laid[0]
            nax, nay, arm_a = 0.0 + nx, 0.0 + ny, 0.0 + rax * ny - ray * nx
            _, nx, ny = laid[-1]
            nbx, nby = 0.0 - nx, 0.0 - ny
            arm_b = 0.0 + rbx * nby - rby * nbx
        reach = softness = impulse = best_impulse = 0.0
        bound = TOLERANCE * limit
        least = astray = math.inf
        best = (avx, avy, aw, bvx, bvy, bw)
        jerked, is_best = False, True
        px, py, qx, qy = *begin_ahead, *end_ahead
        goes_ax = goes_ay = goes_bx = goes_by = turn_a = turn_b = 0.0
        for round_ in range(ROUNDS + 1):
            # `ReevedLine.look`
            if see_a:
                turn_a = aw * dt
                goes_ax, goes_ay = avx * dt, avy * dt
                px, py = ax + goes_ax, ay + goes_ay
                if off_a:
                    square = turn_a * turn_a
                    c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
                    s = turn_a * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
                    px, py = px + c * rax - s * ray, py + c * ray + s * rax
            if see_b:
                turn_b = bw * dt
                goes_bx, goes_by = bvx * dt, bvy * dt
                qx, qy = bx + goes_bx, by + goes_by
                if off_b:
                    square = turn_b * turn_b
                    c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
                    s = turn_b * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
                    qx, qy = qx + c * rbx - s * rby, qy + c * rby + s * rbx
            # What is near its wheel, spins, or is no number is begun anew in general: nothing has been changed yet.
            if not (-_TURNS < turn_a < _TURNS and -_TURNS < turn_b < _TURNS):
                return general(run, machine) if asked or round_ else None
            # `rope_solver.jerk` and `_settle_alone`
            if round_:
                span = find_span(px, py, qx, qy)
                excess = span - limit
                if not span < math.inf:
                    return general(run, machine)
                is_best = excess < least
                if excess <= bound:
                    break
                if is_best:
                    least, best, best_impulse = excess, (avx, avy, aw, bvx, bvy, bw), impulse
                if round_ == ROUNDS or not excess <= astray:
                    break
            else:
                span = find_first_span(px, py, qx, qy)
                excess = span - limit
                if not span < math.inf:
                    return general(run, machine) if asked else None
                if asked:
                    if excess <= bound:
                        return span > near
                elif not (
                    # A look straight ahead, after which `reeved_rope` asks, finds less by no more than what the ends
                    # turn; but what is very fast may turn the other way round its wheel.
                    excess > bound
                    and span > sure + turn_a * turn_a * off_a + turn_b * turn_b * off_b
                    and goes_ax * goes_ax + goes_ay * goes_ay < slow
                    and goes_bx * goes_bx + goes_by * goes_by < slow
                ):
                    return None
                if run.data.settled == machine.ticks:
                    return True
                reach = (light_a + (rax * rax + ray * ray) * slew_a) + (light_b + (rbx * rbx + rby * rby) * slew_b)
                softness, least, astray = SOFT * reach, excess, ASTRAY * excess
            if impulse > 0 or not held:
                _, nx, ny = laid[0]
                nax, nay = 0.0 + nx, 0.0 + ny
                arm_a = 0.0 + (px - ax - goes_ax) * ny - (py - ay - goes_ay) * nx
                _, nx, ny = laid[-1]
                nbx, nby = 0.0 - nx, 0.0 - ny
                arm_b = 0.0 + (qx - bx - goes_bx) * nby - (qy - by - goes_by) * nbx
            # `_pull_alone` and `RopeLine.pull`
            speed = ((nax * nax + nay * nay) * light_a + arm_a * arm_a * slew_a) + (
                (nbx * nbx + nby * nby) * light_b + arm_b * arm_b * slew_b
            )
            pull = excess / dt / ((speed + softness) or 1.0)
            softness = HARD * reach
            if impulse + pull < 0:
                pull = -impulse
            if pull != 0:
                jerked = True
                impulse += pull
                avx += pull * nax * light_a
                avy += pull * nay * light_a
                aw += pull * arm_a * slew_a
                bvx += pull * nbx * light_b
                bvy += pull * nby * light_b
                bw += pull * arm_b * slew_b
        if not is_best:
            impulse = best_impulse
            avx, avy, aw, bvx, bvy, bw = best
        elif is_straight and (slew_a or not see_a) and (slew_b or not see_b):
            course.tick, course.span = machine.ticks, span
        run.data.settled = machine.ticks
        if impulse > LOUD and not run["taut"]:
            machine.tell("caught", run.b, impulse, run.a.id)
        if jerked:
            if slew_a:
                move_a(avx, avy, aw)
            if slew_b:
                move_b(bvx, bvy, bw)
        return True

    return jerk
