"""Let a process end with its starter, also where the starter is killed and can't end anything any more.

The starter holds the writing end of a pipe, and the new process inherits its reading end. When the starter is gone, the
system closes the writing end, and the new process notices it. Nothing need be written.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from typing import NamedTuple

_STACK = 256 * 1024  # bytes: a usual stack would count as memory, of which such processes have a limit


class Lifeline(NamedTuple):
    """The ends of a pipe."""

    reading: int
    writing: int

    def end_with_starter(self) -> None:
        """Leave this process, a fork of the one that has opened the pipe, as soon as that one is gone."""
        os.close(self.writing)
        end_with_starter(self.reading)


@functools.cache
def of_this_process() -> Lifeline:
    """Return the pipe that stays open as long as this process runs; all that it starts may share it."""
    return Lifeline(*os.pipe())


def end_with_starter(reading: int) -> None:
    """Leave this process at once when the other end of a pipe is closed.

    Args:
        reading: the reading end of the pipe, of which nothing is read.
    """
    if sys.platform == "win32":  # which can't wait for the end of a pipe without reading from it
        return
    before = threading.stack_size(_STACK)
    threading.Thread(target=_wait_for_end, args=(reading,), name="lifeline", daemon=True).start()
    threading.stack_size(before)


def _wait_for_end(reading: int) -> None:
    import select

    watch = select.poll()
    watch.register(reading, 0)  # no event is asked for: the end of the pipe is reported in any case, input is not
    watch.poll()
    os._exit(0)


# A fork has a copy of the writing end, which would keep the pipe open: children of a fork get a pipe of their own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=of_this_process.cache_clear)
