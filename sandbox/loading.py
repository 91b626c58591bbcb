"""Loading of the program without the garbage collector, which would search all that is being loaded again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_USUAL = gc.get_threshold()
_SELDOM = 50_000  # new objects; a command that imports the engine makes about as many


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the collector off in a `with` block; afterwards it leaves alone what the block has loaded.

    Modules and tables stay for as long as the program runs. Without them a full collection takes a millisecond, in
    place of several frames.
    """
    if not gc.isenabled():  # as in a test, or in an outer block
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*_USUAL)
        gc.enable()


def collect_seldom() -> None:
    """Let the collector come hardly ever, for a process that begins: it takes a tenth of the time of a start."""
    gc.set_threshold(_SELDOM)


def leave_all() -> None:
    """Let the collector search nothing at the end of this process, whose memory the system takes back."""
    gc.freeze()
