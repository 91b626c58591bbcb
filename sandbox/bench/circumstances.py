"""The circumstances of a measurement: the build of Python, compiled modules, and what else the computer is doing."""

from __future__ import annotations

import compileall
import os
import platform
import sysconfig
import time
from pathlib import Path

from sandbox.bench.timing import children_seconds

BUSY = 0.1  # of the processors: figures taken while others use more are marked
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_LOOK_S = 0.5
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def python_build() -> str:
    """Return which Python runs this, and how its interpreter was compiled: one with a profile is a sixth faster."""
    options = sysconfig.get_config_var("CONFIG_ARGS")
    if options is None:  # as on Windows, where Python's own builds are
        how = "build not known"
    else:
        used = [
            name for name, option in (("PGO", "--enable-optimizations"), ("LTO", "--with-lto")) if option in options
        ]
        how = f"compiled with {' and '.join(used)}" if used else "compiled without optimizations (PGO, LTO)"
    return f"{platform.python_implementation()} {platform.python_version()}, {how}"


def compile_modules(root: Path) -> bool:
    """Compile the program in a folder, as pip does for its users; False if that folder can't be written.

    An environment may forbid Python to keep what it compiles. Each start would compile all modules anew then.
    """
    os.environ.pop(NO_BYTECODE, None)
    return bool(compileall.compile_dir(root / "sandbox", quiet=2))


class Neighbours:
    """Watches how much of the computer's processors other processes use."""

    def __init__(self) -> None:
        self._began_s, self._busy_s, self._own_s = time.monotonic(), _busy_seconds(), _own_seconds()

    def share(self) -> float | None:
        """Return the share of all processors that others have used since, from 0 to 1; None where it isn't known."""
        busy_s = _busy_seconds()
        if busy_s is None or self._busy_s is None:
            return None
        passed_s = (time.monotonic() - self._began_s) * (os.cpu_count() or 1)
        others_s = (busy_s - self._busy_s) - (_own_seconds() - self._own_s)
        return min(1.0, max(0.0, others_s / passed_s)) if passed_s else None


def is_busy(share: float | None) -> bool:
    """Tell whether other processes use so much of the processors that no figure can be trusted."""
    return share is not None and share > BUSY


def share_now() -> float | None:
    """Return the share of the processors that other processes use at present; None where it isn't known."""
    neighbours = Neighbours()
    time.sleep(_LOOK_S)
    return neighbours.share()


def _own_seconds() -> float:
    return time.process_time() + children_seconds()


def _busy_seconds() -> float | None:
    """Return the seconds that all processors together have worked since the system started; Linux only."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _idle, _wait, irq, softirq, steal = map(int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + softirq + steal) / _TICKS_A_SECOND
