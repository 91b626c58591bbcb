"""The look ahead of ropes that hang together by loose bodies, by a function that is written out for just these.

A star of ropes on one body, a chain of bodies, a balloon that holds up a crate over an anchor, blocks that hang in
their ropes: all of them ask for this on every tick. What is rare, such as a knot that is drawn up to its wheel, is left
to the equations of `rope_lines` and the rounds of `rope_solver`: nothing is written before the end.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.readout import (
    ASLEEP,
    FRAME,
    INERTIA,
    INERTIA_TO_SPIN,
    SPEED_X,
    SPEED_Y,
    SPIN,
    WHOLE,
    mover_of,
    reader_of,
)
from sandbox.parts.ropes.group_shape import FIXED, FREE, PIVOTED, GroupShape, PointShape, RopeShape, eliminated
from sandbox.parts.ropes.group_text import constants_of, look_text, settle_text
from sandbox.parts.ropes.reeving import GIVE, SAME, SET_MAX, RopeData, pulled
from sandbox.parts.ropes.rope_lines import (
    ASTRAY,
    CURVE,
    HARD,
    HELD,
    LOUD,
    MENDS,
    MOST_TURN,
    RECOVERS,
    ROUNDS,
    SOFT,
    TOLERANCE,
    pivots_of,
)
from sandbox.parts.ropes.rope_path import HALF_TURN, SLIPS, TINY_SQUARE, WHOLE_TURN, drawn_in

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from sandbox.design.geometry import Point
    from sandbox.parts.ropes.swing import LoneJerk
    from sandbox.parts.world import Running, RunningLink, RunningMachine

    General = Callable[[RunningLink, RunningMachine], bool]
    Part = tuple[Running, int]  # a body, as its part and its index there

MOST_ROPES, MOST_POINTS = 8, 20  # of a group: the text grows with the square of the first
_TEXTS = 512  # that are kept
_UNKNOWN = "unknown"  # a body on more pivots than one
_TURNS = 0.5  # rad in a step: up to there a turning end is off a straight line by less than the square of that, a metre
_KNOT = 1.51  # times as near to its wheel as an end can come: from there on a knot is surely not `KnotLine.close`
# All that the texts call by name: they see nothing else.
NAMES: dict[str, Any] = {
    "ASLEEP": ASLEEP, "ASTRAY": ASTRAY, "CURVE": CURVE, "GIVE": GIVE, "HALF_TURN": HALF_TURN, "HARD": HARD,
    "HELD": HELD, "INFINITE": math.inf, "LOUD": LOUD, "MENDS": MENDS, "MOST_TURN": MOST_TURN, "RECOVERS": RECOVERS,
    "ROUNDS": ROUNDS, "SLIPS": SLIPS, "SAME": SAME, "SOFT": SOFT, "SPEED_X": SPEED_X, "SPEED_Y": SPEED_Y, "SPIN": SPIN,
    "TINY_SQUARE": TINY_SQUARE, "TOLERANCE": TOLERANCE, "TURNS": _TURNS, "WHOLE_TURN": WHOLE_TURN,
    "cos_sin": cos_sin, "drawn_in": drawn_in, "set_max": SET_MAX, "sqrt": math.sqrt,
}  # fmt: skip
_NUMBER = re.compile(rf"\b(?:{'|'.join(n for n, v in NAMES.items() if isinstance(v, float | int) and v < math.inf)})\b")


class Hanging(NamedTuple):
    """Ropes that hang together, in id order; the bodies that they pull, and how they do."""

    ropes: list[RunningLink]
    bodies: list[Part]
    shape: GroupShape


def group_jerk(
    run: RunningLink, tied: Mapping[tuple[int, int], Sequence[int]], machine: RunningMachine, general: General
) -> LoneJerk | None:
    """Return the look ahead of a rope and of all ropes that hang together with it; None if no text is written for that.

    Args:
        tied: the ropes that pull each body.
        general: the look ahead of any rope, for when this one does not answer.
    """
    ropes = _ropes_with(run, tied, machine)
    hanging = hanging_of(ropes)
    if hanging is None:
        return None
    settle = _written(settle_text, hanging, general)
    alone = hanging_of([run]) if len(ropes) > 1 else None
    return settle if alone is None else _written(look_text, alone, general, settle)


def _ropes_with(
    run: RunningLink, tied: Mapping[tuple[int, int], Sequence[int]], machine: RunningMachine
) -> list[RunningLink]:
    """Return the ropes that hang together with one by bodies that can turn, in id order: see `rope_solver`."""
    ropes, ahead = {run.id: run}, [run]
    while ahead:
        for part, index in pulled(ahead.pop()):
            if part.numbers[index][INERTIA][3]:
                for id_ in tied[part.id, index]:
                    if id_ not in ropes:
                        ropes[id_] = machine.links[id_]
                        ahead.append(ropes[id_])
    return [ropes[id_] for id_ in sorted(ropes)]


def hanging_of(ropes: Sequence[RunningLink]) -> Hanging | None:
    """Return how ropes hang together; None if no text is written for that."""
    bodies: dict[tuple[int, int], Part] = {}
    points: list[PointShape] = []
    shapes: list[RopeShape] = []
    kinds: list[str] = []
    for run in ropes:
        first, rounded = len(points), _rounded(run)
        for (part, index), place in zip(pulled(run), places_of(run), strict=True):
            if (part.id, index) not in bodies:
                bodies[part.id, index] = part, index
                kinds.append(_kind_of(part, index))
            b = [*bodies].index((part.id, index))
            off = len(points) - first in rounded if kinds[b] == FIXED else kinds[b] == PIVOTED or place != (0.0, 0.0)
            points.append(PointShape(b, off))
        shapes.append(RopeShape(tuple(range(first, len(points))), _winds(run)))
    spread = (bool(part.numbers[index][INERTIA][3]) for part, index in bodies.values())
    shape = GroupShape(tuple(kinds), tuple(spread), tuple(points), tuple(shapes))
    return Hanging(list(ropes), [*bodies.values()], shape) if _is_written(shape) else None


def _rounded(run: RunningLink) -> set[int]:
    """Return which points of a rope over pulleys are fixed, but a rounding away from where a look ahead sees them."""
    if run.data.reeving is None:
        return set()
    fixed = ((k, at) for k, at in enumerate(run.data.reeving.still) if _is_fixed(*pulled(run)[k]))
    return {k for k, at in fixed if _seen_ahead(*pulled(run)[k], at) != at}


def _is_fixed(part: Running, index: int) -> bool:
    return part.bodies[index].body_type == pymunk.Body.STATIC


def _kind_of(part: Running, index: int) -> str:
    if _is_fixed(part, index):
        return FIXED
    pivots = sum(1 for _ in pivots_of(part, index))
    if not (pivots and part.numbers[index][INERTIA][1]):
        return FREE
    return PIVOTED if pivots == 1 else _UNKNOWN


def _winds(run: RunningLink) -> bool:
    return run.data.reeving is not None and run.data.reeving.winds


@functools.lru_cache(_TEXTS)
def _is_written(shape: GroupShape) -> bool:
    """Tell whether there is a text for a way of hanging: for not too many ropes, each of which pulls something that can
    move, and none of which goes from a body straight back to it.

    The text adds up what each rope takes from the others in the order in which all pull. If only some pull, their order
    must be the same, as it always is but for the oddest nets.
    """
    if len(shape.ropes) > MOST_ROPES or len(shape.points) > MOST_POINTS or _UNKNOWN in shape.bodies:
        return False
    if any(all(shape.is_fixed(p) for p in rope.points) for rope in shape.ropes):
        return False
    if any(not rope.reeved and len(shape.carried_by(r)) == 1 for r, rope in enumerate(shape.ropes)):
        return False
    count = len(shape.ropes)
    whole = eliminated(shape, range(count))
    if all(row == sorted(row) for row in whole):
        return True
    return all(
        [k for k in whole[i] if k in row] == row
        for size in range(2, count)
        for pulling in itertools.combinations(range(count), size)
        for i, row in zip(pulling, eliminated(shape, pulling), strict=True)
    )


def places_of(run: RunningLink) -> list[Point]:
    """Return where the points of a rope are, in the frames of their bodies (m)."""
    data: RopeData = run.data
    if data.reeving is not None:
        return [place for _, place in data.reeving.held_by]
    return [end.local(port.x, port.y, port.body) for end, port in ((run.a, run.port_a), (run.b, run.port_b))]


def _written(
    text: Callable[[GroupShape], str], hanging: Hanging, general: General, settle: LoneJerk | None = None
) -> LoneJerk:
    """Return the function that a text makes of the constants of these ropes and bodies."""
    constants = {**_of_bodies(hanging), **_of_ropes(hanging), "general": general, "settle": settle}
    jerk: LoneJerk = maker(text, hanging.shape)(*(constants[name] for name in constants_of(hanging.shape)))
    return jerk


@functools.lru_cache(_TEXTS)
def maker(text: Callable[..., str], *of: Hashable) -> Callable[..., Any]:
    """Return what a text says: a function that makes another one of constants."""
    defined: dict[str, Callable[..., Any]] = {}
    exec(compile(_with_numbers(text(*of)), f"<{text.__name__}>", "exec"), NAMES, defined)
    return defined["make"]


def _with_numbers(text: str) -> str:
    """Return a text with numbers for the names of numbers, so that what never changes is worked out once."""
    return _NUMBER.sub(lambda name: repr(NAMES[name[0]]), text)


def _of_bodies(hanging: Hanging) -> dict[str, Any]:
    """Return the constants of the bodies, by their names in the text."""
    constants: dict[str, Any] = {}
    for b, (part, index) in enumerate(hanging.bodies):
        numbers = part.numbers[index]
        if hanging.shape.bodies[b] == FIXED:
            constants[f"fixed{b}"] = numbers
            continue
        wanted = WHOLE if hanging.shape.turns(b) else INERTIA_TO_SPIN
        constants[f"see{b}"], constants[f"move{b}"] = reader_of(numbers, wanted), mover_of(part.bodies[index])
        if hanging.shape.bodies[b] == PIVOTED:
            (pivot,) = pivots_of(part, index)
            constants[f"x{b}"], constants[f"y{b}"] = part.world(pivot.x, pivot.y, pivot.a)
    return constants


def _of_ropes(hanging: Hanging) -> dict[str, Any]:
    """Return the constants of the ropes and their points, by their names in the text."""
    constants: dict[str, Any] = {}
    for r, (run, rope) in enumerate(zip(hanging.ropes, hanging.shape.ropes, strict=True)):
        constants |= {f"id{r}": run.id, f"length{r}": run["length"], f"wound{r}": run.numbers_from("length", 1)}
        for k, (p, (part, index), place) in enumerate(zip(rope.points, pulled(run), places_of(run), strict=True)):
            constants[f"lx{p}"], constants[f"ly{p}"] = place
            constants[f"dist{p}"] = math.sqrt(place[0] * place[0] + place[1] * place[1])
            if _is_fixed(part, index):
                at = constants[f"px{p}"], constants[f"py{p}"] = _fixed_at(run, k, part, index, place)
                constants[f"ax{p}"], constants[f"ay{p}"] = _seen_ahead(part, index, at)
        reeving = run.data.reeving
        if reeving is not None:
            constants[f"turned{r}"] = reeving.turned
            constants |= {f"radius{p}": radius for p, radius in zip(rope.points[1:-1], reeving.radii, strict=True)}
            near = [(_KNOT * least) * (_KNOT * least) for _, _, least in reeving.least]
            constants[f"knot{r}a"], constants[f"knot{r}b"] = near
            constants[f"slow{r}"] = min(least * least for _, _, least in reeving.least)
            constants[f"sure{r}"] = (1 + TOLERANCE) * run["length"] + 1e-9 * run[
                "length"
            ]  # far more than rounding does
    return constants


def _seen_ahead(part: Running, index: int, at: Point) -> Point:
    """Return what a look ahead takes a point of a fixed body for: see `Carrier.ahead`."""
    x, y = part.bodies[index].position
    return x + (at[0] - x), y + (at[1] - y)


def _fixed_at(run: RunningLink, k: int, part: Running, index: int, place: Point) -> Point:
    """Return where the `k`th point of a rope is, on a body that is fixed: worked out as the equations do."""
    if run.data.reeving is not None:
        at: Point = run.data.reeving.still[k]
        return at
    a, b, c, d, x, y = part.numbers[index][FRAME]
    return a * place[0] + c * place[1] + x, b * place[0] + d * place[1] + y
