"""A child process that works for a search, within limits; `workers` starts it and talks to it.

It reads a line of JSON for each order from standard input, and answers each with a line on standard output. The level
comes first. It keeps nothing between two orders but what follows from the level.
"""

from __future__ import annotations

import signal
import sys
from typing import IO, Any

import msgspec
from msgspec import Struct

from sandbox.design.design import Design, from_plain
from sandbox.levels.solver import island, wins
from sandbox.levels.solver.archive import Entry
from sandbox.levels.solver.candidate import Candidate
from sandbox.parts import check
from sandbox.verify.worker import limit_memory, limit_seconds


class Explore(Struct, frozen=True, tag="explore"):
    """An order to search an island; its fields are as in `island.explore`."""

    seed: int
    number: int
    runs: int
    limit: int
    entries: tuple[Entry, ...] = ()


class Shake(Struct, frozen=True, tag="shake"):
    """An order to measure the margin of a win."""

    candidate: Candidate
    ticks: int


Order = Explore | Shake


class Greeting(Struct):
    """The first line: the level in its written form, and the processor time that each order may take."""

    level: Any
    seconds: int


def obeyed(level: Design, order: Order) -> island.IslandAnswer | wins.Margin:
    """Carry out an order."""
    if isinstance(order, Explore):
        return island.explore(level, order.seed, order.number, order.runs, order.limit, order.entries)
    return wins.margin(level, order.candidate, order.ticks)


def serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Carry out one order after the other until they end."""
    greeting = msgspec.json.decode(orders.readline(), type=Greeting)
    level = check(from_plain(greeting.level))
    for line in orders:
        limit_seconds(greeting.seconds)
        answer = obeyed(level, msgspec.json.decode(line, type=Order))
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    limit_memory(int(sys.argv[1]))
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        pass  # nobody listens any more


if __name__ == "__main__":
    main()
