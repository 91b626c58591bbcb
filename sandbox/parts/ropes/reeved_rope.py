"""What a rope over pulleys does before each step.

Mostly it was taut and stays so, over wheels that stand still, without a jerk: a load hangs from it, or sways, or sinks.
That is worked out here in plain local numbers, in a third of the time and to the same bits, as it makes no objects and
keeps what depends on the fixed wheels alone: each line is one of `rope_path.path`, `Reeving.ahead` or `Reeving.hold`,
in the same order. Everything else is left to these, from the start, for nothing has been changed until then.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.design.geometry import bearing, cos_sin
from sandbox.engine.joint_ties import ties_of
from sandbox.engine.readout import MOTION, TURNED, asleep, reader_of
from sandbox.parts.ropes.reeving import GIVE, JAMS, SAME, SET_MAX, Reeving
from sandbox.parts.ropes.rope_lines import TOLERANCE
from sandbox.parts.ropes.rope_path import SLIPS, TINY, WHOLE_TURN
from sandbox.parts.ropes.rope_solver import CURVE, jerk

if TYPE_CHECKING:
    from sandbox.parts.base import LinkAct
    from sandbox.parts.world import RunningLink, RunningMachine


def reeved_act(run: RunningLink, reeving: Reeving) -> LinkAct:
    """Return what a rope over pulleys does before each step."""
    steady = steady_act(run, reeving) if reeving.stands else None

    def act(machine: RunningMachine, dt: float) -> None:
        if steady is None or not steady(dt):
            run_over(run, reeving, machine)

    return act


def run_over(run: RunningLink, reeving: Reeving, machine: RunningMachine) -> None:
    """Let a rope run over any wheels, taut or slack."""
    if reeving.at_rest():
        return
    reeving.wind(machine.dt)
    length = run["length"]
    near = length * (1 - 2 * GIVE)
    points = reeving.ahead(machine.dt)
    taut = 0.0
    if reeving.surely_loose(points, near - CURVE):
        reeving.let_go()
    else:
        course = reeving.path(points)
        if course.span > length * (1 + TOLERANCE):
            taut = float(jerk(run, machine))
            points = reeving.ahead(machine.dt)
            course = reeving.path(points)
        elif course.span > near:
            taut = 1.0
        reeving.keep(course)
        reeving.jam(points, course.span > near, machine)
        if course.span > near:
            reeving.hold(points, course, machine.dt)
        else:
            reeving.let_go()
    if taut != run["taut"]:
        run["taut"] = taut


class _Steady:
    """The course of a rope over fixed wheels in plain numbers: lists with one of each for each piece or wheel."""

    __slots__ = ("befores", "offs", "straight", "turns", "ways_x", "ways_y")

    def __init__(self, wheels: int) -> None:
        self.offs = [0.0] * (wheels + 1)  # m: see `rope_path.Path`; of the end of the last piece it is 0
        self.befores = [0.0] * (wheels + 1)  # m: off the wheel where the piece begins, as it was worked out last
        self.straight, self.ways_x, self.ways_y = ([0.0] * (wheels + 1) for _ in range(3))
        self.turns = [0.0] * wheels


def steady_act(run: RunningLink, reeving: Reeving) -> Callable[[float], bool]:
    """Return a function that tells whether it has let a rope over fixed wheels do what it does before a step."""
    course = _Steady(len(reeving.wheels))
    length = run["length"]
    near, limit = length * (1 - 2 * GIVE), length * (1 + TOLERANCE)
    find_span, hold = _span_finder(reeving, course), _holder(reeving, course, length)
    ends = [(k, numbers, reader_of(numbers, MOTION), lx, ly) for k, numbers, lx, ly in reeving.loose]
    points, turned, turns = reeving.still[:], reeving.turned, course.turns
    least_first, least_last = ((JAMS * least) * (JAMS * least) for _, _, least in reeving.least)
    tautness = run.numbers_from("taut", 1)
    wheels = range(len(turns))

    def act(dt: float) -> bool:
        if not reeving.holding or reeving.jams != _NO_JAMS:
            return False
        for k, numbers, see, lx, ly in ends:
            if asleep(numbers):
                return False
            x, y, vx, vy, _, _, _, w, _, c, s = see()
            rx, ry = c * lx - s * ly, s * lx + c * ly
            points[k] = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
        span = find_span(points)
        if not near < span <= limit:
            return False
        (x, y), (ax, ay) = points[0], points[1]
        dx, dy = ax - x, ay - y
        if not dx * dx + dy * dy >= least_first:
            return False
        (x, y), (ax, ay) = points[-1], points[-2]
        dx, dy = ax - x, ay - y
        if not dx * dx + dy * dy >= least_last:
            return False
        for k in wheels:
            turned[k] = turns[k]
        hold(span, dt)
        if tautness[0] != 1.0:
            tautness[0] = 1.0
        return True

    return act


_NO_JAMS = [None, None]


def _span_finder(reeving: Reeving, course: _Steady) -> Callable[[list[tuple[float, float]]], float]:
    """Return a function that works out the course between points, and returns how long it is: `rope_path.path`."""
    radii, last, turned = reeving.radii, len(reeving.wheels), reeving.turned
    offs, befores, straight, ways_x, ways_y = course.offs, course.befores, course.straight, course.ways_x, course.ways_y
    turns = course.turns
    pieces = range(last + 1)

    def find_span(points: list[tuple[float, float]]) -> float:
        total = before = bx = by = 0.0
        x, y = points[0]
        for k in pieces:
            off = 0.0
            if k < last:
                r, bent = radii[k], turned[k] / SLIPS
                off = r if bent >= 1.0 else -r if bent <= -1.0 else r * bent
            px, py = x, y
            x, y = points[k + 1]
            # Between two fixed wheels a piece lies as it did, as long as it touches their rims on the same sides. (What
            # slips across an axle is left out because of the sign of 0.)
            if 0 < k < last and before == befores[k] != 0.0 and off == offs[k] != 0.0:
                length, wx, wy = straight[k], ways_x[k], ways_y[k]
            else:
                dx, dy = x - px, y - py
                square = dx * dx + dy * dy
                across = off - before
                left = square - across * across
                if left > TINY * TINY:
                    length = math.sqrt(left)
                else:
                    length = 0.0
                    if square < TINY * TINY:
                        dx, dy, square = TINY, 0.0, TINY * TINY
                    across = math.copysign(math.sqrt(square), across)
                wx, wy = (length * dx + across * dy) / square, (length * dy - across * dx) / square
                straight[k], ways_x[k], ways_y[k], offs[k], befores[k] = length, wx, wy, off, before
            if k:
                turn = bearing(bx * wx + by * wy, bx * wy - by * wx)
                was = turned[k - 1] - turn
                if was > WHOLE_TURN / 2 or was < -WHOLE_TURN / 2:
                    turn += WHOLE_TURN * round(was / WHOLE_TURN)
                turns[k - 1] = turn
                total += before * turn + length
            else:
                total = length
            before, bx, by = off, wx, wy
        return total

    return find_span


def _holder(reeving: Reeving, course: _Steady, length: float) -> Callable[[float, float], None]:
    """Return a function that lets the joints hold the taut rope along its course: `Reeving.hold`."""
    last, written, taken = len(reeving.wheels), reeving.written, length * (1 - GIVE)
    offs, straight, ways_x, ways_y = course.offs, course.straight, course.ways_x, course.ways_y
    see_spins = [*(reader_of(numbers, TURNED) for numbers in reeving.spins), None]
    pieces = [
        (k, joint._constraint, ties_of(joint), see)
        for k, (joint, see) in enumerate(zip(reeving.joints, see_spins, strict=True))
    ]
    set_max, same = SET_MAX, SAME

    def hold(span: float, dt: float) -> None:
        spare = (taken - span) / (last + 1)
        px = py = 0.0
        for k, joint, ties, see in pieces:
            qx = qy = nx = ny = 0.0
            if see:
                angle, spin = see()
                c, s = cos_sin(angle + spin * dt)
                off = offs[k]
                x, y = off * ways_y[k], -off * ways_x[k]
                qx, qy = c * x + s * y, c * y - s * x
                x, y = off * ways_y[k + 1], -off * ways_x[k + 1]
                nx, ny = c * x + s * y, c * y - s * x
            most = straight[k] + spare
            if not most > 0.0:
                most = 0.0
            held = written[k]
            if held is None or not (
                -same < held[4] - most < same
                and -same < held[2] - qx < same
                and -same < held[3] - qy < same
                and -same < held[0] - px < same
                and -same < held[1] - py < same
            ):
                written[k] = px, py, qx, qy, most
                if k:
                    ties[0], ties[1] = px, py
                if see:
                    ties[2], ties[3] = qx, qy
                set_max(joint, most)  # which wakes its bodies, as the engine's ways of setting the others do
            px, py = nx, ny

    return hold


__all__ = ["reeved_act", "run_over", "steady_act"]
