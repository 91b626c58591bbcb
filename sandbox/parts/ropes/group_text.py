"""The text of the look ahead of ropes that hang together: Python written out for one way of hanging, without loops.

A function that goes through ropes and bodies makes objects and lists on every tick. One that is written for just these
ropes and bodies keeps all numbers in local variables, and takes a fifth of the time. So the equations of `rope_lines`
and the rounds of `rope_solver` are here as pieces of text, one for a body, a point, a rope or a wheel, and are put
together for each way of hanging. Each line is one there, in the same order, and gives the same bits.

In the names of variables there is the number of the body, point or rope. Of a body `x, y` is what it turns about,
`vx, vy, w` is how it moves, `gx, gy` how far it goes in the step, `light` and `slew` are its inverse mass and moment.
Of a point `lx, ly` is where it is in the frame of its body, `px, py` in the world, `rx, ry` from what its body turns
about, and `ax, ay` where it will be. All else is called as there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandbox.parts.ropes.group_shape import FIXED, PIVOTED, GroupShape
from sandbox.parts.ropes.rope_text import block, held, keeping, noted_pieces, offs_text, path_text
from sandbox.parts.ropes.solve_text import pull_text, slack_text, solve_text


def constants_of(shape: GroupShape) -> list[str]:
    """Return the names of all that never changes, which the functions get when they are made."""
    names = ["general", "settle"]
    names += [f"fixed{b}" for b, kind in enumerate(shape.bodies) if kind == FIXED]
    if shape.is_quick:
        names += ["sure0", "slow0", *(f"dist{p}" for p in range(len(shape.points)))]
    for b in shape.loose():
        names += [f"see{b}", f"move{b}", *((f"x{b}", f"y{b}") if shape.bodies[b] == PIVOTED else ())]
    for p, point in enumerate(shape.points):
        of_point = ("lx", "ly") if shape.bodies[point.body] != FIXED else ("px", "py", "ax", "ay")
        names += [f"{name}{p}" for name in of_point]
    for r, rope in enumerate(shape.ropes):
        names += [f"id{r}", f"wound{r}" if rope.winds else f"length{r}"]
        if rope.reeved:
            names += [f"turned{r}", f"knot{r}a", f"knot{r}b", *(f"radius{p}" for p in rope.points[1:-1])]
    return names


def course_of(shape: GroupShape) -> list[str]:
    """Return the names of the numbers that say how the rope of a group of one lies."""
    count = len(shape.ropes[0].points) - 1
    pieces = [f"{name}0_{k}" for k in range(count) for name in ("long", "wx", "wy")]
    return ["span0", *pieces, *(f"{name}{p}" for p in shape.ropes[0].points[1:-1] for name in ("off", "arc"))]


def settle_text(shape: GroupShape) -> str:
    """Return the text of a function that makes the look ahead of all ropes of a group; of a rope alone, with what it
    does if the rope does not get too long.
    """
    return _made(shape, [*_begin(shape, whole=True), *_rounds(shape), *_end(shape)])


def look_text(shape: GroupShape) -> str:
    """Return the text of a function that makes the look ahead of one rope of a group; the group's is called if it gets
    too long.
    """
    looked = [
        *_begin(shape, whole=False),
        "spins = False",
        *_look(shape),
        *_not_finite(shape),
        *_answer(shape),
        "return settle(run, machine)",
    ]
    return _made(shape, looked)


def _made(shape: GroupShape, lines: Iterable[str]) -> str:
    """Return the text of a function that makes another one, of these lines."""
    first = ["round_ = 0"] if shape.is_quick else ["if not asked:", "    return None"]
    bounds = (line for r, rope in enumerate(shape.ropes) if not rope.winds for line in _bounds(r))
    takes = ["run", "machine", "asked=True", *(["dt=0.0"] if shape.is_quick else []), *held(constants_of(shape))]
    takes += held(name for r, rope in enumerate(shape.ropes) if not rope.winds for name in (f"near{r}", f"nearby{r}"))
    noted = noted_pieces((r, k) for r, rope in enumerate(shape.ropes) if rope.reeved for k in shape.kept(r))
    pieces, lines = keeping(noted, "None, None, 0.0, 0.0, 0.0", [*first, *lines])
    inner = [*bounds, *pieces, f"def jerk({', '.join(takes)}):", *block(lines)]
    return "\n".join([f"def make({', '.join(constants_of(shape))}):", *block([*inner, "return jerk"]), ""])


def _bounds(r: int) -> Iterator[str]:
    """Yield from where on a rope counts as taut: at the end of a look, and at its beginning."""
    yield f"near{r}, nearby{r} = (1.0 - 2.0 * GIVE) * length{r}, HELD * length{r}"


def _begin(shape: GroupShape, *, whole: bool) -> Iterator[str]:
    """Yield what reads the bodies and lays the ropes; not `whole`: without what a pull needs."""
    fixed = [b for b, kind in enumerate(shape.bodies) if kind == FIXED]
    if fixed:
        speeds = (f"fixed{b}[{at}]" for b in fixed for at in ("SPEED_X", "SPEED_Y", "SPIN"))
        yield f"if {' or '.join(speeds)}:  # in a machine that blows up"
        yield f"    {_left(shape)}"
    if shape.is_quick:
        yield "if not dt:  # who asks on every tick knows it"
        yield "    dt = machine.dt"
    else:
        yield "dt = machine.dt"
    for b in shape.loose():
        yield from _read(shape, b)
    for r, rope in enumerate(shape.ropes):
        if rope.winds:
            yield f"length{r} = wound{r}[0]"
            yield from _bounds(r)
        yield from (_lay_over_wheels if rope.reeved else _lay)(shape, r, whole=whole)
        yield f"bound{r} = TOLERANCE * limit{r}"


def _read(shape: GroupShape, b: int) -> Iterator[str]:
    """Yield `Carrier`: a body's numbers, and where its points are."""
    frame = ", _, fa, fb, fc, fd, tx, ty" if shape.turns(b) else ""
    if shape.bodies[b] == PIVOTED:
        yield f"mass, _, moment, _, _, _, x, y, _, _, _, _, _, w{b}{frame} = see{b}()"
        yield f"hx{b}, hy{b} = x - x{b}, y - y{b}"
        yield f"slew{b} = 1.0 / (moment + mass * (hx{b} * hx{b} + hy{b} * hy{b}))"
    else:
        yield f"_, light{b}, _, slew{b}, _, _, x{b}, y{b}, vx{b}, vy{b}, _, _, _, w{b}{frame} = see{b}()"
    yield f"if {'not ' if shape.spread[b] else ''}slew{b}:"
    yield f"    {_left(shape)}"  # other ropes hang together now
    for p in shape.on(b):
        if shape.points[p].off:
            yield f"px{p}, py{p} = fa * lx{p} + fc * ly{p} + tx, fb * lx{p} + fd * ly{p} + ty"
            yield f"rx{p}, ry{p} = px{p} - x{b}, py{p} - y{b}"
        else:
            yield f"px{p}, py{p}, rx{p}, ry{p} = x{b}, y{b}, 0.0, 0.0"


