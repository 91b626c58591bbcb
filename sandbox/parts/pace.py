"""The frequency at which parts look and act: by old rules on each tick, by newer ones as often as can be seen and felt.

A design says by which rules it is run (`Design.rules`), so what was recorded by old ones goes on as it did. A kind that
acts more rarely as a whole says so by `Kind.act_interval` and `Kind.act_interval_now`; one that has something to do on
each tick and something else more rarely asks `turn`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.parts.kind import Kind
    from sandbox.parts.world import Running, RunningMachine

RARER_SINCE = 2  # the rules of the game by which parts look less often


@functools.cache
def ticks_of(seconds: float, rate: int) -> int:
    """Return the greatest power of two of ticks within a time: a round of the longest is a round of all others."""
    ticks = 1
    while 2 * ticks <= seconds * rate:
        ticks *= 2
    return ticks


def act_interval(kind: Kind, rules: int) -> float:
    """Return the time (s) from one `act` of a kind to the next, by the rules of a design."""
    return kind.act_interval if rules < RARER_SINCE else max(kind.act_interval, kind.act_interval_now)


def turn(run: Running, machine: RunningMachine, seconds: float) -> float:
    """Return for how long (s) what a part does on this tick has to count, if by today's rules it does so about every
    `seconds`: 0 on the ticks between. By old rules, and in steps of any length, it does so on each.
    """
    if machine.rules < RARER_SINCE or machine.dt != machine.tick_length:
        return machine.dt
    ticks = ticks_of(seconds, machine.world.tick_rate)
    return ticks * machine.dt if machine.ticks % ticks == run.id % ticks else 0.0
