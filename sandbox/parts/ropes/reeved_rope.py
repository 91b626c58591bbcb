"""The work of a rope over pulleys before each step.

Mostly it was taut and stays so, over wheels that stand still: a load hangs from it, or sways, sinks or is drawn up.
That is worked out in plain local numbers by a function that is written out for so many wheels (see `reeved_text`), in a
quarter of the time and to the same bits, as it makes no objects and keeps what depends on the fixed wheels alone.
Everything else is left to `rope_path.path`, `Reeving.ahead` and `Reeving.hold`.
"""

from __future__ import annotations

import functools
from math import sqrt
from typing import TYPE_CHECKING, Any

from sandbox.design.geometry import bearing, cos_sin
from sandbox.engine.joint_ties import ties_of
from sandbox.engine.readout import ASLEEP, MOTION, TURNED, reader_of
from sandbox.parts.ropes.fixed_course import inner_layer
from sandbox.parts.ropes.reeved_text import constants_of, fixed_text
from sandbox.parts.ropes.reeving import GIVE, JAMS, SAME, SET_MAX, Reeving
from sandbox.parts.ropes.rope_lines import TOLERANCE
from sandbox.parts.ropes.rope_path import HALF_TURN, SLIPS, TINY_SQUARE, WHOLE_TURN, drawn_in
from sandbox.parts.ropes.rope_solver import CURVE, jerk

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.design.geometry import Point
    from sandbox.parts.kind import LinkAct
    from sandbox.parts.ropes.rope_path import Path
    from sandbox.parts.world import RunningLink, RunningMachine

_TEXTS = 64  # that are kept


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
    """Return the function for a rope over wheels that stand still: it is written out for so many of them.

    What it has in common with `fixed_course` is there for the jerk.
    """
    course, length, wheels = reeving.course, run["length"], len(reeving.wheels)
    least_first, least_last = ((JAMS * least) * (JAMS * least) for _, _, least in reeving.least)
    (first_x, first_y), (last_x, last_y) = reeving.still[1], reeving.still[-2]
    constants: dict[str, Any] = {
        "run": run, "reeving": reeving, "data": run.data, "course": course, "jams": reeving.jams, "offs": course.offs,
        "turns": course.turns, "laid": course.laid, "turned": reeving.turned, "written": reeving.written,
        "tautness": run.numbers_from("taut", 1), "near": length * (1 - 2 * GIVE), "limit": length * (1 + TOLERANCE),
        "taken": length * (1 - GIVE), "lay_between": inner_layer(reeving), "begin": reeving.still[0],
        "end": reeving.still[-1], "first_x": first_x, "first_y": first_y, "last_x": last_x, "last_y": last_y,
        "least_first": least_first, "least_last": least_last,
    }  # fmt: skip
    ends = {k: (numbers, lx, ly) for k, numbers, lx, ly in reeving.loose}
    loose = 0 in ends, wheels + 1 in ends
    for name, k in (("a", 0), ("b", wheels + 1)):
        if k in ends:
            numbers, constants[f"lx_{name}"], constants[f"ly_{name}"] = ends[k]
            constants |= {name: numbers, f"see_{name}": reader_of(numbers, MOTION)}
    for k, (r, numbers) in enumerate(zip(reeving.radii, reeving.spins, strict=True)):
        constants |= {f"radius{k}": r, f"see{k}": reader_of(numbers, TURNED)}
    for k, joint in enumerate(reeving.joints):
        constants |= {f"joint{k}": reeving.engines[k], f"ties{k}": ties_of(joint)}
    act: LinkAct = _maker(wheels, loose)(*(constants[name] for name in constants_of(wheels, loose)))
    return act


@functools.lru_cache(_TEXTS)
def _maker(wheels: int, loose: tuple[bool, bool]) -> Callable[..., LinkAct]:
    defined: dict[str, Callable[..., LinkAct]] = {}
    exec(compile(fixed_text(wheels, loose), f"<a rope over {wheels} wheels>", "exec"), NAMES, defined)
    return defined["make"]


def _follow_jerked(
    run: RunningLink, reeving: Reeving, machine: RunningMachine, dt: float, near: float, taut: bool
) -> None:
    """Follow a rope that has been jerked, and has an end near its wheel or got slack."""
    points = reeving.ahead(dt)
    course = reeving.path(points)
    _follow(reeving, points, course, machine, is_taut=course.span > near)
    if run["taut"] != taut:
        run["taut"] = float(taut)


def _run_over(run: RunningLink, reeving: Reeving, machine: RunningMachine) -> None:
    run_over(run, reeving, machine)


# All that the text calls by name: it sees nothing else.
NAMES: dict[str, Any] = {
    "ASLEEP": ASLEEP, "HALF_TURN": HALF_TURN, "SAME": SAME, "SLIPS": SLIPS, "TINY_SQUARE": TINY_SQUARE,
    "WHOLE_TURN": WHOLE_TURN, "bearing": bearing, "cos_sin": cos_sin, "drawn_in": drawn_in, "follow": _follow_jerked,
    "jerk": jerk, "run_over": _run_over, "set_max": SET_MAX, "sqrt": sqrt,
}  # fmt: skip
