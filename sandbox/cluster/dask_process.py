"""The main module of a scheduler or a worker of Dask, as `launch` starts one: Dask's own, but for the answer to Ctrl+C.

Dask leaves with 0 then, or with 1 and a traceback if it has not reached its scheduler yet. Here it is 130 and no word,
as for every other command.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import Any, NoReturn

INTERRUPTED = 130  # the exit code after Ctrl+C
_PROGRAMS = ("distributed.cli.dask_scheduler", "distributed.cli.dask_worker")


def main(arguments: list[str]) -> None:
    """Run a program of Dask, named by its module, with its own arguments."""
    # For Ctrl+C before Dask waits for it, and for a second one while it takes leave of the others.
    signal.signal(signal.SIGINT, _leave)
    name, *rest = arguments
    if name not in _PROGRAMS:
        raise ValueError(f"{name} is no program of a cluster")
    program = importlib.import_module(name)
    waits, caught = program.wait_for_signals, []

    async def wait_for_signals() -> Any:
        caught.append(await waits())
        return caught[-1]

    program.wait_for_signals = wait_for_signals  # type: ignore[attr-defined]
    try:
        program.main(rest)
    except BaseException:
        if signal.SIGINT not in caught:
            raise
    if signal.SIGINT in caught:
        _leave()


def _leave(*_: object) -> NoReturn:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main(sys.argv[1:])