def _give(shape: GroupShape, p: int) -> str:
    """Return `Carrier.give` of a point."""
    b = shape.body_of(p)
    if not shape.points[p].off:
        return f"light{b}"
    turned = f"(rx{p} * rx{p} + ry{p} * ry{p}) * slew{b}"
    return f"({turned})" if shape.bodies[b] == PIVOTED else f"(light{b} + {turned})"


def _lay(shape: GroupShape, r: int, *, whole: bool) -> Iterator[str]:
    """Yield the beginning of `RopeLine`."""
    p, q = shape.ropes[r].points
    yield f"dx, dy = px{q} - px{p}, py{q} - py{p}"
    yield "far = sqrt(dx * dx + dy * dy)"
    yield f"limit{r} = length{r} + (1.0 - RECOVERS) * (far - length{r}) if far > length{r} else length{r}"
    if not whole:
        return
    loose = [each for each in (p, q) if not shape.is_fixed(each)]
    yield f"reach{r} = {' + '.join(_give(shape, each) for each in loose)}"
    yield f"held{r} = far > nearby{r}"
    yield f"nx{r} = ny{r} = {' = '.join(f'arm{each}' for each in loose)} = 0.0"
    yield f"if held{r}:"
    yield f"    nx{r}, ny{r} = dx / far, dy / far"
    yield from (f"    arm{each} = rx{each} * ny{r} - ry{each} * nx{r}" for each in loose)


