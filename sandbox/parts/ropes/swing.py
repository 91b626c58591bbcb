"""The look ahead of a rope that hangs alone from something fixed: that of any rope without its fixed end.

A swing asks for this on every tick, a hanging lamp and a bell on a cord as well. What is fixed has no velocity to look
ahead by and takes no share of a pull: what is left are the same operations on the same numbers, in less than half of
the time. Nearly always one pull is enough; what takes more is begun anew by the look ahead of `rope_group`.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Protocol, TypeAlias

import pymunk

from sandbox.engine.readout import SPEED_X, SPEED_Y, SPIN, WHOLE, mover_of, reader_of
from sandbox.parts.ropes.lone_rope import LoneEnds
from sandbox.parts.ropes.reeving import GIVE
from sandbox.parts.ropes.rope_lines import (
    HELD,
    LOUD,
    RECOVERS,
    SOFT,
    TOLERANCE,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts.world import RunningLink, RunningMachine

_TURNS = 1.0  # rad in a step: up to there a turning end is no farther off a straight line than `straight_act` allows


Whole: TypeAlias = "Callable[[RunningLink, RunningMachine], bool | None]"


class LoneJerk(Protocol):
    """The look ahead of a rope that hangs alone, as `rope_solver.jerk` is that of any rope."""

    def __call__(self, run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        """Return whether the rope will be at its length. Not `asked`, that is before `straight_act` has found out that
        it may get too long, and while its loose ends are awake: None, with nothing done, unless it surely would have.
        """


def lone_jerk(run: RunningLink, ends: LoneEnds, whole: Whole) -> LoneJerk | None:
    """Return the look ahead of a rope that hangs alone; None if both of its ends may move. (It holds on to no rope,
    for the rope holds on to it.)

    `whole`: a look ahead of the same rope, for what needs more than one pull.
    """
    moves_a, moves_b = (body.body_type != pymunk.Body.STATIC for body in (ends.a, ends.b))
    return None if moves_a and moves_b else _swing(run["length"], ends, moves_a, whole)


def _swing(length: float, ends: LoneEnds, moves_a: bool, whole: Whole) -> LoneJerk:
    """Return the look ahead of a rope of which only one end moves, `a` or `b`."""
    fixed, fx, fy = (ends.seen_b, ends.bx, ends.by) if moves_a else (ends.seen_a, ends.ax, ends.ay)
    body, numbers, lx, ly = (
        (ends.a, ends.seen_a, ends.ax, ends.ay) if moves_a else (ends.b, ends.seen_b, ends.bx, ends.by)
    )
    _, _, _, _, _, _, ox, oy, *_, fa, fb, fc, fd, tx, ty = fixed[WHOLE]
    begin_x, begin_y = fa * fx + fc * fy + tx, fb * fx + fd * fy + ty
    ahead_x, ahead_y = ox + (begin_x - ox), oy + (begin_y - oy)  # what a look ahead takes it for: see `RopeLine.look`
    see, near, near_by = reader_of(numbers, WHOLE), (1.0 - 2.0 * GIVE) * length, HELD * length
    kept = 1.0 - RECOVERS
    side = 1.0 if moves_a else -1.0  # the pull on it is along the rope from `a` to `b`, or against that
    move = mover_of(body)
    turns_it = bool(lx or ly)  # else the rope is tied to its middle, which goes straight on however it turns

    def jerk(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
        if fixed[SPEED_X] or fixed[SPEED_Y] or fixed[SPIN]:  # in a machine that blows up
            return whole(run, machine) if asked else None
        dt: float = machine.dt
        _, light, _, slew, _, _, x, y, vx, vy, _, _, _, w, _, fa, fb, fc, fd, tx, ty = see()
        px, py = fa * lx + fc * ly + tx, fb * lx + fd * ly + ty
        rx, ry = px - x, py - y
        dx, dy = (begin_x - px, begin_y - py) if moves_a else (px - begin_x, py - begin_y)
        far = sqrt(dx * dx + dy * dy)
        turn = w * dt
        if not (far > near_by and -_TURNS < turn < _TURNS):
            return whole(run, machine) if asked else None
        limit = length + kept * (far - length) if far > length else length  # `length_limit`
        bound = TOLERANCE * limit
        nx, ny = dx / far, dy / far
        arm = rx * ny - ry * nx
        px, py = x + vx * dt, y + vy * dt
        if turns_it:
            square = turn * turn
            c = 1.0 - 0.5 * square * (1.0 - square / 12.0 * (1.0 - square / 30.0))
            s = turn * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)))
            px, py = px + c * rx - s * ry, py + c * ry + s * rx
        dx, dy = (ahead_x - px, ahead_y - py) if moves_a else (px - ahead_x, py - ahead_y)
        far = sqrt(dx * dx + dy * dy)
        excess = far - limit
        if not asked:
            # `straight_act` asks as soon as it might be half of this excess: what rounding does is far less.
            if not excess > 2.0 * bound:
                return None
        elif excess <= bound:
            return far > near
        if run.data.settled == machine.ticks:
            return True
        speed = (nx * nx + ny * ny) * light + arm * arm * slew
        pull = excess / dt / ((speed + SOFT * (light + (rx * rx + ry * ry) * slew)) or 1.0)
        along = side * pull
        vx += along * nx * light
        vy += along * ny * light
        w += along * arm * slew
        px, py = x + vx * dt, y + vy * dt
        if turns_it:
            turn = w * dt
            square = turn * turn
            c = 1.0 - 0.5 * square * (1.0 - square / 12.0 * (1.0 - square / 30.0))
            s = turn * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)))
            px, py = px + c * rx - s * ry, py + c * ry + s * rx
        dx, dy = ahead_x - px, ahead_y - py
        left = sqrt(dx * dx + dy * dy) - limit
        if not (left <= bound and left < excess and -_TURNS < turn < _TURNS):
            return whole(run, machine)  # from the beginning, for nothing has been changed yet
        run.data.settled = machine.ticks
        if pull > LOUD and not run["taut"]:
            machine.tell("caught", run.b, pull, run.a.id)
        if slew:
            move(vx, vy, w)
        return True

    return jerk
