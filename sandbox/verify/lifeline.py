"""Let a process end with the one that started it, also where that one is killed and can't end anything any more.

The starter holds the writing end of a pipe, and the new process has its reading end as standard input. When the starter
is gone, the system closes the writing end, and the new process notices it. Nothing need be written.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
from collections.abc import Iterator

_STACK = 256 * 1024  # bytes: a usual stack would count as memory, of which such processes have a limit


def end_with_starter() -> None:
    """Leave this process at once when the writing end of its standard input is closed, whatever it is doing.

    A process that calls this gets its input from a pipe that stays open until all answers have been read.
    """
    if sys.platform == "win32":  # which can't wait for the end of a pipe without reading from it
        return
    # Not inherited by what runs here: a process that this one starts gets a lifeline of its own.
    before = threading.stack_size(_STACK)
    threading.Thread(target=_wait_for_end, daemon=True).start()
    threading.stack_size(before)


def _wait_for_end() -> None:
    watch = select.poll()
    watch.register(0, 0)  # no event is asked for: the end of the pipe is reported in any case, input is not
    watch.poll()
    os._exit(0)


@contextlib.contextmanager
def lifeline() -> Iterator[int]:
    """Open a pipe, and yield its reading end, as standard input for processes that shall not outlive this one.

    Those that still run when the block is left end then, if they call `end_with_starter`.
    """
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


__all__ = ["end_with_starter", "lifeline"]
