"""The look ahead of a rope that hangs alone from something fixed: `lone_rope.jerk_alone` without its fixed end.

A swing asks for this on every tick, a hanging lamp and a bell on a cord as well. What is fixed has no velocity to look
ahead by and takes no share of a pull: what is left are the same operations on the same numbers, in less than half of
the time.
"""

from __future__ import annotations

import math
from math import sqrt
from typing import TYPE_CHECKING, Protocol

import pymunk

from sandbox.engine.engine import set_motion
from sandbox.engine.readout import ASLEEP, SPEED_X, SPEED_Y, SPIN, WHOLE, reader_of
from sandbox.parts.ropes.lone_rope import LoneEnds, jerk_alone
from sandbox.parts.ropes.reeving import GIVE
from sandbox.parts.ropes.rope_lines import (
    ASTRAY,
    HARD,
    HELD,
    LOUD,
    MOST_TURN,
    ROUNDS,
    SOFT,
    TOLERANCE,
    length_limit,
)

if TYPE_CHECKING:
    from sandbox.parts.world import RunningLink, RunningMachine

_TURNS = 1.0  # rad in a step: up to there a turning end is no farther off a straight line than `straight_act` allows


class LoneJerk(Protocol):
    """The look ahead of a rope that hangs alone, as `rope_solver.jerk` is that of any rope."""

    def __call__(self, run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        """Return whether the rope will be at its length. Not `asked`, that is before `straight_act` has found out that
        it may get too long: None, with nothing done, unless it surely would have.
        """


def lone_jerk(run: RunningLink, ends: LoneEnds) -> LoneJerk:
    """Return the look ahead of a rope that hangs alone. (It holds on to no rope, for the rope holds on to it.)"""
    moves_a, moves_b = (body.body_type != pymunk.Body.STATIC for body in (ends.a, ends.b))
    if moves_a and moves_b:
        return lambda run, machine, asked=True: jerk_alone(run, ends, machine) if asked else None
    return _swing(run["length"], ends, moves_a)


def _swing(length: float, ends: LoneEnds, moves_a: bool) -> LoneJerk:
    """Return the look ahead of a rope of which only one end moves, `a` or `b`."""
    fixed, fx, fy = (ends.seen_b, ends.bx, ends.by) if moves_a else (ends.seen_a, ends.ax, ends.ay)
    body, numbers, lx, ly = (
        (ends.a, ends.seen_a, ends.ax, ends.ay) if moves_a else (ends.b, ends.seen_b, ends.bx, ends.by)
    )
    _, _, _, _, _, _, ox, oy, *_, fa, fb, fc, fd, tx, ty = fixed[WHOLE]
    begin_x, begin_y = fa * fx + fc * fy + tx, fb * fx + fd * fy + ty
    ahead_x, ahead_y = ox + (begin_x - ox), oy + (begin_y - oy)  # what a look ahead takes it for: see `RopeLine.look`
    see, near, near_by = reader_of(numbers, WHOLE), (1 - 2 * GIVE) * length, HELD * length
    side = 1.0 if moves_a else -1.0  # the pull on it is along the rope from `a` to `b`, or against that

    def jerk(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        if not asked and numbers[ASLEEP] != 0.0:
            return None
        if fixed[SPEED_X] or fixed[SPEED_Y] or fixed[SPIN]:  # in a machine that blows up
            return jerk_alone(run, ends, machine) if asked else None
        dt: float = machine.dt
        _, light, _, slew, _, _, x, y, vx, vy, _, _, _, w, _, fa, fb, fc, fd, tx, ty = see()
        px, py = fa * lx + fc * ly + tx, fb * lx + fd * ly + ty
        rx, ry = px - x, py - y
        dx, dy = (begin_x - px, begin_y - py) if moves_a else (px - begin_x, py - begin_y)
        far = sqrt(dx * dx + dy * dy)
        limit = length_limit(far, length)
        held = far > near_by
        nx = ny = arm = 0.0
        if held:
            nx, ny = dx / far, dy / far
            arm = rx * ny - ry * nx
        reach = softness = impulse = best_impulse = 0.0
        bound = TOLERANCE * limit
        least = astray = math.inf
        best = (vx, vy, w)
        jerked, is_best = False, True
        for round_ in range(ROUNDS + 1):
            turn, spins = w * dt, False
            if not turn <= MOST_TURN:  # or not a number
                turn, spins = MOST_TURN, turn > MOST_TURN
            elif turn < -MOST_TURN:
                turn, spins = -MOST_TURN, True
            square = turn * turn
            c = 1 - square / 2 * (1 - square / 12 * (1 - square / 30))
            s = turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
            goes_x, goes_y = vx * dt, vy * dt
            px, py = x + goes_x + c * rx - s * ry, y + goes_y + c * ry + s * rx
            dx, dy = (ahead_x - px, ahead_y - py) if moves_a else (px - ahead_x, py - ahead_y)
            far = sqrt(dx * dx + dy * dy)
            if not far > 1e-9:
                far = 1e-9
            excess = far - limit
            if not held or impulse > 0:
                nx, ny = dx / far, dy / far
                arm = (px - x - goes_x) * ny - (py - y - goes_y) * nx
            if round_ == 0:
                # `straight_act` asks as soon as it might be half of this excess: what rounding does is far less.
                if not asked and not (excess > 2 * bound and -_TURNS < turn < _TURNS):
                    return None
                if excess <= bound:
                    return far > near
                if run.data.settled == machine.ticks:
                    return True
                reach = light + (rx * rx + ry * ry) * slew
                softness = SOFT * reach
                astray = math.inf if spins else ASTRAY * excess
            worst = excess
            if spins:
                worst = max(worst, 2 * astray)
            is_best = worst < least
            if is_best:
                least, best, best_impulse = worst, (vx, vy, w), impulse
            if excess <= bound:
                break
            if round_ == ROUNDS or not worst <= astray:  # also when it is not a number
                break
            speed = (nx * nx + ny * ny) * light + arm * arm * slew
            pull = excess / dt / ((speed + softness) or 1.0)
            softness = HARD * reach
            if impulse + pull < 0:
                pull = -impulse
            if pull != 0:
                jerked = True
                impulse += pull
                along = side * pull
                vx += along * nx * light
                vy += along * ny * light
                w += along * arm * slew
        if not is_best:
            impulse = best_impulse
            vx, vy, w = best
        run.data.settled = machine.ticks
        if impulse > LOUD and not run["taut"]:
            machine.tell("caught", run.b, impulse, run.a.id)
        if jerked and slew:
            set_motion(body, vx, vy, w)
        return True

    return jerk
