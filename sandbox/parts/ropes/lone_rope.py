"""The look ahead of a rope that hangs alone, as a swing's does: all of `rope_solver.jerk` in plain local numbers.

Each swing asks for this on every tick. It gives the same bits as the equations of `rope_lines` and the rounds of
`rope_solver`, in a fifth of the time, as it makes no objects: each line here is one there, in the same order. What
hangs together with other ropes, runs over pulleys, or hangs on a pivot is left to them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.engine.engine import set_motion
from sandbox.engine.readout import WHOLE, Numbers
from sandbox.parts.ropes.reeving import GIVE, pulled
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
    from collections.abc import Mapping, Sequence

    from sandbox.parts.world import RunningLink, RunningMachine


class LoneEnds(NamedTuple):
    """The two bodies that a rope that hangs alone is tied to, and the points in their own frames (m)."""

    a: pymunk.Body
    seen_a: Numbers
    ax: float
    ay: float
    b: pymunk.Body
    seen_b: Numbers
    bx: float
    by: float


def lone_ends(run: RunningLink, tied: Mapping[tuple[int, int], Sequence[int]]) -> LoneEnds | None:
    """Return the ends of a rope if nothing but it pulls what moves there; `tied`: the ropes that pull each body."""
    (a, index_a), (b, index_b) = ends = pulled(run)[0], pulled(run)[-1]
    if run.data.span is None or (a.id, index_a) == (b.id, index_b):
        return None
    for part, index in ends:
        if hangs_on_pivot(part, index):
            return None
        if part.bodies[index].body_type == pymunk.Body.DYNAMIC and list(tied[part.id, index]) != [run.id]:
            return None
    at_a = run.a.local(run.port_a.x, run.port_a.y, index_a)
    at_b = run.b.local(run.port_b.x, run.port_b.y, index_b)
    return LoneEnds(a.bodies[index_a], a.numbers[index_a], *at_a, b.bodies[index_b], b.numbers[index_b], *at_b)


def jerk_alone(run: RunningLink, ends: LoneEnds, machine: RunningMachine) -> bool:
    """Look one step ahead at a rope that may be taut then; return whether it will be at its length."""
    dt: float = machine.dt
    body_a, seen_a, lx, ly, body_b, seen_b, mx, my = ends
    # The bodies, as `Carrier` has them, and the points on them, as `Running.world` does.
    _, light_a, _, slew_a, _, _, ax, ay, avx, avy, _, _, _, aw, _, fa, fb, fc, fd, tx, ty = seen_a[WHOLE]
    px, py = fa * lx + fc * ly + tx, fb * lx + fd * ly + ty
    _, light_b, _, slew_b, _, _, bx, by, bvx, bvy, _, _, _, bw, _, fa, fb, fc, fd, tx, ty = seen_b[WHOLE]
    qx, qy = fa * mx + fc * my + tx, fb * mx + fd * my + ty
    # `RopeLine`
    rax, ray, rbx, rby = px - ax, py - ay, qx - bx, qy - by
    length: float = run["length"]
    dx, dy = qx - px, qy - py
    far = math.sqrt(dx * dx + dy * dy)
    limit = length_limit(far, length)
    held = far > HELD * length
    nx = ny = arm_a = arm_b = 0.0
    if held:
        nx, ny = dx / far, dy / far
        arm_a, arm_b = rax * ny - ray * nx, rbx * ny - rby * nx
    reach = impulse = best_impulse = 0.0
    bound = TOLERANCE * limit
    least = astray = math.inf
    best = (avx, avy, aw, bvx, bvy, bw)
    jerked, is_best = False, True
    for round_ in range(ROUNDS + 1):
        # `RopeLine.look`
        turn = max(-MOST_TURN, min(MOST_TURN, aw * dt))
        square = turn * turn
        c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
        s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
        px, py = ax + avx * dt + c * rax - s * ray, ay + avy * dt + c * ray + s * rax
        turn = max(-MOST_TURN, min(MOST_TURN, bw * dt))
        square = turn * turn
        c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
        s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
        qx, qy = bx + bvx * dt + c * rbx - s * rby, by + bvy * dt + c * rby + s * rbx
        dx, dy = qx - px, qy - py
        far = max(1e-9, math.sqrt(dx * dx + dy * dy))
        excess = far - limit
        if not held or impulse > 0:
            nx, ny = dx / far, dy / far
            arm_a = (px - ax - avx * dt) * ny - (py - ay - avy * dt) * nx
            arm_b = (qx - bx - bvx * dt) * ny - (qy - by - bvy * dt) * nx
        # `rope_solver.jerk`
        if round_ == 0:
            if excess <= bound:
                return far > (1 - 2 * GIVE) * length
            if run.data.settled == machine.ticks:
                return True
            reach = (light_a + (rax * rax + ray * ray) * slew_a) + (light_b + (rbx * rbx + rby * rby) * slew_b)
        # `_settle_alone`
        worst = excess
        if abs(aw) * dt > MOST_TURN:
            worst = max(worst, 2 * astray)
        if abs(bw) * dt > MOST_TURN:
            worst = max(worst, 2 * astray)
        is_best = worst < least
        if is_best:
            least, best, best_impulse = worst, (avx, avy, aw, bvx, bvy, bw), impulse
        if excess <= bound:
            break
        if round_ == 0:
            astray = ASTRAY * worst
        if round_ == ROUNDS or not worst <= astray:  # also when it is not a number
            break
        # `_pull_alone` and `RopeLine.pull`
        square = nx * nx + ny * ny
        speed = (square * light_a + arm_a * arm_a * slew_a) + (square * light_b + arm_b * arm_b * slew_b)
        pull = excess / dt / ((speed + (SOFT if round_ == 0 else HARD) * reach) or 1.0)
        if impulse + pull < 0:
            pull = -impulse
        if pull != 0:
            jerked = True
            impulse += pull
            avx += pull * nx * light_a
            avy += pull * ny * light_a
            aw += pull * arm_a * slew_a
            bvx += pull * -nx * light_b
            bvy += pull * -ny * light_b
            bw += pull * -arm_b * slew_b
    if not is_best:
        impulse = best_impulse
        avx, avy, aw, bvx, bvy, bw = best
    run.data.settled = machine.ticks
    if impulse > LOUD and not run["taut"]:
        machine.tell("caught", run.b, impulse, run.a.id)
    if jerked:
        if slew_a:
            set_motion(body_a, avx, avy, aw)
        if slew_b:
            set_motion(body_b, bvx, bvy, bw)
    return True