def _lay_over_wheels(shape: GroupShape, r: int, *, whole: bool) -> Iterator[str]:
    """Yield the beginning of `ReevedLine`."""
    points = shape.ropes[r].points
    yield from offs_text(r, points[1:-1])
    yield from path_text(r, points, "p", noted=shape.kept(r))
    yield f"over = span{r} - length{r}"
    yield f"limit{r} = length{r}"
    yield "if over > 0.0:"
    yield "    slow, most = (1.0 - RECOVERS) * over, over - MENDS * dt"
    yield f"    limit{r} = length{r} + (most if most > slow else slow)"
    if not whole:
        return
    first, *wheels, last = [_give(shape, p) if not shape.is_fixed(p) else "" for p in points]
    ends = " + ".join(give for give in (first, last) if give) or "0.0"
    moving = " + ".join(give for give in wheels if give)
    yield f"reach{r} = {ends}" + (f" + 4.0 * ({moving})" if moving else "")
    yield f"held{r} = span{r} > nearby{r}"
    yield from (f"sx{r}_{b} = sy{r}_{b} = arm{r}_{b} = 0.0" for b in shape.carried_by(r) if shape.bodies[b] != FIXED)
    yield f"if held{r}:"
    yield from block(_pulls(shape, r, {p: _arm_now(shape, p) for p in points}))


def _pulls(shape: GroupShape, r: int, arms: dict[int, tuple[str, str]]) -> Iterator[str]:
    """Yield `ReevedLine._pull`. `arms`: of each point, from what its body turns about."""
    points = shape.ropes[r].points
    last, seen = len(points) - 1, set()
    for k, p in enumerate(points):
        b = shape.body_of(p)
        if shape.bodies[b] == FIXED:
            continue
        x, y, arm = (f"{name}{r}_{b}" for name in ("sx", "sy", "arm"))
        leaves, comes = (f"wx{r}_{k}", f"wy{r}_{k}"), (f"wx{r}_{k - 1}", f"wy{r}_{k - 1}")
        yield f"x, y = {leaves[0] if k < last else '0.0'}, {leaves[1] if k < last else '0.0'}"
        if k:
            yield f"x, y = x - {comes[0]}, y - {comes[1]}"
        before = (x, y, arm) if b in seen else ("0.0", "0.0", "0.0")
        rx, ry = arms[p]
        yield f"{x}, {y} = {before[0]} + x, {before[1]} + y"
        yield f"{arm} = {before[2]}" + (f" + {rx} * y - {ry} * x" if rx else "")
        seen.add(b)


