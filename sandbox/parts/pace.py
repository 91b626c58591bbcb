"""The frequency at which parts look and act: as often as can be seen and felt.

A kind that acts more rarely as a whole says so by `Kind.act_interval`; one that has something to do on each tick and
something else more rarely asks `turn`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


@functools.cache
def ticks_of(seconds: float, rate: int) -> int:
    """Return the greatest power of two of ticks within a time: a round of the longest is a round of all others."""
    ticks = 1
    while 2 * ticks <= seconds * rate:
        ticks *= 2
    return ticks


def turn(run: Running, machine: RunningMachine, seconds: float) -> float:
    """Return for how long (s) what a part does on this tick has to count, if it does so about every `seconds`: 0 on the
    ticks between. In steps of any length it does so on each.
    """
    dt = machine.dt
    if dt != machine.tick_length:
        return dt
    ticks = ticks_of(seconds, machine.world.tick_rate)
    return ticks * dt if machine.ticks % ticks == run.id % ticks else 0.0
