"""The processor cores that there are to work with."""

from __future__ import annotations

import os


def usable() -> int:
    """Return the number of cores that this process may use, which in a container may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
