"""The work of a rope over pulleys before each step.

Mostly it was taut and stays so, over wheels that stand still, without a jerk: a load hangs from it, or sways, or sinks.
That is worked out here in plain local numbers, in a third of the time and to the same bits, as it makes no objects and
keeps what depends on the fixed wheels alone: each line is one of `rope_path.path`, `Reeving.ahead` or `Reeving.hold`,
in the same order. Everything else is left to these, from the start, for nothing has been changed until then.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any

from sandbox.design.geometry import bearing, cos_sin
from sandbox.engine.joint_ties import ties_of
from sandbox.engine.readout import ASLEEP, MOTION, TURNED, reader_of
from sandbox.parts.ropes.reeving import GIVE, JAMS, SAME, SET_MAX, Reeving
from sandbox.parts.ropes.rope_lines import TOLERANCE
from sandbox.parts.ropes.rope_path import HALF_TURN, SLIPS, TINY_SQUARE, WHOLE_TURN, drawn_in, straight_piece
from sandbox.parts.ropes.rope_solver import CURVE, jerk

if TYPE_CHECKING:
    from sandbox.parts.kind import LinkAct
    from sandbox.parts.world import RunningLink, RunningMachine


def reeved_act(run: RunningLink, reeving: Reeving) -> LinkAct:
    """Return the function that a rope over pulleys calls before each step."""
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


class _Course:
    """The course of a rope over fixed wheels in plain numbers, as it was worked out last: lists by piece or wheel."""

    __slots__ = ("laid", "offs", "turns")

    def __init__(self, wheels: int) -> None:
        self.laid = [(0.0, 0.0, 0.0)] * (wheels + 1)  # of each straight piece its length (m) and its direction
        self.offs = [0.0] * wheels  # m: see `rope_path.Path`
        self.turns = [0.0] * wheels  # rad


def steady_act(run: RunningLink, reeving: Reeving) -> Callable[[float], bool]:
    """Return a function that does a step's work for a rope over fixed wheels, and tells whether it could."""
    course = _Course(len(reeving.wheels))
    length = run["length"]
    near, limit = length * (1 - 2 * GIVE), length * (1 + TOLERANCE)
    find_span, hold = _span_finder(reeving, course), _holder(reeving, course, length)
    ends = {k: (numbers, reader_of(numbers, MOTION), lx, ly) for k, numbers, lx, ly in reeving.loose}
    nothing: tuple[Any, Any, float, float] = (None, None, 0.0, 0.0)  # of an end that is fixed
    a, see_a, lx_a, ly_a = ends.get(0, nothing)
    b, see_b, lx_b, ly_b = ends.get(len(reeving.wheels) + 1, nothing)
    begin, end = reeving.still[0], reeving.still[-1]
    turned, turns, wheels = reeving.turned, course.turns, range(len(reeving.wheels))
    tautness = run.numbers_from("taut", 1)

    def act(dt: float) -> bool:
        if not reeving.holding or reeving.jams != _NO_JAMS:
            return False
        ax, ay = begin
        if see_a:
            if a[ASLEEP] != 0.0:
                return False
            x, y, vx, vy, _, _, _, w, _, c, s = see_a()
            rx, ry = c * lx_a - s * ly_a, s * lx_a + c * ly_a
            ax, ay = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
        bx, by = end
        if see_b:
            if b[ASLEEP] != 0.0:
                return False
            x, y, vx, vy, _, _, _, w, _, c, s = see_b()
            rx, ry = c * lx_b - s * ly_b, s * lx_b + c * ly_b
            bx, by = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
        span = find_span(ax, ay, bx, by)
        if not near < span <= limit:
            return False
        for k in wheels:
            turned[k] = turns[k]
        hold(span, dt)
        if tautness[0] != 1.0:
            tautness[0] = 1.0
        return True

    return act


_NO_JAMS = [None, None]


