"""A process that makes the machine of a day for a caller that must not wait."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandbox.authoring.daily import maker
from sandbox.authoring.daily.day import Day
from sandbox.levels import levels
from sandbox.tasks.serving import Teller, serve


class MakeDaily(Struct, frozen=True):
    """An order to make the machine of a day, and to write its level to a file."""

    day: str
    path: str


def carry_out(order: MakeDaily, teller: Teller) -> str:
    """Make a machine, and write its level; return the path."""
    machine = maker.make(Day.read(order.day), lambda share, what: teller.progress(share, what=what))
    path = Path(order.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    levels.write(path, machine.design)
    return order.path


if __name__ == "__main__":
    serve(carry_out, MakeDaily)
