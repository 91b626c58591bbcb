"""The processor time and memory that a process may take. The system watches over them, where it can."""

from __future__ import annotations

import math
import os
import sys
from typing import NamedTuple

if sys.platform != "win32":  # whose processes have no such limits
    import resource

GENTLE = 10  # the niceness of work in the background: everything else that the user does goes first


class Limits(NamedTuple):
    """The time and memory that the work on one level or recording may take."""

    seconds: int = 600  # of processor time
    megabytes: int = 2048  # of memory


USUAL = Limits()


def limit_memory(megabytes: int) -> None:
    """Limit the private memory of this process and of those it starts, and leave no core file behind."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Not the address space: libraries reserve a lot of it that nobody ever touches.
        _lower(resource.RLIMIT_DATA, megabytes * 2**20)


def limit_seconds(seconds: int) -> None:
    """Limit the processor time of this process from now on, and of each that it starts.

    The system ends it, not a handler in here, which would have to wait while the engine runs.
    """
    if sys.platform != "win32":
        _lower(resource.RLIMIT_CPU, math.ceil(spent()) + seconds)


def _lower(which: int, amount: int) -> None:
    """Set the soft limit, which may be raised again later; never above the hard one, which is not ours."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(which)
        resource.setrlimit(which, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def be_gentle() -> None:
    """Let the other processes of this computer go first."""
    if sys.platform != "win32":
        os.nice(max(0, GENTLE - os.nice(0)))


def spent() -> float:
    """Return the processor time of this process and of its children that have ended, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
