"""The main module of a child process, which sets up the limits that its starter wants, and then runs a module.

`child.start` starts it as:  python -P -m sandbox.tasks.child_main LIFELINE MEGABYTES SECONDS GENTLE MODULE ARGUMENT...
A number that is 0 means no limit; a LIFELINE of -1 is none.
"""

from __future__ import annotations

import runpy
import signal
import sys

from sandbox.tasks import forking, lifeline, limits


def main(arguments: list[str]) -> None:
    """Set up this process, and run the module as its main one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    reading, megabytes, seconds, gentle = map(int, arguments[:4])
    module, *rest = arguments[4:]
    if reading >= 0:
        lifeline.end_with_starter(reading)
    if gentle:
        limits.be_gentle()
    if megabytes:
        limits.limit_memory(megabytes)
    if seconds:
        limits.limit_seconds(seconds)
    forking.set_watched()
    sys.argv[:] = [module, *rest]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
