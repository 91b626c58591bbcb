"""The look ahead of ropes: what is about to be pulled too far apart loses the excess velocity first.

See `ropes` for why. Each rope is one equation: how fast its length would grow, as a sum over all that it pulls (see
`rope_lines`). Ropes that hang together are solved together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.design.geometry import total
from sandbox.parts.ropes.lone_rope import lone_ends
from sandbox.parts.ropes.reeving import RopeData, pulled
from sandbox.parts.ropes.rope_group import group_jerk
from sandbox.parts.ropes.rope_lines import (
    ASTRAY,
    HARD,
    LOUD,
    MOST_TURN,
    ROUNDS,
    SOFT,
    TOLERANCE,
    Carrier,
    RopeLine,
    line_of,
)
from sandbox.parts.ropes.swing import LoneJerk, lone_jerk

if TYPE_CHECKING:
    from sandbox.parts.world import RunningLink, RunningMachine


def jerk(run: RunningLink, machine: RunningMachine) -> bool:
    """Look one step ahead at a rope that may be taut then, and at all ropes that hang together with it.

    Returns whether this rope will be at its length.
    """
    data: RopeData = run.data
    if data.lone is None:
        data.lone = _jerk_of_its_own(run, machine) or False
    if data.lone:
        taut: bool = data.lone(run, machine)
        return taut
    return jerk_together(run, machine)


def _jerk_of_its_own(run: RunningLink, machine: RunningMachine) -> LoneJerk | None:
    """Return a look ahead in plain numbers for how a rope hangs; None if there is none but `jerk_together`."""
    tied = _tied(run.data, machine)
    written = group_jerk(run, tied, machine, jerk_together)
    ends = lone_ends(run, tied)
    swing = lone_jerk(run, ends, written or jerk_together) if ends is not None else None
    return swing or written


def jerk_together(run: RunningLink, machine: RunningMachine) -> bool:
    """Do for a rope and for all ropes that hang together with it what `jerk` says, by their equations."""
    data: RopeData = run.data
    first = line_of(run, {}, machine.dt)
    first.look(machine.dt)
    if first.excess <= TOLERANCE * first.limit:
        return first.taut
    if data.settled == machine.ticks:
        return True  # with others that it hangs together with: what is left has no answer
    ropes = _together(first, machine)
    lines = [*ropes, *(knot for rope in ropes for knot in rope.knots(machine.dt))]
    if len(lines) == 1 and first.a is not first.b:
        _settle_alone(first, machine.dt)
    else:
        _settle(lines, machine.dt)
    written: list[Carrier] = []
    for line in lines:
        line.run.data.settled = machine.ticks
        if line.impulse > LOUD and not line.run["taut"] and line in ropes:
            machine.tell("caught", line.run.b, line.impulse, line.run.a.id)
        for carrier in line.carriers:
            if carrier.jerked and carrier not in written:
                written.append(carrier)
                carrier.write()
    return True


def _settle(lines: list[RopeLine], dt: float) -> None:
    """Pull, round by round, until no rope will be too long; all of them have just looked ahead.

    Ropes that leave no way out (a net that is pulled apart by its seesaws) may drive each other ever further: then
    the best round counts, which may be that of not pulling at all.
    """
    carriers = list(dict.fromkeys(carrier for line in lines for carrier in line.carriers))
    least = astray = math.inf
    best, impulses = [carrier.motion for carrier in carriers], [line.impulse for line in lines]
    is_best = True
    for round_ in range(ROUNDS + 1):
        settled = True
        for line in lines:
            if round_:
                line.look(dt)
            if not line.excess <= TOLERANCE * line.limit:
                settled = False
        worst = max([line.excess for line in lines])
        for carrier in carriers:
            if abs(carrier.w) * dt > MOST_TURN:
                worst = max(worst, 2 * astray)
        is_best = worst < least
        if is_best:
            least = worst
            best, impulses = [(one.vx, one.vy, one.w) for one in carriers], [line.impulse for line in lines]
        if settled:
            break
        if round_ == 0:
            astray = ASTRAY * worst
        if round_ == ROUNDS or not worst <= astray:  # also when it is not a number
            break
        _pull_together(lines, dt, SOFT if round_ == 0 else HARD)
    if is_best:
        return  # that is how they are
    for carrier, motion in zip(carriers, best, strict=True):
        carrier.motion = motion
    for line, impulse in zip(lines, impulses, strict=True):
        line.impulse = impulse


def _settle_alone(line: RopeLine, dt: float) -> None:
    """Do for one rope that has just looked ahead, and pulls no body twice, what `_settle` does for many: to the bit,
    in half the time. Each swing is an act of this on every tick.
    """
    carriers = line.carriers
    bound = TOLERANCE * line.limit
    least = astray = math.inf
    best, impulse, is_best = [carrier.motion for carrier in carriers], line.impulse, True
    for round_ in range(ROUNDS + 1):
        if round_:
            line.look(dt)
        worst = line.excess
        for carrier in carriers:
            if abs(carrier.w) * dt > MOST_TURN:
                worst = max(worst, 2 * astray)
        is_best = worst < least
        if is_best:
            least, best, impulse = worst, [carrier.motion for carrier in carriers], line.impulse
        if line.excess <= bound:
            break
        if round_ == 0:
            astray = ASTRAY * worst
        if round_ == ROUNDS or not worst <= astray:  # also when it is not a number
            break
        _pull_alone(line, dt, SOFT if round_ == 0 else HARD)
    if not is_best:
        line.impulse = impulse
        for carrier, motion in zip(carriers, best, strict=True):
            carrier.motion = motion


def _pull_alone(line: RopeLine, dt: float, softness: float) -> None:
    """Apply the impulse that ends the excess of one rope: see `_pull_together`, `_couplings` and `_solve`."""
    speed = 0.0
    for carrier, x, y, arm in line.shares():
        speed += (x * x + y * y) * carrier.lightness + arm * arm * carrier.slewness
    impulse = line.excess / dt / ((speed + softness * line.reach) or 1.0)
    if line.impulse + impulse < 0:
        line.pull(-line.impulse)
        line.look(dt)
    else:
        line.pull(impulse)


def _pull_together(lines: list[RopeLine], dt: float, softness: float) -> None:
    """Apply the impulses that end all excess at once; no rope can push.

    Rope by rope, a heavy load on a light knot would take thousands of rounds: the knot has no mass to speak of,
    and each rope would hand the load back to the other.
    """
    pulling = [line for line in lines if line.impulse > 0 or line.excess > TOLERANCE * line.limit]
    if len(pulling) == 1 < len(lines) and pulling[0].a is not pulling[0].b:  # the others are slack
        _pull_alone(pulling[0], dt, softness)
        return
    while pulling:
        impulses = _solve(_couplings(pulling, softness), [line.excess / dt for line in pulling])
        slack = [line.impulse + impulse < 0 for line, impulse in zip(pulling, impulses, strict=True)]
        if not any(slack):
            for line, impulse in zip(pulling, impulses, strict=True):
                line.pull(impulse)
            return
        for line, loose in zip(pulling, slack, strict=True):
            if loose:
                line.pull(-line.impulse)
        for line in lines:
            line.look(dt)
        pulling = [line for line, loose in zip(pulling, slack, strict=True) if not loose]


def _couplings(lines: list[RopeLine], softness: float) -> list[dict[int, float]]:
    """Return for each rope the speed (m/s) at which one N s of each rope, by its index, draws its ends together."""
    on: dict[tuple[int, int], list[tuple[int, float, float, float]]] = {}
    rows: list[dict[int, float]] = []
    for i, line in enumerate(lines):
        row = {i: 0.0}
        for carrier, x, y, arm in line.shares():
            pulls = on.setdefault(carrier.key, [])
            pulls.append((i, x, y, arm))
            for j, other_x, other_y, other_arm in pulls:
                share = (x * other_x + y * other_y) * carrier.lightness + arm * other_arm * carrier.slewness
                row[j] = row.get(j, 0.0) + share
                if j != i:
                    rows[j][i] = row[j]
        row[i] = (row[i] + softness * line.reach) or 1.0
        rows.append(row)
    return rows


def _solve(rows: list[dict[int, float]], solution: list[float]) -> list[float]:
    """Solve a symmetric positive matrix of few entries by Gauss's elimination, each row a dict by column.

    Of what flies about too fast, rounding may leave a row with nothing: that one has no answer, and gets none.
    """
    solution = list(solution)
    for i, row in enumerate(rows):
        for j in sorted(row):
            if j > i and row[i]:
                factor = row[j] / row[i]
                below = rows[j]
                for k, value in row.items():
                    if k > i:
                        below[k] = below.get(k, 0.0) - factor * value
                solution[j] -= factor * solution[i]
    for i in reversed(range(len(rows))):
        settled = total(value * solution[k] for k, value in rows[i].items() if k > i)
        solution[i] = (solution[i] - settled) / rows[i][i] if rows[i][i] else 0.0
    return solution


def _together(first: RopeLine, machine: RunningMachine) -> list[RopeLine]:
    """Return the ropes that hang together with one by moving bodies, in id order; they have looked ahead as it has."""
    tied = _tied(first.run.data, machine)
    carriers = {carrier.key: carrier for carrier in first.carriers}
    lines = {first.run.id: first}
    ahead = list(carriers.values())
    while ahead:
        carrier = ahead.pop()
        if not carrier.slewness:
            continue
        for id_ in tied.get(carrier.key, ()):
            run = machine.links.get(id_)
            if run is not None and id_ not in lines:
                lines[id_] = line = line_of(run, carriers, machine.dt)
                line.look(machine.dt)
                ahead += line.carriers
    return [lines[id_] for id_ in sorted(lines)]


def _tied(data: RopeData, machine: RunningMachine) -> dict[tuple[int, int], list[int]]:
    """Return the ids of the ropes that pull each body, by the body's part and its index there.

    All ropes of a machine share the one index, which is made when it is first asked for, and anew when a rope has left.
    """
    if data.tied is None:
        tied: dict[tuple[int, int], list[int]] = {}
        for run in machine.links.values():
            rope = run.data
            if isinstance(rope, RopeData) and (rope.span is not None or rope.reeving is not None):
                rope.tied = tied
                for part, index in pulled(run):
                    tied.setdefault((part.id, index), []).append(run.id)
        data.tied = tied
    return data.tied
