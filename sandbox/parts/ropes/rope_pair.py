"""The look ahead of two ropes that hang together by one loose body: all of `rope_solver.jerk_together` in plain local
numbers.

A crate that a balloon holds up on a rope and an anchor down by another one asks for this on every tick, and so does
what hangs by two ropes. The function gives the same bits as the equations of `rope_lines` and the rounds of
`rope_solver`, in a fourth of the time, as it makes no objects: each line here is one there, in the same order. Nothing
is written before the end: what is rare, such as a rope that gets slack while both are settled, is begun anew there.
"""

from __future__ import annotations

import math
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.engine.engine import set_motion
from sandbox.engine.readout import SPEED_X, SPEED_Y, SPIN, WHOLE, Numbers, reader_of
from sandbox.parts.ropes.reeving import GIVE, RopeData, pulled
from sandbox.parts.ropes.rope_lines import (
    ASTRAY,
    HARD,
    HELD,
    LOUD,
    MOST_TURN,
    ROUNDS,
    SOFT,
    TOLERANCE,
    hangs_on_pivot,
    length_limit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sandbox.parts.ropes.swing import LoneJerk
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_INFINITE = math.inf


class _Rope(NamedTuple):
    """One of the two ropes, from the body that both pull, the middle, to another."""

    id: int
    length: float
    mx: float  # m: where it is tied to the middle, in that one's own frame
    my: float
    body: pymunk.Body  # the other one
    numbers: Numbers
    ox: float  # m: where it is tied to that
    oy: float
    moves: bool  # the other one, which is not fixed
    from_middle: bool  # the middle is its end `a`


def pair_jerk(
    run: RunningLink,
    tied: Mapping[tuple[int, int], Sequence[int]],
    machine: RunningMachine,
    general: Callable[[RunningLink, RunningMachine], bool],
) -> LoneJerk | None:
    """Return the look ahead of a rope that hangs together with just one other, by one body; else None.

    Args:
        tied: the ropes that pull each body.
        general: the look ahead of any rope, for when this one does not answer.
    """
    middle = next((end for end in (pulled(run)[0], pulled(run)[-1]) if len(_loosely(end, tied)) == 2), None)
    if middle is None:
        return None
    ropes = [_seen_from(middle, machine.links[id_], tied) for id_ in sorted(_loosely(middle, tied))]
    first, second = ropes
    part, index = middle
    if first is None or second is None or hangs_on_pivot(part, index) or not part.numbers[index][WHOLE][3]:
        return None
    return _jerk(part.bodies[index], part.numbers[index], first, second, run.id == first.id, general)


def _loosely(end: tuple[Running, int], tied: Mapping[tuple[int, int], Sequence[int]]) -> Sequence[int]:
    """Return the ropes that hang together by a body: those that pull it, if it is loose."""
    part, index = end
    return tied[part.id, index] if part.bodies[index].body_type == pymunk.Body.DYNAMIC else ()


def _seen_from(
    middle: tuple[Running, int], run: RunningLink, tied: Mapping[tuple[int, int], Sequence[int]]
) -> _Rope | None:
    """Return a rope from the middle to a body that no other rope pulls; None if it is another one."""
    if not isinstance(run.data, RopeData) or run.data.span is None:
        return None
    ends = ((run.a, run.port_a), (run.b, run.port_b))
    from_middle = (run.a, run.port_a.body) == middle
    (part, port), (other, other_port) = ends if from_middle else ends[::-1]
    index = other_port.body
    if hangs_on_pivot(other, index) or len(_loosely((other, index), tied)) > 1:
        return None
    return _Rope(
        run.id, run["length"], *part.local(port.x, port.y, port.body), other.bodies[index], other.numbers[index],
        *other.local(other_port.x, other_port.y, index), other.bodies[index].body_type != pymunk.Body.STATIC,
        from_middle,
    )  # fmt: skip


def _jerk(
    body: pymunk.Body,
    numbers: Numbers,
    rope_p: _Rope,
    rope_q: _Rope,
    asks_p: bool,
    general: Callable[[RunningLink, RunningMachine], bool],
) -> LoneJerk:
    """Return the look ahead itself: of the ropes p and q, in id order, from the middle m to the bodies a and b.

    It holds on to no rope, for the ropes hold on to it.
    """
    p_id, length_p, mpx, mpy, body_a, numbers_a, lax, lay, moves_a, p_from_m = rope_p
    q_id, length_q, mqx, mqy, body_b, numbers_b, lbx, lby, moves_b, q_from_m = rope_q
    see_m, see_a, see_b = (reader_of(each, WHOLE) for each in (numbers, numbers_a, numbers_b))
    fixed = [rope.numbers for rope in (rope_p, rope_q) if not rope.moves]
    # Where the ropes are tied, if that is fixed, and what a look ahead takes that for: see `RopeLine.look`.
    _, _, _, _, _, _, x, y, *_, fa, fb, fc, fd, tx, ty = see_a()
    begin_ax, begin_ay = fa * lax + fc * lay + tx, fb * lax + fd * lay + ty
    ahead_ax, ahead_ay = x + (begin_ax - x), y + (begin_ay - y)
    _, _, _, _, _, _, x, y, *_, fa, fb, fc, fd, tx, ty = see_b()
    begin_bx, begin_by = fa * lbx + fc * lby + tx, fb * lbx + fd * lby + ty
    ahead_bx, ahead_by = x + (begin_bx - x), y + (begin_by - y)
    near_by_p, near_by_q = HELD * length_p, HELD * length_q
    near = (1 - 2 * GIVE) * (length_p if asks_p else length_q)
    # A pull on the middle goes along the rope from its end `a` to `b`, or against that.
    side_p, side_q = 1.0 if p_from_m else -1.0, 1.0 if q_from_m else -1.0
    sides = side_p * side_q

    def jerk(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        if not asked:
            return None
        for each in fixed:
            if each[SPEED_X] or each[SPEED_Y] or each[SPIN]:  # in a machine that blows up
                return general(run, machine)
        dt: float = machine.dt
        # `Carrier` and `RopeLine`
        _, light, _, slew, _, _, x, y, vx, vy, _, _, _, w, _, fa, fb, fc, fd, tx, ty = see_m()
        px, py = fa * mpx + fc * mpy + tx, fb * mpx + fd * mpy + ty
        qx, qy = fa * mqx + fc * mqy + tx, fb * mqx + fd * mqy + ty
        rpx, rpy, rqx, rqy = px - x, py - y, qx - x, qy - y
        light_a = slew_a = ax = ay = avx = avy = aw = rax = ray = 0.0
        light_b = slew_b = bx = by = bvx = bvy = bw = rbx = rby = 0.0
        ex, ey, fx, fy = begin_ax, begin_ay, begin_bx, begin_by
        if moves_a:
            _, light_a, _, slew_a, _, _, ax, ay, avx, avy, _, _, _, aw, _, fa, fb, fc, fd, tx, ty = see_a()
            ex, ey = fa * lax + fc * lay + tx, fb * lax + fd * lay + ty
            rax, ray = ex - ax, ey - ay
        if moves_b:
            _, light_b, _, slew_b, _, _, bx, by, bvx, bvy, _, _, _, bw, _, fa, fb, fc, fd, tx, ty = see_b()
            fx, fy = fa * lbx + fc * lby + tx, fb * lbx + fd * lby + ty
            rbx, rby = fx - bx, fy - by
        reach_p = (light + (rpx * rpx + rpy * rpy) * slew) + (light_a + (rax * rax + ray * ray) * slew_a)
        reach_q = (light + (rqx * rqx + rqy * rqy) * slew) + (light_b + (rbx * rbx + rby * rby) * slew_b)
        npx = npy = nqx = nqy = arm_p = arm_q = arm_a = arm_b = 0.0
        dx, dy = (ex - px, ey - py) if p_from_m else (px - ex, py - ey)
        far = sqrt(dx * dx + dy * dy)
        limit_p = length_limit(far, length_p)
        held_p = far > near_by_p
        if held_p:
            npx, npy = dx / far, dy / far
            arm_p, arm_a = rpx * npy - rpy * npx, rax * npy - ray * npx
        dx, dy = (fx - qx, fy - qy) if q_from_m else (qx - fx, qy - fy)
        far = sqrt(dx * dx + dy * dy)
        limit_q = length_limit(far, length_q)
        held_q = far > near_by_q
        if held_q:
            nqx, nqy = dx / far, dy / far
            arm_q, arm_b = rqx * nqy - rqy * nqx, rbx * nqy - rby * nqx
        bound_p, bound_q = TOLERANCE * limit_p, TOLERANCE * limit_q
        impulse_p = impulse_q = 0.0
        pulled_p = pulled_q = False
        least = astray = _INFINITE
        best = (vx, vy, w, avx, avy, aw, bvx, bvy, bw, 0.0, 0.0)
        is_best, softness = True, SOFT
        ex, ey, fx, fy = ahead_ax, ahead_ay, ahead_bx, ahead_by
        goes_ax = goes_ay = goes_bx = goes_by = 0.0
        for round_ in range(ROUNDS + 1):
            # `RopeLine.look`
            turn, spins = w * dt, False
            if not -MOST_TURN <= turn <= MOST_TURN:
                turn, spins = (-MOST_TURN if turn < -MOST_TURN else MOST_TURN), turn == turn
            square = turn * turn
            c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
            s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
            goes_x, goes_y = vx * dt, vy * dt
            there_x, there_y = x + goes_x, y + goes_y
            px, py = there_x + c * rpx - s * rpy, there_y + c * rpy + s * rpx
            qx, qy = there_x + c * rqx - s * rqy, there_y + c * rqy + s * rqx
            if moves_a:
                turn = aw * dt
                if not -MOST_TURN <= turn <= MOST_TURN:
                    turn, spins = (-MOST_TURN if turn < -MOST_TURN else MOST_TURN), spins or turn == turn
                square = turn * turn
                c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
                s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
                goes_ax, goes_ay = avx * dt, avy * dt
                ex, ey = ax + goes_ax + c * rax - s * ray, ay + goes_ay + c * ray + s * rax
            if moves_b:
                turn = bw * dt
                if not -MOST_TURN <= turn <= MOST_TURN:
                    turn, spins = (-MOST_TURN if turn < -MOST_TURN else MOST_TURN), spins or turn == turn
                square = turn * turn
                c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
                s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
                goes_bx, goes_by = bvx * dt, bvy * dt
                fx, fy = bx + goes_bx + c * rbx - s * rby, by + goes_by + c * rby + s * rbx
            dpx, dpy = (ex - px, ey - py) if p_from_m else (px - ex, py - ey)
            far_p = sqrt(dpx * dpx + dpy * dpy)
            if not far_p > 1e-9:
                far_p = 1e-9
            excess_p = far_p - limit_p
            dqx, dqy = (fx - qx, fy - qy) if q_from_m else (qx - fx, qy - fy)
            far_q = sqrt(dqx * dqx + dqy * dqy)
            if not far_q > 1e-9:
                far_q = 1e-9
            excess_q = far_q - limit_q
            worst = excess_q if excess_q > excess_p else excess_p
            if not far_p + far_q < _INFINITE:  # or not a number
                return general(run, machine)
            if round_ == 0:
                # `rope_solver.jerk_together`
                if asks_p:
                    if excess_p <= bound_p:
                        return far_p > near
                elif excess_q <= bound_q:
                    return far_q > near
                if run.data.settled == machine.ticks:
                    return True
            # `_settle`
            if spins:
                worst = max(worst, 2 * astray)
            is_best = worst < least
            if excess_p <= bound_p and excess_q <= bound_q:
                break
            if is_best:
                least, best = worst, (vx, vy, w, avx, avy, aw, bvx, bvy, bw, impulse_p, impulse_q)
            if round_ == 0:
                astray = ASTRAY * worst
            if round_ == ROUNDS or not worst <= astray:
                break
            if not held_p or impulse_p > 0:
                npx, npy = dpx / far_p, dpy / far_p
                arm_p = (px - x - goes_x) * npy - (py - y - goes_y) * npx
                arm_a = (ex - ax - goes_ax) * npy - (ey - ay - goes_ay) * npx
            if not held_q or impulse_q > 0:
                nqx, nqy = dqx / far_q, dqy / far_q
                arm_q = (qx - x - goes_x) * nqy - (qy - y - goes_y) * nqx
                arm_b = (fx - bx - goes_bx) * nqy - (fy - by - goes_by) * nqx
            # `_pull_together`
            speed_p = ((npx * npx + npy * npy) * light + arm_p * arm_p * slew) + (
                (npx * npx + npy * npy) * light_a + arm_a * arm_a * slew_a
            )
            speed_q = ((nqx * nqx + nqy * nqy) * light + arm_q * arm_q * slew) + (
                (nqx * nqx + nqy * nqy) * light_b + arm_b * arm_b * slew_b
            )
            pull_p, pull_q = excess_p / dt, excess_q / dt
            full_p, full_q = (speed_p + softness * reach_p) or 1.0, (speed_q + softness * reach_q) or 1.0
            softness = HARD
            if not (impulse_q > 0 or excess_q > bound_q):
                pull_p, pull_q = pull_p / full_p, 0.0
                if impulse_p + pull_p < 0:
                    pull_p = -impulse_p
            elif not (impulse_p > 0 or excess_p > bound_p):
                pull_p, pull_q = 0.0, pull_q / full_q
                if impulse_q + pull_q < 0:
                    pull_q = -impulse_q
            else:
                # `_couplings` and `_solve`
                both = 0.0 + sides * ((nqx * npx + nqy * npy) * light + arm_q * arm_p * slew)
                factor = both / full_p
                full_q -= factor * both
                pull_q -= factor * pull_p
                pull_q = pull_q / full_q if full_q else 0.0
                pull_p = (pull_p - (0.0 + both * pull_q)) / full_p
                if not (impulse_p + pull_p >= 0 and impulse_q + pull_q >= 0):
                    return general(run, machine)
            if pull_p != 0:
                pulled_p = True
                impulse_p += pull_p
                along = side_p * pull_p
                vx += along * npx * light
                vy += along * npy * light
                w += along * arm_p * slew
                avx -= along * npx * light_a
                avy -= along * npy * light_a
                aw -= along * arm_a * slew_a
            if pull_q != 0:
                pulled_q = True
                impulse_q += pull_q
                along = side_q * pull_q
                vx += along * nqx * light
                vy += along * nqy * light
                w += along * arm_q * slew
                bvx -= along * nqx * light_b
                bvy -= along * nqy * light_b
                bw -= along * arm_b * slew_b
        if not is_best:
            vx, vy, w, avx, avy, aw, bvx, bvy, bw, impulse_p, impulse_q = best
        rope_p, rope_q = machine.links[p_id], machine.links[q_id]
        rope_p.data.settled = rope_q.data.settled = machine.ticks
        if impulse_p > LOUD and not rope_p["taut"]:
            machine.tell("caught", rope_p.b, impulse_p, rope_p.a.id)
        if impulse_q > LOUD and not rope_q["taut"]:
            machine.tell("caught", rope_q.b, impulse_q, rope_q.a.id)
        # In whatever order, for this wakes none of them: they sleep together, and then nobody asks.
        if pulled_p or pulled_q:
            set_motion(body, vx, vy, w)
        if pulled_p and slew_a:
            set_motion(body_a, avx, avy, aw)
        if pulled_q and slew_b:
            set_motion(body_b, bvx, bvy, bw)
        return True

    return jerk
