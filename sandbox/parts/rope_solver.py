"""The look ahead of ropes: what is about to be pulled too far apart loses the excess velocity first.

See `ropes` for why. Each rope is one equation: how fast its length would grow, as a sum over all that it pulls (see
`rope_lines`). Ropes that hang together are solved together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.design.geometry import total
from sandbox.parts.reeving import RopeData, pulled
from sandbox.parts.rope_lines import MOST_TURN, Carrier, RopeLine, length_limit, line_of

if TYPE_CHECKING:
    from sandbox.parts.world import RunningLink, RunningMachine

CURVE = 0.002  # m: what a turning end may be off a straight line in one step
TOLERANCE = 1e-5  # of the length
_ROUNDS = 6  # of solving for the ropes that hang together: they turn the bodies that they pull
_ASTRAY = 4.0  # times the excess before the first round: a solution that is this bad is none
# Ropes side by side, in one line between two fixed points, or in line with the lever that they pull, have no single
# answer, or one beyond all measure. A rope that gives way a little to its own pull has: by this share of how far it
# could move its ends if it pulled them the best way; more so in the first round, less while the rest is settled.
_SOFT, _HARD = 1e-2, 1e-3
_LOUD = 0.5  # N s: a jerk that can be heard


def most(far: float, length: float) -> float:
    """Return the length that a rope without pulleys, `far` long now, may reach in the next move without a jerk."""
    return (1 + TOLERANCE) * length_limit(far, length)


def jerk(run: RunningLink, machine: RunningMachine) -> bool:
    """Look one step ahead at a rope that may be taut then, and at all that hang together with it.

    Returns whether this rope will be at its length.
    """
    first = line_of(run, {}, machine.dt)
    first.look(machine.dt)
    if first.excess <= TOLERANCE * first.limit:
        return first.taut
    if run.data.settled == machine.ticks:
        return True  # with others that it hangs together with: what is left has no answer
    ropes = _together(first, machine)
    lines = [*ropes, *(knot for rope in ropes for knot in rope.knots(machine.dt))]
    _settle(lines, machine.dt)
    written: list[Carrier] = []
    for line in lines:
        line.run.data.settled = machine.ticks
        if line.impulse > _LOUD and not line.run["taut"] and line in ropes:
            machine.tell("caught", line.run.b, line.impulse, line.run.a.id)
        for carrier in line.carriers:
            if carrier.jerked and carrier not in written:
                written.append(carrier)
                carrier.write()
    return True


def _settle(lines: list[RopeLine], dt: float) -> None:
    """Pull, round by round, until no rope will be too long.

    Ropes that leave no way out (a net that is pulled apart by its seesaws) may drive each other ever further: then
    the best round counts, which may be that of not pulling at all.
    """
    carriers = list(dict.fromkeys(carrier for line in lines for carrier in line.carriers))
    least = astray = math.inf
    best, impulses = [carrier.motion for carrier in carriers], [line.impulse for line in lines]
    for round_ in range(_ROUNDS + 1):
        for line in lines:
            line.look(dt)
        worst = max(line.excess for line in lines)
        if any(abs(carrier.w) * dt > MOST_TURN for carrier in carriers):
            worst = max(worst, 2 * astray)
        if worst < least:
            least, best, impulses = worst, [carrier.motion for carrier in carriers], [line.impulse for line in lines]
        if all(line.excess <= TOLERANCE * line.limit for line in lines):
            break
        if round_ == 0:
            astray = _ASTRAY * worst
        if round_ == _ROUNDS or not worst <= astray:  # also when it is not a number
            break
        _pull_together(lines, dt, _SOFT if round_ == 0 else _HARD)
    for carrier, motion in zip(carriers, best, strict=True):
        carrier.motion = motion
    for line, impulse in zip(lines, impulses, strict=True):
        line.impulse = impulse


def _pull_together(lines: list[RopeLine], dt: float, softness: float) -> None:
    """Apply the impulses that end all excess at once; no rope can push.

    Rope by rope, a heavy load on a light knot would take thousands of rounds: the knot has no mass to speak of,
    and each rope would hand the load back to the other.
    """
    pulling = [line for line in lines if line.impulse > 0 or line.excess > TOLERANCE * line.limit]
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
    """Return the ropes that hang together with one by moving bodies, in id order."""
    carriers = {carrier.key: carrier for carrier in first.carriers}
    lines = {first.run.id: first}
    grew = True
    while grew:
        grew = False
        for run in machine.links.values():
            rope = run.data
            if run.id in lines or not isinstance(rope, RopeData) or (rope.span is None and rope.reeving is None):
                continue
            met = [carriers.get((part.id, index)) for part, index in pulled(run)]
            if any(carrier is not None and carrier.slewness for carrier in met):
                lines[run.id] = line_of(run, carriers, machine.dt)
                grew = True
    return [lines[id_] for id_ in sorted(lines)]