def _look(shape: GroupShape) -> Iterator[str]:
    """Yield `RopeLine.look` of all ropes, but for the direction of their pull."""
    for b in shape.loose():
        turn = f"turn{b}"
        yield f"{turn} = w{b} * dt"
        yield f"if not -MOST_TURN <= {turn} <= MOST_TURN:"
        yield f"    spins = spins or {turn} == {turn}"
        yield f"    {turn} = -MOST_TURN if {turn} < -MOST_TURN else MOST_TURN"
        if shape.turns(b):
            yield f"square = {turn} * {turn}"
            yield "c = 1.0 - 0.5 * square * (1.0 - square / 12.0 * (1.0 - square / 30.0))"
            yield f"s = {turn} * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)))"
        if shape.bodies[b] == PIVOTED:
            yield f"tx, ty = x{b}, y{b}"
        else:
            yield f"gx{b}, gy{b} = vx{b} * dt, vy{b} * dt"
            yield f"tx, ty = x{b} + gx{b}, y{b} + gy{b}"
        for p in shape.on(b):
            turned = (f" + c * rx{p} - s * ry{p}", f" + c * ry{p} + s * rx{p}") if shape.points[p].off else ("", "")
            yield f"ax{p}, ay{p} = tx{turned[0]}, ty{turned[1]}"
    for r, rope in enumerate(shape.ropes):
        if rope.reeved:
            yield from path_text(r, rope.points, "a", (f"knot{r}a", f"knot{r}b"), shape.kept(r), _left(shape))
            yield f"far{r} = span{r}"
        else:
            p, q = rope.points
            yield f"dx{r}, dy{r} = ax{q} - ax{p}, ay{q} - ay{p}"
            yield f"far{r} = sqrt(dx{r} * dx{r} + dy{r} * dy{r})"
            yield f"if not far{r} > 1e-9:"
            yield f"    far{r} = 1e-9"
        yield f"excess{r} = far{r} - limit{r}"


def _not_finite(shape: GroupShape) -> Iterator[str]:
    yield f"if not {shape.each('far{r}', ' + ')} < INFINITE:  # or not a number"
    yield f"    {_left(shape)}"


def _left(shape: GroupShape) -> str:
    """Return what leaves a jerk to the equations: from the beginning, for nothing has been changed yet."""
    return "return general(run, machine)" + (" if asked or round_ else None" if shape.is_quick else "")


def _answer(shape: GroupShape) -> Iterator[str]:
    """Yield the beginning of `rope_solver.jerk_together`, for the one rope that there is."""
    if shape.is_quick:
        yield "if not asked:"
        yield f"    if not ({' and '.join(_surely_asked(shape))}):"
        yield "        return None"
        yield "elif excess0 <= bound0:"
    else:
        yield "if excess0 <= bound0:"
    yield "    return far0 > near0"
    yield "if run.data.settled == machine.ticks:"
    yield "    return True"


def _surely_asked(shape: GroupShape) -> Iterator[str]:
    """Yield the conditions on which a rope over wheels that stand still would be asked to look ahead.

    Who asks has looked straight ahead, where it finds less by no more than what the ends turn; but what is very fast
    may turn the other way round its wheel.
    """
    off = [p for p in (shape.ropes[0].points[0], shape.ropes[0].points[-1]) if not shape.is_fixed(p)]
    turns = [(f"turn{shape.body_of(p)}", f"dist{p}") for p in off if shape.points[p].off]
    yield "excess0 > bound0"
    yield f"far0 > sure0{''.join(f' + {turn} * {turn} * {dist}' for turn, dist in turns)}"
    for b in shape.loose():
        yield f"gx{b} * gx{b} + gy{b} * gy{b} < slow0"
        yield f"-TURNS < turn{b} < TURNS"


def _rounds(shape: GroupShape) -> Iterator[str]:
    """Yield `rope_solver._settle`."""
    state = ", ".join([*_motions(shape), *(f"impulse{r}" for r in range(len(shape.ropes)))])
    yield from (f"impulse{r}, pulled{r} = 0.0, False" for r in range(len(shape.ropes)))
    yield "least = astray = INFINITE"
    is_many = len(shape.ropes) > 1
    yield f"is_best, {'again, ' if is_many else ''}round_, softness = True, {'False, ' if is_many else ''}0, SOFT"
    yield "while True:"
    judge = ["if not again:", *block(_judge(shape, state))] if is_many else _judge(shape, state)
    inner = ["spins = False", *_look(shape), *_not_finite(shape), *judge]
    yield from block([*inner, *_directions(shape), *solve_text(shape), *slack_text(shape), *pull_text(shape)])
    yield f"    {'if not again:' if is_many else ''}"
    yield f"    {'    ' if is_many else ''}round_, softness = round_ + 1, HARD"
    yield "if not is_best:"
    yield f"    {state}, = best"


