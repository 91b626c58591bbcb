"""The work of a rope over pulleys before each step: by a function that is written out for how it is reeved, or in
general."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from sandbox.engine.joint_ties import ties_of
from sandbox.engine.readout import MOTION, TURNED, reader_of
from sandbox.parts.ropes.act_text import act_constants, act_text
from sandbox.parts.ropes.reeving import GIVE, JAMS, Reeving
from sandbox.parts.ropes.rope_group import Hanging, hanging_of, maker
from sandbox.parts.ropes.rope_lines import CURVE, TOLERANCE
from sandbox.parts.ropes.rope_solver import jerk

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.design.geometry import Point
    from sandbox.parts.kind import LinkAct
    from sandbox.parts.ropes.rope_path import Path
    from sandbox.parts.world import RunningLink, RunningMachine


def reeved_act(run: RunningLink, reeving: Reeving) -> LinkAct:
    """Return the function that a rope over pulleys calls before each step."""
    hanging = hanging_of([run])
    if hanging is not None:
        return _written_act(run, reeving, hanging)
    return functools.partial(_act_in_general, run, reeving)


def _act_in_general(run: RunningLink, reeving: Reeving, machine: RunningMachine, dt: float) -> None:
    run_over(run, reeving, machine)


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


def _written_act(run: RunningLink, reeving: Reeving, hanging: Hanging) -> LinkAct:
    """Return the function that the text of a way of being reeved makes of the constants of a rope."""
    constants = {**_of_rope(run, reeving), **_of_points(reeving, hanging)}
    act: LinkAct = maker(act_text, hanging.shape, reeving.free)(
        *(constants[name] for name in act_constants(hanging.shape, reeving.free))
    )
    return act


def _of_rope(run: RunningLink, reeving: Reeving) -> dict[str, Any]:
    """Return the constants of a rope, by their names in the text."""
    (first, last) = ((JAMS * least) * (JAMS * least) for _, _, least in reeving.least)
    joints = {f"joint{k}": joint for k, joint in enumerate(reeving.engines)}
    ties = {f"ties{k}": ties_of(joint) for k, joint in enumerate(reeving.joints)}
    return {
        **joints, **ties,
        "run": run, "reeving": reeving, "data": run.data, "jerk": jerk, "rare": _rare_way(run, reeving),
        "jams": reeving.jams, "count": len(reeving.joints) - len(reeving.free), "written": reeving.written,
        "tautness": run.numbers_from("taut", 1), "turned0": reeving.turned, "jam0a": first, "jam0b": last,
        "slop": reeving.slop, "length0": run["length"], "wound0": run.numbers_from("length", 1),
    }  # fmt: skip


def _of_points(reeving: Reeving, hanging: Hanging) -> dict[str, Any]:
    """Return the constants of its ends and wheels, and of the bodies that it pulls."""
    constants: dict[str, Any] = {}
    for p, (x, y) in enumerate(reeving.still):
        constants[f"ax{p}"], constants[f"ay{p}"] = x, y
    for p, _, x, y in reeving.loose:
        constants[f"lx{p}"], constants[f"ly{p}"] = x, y
    for p, (radius, numbers) in enumerate(zip(reeving.radii, reeving.spins, strict=True), 1):
        constants[f"radius{p}"], constants[f"turning{p}"] = radius, reader_of(numbers, TURNED)
    for b, (part, index) in enumerate(hanging.bodies):
        numbers = part.numbers[index]
        constants[f"numbers{b}"], constants[f"see{b}"] = numbers, reader_of(numbers, MOTION)
    return constants


def _rare_way(run: RunningLink, reeving: Reeving) -> Callable[[RunningMachine, bool, bool], None]:
    """Return what a rope does if it is not taut, or one of its ends is near its wheel."""

    def follow(machine: RunningMachine, jerked: bool, taut: bool) -> None:
        if not jerked:
            run_over(run, reeving, machine)
            return
        points = reeving.ahead(machine.dt)
        course = reeving.path(points)
        _follow(reeving, points, course, machine, is_taut=course.span > run["length"] * (1 - 2 * GIVE))
        if run["taut"] != taut:
            run["taut"] = float(taut)

    return follow
