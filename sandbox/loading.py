"""Loading of the program without the garbage collector, which would search all that is being loaded again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
        gc.enable()
