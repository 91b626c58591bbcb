"""The text of what a rope over pulleys does before each step: Python written out for one way of being reeved.

Mostly it was taut and stays so: a load hangs from it, or sways, sinks or is drawn up; or it was slack and stays so, as
when its load has come to stand. That is here in plain local numbers, in a third of the time and to the same bits: each
line is one of `rope_path.path`, `Reeving.surely_loose`, `Reeving.ahead` or `Reeving.hold`, in the same order. All else
is left to these. The names of variables are those of `group_text`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from sandbox.parts.ropes.angle_text import cos_sin_text
from sandbox.parts.ropes.group_shape import GroupShape
from sandbox.parts.ropes.group_text import course_of
from sandbox.parts.ropes.rope_text import block, held, keeping, noted_pieces, offs_text, path_text

_RARE = "return rare(machine, jerked, taut)"
_BOUNDS = "near, most0, taken = length0 * (1.0 - 2.0 * GIVE), length0 * (1.0 + TOLERANCE), length0 * (1.0 - GIVE)"
_LET_GO = "tautness[0] = 0.0"


def act_constants(shape: GroupShape, free: frozenset[int]) -> list[str]:
    """Return the names of all that never changes, which the function gets when it is made."""
    points = shape.ropes[0].points
    names = ["jerk", "reeving", "data", "run", "rare", "jams", "count", "written", "tautness", "turned0"]
    names += ["jam0a", "jam0b", "slop"]
    names += ["wound0"] if shape.ropes[0].winds else ["length0"]
    for p in points:
        names += [f"{name}{p}" for name in (("ax", "ay") if shape.is_fixed(p) else ("lx", "ly"))]
    for b in shape.loose():
        names += [f"numbers{b}", f"see{b}"]
    names += [f"radius{p}" for p in points[1:-1]]
    for k, p in enumerate(points[1:]):
        names += [] if k in free else [f"joint{k}", f"ties{k}"]
        names += [f"turning{p}"] if p != points[-1] else []
    return names


def act_text(shape: GroupShape, free: frozenset[int]) -> str:
    """Return the text of a function that makes what a rope does before each step.

    Args:
        shape: of the rope alone.
        free: the straight pieces that hold nothing.
    """
    lines = [*_begin(shape), *_course(shape), *_slack(shape), *_hold(shape, free)]
    bounds = [] if shape.ropes[0].winds else [_BOUNDS]
    pieces, lines = keeping(noted_pieces((0, k) for k in shape.kept(0)), "None, None, 0.0, 0.0, 0.0", lines)
    names = act_constants(shape, free)
    takes = ["machine", "dt", *held([*names, *(["near", "most0", "taken"] if bounds else [])])]
    inner = [*bounds, *pieces, f"def act({', '.join(takes)}):", *block(lines)]
    return "\n".join([f"def make({', '.join(names)}):", *block([*inner, "return act"]), ""])


def _begin(shape: GroupShape) -> Iterator[str]:
    if shape.loose():
        yield f"if {' or '.join(f'numbers{b}[ASLEEP] != 0.0' for b in shape.loose())}:"
        yield "    return"
    yield "jerked, taut, holding = False, True, reeving.holding"
    yield "if jams[0] is not None or jams[1] is not None:"
    yield f"    {_RARE}"
    if shape.ropes[0].winds:
        yield "reeving.wind(dt)"
        yield "length0 = wound0[0]"
        yield _BOUNDS


def _course(shape: GroupShape) -> Iterator[str]:
    """Yield how the rope will lie after the step, with a jerk if it is too long."""
    points = shape.ropes[0].points
    if shape.is_quick:
        yield "if holding and data.lone and data.settled == machine.ticks - 1:  # what swings mostly goes on swinging"
        yield "    answer = data.lone(run, machine, False, dt)"
        yield "    if answer is not None:"
        yield "        jerked, taut = True, answer"
    yield f"while {'not (jerked and data.laid == machine.ticks)' if shape.ends_straight else 'True'}:"
    yield from block(_ahead(shape))
    yield from block(_surely_loose(shape))
    yield from block(offs_text(0, points[1:-1]))
    yield from block(path_text(0, points, "a", ("jam0a", "jam0b"), rare=_RARE, noted=shape.kept(0)))
    yield "    if jerked or not span0 > most0:"
    yield "        break"
    yield "    taut, jerked = jerk(run, machine), True"
    if shape.ends_straight:
        yield "else:"
        yield f"    {', '.join(course_of(shape))}, = data.course"


def _ahead(shape: GroupShape) -> Iterator[str]:
    """Yield `Reeving.ahead`."""
    for b in shape.loose():
        yield f"x, y, vx, vy, _, _, _, w, _, c, s = see{b}()"
        for p in shape.on(b):
            if shape.points[p].off:
                yield f"rx, ry = c * lx{p} - s * ly{p}, s * lx{p} + c * ly{p}"
                yield f"ax{p}, ay{p} = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt"
            else:
                yield f"ax{p}, ay{p} = x + vx * dt, y + vy * dt"


def _surely_loose(shape: GroupShape) -> Iterator[str]:
    """Yield `Reeving.surely_loose`, of a rope that has not been taut."""
    points = shape.ropes[0].points
    yield "if not (holding or jerked):"
    yield "    most = slop"
    yield from (f"    most += radius{p} * abs(turned0[{k}])" for k, p in enumerate(points[1:-1]))
    for p, q in itertools.pairwise(points):
        yield f"    dx, dy = ax{q} - ax{p}, ay{q} - ay{p}"
        yield "    most += sqrt(dx * dx + dy * dy)"
    yield "    if most < near - CURVE:"
    yield "        if tautness[0]:"
    yield f"            {_LET_GO}"
    yield "        return"


def _slack(shape: GroupShape) -> Iterator[str]:
    """Yield what a rope does that will not be taut, and `Reeving.keep` of any."""
    turns = [f"turned0[{k}] = arc{p}" for k, p in enumerate(shape.ropes[0].points[1:-1])]
    yield "if not span0 > near:"
    yield "    if holding or jerked:"
    yield f"        {_RARE}"
    yield from block(turns)
    yield "    if tautness[0]:"
    yield f"        {_LET_GO}"
    yield "    return"
    yield from turns


def _hold(shape: GroupShape, free: frozenset[int]) -> Iterator[str]:
    """Yield `Reeving.hold`."""
    points = shape.ropes[0].points
    last = len(points) - 2
    yield "if not holding:"
    yield "    reeving.holding = True"
    yield "spare = (taken - span0) / count"
    for k, q in enumerate(points[1:]):
        if k < last:
            yield f"angle, spin = turning{q}()"
            yield "angle += spin * dt"
            yield from cos_sin_text("c", "s", "angle")
            yield f"x, y = off{q} * wy0_{k}, -off{q} * wx0_{k}"
            yield "qx, qy = c * x + s * y, c * y - s * x"
        if k not in free:
            yield from _tie(k, k > 0, k < last)
        if k < last:
            yield f"x, y = off{q} * wy0_{k + 1}, -off{q} * wx0_{k + 1}"
            yield "px, py = c * x + s * y, c * y - s * x"
    yield "if tautness[0] != taut:"
    yield "    tautness[0] = float(taut)"


def _tie(k: int, begins: bool, ends: bool) -> Iterator[str]:
    """Yield how the joint of a straight piece is tied, which `begins` or `ends` on a wheel."""
    ways = [name for name, is_there in (("px", begins), ("py", begins), ("qx", ends), ("qy", ends)) if is_there]
    places = (*(("px", "py") if begins else ("0.0", "0.0")), *(("qx", "qy") if ends else ("0.0", "0.0")))
    yield f"most = long0_{k} + spare"
    yield "if not most > 0.0:"
    yield "    most = 0.0"
    yield f"held = written[{k}]"
    index = {"px": 0, "py": 1, "qx": 2, "qy": 3}
    near = [f"-SAME < held[{index[name]}] - {name} < SAME" for name in ways]
    yield f"if held is None or not ({' and '.join(['-SAME < held[4] - most < SAME', *near])}):"
    yield f"    written[{k}] = {', '.join(places)}, most"
    yield from (f"    ties{k}[{index[name]}] = {name}" for name in ways)
    yield f"    set_max(joint{k}, most)  # which wakes its bodies, as the engine's ways of setting the others do"
