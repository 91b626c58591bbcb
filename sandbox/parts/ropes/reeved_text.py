"""The text of what a rope over wheels that stand still does before each step: Python written out for so many wheels,
without loops and calls.

All numbers are in local variables, those of a wheel or of a straight piece with its number. Each line is one of
`rope_path.path`, `Reeving.ahead` or `Reeving.hold`, in the same order, so it gives the same bits; and so do the pieces
for `geometry.cos_sin` and `geometry.bearing`, of which each rope needs one for each wheel.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.design.geometry import ARCTANGENT, ATAN_AT, COSINE, HALF_PI, HALF_PI_HIGH, HALF_PI_LOW, PI, SINE
from sandbox.parts.ropes.rope_text import block

_TO_EVEN = 6755399441055744.0  # 1.5 * 2^52: added and taken away again, it rounds to whole numbers, halves to even ones
_FAR = 1e6  # rad: as far as `cos_sin` is meant for, and little enough for that


def fixed_text(wheels: int, loose: tuple[bool, bool]) -> str:
    """Return the text of a function `make`, which makes the function of one rope of what `constants_of` names.

    Args:
        wheels: how many there are.
        loose: whether its first and its last end can move.
    """
    ends = [end for end, moves in zip("ab", loose, strict=True) if moves]
    sleeping = " or ".join(f"{end}[ASLEEP] != 0.0" for end in ends) or "False"
    lines = [
        f"if {sleeping}:",
        "    return",
        "if not reeving.holding or jams[0] is not None or jams[1] is not None:",
        "    run_over(run, reeving, machine)",
        "    return",
        "jerked, taut = False, True",
        "if data.lone and data.settled == machine.ticks - 1:  # what swings mostly goes on swinging",
        "    answer = data.lone(run, machine, False)",
        "    if answer is not None:",
        "        jerked, taut = True, answer",
        "while not (jerked and course.tick == machine.ticks):",
        *block([*_ahead(loose), *_bend(wheels), *_course(wheels), "if jerked or not span > limit:", "    break",
                "taut, jerked = jerk(run, machine), True"]),
        "else:",
        "    span = course.span  # the last look of the jerk says it",
        *(f"    off{k}, turn{k} = offs[{k}], turns[{k}]" for k in range(wheels)),
        *(f"    long{k}, wx{k}, wy{k} = laid[{k}]" for k in range(wheels + 1)),
        "if not span > near:",
        "    if jerked:  # an end is near its wheel, or the rope got slack",
        "        follow(run, reeving, machine, dt, near, taut)",
        "    else:",
        "        run_over(run, reeving, machine)",
        "    return",
        *_hold(wheels),
        "if tautness[0] != taut:",
        "    tautness[0] = float(taut)",
    ]  # fmt: skip
    function = ["def act(machine, dt):", *block(lines), "return act"]
    return "\n".join([f"def make({', '.join(constants_of(wheels, loose))}):", *block(function), ""])


def constants_of(wheels: int, loose: tuple[bool, bool]) -> list[str]:
    """Return the names of all that never changes, which `make` gets."""
    names = ["run", "reeving", "data", "course", "jams", "offs", "turns", "laid", "turned", "written", "tautness"]
    names += ["near", "limit", "taken", "lay_between", "begin", "end", "first_x", "first_y", "last_x", "last_y"]
    names += ["least_first", "least_last"]
    for end, moves in zip("ab", loose, strict=True):
        names += [f"{each}{end}" for each in ("", "see_", "lx_", "ly_")] if moves else []
    names += [f"radius{k}" for k in range(wheels)] + [f"see{k}" for k in range(wheels)]
    return names + [f"{each}{k}" for k in range(wheels + 1) for each in ("joint", "ties")]


def _ahead(loose: tuple[bool, bool]) -> Iterator[str]:
    """Yield `Reeving.ahead`."""
    for end, at, moves in zip("ab", ("begin", "end"), loose, strict=True):
        if not moves:
            yield f"{end}x, {end}y = {at}"
            continue
        yield f"x, y, vx, vy, _, _, _, w, _, c, s = see_{end}()"
        yield f"rx, ry = c * lx_{end} - s * ly_{end}, s * lx_{end} + c * ly_{end}"
        yield f"{end}x, {end}y = x + rx + (vx - w * ry) * dt, y + ry + (vy + w * rx) * dt"


def _bend(wheels: int) -> Iterator[str]:
    """Yield `fixed_course.bender`."""
    yield "moved = False"
    for k in range(wheels):
        yield f"was{k} = turned[{k}]"
        yield f"bent = was{k} / SLIPS"
        yield f"off{k} = radius{k} if bent >= 1.0 else -radius{k} if bent <= -1.0 else radius{k} * bent"
        yield f"if off{k} != offs[{k}] or not off{k}:"
        yield f"    offs[{k}], moved = off{k}, True"
    yield "if moved:"
    yield "    lay_between()"


def _course(wheels: int) -> Iterator[str]:
    """Yield `fixed_course.span_finder`; a span of 0 where an end is near its wheel."""
    yield "span = 0.0"
    yield "dx, dy = bx - last_x, by - last_y"
    yield f"square, across = dx * dx + dy * dy, 0.0 - off{wheels - 1}"
    yield "if square >= least_last:"
    yield from block(_piece(wheels))
    yield "    dx, dy = first_x - ax, first_y - ay"
    yield "    square, across = dx * dx + dy * dy, off0"
    yield "    if square >= least_first:"
    yield from block(block(_piece(0)))
    yield "        span = long0"
    for k in range(wheels):
        yield from block(block(_turn(k, wheels)))


def _piece(k: int) -> Iterator[str]:
    """Yield `rope_path.straight_piece`."""
    yield "left = square - across * across"
    yield "if left > TINY_SQUARE:"
    yield f"    long{k} = sqrt(left)"
    yield f"    wx{k}, wy{k} = (long{k} * dx + across * dy) / square, (long{k} * dy - across * dx) / square"
    yield "else:"
    yield f"    long{k}, wx{k}, wy{k} = drawn_in(dx, dy, square, across)"


def _turn(k: int, wheels: int) -> Iterator[str]:
    """Yield how far the rope turns at a wheel."""
    if k < wheels - 1:
        yield f"long{k + 1}, wx{k + 1}, wy{k + 1} = laid[{k + 1}]"
    x, y = f"wx{k} * wx{k + 1} + wy{k} * wy{k + 1}", f"wx{k} * wy{k + 1} - wy{k} * wx{k + 1}"
    yield from bearing_text(f"turn{k}", x, y)
    yield f"back = was{k} - turn{k}"
    yield "if back > HALF_TURN or back < -HALF_TURN:"
    yield f"    turn{k} += WHOLE_TURN * round(back / WHOLE_TURN)"
    yield f"span += off{k} * turn{k} + long{k + 1}"


def _hold(wheels: int) -> Iterator[str]:
    """Yield `Reeving.keep` and `Reeving.hold`."""
    yield f"spare = (taken - span) / {wheels + 1}"
    for k in range(wheels):
        yield f"turned[{k}] = turn{k}"
        yield f"angle, spin = see{k}()"
        yield "angle += spin * dt"
        yield from cos_sin_text("c", "s", "angle")
        yield f"x, y = off{k} * wy{k}, -off{k} * wx{k}"
        yield "qx, qy = c * x + s * y, c * y - s * x"
        yield from _told(k, "qx, qy")
        if k:
            yield f"    ties{k}[0], ties{k}[1] = px, py"
        yield f"    ties{k}[2], ties{k}[3] = qx, qy"
        yield f"    set_max(joint{k}, most)  # which wakes its bodies, as the engine's ways of setting the others do"
        yield f"x, y = off{k} * wy{k + 1}, -off{k} * wx{k + 1}"
        yield "px, py = c * x + s * y, c * y - s * x"
    yield from _told(wheels, "0.0, 0.0")
    yield f"    ties{wheels}[0], ties{wheels}[1] = px, py"
    yield f"    set_max(joint{wheels}, most)"


def _told(k: int, ends_at: str) -> Iterator[str]:
    """Yield the question whether a joint holds its piece noticeably elsewhere; what is yielded next is done then."""
    begins_at = "px, py" if k else "0.0, 0.0"
    numbers = [(4, "most")]
    numbers += [(2, "qx"), (3, "qy")] if ends_at != "0.0, 0.0" else []
    numbers += [(0, "px"), (1, "py")] if k else []
    yield f"most = long{k} + spare"
    yield "if not most > 0.0:"
    yield "    most = 0.0"
    yield f"held = written[{k}]"
    near = " and ".join(f"-SAME < held[{index}] - {number} < SAME" for index, number in numbers)
    yield f"if held is None or not ({near}):"
    yield f"    written[{k}] = {begins_at}, {ends_at}, most"


def cos_sin_text(c: str, s: str, angle: str) -> Iterator[str]:
    """Yield what gives two names cosine and sine of an angle (rad), as `geometry.cos_sin` does."""
    s1, s2, s3, s4, s5, s6 = SINE
    c1, c2, c3, c4, c5, c6 = COSINE
    yield f"if -{_FAR!r} < {angle} < {_FAR!r}:"
    yield f"    quarter = ({angle} / {HALF_PI!r} + {_TO_EVEN!r}) - {_TO_EVEN!r}"
    yield f"    x = ({angle} - quarter * {HALF_PI_HIGH!r}) - quarter * {HALF_PI_LOW!r}"
    yield "    z = x * x"
    yield f"    {s} = x + x * z * ((((({s6!r} * z + {s5!r}) * z + {s4!r}) * z + {s3!r}) * z + {s2!r}) * z + {s1!r})"
    yield f"    {c} = 1.0 - 0.5 * z + z * z * ((((({c6!r} * z + {c5!r}) * z + {c4!r}) * z + {c3!r}) * z + {c2!r})" + (
        f" * z + {c1!r})"
    )
    yield "    if quarter:"
    yield "        quarter %= 4.0"
    for turned, pair in (("if quarter == 1.0", f"-{s}, {c}"), ("elif quarter == 2.0", f"-{c}, -{s}"),
                         ("elif quarter", f"{s}, -{c}")):  # fmt: skip
        yield f"        {turned}:"
        yield f"            {c}, {s} = {pair}"
    yield "else:"
    yield f"    {c}, {s} = cos_sin({angle})"


def bearing_text(turn: str, x: str, y: str) -> Iterator[str]:
    """Yield what gives a name the angle of a direction (rad), as `geometry.bearing` does."""
    a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 = ARCTANGENT
    yield f"x, y = {x}, {y}"
    yield "rise, over = abs(y), abs(x)"
    yield "if rise >= 2.4375 * over and rise:  # the usual case where a rope turns at a wheel"
    yield "    t = -over / rise"
    yield "    z = t * t"
    yield f"    poly = ((((({a11!r} * z + {a10!r}) * z + {a9!r}) * z + {a8!r}) * z + {a7!r}) * z + {a6!r})"
    yield f"    poly = ((((poly * z + {a5!r}) * z + {a4!r}) * z + {a3!r}) * z + {a2!r}) * z + {a1!r}"
    yield f"    {turn} = {ATAN_AT[3]!r} + (t - t * z * poly)"
    yield "    if x < 0:"
    yield f"        {turn} = {PI!r} - {turn}"
    yield "    if y < 0:"
    yield f"        {turn} = -{turn}"
    yield "else:"
    yield f"    {turn} = bearing(x, y)"