def _span_finder(reeving: Reeving, course: _Course) -> Callable[[float, float, float, float], float]:
    """Return a function that works out the course from one point to another, and returns how long it is (see
    `rope_path.path`); or 0, where an end is so near to its wheel that it might be wedged in there.
    """
    turned, last = reeving.turned, len(reeving.wheels)
    laid, offs, turns = course.laid, course.offs, course.turns
    wheels = [(k, k + 1, r) for k, r in enumerate(reeving.radii)]
    (first_x, first_y), (last_x, last_y) = reeving.still[1], reeving.still[-2]
    least_first, least_last = ((JAMS * least) * (JAMS * least) for _, _, least in reeving.least)
    lay_between = _inner_layer(reeving, course)

    def find_span(x: float, y: float, end_x: float, end_y: float) -> float:
        moved = False
        for k, _, r in wheels:
            bent = turned[k] / SLIPS
            off = r if bent >= 1.0 else -r if bent <= -1.0 else r * bent
            if off != offs[k] or not off:  # (what slips across an axle is laid anew because of the sign of 0)
                offs[k], moved = off, True
        if moved:
            lay_between()
        dx, dy = end_x - last_x, end_y - last_y
        square, across = dx * dx + dy * dy, 0.0 - offs[-1]
        if not square >= least_last:
            return 0.0
        left = square - across * across
        if left > TINY_SQUARE:
            length = sqrt(left)
            laid[last] = length, (length * dx + across * dy) / square, (length * dy - across * dx) / square
        else:
            laid[last] = drawn_in(dx, dy, square, across)
        dx, dy = first_x - x, first_y - y
        square, across = dx * dx + dy * dy, offs[0]
        if not square >= least_first:
            return 0.0
        left = square - across * across
        if left > TINY_SQUARE:
            total = sqrt(left)
            bx, by = (total * dx + across * dy) / square, (total * dy - across * dx) / square
        else:
            total, bx, by = drawn_in(dx, dy, square, across)
        laid[0] = total, bx, by
        for k, after, _ in wheels:
            length, wx, wy = laid[after]
            turn = bearing(bx * wx + by * wy, bx * wy - by * wx)
            was = turned[k] - turn
            if was > HALF_TURN or was < -HALF_TURN:
                turn += WHOLE_TURN * round(was / WHOLE_TURN)
            turns[k] = turn
            total += offs[k] * turn + length
            bx, by = wx, wy
        return total

    return find_span


def _inner_layer(reeving: Reeving, course: _Course) -> Callable[[], None]:
    """Return a function that lays the pieces between two wheels, which lie as they did as long as they touch their rims
    on the same sides.
    """
    laid, offs = course.laid, course.offs
    middles = reeving.still[1:-1]
    ways = [(qx - px, qy - py) for (px, py), (qx, qy) in itertools.pairwise(middles)]

    def lay() -> None:
        for k, (dx, dy) in enumerate(ways):
            laid[k + 1] = straight_piece(dx, dy, offs[k + 1] - offs[k])

    return lay


def _holder(reeving: Reeving, course: _Course, length: float) -> Callable[[float, float], None]:
    """Return a function that lets the joints hold the taut rope along its course: `Reeving.hold`."""
    count, last, written, taken = len(reeving.joints), len(reeving.wheels), reeving.written, length * (1 - GIVE)
    laid, offs = course.laid, course.offs
    see_spins = [reader_of(numbers, TURNED) for numbers in reeving.spins]
    # All pieces but the last one, which ends on no wheel.
    pieces = [
        (k, k + 1, joint._constraint, ties_of(joint), see)
        for k, (joint, see) in enumerate(zip(reeving.joints, see_spins, strict=False))
    ]
    last_joint, last_ties = reeving.engines[-1], ties_of(reeving.joints[-1])
    set_max, same = SET_MAX, SAME

    def hold(span: float, dt: float) -> None:
        spare = (taken - span) / count
        px = py = 0.0
        straight, wx, wy = laid[0]
        for k, after, joint, ties, see in pieces:
            angle, spin = see()
            c, s = cos_sin(angle + spin * dt)
            off = offs[k]
            x, y = off * wy, -off * wx
            qx, qy = c * x + s * y, c * y - s * x
            most = straight + spare
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
                ties[2], ties[3] = qx, qy
                set_max(joint, most)  # which wakes its bodies, as the engine's ways of setting the others do
            straight, wx, wy = laid[after]
            x, y = off * wy, -off * wx
            px, py = c * x + s * y, c * y - s * x
        most = straight + spare
        if not most > 0.0:
            most = 0.0
        held = written[last]
        if held is None or not (
            -same < held[4] - most < same and -same < held[0] - px < same and -same < held[1] - py < same
        ):
            written[last] = px, py, 0.0, 0.0, most
            last_ties[0], last_ties[1] = px, py
            set_max(last_joint, most)

    return hold
