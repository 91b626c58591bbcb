"""A child process that verifies one recording after the other, within limits; `pool` starts it and talks to it.

It reads a line of JSON for each recording from standard input, and answers with lines of JSON on standard output:
any number of progress, then one with the report. It keeps nothing between two recordings: each has its own session and
its own Space.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from typing import IO, Any, TextIO

from sandbox.tasks.limits import limit_seconds, spent

if sys.platform != "win32":  # whose processes have no such limits
    pass


def serve(orders: TextIO, answers: TextIO) -> None:
    """Verify one file for each order until the orders end."""
    import sandbox.verify.verify  # noqa: F401  (before the first file, so that its time is its own)

    for line in orders:
        order = json.loads(line)
        limit_seconds(order["seconds"])
        began = spent()
        report = _report(order, answers)
        _say(answers, {"report": report, "seconds": spent() - began})


def _report(order: dict[str, Any], answers: TextIO) -> dict[str, Any]:
    from sandbox.verify.verdicts import refusal
    from sandbox.verify.verify import verify

    file = order["file"]
    progress = (lambda done, total: _say(answers, {"done": done, "total": total})) if order["progress"] else None
    try:
        return verify(file, order["allow_cut"], progress).as_json()
    except MemoryError:
        return refusal(file, "it needed more memory than it may have; --max-memory allows more").as_json()
    except RecursionError:
        return refusal(file, "values nested too deep").as_json()
    except Exception as error:  # a bug of ours; the other files shall be verified all the same
        import traceback

        reason = f"this program failed on it ({type(error).__name__}: {error!s:.200}), which is a bug; please report it"
        return refusal(file, reason)._replace(explanation=tuple(traceback.format_exc().splitlines())).as_json()


def _say(answers: TextIO, what: dict[str, Any]) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


def _own_output() -> TextIO:
    """Keep standard output for the answers: anything that a library prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def work(serve_orders: Callable[[IO[bytes], IO[bytes]], object]) -> None:
    """Carry out orders from standard input, with answers on standard output, until they end or nobody listens."""
    with contextlib.suppress(BrokenPipeError):
        serve_orders(sys.stdin.buffer, sys.stdout.buffer)


def main() -> None:
    try:
        serve(sys.stdin, _own_output())
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more


if __name__ == "__main__":
    main()
