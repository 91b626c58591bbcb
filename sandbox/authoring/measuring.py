"""A child process that measures kinds of parts for `table`: it reads the name of one a line, and answers in JSON."""

from __future__ import annotations

from typing import IO

import msgspec

from sandbox.authoring.magnitudes import measure
from sandbox.parts import KINDS
from sandbox.verify.worker import work


def serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Measure one kind after the other until the orders end."""
    for line in orders:
        answers.write(msgspec.json.encode(measure(KINDS[line.decode().strip()])) + b"\n")
        answers.flush()


if __name__ == "__main__":
    work(serve)
