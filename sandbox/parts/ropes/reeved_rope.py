"""The work of a rope over pulleys before each step.

Mostly it was taut and stays so, over wheels that stand still: a load hangs from it, or sways, sinks or is drawn up.
That is worked out here in plain local numbers, in a third of the time and to the same bits, as it makes no objects and
keeps what depends on the fixed wheels alone: each line is one of `rope_path.path`, `Reeving.ahead` or `Reeving.hold`,
in the same order. Everything else is left to these.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from sandbox.design.geometry import bearing, cos_sin
from sandbox.engine.joint_ties import ties_of
from sandbox.engine.readout import ASLEEP, MOTION, TURNED, reader_of
from sandbox.parts.ropes.fixed_course import inner_layer
from sandbox.parts.ropes.reeving import GIVE, JAMS, SAME, SET_MAX, Reeving
from sandbox.parts.ropes.rope_lines import TOLERANCE
from sandbox.parts.ropes.rope_path import HALF_TURN, SLIPS, TINY_SQUARE, WHOLE_TURN, drawn_in
from sandbox.parts.ropes.rope_solver import CURVE, jerk

if TYPE_CHECKING:
    from sandbox.design.geometry import Point
    from sandbox.parts.kind import LinkAct
    from sandbox.parts.ropes.rope_path import Path
    from sandbox.parts.world import RunningLink, RunningMachine


def reeved_act(run: RunningLink, reeving: Reeving) -> LinkAct:
    """Return the function that a rope over pulleys calls before each step."""
    if reeving.stands:
        return fixed_act(run, reeving)

    def act(machine: RunningMachine, dt: float) -> None:
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
        _follow(reeving, points, course, machine, is_taut=course.span > near)
    if taut != run["taut"]:
        run["taut"] = taut


def _follow(reeving: Reeving, points: list[Point], course: Path, machine: RunningMachine, *, is_taut: bool) -> None:
    """Let everything that holds a rope follow the course that it is about to take."""
    reeving.keep(course)
    reeving.jam(points, is_taut, machine)
    if is_taut:
        reeving.hold(points, course, machine.dt)
    else:
        reeving.let_go()


def fixed_act(run: RunningLink, reeving: Reeving) -> LinkAct:
    """Return the function for a rope over wheels that stand still.

    All of it is one function, as a call and what is handed over cost as much as some of its lines. What it has in
    common with `fixed_course` is there for the jerk.
    """
    course, length = reeving.course, run["length"]
    laid, offs, turns, turned = course.laid, course.offs, course.turns, reeving.turned
    near, limit = length * (1 - 2 * GIVE), length * (1 + TOLERANCE)
    lay_between = inner_layer(reeving)
    ends = {k: (numbers, reader_of(numbers, MOTION), lx, ly) for k, numbers, lx, ly in reeving.loose}
    nothing: tuple[Any, Any, float, float] = (None, None, 0.0, 0.0)  # of an end that is fixed
    a, see_a, lx_a, ly_a = ends.get(0, nothing)
    b, see_b, lx_b, ly_b = ends.get(len(reeving.wheels) + 1, nothing)
    begin, end = reeving.still[0], reeving.still[-1]
    (first_x, first_y), (last_x, last_y) = reeving.still[1], reeving.still[-2]
    least_first, least_last = ((JAMS * least) * (JAMS * least) for _, _, least in reeving.least)
    wheels = [(k, k + 1, r) for k, r in enumerate(reeving.radii)]
    count, last, written, taken = len(reeving.joints), len(reeving.wheels), reeving.written, length * (1 - GIVE)
    # All pieces but the last one, which ends on no wheel.
    pieces = [
        (k, k + 1, joint._constraint, ties_of(joint), reader_of(numbers, TURNED))
        for k, (joint, numbers) in enumerate(zip(reeving.joints, reeving.spins, strict=False))
    ]
    last_joint, last_ties = reeving.engines[-1], ties_of(reeving.joints[-1])
    set_max, same = SET_MAX, SAME
    tautness, data = run.numbers_from("taut", 1), run.data

    def act(machine: RunningMachine, dt: float) -> None:
        if (see_a and a[ASLEEP] != 0.0) or (see_b and b[ASLEEP] != 0.0):
            return
        if not reeving.holding or reeving.jams != _NO_JAMS:
            run_over(run, reeving, machine)
            return
        jerked, taut = False, True
        if data.lone and data.settled == machine.ticks - 1:  # what swings mostly goes on swinging
            answer = data.lone(run, machine, False)
            if answer is not None:
                jerked, taut = True, answer
        while not (jerked and course.tick == machine.ticks):
            # `Reeving.ahead`
            ax, ay = begin
            if see_a:
                x, y, vx, vy, _, _, _, w, _, c, s = see_a()
                rx, ry = c * lx_a - s * ly_a, s * lx_a + c * ly_a
                ax, ay = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
            bx, by = end
            if see_b:
                x, y, vx, vy, _, _, _, w, _, c, s = see_b()
                rx, ry = c * lx_b - s * ly_b, s * lx_b + c * ly_b
                bx, by = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt
            # `fixed_course.bender`
            moved = False
            for k, _, r in wheels:
                bent = turned[k] / SLIPS
                off = r if bent >= 1.0 else -r if bent <= -1.0 else r * bent
                if off != offs[k] or not off:
                    offs[k], moved = off, True
            if moved:
                lay_between()
            # `fixed_course.span_finder`
            span = 0.0
            dx, dy = bx - last_x, by - last_y
            square, across = dx * dx + dy * dy, 0.0 - offs[-1]
            if square >= least_last:
                left = square - across * across
                if left > TINY_SQUARE:
                    straight = sqrt(left)
                    laid[-1] = (
                        straight, (straight * dx + across * dy) / square, (straight * dy - across * dx) / square
                    )  # fmt: skip
                else:
                    laid[-1] = drawn_in(dx, dy, square, across)
                dx, dy = first_x - ax, first_y - ay
                square, across = dx * dx + dy * dy, offs[0]
                if square >= least_first:
                    left = square - across * across
                    if left > TINY_SQUARE:
                        span = sqrt(left)
                        x, y = (span * dx + across * dy) / square, (span * dy - across * dx) / square
                    else:
                        span, x, y = drawn_in(dx, dy, square, across)
                    laid[0] = span, x, y
                    for k, after, _ in wheels:
                        straight, wx, wy = laid[after]
                        turn = bearing(x * wx + y * wy, x * wy - y * wx)
                        was = turned[k] - turn
                        if was > HALF_TURN or was < -HALF_TURN:
                            turn += WHOLE_TURN * round(was / WHOLE_TURN)
                        turns[k] = turn
                        span += offs[k] * turn + straight
                        x, y = wx, wy
            if jerked or not span > limit:
                break
            taut, jerked = jerk(run, machine), True
        else:
            span = course.span  # the last look of the jerk says it
        if not span > near:
            if jerked:  # an end is near its wheel, or the rope got slack
                points = reeving.ahead(dt)
                path = reeving.path(points)
                _follow(reeving, points, path, machine, is_taut=path.span > near)
                if tautness[0] != taut:
                    tautness[0] = float(taut)
            else:
                run_over(run, reeving, machine)
            return
        # `Reeving.keep` and `Reeving.hold`
        spare = (taken - span) / count
        px = py = 0.0
        straight, wx, wy = laid[0]
        for k, after, joint, ties, see in pieces:
            turned[k] = turns[k]
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
        if tautness[0] != taut:
            tautness[0] = float(taut)

    return act


_NO_JAMS = [None, None]