def _judge(shape: GroupShape, state: str) -> Iterator[str]:
    """Yield what decides whether a round is the last one, and which ropes pull in it."""
    count = len(shape.ropes)
    if count == 1:
        yield "if round_ == 0:"
        yield from block(_answer(shape))
    yield "worst = excess0"
    for r in range(1, count):
        yield f"if excess{r} > worst:"
        yield f"    worst = excess{r}"
    yield "if spins and 2.0 * astray > worst:"
    yield "    worst = 2.0 * astray"
    yield "is_best = worst < least"
    yield f"if {shape.each('excess{r} <= bound{r}', ' and ')}:"
    yield "    break"
    yield "if is_best:"
    yield f"    least, best = worst, ({state},)"
    yield "elif spins and round_ == 0:"  # then nothing is better than not to pull
    yield f"    best = ({state},)"
    yield "if round_ == 0:"
    yield "    astray = ASTRAY * worst"
    yield "if round_ == ROUNDS or not worst <= astray:"
    yield "    break"
    if count > 1:
        yield from (f"pulls{r} = impulse{r} > 0.0 or excess{r} > bound{r}" for r in range(count))


def _directions(shape: GroupShape) -> Iterator[str]:
    """Yield the direction of the pull of each rope as it will lie: see `RopeLine.look`."""
    for r, rope in enumerate(shape.ropes):
        arms = {p: _arm_ahead(shape, p) for p in rope.points if not shape.is_fixed(p)}
        yield f"if not held{r} or impulse{r} > 0.0:"
        if rope.reeved:
            yield from block(_pulls(shape, r, arms))
        else:
            yield f"    nx{r}, ny{r} = dx{r} / far{r}, dy{r} / far{r}"
            yield from (f"    arm{p} = {rx} * ny{r} - {ry} * nx{r}" for p, (rx, ry) in arms.items())


def _arm_now(shape: GroupShape, p: int) -> tuple[str, str]:
    """Return how far a point is from what its body turns about, as expressions; empty where they are 0."""
    return (f"rx{p}", f"ry{p}") if shape.points[p].off else ("", "")


def _arm_ahead(shape: GroupShape, p: int) -> tuple[str, str]:
    b = shape.body_of(p)
    if shape.bodies[b] == PIVOTED:
        return f"(ax{p} - x{b})", f"(ay{p} - y{b})"
    return f"(ax{p} - x{b} - gx{b})", f"(ay{p} - y{b} - gy{b})"


def _end(shape: GroupShape) -> Iterator[str]:
    """Yield the end of `rope_solver.jerk_together`, and how the rope lies then, if it is sure to lie like that."""
    if shape.ends_straight:
        yield "else:"
        yield f"    run.data.laid, run.data.course = machine.ticks, ({', '.join(course_of(shape))},)"
    for r in range(len(shape.ropes)):
        yield f"rope = {'run' if len(shape.ropes) == 1 else f'machine.links[id{r}]'}"
        yield "rope.data.settled = machine.ticks"
        yield f'if impulse{r} > LOUD and not rope["taut"]:'
        yield f'    machine.tell("caught", rope.b, impulse{r}, rope.a.id)'
    pulled_by: dict[int, list[int]] = {}
    for r in range(len(shape.ropes)):
        for b in shape.carried_by(r):
            pulled_by.setdefault(b, []).append(r)
    for b, ropes in pulled_by.items():
        if shape.bodies[b] != FIXED and shape.spread[b]:
            yield f"if {' or '.join(f'pulled{r}' for r in ropes)}:"
            velocity = f"-w{b} * hy{b}, w{b} * hx{b}" if shape.bodies[b] == PIVOTED else f"vx{b}, vy{b}"
            yield f"    move{b}({velocity}, w{b})"
    yield "return True"


def _motions(shape: GroupShape) -> Iterator[str]:
    """Yield the names of how the bodies move."""
    for b in shape.loose():
        yield from (f"w{b}",) if shape.bodies[b] == PIVOTED else (f"vx{b}", f"vy{b}", f"w{b}")
